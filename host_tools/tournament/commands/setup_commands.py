"""`boardside tournament` and `boardside event`: set up what is played, before the entries."""

from collections.abc import Sequence
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
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Stage, Tournament

tournament_app = typer.Typer(no_args_is_help=True, help="Make, show and close tournaments.")
event_app = typer.Typer(no_args_is_help=True, help="The events of a tournament: Men's Singles and others.")

tournament_app.command("acts")(acts_commands.acts)
tournament_app.command("rules")(ruleset_commands.rules_command)
tournament_app.command("import")(import_commands.import_command)

_KEY, _RULES, _STATE = Column("key", whole=True), Column("rules", spare=2), Column("state", whole=True)
_OF_EVENTS = (
    _KEY,
    Column("event"),
    Column("kind", spare=3),
    _RULES,
    Column("stages"),
    Column("entries", right=True),
    Column("matches", right=True),
    _STATE,
    Column("hall", spare=1),
)


@tournament_app.command("show")
def show(
    key: Annotated[str | None, typer.Argument(help="Its key; without one all tournaments.")] = None,
    which: Which = None,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """List all tournaments; with KEY show one: its events, and the progress of each."""
    with at_desk(db) as desk:
        if key or which:
            _show(desk, desk.tournament(key or which), as_json)
        else:
            _list(desk.tournaments(), as_json)


def _list(tournaments: Sequence[Tournament], as_json: bool) -> None:
    if as_json:
        print_json([shapes.TournamentShape.from_value(tournament) for tournament in tournaments])
        return
    if not tournaments:
        say("There is no tournament yet: boardside tournament new KEY NAME")
    rows = [(each.key, each.name, each.place, each.days, each.ruleset, each.state) for each in tournaments]
    columns = (_KEY, Column("name"), Column("place", spare=1), Column("days", spare=1), _RULES, _STATE)
    show_table("", columns, rows)


def _show(desk: Desk, tournament: Tournament, as_json: bool) -> None:
    events = [(competition, desk.stages(competition)) for competition in desk.competitions(tournament)]
    if as_json:
        event_shapes = [shapes.of_event(competition, stages) for competition, stages in events]
        about = shapes.TournamentShape.from_value(tournament).model_dump()
        print_json({**about, "settings": tournament.settings, "events": event_shapes})
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
        return
    rows = []
    for competition, stages in events:
        fixtures = desk.fixtures(competition)
        done = sum(fixture.state in ("done", "bye", "off") for fixture in fixtures)
        rows.append(
            (
                competition.key,
                competition.name,
                competition.kind,
                competition.variant or competition.ruleset,
                _plan(stages),
                str(sum(not entry.withdrawn for entry in desk.entries(competition))),
                f"{done}/{len(fixtures)}",
                competition.state,
                desk.hall_of(competition),
            )
        )
    show_table("", _OF_EVENTS, rows)


def _plan(stages: list[Stage]) -> str:
    return " → ".join(map(wording.stage, stages))


for _name in ("event", "tournament"):
    for _verb, _act in acts_named(_name).items():
        {"event": event_app, "tournament": tournament_app}[_name].command(_verb)(act_command.command(_act))
