"""The umpire's sheet: one side of A4 in each of six languages, enough to solve what an evening brings."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from host_tools.guide import __main__ as making
from host_tools.guide import printing, umpire
from host_tools.guide.walks import GuideError, encoded, walks

GUIDE = making.GUIDES[0].read_text(encoding="utf-8")
AGAIN = "run make guide"

# What happens at the table; the sheet's rows that answer it, with what they say in English; presses there.
SITUATIONS: tuple[tuple[str, dict[str, str], list[str]], ...] = (
    (
        "The players sit, left is to break; no match was sent.",
        {"toss": "set it up", "won": "Left breaks", "board": "left breaks", "play": "Play"},
        ["OK ×2, CLOCK", "WHITE", "OK", "CLOCK"],
    ),
    (
        "Left pockets two white in one stroke.",
        {"struck": "Struck", "down": "two white", "complete": "Complete</i>, by itself"},
        ["CLOCK", "WHITE ×2", "wait 5 s"],
    ),
    (
        "A white goes down with the striker.",
        {"one_due": "A white and the striker: one due", "place": "CLOCK: placed"},
        ["CLOCK, WHITE, STRIKER, wait 5 s"],
    ),
    ("Nothing goes down.", {"nothing": "Nothing went down: one press"}, ["CLOCK, wait 5 s"]),
    (
        "The Queen goes down, then a white of the same side.",
        {"cover": "The Queen: to be covered with the next", "covered": "covered"},
        ["CLOCK, QUEEN, wait 5 s", "CLOCK, WHITE, wait 5 s"],
    ),
    ("A player touches the board out of turn.", {"technical": "Foul without a stroke"}, ["FOUL held"]),
    (
        "The stroke is entered, but a piece was forgotten.",
        {"late": "first 5 s: of the stroke before", "undo_stroke": "taken back", "again": "are back: add"},
        ["BLACK", "UNDO"],
    ),
    (
        "A player appeals while c/m roll.",
        {"hold": "the count waits. PAUSE: “Play”"},
        ["CLOCK, PAUSE"],
    ),
    (
        "The umpire wants to press CLOCK at the end of a stroke as well, and forgets it once.",
        {"two": "Two presses: CLOCK again when all rest", "asked": "PAUSE is “Play”, CLOCK the next"},
        ["OK held, STRIKER"],
    ),
    (
        "The strokes are too fast to follow.",
        {"results": "Results only, from the next board"},
        ["OK held, STRIKER"],
    ),
    ("The umpire has never pressed these keys.", {"learn": "OK: learn the keys"}, ["OK, WHITE ×14"]),
    (
        "The long tone sounds, but the player had struck: CLOCK was forgotten.",
        {"zero": "when all rest, CLOCK once", "breach": "Struck in time: CLOCK"},
        [],
    ),
    (
        "Nobody entered strokes: five black are left, the winner has the Queen.",
        {"result": "any time", "count": "five black", "holder": "Winner has the Queen", "gain": "8 points"},
        ["OK", "BLACK ×5", "QUEEN", "OK"],
    ),
    ("The score is wrong by two points.", {"edit": "QUEEN more, STRIKER less"}, ["OK held, OK"]),
    ("The clock lost three seconds in a dispute.", {"set_clock": "QUEEN more"}, ["OK held, WHITE ×2, OK"]),
    ("The match is decided.", {"confirm": "OK confirms", "final": "Final"}, ["OK"]),
)


def keys_of(words: dict[str, Any], above: str = "") -> Iterator[str]:
    for key, value in words.items():
        if isinstance(value, dict):
            yield from keys_of(value, f"{above}{key}.")
        else:
            yield f"{above}{key}"


def caps_in(text: str) -> set[str]:
    return set(re.findall(r"\b[A-Z]{2,}\b", text)) & set(umpire.words("en")["keys"])


def rows_of(language: str) -> dict[str, tuple[list[str], str]]:
    """Row key: (its presses, its words), as the page has them."""
    rows = re.findall(
        r"data-row='(\w+)'><p class='press'>(.*?)</p><p class='shown'>.*?<p class='means'>(.*?)</p></div>",
        making.umpire_page(language),
    )
    return {key: (re.sub(r"<[^>]+>", " ", press).split(), means) for key, press, means in rows}


@pytest.mark.parametrize("language", umpire.LANGUAGES)
def test_the_sheet_is_that_of_the_guide_on_one_side_of_a4(language: str) -> None:
    pdf = making.SHEETS[language]
    assert printing.digest_in(pdf) == printing.digest(making.umpire_page(language)), AGAIN
    reader = PdfReader(pdf)
    assert len(reader.pages) == 1
    assert (round(reader.pages[0].mediabox.width), round(reader.pages[0].mediabox.height)) == (595, 842)
    assert pdf.stat().st_size < 400_000


@pytest.mark.parametrize("language", umpire.LANGUAGES)
def test_no_letter_comes_from_another_font(language: str) -> None:
    """Shaped with the pages' own fonts; one that they lack would bring a font of this machine."""
    resources: Any = PdfReader(making.SHEETS[language]).pages[0]["/Resources"]
    fonts = [font.get_object() for font in resources["/Font"].values()]
    names = set()
    for font in fonts:
        inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
        names.add(str(inner["/FontDescriptor"].get_object()["/FontName"]))
    assert names
    assert all("Anek" in name for name in names), names
    script = {"hi": "Devanagari", "ta": "Tamil"}.get(language)
    assert script is None or any(script in name for name in names), names


