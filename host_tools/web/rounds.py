"""The score card of a crokinole match, in the columns that carrom's has: what the rulebook's card holds.

By round and side: the 20s, the value of the discs (20s included), and the game's points as they then stand.
"""

from collections.abc import Mapping
from typing import Any

from host_tools.exports import columns
from host_tools.web.i18n import gettext as _
from host_tools.web.i18n import pgettext
from host_tools.web.ports import TableView

SIDES = ("a", "b")
NIL = "–"


def heads() -> dict[str, str]:
    """The columns of a crokinole card."""
    return {
        "no": pgettext("card", "Round"),
        "first": pgettext("card", "First shot"),
        "queen": pgettext("card", "20s"),
        "cm": pgettext("card", "Discs"),
        "total": pgettext("card", "Points"),
    }


def nothing() -> str:
    """What stands in place of the rows of an empty card."""
    return _("No round has been played in this game.")


def is_played(view: TableView) -> bool:
    """Whether the match of this view is crokinole."""
    return bool((view.get("rules") or {}).get("sport") == "crokinole")


def is_round(board: Mapping[str, Any]) -> bool:
    """Whether a row of a game is a round of crokinole; boards have no 20s."""
    return "twenties" in board


def row(done: Mapping[str, Any]) -> dict[str, Any]:
    """A finished round as a row of the card, without who shot first and the Laws."""
    points = done["points"]
    return {
        "no": "E" if done.get("extra") else str(done["number"]),
        "state": "played",
        **{side: _side(done, side) for side in SIDES},
        "points": f"{points['a']}–{points['b']}",
        "remarks": [{"text": text} for text in columns.round_remarks(done, _)],
    }


def says(law: str) -> str:
    """What a round rests on: a heading of the rulebook, or a decision of ours."""
    return _("Decision {law}", law=law) if law[:1] == "D" and law[1:].isdigit() else law


def _side(done: Mapping[str, Any], side: str) -> dict[str, Any]:
    twenties = done["twenties"][side]
    total = done.get("total")
    return {
        "queen": str(twenties) if twenties else NIL,
        "queen_is": "twenty" if twenties else "",
        "cm": NIL if total is None else str(total[side]),
        "total": str(done["after"][side]),
        "won": "yes" if done.get("winner") == side else "no",
    }
