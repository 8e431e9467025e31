"""Imports what is set up before play: tournaments, their events and stages, players, entries."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from host_tools.orders import RULESETS
from host_tools.tournament.entries import entering, entry_list
from host_tools.tournament.entries.entering import NewEntry
from host_tools.tournament.imports.import_files import FileRow, as_list
from host_tools.tournament.imports.import_run import Run
from host_tools.tournament.model import checks, finding, planning
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import (
    KINDS,
    Competition,
    Entry,
    Kind,
    Player,
    StagePlan,
    StageSettings,
    Tournament,
    TournamentSettings,
)
from host_tools.tournament.model.people import Person, is_same, person_of
from host_tools.tournament.model.planning import preset, preset_plan
from host_tools.tournament.reasons import cause

#: The columns of a row that say whose it is.
_WHOSE = ("tournament", "event")


def tournaments(run: Run) -> None:
    """Make the tournaments that are new; one that is here must be the same."""
    here = {known.key: known for known in run.book.tournaments()}
    for row in run.each(run.rows["tournaments"]):
        key = row.text("tournament")
        known = here.get(key)
        ruleset = row.get("ruleset") or (known.ruleset if known else "icf")
        values = {"name": row.text("name"), "place": row.text("place"), "days": row.text("days")}
        if known is not None:
            _compare(run, row, {**values, "ruleset": ruleset}, known)
            continue
        try:
            checks.checked_key(key)
        except DeskError as error:
            run.because(row, "tournament", error.cause)
            continue
        try:
            checks.check_name(values["name"], "bad_tournament_name")
        except DeskError as error:
            run.because(row, "name", error.cause)
        if ruleset not in RULESETS:
            run.because(row, "ruleset", cause("unknown_ruleset", ruleset=ruleset, rulesets=list(RULESETS)))
        settings = cast(TournamentSettings, row.get("settings") or {})
        if not checks.are_settings(settings):
            run.because(row, "settings", cause("import_bad_settings"))
        made = Tournament(0, key, values["name"], ruleset, values["place"], values["days"], "open", settings)
        run.book.add_tournament(replace(made, made_at=row.get("made_at") or run.at))
        run.changed(row, "tournament", "", values["name"])
        here[key] = finding.tournament(run.book, key)


def close(run: Run) -> None:
    """Close the new tournaments that the files say are closed."""
    new = {(change.file, change.line) for change in run.changes if change.kind == "tournament"}
    for row in run.rows["tournaments"]:
        if row.get("state") == "closed" and (row.file, row.line) in new:
            run.book.set_tournament(finding.tournament(run.book, row.text("tournament")).id, state="closed")


def _compare(run: Run, row: FileRow, values: dict[str, Any], known: object) -> None:
    """Refuse a row that says another thing of what is here; what it leaves out is not compared."""
    is_same_here = True
    for column, value in values.items():
        existing = getattr(known, column)
        if value not in (None, "") and value != existing:
            is_same_here = False
            run.because(row, column, cause("import_differs", now=str(existing), new=str(value)))
    run.same += is_same_here


def programme(run: Run) -> None:
    """Add the events that are new, each with its stages."""
    stages: dict[tuple[str, str], list[FileRow]] = {}
    for row in run.each(run.rows["stages"]):
        stages.setdefault((row.text("tournament"), row.text("event")), []).append(row)
    for row in run.each(run.rows["programme"]):
        try:
            owner = run.owner_of(row)
        except DeskError as error:
            run.because(row, "tournament", error.cause)
            continue
        known = next(
            (each for each in run.book.competitions(owner.id) if each.key == row.text("event")), None
        )
        values = {name: row.get(name) for name in ("name", "kind", "ruleset", "category", "rules", "variant")}
        if known is not None:
            _compare(run, row, values, known)
            continue
        own = sorted(
            stages.get((row.text("tournament"), row.text("event")), []),
            key=lambda stage: stage.get("stage") or 0,
        )
        try:
            new = _event(row, owner, own)
        except DeskError as error:
            run.because(row, "", error.cause)
            continue
        run.book.add_competition(owner.id, new)
        run.changed(row, "event", new.key, new.name)


def _event(row: FileRow, owner: Tournament, stages: Sequence[FileRow]) -> Competition:
    """A new event, checked as the desk checks one. DeskError."""
    key, name = checks.checked_key(row.text("event")), row.text("name")
    kind, ruleset = cast(Kind, row.get("kind") or "singles"), row.get("ruleset") or owner.ruleset
    checks.check_name(name, "bad_event_name")
    if kind not in KINDS:
        raise DeskError("unknown_kind", kind=kind, kinds=list(KINDS))
    if ruleset not in RULESETS:
        raise DeskError("unknown_ruleset", ruleset=ruleset, rulesets=list(RULESETS))
    if [stage.get("stage") for stage in stages] != list(range(1, len(stages) + 1)):
        raise DeskError("import_stages_order")
    plan = tuple(
        StagePlan(stage.get("kind"), stage.text("name"), cast(StageSettings, stage.get("settings") or {}))
        for stage in stages
    )
    rules = row.get("rules")
    if rules is None and (not plan or any(stage.kind == "preliminary" for stage in plan)):
        rules = preset(ruleset).rules
    plan = plan or preset_plan(ruleset, kind)
    planning.check(plan)
    new = Competition(0, key, name, kind, ruleset, row.get("category"), rules, row.get("variant"), plan)
    planning.check_rules(new)
    return new


def players(run: Run) -> None:
    """Add the players that are new, with their start numbers; a taken number must be the same person."""
    here: dict[int, dict[int, Player]] = {}
    for row in run.each(run.rows["players"]):
        try:
            owner = run.owner_of(row)
        except DeskError as error:
            run.because(row, "tournament", error.cause)
            continue
        numbers = here.setdefault(owner.id, {known.number: known for known in run.book.players(owner.id)})
        number, person = row.get("number"), _person(row)
        if number is None or number < 1:
            run.because(row, "number", cause("cell_no_number", text=row.text("number")))
            continue
        known = numbers.get(number)
        if known is not None:
            if (known.name, known.club, known.country, known.licence) != (
                person.name,
                person.club,
                person.country,
                person.licence,
            ):
                run.because(
                    row,
                    "number",
                    cause("import_other_player", number=number, here=known.name, new=person.name),
                )
            run.same += 1
            continue
        texts = [person.club, person.country, person.licence, person.latin]
        for why in checks.name_problems([row.text("name") or "-", *filter(None, texts)]):
            run.because(row, "name", why)
        numbers[number] = run.book.add_player(
            owner.id, person.name, person.club, person.country, person.licence, person.latin, number
        )
        if not person.name:
            run.book.set_player(numbers[number].id, removed_at=run.at)
        run.changed(row, "player", "", f"{number} {person.name}".strip())


def _person(row: FileRow) -> Person:
    return Person(*(row.text(column) for column in ("name", "club", "country", "licence", "latin")))


def entries(run: Run) -> None:
    """Enter who is new: by start numbers, as an export has them, or as an entry list names them."""
    numbered: list[tuple[Competition, FileRow]] = []
    for competition, rows in run.by_event("entries"):
        numbered += [(competition, row) for row in rows if row.has("numbers")]
        listed = [row for row in rows if not row.has("numbers")]
        if listed:
            _listed(run, competition, listed)
    # In the order of their numbers: in an empty database these are their numbers again.
    in_order = sorted(numbered, key=lambda pair: pair[1].get("entry") or 0)
    by_event = {competition.id: run.book.entries(competition.id) for competition, _ in numbered}
    numbers: dict[int, dict[int, Player]] = {}
    competition_of = {(row.file, row.line): competition for competition, row in in_order}
    for row in run.each([row for _, row in in_order]):
        competition = competition_of[row.file, row.line]
        owner = finding.tournament_of(run.book, competition)
        known = numbers.setdefault(owner.id, {each.number: each for each in run.book.players(owner.id)})
        _numbered(run, competition, row, known, by_event[competition.id])


def _numbered(
    run: Run, competition: Competition, row: FileRow, known: dict[int, Player], entries: list[Entry]
) -> None:
    given = [text.strip() for text in row.text("numbers").split("/")]
    players = [known.get(int(text)) if text.isdecimal() else None for text in given]
    missing = [text for text, player in zip(given, players, strict=True) if player is None]
    if missing:
        run.because(row, "numbers", cause("import_no_player", numbers=missing))
        return
    people = tuple(player for player in players if player is not None)
    same = next((entry for entry in entries if entry.players == people), None)
    if same is None:
        name = row.text("name") if competition.kind == "team" else ""
        seeding, changes = row.get("seeding"), row.get("changes") or 0
        persons = tuple(
            Person(each.name, each.club, each.country, each.licence, each.latin) for each in people
        )
        active = [entry for entry in entries if not entry.withdrawn]
        new = NewEntry(persons, name, seeding)
        is_out = row.get("state") == "withdrawn"
        if all(person.name for person in persons):
            _check(run, competition, row, [] if is_out else active, new)
        made = Entry(0, people, name, seeding, is_out, changes)
        made = replace(made, id=run.book.add_entry(competition.id, made, run.at))
        entries.append(made)
        run.changed(row, "entry", competition.key, made.title)
        if is_out:
            run.book.set_entry(made.id, state="withdrawn")
        same = made
    elif row.get("state") in ("in", "withdrawn") and (row.get("state") == "withdrawn") != same.withdrawn:
        run.because(
            row,
            "state",
            cause("import_differs", now="withdrawn" if same.withdrawn else "in", new=row.text("state")),
        )
    else:
        run.same += 1
    if row.get("entry") is not None:
        run.entries[row.get("entry")] = same.id


def _check(run: Run, competition: Competition, row: FileRow, entries: list[Entry], new: NewEntry) -> None:
    if competition.state != "entries" and competition.plan[0].kind != "external":
        run.because(row, "", entering.why_late(run.book, competition))
        return
    for why in entering.problems_of(competition, entries, [new]):
        run.because(row, "", why)


def _listed(run: Run, competition: Competition, rows: list[FileRow]) -> None:
    try:
        new_entries = entry_list.read(as_list(rows, _WHOSE), competition.kind)
    except entry_list.EntryListError as error:
        for problem in error.problems:
            at = rows[max(0, problem.line - 2)]
            if problem.line < 2:  # of the header, which a file in JSON does not have
                at = replace(at, line=1)
            run.because(at, problem.column, problem.why)
        return
    entries = run.book.entries(competition.id)
    new: list[tuple[FileRow, NewEntry]] = []
    for row, line in zip(run.each(rows), new_entries, strict=True):
        entry = NewEntry(line.players, line.name, line.seeding)
        same = next((known for known in entries if _is_entry(known, entry)), None)
        if same is not None:
            run.entries[row.get("entry")] = same.id
            run.same += 1
            continue
        _check(run, competition, row, [known for known in entries if not known.withdrawn], entry)
        new.append((row, entry))
        run.changed(row, "entry", competition.key, entry.title)
    if new and not run.problems.noted:
        try:
            made = entering.add(run.book, competition, [entry for _, entry in new], run.at)
            run.entries.update(zip((row.get("entry") for row, _ in new), made, strict=True))
        except DeskError as error:
            run.because(new[0][0], "", error.cause)


def _is_entry(known: Entry, new: NewEntry) -> bool:
    """Whether this entry is here: the same persons in the same order, and of a team the name."""
    if known.withdrawn or len(known.players) != len(new.people) or known.name != new.name:
        return False
    return all(
        is_same(person_of(player), person) for player, person in zip(known.players, new.people, strict=True)
    )


#: In the order in which they need each other.
PARTS = (tournaments, programme, players, entries)
