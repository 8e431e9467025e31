"""Imports a tournament, or a part of one, from files: all of it or nothing.

The same rows again change nothing. What came in a file is marked (`str`, "imported"): it has no
seal of a table. docs/scripts/import.md describes the files.
"""

from collections.abc import Iterator, Mapping, Sequence

from host_tools.reasons import Cause
from host_tools.tournament.entries import entering
from host_tools.tournament.imports import import_draws, import_results, import_setup, import_sides
from host_tools.tournament.imports.import_files import FileRow, RowError, Rows, Sheet
from host_tools.tournament.imports.import_run import Change, Imported, Progress, Run
from host_tools.tournament.model import checks, finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Correction, Decision, Result, Tournament
from host_tools.tournament.reasons import cause
from host_tools.tournament.rounds import advancing

__all__ = ["Change", "Imported", "Progress", "take"]

_KINDS = ("shoot_out", "toss", "organiser")


def take(
    book: Book,
    rows: Rows,
    actor: str,
    at: int,
    progress: Progress,
    tournament: str | None = None,
    event: str | None = None,
) -> Imported:
    """Import these rows in the caller's transaction. tournament, event: for rows that name none. DeskError
    has everything that is wrong, by file and line.
    """
    run = Run(book, rows, actor, at, tournament, event, progress)
    left = _left(rows)
    here = _players(book)
    for part in (
        import_setup.tournaments,
        import_setup.programme,
        import_setup.players,
        import_setup.entries,
    ):
        part(run)
        run.problems.refuse()
    boards = import_results.boards_of(run)
    drawn: list[tuple[Competition, dict[str, FileRow]]] = []
    for competition, of_event in run.by_event("matches"):
        _matches(run, competition, of_event, boards, drawn)
    run.problems.refuse()
    _corrections(run)
    _decisions(run)
    for competition, row_of in drawn:
        decided = [fixture for fixture in book.fixtures(competition.id) if fixture.result is not None]
        by_people = [fixture for fixture in decided if not advancing.is_automatic(fixture)]
        import_results.mark(run, ((row_of[fixture.id], fixture) for fixture in by_people))
        import_draws.check(run, run.fresh(competition), row_of)
    run.problems.refuse()
    import_setup.close(run)
    new = _players(book) - here
    remarks = [why for competition, _ in run.by_event("matches") for why in _rounds_twice(book, competition)]
    remarks += [why for owner in _open(book) for why in entering.namesakes(book, owner, new)] if new else []
    return Imported(tuple(run.changes), run.same, left, tuple(remarks))


def _rounds_twice(book: Book, competition: Competition) -> list[Cause]:
    """A remark for each round, drawn here as a Swiss or elsewhere, with the same pairs as an earlier one."""
    remarks = []
    stage = book.stages(competition.id)[0]
    fixtures = [each for each in book.fixtures(competition.id) if each.stage == 1 and not each.tie]
    first: dict[frozenset[frozenset[int | None]], int] = {}
    for number in sorted({each.round for each in fixtures} if stage.kind in ("swiss", "external") else ()):
        pairs = frozenset(frozenset((each.a, each.b)) for each in fixtures if each.round == number)
        if first.setdefault(pairs, number) != number:
            remarks.append(
                cause("import_round_twice", round=number, event=competition.name, earlier=first[pairs])
            )
    return remarks


def _open(book: Book) -> list[Tournament]:
    return [owner for owner in book.tournaments() if owner.state == "open"]


def _players(book: Book) -> set[int]:
    """The players (ids) of open tournaments."""
    return {player.id for owner in _open(book) for player in book.players(owner.id)}


def _left(rows: Rows) -> dict[Sheet, int]:
    """What is not imported: standings follow from the results, events belong to tables, and so do matches
    that nobody planned.
    """
    unplanned = [row for row in rows["matches"] if row.has("journal") and not row.has("tournament")]
    ids = {row.text("match") for row in unplanned}
    rows["matches"] = [row for row in rows["matches"] if row.has("tournament") or not row.has("journal")]
    rows["boards"] = [row for row in rows["boards"] if row.text("match") not in ids]
    left: dict[Sheet, int] = {"matches": len(unplanned)}
    for sheet in ("standings", "events"):
        left[sheet] = len(rows[sheet])
        rows[sheet] = []
    return {sheet: count for sheet, count in left.items() if count}


