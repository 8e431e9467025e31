"""Documents set by Typst (host_tools/exports/typesetting.py): their letters, limits, and failures."""

import io
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from pypdf import PdfReader
from typer.testing import CliRunner

from host_tools import cli
from host_tools.exports import typesetting
from host_tools.exports.reasons import ExportError
from host_tools.exports.typesetting import Part, typeset
from host_tools.glyphs import faces, font_making
from host_tools.i18n import CODES, language, speaking

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
NAMES = {
    "AnekLatin": "Łukasz Dvořák, Đạt",
    "NotoSans": "Γιώργος Ёлкин",
    "AnekDevanagari": "श्रीकृष्ण क्षीरसागर",
    "AnekTamil": "கார்த்திக்",
    "NotoSansBengali": "শরীফুল ইসলাম",
    "NotoSansGurmukhi": "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "NotoSansGujarati": "જયેશ પટેલ",
    "NotoSansOriya": "ସୁଶାନ୍ତ ମହାପାତ୍ର",
    "NotoSansTelugu": "శ్రీనివాస రావు",
    "NotoSansKannada": "ಕೃಷ್ಣಮೂರ್ತಿ",
    "NotoSansMalayalam": "ശ്രീജിത്ത് കൃഷ്ണൻ",
    "NotoSansSinhala": "ශ්‍රී නිශාන්ත",
    "NotoSansArabic": "محمد علی ٹنڈولکر",
    "NotoSansThaana": "އިބްރާހިމް ރަޝީދު",
}


def parts(*texts: str) -> list[Part]:
    """A page with these paragraphs."""
    items = [{"paragraph": text} for text in texts]
    return [{"kind": "event", "event": {"name": "", "tournament": "", "place": "", "items": items}}]


def pages(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


def fonts_of(content: bytes) -> set[str]:
    """The fonts that the pages use."""
    reader = PdfReader(io.BytesIO(content))
    fonts = [font.get_object() for page in reader.pages for font in page["/Resources"]["/Font"].values()]  # type: ignore[index]
    return {font["/BaseFont"].rpartition("+")[2].partition("-")[0] for font in fonts}


@pytest.mark.parametrize("font", NAMES)
def test_a_name_is_set_in_the_font_of_its_script(font: str) -> None:
    content, complaint = typeset("t", parts(NAMES[font]), NOON, fonts=[])
    assert complaint == ""
    assert any(name.startswith(font) for name in fonts_of(content))


def test_every_font_has_a_name_to_try_and_its_licence() -> None:
    files = {face.path(weight) for face in faces.FACES for weight in faces.WEIGHTS}
    assert files == set(faces.HERE.glob("*.ttf"))
    assert len(faces.FACES) == len(NAMES)
    for file in files:
        assert (faces.HERE / {"anek": "OFL.txt", "noto": "OFL-noto.txt"}[file.name[:4]]).exists()
    assert sum(file.stat().st_size for file in files) < 3_200_000


@pytest.mark.slow
@pytest.mark.parametrize("name", ["latin", "tamil"])
def test_the_fonts_are_made_of_the_web_pages_fonts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    [face] = [face for face in faces.FACES if face.name == name]
    kept = face.path("bold").read_bytes()
    monkeypatch.setattr(faces, "HERE", tmp_path)
    assert font_making.make_anek(face, "bold").read_bytes() == kept


def test_the_same_data_and_moment_give_the_same_bytes() -> None:
    made = [typeset("t", parts(*NAMES.values()), NOON, fonts=[], tagged=True) for _ in range(2)]
    assert made[0] == made[1]


@pytest.mark.parametrize(
    "name",
    [
        '#import "@preview/x:1.0.0": y',
        '#read("/etc/passwd")',
        "*a* _b_ $c$ `d`",
        "= a",
        "<a> @b [c]",
        "a) \\ (b",
    ],
)
def test_a_name_is_never_markup(name: str) -> None:
    [page] = pages(typeset("t", parts(name), NOON)[0])
    assert page.replace("\n", " ").strip() == name


def test_a_letter_that_no_font_has_is_named() -> None:
    content, complaint = typeset("t", parts("አበበ Bikila", "Asha"), NOON, fonts=[])
    assert "“አበበ Bikila”" in complaint
    assert "??? Bikila" in pages(content)[0]


def test_a_name_that_no_font_has_stands_in_its_latin_spelling() -> None:
    spellings = {"王伟": "Wang Wei", "Asha": "Aasha"}
    content, complaint = typeset("t", parts("Asha / 王伟 25–3"), NOON, fonts=[], spellings=spellings)
    assert (complaint, pages(content)[0].strip()) == ("", "Asha / Wang Wei 25–3")


def test_names_and_scores_of_one_direction_keep_their_order_in_the_other() -> None:
    def pieces(content: bytes) -> list[str]:
        """What is drawn in one piece, from left to right."""
        drawn: list[tuple[float, str]] = []
        PdfReader(io.BytesIO(content)).pages[0].extract_text(
            visitor_text=lambda text, cm, tm, _font, _size: drawn.append((cm[4] + tm[4], text.strip()))
        )
        return [text for _x, text in sorted(drawn) if text]

    content, _complaint = typeset("t", parts("علی / حسن 25–10"), NOON, fonts=[])
    assert pieces(content) == ["علی", "/", "حسن", "25–10"]
    with speaking(language("ur")):
        content, _complaint = typeset("t", parts("علی 2–1 (25–10, 3–25)"), NOON, fonts=[])
    assert pieces(content) == [")", "25–10, 3–25", "(", "2–1", "علی"]


def test_every_language_of_the_pages_can_be_set() -> None:
    for code in CODES:
        with speaking(language(code)):
            assert typeset(language(code).name, parts(language(code).name), NOON, fonts=[])[1] == ""


def test_a_bracket_can_be_a_picture() -> None:
    bracket = {"title": "", "width": 9, "height": 9, "boxes": [], "lines": [], "heads": []}
    made, _complaint = typeset("", [{"kind": "bracket", "bracket": bracket}], NOON, form="svg")
    assert made.startswith(b"<svg")


def test_a_long_document_is_set_in_parts_and_is_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetting, "TOGETHER", 2)
    names = [f"Asha {number}" for number in range(5)]
    steps: list[tuple[int, int]] = []
    made = [
        typeset("Many", [parts(name)[0] for name in names], NOON, progress=lambda *step: steps.append(step))[
            0
        ]
        for _ in range(2)
    ]
    assert made[0] == made[1]
    assert [page.strip() for page in pages(made[0])] == names
    assert (PdfReader(io.BytesIO(made[0])).metadata or {})["/Title"] == "Many"
    assert {(0, 5), (2, 5), (4, 5), (5, 5)} <= set(steps)


