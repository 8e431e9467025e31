"""The table's own words in six languages: drawable, not too wide; and a file that is no good."""

import ast
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "cpython"))

from boardside.app import language  # noqa: E402
from boardside.faces.paper import fonts, page29, page42, reading  # noqa: E402
from boardside.table import ruling_words, texts  # noqa: E402
from boardside.table import texts as words  # noqa: E402
from boardside.table.show.screens import is_plain  # noqa: E402
from host_tools.letters import language_file  # noqa: E402
from host_tools.letters.lines import LACKING  # noqa: E402
from tests.letters import english_lines  # noqa: E402

OTHERS = [code for code in language_file.LANGUAGES if code != language_file.ENGLISH]
CLAUSES = {row.split("|", 1)[1] for row in ruling_words._WORDS.strip().split("\n")}
RULING_PX = page42.WIDTH - 60  # beside the Law
SIGNS = LACKING - set('"')  # what a heading draws as a box; the small letters have all
PLACES = re.compile(r"%[-.\d]*[sd%]")


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    words.use(None)
    fonts.take_clusters(None)


def spoken(code: str) -> dict[str, str]:
    """The words by the English ones as a table reads them from its file."""
    if code == language_file.ENGLISH:
        return {line: line for line in english_lines.lines()}
    read = language.Language(BytesIO(language_file.content(code)))
    fonts.take_clusters(read)
    return {line: str(read.find(line) or line) for line in english_lines.lines()}


def filled(line: str) -> str:
    """A line with short values."""
    line = re.sub(r"%[\d]*d", "18", line.replace("%.0s", ""))
    return line.replace("%s", "A").replace("%%", "%")


@pytest.mark.parametrize("code", OTHERS)
def test_a_line_has_the_same_places_for_values(code: str) -> None:
    said = language_file.words(code)
    wrong = {line: text for line, text in said.items() if PLACES.findall(line) != PLACES.findall(text)}
    assert wrong == {}


@pytest.mark.parametrize("code", OTHERS)
def test_a_table_reads_from_the_file_what_was_translated(code: str) -> None:
    said = language_file.words(code)
    numbers = language_file.numbered(said.values())
    read = language.Language(BytesIO(language_file.content(code)))
    assert {line: read.find(line) for line in said} == {
        line: language_file.spelled(text, numbers) for line, text in said.items()
    }


@pytest.mark.parametrize("code", OTHERS)
def test_every_letter_can_be_drawn(code: str) -> None:
    said = spoken(code)
    for line, text in said.items():
        count = fonts.read(text)
        assert fonts.glyphs.BOX not in fonts.codes[:count], line
        assert SIGNS.isdisjoint(PLACES.sub("", text)) or not SIGNS.isdisjoint(PLACES.sub("", line)), line


@pytest.mark.parametrize("code", list(language_file.LANGUAGES))
def test_lines_are_as_short_as_english_ones(code: str) -> None:
    """40 characters, or as long as the English line; on 4.2 inch one small line, on 2.9 inch two."""
    wrong = []
    for line, text in spoken(code).items():
        shown = filled(text)
        if line in CLAUSES:
            room = max(RULING_PX, fonts.SMALL.measure(filled(line)))
            if len(shown) > ruling_words.LONGEST or fonts.SMALL.measure(shown) > room:
                wrong.append((line, shown))
        elif len(shown) > max(texts.LINE_MAX, len(filled(line))):
            wrong.append((line, len(shown)))
        elif fonts.SMALL.measure(shown) > page42.WIDTH - 16:
            wrong.append((line, fonts.SMALL.measure(shown)))
        elif widest(shown, page29.WIDTH - 8) > page29.WIDTH - 8:
            wrong.append((line, "two lines"))
    assert wrong == []


def widest(text: str, most: int) -> int:
    """Of a notice in small letters in one line, or in two when it is wider than `most`: the wider line."""
    if fonts.SMALL.measure(text) <= most:
        return fonts.SMALL.measure(text)
    at = reading.sentence(text, fonts.SMALL, most) or reading.cut(text, fonts.SMALL, most)
    return max(fonts.SMALL.measure(text, 0, at), fonts.SMALL.measure(text, at + 1))


def labels() -> Iterator[tuple[str, str, int]]:
    """The words that a page has room for beside other things: (English, "text" or "heading", pixels)."""
    for name in ("page42", "page29", "page42_board"):
        source = (english_lines.FIRMWARE / "faces" / "paper" / f"{name}.py").read_text()
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") not in ("text", "heading"):
                continue
            said, room = node.args[0], node.args[1]
            if isinstance(said, ast.Call) and getattr(said.func, "id", "") == "said":
                assert isinstance(room, ast.Constant)
                for word in english_lines._texts(said.args[0]):
                    yield word, node.func.attr, int(room.value)  # type: ignore[attr-defined, arg-type]
    yield from ((word, "text", 84) for word in ("ROUND", "BOARD"))
    timed = ("TOSS", "CHANGE SIDES", "INTERVAL", "PLAYERS AWAITED")  # minutes may stand beside them
    untimed = ("PROVISIONAL", "FINAL RESULT", "PROTEST OPEN")
    yield from ((word, "heading", 270) for word in timed)
    yield from ((word, "heading", 380) for word in (*untimed, "DECIDED AT THE DESK", "NEW SCORE?  OK"))
    yield from ((word, "text", 180) for word in (*timed, *untimed))


