"""A match of a CMN file as events of ours (docs/events.md): a game of CMN is a round here."""

from typing import Any

from boardside.game import match as game
from boardside.game.crokinole.fields import FIELDS
from boardside.game.crokinole.round import DISC_VALUES
from boardside.game.errors import GameError
from boardside.game.state import State
from host_tools.exports.cmn_reading import CmnGame, CmnMatch
from host_tools.exports.errors import ExportError

_SIDES = ("a", "b")
ROUNDS_MOST = FIELDS["rounds"][2]
_DISCS_MOST = FIELDS["discs_singles"][2]
#: What a `round` event of any match has room for; how many discs there are in this one the game itself knows.
TWENTY, TWENTIES_MOST, TOTAL_MOST = DISC_VALUES[0], _DISCS_MOST, _DISCS_MOST * DISC_VALUES[0]


def events(match: CmnMatch) -> list[dict[str, Any]]:
    """The match as events (docs/events.md): one game of as many rounds as were played. Raises ExportError.

    Each is one that the game takes. Totals that no discs can make with those 20s are left out: CMN does not
    say whether 20s are in `scores`. So are 20s of more discs than there are.
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
    told = [begin]
    try:
        state, _ = game.apply(game.new(), begin)
        for one in match.games:
            state, event = _taken(state, one)
            told.append(event)
    except GameError as error:
        raise ExportError(f"{match.id} cannot be told as events: {error.message}.") from error
    return [*told, {"kind": "confirm"}]


def _taken(state: State, one: CmnGame) -> tuple[State, dict[str, Any]]:
    """The state after the round, and the event: as much of it as the discs of this match can give."""
    event = round_of(one)
    try:
        return game.apply(state, event)[0], event
    except GameError:
        event.pop("total", None)
        event["winner"] = _winner_of(one)
    try:
        return game.apply(state, event)[0], event
    except GameError:
        event.pop("twenties", None)
    return game.apply(state, event)[0], event


def _winner_of(one: CmnGame) -> str:
    return "level" if one.winner is None else _SIDES[one.winner]


def round_of(one: CmnGame) -> dict[str, Any]:
    """A game of CMN as our `round` event, of however many discs."""
    twenties = one.twenties if one.twenties is not None and max(one.twenties) <= TWENTIES_MOST else None
    least = tuple(TWENTY * count for count in twenties or (0, 0))
    found: dict[str, Any] = {"kind": "round"}
    fits = one.scores is not None and all(
        low <= total <= TOTAL_MOST and total % DISC_VALUES[-1] == 0
        for low, total in zip(least, one.scores, strict=True)
    )
    if fits and one.scores is not None:
        found["total"] = dict(zip(_SIDES, one.scores, strict=True))
    else:
        found["winner"] = _winner_of(one)
    if twenties is not None:
        found["twenties"] = dict(zip(_SIDES, twenties, strict=True))
    return found
