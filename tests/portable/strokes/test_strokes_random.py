"""A random player: 9,000 strokes (in `make test` an eighth) by the ICF Laws and by vaishali's without an
impossible state.
"""

from portable import WHOLE, raises
from stroke_desk import board, rule
from stroke_player import Dice, key_of, play, possible

SHARE = 1 if WHOLE else 8


def test_strokes_by_the_laws():
    _, boards, most = play(6000 // SHARE, 1)
    assert boards > 50 // SHARE
    assert most == 12


def test_strokes_by_vaishali():
    _, boards, most = play(3000 // SHARE, 2, "vaishali")
    assert boards > 15 // SHARE
    assert most <= 14


def test_the_player_is_the_same_for_the_same_seed():
    assert play(300, 7) == play(300, 7)
    assert play(300, 7)[0] != play(300, 8)[0]


def test_the_dice_are_the_same_on_every_interpreter():
    dice = Dice(1)
    assert [dice.roll(100) for _ in range(6)] == [71, 39, 22, 5, 85, 39]


def test_the_check_sees_an_impossible_state():
    before = board()
    after, ruling = rule(before, own=1)
    possible(before, after, ruling)
    for field, value in (
        ("down", (10, 3)),
        ("owes", (1, 0)),
        ("queen", "pocket"),
        ("placing", (("a", 7, 1),)),
    ):
        broken = after.copy()
        setattr(broken, field, value)
        assert key_of(broken) != key_of(after)
        raises(AssertionError, possible, before, broken, ruling)
