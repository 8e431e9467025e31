"""Sides and players in a line of text: by name, as short as the line has room for.

The first that fits: all of a name; its last word, if nobody else has the same ("Chatterjee", of a pair
"Rao/Möller"); the beginning of that word and "…", of a pair with little room the first's and "+". Who has no
name that the fonts can show is A or B, in doubles A1 to B2.
"""

from .. import texts
from .screens import player, players, spelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import Clauses, State

LEAST = 4
"""Characters of a name that is still told from others; a line with less room has the letter."""

_BOTH = 11  # characters in which two names are still told from others; with less, the first and "+"
_SIDES = ("a", "b")


def side_name(state: "State", side: str, room: int) -> str:
    """A side in a line that has `room` characters for it."""
    name = players(state, side)
    if not name or len(name) <= room:
        return name or side.upper()
    if room < LEAST:
        return side.upper()
    short = [_short(state, name) for name in state.names[side]]
    if len(short) == 1:
        return clipped(short[0], room)
    name = "/".join(short)
    if len(name) <= room:
        return name
    if room < _BOTH:
        return clipped(short[0], room - 1) + "+"
    half = (room - 1) // 2
    first = clipped(short[0], max(half, room - 1 - len(short[1])))
    return first + "/" + clipped(short[1], room - 1 - len(first))


def seat_name(state: "State", seat: int, room: int = texts.LINE_MAX) -> str:
    """The player at a seat, 0 to 3, in a line that has `room` characters for him."""
    side = _SIDES[seat & 1]
    names = state.names.get(side) or ()
    at = seat >> 1
    name = spelled(state, names[at]) if at < len(names) else ""
    if name:
        return name if len(name) <= room else clipped(_short(state, names[at]), max(room, LEAST))
    return "%s%d" % (side.upper(), at + 1) if state.setup.doubles else side.upper()


def ruling_lines(state: "State", clauses: "Clauses") -> tuple:
    """A ruling as the displays show it (ruling_words.two_lines)."""
    from ..ruling_words import two_lines  # a table of digits has no use for it

    left = state.left_side
    return two_lines(
        clauses,
        lambda side: player(state, side),
        lambda seat: seat_name(state, seat),
        lambda side: "Left" if side == left else "Right",
    )


def clipped(name: str, room: int) -> str:
    """A name in at most `room` characters, 2 or more."""
    return name if len(name) <= room else name[: room - 1] + "\u2026"


def line_of(state: "State", words: str, values: tuple, most: int = texts.NAMED_MAX) -> str:
    """`words` filled with `values`, "a" and "b" among them as names: short enough
    for a line of `most` characters, unless it would be longer with names of LEAST.
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
