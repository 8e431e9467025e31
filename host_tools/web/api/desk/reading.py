"""The API's routes that read, and the one that undoes an act. `-` stands for the only open tournament."""

from typing import Annotated

from fastapi import Query

from host_tools.tournament.desk import shapes
from host_tools.tournament.desk.desk_acts import LISTED, LISTED_MOST
from host_tools.tournament.desk.shapes import EventFacts
from host_tools.tournament.model.model import FixtureState
from host_tools.web.api.desk import answers, requests
from host_tools.web.api.desk.dependencies import (
    PREFIX,
    ActId,
    Actor,
    EventKey,
    MatchId,
    RulesetKey,
    TournamentKey,
    event_of,
    match_of,
    ruleset_of,
    there,
    tournament_of,
)
from host_tools.web.api.live_api import ID_MAX
from host_tools.web.http.refusals import ALWAYS, ON_BODY, ON_CHANGE, refusals
from host_tools.web.http.routes import DeskHere, room

State = Annotated[FixtureState | None, Query(description="Only matches in this state")]
StagePosition = Annotated[
    int | None, Query(ge=1, le=99, description="From 1; else the last one that is drawn")
]


routes = room(prefix=PREFIX, tags=["tournament"], responses=refusals(*ALWAYS))
MISSING = refusals(404, 422)
TOURNAMENT_PATH = "/tournaments/{tournament}"


@routes.get("/tournaments")
def tournaments(
    desk: DeskHere,
) -> answers.Tournaments:
    """All tournaments of this database, the newest first."""
    return answers.Tournaments(
        tournaments=[shapes.TournamentShape.from_value(tournament) for tournament in desk.tournaments()]
    )


@routes.get(f"{TOURNAMENT_PATH}/players", responses=MISSING)
def players(desk: DeskHere, tournament: TournamentKey) -> answers.Players:
    """The players, by start number."""
    owner = tournament_of(desk, tournament)
    return answers.Players(players=[shapes.PlayerShape.from_value(player) for player in desk.players(owner)])


@routes.get(f"{TOURNAMENT_PATH}/check-in", responses=refusals(401, 404, 422))
def check_in(desk: DeskHere, tournament: TournamentKey, actor: Actor) -> answers.CheckIn:
    """Who is to come, by start number, and when each was checked in."""
    arrivals = [
        answers.Arrival(
            number=each.player.number,
            name=each.player.name,
            club=each.player.club,
            entries=[entry.id for _, entry in each.entries],
            at=each.at,
        )
        for each in desk.expected(tournament_of(desk, tournament))
    ]
    return answers.CheckIn(players=arrivals)


@routes.get(TOURNAMENT_PATH, responses=MISSING)
def one_tournament(desk: DeskHere, tournament: TournamentKey) -> answers.OneTournament:
    """One tournament."""
    return answers.OneTournament(
        tournament=shapes.TournamentShape.from_value(tournament_of(desk, tournament))
    )


@routes.get(f"{TOURNAMENT_PATH}/settings", responses=MISSING)
def settings(desk: DeskHere, tournament: TournamentKey) -> answers.SettingsOf:
    """How long players rest, and how umpires press CLOCK in the matches that are called."""
    return answers.settings_of(tournament_of(desk, tournament))


@routes.get(f"{TOURNAMENT_PATH}/events", responses=MISSING)
def events(desk: DeskHere, tournament: TournamentKey) -> answers.Events:
    """The events of a tournament, with their stages."""
    owner = tournament_of(desk, tournament)
    event_shapes = [shapes.of_event(each, desk.stages(each)) for each in desk.competitions(owner)]
    return answers.Events(tournament=shapes.TournamentShape.from_value(owner), events=event_shapes)


@routes.get(f"{TOURNAMENT_PATH}/events/{{event}}", responses=MISSING)
def one_event(desk: DeskHere, tournament: TournamentKey, event: EventKey) -> answers.OneEvent:
    """One event, with its stages."""
    competition = event_of(desk, tournament, event)
    return answers.OneEvent(event=shapes.of_event(competition, desk.stages(competition)))


@routes.get(f"{TOURNAMENT_PATH}/events/{{event}}/entries", responses=MISSING)
def entries(desk: DeskHere, tournament: TournamentKey, event: EventKey) -> answers.Entries:
    """The entries in the order in which they were made, also withdrawn ones."""
    competition = event_of(desk, tournament, event)
    return answers.Entries(entries=[shapes.of_entry(entry) for entry in desk.entries(competition)])


@routes.get(f"{TOURNAMENT_PATH}/events/{{event}}/places", responses=MISSING)
def places(desk: DeskHere, tournament: TournamentKey, event: EventKey) -> answers.Places:
    """The places that a reserve can take, and the reserves in their order."""
    competition = event_of(desk, tournament, event)
    facts = EventFacts.read(desk, competition)
    free = [
        answers.FreePlace(
            entry=place.entry.id if place.entry else None,
            group=place.group or None,
            match=facts.match(place.match),
        )
        for place in desk.places(competition)
    ]
    waiting = [shapes.of_entry(entry) for entry in desk.reserves(competition)]
    return answers.Places(places=free, reserves=waiting)


