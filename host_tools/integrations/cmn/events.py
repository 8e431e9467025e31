"""Turns a match of a CMN file into events (docs/scripts/events.md): a game of CMN is a round here."""

from boardside.game import match as game
from boardside.game.crokinole.fields import FIELDS
from boardside.game.crokinole.round import DISC_VALUES
from boardside.game.errors import GameError
from boardside.game.state import State
from host_tools.integrations.cmn.reading import CmnGame, CmnMatch
from host_tools.integrations.cmn.reasons import CmnError
from host_tools.live_values import Event

_SIDES = ("a", "b")
ROUNDS_MOST = FIELDS["rounds"][2]
_DISCS_MOST = FIELDS["discs_singles"][2]
#: The most that a `round` event of any match can hold; the rules know how many discs this match has.
TWENTY, TWENTIES_MOST, TOTAL_MOST = DISC_VALUES[0], _DISCS_MOST, _DISCS_MOST * DISC_VALUES[0]


def events(match: CmnMatch) -> list[Event]:
    """The match as events: one game of as many rounds as were played. Raises CmnError.

    The rules accept each event. Totals that no discs can give with these 20s are left out, because CMN does
    not say whether `scores` include the 20s. 20s of more discs than there are are left out, too.
    """
    if not 1 <= len(match.games) <= ROUNDS_MOST:
        raise CmnError("too_many_games", match=match.id, count=len(match.games), most=ROUNDS_MOST)
    rules = {"games": 1, "rounds": len(match.games), "draws": True}
    names = {side: list(people) for side, people in zip(_SIDES, match.teams, strict=True)}
    begin: Event = {
        "kind": "match",
        "match": match.id[:40],
        "ruleset": "wcc",
        "stage": "group",
        "rules": rules,
        **names,
    }
    begin |= {"doubles": len(match.teams[0]) == 2, "breaks": _SIDES[match.games[0].hammer or 0]}
    all_events = [begin]
    try:
        state, _ = game.apply(game.new(), begin)
        for played in match.games:
            state, event = _taken(state, played)
            all_events.append(event)
    except GameError as error:
        why = {"reason": error.reason, "facts": error.facts}
        raise CmnError("no_events", match=match.id, why=why) from error
    return [*all_events, {"kind": "confirm"}]


def _taken(state: State, played: CmnGame) -> tuple[State, Event]:
    """The state after the round, and its event, without what the discs of this match cannot give."""
    event = round_of(played)
    try:
        return game.apply(state, event)[0], event
    except GameError:
        event.pop("total", None)
        event["winner"] = _winner_of(played)
    try:
        return game.apply(state, event)[0], event
    except GameError:
        event.pop("twenties", None)
    return game.apply(state, event)[0], event


def _winner_of(played: CmnGame) -> str:
    return "level" if played.winner is None else _SIDES[played.winner]


def round_of(played: CmnGame) -> Event:
    """A game of CMN as a `round` event, for any number of discs."""
    twenties = (
        played.twenties if played.twenties is not None and max(played.twenties) <= TWENTIES_MOST else None
    )
    least = tuple(TWENTY * count for count in twenties or (0, 0))
    event: Event = {"kind": "round"}
    fits = played.scores is not None and all(
        low <= total <= TOTAL_MOST and total % DISC_VALUES[-1] == 0
        for low, total in zip(least, played.scores, strict=True)
    )
    if fits and played.scores is not None:
        event["total"] = dict(zip(_SIDES, played.scores, strict=True))
    else:
        event["winner"] = _winner_of(played)
    if twenties is not None:
        event["twenties"] = dict(zip(_SIDES, twenties, strict=True))
    return event
