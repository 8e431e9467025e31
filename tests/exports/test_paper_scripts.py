"""Names in the scripts of the countries where carrom is played, on paper."""

import io
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from pypdf import PdfReader
from typer.testing import CliRunner

from host_tools import cli
from host_tools.exports import font_files, font_making
from host_tools.exports.card import Card, GameCard, Header, Line
from host_tools.exports.paper import Paper
from host_tools.exports.reasons import ExportError
from host_tools.exports.scorecards import render
from host_tools.glyphs import faces

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
NAMES = {
    "latin-ext": "Łukasz Dvořák",
    "greek-cyrillic": "Γιώργος Ёлкин Đạt",
    "devanagari": "श्रीकृष्ण क्षीरसागर",
    "tamil": "கார்த்திக்",
    "bengali": "শরীফুল ইসলাম",
    "gurmukhi": "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "gujarati": "જયેશ પટેલ",
    "oriya": "ସୁଶାନ୍ତ ମହାପାତ୍ର",
    "telugu": "శ్రీనివాస రావు",
    "kannada": "ಕೃಷ್ಣಮೂರ್ತಿ",
    "malayalam": "ശ്രീജിത്ത് കൃഷ്ണൻ",
    "sinhala": "ශ්‍රී නිශාන්ත",
    "thai": "สมชาย ใจดี",
    "myanmar": "မောင်မောင်ကြီး",
    "meeteimayek": "ꯃꯩꯇꯩ",
    "olchiki": "ᱥᱟᱱᱛᱟᱲᱤ",
    "arabic": "محمد علی ٹنڈولکر",
    "thaana": "އިބްރާހިމް ރަޝީދު",
    "hebrew": "משה כהן",
    "cjk": "王伟 山田さくら",
    "hangul": "김철수",
}


@pytest.fixture
def paper() -> Paper:
    made = Paper("t", NOON, fonts=[])
    made.add_page()
    return made


@pytest.mark.parametrize("script", NAMES)
def test_a_name_is_set_in_its_scripts_font(paper: Paper, script: str) -> None:
    paper.text_in(10, 10, 100, 8, NAMES[script], 12)
    assert paper.lacking == {}
    assert script in paper.fonts


def test_every_font_has_a_name_to_try() -> None:
    assert {face.name for face in font_files.FACES} == {"latin", *NAMES}


def test_conjuncts_hold_together(paper: Paper) -> None:
    joined, apart = "ශ්\u200dරී", "ශ්රී"
    assert paper.width_of(joined, 10) < 0.8 * paper.width_of(apart, 10)
    assert paper.width_of("لا", 10) < 0.8 * (paper.width_of("ل", 10) + paper.width_of("ا", 10))


def test_letters_are_read_from_the_right_and_figures_from_the_left(paper: Paper) -> None:
    paper.text_in(10, 10, 100, 8, "علی  25–10", 12)
    [page] = PdfReader(io.BytesIO(paper.done())).pages
    assert "25–10" in page.extract_text()


def test_a_letter_that_no_font_has_is_named(paper: Paper) -> None:
    paper.text_in(10, 10, 100, 8, "አበበ Bikila", 12)
    paper.text_in(10, 20, 100, 8, "Asha", 12)
    assert paper.lacking == {"አበበ Bikila": "አበ"}
    assert "???" in PdfReader(io.BytesIO(paper.done())).pages[0].extract_text()


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
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    builder.save(path)
    return path


def test_a_font_of_ones_own_is_asked_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = made_font(tmp_path / "squares.ttf", "አበA")
    monkeypatch.setenv(font_files.VARIABLE, str(mine))
    own = Paper("t", NOON)
    own.add_page()
    own.text_in(10, 10, 100, 8, "አበበ Asha", 12, bold=True)
    assert own.lacking == {}
    assert "latinB" in own.fonts


@pytest.mark.parametrize("content", [None, b"%PDF-1.7"])
def test_what_is_no_font_is_refused(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "x.ttf"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ExportError) as caught:
        font_files.own([file])
    assert caught.value.reason == ("font_missing" if content is None else "not_a_font")
    assert caught.value.facts == {"file": str(file)}
    result = CliRunner().invoke(
        cli.build("scorecards"),
        ["scorecards", "--blank", "1", "--font", str(file), "-o", str(tmp_path / "c.pdf")],
    )
    assert result.exit_code == 2
    assert "x.ttf" in result.stderr


def test_the_command_has_a_line_for_what_is_lacking() -> None:
    card = Card("carrom", Header(), (("አበበ",), ("Asha",)), (GameCard(1, (Line("1"),)),))
    _content, complaint = render([card], NOON, [])
    assert "“አበበ”" in complaint


def test_every_file_is_of_a_face_and_has_its_licence() -> None:
    used = {face.path(weight) for face in font_files.FACES for weight in font_files.WEIGHTS}
    assert used == set(font_files.HERE.glob("*.ttf"))
    for path in used:
        licence = {"anek": "OFL.txt", "noto": "OFL-noto.txt", "droid": "APACHE-droid.txt"}
        name = licence.get(path.name.partition("-")[0], f"OFL-{path.stem}.txt")
        assert (font_files.HERE / name).exists()
    assert sum(path.stat().st_size for path in used) < 6_000_000


def test_a_part_of_a_font_keeps_no_reserved_name() -> None:
    names = TTFont(font_files.HERE / "hangul.ttf")["name"].names
    assert not [str(name) for name in names if name.nameID in font_making.NAMES and "anum" in str(name)]


@pytest.mark.slow
def test_the_fonts_are_made_of_the_web_pages_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [tamil] = [face for face in font_files.FACES if face.name == "tamil"]
    kept = tamil.path("bold").read_bytes()
    monkeypatch.setattr(faces, "HERE", tmp_path)
    assert font_making.make_anek(tamil, "bold").read_bytes() == kept