# Fonts of one's own


def made_font(path: Path, letters: str) -> Path:
    """A font of squares for these letters."""
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    for corner in ((100, 700), (700, 700), (700, 0)):
        pen.lineTo(corner)
    pen.closePath()
    names = [".notdef", *(f"g{ord(letter)}" for letter in letters)]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(letter): f"g{ord(letter)}" for letter in letters})
    builder.setupGlyf(dict.fromkeys(names, pen.glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (800, 100)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular", "psName": "Squares-Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    builder.save(path)
    return path


def test_a_font_of_ones_own_is_asked_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(faces.VARIABLE, str(made_font(tmp_path / "squares.ttf", "አበA")))
    content, complaint = typeset("t", parts("አበበ Asha"), NOON)
    assert complaint == ""
    assert {"Squares", "AnekLatin"} <= {name.removesuffix("Medium") for name in fonts_of(content)}


@pytest.mark.parametrize("content", [None, b"%PDF-1.7"])
def test_what_is_no_font_is_refused(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "x.ttf"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ExportError) as caught:
        typesetting.own_fonts([file])
    assert caught.value.reason == ("font_missing" if content is None else "not_a_font")
    assert caught.value.facts == {"file": str(file)}
    result = CliRunner().invoke(
        cli.build("scorecards"),
        ["scorecards", "--blank", "1", "--font", str(file), str(tmp_path / "c.pdf")],
    )
    assert result.exit_code == 2
    assert "x.ttf" in result.stderr


# Failures


@pytest.mark.parametrize("template", ["#(", '#read("../secret")', '#panic("no room")'])
def test_a_document_that_cannot_be_set_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, template: str
) -> None:
    (tmp_path / "secret").write_text("key")
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "main.typ").write_text(template)
    monkeypatch.setattr(typesetting, "TEMPLATES", folder)
    with pytest.raises(ExportError) as caught:
        typeset("t", [], NOON)
    assert caught.value.reason == "not_typeset"
    assert caught.value.facts["why"]
    assert "key" not in caught.value.facts["why"]


def test_a_document_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetting, "SECONDS", 0.001)
    with pytest.raises(ExportError) as caught:
        typeset("t", parts("Asha"), NOON)
    assert caught.value.reason == "typeset_slowly"


def test_who_waits_can_stop_it() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        typeset("t", parts("Asha"), NOON, progress=stop)
