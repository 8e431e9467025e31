"""`boardside tournament` and `boardside event`: set up what is played, before the entries."""

from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.tournament.acts.act import acts_named
from host_tools.tournament.commands import (
    act_command,
    acts_commands,
    import_commands,
    ruleset_commands,
)
from host_tools.tournament.commands.command_line import (
    AsJson,
    Column,
    Which,
    at_desk,
    print_json,
    say,
    show_table,
)
from host_tools.tournament.desk import shapes
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Competition, Stage

tournament_app = typer.Typer(no_args_is_help=True, help="Make, show and close tournaments.")
event_app = typer.Typer(no_args_is_help=True, help="The events of a tournament: Men's Singles and others.")

tournament_app.command("acts")(acts_commands.acts)
tournament_app.add_typer(ruleset_commands.app, name="rules")
tournament_app.command("import")(import_commands.import_command)

_KEY, _RULES, _STATE = Column("key", whole=True), Column("rules", spare=2), Column("state", whole=True)


@tournament_app.command("list")
def list_all(as_json: AsJson = False, db: Database = DEFAULT_DATABASE) -> None:
    """All tournaments in the database."""
    with at_desk(db) as desk:
        there = desk.tournaments()
        if as_json:
            print_json([shapes.TournamentShape.from_value(tournament) for tournament in there])
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
            shown = [shapes.of_event(competition, stages) for competition, stages in events]
            about = shapes.TournamentShape.from_value(tournament).model_dump()
            print_json({**about, "settings": tournament.settings, "events": shown})
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


@event_app.command("list")
def list_events(which: Which = None, as_json: AsJson = False, db: Database = DEFAULT_DATABASE) -> None:
    """The events of a tournament."""
    with at_desk(db) as desk:
        events: list[tuple[Competition, list[Stage]]] = [
            (competition, desk.stages(competition))
            for competition in desk.competitions(desk.tournament(which))
        ]
        if as_json:
            print_json([shapes.of_event(competition, stages) for competition, stages in events])
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


for _name in ("event", "tournament"):
    for _verb, _act in acts_named(_name).items():
        {"event": event_app, "tournament": tournament_app}[_name].command(_verb)(act_command.command(_act))
