"""The standing of a knockout: a place for each round, which its losers share."""

from collections.abc import Collection, Sequence
from typing import Any

from host_tools.tournament.draw import bracket
from host_tools.tournament.model import ties
from host_tools.tournament.model.model import Fixture, Place, Side
from host_tools.tournament.standings.tally import Tally, is_drawn


def standing(entries: Sequence[int], fixtures: Sequence[Fixture], withdrawn: Collection[int]) -> list[Place]:
    """The places of all entries, the best first; those of one place in the order of their ids.

    The winner is 1, the loser of the final 2, those of the semi-finals 3 (3 and 4 after a match for third
    place), of the quarter-finals 5, and so on, as if the bracket had no byes. An entry that is still in has
    the place that it gets if it loses its next match (step "playing"). An entry without a match is last.
    """
    folded = ties.folded(fixtures)
    rounds = max((fixture.round for fixture in folded), default=0)
    places = [_place(entry, _path(entry, folded), rounds, entry in withdrawn) for entry in entries]
    absent = 1 + sum(place.step != "absent" for place in places)
    places = [place if place.step != "absent" else _absent(place.entry, absent) for place in places]
    return sorted(places, key=lambda place: (place.place, place.step != "playing", place.entry))


def _path(entry: int, fixtures: Sequence[Fixture]) -> list[Fixture]:
    """Its fixtures in the order of rounds; the match for third place is the last."""
    mine = [fixture for fixture in fixtures if entry in (fixture.a, fixture.b)]
    return sorted(mine, key=lambda fixture: (fixture.round, bracket.is_for_third_place(fixture)))


def _place(entry: int, path: Sequence[Fixture], rounds: int, is_withdrawn: bool) -> Place:
    if not path:
        return _absent(entry, 0)
    last = path[-1]
    tally = _tally(entry, path)
    if bracket.is_for_third_place(last):
        place, step, reason = _third(entry, last)
    else:
        place, step, reason = _reached(entry, last, rounds)
    facts: dict[str, Any] = {"stage": last.laws_stage, "round": last.round}
    if is_withdrawn:
        facts["withdrawn"] = True
    return Place(
        place,
        entry,
        tally.played,
        tally.won,
        tally.drawn,
        tally.lost,
        0,
        tally.net,
        tally.twenties,
        step,
        reason,
        facts,
    )


def _reached(entry: int, last: Fixture, rounds: int) -> tuple[int, str, str]:
    beaten = (1 << (rounds - last.round)) + 1
    outcome = _outcome(entry, last)
    if outcome is None:
        return beaten, "playing", "still_in"
    if outcome:
        if last.round == rounds:
            return 1, "round", "won" if last.state == "done" else "nobody_in_final"
        return beaten - 1, "playing", "through"
    is_walk_over = last.result is not None and last.result.how == "walk_over"
    return beaten, "round", "lost_by_walk_over" if is_walk_over else "lost"


def _third(entry: int, last: Fixture) -> tuple[int, str, str]:
    outcome = _outcome(entry, last)
    if outcome is None:
        return 3, "playing", "third_open"
    if outcome:
        return (
            3,
            "third",
            "third_won" if last.state == "done" else "third_nobody",
        )
    is_void = last.result is not None and last.result.winner is None
    return (3 if is_void else 4), "third", "third_lost"


def _outcome(entry: int, fixture: Fixture) -> bool | None:
    """Whether the entry goes on from this fixture; None while that is not decided."""
    if fixture.state == "bye":
        return True
    if fixture.state != "done" or fixture.result is None or is_drawn(fixture.result):
        return None
    mine: Side = "a" if fixture.a == entry else "b"
    return fixture.result.winner == mine


def _tally(entry: int, path: Sequence[Fixture]) -> Tally:
    tally = Tally(entry)
    for fixture in path:
        result = fixture.result
        if fixture.state != "done" or result is None:
            continue
        side = 0 if fixture.a == entry else 1
        tally.played += 1
        has_won = result.winner == "ab"[side]
        tally.won += has_won
        tally.drawn += is_drawn(result)
        tally.lost += not has_won and not is_drawn(result)
        tally.net += result.net if side == 0 else -result.net
        tally.twenties += result.twenties[side]
    return tally


def _absent(entry: int, place: int) -> Place:
    return Place(place, entry, 0, 0, 0, 0, 0, 0, 0, "absent", "no_match", {})
