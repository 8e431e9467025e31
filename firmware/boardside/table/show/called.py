"""Sides and players in a line of text, as short as the line has room for, and never cut.

The first that fits: all of a name; its last word, if nobody else has the same ("Chatterjee", of a pair
"Rao/Möller"); Left or Right, in doubles with the player's number at a seat: "Left 2". Who has no name that
the fonts can show is called so, too.
"""

from .. import texts
from .screens import players, spelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import Clauses, State

LEAST = 5
"""Characters that a side may take in a line without room: "Right"."""

_SIDES = ("a", "b")


def side_name(state: "State", side: str, room: int) -> str:
    """A side in a line that has `room` characters for it."""
    name = players(state, side)
    if name and len(name) > room:
        name = "/".join([_short(state, name) for name in state.names[side]])
    return name if name and len(name) <= room else side_word(state, side)


def seat_name(state: "State", seat: int, room: int = texts.LINE_MAX) -> str:
    """The player at a seat, 0 to 3, in a line that has `room` characters for him."""
    side = _SIDES[seat & 1]
    names = state.names.get(side) or ()
    at = seat >> 1
    name = spelled(state, names[at]) if at < len(names) else ""
    if name and len(name) > room:
        name = _short(state, names[at])
    if name and len(name) <= room:
        return name
    return side_word(state, side) + (" %d" % (at + 1) if state.setup.doubles else "")


def side_word(state: "State", side: str) -> str:
    """The side of the table at which a side sits."""
    return "Left" if side == state.left_side else "Right"


def ruling_lines(state: "State", clauses: "Clauses") -> tuple:
    """A ruling as the displays show it (ruling_words.two_lines)."""
    from ..ruling_words import two_lines  # a table of digits has no use for it

    return two_lines(
        clauses,
        lambda side: players(state, side) or side_word(state, side),
        lambda seat: seat_name(state, seat),
        lambda side: side_word(state, side),
    )


def line_of(state: "State", words: str, values: tuple, most: int = texts.NAMED_MAX) -> str:
    """`words` filled with `values`, "a" and "b" among them as names: short enough
    for a line of `most` characters, unless it is longer without names.
    """
    sides = 0
    for value in values:
        sides += value in _SIDES
    bare = words % tuple(["" if value in _SIDES else value for value in values])
    room = max((most - len(bare)) // max(sides, 1), LEAST)
    return words % tuple([side_name(state, value, room) if value in _SIDES else value for value in values])


def _short(state: "State", name: str) -> str:
    """The last word of a player's name; the whole name if another one has the same, or it is an initial."""
    shown = spelled(state, name)
    word = _last_word(shown)
    namesakes = 0
    for side in _SIDES:
        for other in state.names.get(side) or ():
            namesakes += _last_word(spelled(state, other)) == word
    return shown if namesakes > 1 else word


def _last_word(name: str) -> str:
    word = name[name.rfind(" ") + 1 :]
    return name if len(word) < 3 or word.endswith(".") else word
