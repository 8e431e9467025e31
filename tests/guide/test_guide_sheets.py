"""The pictures of the panel guide and its sheet for the table: made of the walks, fit to print.

That the walks are true is held by table/test_panel_guide.py and crokinole/test_crokinole_host.py.
"""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from boardside.table.pages.panel import KEYS
from host_tools.guide import __main__ as making
from host_tools.guide import digits, panel, sheet, umpire
from host_tools.guide.digits import GuideError, encoded, walks

SVG = "{http://www.w3.org/2000/svg}"
GUIDES = {guide: guide.read_text(encoding="utf-8") for guide in making.GUIDES}


def test_a_picture_lights_what_the_display_lights() -> None:
    screen = encoded("·8.0121·3")
    assert screen == bytes([0, 0xFF, 0x7E, 0x30, 0x6D, 0x30, 0, 0x79])
    tree = ElementTree.fromstring(digits.strip(walks("# A\n" + _walk("`·8.0121·3` / `PLAY····`"))[0]))
    paths = {path.get("id"): path.get("d") or "" for path in tree.iter(f"{SVG}path")}
    assert paths["sff"].count("M") == 8  # seven segments and the point
    assert paths["s30"].count("M") == 2
    screens = [
        [(use.get("href"), use.get("x")) for use in group.iter(f"{SVG}use")]
        for group in tree.iter(f"{SVG}g")
        if group.get("class") == "lit"
    ]
    assert [place for _, place in screens[0]] == [str(place * 140) for place in (1, 2, 3, 4, 5, 7)]
    assert [name for name, _ in screens[1]] == [f"#s{value:02x}" for value in encoded("PLAY") if value]


def test_a_walk_is_named_by_its_heading() -> None:
    text = "## The end, at last\n\n" + _walk("`·`") + "\n" + _walk("`tbL····3`")
    assert [digits.strip_file(walk) for walk in walks(text)] == [
        "panel-the-end-at-last.svg",
        "panel-the-end-at-last-2.svg",
    ]


@pytest.mark.parametrize("digit_text", ["`KO`", "`123456789`", "`.8`"])
def test_digits_that_cannot_be_shown_are_refused(digit_text: str) -> None:
    with pytest.raises(GuideError, match="cannot be shown"):
        walks("# A\n" + _walk(digit_text))


def test_a_guide_that_changed_is_not_printed_as_it_was() -> None:
    panel, crokinole = GUIDES.values()
    with pytest.raises(GuideError, match="no longer comes to"):
        sheet.page([panel.replace("`··._in···`", "`··._in1··`"), crokinole])
    with pytest.raises(GuideError, match="no walk under"):
        sheet.page([panel.replace("## Corrections", "## Mistakes"), crokinole])
    with pytest.raises(GuideError, match="does not say"):
        sheet.page([panel.replace("| `EntEr` |", "| `rEtUrn` |"), crokinole])


def test_every_key_is_pictured_once() -> None:
    picture = ElementTree.fromstring(panel.keys_picture(digits.SCORE))
    named = [text.text for text in picture.iter(f"{SVG}text")]
    assert sorted(name or "" for name in named) == sorted(KEYS)


def test_without_a_browser_it_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "img").mkdir()
    monkeypatch.setattr(making, "DOCS", tmp_path)
    monkeypatch.setattr(making, "PDF", tmp_path / "panel-guide.pdf")
    monkeypatch.setattr(making, "pictures", lambda: {"panel-a.svg": "<svg/>"})
    monkeypatch.setattr(sheet, "CHROMIUM", str(tmp_path / "nothing"))
    assert making.main() == 1
    assert "did not print the guide" in capsys.readouterr().err
    assert (tmp_path / "img" / "panel-a.svg").read_text(encoding="utf-8") == "<svg/>"
    monkeypatch.setattr(sheet, "CHROMIUM", None)
    assert making.main() == 1
    assert "no Chromium" in capsys.readouterr().err


@pytest.mark.browser
@pytest.mark.skipif(sheet.CHROMIUM is None, reason="no Chromium on this machine")
@pytest.mark.slow
def test_all_of_it_is_on_the_paper_and_large_enough(tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    source = tmp_path / "guide.html"
    source.write_text(making.page(), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=sheet.CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 794, "height": 1123})
        page.goto(source.as_uri())
        page.evaluate("document.fonts.ready")
        overflow = page.evaluate(
            """[...document.querySelectorAll('.side')].map((side) => {
                const box = side.getBoundingClientRect();
                const inner = [...side.querySelectorAll('p, h2, .digits, li, dd')];
                return Math.max(...inner.map((part) => part.getBoundingClientRect().bottom)) - box.bottom;
            })"""
        )
        smallest_pt = page.evaluate(
            """Math.min(...[...document.querySelectorAll('p, h1, h2, li, dd, b, figcaption')]
                .map((part) => parseFloat(getComputedStyle(part).fontSize) * 72 / 96))"""
        )
        browser.close()
    printed = tmp_path / "guide.pdf"
    sheet.print_pdf(making.page(), printed)
    assert len(PdfReader(printed).pages) == len(overflow) == 2
    assert all(below <= -10 for below in overflow), overflow
    assert smallest_pt >= 8.999


