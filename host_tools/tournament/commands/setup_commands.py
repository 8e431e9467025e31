"""`boardside tournament` and `boardside event`: set up what is played, before the entries."""

from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.live_values import Rules
from host_tools.outside import json_text
from host_tools.tournament.acts.act import acts_on
from host_tools.tournament.commands import (
    act_command,
    acts_commands,
    import_commands,
    ruleset_commands,
    views,
)
from host_tools.tournament.commands.command_line import (
    AsJson,
    Column,
    Event,
    EventOption,
    Reason,
    Which,
    Yes,
    at_desk,
    event_of,
    print_json,
    say,
    show_table,
)
from host_tools.tournament.entries.editing import EventChanges
from host_tools.tournament.model import planning, wording
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import KINDS, Competition, Kind, Stage, Tournament

tournament_app = typer.Typer(no_args_is_help=True, help="Make, show and close tournaments.")
event_app = typer.Typer(no_args_is_help=True, help="The events of a tournament: Men's Singles and others.")

tournament_app.command("acts")(acts_commands.acts)
tournament_app.add_typer(ruleset_commands.app, name="rules")
tournament_app.command("import")(import_commands.import_command)

_KEY, _RULES, _STATE = Column("key", whole=True), Column("rules", spare=2), Column("state", whole=True)
Ruleset = Annotated[
    str | None,
    typer.Option("--ruleset", help="icf, vkk, spandan, vaishali, wcc, or the key of a saved one."),
]


#: The first of two arguments, of which the event may be missing: then it is the other one.
EventAnd = Annotated[
    str, typer.Argument(metavar="[EVENT]", help="Its key; not needed when there is only one.")
]


def _last(first: str, second: str | None) -> tuple[str | None, str]:
    """The event's key, None without one, and the argument that follows it."""
    return (None, first) if second is None else (first, second)


