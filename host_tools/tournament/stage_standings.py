"""The standing of each group of a stage, and the places that the next stage takes."""

from collections.abc import Sequence

from host_tools.tournament import finding, standings, withdrawals
from host_tools.tournament.book import Book
from host_tools.tournament.model import Competition, Fixture, Place, Stage

#: A fixture in one of these states will not change the standing any more.
ENDED = ("done", "bye", "off")


def of_stage(
    book: Book, competition: Competition, stage: Stage, fixtures: Sequence[Fixture]
) -> dict[int, list[Place]]:
    """The standing of each group of the stage, by group; group 0 when it has none."""
    own = [fixture for fixture in fixtures if fixture.stage == stage.position]
    withdrawn = {entry.id for entry in book.entries(competition.id) if entry.withdrawn}
    most = goes_on(stage) or None
    how = withdrawals.of_event(book.tournament_of(competition.id), competition.key) if withdrawn else ""
    decisions = book.decisions(stage.id)
    return standings.by_group(
        competition.ruleset,
        stage.kind,
        own,
        decisions,
        withdrawn=withdrawn,
        advance=most,
        count_left=withdrawals.count(how, stage.kind),
    )


def by_group(stage: Stage, fixtures: Sequence[Fixture]) -> dict[int, list[Fixture]]:
    """The fixtures of a stage by group, in the order of the groups."""
    groups: dict[int, list[Fixture]] = {}
    for fixture in sorted(fixtures, key=lambda match: match.group):
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
            if all(match.state in ENDED for match in matches[group]) and not owed(lines, most):
                in_order = sorted(lines, key=lambda line: line.place)
                for number in range(1, most + 1):
                    entry = in_order[number - 1].entry if number <= len(in_order) else None
                    places[(stage.position, group, number)] = entry
    return places


def owed(lines: Sequence[Place], most: int) -> list[Place]:
    """The entries that must be separated (a shoot-out, a toss) before the first `most` can go on."""
    return [line for line in lines if line.open and line.place <= most]


def stage_of(book: Book, competition: Competition, position: int | None) -> Stage:
    """A stage by its position; None: the first that is done but for a shoot-out or a toss, for which the next
    one waits; else as `finding.stage`.
    """
    if position is None:
        fixtures = book.fixtures(competition.id)
        for stage in book.stages(competition.id):
            if stage.state == "done" and any(
                owed(lines, goes_on(stage)) for lines in of_stage(book, competition, stage, fixtures).values()
            ):
                return stage
    return finding.stage(book, competition, position)
