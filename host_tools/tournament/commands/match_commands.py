"""`boardside draw`, `matches`, `result`: the draw, the list of matches, results by hand."""

from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.live_values import UNCONFIRMED
from host_tools.tournament.acts.draws import Draw, Swap, Undraw
from host_tools.tournament.acts.matches import ClearResult, EnterResult, WalkOver
from host_tools.tournament.commands import act_command
from host_tools.tournament.commands.command_line import (
    AsJson,
    Column,
    Event,
    EventOption,
    Reason,
    Which,
    at_desk,
    clock,
    entries_of,
    event_of,
    players,
    print_json,
    say,
    show_table,
    showing,
)
from host_tools.tournament.desk import shapes
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.draw import draw_order
from host_tools.tournament.matches import stale_results
from host_tools.tournament.model import remarks, wording
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Entry, Fixture, FixtureState
from host_tools.tournament.standings import results

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


def draw_command(
    event: Event = None,
    option: EventOption = None,
    seed: Annotated[
        str | None, typer.Option("--seed", help="The same seed and entries make the same draw.")
    ] = None,
    undo: Annotated[
        bool,
        typer.Option(
            "--undo", help="Take the draw, or a Swiss's last round, back, as long as no match was called."
        ),
    ] = False,
    swap: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--swap",
            metavar="ENTRY ENTRY",
            help="Exchange two entries of the draw by hand, before the round begins; needs --reason.",
        ),
    ] = None,
    reason: Reason = "",
    which: Which = None,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Draw an event, or the next round of its Swiss, and print the seed: with it everybody can repeat it."""
    with at_desk(db) as desk:
        _, competition = event_of(desk, which, event, option)
        if undo:
            number = desk.do(Undraw(), competition).round
            if number is not None:
                say(f"Round {number} of {competition.name} is taken back.")
                return
            say(f"The draw of {competition.name} is taken back; entries are open.")
            return
        if swap is not None:
            a, b = (desk.entry(competition, each) for each in swap)
            changed = desk.do(Swap(a=a.id, b=b.id, reason=reason), competition).ids
            say(desk.in_numbers(f"{a.title} and {b.title} are exchanged. Changed: {', '.join(changed)}"))
            _show(desk, competition, [each for each in desk.fixtures(competition) if each.id in changed], "")
            for line in wording.swaps(desk.stages(competition), entries_of(desk, competition)):
                say(line)
            return
        with showing("Drawing", "steps", "drawn") as progress:
            drawn = desk.do(Draw(seed=seed), competition, progress=progress)
        entries = entries_of(desk, competition)
        if as_json:
            facts = shapes.EventFacts.read(desk, competition)
            ids = [entry.id for entry in entries.values() if not entry.withdrawn]
            drawn_lots = [
                {"entry": entry_id, "lot": draw_order.lot(drawn.seed, entry_id)}
                for entry_id in draw_order.order(drawn.seed, ids)
            ]
            print_json(
                {
                    "event": competition.key,
                    "seed": drawn.seed,
                    "lots": drawn_lots,
                    "matches": [facts.match(each) for each in drawn.fixtures],
                }
            )
            return
        if drawn.round > 1:
            say(f"{competition.name}: round {drawn.round} is drawn; seed {drawn.seed}")
            _show(desk, competition, list(drawn.fixtures), "")
        else:
            say(f"{competition.name} is drawn; seed {drawn.seed}")
            first = [fixture for fixture in drawn.fixtures if fixture.state in ("ready", "bye")]
            _show(desk, competition, first, "")
            _show_lots(drawn.seed, [entry for entry in entries.values() if not entry.withdrawn])
        for remark in drawn.remarks:
            say(str(remark))


def matches_command(
    event: Annotated[str | None, typer.Argument(metavar="[EVENT]", help="Only this event.")] = None,
    option: EventOption = None,
    state: Annotated[
        list[str] | None, typer.Option("--state", help=f"Only these: {', '.join(STATES)}.")
    ] = None,
    which: Which = None,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """List the matches: those that can be called, those at a table, those decided."""
    with at_desk(db) as desk:
        unknown = [name for name in state or () if name not in STATES]
        if unknown:
            raise DeskError("unknown_state", state=unknown[0], states=list(STATES))
        desk.settle()
        owner = desk.tournament(which)
        all_of_it = event is None and option is None
        events = desk.competitions(owner) if all_of_it else [event_of(desk, which, event, option)[1]]
        listed = [
            (competition, fixture)
            for competition in events
            for fixture in desk.fixtures(competition)
            if not state or fixture.state in state
        ]
        if as_json:
            facts_of = {each.id: shapes.EventFacts.read(desk, each) for each in events}
            print_json([facts_of[competition.id].match(fixture) for competition, fixture in listed])
            return
        for competition in events:
            fixtures = [fixture for other, fixture in listed if other.id == competition.id]
            stages = desk.stages(competition)
            by_id = entries_of(desk, competition)
            for stage in stages:
                title = (
                    competition.name if len(stages) == 1 else f"{competition.name}, {wording.stage(stage)}"
                )
                _show(
                    desk,
                    competition,
                    [fixture for fixture in fixtures if fixture.stage == stage.position],
                    title,
                )
                for line in wording.swaps([stage], by_id):
                    say(line)
            _say_marks(fixtures)
            if not fixtures:
                say(f"{competition.name}: none is {' or '.join(state)}." if state else _nothing(competition))


def _nothing(competition: Competition) -> str:
    if competition.state == "entries":
        return f"{competition.name} is not drawn yet: boardside draw {competition.key}"
    return f"{competition.name} has no match."


def _tell(desk: Desk, match: Fixture) -> None:
    fixture, competition = desk.fixture(match.id), desk.event_of(match)
    entries = entries_of(desk, competition)
    numbers = wording.numbers(competition, desk.fixtures(competition))
    sides = [
        wording.side(entry, source, entries, numbers)
        for entry, source in ((fixture.a, fixture.source_a), (fixture.b, fixture.source_b))
    ]
    state = UNCONFIRMED if fixture.unconfirmed else fixture.state
    say(
        f"{numbers[fixture.id]}: {wording.title(competition, fixture)}: "
        f"{sides[0]} (A) and {sides[1]} (B), {state}  [{fixture.id}]"
    )
    for line in players(competition, fixture, entries):
        say(line)
    if fixture.result is not None:
        parts = [results.shown(fixture.result)]
        if fixture.result.net != fixture.result.points[0] - fixture.result.points[1] and not any(
            fixture.result.twenties
        ):
            parts.append(f"net points {fixture.result.net}")
        parts.append(
            f"won by {sides['ab'.index(fixture.result.winner)]}"
            if fixture.result.winner
            else "nobody has won"
        )
        by_hand = wording.MARKS.get(wording.mark(fixture))
        mark = f" ({by_hand})" if by_hand else ""
        say(f"  {'; '.join(parts)}{mark}; to correct it: --known {stale_results.version(fixture.result)}")
    score = desk.live_scores().get(fixture.id)
    if score:
        say(f"  so far {score}")
    if fixture.note_code:
        say(f"  {remarks.note(fixture.note_code, fixture.note_facts)}")
    for kept in desk.corrections(competition):
        if kept.fixture == fixture.id:
            before, after = (results.shown(each) or "nothing" for each in (kept.before, kept.after))
            say(f"  {clock(kept.at)} {kept.actor}: {before} → {after}: {remarks.correction(kept)}")


result_command = act_command.command(
    EnterResult, instead={"clear": ClearResult, "walkover": WalkOver}, shows=_tell
)


def _show_lots(seed: str, entries: list[Entry]) -> None:
    """What a person needs to check the draw: the id of each entry, and the order of lots."""
    by_id = {entry.id: entry for entry in entries}
    rows = []
    for number, entry_id in enumerate(draw_order.order(seed, list(by_id)), 1):
        seeding = by_id[entry_id].seeding
        seeding_text = "" if seeding is None else str(seeding)
        rows.append(
            (
                str(number),
                draw_order.lot(seed, entry_id)[:8],
                str(entry_id),
                by_id[entry_id].title,
                by_id[entry_id].club,
                seeding_text,
            )
        )
    show_table("Order of lots", _OF_LOTS, rows)
    say(f"A lot is the SHA-256 of '{seed}|ID'; how the matches follow from it: docs/organiser/standings.md.")


def _show(desk: Desk, competition: Competition, fixtures: list[Fixture], title: str) -> None:
    entries = entries_of(desk, competition)
    prefix = f"{desk.tournament_of(competition).key}-"
    live = desk.live_scores()
    numbers = wording.numbers(competition, desk.fixtures(competition))
    rows = []
    for fixture in fixtures:
        state = UNCONFIRMED if fixture.unconfirmed else fixture.state + wording.mark(fixture)
        where = "" if fixture.table is None else f"{fixture.hall} {fixture.table}".strip()
        until = clock(fixture.report_by) if fixture.state == "called" else ""
        a, b = (
            wording.side(*side, entries, numbers)
            for side in ((fixture.a, fixture.source_a), (fixture.b, fixture.source_b))
        )
        score, note = live.get(fixture.id, ""), remarks.note(fixture.note_code, fixture.note_facts)
        result = results.shown(fixture.result, sides=(a, b)) or (f"so far {score}" if score else "")
        last = " ".join(filter(None, (result, note, until and f"report by {until}")))
        place = f"{numbers[fixture.id]}, {wording.where(fixture)}"
        rows.append((fixture.id.removeprefix(prefix), place, a, b, state, where, last))
    if rows:
        show_table(title, _OF_MATCHES, rows)


def _say_marks(fixtures: list[Fixture]) -> None:
    for mark, words in wording.MARKS.items():
        if any(wording.mark(fixture) == mark for fixture in fixtures):
            say(f"{mark} {words}")
