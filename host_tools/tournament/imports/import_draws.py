"""Imports draws: the matches of a whole event as an export has them, or the rounds that people write down."""

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from boardside.game.errors import GameError
from host_tools.tournament.draw import bracket, groups, swiss
from host_tools.tournament.draw.draw_order import DrawError
from host_tools.tournament.entries import external
from host_tools.tournament.entries.entering import NewEntry
from host_tools.tournament.entries.external import Pairing
from host_tools.tournament.imports import import_results, import_sides
from host_tools.tournament.imports.import_files import FileRow, RowError
from host_tools.tournament.imports.import_run import Run
from host_tools.tournament.imports.import_sides import Sides
from host_tools.tournament.model import checks, remarks
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.hall_tables import known_ids_among
from host_tools.tournament.model.model import (
    Competition,
    Entry,
    Fixture,
    FixtureState,
    Source,
    Stage,
)
from host_tools.tournament.model.people import Person
from host_tools.tournament.reasons import cause
from host_tools.tournament.rounds import advancing, drawing, swiss_rounds
from host_tools.tournament.standings import results

#: States of a match that a table had; here no table has it.
_AT_TABLE = ("called", "playing", "held")
_STATES: tuple[FixtureState, ...] = get_args(FixtureState)
_NOTES: tuple[str, ...] = tuple(remarks.NOTES)


def is_whole(rows: Sequence[FileRow]) -> bool:
    """Whether these are the matches of an export, with ids, states, and where their sides come from."""
    return all(
        row.has("match") and row.has("state") and row.has("laws_stage")
        and (row.has("entry_a", "entry_b") or row.has("source_a", "source_b"))
        for row in rows
    )  # fmt: skip


# As exported


def whole(run: Run, competition: Competition, rows: Sequence[FileRow]) -> dict[str, FileRow]:
    """Add all matches of an event as the rows have them, with their results; returns the rows by match."""
    stages = {stage.position: stage for stage in run.book.stages(competition.id)}
    sides = import_sides.known(run, competition)
    numbers = {
        player.number: player.id for entry in run.book.entries(competition.id) for player in entry.players
    }
    made: dict[str, Fixture] = {}
    row_of: dict[str, FileRow] = {}
    for row in run.each(rows):
        try:
            fixture = _fixture(run, competition, row, sides, stages, numbers)
        except (RowError, DeskError) as error:
            run.fault(row, error)
            continue
        if fixture.id not in made:
            made[fixture.id], row_of[fixture.id] = fixture, row
        elif made[fixture.id] != fixture:
            run.because(
                row, "match", cause("import_match_twice", match=fixture.id, line=row_of[fixture.id].line)
            )
        else:
            run.same += 1
    for match in known_ids_among(run.book, made):
        run.because(row_of[match], "match", cause("import_match_known", match=match))
    known = {*made, *(fixture.tie for fixture in made.values())}
    for fixture in made.values():
        for column, source in (("source_a", fixture.source_a), ("source_b", fixture.source_b)):
            if source.fixture and source.fixture not in known:
                run.because(row_of[fixture.id], column, cause("import_source", text=str(source)))
            if source.kind == "place" and not 0 < source.stage < fixture.stage:
                run.because(row_of[fixture.id], column, cause("import_source", text=str(source)))
    if run.problems.noted:
        return {}
    run.book.add_fixtures(competition.id, list(stages.values()), made.values())
    seeds = {
        row.get("stage"): row.get("seed")
        for row in run.rows["stages"]
        if (row.text("tournament"), row.text("event")) == _whose(rows[0])
    }
    for position in {fixture.stage for fixture in made.values()}:
        run.book.set_stage(stages[position].id, state="drawn", draw_seed=seeds.get(position))
    run.book.set_competition(competition.id, state="drawn")
    run.new_matches |= made.keys()
    for fixture in made.values():
        run.changed(row_of[fixture.id], "match", competition.key, fixture.id, sides.said(fixture, None))
        if fixture.result is not None:
            result_text = sides.said(fixture, fixture.result)
            run.changed(row_of[fixture.id], "result", competition.key, fixture.id, result_text)
    return row_of


def _whose(row: FileRow) -> tuple[str, str]:
    return row.text("tournament"), row.text("event")


