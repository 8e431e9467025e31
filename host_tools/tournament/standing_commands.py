"""`boardside standings` and `boardside protests`."""

from typing import Annotated

import typer

from host_tools.database_option import DEFAULT_DATABASE, Database
from host_tools.tournament import views, wording
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
    show_table,
)
from host_tools.tournament.desk import Desk
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Competition, Decision, Entry, Place, Stage
from host_tools.words import desk as desk_words
from host_tools.words import places as place_words

_OF_PLACES = (
    Column("place", right=True),
    Column("entry"),
    *(Column(head, right=True) for head in ("played", "won", "drawn", "lost", "points", "net", "20s")),
    Column("decided by"),
)
_OF_PROTESTS = (
    Column("match", whole=True),
    Column("table", right=True),
    Column("no.", right=True, spare=2),
    Column("by"),
    Column("about"),
    Column("decide by", whole=True),
    Column("state"),
    Column("", spare=1),
)


def standings_command(
    event: Event = None,
    stage: Annotated[
        int | None,
        typer.Option(
            "--stage", help="From 1; default: the stage in play, or the one that waits for --decide.", min=1
        ),
    ] = None,
    decide: Annotated[
        list[str] | None,
        typer.Option(
            "--decide",
            help="The level entries, the best first, with their scores: --decide Asha=8 --decide Bela=5.",
        ),
    ] = None,
    by: Annotated[
        str, typer.Option("--by", help="With --decide: shoot-out, toss or organiser.")
    ] = "shoot-out",
    group: Annotated[
        int,
        typer.Option(
            "--group", help="Only this group (A is 1); required with --decide if there are several.", min=0
        ),
    ] = 0,
    which: Which = None,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Show the standings, with the step that decided each place."""
    with at_desk(db) as desk:
        desk.settle()
        _, of = event_of(desk, which, event)
        entries = entries_of(desk, of)
        if decide:
            order = tuple(_scored(text, list(entries.values())) for text in decide)
            kinds = {"shoot-out": "shoot_out", "toss": "toss", "organiser": "organiser"}
            if by not in kinds:
                raise DeskError("unknown_decision", by=by, kinds=list(kinds))
            with going_on(desk, of):
                changed = desk.decide(of, Decision(kinds[by], order, group), stage)  # type: ignore[arg-type]
                say(f"Noted: {by}. {'Changed: ' + ', '.join(changed) if changed else ''}".rstrip())
        found = desk.standings(of, stage)
        if group:
            if group not in found:
                raise DeskError(
                    "no_group",
                    event=of.name,
                    group=group,
                    groups=sorted(number for number in found if number),
                )
            found = {group: found[group]}
        if as_json:
            shown = {
                str(number): [views.place(one, entries) for one in lines] for number, lines in found.items()
            }
            print_json({"event": of.key, "groups": shown})
            return
        if not found:
            say(f"{of.name} is not drawn yet: boardside draw {of.key}")
            return
        _show_groups(desk, of, desk.stage(of, stage), found)


def protests_command(
    match: Annotated[
        str | None, typer.Argument(metavar="[MATCH]", help="The match whose protest is decided.")
    ] = None,
    ruling: Annotated[
        str | None, typer.Argument(metavar="[uphold|overrule]", help="What the committee decides.")
    ] = None,
    number: Annotated[
        int | None, typer.Option("--number", help="The protest's number, if the match has several.", min=1)
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also decided ones.")] = False,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """List the protests that wait for a decision, due within an hour (151c); with MATCH and uphold or
    overrule, send the decision to the table.
    """
    with at_desk(db) as desk:
        if match is not None:
            if ruling not in ("uphold", "overrule"):
                raise DeskError("protest_decision_missing", match=match)
            desk.rule(match, ruling == "uphold", number)
            what = "goes back to the beginning of that board" if ruling == "uphold" else "the result stands"
            say(f"Sent to the table: {what}. `boardside protests` shows it until the table has taken it.")
            return
        there = desk.protests(only_open=not everything)
        if as_json:
            print_json([views.protest(one) for one in there])
            return
        if not there:
            say("No protest is open.")
        rows = []
        for one in there:
            who = " / ".join(one.names.get(one.side) or [one.side.upper()])
            about = f"game {one.game}, board {one.board}"
            rows.append(
                (
                    one.match,
                    str(one.table),
                    str(one.number),
                    who,
                    about,
                    clock(one.decide_by),
                    desk_words.say(one.standing, "command_line"),
                    one.text,
                )
            )
        if rows:
            show_table("", _OF_PROTESTS, rows)


def _scored(text: str, entries: list[Entry]) -> tuple[int, int]:
    """ "Asha=8" as (entry id, 8)."""
    name, _, score = text.rpartition("=")
    found = [one for one in entries if name.strip().casefold() in _names(one)]
    if not score.strip().isdecimal() or not name.strip():
        raise DeskError("bad_score", text=text)
    if len(found) != 1:
        raise DeskError("name_of_several" if found else "no_such_name", name=name.strip())
    return found[0].id, int(score)


def _names(one: Entry) -> list[str]:
    return [one.title.casefold(), *(player.name.casefold() for player in one.players)]


def _show_groups(desk: Desk, of: Competition, stage: Stage, found: dict[int, list[Place]]) -> None:
    """The standing of a stage, by group, and where those of the stages before it are."""
    entries, stages = entries_of(desk, of), desk.stages(of)
    name = wording.stage(stage) if len(stages) > 1 else ""
    for number, lines in found.items():
        place = f"group {wording.group_letter(number)}" if number else name
        _show(", ".join(filter(None, (of.name, place))), lines, entries, stage.kind != "knockout")
    for one in stages[: stage.position - 1]:
        say(f"The {wording.stage(one)}: boardside standings {of.key} --stage {one.position}")


def _show(title: str, lines: list[Place], entries: dict[int, Entry], has_points: bool) -> None:
    """has_points: match points count; in a knockout they do not."""
    rows = []
    has_draws, has_twenties = any(one.drawn for one in lines), any(one.twenties for one in lines)
    for one in lines:
        name = entries[one.entry].title if one.entry in entries else ""
        drawn, twenties = str(one.drawn) * has_draws, str(one.twenties) * has_twenties
        points = str(one.points) * has_points
        figures = (one.played, one.won, drawn, one.lost, points, one.net, twenties)
        why = f"{place_words.why(one)}{' — to be decided' if one.open else ''}"
        rows.append((str(one.place), name, *map(str, figures), why))
    show_table(title, _OF_PLACES, rows)
