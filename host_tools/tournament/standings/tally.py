"""The figures of each entry of a group: the sums over its matches that count."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

from host_tools.tournament.model import ties
from host_tools.tournament.model.model import Fixture, Result

WIN_POINTS, DRAW_POINTS = 2, 1


@dataclass(slots=True)
class Tally:
    """The figures of one entry. points: standing points. buchholz: those of its opponents.
    scored: points of its games. against: (opponent, points, 20s) of each match."""

    entry: int
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    net: int = 0
    twenties: int = 0
    buchholz: int = 0
    scored: int = 0
    against: list[tuple[int, int, int]] = field(default_factory=list)


def tallies(
    entries: Iterable[int], fixtures: Iterable[Fixture], points_of: Callable[[Result, int], int]
) -> dict[int, Tally]:
    """The tally of each entry: of the done fixtures in which both sides are entries, and of byes that have a
    result.

    points_of: `by_wins` or `by_rounds`. A match that was given up counts as its result says (D26, D86).
    """
    by_entry = {entry: Tally(entry) for entry in entries}
    for fixture in fixtures:
        result, a, b = fixture.result, fixture.a, fixture.b
        if fixture.state == "bye" and result is not None and a in by_entry:
            _add(by_entry[a], None, result, 0, points_of(result, 0))
        if fixture.state != "done" or result is None or a not in by_entry or b not in by_entry:
            continue
        for side, (mine, theirs) in enumerate(((by_entry[a], by_entry[b]), (by_entry[b], by_entry[a]))):
            points = points_of(result, side)
            _add(mine, theirs.entry, result, side, points)
    for mine in by_entry.values():
        mine.buchholz = sum(by_entry[opponent].points for opponent, _, _ in mine.against)
    return by_entry


def by_rounds(result: Result, side: int) -> int:
    """Crokinole's standing points of side 0 or 1: those of the match."""
    return result.points[side]


def by_wins(result: Result, side: int) -> int:
    """Carrom's standing points of side 0 or 1: 2 for a win, 1 for a drawn match, 0 for a loss."""
    if result.winner == "ab"[side]:
        return WIN_POINTS
    return DRAW_POINTS if is_drawn(result) else 0


def is_drawn(result: Result) -> bool:
    """Whether the match counts as drawn. When neither side came (two walk-overs) both have lost."""
    return result.winner is None and result.how != "walk_over"


def _add(tally: Tally, opponent: int | None, result: Result, side: int, points: int) -> None:
    tally.played += 1
    if result.winner == "ab"[side]:
        tally.won += 1
    elif is_drawn(result):
        tally.drawn += 1
    else:
        tally.lost += 1
    tally.points += points
    tally.net += result.net if side == 0 else -result.net
    tally.twenties += result.twenties[side]
    tally.scored += result.points[side]
    if opponent is not None:
        tally.against.append((opponent, points, result.twenties[side]))


def who_left(fixtures: Sequence[Fixture], withdrawn: Collection[int]) -> set[int]:
    """Those of `withdrawn` who left this stage before their last match of it: one of their matches is
    not decided, or was decided after they had withdrawn, or was lost by a walk-over after all that they
    played. fixtures: the matches, of ties of teams each match.
    """
    decided_ties = {tie.id for tie in ties.folded(fixtures) if tie.state == "done"}
    return {
        entry
        for entry in withdrawn
        if _has_left(entry, [each for each in fixtures if entry in (each.a, each.b)], decided_ties)
    }


def _has_left(entry: int, fixtures: Iterable[Fixture], decided_ties: Collection[str]) -> bool:
    played: list[tuple[int, int]] = []
    given: list[tuple[int, int]] = []
    for fixture in fixtures:
        result = fixture.result
        if fixture.state in ("bye", "off"):
            continue
        if fixture.state != "done" or result is None:
            if fixture.tie not in decided_ties:
                return True
            continue
        is_won = result.winner is not None and entry == {"a": fixture.a, "b": fixture.b}[result.winner]
        if fixture.note_code == "withdrawn" and entry in fixture.note_facts.get(
            "entries", [] if is_won else [entry]
        ):
            return True
        if fixture.decided_at is not None:
            is_given = result.how == "walk_over" and not is_won
            (given if is_given else played).append((fixture.decided_at, fixture.round))
    return bool(given) and max(given) > max(played, default=(0, 0))