def _fixture(
    run: Run,
    competition: Competition,
    row: FileRow,
    sides: Sides,
    stages: dict[int, Stage],
    numbers: dict[int, int],
) -> Fixture:
    """The match of a row. Raises DeskError."""
    match, state = row.text("match"), row.text("state")
    if not checks.MATCH_ID.fullmatch(match):
        raise RowError("match", cause("import_bad_match_id", text=match))
    if row.get("stage") not in stages:
        position, count = row.get("stage"), len(stages)
        raise RowError("stage", cause("no_stage", event=competition.name, position=position, count=count))
    pair = sides.of_row(row) or (None, None)
    try:
        sources = tuple(Source.parse(row.text(column)) for column in ("source_a", "source_b"))
    except ValueError as error:
        raise RowError("source_a", cause("import_source", text=row.text("source_a"))) from error
    if state not in _STATES or not all((row.get(name) or 0) > 0 for name in ("round", "number")):
        raise RowError("state", cause("unknown_state", state=state, states=list(_STATES)))
    note = row.get("note_code")
    fixture = Fixture(
        id=match,
        stage=row.get("stage"),
        round=row.get("round"),
        number=row.get("number"),
        laws_stage=row.text("laws_stage"),
        group=row.get("group") or 0,
        a=pair[0],
        b=pair[1],
        source_a=sources[0],
        source_b=sources[1],
        tie=row.get("tie"),
        part=row.get("part"),
        line_up=_line_up(row, numbers),
        state="ready" if state in _AT_TABLE else state,
        hall=row.text("hall")[:40],
    )
    _check_rules(competition, fixture)
    if state == "bye" and fixture.a is not None and stages[fixture.stage].kind == swiss.KIND:
        return replace(fixture, result=swiss_rounds.of_bye(competition, fixture))
    if state == "done":
        result = import_results.read(row, competition, fixture)
        if result is None:
            raise RowError("winner", cause("import_no_result", match=match))
        table, umpire, at = row.get("table"), row.text("umpire"), row.get("decided_at") or run.at
        fixture = replace(fixture, result=result, table=table, umpire=umpire, decided_at=at)
        if note in _NOTES:
            facts = row.get("note_facts") or {}
            if not checks.is_note(note, facts):
                raise RowError("note_facts", cause("cell_no_json", text=str(facts)[:40]))
            fixture = replace(fixture, note_code=note, note_facts=facts)
    return fixture


def _check_rules(competition: Competition, fixture: Fixture) -> None:
    try:
        results.begun(competition, fixture)
    except GameError as error:
        why = {"reason": error.reason, "facts": error.facts}
        raise RowError("laws_stage", cause("match_refused", why=why)) from error


def _line_up(row: FileRow, numbers: dict[int, int]) -> dict[str, list[int]] | None:
    line_up = row.get("line_up")
    if line_up is None:
        return None
    sides = isinstance(line_up, dict) and set(line_up) <= {"a", "b"} and list(line_up.values())
    if sides is False or not all(isinstance(side, list) and set(side) <= set(numbers) for side in sides):
        raise RowError("line_up", cause("import_line_up"))
    return {side: [numbers[number] for number in named] for side, named in line_up.items()}


def check(run: Run, competition: Competition, row_of: dict[str, FileRow]) -> None:
    """Refuse what does not follow: the results before a match give it other sides than its row has."""
    before = {fixture.id: fixture for fixture in run.book.fixtures(competition.id)}
    advancing.advance(run.book, competition, run.at)
    after = {fixture.id: fixture for fixture in run.book.fixtures(competition.id)}
    wrong = advancing.contradictions(run.book, competition)
    sides = import_sides.known(run, competition)
    for match, row in row_of.items():
        old, new = before[match], after.get(match)
        if row.get("state") in _AT_TABLE:
            continue
        is_noted = old.note_code == "called_with"
        if new is None or _seen(old) != _seen(new) or (match in wrong and not is_noted):
            now = sides.said(old if new is None else new, None)
            run.because(row, "state", cause("import_contradiction", match=match, sides=now, state=old.state))


def _seen(fixture: Fixture) -> tuple[object, ...]:
    return fixture.a, fixture.b, fixture.state, fixture.result


# As people write it


def by_hand(run: Run, competition: Competition, rows: Sequence[FileRow]) -> None:
    """Draw the first stage as the rows name its matches; what follows from it comes as after any draw."""
    stages = run.book.stages(competition.id)
    sides = import_sides.known(run, competition)
    first = [row for row in rows if row.get("stage") in (None, 1)]
    if stages[0].kind == external.KIND:
        _rounds(run, competition, first, sides)
        return
    if competition.kind == "team":
        raise DeskError("import_team_draw", event=competition.name, key=competition.key)
    if not first:
        raise DeskError("not_drawn", event=competition.name)
    prefix = drawing.prefix_of(run.book, competition)
    if stages[0].kind == "knockout":
        made = _knockout(competition, first, sides, stages[0], prefix)
    else:
        made = _of_rounds(competition, first, sides, stages[0], prefix)
    going = {entry.id for entry in run.book.entries(competition.id) if not entry.withdrawn}
    missing = going - {side for fixture in made for side in (fixture.a, fixture.b)}
    if missing:
        raise DeskError("import_not_drawn", event=competition.name, entries=sides.titles(*sorted(missing)))
    try:
        drawing.begin(run.book, competition, stages, made, None)
    except DrawError as error:
        raise DeskError("draw_impossible", event=competition.name, why=error.to_json()) from error
    for fixture in run.book.fixtures(competition.id):
        run.changed(first[0], "match", competition.key, fixture.id, sides.said(fixture, None))