def _walk(cell: str) -> str:
    return f"<!-- walk: an idle table -->\n\n| Press | Digits | |\n|---|---|---|\n| - | {cell} | |\n"


# The umpire's sheet: one side of A4 in each of six languages.

GUIDE = making.GUIDES[0].read_text(encoding="utf-8")


def fonts_of(pdf: PdfReader) -> set[str]:
    """The names of the fonts of the first page."""
    resources: Any = pdf.pages[0]["/Resources"]
    names = set()
    for font in (each.get_object() for each in resources["/Font"].values()):
        inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
        names.add(str(inner["/FontDescriptor"].get_object()["/FontName"]))
    return names


def caps_in(text: str) -> set[str]:
    return set(re.findall(r"\b[A-Z]{2,}\b", text)) & set(umpire.words("en")["keys"])


@pytest.mark.parametrize("language", umpire.LANGUAGES)
def test_a_translation_names_the_same_keys(language: str) -> None:
    translated, english = umpire.words(language), umpire.words("en")
    for section in ("titles", "leads", "keys", "rules", "signs", "steps", "refused"):
        for key, words in translated[section].items():
            assert caps_in(words) == caps_in(english[section][key]), (section, key)


@pytest.mark.slow
def test_presses_that_the_sheet_tells_in_full_end_as_those_of_the_walk() -> None:
    """The walk's row tells only the keys since its last row, or presses of the board before as well."""
    by_name = {walk.name: walk for walk in walks(GUIDE)}
    in_full = [
        (walk, text, presses[0]) for part in umpire.PARTS for walk, text, _, *presses in part.steps if presses
    ]
    assert in_full
    for walk, text, presses in in_full:
        screens = tuple(encoded(digit_text) for digit_text in text.split(" / "))
        steps = by_name[walk].steps
        at = next(index for index, step in enumerate(steps) if step.screens == screens)
        pressed = " ".join(re.findall(r"[A-Z]{2,}", " ".join(step.press for step in steps[: at + 1])))
        assert " ".join(re.findall(r"[A-Z]{2,}", presses)) in pressed, (text, presses)


def test_words_or_walks_that_lack_a_part_are_refused() -> None:
    with pytest.raises(GuideError, match="no words in 'xx'"):
        umpire.page(GUIDE, "xx")
    with pytest.raises(GuideError, match="no longer comes to"):
        umpire.page(GUIDE.replace("`C2_in···`", "`C3_in···`"), "en")
    with pytest.raises(GuideError, match="no walk under"):
        umpire.page(GUIDE.replace("## Corrections", "## Mistakes"), "en")
    with pytest.raises(GuideError, match="does not say"):
        umpire.page(GUIDE.replace("| `SEALEd` |", "| `SEAL` |"), "en")


def test_a_word_that_a_language_lacks_is_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    english = umpire.words("en")
    translated = umpire.words("en")
    del translated["steps"]["struck"]
    del translated["refused"]
    translated["title"] = ""
    monkeypatch.setattr(umpire, "words", lambda language: {"en": english, "it": translated}[language])
    page = umpire.page(GUIDE, "it")
    for text in (english["steps"]["struck"], *english["refused"].values(), english["title"]):
        assert text in page
    assert translated["steps"]["toss"] in page
    lacking = set(umpire.untranslated(translated, english))
    assert lacking == {"title", "steps.struck", *(f"refused.{key}" for key in english["refused"])}


@pytest.mark.browser
@pytest.mark.skipif(sheet.CHROMIUM is None, reason="no Chromium on this machine")
@pytest.mark.slow
def test_the_umpires_sheet_is_one_side_and_large_enough(tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    room, smallest, beside = {}, {}, {}
    fonts: dict[str, set[str]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=sheet.CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 794, "height": 1123})
        for language in umpire.LANGUAGES:
            source = tmp_path / f"{language}.html"
            source.write_text(making.umpire_page(language), encoding="utf-8")
            page.goto(source.as_uri())
            page.evaluate("document.fonts.ready")
            room[language] = page.evaluate(
                """(() => {
                    const rooms = [...document.querySelectorAll('.side')].map((side) => {
                        const parts = [...side.querySelectorAll('p, h1, h2, .digits, li, dd')];
                        const feet = parts.map((part) => part.getBoundingClientRect().bottom);
                        return side.getBoundingClientRect().bottom - Math.max(...feet);
                    });
                    return Math.min(...rooms);
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
    for language in umpire.LANGUAGES:
        sheet.print_pdf(making.umpire_page(language), printed := tmp_path / f"{language}.pdf")
        reader = PdfReader(printed)
        assert len(reader.pages) == 2
        assert (round(reader.pages[0].mediabox.width), round(reader.pages[0].mediabox.height)) == (595, 842)
        fonts[language] = fonts_of(reader)
    # A letter that the pages' own fonts lack would bring a font of this machine.
    assert all("Anek" in name for names in fonts.values() for name in names), fonts
    assert any("Devanagari" in name for name in fonts["hi"])
    assert any("Tamil" in name for name in fonts["ta"])
    assert all(pixels >= 10 for pixels in room.values()), room
    assert all(points >= 8.999 for points in smallest.values()), smallest
    assert all(parts == [] for parts in beside.values()), beside