@pytest.mark.parametrize("language", umpire.LANGUAGES)
def test_each_language_says_all_of_it_with_the_same_keys(language: str) -> None:
    translated, english = umpire.words(language), umpire.words("en")
    assert list(keys_of(translated)) == list(keys_of(english))
    page = making.umpire_page(language)
    for section in ("titles", "leads", "keys", "rules", "signs", "steps", "refused"):
        for key, words in translated[section].items():
            assert words in page, (section, key)
            assert caps_in(words) == caps_in(english[section][key]), (section, key)


@pytest.mark.parametrize(("happens", "rows", "presses"), SITUATIONS, ids=[said for said, *_ in SITUATIONS])
def test_a_stranger_finds_the_answer(happens: str, rows: dict[str, str], presses: list[str]) -> None:
    assert len(SITUATIONS) >= 10
    english = rows_of("en")
    caps = [english[key][0] for key in rows]
    for key, says in rows.items():
        assert says in english[key][1], (happens, key)
        for language in umpire.LANGUAGES:
            assert rows_of(language)[key][1], (language, key)
    for press in presses:
        assert press.replace(",", "").split() in caps, (press, caps)


def test_presses_that_the_sheet_tells_in_full_end_as_those_of_the_walk() -> None:
    """The walk's row tells only the keys since its last row, or presses of the board before as well."""
    by_name = {walk.name: walk for walk in walks(GUIDE)}
    in_full = [
        (walk, text, shown[0]) for part in umpire.PARTS for walk, text, _, *shown in part.steps if shown
    ]
    assert in_full
    for walk, text, shown in in_full:
        wanted = tuple(encoded(digit_text) for digit_text in text.split(" / "))
        steps = by_name[walk].steps
        at = next(index for index, step in enumerate(steps) if step.screens == wanted)
        pressed = " ".join(re.findall(r"[A-Z]{2,}", " ".join(step.press for step in steps[: at + 1])))
        assert " ".join(re.findall(r"[A-Z]{2,}", shown)) in pressed, (text, shown)


def test_words_or_walks_that_lack_a_part_are_refused() -> None:
    with pytest.raises(GuideError, match="no words in 'xx'"):
        umpire.page(GUIDE, "xx")
    with pytest.raises(GuideError, match="no longer comes to"):
        umpire.page(GUIDE.replace("`C2[--···`", "`C3[--···`"), "en")
    with pytest.raises(GuideError, match="no walk under"):
        umpire.page(GUIDE.replace("## Corrections", "## Mistakes"), "en")
    with pytest.raises(GuideError, match="does not say"):
        umpire.page(GUIDE.replace("| `SEALEd` |", "| `SEAL` |"), "en")


def test_a_language_that_lacks_a_word_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    translated = umpire.words("it")
    del translated["steps"]["struck"]
    monkeypatch.setattr(umpire, "words", lambda _language: translated)
    with pytest.raises(GuideError, match="The words in 'it' lack 'struck'"):
        umpire.page(GUIDE, "it")


@pytest.mark.browser
@pytest.mark.skipif(printing.CHROMIUM is None, reason="no Chromium on this machine")
@pytest.mark.slow
def test_all_of_it_is_on_the_paper_and_large_enough(tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    room, smallest, beside = {}, {}, {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=printing.CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 794, "height": 1123})
        for language in umpire.LANGUAGES:
            source = tmp_path / f"{language}.html"
            source.write_text(making.umpire_page(language), encoding="utf-8")
            page.goto(source.as_uri())
            page.evaluate("document.fonts.ready")
            room[language] = page.evaluate(
                """(() => {
                    const side = document.querySelector('.side').getBoundingClientRect();
                    const parts = [...document.querySelectorAll('p, h1, h2, .digits, li, dd')];
                    const feet = parts.map((part) => part.getBoundingClientRect().bottom);
                    return side.bottom - Math.max(...feet);
                })()"""
            )
            smallest[language] = page.evaluate(
                """Math.min(...[...document.querySelectorAll('p, h1, h2, li, dd, b')]
                    .map((part) => parseFloat(getComputedStyle(part).fontSize) * 72 / 96))"""
            )
            beside[language] = page.evaluate(
                """[...document.querySelectorAll('.press, .means, .message p, dd, .sign')]
                    .filter((part) => part.scrollWidth > part.clientWidth + 1)
                    .map((part) => part.textContent)"""
            )
        browser.close()
    assert all(pixels >= 10 for pixels in room.values()), room
    assert all(points >= 8.999 for points in smallest.values()), smallest
    assert all(parts == [] for parts in beside.values()), beside
