"""The standing of a stage: who has which place, which step decided it, and why
(docs/organiser/standings.md)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from host_tools.tournament.draw import swiss
from host_tools.tournament.model import ties
from host_tools.tournament.model.model import Decision, Fixture, Place, StageKind
from host_tools.tournament.standings import knockout_standing, sports, tally, tie_breaks, withdrawals
from host_tools.tournament.standings.tally import Tally
from host_tools.tournament.standings.tie_breaks import Separated

_FINISHED = ("done", "bye", "off")


def standing(
    ruleset: str,
    stage_kind: StageKind,
    entries: Sequence[int],
    fixtures: Sequence[Fixture],
    decisions: Sequence[Decision] = (),
    *,
    withdrawn: Collection[int] = (),
    advance: int | None = None,
    count_left: bool | None = None,
    is_over: bool = True,
) -> list[Place]:
    """The places of one group (or of the whole stage, when it has no groups), the best first.

    entries: ids of those in it; fixtures: its matches, those of ties of teams too; only done ones count.
    decisions: in the order they were made; those of another group than the fixtures' are left out.
    withdrawn: entries that withdrew; those that left before their last match come last, and in a group their
    matches do not count, unless `count_left` says otherwise (None: as usual). advance: how many go
    on; a shoot-out is owed only where it decides who goes on, with None for every tie. is_over: whether no
    round is still to be drawn; before that nothing is owed, and who has withdrawn from a Swiss has left it.

    Entries that are level share a place, in the order of their ids; `open` says that all matches are over
    and a shoot-out (or the organiser's decision) must separate them. The order of entries and fixtures does
    not matter.
    """
    if stage_kind == "knockout":
        return knockout_standing.standing(entries, fixtures, withdrawn)
    matches = ties.folded(fixtures)
    left = tally.who_left(fixtures, withdrawn)
    if stage_kind == swiss.KIND:
        number = swiss.last_round(matches)
        last = [match for match in matches if match.round == number]
        stayed = set(entries_of(last)) if is_over else set()
        left |= set(entries) & set(withdrawn) - stayed
    if not counts_left(stage_kind, count_left):
        matches = without(matches, left)
    sport = sports.of_ruleset(ruleset)
    tallies = tally.tallies(entries, matches, sport.points)
    staying = {entry: tally for entry, tally in tallies.items() if entry not in left}
    group = {fixture.group for fixture in fixtures}
    mine = [decision for decision in decisions if not group or decision.group in group]
    is_over = is_over and all(fixture.state in _FINISHED for fixture in matches)
    steps = sport.steps(stage_kind)
    places = []
    for separated in tie_breaks.separate(staying, steps, mine):
        is_owed = is_over and separated.level_with > 0 and (advance is None or separated.place <= advance)
        places.append(_place(tallies[separated.entry], separated, is_owed))
    place_of_gone = len(staying) + 1
    gone = sorted(entry for entry in tallies if entry not in staying)
    places += [_line(tallies[entry], place_of_gone, "withdrawn", "withdrawn") for entry in gone]
    if tie_breaks.BUCHHOLZ not in steps:
        return places
    return [replace(place, buchholz=tallies[place.entry].buchholz) for place in places]


def by_group(
    ruleset: str,
    stage_kind: StageKind,
    fixtures: Sequence[Fixture],
    decisions: Sequence[Decision] = (),
    *,
    withdrawn: Collection[int] = (),
    advance: int | None = None,
    count_left: bool | None = None,
    is_over: bool = True,
) -> dict[int, list[Place]]:
    """The standing of each group of a stage, by its number; the entries are those of its fixtures."""
    groups: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        groups.setdefault(fixture.group, []).append(fixture)
    return {
        group: standing(
            ruleset,
            stage_kind,
            entries_of(members),
            members,
            decisions,
            withdrawn=withdrawn,
            advance=advance,
            count_left=count_left,
            is_over=is_over,
        )
        for group, members in sorted(groups.items())
    }


def counts_left(stage_kind: StageKind, count_left: bool | None) -> bool:
    """Whether the matches of entries that left count. count_left: as `standing` takes it."""
    return withdrawals.count("", stage_kind) if count_left is None else count_left


def without(matches: Sequence[Fixture], left: Collection[int]) -> list[Fixture]:
    """The matches in which none of these entries plays."""
    return [match for match in matches if match.a not in left and match.b not in left]


def entries_of(fixtures: Iterable[Fixture]) -> list[int]:
    """The ids of all entries in these fixtures, in ascending order."""
    return sorted({side for fixture in fixtures for side in (fixture.a, fixture.b) if side is not None})


def _place(mine: Tally, separated: Separated, is_owed: bool) -> Place:
    if separated.step != "level":
        against = tuple(figure for figure in (separated.better, separated.worse) if figure is not None)
        line = _line(mine, separated.place, separated.step, "by_step", counted=separated.counted)
        return replace(line, figure=separated.figure, against=against)
    if not separated.level_with:
        return _line(mine, separated.place, "level", "only_entry")
    if not mine.played and not is_owed:
        return _line(mine, separated.place, "level", "not_played")
    if separated.level_with == 1:
        line = _line(mine, separated.place, "level", "level_with_one")
    else:
        line = _line(mine, separated.place, "level", "level_with_others", count=separated.level_with)
    return replace(line, open=is_owed)


def _line(mine: Tally, place: int, step: str, reason: str, **facts: Any) -> Place:
    return Place(
        place=place,
        entry=mine.entry,
        played=mine.played,
        won=mine.won,
        drawn=mine.drawn,
        lost=mine.lost,
        points=mine.points,
        net=mine.net,
        twenties=mine.twenties,
        step=step,
        reason=reason,
        facts=facts,
    )
