"""The standing of each group of a stage, and the places that the next stage takes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from host_tools.tournament.draw import swiss
from host_tools.tournament.model import finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Competition, Fixture, Place, Result, Stage
from host_tools.tournament.standings import chances as chances_of
from host_tools.tournament.standings import standings, withdrawals
from host_tools.tournament.standings.chances import Chance
from host_tools.tournament.standings.results import shoot_out_decisions, without_shoot_outs

#: A fixture in one of these states will not change the standing any more.
ENDED = ("done", "bye", "off")

_PHANTOM = Result("a", "entered", ((25, 0),), (1, 0), (25, 0), 25)


def of_stage(
    book: Book, competition: Competition, stage: Stage, fixtures: Sequence[Fixture]
) -> dict[int, list[Place]]:
    """The standing of each group of the stage, by group; group 0 when it has none."""
    stage_fixtures = [fixture for fixture in fixtures if fixture.stage == stage.position]
    own = without_shoot_outs(stage_fixtures)
    if stage.kind == "external":
        counted = [] if unranked(stage, own) else _as_sol_counts(own)
        return standings.by_group(competition.ruleset, stage.kind, counted, count_left=True)
    withdrawn = {entry.id for entry in book.entries(competition.id) if entry.withdrawn}
    most = goes_on(stage) or None
    how = withdrawals.of_event(book.tournament_of(competition.id), competition.key) if withdrawn else ""
    typed = [(at, decision) for decision, at, _ in book.recorded_decisions(stage.id)]
    by_time = sorted([*typed, *shoot_out_decisions(stage_fixtures)], key=lambda decided: decided[0])
    decisions = [decision for _, decision in by_time]
    return standings.by_group(
        competition.ruleset,
        stage.kind,
        own,
        decisions,
        withdrawn=withdrawn,
        advance=most,
        count_left=withdrawals.count(how, stage.kind),
        is_over=is_drawn_to_end(stage, own),
    )


def chances(
    book: Book,
    competition: Competition,
    stage: Stage,
    fixtures: Sequence[Fixture],
    standing: Mapping[int, Sequence[Place]],
) -> dict[int, Chance]:
    """What is certain for the entries of a stage that goes on, by entry. standing: as `of_stage` gives it."""
    if stage.state == "done" or not goes_on(stage):
        return {}
    withdrawn = {entry.id for entry in book.entries(competition.id) if entry.withdrawn}
    how = withdrawals.of_event(book.tournament_of(competition.id), competition.key)
    certain: dict[int, Chance] = {}
    for group, own in by_group(stage, fixtures).items():
        certain |= chances_of.of_group(
            competition.ruleset,
            stage.kind,
            own,
            standing.get(group, ()),
            goes_on(stage),
            withdrawn=withdrawn,
            count_left=withdrawals.count(how, stage.kind),
        )
    return certain


def unranked(stage: Stage, own: Sequence[Fixture]) -> str | None:
    """Why the other system's order of an external stage cannot be known here; None: it can."""
    rounds = {fixture.round for fixture in own}
    if rounds and rounds != set(range(1, max(rounds) + 1)):
        return "rounds_missing"
    return stage.settings.get("unranked")


def _as_sol_counts(own: Sequence[Fixture]) -> list[Fixture]:
    """The matches of the rounds that are decided, each with what SoL counts: the difference of the points as
    net points, and a bye as 25-0 (those of databases before have no result).
    """
    last = min((each.round for each in own if each.state not in ENDED), default=swiss.last_round(own) + 1)
    counted = []
    for fixture in own:
        result = fixture.result or (_PHANTOM if fixture.state == "bye" else None)
        if fixture.round < last and result is not None:
            net = result.points[0] - result.points[1]
            counted.append(replace(fixture, result=replace(result, net=net)))
    return counted


def is_over(stage: Stage, own: Sequence[Fixture]) -> bool:
    """Whether none of these matches of the stage (all, or those of a group) is still to be decided, nor a
    round of it to be drawn.
    """
    own = without_shoot_outs(own)
    return is_drawn_to_end(stage, own) and all(fixture.state in ENDED for fixture in own)


def is_drawn_to_end(stage: Stage, own: Sequence[Fixture]) -> bool:
    """Whether no round of the stage is still to be drawn."""
    return stage.kind != swiss.KIND or swiss.last_round(own) >= stage.settings.get("rounds", 0)


def by_group(stage: Stage, fixtures: Sequence[Fixture]) -> dict[int, list[Fixture]]:
    """The matches of a stage by group, in the order of the groups, without shoot-outs."""
    groups: dict[int, list[Fixture]] = {}
    for fixture in sorted(without_shoot_outs(fixtures), key=lambda match: match.group):
        if fixture.stage == stage.position:
            groups.setdefault(fixture.group, []).append(fixture)
    return groups


def goes_on(stage: Stage) -> int:
    """How many entries of each group go on; 0: none does, or the stage is a knockout."""
    return 0 if stage.kind == "knockout" else int(stage.settings.get("advance", 0))


def places(
    book: Book, competition: Competition, stages: Sequence[Stage], fixtures: Sequence[Fixture]
) -> dict[tuple[int, int, int], int | None]:
    """The entry that goes on from each (stage, group, place) of groups that are complete and owe nothing."""
    places: dict[tuple[int, int, int], int | None] = {}
    for stage in stages:
        most = goes_on(stage)
        if not most or stage.state == "waiting":
            continue
        matches = by_group(stage, fixtures)
        standing = of_stage(book, competition, stage, fixtures)
        for group, lines in standing.items():
            if is_over(stage, matches[group]) and not owed(lines, most):
                in_order = sorted(lines, key=lambda line: line.place)
                for number in range(1, most + 1):
                    entry = in_order[number - 1].entry if number <= len(in_order) else None
                    places[(stage.position, group, number)] = entry
    return places


def owed(lines: Sequence[Place], most: int) -> list[Place]:
    """The entries that must be separated (a shoot-out, a toss) before the first `most` can go on."""
    return [line for line in lines if line.open and line.place <= most]


def stage_of(book: Book, competition: Competition, position: int | None) -> Stage:
    """A stage by its position; None: the first that owes a shoot-out or a toss, for which the next one waits;
    else as `finding.stage`.
    """
    if position is None:
        fixtures = book.fixtures(competition.id)
        for stage in book.stages(competition.id):
            if stage.state != "waiting" and any(
                owed(lines, goes_on(stage)) for lines in of_stage(book, competition, stage, fixtures).values()
            ):
                return stage
    return finding.stage(book, competition, position)


def stage_to_decide(book: Book, competition: Competition, position: int | None) -> Stage:
    """A stage by its position; None: the one that owes a shoot-out, else the last drawn one from which
    entries go on, else as `finding.stage`.
    """
    stage = stage_of(book, competition, position)
    if position is None and not goes_on(stage):
        open_stages = [
            each for each in book.stages(competition.id) if goes_on(each) and each.state != "waiting"
        ]
        return open_stages[-1] if open_stages else stage
    return stage
