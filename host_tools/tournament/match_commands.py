"""`boardside draw`, `matches`, `result`: the draw, the list of matches, results by hand."""

from typing import Annotated

import typer

from host_tools.database_option import DEFAULT_DATABASE, Database
from host_tools.tournament import lots, results, stale_results, views, wording
from host_tools.tournament.command_line import (
    AsJson,
    Column,
    Event,
    Which,
    at_desk,
    clock,
    entries_of,
    event_of,
    going_on,
    print_json,
    say,
    say_players,
    show_table,
)
from host_tools.tournament.desk import Desk
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Competition, Entry, Fixture, FixtureState, Side
from host_tools.words import desk as desk_words

STATES: tuple[FixtureState, ...] = ("waiting", "ready", "called", "playing", "held", "done", "bye", "off")
_OF_LOTS = (
    Column("order", right=True),
    Column("lot begins with", whole=True),
    Column("id", right=True),
    Column("entry"),
    Column("club"),
    Column("seeding", right=True),
)
_OF_MATCHES = (
    Column("match", whole=True),
    Column("", spare=1),
    Column("A"),
    Column("B"),
    Column("state", whole=True),
    Column("table", right=True),
    Column("result"),
)
Match = Annotated[str, typer.Argument(metavar="MATCH", help="Its id, or the end of it: 1-2-3.")]


