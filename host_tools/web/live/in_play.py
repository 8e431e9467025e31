"""The board or round in play in words: whose turn, the Queen, dues owed and placed, discs and 20s.

Everything is empty unless strokes or shots are recorded: otherwise only the umpire knows.
"""

from collections.abc import Mapping
from typing import Any

from host_tools.i18n import gettext as _
from host_tools.i18n import ngettext
from host_tools.web.http.ports import TableView
from host_tools.web.live.page_models import Piece

PIECES = 9


def side(view: TableView, key: str) -> str:
    """A side in words: "6 on the board, Queen covered, owes 1", "5 discs to shoot, 2 × 20"; or empty."""
    situation = _situation(view)
    down = situation.get("down")
    if isinstance(down, Mapping):
        if not _recorded(situation):
            return ""
        parts = [ngettext("{n} on the board", "{n} on the board", PIECES - _count_of(down, key))]
        if situation.get("queen") == key:
            parts.append(_("Queen covered"))
        owed = _owed(situation, key)
        return ", ".join([*parts, ngettext("owes {n}", "owes {n}", owed)] if owed else parts)
    if not _counted(situation):
        return ""
    left = int(situation["discs"]) - _count_of(situation["shots"], key)
    twenties = _count_of(situation.get("twenties"), key)
    text = ngettext("{n} disc to shoot", "{n} discs to shoot", left)
    return f"{text}, {twenties} × 20" if twenties else text


def men(view: TableView, key: str) -> list[Piece]:
    """A side as a row of discs, each "on" (the board, or still to be shot), "down" or "owed"; the Queen, if
    the side has covered it or is covering it, comes last. Empty unless strokes or shots are recorded.
    """
    situation = _situation(view)
    down = situation.get("down")
    if isinstance(down, Mapping) and not _recorded(situation):
        row = []
    elif isinstance(down, Mapping):
        gone = _count_of(down, key)
        owed = min(_owed(situation, key) + _to_place(situation, key), gone)
        row = ["on"] * (PIECES - gone) + ["owed"] * owed + ["down"] * (gone - owed)
        queen = situation.get("queen")
        if queen == key:
            row.append("queen")
        elif queen == "covering" and situation.get("turn") == key:
            row.append("covering")
    elif _counted(situation):
        shot = _count_of(situation["shots"], key)
        row = ["on"] * (int(situation["discs"]) - shot) + ["down"] * shot
    else:
        row = []
    return [{"is": word} for word in row]


def _recorded(situation: Mapping[str, Any]) -> bool:
    """Whether something was pocketed or is owed: before that, the umpire may be using the strokes only for
    their clock.
    """
    is_something_told = any(_count_of(situation.get("down"), key) or _owed(situation, key) for key in "ab")
    return is_something_told or situation.get("queen") != "board"


def _counted(situation: Mapping[str, Any]) -> bool:
    shots = situation.get("shots")
    return bool(isinstance(shots, Mapping) and situation.get("discs") and any(shots.values()))


def _count_of(by_side: object, key: str) -> int:
    return int(by_side.get(key) or 0) if isinstance(by_side, Mapping) else 0


def _owed(situation: Mapping[str, Any], key: str) -> int:
    """Dues that cannot be paid yet, for want of pocketed c/m (72c) or of room (79)."""
    return _count_of(situation.get("owes"), key) + _count_of(situation.get("waiting"), key)


def _to_place(situation: Mapping[str, Any], key: str) -> int:
    entries = situation.get("placing") or []
    return sum(int(entry.get("count") or 0) for entry in entries if entry.get("side") == key)


def line(view: TableView, people: Mapping[str, list[str]]) -> str:
    """One line about the board in play, e.g. "Asha to play · Queen to be covered"; or empty.

    people: the names of each side's players, in the order of their seats.
    """
    situation = _situation(view)
    if not situation:
        return ""
    if "down" in situation:
        return " · ".join(_carrom(situation, people))
    return " · ".join(_crokinole(situation, people))


def _situation(view: TableView) -> Mapping[str, Any]:
    situation = view.get("situation")
    in_play = view.get("phase") == "board" and isinstance(situation, Mapping)
    return situation if in_play and isinstance(situation, Mapping) else {}


def _at(seat: object, people: Mapping[str, list[str]]) -> str:
    """The player at a seat: in singles 0 and 1, in doubles 0 to 3, even ones side a's."""
    if not isinstance(seat, int) or not 0 <= seat <= 3:
        return "?"
    names = people["ab"[seat & 1]]
    return names[min(seat // 2, len(names) - 1)]


def _carrom(situation: Mapping[str, Any], people: Mapping[str, list[str]]) -> list[str]:
    if situation.get("over"):
        return [_("The board is over, its result is awaited")]
    doubles = len(people["a"]) > 1
    parts = []
    placing = situation.get("placing") or []
    for entry in placing:
        seat = entry.get("seat")
        is_own = isinstance(seat, int) and "ab"[seat & 1] == entry.get("side")
        name, count = _at(seat, people), _count_of(entry, "count")
        if is_own:
            text = ngettext("{name} places {n} own", "{name} places {n} own", count, name=name)
        elif doubles:
            text = ngettext(
                "{name} places {n} of the opponents’", "{name} places {n} of the opponents’", count, name=name
            )
        else:
            text = ngettext(
                "{name} places {n} of the opponent’s", "{name} places {n} of the opponent’s", count, name=name
            )
        parts.append(text)
    if not placing:
        at_break = bool(situation.get("tries"))
        name = _at(situation.get("seat"), people)
        parts.append(_("{name} to break", name=name) if at_break else _("{name} to play", name=name))
    if situation.get("queen") == "covering":
        parts.append(_("Queen to be covered"))
    return parts


def _crokinole(situation: Mapping[str, Any], people: Mapping[str, list[str]]) -> list[str]:
    parts = []
    turn, last = situation.get("turn"), situation.get("last")
    if situation.get("ended"):
        name = " / ".join(people[last]) if last in ("a", "b") else ""
        parts.append(_("Last shot: {name}", name=name) if name and turn else _("The time is over"))
    elif turn in ("a", "b"):
        parts.append(_("{name} to shoot", name=_at(situation.get("seat"), people)))
    else:
        parts.append(_("All discs are shot, the count is awaited"))
    twenties = [_count_of(situation.get("twenties"), key) for key in "ab"]
    if any(twenties) and not _counted(situation):
        parts.append(_("20s {score}", score=f"{twenties[0]}–{twenties[1]}"))
    return parts