@routes.get(f"{TOURNAMENT_PATH}/events/{{event}}/withdrawals", responses=MISSING)
def withdrawals(desk: DeskHere, tournament: TournamentKey, event: EventKey) -> answers.WithdrawalsOf:
    """Which matches of an entry that withdraws from a group count: all, none; "": none in a group, all in a
    preliminary.
    """
    return answers.WithdrawalsOf(count=desk.withdrawals_of(event_of(desk, tournament, event)))


@routes.get(f"{TOURNAMENT_PATH}/events/{{event}}/matches", responses=MISSING)
def matches(
    desk: DeskHere, tournament: TournamentKey, event: EventKey, state: State = None
) -> answers.Matches:
    """The matches of an event, by stage, round, group and number."""
    competition = event_of(desk, tournament, event)
    facts = EventFacts.read(desk, competition)
    planned = desk.fixtures(competition, state)
    return answers.Matches(matches=[facts.match(fixture) for fixture in planned])


@routes.get(f"{TOURNAMENT_PATH}/events/{{event}}/standings", responses=MISSING)
def standings(
    desk: DeskHere, tournament: TournamentKey, event: EventKey, stage: StagePosition = None
) -> answers.Standings:
    """The standing of a stage (the last one that is drawn), group by group, with what decided each
    place.
    """
    competition = event_of(desk, tournament, event)
    facts = EventFacts.read(desk, competition)
    groups = [
        answers.GroupStanding(group=group, places=[shapes.of_place(place, facts.entries) for place in places])
        for group, places in sorted(there(lambda: desk.standings(competition, stage)).items())
    ]
    return answers.Standings(groups=groups)


@routes.get(f"{TOURNAMENT_PATH}/events/{{event}}/corrections", responses=MISSING)
def corrections(desk: DeskHere, tournament: TournamentKey, event: EventKey) -> answers.Corrections:
    """The results that were entered or changed by hand, the oldest first."""
    competition = event_of(desk, tournament, event)
    return answers.Corrections(
        corrections=[shapes.of_correction(correction) for correction in desk.corrections(competition)]
    )


@routes.get("/planned/{match}", responses=MISSING)
def match(desk: DeskHere, match: MatchId) -> answers.OneMatch:
    """One match."""
    return answers.OneMatch(match=match_of(desk, match))


@routes.get("/desk/acts", responses=refusals(401, 422))
def desk_acts(
    desk: DeskHere,
    actor: Actor,
    limit: Annotated[int, Query(ge=1, le=LISTED_MOST, description="At most so many")] = LISTED,
    before: Annotated[int | None, Query(ge=1, le=ID_MAX, description="Only acts before this one")] = None,
) -> answers.DeskActs:
    """The last acts of the desk, each with what taking it back would do; nothing changes."""
    return answers.DeskActs(acts=[shapes.of_act(seen) for seen in desk.acts(limit, before)])


@routes.get("/desk/acts/{act}", responses=refusals(401, 404, 422))
def desk_act(desk: DeskHere, act: ActId, actor: Actor) -> answers.OneDeskAct:
    """An act of the desk, and what taking it back would do."""
    return answers.OneDeskAct(act=shapes.of_act(there(lambda: desk.act(act))))


@routes.post("/desk/acts/{act}/take-back", responses=refusals(404, 409, *ON_CHANGE, *ON_BODY))
def take_back(desk: DeskHere, act: ActId, asked: requests.TakeBackAsked, actor: Actor) -> answers.TakenBack:
    """Take an act of the desk back, which is an act itself; later ones that stand on it first, if asked."""
    there(lambda: desk.act(act))
    taken = desk.take_back(act, asked.reason, with_later=asked.with_later, actor=actor)
    return answers.TakenBack(acts=[each.number for each in taken])


@routes.get("/protests")
def protests(
    desk: DeskHere,
) -> answers.Protests:
    """The protests at the tables, also decided ones, the most urgent first."""
    return answers.Protests(
        protests=[shapes.of_protest(protest) for protest in desk.protests(only_open=False)]
    )


@routes.get("/reports", responses=refusals(401))
def reports(desk: DeskHere, actor: Actor) -> answers.Reports:
    """The tables' reports of matches that do not count by themselves, also decided ones, the oldest first."""
    return answers.Reports(reports=[shapes.of_report(report) for report in desk.reports(only_open=False)])


@routes.get("/rulesets")
def rulesets(desk: DeskHere) -> answers.Rulesets:
    """The saved rulesets, by key; without those that come with Boardside."""
    return answers.Rulesets(rulesets=[shapes.of_ruleset(saved) for saved in desk.rulesets()])


@routes.get("/rulesets/{ruleset}", responses=MISSING)
def one_ruleset(desk: DeskHere, ruleset: RulesetKey) -> answers.OneRuleset:
    """One saved ruleset."""
    return answers.OneRuleset(ruleset=shapes.of_ruleset(ruleset_of(desk, ruleset)))


@routes.get("/desk/tables", responses=refusals(401))
def desk_tables(desk: DeskHere, actor: Actor) -> answers.DeskTables:
    """Every table: link, battery, firmware, the match called to it, and whether it is free."""
    return answers.DeskTables(tables=[shapes.of_table(table) for table in desk.tables()])
