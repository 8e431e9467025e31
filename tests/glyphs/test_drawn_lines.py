"""Names drawn for tables: which are, what they become, and that none becomes more than a table takes."""

import json
from base64 import b64decode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardside.faces.paper import fonts, glyphs, page29, page42
from boardside.link.commands import COMMAND_MAX
from boardside.table.show.screens import is_plain
from host_tools.collector.outgoing import fits
from host_tools.glyphs import drawing, faces, lines
from host_tools.glyphs.faces import Piece

ROOMS = {"42": page42.LETTERS, "29": page29.LETTERS}
SCRIPTS = {
    "devanagari": "आशा कुलकर्णी",
    "tamil": "கார்த்திகேயன்",
    "bengali": "রবীন্দ্রনাথ ঠাকুর",
    "cyrillic": "Дмитрий",
    "greek": "Αλέξανδρος",
    "arabic": "محمد علی",
    "letters with marks": "Kṛṣṇamūrti",
    "one letter": "आ",
    "signs that the large letters lack": "Ann [2]",
}
UNKNOWN = "ᏣᎳᎩ"  # Cherokee, which no font here has


def room(size: str) -> drawing.Room:
    made = lines.room_of({"letters": list(ROOMS[size])})
    assert made is not None
    return made


def sent(names: list[str], size: str = "42", latin: Any = None) -> list[Any] | None:
    text = lines.command("M1", "a", names, latin, room(size))
    return None if text is None else json.loads(text)["lines"]


def test_what_the_tables_fonts_have_is_known_letter_by_letter() -> None:
    for code in range(128, 0x10000):
        if not 0xD800 <= code < 0xE000:
            assert is_plain(chr(code)) == (fonts.code_of(code) != glyphs.BOX), hex(code)
    lacking = {chr(code) for code in range(33, 127) if not fonts.NAME.starts[code]}
    assert lacking == lines.LACKING
    assert lines.COMMAND_MOST == COMMAND_MAX


