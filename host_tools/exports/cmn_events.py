"""A match of a CMN file as events of ours (docs/events.md): a game of CMN is a round here."""

from typing import Any

from host_tools.exports.cmn_reading import CmnGame, CmnMatch
from host_tools.exports.errors import ExportError

_SIDES = ("a", "b")
#: Of the rules: rounds in a game, the value of all discs and of a 20 (docs/events.md, `round`).
ROUNDS_MOST, TOTAL_MOST, TWENTY, TWENTIES_MOST = 20, 480, 20, 24


def events(match: CmnMatch) -> list[dict[str, Any]]:
    """The match as events (docs/events.md): one game of as many rounds as were played. Raises ExportError.

    Totals that no discs can make with those 20s are left out: CMN does not say whether 20s are in `scores`.
    """
    if not 1 <= len(match.games) <= ROUNDS_MOST:
        raise ExportError(f"{match.id}: {len(match.games)} games; 1 to {ROUNDS_MOST} can be told as events.")
    rules = {"games": 1, "rounds": len(match.games), "draws": True}
    names = {side: list(people) for side, people in zip(_SIDES, match.teams, strict=True)}
    begin: dict[str, Any] = {
        "kind": "match",
        "match": match.id[:40],
        "ruleset": "wcc",
        "stage": "group",
        "rules": rules,
        **names,
    }
    begin |= {"doubles": len(match.teams[0]) == 2, "breaks": _SIDES[match.games[0].hammer or 0]}
    return [begin, *(round_of(one) for one in match.games), {"kind": "confirm"}]


def round_of(one: CmnGame) -> dict[str, Any]:
    """A game of CMN as our `round` event."""
    twenties = one.twenties if one.twenties is not None and max(one.twenties) <= TWENTIES_MOST else None
    least = tuple(TWENTY * count for count in twenties or (0, 0))
    found: dict[str, Any] = {"kind": "round"}
    fits = one.scores is not None and all(
        low <= total <= TOTAL_MOST and total % 5 == 0 for low, total in zip(least, one.scores, strict=True)
    )
    if fits and one.scores is not None:
        found["total"] = dict(zip(_SIDES, one.scores, strict=True))
    else:
        found["winner"] = "level" if one.winner is None else _SIDES[one.winner]
    if twenties is not None:
        found["twenties"] = dict(zip(_SIDES, twenties, strict=True))
    return found