@tournament_app.command("new")
def new(
    key: Annotated[str, typer.Argument(help="A short word for it, such as open-2026.")],
    name: Annotated[str, typer.Argument(help='For instance "Spring Open 2026".')],
    ruleset: Annotated[str, typer.Option("--ruleset", help="icf, vkk, spandan, vaishali or wcc.")] = "icf",
    place: Annotated[str, typer.Option("--place", help="Where it is played.")] = "",
    days: Annotated[str, typer.Option("--days", help='As people write it: "12-14 March".')] = "",
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Make a tournament, and a database if there is none."""
    with at_desk(db, create=True) as desk:
        made = desk.new_tournament(key, name, ruleset, place=place, days=days)
        say(f"{made.name} ({made.key}) is open. Its events come next: boardside event add KEY NAME")


@tournament_app.command("list")
def list_all(as_json: AsJson = False, db: Database = DEFAULT_DATABASE) -> None:
    """All tournaments in the database."""
    with at_desk(db) as desk:
        there = desk.tournaments()
        if as_json:
            print_json([views.tournament(tournament) for tournament in there])
            return
        if not there:
            say("There is no tournament yet: boardside tournament new KEY NAME")
        rows = [
            (
                tournament.key,
                tournament.name,
                tournament.place,
                tournament.days,
                tournament.ruleset,
                tournament.state,
            )
            for tournament in there
        ]
        columns = (_KEY, Column("name"), Column("place", spare=1), Column("days", spare=1), _RULES, _STATE)
        show_table("", columns, rows)


@tournament_app.command("show")
def show(
    key: Annotated[str | None, typer.Argument(help="Not needed when only one is open.")] = None,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Show a tournament: its events, and the progress of each."""
    with at_desk(db) as desk:
        tournament = desk.tournament(key)
        events = [(competition, desk.stages(competition)) for competition in desk.competitions(tournament)]
        if as_json:
            shown = [views.competition(competition, stages) for competition, stages in events]
            print_json({**views.tournament(tournament), "events": shown})
            return
        facts = (
            f"{tournament.name} ({tournament.key})",
            tournament.ruleset,
            tournament.state,
            tournament.place,
            tournament.days,
        )
        say(" · ".join(filter(None, facts)))
        if not events:
            say("It has no event yet: boardside event add KEY NAME")
        rows = []
        for competition, stages in events:
            there = desk.fixtures(competition)
            done = sum(fixture.state in ("done", "bye", "off") for fixture in there)
            entries = sum(not entry.withdrawn for entry in desk.entries(competition))
            rows.append(
                (
                    competition.key,
                    competition.name,
                    str(entries),
                    _plan(stages),
                    f"{done}/{len(there)}",
                    competition.state,
                )
            )
        counts = Column("entries", right=True), Column("matches", right=True)
        show_table("", (_KEY, Column("event"), counts[0], Column("stages"), counts[1], _STATE), rows)


@event_app.command("withdrawals")
def event_withdrawals(
    first: EventAnd,
    second: Annotated[
        str | None,
        typer.Argument(
            metavar="all|none|usual",
            help="Which matches of who withdraws from a group count; usual: none in a group, all in a "
            "preliminary or a Swiss.",
        ),
    ] = None,
    option: EventOption = None,
    force: Annotated[
        bool, typer.Option("--force", help="Also if a match that follows was called; it stays, marked.")
    ] = False,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Choose what becomes of the results of an entry that withdraws from a group."""
    with at_desk(db) as desk:
        key, count = _last(first, second)
        _, competition = event_of(desk, which, key, option)
        changed = desk.set_withdrawals(competition, "" if count == "usual" else count, force=force)
        ways = {
            "all": "what was played counts, and the rest are walk-overs",
            "none": "none of its matches count",
            "usual": "none of its matches count in a group, all in a preliminary or a Swiss",
        }
        say(f"{competition.name}: when an entry withdraws, {ways[count]}.")
        if changed:
            say(desk.in_numbers(f"Changed: {', '.join(changed)}"))


@event_app.command("rounds")
def event_rounds(
    first: EventAnd,
    second: Annotated[
        str | None, typer.Argument(metavar="COUNT", help="As many as are drawn, or more.")
    ] = None,
    option: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Change how many rounds the Swiss of an event has, also during play."""
    with at_desk(db) as desk:
        key, typed = _last(first, second)
        if not typed.isdecimal():
            raise DeskError("not_a_number", field="rounds", text=typed)
        count = int(typed)
        _, competition = event_of(desk, which, key, option)
        desk.set_rounds(competition, count)
        say(f"{competition.name} has {count} {'round' if count == 1 else 'rounds'}.")


@event_app.command("hall")
def event_hall(
    first: EventAnd,
    second: Annotated[
        str | None, typer.Argument(metavar="HALL", help='The hall in which it is played; "": in any.')
    ] = None,
    option: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Set the hall of an event: its next matches are called to tables there."""
    with at_desk(db) as desk:
        key, name = _last(first, second)
        _, competition = event_of(desk, which, key, option)
        hall = desk.bind(competition, name)
        say(
            f"{competition.name} is played in {hall}."
            if hall
            else f"{competition.name} is played in any hall."
        )


@event_app.command("add")
def add(
    key: Annotated[str, typer.Argument(help="A short word for it, such as ms.")],
    name: Annotated[str, typer.Argument(help='For instance "Men\'s Singles".')],
    kind: Annotated[str, typer.Option("--kind", help="singles, doubles or team.")] = "singles",
    ruleset: Ruleset = None,
    stage: Annotated[
        list[str] | None,
        typer.Option(
            "--stage",
            help="Its stages in order, one each: groups:size=4,advance=2 or groups:groups=8,advance=2, "
            "round_robin:advance=4, preliminary:opponents=10,advance=8, swiss:rounds=7,clubs_apart=2, "
            "knockout, knockout:third. "
            "Default: the stages of the rulebook.",
        ),
    ] = None,
    category: Annotated[str | None, typer.Option("--category", help="Crokinole: adult, junior, …")] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", help="Changes to the rules, JSON: '{\"points\": 23}'.")
    ] = None,
    in_hall: Annotated[
        str, typer.Option("--hall", help="The hall in which it is played, if there are several.")
    ] = "",
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Add an event."""
    with at_desk(db) as desk:
        tournament = desk.tournament(which)
        plan = None if not stage else [planning.parse(text) for text in stage]
        made = desk.add_competition(
            tournament,
            key,
            name,
            _kind(kind),
            ruleset=ruleset,
            category=category,
            rules=_rules(rules),
            plan=plan,
        )
        where = desk.bind(made, in_hall) if in_hall else ""
        say(
            f"{made.name} ({made.key}): {_plan(desk.stages(made))}, by {made.variant or made.ruleset}"
            f"{f', in {where}' if where else ''}."
        )


@event_app.command("edit")
def edit_event(
    key: Event = None,
    option: EventOption = None,
    name: Annotated[str | None, typer.Option("--name")] = None,
    kind: Annotated[str | None, typer.Option("--kind", help="singles, doubles or team.")] = None,
    ruleset: Ruleset = None,
    stage: Annotated[
        list[str] | None, typer.Option("--stage", help="All its stages in order, as for `event add`.")
    ] = None,
    category: Annotated[str | None, typer.Option("--category", help="Crokinole: adult, junior, …")] = None,
    rules: Annotated[str | None, typer.Option("--rules", help="Changes to the rules, JSON.")] = None,
    reason: Reason = "",
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Change an event: its name at any time, the rest as long as nothing decided depends on it."""
    changes = EventChanges()
    if name is not None:
        changes["name"] = name
    if ruleset is not None:
        changes["ruleset"] = ruleset
    if category is not None:
        changes["category"] = category or None
    with at_desk(db) as desk:
        if kind is not None:
            changes["kind"] = _kind(kind)
        if rules is not None:
            changes["rules"] = _rules(rules)
        if stage:
            changes["plan"] = [planning.parse(text) for text in stage]
        owner, competition = event_of(desk, which, key, option)
        changed = desk.edit_event(competition, changes, reason=reason)
        made = desk.competition(owner, competition.key)
        stages = _plan(desk.stages(made))
        say(f"{made.name} ({made.key}): {stages}, by {made.variant or made.ruleset}.")
        if changed:
            say(desk.in_numbers(f"Changed: {', '.join(changed)}"))


@event_app.command("delete")
def delete_event(
    key: Event = None,
    option: EventOption = None,
    reason: Reason = "",
    yes: Yes = False,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Delete an event of which no match is called or decided, with its entries and its draw. It asks."""
    with at_desk(db) as desk:
        _, competition = event_of(desk, which, key, option)
        if not yes:
            entries, matches = len(desk.entries(competition)), len(desk.fixtures(competition))
            contents = f"{competition.name}: {entries} entries and {matches} matches"
            typer.confirm(f"Delete {contents}?", abort=True)
        desk.delete_event(competition, reason=reason)
        say(f"{competition.name} is deleted.")


@event_app.command("list")
def list_events(which: Which = None, as_json: AsJson = False, db: Database = DEFAULT_DATABASE) -> None:
    """The events of a tournament."""
    with at_desk(db) as desk:
        events: list[tuple[Competition, list[Stage]]] = [
            (competition, desk.stages(competition))
            for competition in desk.competitions(desk.tournament(which))
        ]
        if as_json:
            print_json([views.competition(competition, stages) for competition, stages in events])
            return
        halls = [desk.hall_of(competition) for competition, _ in events]
        rows = [
            (
                competition.key,
                competition.name,
                competition.kind,
                competition.variant or competition.ruleset,
                _plan(stages),
                competition.state,
                hall,
            )
            for (competition, stages), hall in zip(events, halls, strict=True)
        ]
        if not rows:
            say("There is no event yet: boardside event add KEY NAME")
        columns = (_KEY, Column("event"), Column("kind"), _RULES, Column("stages"), _STATE, Column("hall"))
        show_table("", columns, rows)


def _plan(stages: list[Stage]) -> str:
    return " → ".join(map(wording.stage, stages))


def _kind(text: str) -> Kind:
    kinds: dict[str, Kind] = {"singles": "singles", "doubles": "doubles", "team": "team", "teams": "team"}
    if text not in kinds:
        raise DeskError("unknown_kind", kind=text, kinds=list(KINDS))
    return kinds[text]


def _rules(text: str | None) -> Rules | None:
    if text is None:
        return None
    try:
        changes = json_text.value(text)
    except ValueError as error:
        raise DeskError("rules_no_json", why=str(error)) from error
    if not isinstance(changes, dict):
        raise DeskError("rules_no_object")
    return changes


for _verb, _act in acts_on(Competition).items():
    event_app.command(_verb)(act_command.command(_act))
for _verb, _act in acts_on(Tournament).items():
    tournament_app.command(_verb)(act_command.command(_act))