def _matches(
    run: Run,
    competition: Competition,
    rows: Sequence[FileRow],
    boards: import_results.Boards,
    drawn: list[tuple[Competition, dict[str, FileRow]]],
) -> None:
    """The matches of one event: its draw when it has none, then its results."""
    try:
        if competition.state == "entries" and import_draws.is_whole(rows):
            drawn.append((competition, import_draws.whole(run, competition, rows)))
            return
        is_drawn_elsewhere = competition.plan[0].kind == "external"
        if competition.state == "entries" or (is_drawn_elsewhere and not import_draws.is_whole(rows)):
            if not import_sides.known(run, competition).are_known(run, rows):
                return
            import_draws.by_hand(run, competition, rows)
        import_results.take(run, run.fresh(competition), rows, boards)
    except (RowError, DeskError) as error:
        run.fault(rows[0], error)


def _corrections(run: Run) -> None:
    """Put on record what was corrected in the matches that are new."""
    known: dict[str, list[Correction]] = {}
    for row in run.each(run.rows["corrections"]):
        match, result = row.text("match"), row.get("after")
        try:
            before, after = (_result(row, column) for column in ("before", "after"))
        except (KeyError, TypeError, ValueError, IndexError):
            run.because(row, "after", cause("import_bad_result"))
            continue
        code, facts = row.get("code"), row.get("facts") or {}
        if code not in (None, "as_played", "cmn", "imported") or not isinstance(facts, dict):
            run.because(row, "code", cause("import_bad_code", text=str(code)))
            continue
        at, actor = row.get("at") or run.at, row.text("who") or run.actor
        new = Correction(match, at, actor, row.text("reason"), before, after, code, facts)
        if match in run.new_matches:
            run.book.add_correction(new)
            run.changed(row, "correction", "", match, new.reason)
            continue
        if match not in known:
            number = run.book.competition_of(match)
            known[match] = [] if number is None else run.book.corrections(number)
        if new in known[match]:
            run.same += 1
        else:
            run.because(row, "match", cause("import_correction_alone", match=match, result=result))


def _result(row: FileRow, column: str) -> Result | None:
    given = row.get(column)
    result = None if given is None else Result.from_json(given)
    if result is not None and not checks.is_result(result):
        raise ValueError
    return result


def _decisions(run: Run) -> None:
    """Put on record how ties were decided."""
    for competition, rows in run.by_event("decisions"):
        entries = {entry.id for entry in run.book.entries(competition.id)}
        for row in run.each(rows):
            try:
                stage = finding.stage(run.book, competition, row.get("stage") or 1)
                parts = (part.split("=") for part in row.text("order").split(","))
                lines = [(run.entries[int(entry)], int(score)) for entry, score in parts]
                if row.get("kind") not in _KINDS or not {entry for entry, _ in lines} <= entries or not lines:
                    raise ValueError
            except DeskError as error:
                run.because(row, "stage", error.cause)
                continue
            except (KeyError, ValueError):
                run.because(row, "order", cause("import_bad_decision"))
                continue
            decision = Decision(row.get("kind"), tuple(lines), row.get("group") or 0)
            at, actor = row.get("at") or run.at, row.text("who") or run.actor
            if (decision, at, actor) in run.book.recorded_decisions(stage.id):
                run.same += 1
                continue
            run.book.add_decision(stage.id, decision, at, actor)
            run.changed(row, "decision", competition.key, stage.name or stage.kind, decision.kind)
    if run.rows["decisions"]:
        for competition, _ in run.by_event("decisions"):
            advancing.advance(run.book, run.fresh(competition), run.at)


#: An import in the words of its summary.
_PLURALS: Mapping[str, str] = {"entry": "entries", "match": "matches"}
_LEFT: Mapping[str, str] = {
    "standings": "standings (they follow from the results)",
    "events": "events of tables (a backup brings them back)",
    "matches": "matches at tables that nobody planned",
}


def change(change: Change) -> str:
    """One change: "result in ms: open-ms-1-1-1: Asha - Bela, 25-10"."""
    event = f" in {change.event}" if change.event else ""
    return f"{change.kind}{event}: {': '.join(filter(None, (change.title, change.text)))}"


def summary(imported: Imported, dry_run: bool) -> Iterator[str]:
    """How much of each kind there is, a line each."""
    counts = [f"{count} {kind if count == 1 else _plural(kind)}" for kind, count in imported.counts().items()]
    if counts:
        yield f"{'To be imported' if dry_run else 'Imported'}: {', '.join(counts)}."
    else:
        yield "Everything in it is here already: nothing to change."
    if counts and imported.same:
        yield f"{imported.same} {'row is' if imported.same == 1 else 'rows are'} here already."
    for sheet, count in imported.left.items():
        yield f"Not imported: {count} {_LEFT[sheet]}."
    for why in imported.remarks:
        yield str(why)
    if counts and dry_run:
        yield "This was a dry run: nothing was changed."


def _plural(kind: str) -> str:
    return _PLURALS.get(kind, f"{kind}s")