@pytest.mark.parametrize("size", ROOMS)
@pytest.mark.parametrize("name", SCRIPTS.values(), ids=SCRIPTS)
def test_a_name_of_each_script_is_drawn_and_fills_its_lines_exactly(name: str, size: str) -> None:
    assert not lines.is_shown(name)
    drawn = sent([name], size)
    assert drawn is not None
    for width, data in drawn:
        bits = b64decode(data)
        assert 0 < width <= ROOMS[size][0]
        assert len(bits) == (width + 7) // 8 * ROOMS[size][1]
        assert len(bits) < 800
        assert any(bits), "there is ink"
        spare = -width % 8
        assert not any(
            bits[at] & ((1 << spare) - 1) for at in range((width + 7) // 8 - 1, len(bits), (width + 7) // 8)
        )


def test_a_name_that_the_table_can_show_is_not_sent() -> None:
    assert sent(["Zoë Müller-Ångström"]) is None
    assert sent(["Asha", "Łukasz"]) is None


def test_a_long_name_has_two_lines_where_there_are_two_and_is_cut_where_there_is_one() -> None:
    long = "श्रीमती विजयलक्ष्मी नारायणस्वामी अय्यंगार"
    large, small = sent([long], "42"), sent([long], "29")
    assert large is not None
    assert small is not None
    assert (len(large), len(small)) == (2, 1)


def test_a_pair_has_a_line_each_and_on_the_small_page_one_for_both_before_them() -> None:
    pair = ["आशा", "Bela"]
    large, small = sent(pair, "42"), sent(pair, "29")
    assert large is not None
    assert small is not None
    assert large[1] == "Bela"
    assert len(small) == 3
    assert small[2] == "Bela"
    assert small[0][0] > small[1][0]


def test_what_no_font_has_is_left_to_the_latin_spelling_and_never_made_up() -> None:
    assert lines.seen(UNKNOWN, None, True) == "number"
    assert lines.seen(UNKNOWN, {UNKNOWN: "Tsalagi"}, True) == "latin"
    assert lines.seen(UNKNOWN, {UNKNOWN: "Цалаги"}, True) == "number"
    assert lines.seen("आशा", {"आशा": "Asha"}, False) == "latin"
    assert lines.seen("आशा", None, True) == "drawn"
    assert sent([UNKNOWN]) is None
    assert sent(["आशा", UNKNOWN]) is None
    assert sent(["आशा", UNKNOWN], latin=[[UNKNOWN, "Tsalagi"]])[1] == "Tsalagi"  # type: ignore[index]


@given(st.lists(st.text(max_size=80), min_size=1, max_size=2), st.sampled_from(sorted(ROOMS)))
def test_whatever_somebody_is_called_the_command_fits_and_its_lines_do(names: list[str], size: str) -> None:
    text = lines.command("M" * 80, "b", names, None, room(size))
    if text is None:
        return
    assert fits(text)
    for line in json.loads(text)["lines"]:
        if not isinstance(line, str):
            assert 0 < line[0] <= ROOMS[size][0]
            assert len(b64decode(line[1])) == (line[0] + 7) // 8 * ROOMS[size][1]


@pytest.mark.parametrize(
    "asked",
    [
        *(None, 5, [], [178, 28, 4, 22], [178, 28, 4, 22, 3], [178, 28, 22, 4, 2], [178, 28, 4, 29, 2]),
        *([0, 28, 4, 22, 2], [10**9, 28, 4, 22, 2], [178, 10**9, 4, 22, 2], [178.0, 28, 4, 22, 2]),
        *([True, 28, 4, 22, 2], ["178", 28, 4, 22, 2]),
    ],
)
def test_a_table_that_asks_for_what_cannot_be_gets_nothing(asked: object) -> None:
    assert lines.room_of({"letters": asked}) is None
    assert lines.room_of({}) is None
    assert lines.room_of(None) is None


def test_the_organiser_is_told_what_is_seen_in_place_of_a_name() -> None:
    status = {"letters": list(page42.LETTERS)}
    event = {"a": ["आशा"], "b": [UNKNOWN]}
    assert [(remark.reason, remark.facts) for remark in lines.about(event, 3, status)] == [
        ("seen_as_number", {"table": 3, "side": "B", "name": UNKNOWN})
    ]
    spelled = event | {"latin": [[UNKNOWN, "Tsalagi"]]}
    assert [remark.reason for remark in lines.about(spelled, 3, status)] == ["seen_in_latin"]
    assert lines.about(event, 3, {}) == []
    assert lines.about(event, 3, None) == []


# Texts cut into pieces for their fonts and directions, and cut short without torn letters.

RIGHT_TO_LEFT = {"arabic"}


def font_for(letter: str, before: str) -> str:
    """Latin, Arabic and Sinhala letters have a font; a joiner and a space go with what stands before."""
    if letter in faces.JOINERS or (letter == " " and before):
        return before
    if "\u0600" <= letter <= "\u06ff":
        return "arabic"
    return "sinhala" if "\u0d80" <= letter <= "\u0dff" else "latin" if letter < "\u0300" else ""


def pieces(text: str) -> list[Piece]:
    return faces.pieces(text, font_for, RIGHT_TO_LEFT)


def test_a_score_beside_a_name_keeps_its_order() -> None:
    assert pieces("محمد علی  25–10, 25–3".replace("–", "-")) == [
        Piece("محمد علی", "arabic", True),
        Piece("  ", "latin"),
        Piece("25-10, 25-3", "latin"),
    ]


def test_the_names_of_a_pair_stand_in_the_order_of_their_seats() -> None:
    drawn = [piece.text for piece in pieces("اقبال / فاطمہ") if piece.text.strip()]
    assert drawn == ["اقبال", "/ ", "فاطمہ"]


def test_initials_are_read_with_the_name() -> None:
    assert [piece.text for piece in pieces("م.علی")] == ["علی", ".", "م"]


def test_a_joiner_stays_between_its_letters() -> None:
    assert pieces("ශ්\u200dරී") == [Piece("ශ්\u200dරී", "sinhala")]


@pytest.mark.parametrize(
    ("text", "left"),
    [("Asha", "Ash"), ("கா", ""), ("மாரி", "மா"), ("ශ්\u200dරී", ""), ("नक्ष", "न"), ("A", ""), ("", "")],
)
def test_no_letter_is_torn_apart(text: str, left: str) -> None:
    assert faces.cut(text) == left


def test_marks_of_direction_and_control_characters_go() -> None:
    assert faces.normal("\u202emohammed\u200f\tA\u0308") == "mohammed Ä"
    assert faces.normal("ශ්\u200dරී") == "ශ්\u200dරී"