def draw_command(
    event: Event = None,
    seed: Annotated[
        str | None, typer.Option("--seed", help="The same seed and entries make the same draw.")
    ] = None,
    undo: Annotated[
        bool, typer.Option("--undo", help="Take the draw back, as long as no match was called.")
    ] = False,
    which: Which = None,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Draw an event, and print the seed: with it everybody can repeat the draw."""
    with at_desk(db) as desk:
        _, of = event_of(desk, which, event)
        if undo:
            desk.undraw(of)
            say(f"The draw of {of.name} is taken back; entries are open.")
            return
        drawn = desk.draw(of, seed)
        entries = entries_of(desk, of)
        if as_json:
            shown = [views.fixture(one, of, entries) for one in drawn.fixtures]
            ids = [entry.id for entry in entries.values() if not entry.withdrawn]
            drawn_lots = [
                {"entry": one, "lot": lots.lot(drawn.seed, one)} for one in lots.order(drawn.seed, ids)
            ]
            print_json({"event": of.key, "seed": drawn.seed, "lots": drawn_lots, "matches": shown})
            return
        say(f"{of.name} is drawn; seed {drawn.seed}")
        _show(desk, of, [one for one in drawn.fixtures if one.state in ("ready", "bye")], "")
        _show_lots(drawn.seed, [entry for entry in entries.values() if not entry.withdrawn])


def matches_command(
    event: Annotated[str | None, typer.Argument(metavar="[EVENT]", help="Only this event.")] = None,
    state: Annotated[
        list[str] | None, typer.Option("--state", help=f"Only these: {', '.join(STATES)}.")
    ] = None,
    which: Which = None,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """List the matches: those that can be called, those at a table, those decided."""
    with at_desk(db) as desk:
        unknown = [one for one in state or () if one not in STATES]
        if unknown:
            raise DeskError("unknown_state", state=unknown[0], states=list(STATES))
        desk.settle()
        owner = desk.tournament(which)
        events = desk.competitions(owner) if event is None else [desk.competition(owner, event)]
        found = [(of, one) for of in events for one in desk.fixtures(of) if not state or one.state in state]
        if as_json:
            by_event, live = {of.id: entries_of(desk, of) for of in events}, desk.live_scores()
            print_json([views.fixture(one, of, by_event[of.id], live.get(one.id)) for of, one in found])
            return
        for of in events:
            there = [one for other, one in found if other.id == of.id]
            stages = desk.stages(of)
            for stage in stages:
                title = of.name if len(stages) == 1 else f"{of.name}, {wording.stage(stage)}"
                _show(desk, of, [one for one in there if one.stage == stage.position], title)
            _say_marks(there)
            if not there:
                say(f"{of.name}: none is {' or '.join(state)}." if state else _nothing(of))


def result_command(
    match: Match,
    games: Annotated[
        list[str] | None, typer.Argument(help="The points of each game, A's first: 25-10 12-25 25-20.")
    ] = None,
    reason: Annotated[str, typer.Option("--reason", help="Why it is entered or corrected by hand.")] = "",
    winner: Annotated[
        str | None, typer.Option("--winner", help="a or b, if the games do not decide it.")
    ] = None,
    twenties: Annotated[str | None, typer.Option("--20s", help="Crokinole: 20s of both, 12-9.")] = None,
    is_draw: Annotated[bool, typer.Option("--draw", help="The match is a draw.")] = False,
    force: Annotated[
        bool,
        typer.Option(
            "--force", help="Also if a later match was called with the other side, or a protest is open."
        ),
    ] = False,
    known: Annotated[
        str | None,
        typer.Option(
            "--known",
            help="The version of the result to replace; this command without games shows it.",
        ),
    ] = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Enter a result by hand, or with --known correct the valid one; the result is marked. Without
    games: what is known of the match.
    """
    with at_desk(db) as desk:
        desk.settle()
        one = desk.fixture(match)
        of = desk.competition_of(one)
        if not games and winner is None and not is_draw:
            _tell(desk, of, one)
            return
        made = results.typed_in(games or (), twenties, _side(winner), is_draw)
        seen = stale_results.NONE if known is None else known
        with going_on(desk, of):
            changed = desk.enter_result(one, made, reason, force=force, known=seen)
            _tell(desk, of, desk.fixture(one.id))
            others = [name for name in changed if name != one.id]
            if others:
                say(f"Changed with it: {', '.join(others)}")


def _nothing(of: Competition) -> str:
    if of.state == "entries":
        return f"{of.name} is not drawn yet: boardside draw {of.key}"
    return f"{of.name} has no match."


def side_of(text: str | None) -> Side | None:
    """a or b. DeskError for anything else."""
    return _side(text)


def _side(text: str | None) -> Side | None:
    sides: dict[str, Side] = {"a": "a", "b": "b"}
    if text is None:
        return None
    if text.lower() not in sides:
        raise DeskError("unknown_side", side=text)
    return sides[text.lower()]


def _tell(desk: Desk, of: Competition, one: Fixture) -> None:
    entries = entries_of(desk, of)
    sides = [
        wording.side(entry, source, entries)
        for entry, source in ((one.a, one.source_a), (one.b, one.source_b))
    ]
    say(f"{one.id}: {wording.title(of, one)}: {sides[0]} (A) and {sides[1]} (B), {one.state}")
    say_players(of, one, entries)
    if one.result is not None:
        told = [results.shown(one.result)]
        if any(one.result.twenties):
            told.append("20s {}-{}".format(*one.result.twenties))
        told.append(
            f"won by {sides['ab'.index(one.result.winner)]}" if one.result.winner else "nobody has won"
        )
        mark = f" ({one.by_hand} by hand)" if one.by_hand else ""
        say(f"  {'; '.join(told)}{mark}; to correct it: --known {stale_results.version(one.result)}")
    score = desk.live_scores().get(one.id)
    if score:
        say(f"  so far {score}")
    if one.note_code:
        say(f"  {desk_words.note(one.note_code, one.note_facts)}")
    for kept in desk.corrections(of):
        if kept.fixture == one.id:
            before, after = (results.shown(each) or "nothing" for each in (kept.before, kept.after))
            say(f"  {clock(kept.at)} {kept.who}: {before} → {after}: {desk_words.correction(kept)}")


def _show_lots(seed: str, entries: list[Entry]) -> None:
    """What a person needs to check the draw (D200): the id of each entry, and the order of lots."""
    by_id = {entry.id: entry for entry in entries}
    rows = []
    for number, one in enumerate(lots.order(seed, list(by_id)), 1):
        seeding = by_id[one].seeding
        shown = "" if seeding is None else str(seeding)
        rows.append(
            (str(number), lots.lot(seed, one)[:8], str(one), by_id[one].title, by_id[one].club, shown)
        )
    show_table("Order of lots", _OF_LOTS, rows)
    say(
        f"A lot is the SHA-256 of '{seed}|ID'; "
        "how the matches follow from it: docs/organiser/standings.md (D200)."
    )


def _show(desk: Desk, of: Competition, fixtures: list[Fixture], title: str) -> None:
    entries = entries_of(desk, of)
    prefix = f"{desk.tournament_of(of).key}-"
    live = desk.live_scores()
    rows = []
    for one in fixtures:
        state = one.state + wording.mark(one)
        where = "" if one.table is None else f"{one.hall} {one.table}".strip()
        until = clock(one.report_by) if one.state == "called" else ""
        a, b = (wording.side(*side, entries) for side in ((one.a, one.source_a), (one.b, one.source_b)))
        score, note = live.get(one.id, ""), desk_words.note(one.note_code, one.note_facts)
        result = results.shown(one.result) or (f"so far {score}" if score else "")
        last = " ".join(filter(None, (result, note, until and f"report by {until}")))
        a, b = a.replace(f"of {prefix}", "of "), b.replace(f"of {prefix}", "of ")
        rows.append((one.id.removeprefix(prefix), wording.where(one), a, b, state, where, last))
    if rows:
        show_table(title, _OF_MATCHES, rows)


def _say_marks(fixtures: list[Fixture]) -> None:
    for mark, words in wording.MARKS.items():
        if any(wording.mark(one) == mark for one in fixtures):
            say(f"{mark} {words}")