def _knockout(
    competition: Competition, rows: Sequence[FileRow], sides: Sides, stage: Stage, prefix: str
) -> list[Fixture]:
    begin = [row for row in rows if row.get("round") in (None, 1)]
    begin.sort(key=lambda row: row.get("number") or 0)
    slots = [side for row in begin for side in sides.of_row(row) or (None, None)]
    size = bracket.size_for(len(slots))
    named = [side for side in slots if side is not None]
    if len(slots) != size or len(set(named)) != len(named):
        raise DeskError("import_bracket", event=competition.name, count=len(begin), size=size // 2)
    return bracket.fixtures(slots, stage=1, prefix=prefix, third=bool(stage.settings.get("third")))


def _of_rounds(
    competition: Competition, rows: Sequence[FileRow], sides: Sides, stage: Stage, prefix: str
) -> list[Fixture]:
    """The matches of groups, of a round robin, of a preliminary or of a Swiss, in the rounds of the rows; in
    each round of a Swiss one entry can have a bye.
    """
    if stage.kind == swiss.KIND:
        return _of_swiss(competition, rows, sides, prefix)
    drawn: dict[int, dict[int, list[tuple[int, int]]]] = {}
    line_of: dict[frozenset[int], int] = {}
    for row in rows:
        group, (a, b) = row.get("group") or 0, sides.of_row(row) or (None, None)
        if (stage.kind == "groups") != (group > 0):
            raise RowError("", cause("import_group", kind=stage.kind), row)
        if a is None or b is None or a == b:
            raise RowError("", cause("import_two_sides"), row)
        pair = frozenset((a, b))
        if pair in line_of:
            raise RowError("", cause("import_pair_twice", pair=sides.titles(a, b), line=line_of[pair]), row)
        line_of[pair] = row.line
        rounds = drawn.setdefault(group, {})
        rounds.setdefault(row.get("round") or 1, []).append((a, b))
    made: list[Fixture] = []
    for group, rounds in sorted(drawn.items()):
        pairs = [rounds.get(number, []) for number in range(1, max(rounds) + 1)]
        made += groups.to_fixtures(pairs, stage=1, prefix=prefix, group=group)
    return made


def _of_swiss(competition: Competition, rows: Sequence[FileRow], sides: Sides, prefix: str) -> list[Fixture]:
    made: list[Fixture] = []
    for number in range(1, max(row.get("round") or 1 for row in rows) + 1):
        paired: list[tuple[int, int]] = []
        bye: int | None = None
        seen: set[int] = set()
        for row in rows:
            if (row.get("round") or 1) != number:
                continue
            if row.get("group"):
                raise RowError("group", cause("import_group", kind=swiss.KIND), row)
            entries = [side for side in sides.of_row(row) or () if side is not None]
            if not entries or len({*entries} - seen) < len(entries) or len({*entries}) < len(entries):
                raise RowError("", cause("import_once_a_round"), row)
            seen |= {*entries}
            if len(entries) == 2:
                paired.append((entries[0], entries[1]))
            elif bye is None:
                bye = entries[0]
            else:
                raise RowError("", cause("import_one_bye"), row)
        made += swiss.to_fixtures(paired, [] if bye is None else [bye], stage=1, number=number, prefix=prefix)
    return [
        replace(each, result=swiss_rounds.of_bye(competition, each)) if each.state == "bye" else each
        for each in made
    ]


def _rounds(run: Run, competition: Competition, rows: Sequence[FileRow], sides: Sides) -> None:
    """Take the rounds of a stage that is drawn elsewhere; a round that is here stays as it is."""
    entries = {entry.id: entry for entry in run.book.entries(competition.id)}
    prefix = drawing.prefix_of(run.book, competition)
    _once_a_round(rows, sides)
    for number in sorted({row.get("round") or 1 for row in rows}):
        pairings, of_round = [], [row for row in rows if (row.get("round") or 1) == number]
        for place, row in enumerate(of_round, 1):
            board, (a, b) = row.get("number") or place, sides.of_row(row) or (None, None)
            if a is None:
                raise RowError("", cause("import_two_sides"), row)
            match = row.get("match") or f"{prefix}-1-{number}-{board}"
            pairings.append(
                Pairing(match, board, _as_new(entries[a]), None if b is None else _as_new(entries[b]))
            )
        taken = external.take_round(run.book, competition, number, pairings, run.at)
        for fixture in taken.fixtures:
            run.changed(of_round[0], "match", competition.key, fixture.id, sides.said(fixture, None))


def _once_a_round(rows: Sequence[FileRow], sides: Sides) -> None:
    """Raise RowError for an entry that a round has twice."""
    seen: set[tuple[int, int]] = set()
    for row in rows:
        sides_by_round = {
            (row.get("round") or 1, side) for side in sides.of_row(row) or () if side is not None
        }
        if sides_by_round & seen:
            raise RowError("", cause("import_once_a_round"), row)
        seen |= sides_by_round


def _as_new(entry: Entry) -> NewEntry:
    people = tuple(Person(each.name, each.club, each.country, each.licence) for each in entry.players)
    return NewEntry(people, entry.name, entry.seeding)