@pytest.mark.parametrize("code", list(language_file.LANGUAGES))
def test_labels_fit_into_their_places(code: str) -> None:
    said = spoken(code)
    rooms = list(labels())
    assert len(rooms) > 40
    for word, kind, most in rooms:
        font = fonts.SMALL if kind == "text" else fonts.NAME
        assert font.measure(said[word]) <= most, (word, said[word])


def test_keys_have_the_names_that_stand_on_them() -> None:
    """A line names no other keys than in English. INTERVAL is a label of its own, PAUSE in some languages."""
    keys = re.compile(r"\b(CLOCK|OK|QUEEN|WHITE|BLACK|UNDO|STRIKER|DUE|FOUL|PAUSE)\b")
    for code in OTHERS:
        for line, text in language_file.words(code).items():
            extra = set(keys.findall(text)) - set(keys.findall(line))
            assert not extra or line == "INTERVAL", (code, line, text)


def test_the_laptop_knows_the_letters_of_the_table() -> None:
    for (rows, cap, base, _), font in zip(language_file.SIZES, (fonts.SMALL, fonts.NAME), strict=True):
        assert (rows, cap) == (font.rows, font.rise)
        start = font.start(ord("H"))
        assert base == cap + (font.data[start + 2] & 31)
    assert language_file.CLUSTERS_MOST == fonts.CLUSTERS_MOST
    assert language_file.VERSION == language.VERSION
    assert language_file.FILE == language.FILE


@pytest.mark.parametrize("code", ["hi", "ta"])
def test_clusters_lie_within_the_rows_of_a_line(code: str) -> None:
    read = language.Language(BytesIO(language_file.content(code)))
    assert 100 < read.count < 1000
    for number in range(2 * read.count):
        rows = (fonts.SMALL, fonts.NAME)[number & 1].rows
        width, top, height, bits = read.shape(number)
        assert 0 < read.advance(number) <= width < 256
        assert 0 < height <= rows - top
        assert any(bits)


def test_a_word_is_cut_where_shaping_leaves_the_parts_alone() -> None:
    assert language_file.clusters("स्ट्रोक") == ["स्ट्रो", "क"]
    assert language_file.clusters("रखीं।") == ["र", "खीं", "।"]
    assert language_file.clusters("அடித்தார்") == ["அ", "டி", "த்", "தா", "ர்"]
    assert language_file.clusters("பக்ஷம்") == ["ப", "க்ஷ", "ம்"]


def test_english_needs_no_file() -> None:
    assert language_file.content("en") == b""


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(language_file.LanguageError, match=r"'xx'.*en \(English\), de \(Deutsch\).*ta"):
        language_file.content("xx")


def used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None) -> list[str]:
    """What the log says when a table starts with this file."""
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path(language.FILE).write_bytes(content)
    log: list[str] = []
    language.use(log.append)
    return log


def test_a_table_speaks_the_language_of_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert used(tmp_path, monkeypatch, language_file.content("de")) == [
        "the words are those of the language de"
    ]
    assert words.said("CHANGE SIDES") == "SEITENWECHSEL"
    assert words.said("A line of newer firmware") == "A line of newer firmware"
    assert not words.is_english()


GOOD = language_file.content("de")
BAD = {
    "cut short": GOOD[:-1],
    "cut after its header": GOOD[:16],
    "cut in its header": GOOD[:9],
    "another byte": GOOD[:5000] + bytes([GOOD[5000] ^ 1]) + GOOD[5001:],
    "another count of lines": GOOD[:7] + bytes([GOOD[7] ^ 1]) + GOOD[8:],
    "a newer format": GOOD[:3] + b"\2" + GOOD[4:],
    "something else": b"[1, 2, 3]" * 9,
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_told_and_the_table_speaks_english(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = used(tmp_path, monkeypatch, BAD[name])
    assert len(log) == 1
    assert log[0].startswith("no language file can be used, the words are English: ")
    assert words.said("CHANGE SIDES") == "CHANGE SIDES"
    assert words.is_english()


def test_an_empty_file_is_english_and_needs_no_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert used(tmp_path, monkeypatch, b"") == []
    assert words.is_english()


def test_flash_that_fails_later_leaves_english() -> None:
    class Failing(BytesIO):
        fails = False

        def read(self, size: int | None = -1) -> bytes:
            if self.fails:
                raise OSError(5)
            return super().read(size)

        def readinto(self, buffer: object) -> int:
            raise OSError(5)

    file = Failing(language_file.content("hi"))
    read = language.Language(file)
    kept = read.find("TABLE")
    file.fails = True
    assert read.find("TABLE") == kept
    assert read.find("INTERVAL") is None
    assert not any(read.shape(0)[3])


def test_a_text_of_more_clusters_than_a_line_has_is_drawn_with_boxes() -> None:
    fonts.take_clusters(language.Language(BytesIO(language_file.content("ta"))))
    text = "".join(chr(0xE000 + number) for number in range(fonts.CLUSTERS_MOST + 1))
    count = fonts.read(text)
    assert list(fonts.codes[count - 2 : count]) == [
        fonts.CLUSTERS + fonts.CLUSTERS_MOST - 1,
        fonts.glyphs.BOX,
    ]


def test_private_letters_without_a_file_are_boxes() -> None:
    assert fonts.read("\ue000A") == 2
    assert list(fonts.codes[:2]) == [fonts.glyphs.BOX, ord("A")]


def test_is_plain_has_no_private_letters() -> None:
    assert not is_plain("\ue000")
