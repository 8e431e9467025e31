"""Texts cut into pieces for their fonts and directions, and cut short without torn letters."""

import pytest

from host_tools.glyphs import faces
from host_tools.glyphs.faces import Piece

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
