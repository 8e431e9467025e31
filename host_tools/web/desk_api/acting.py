"""What a script does while it is played: calls, walk-overs, results by hand, tie-breaks, protests."""

from host_tools.tournament import results
from host_tools.tournament.desk import Called, Desk
from host_tools.tournament.model import Decision
from host_tools.web.desk_api import answers, asking, shapes
from host_tools.web.desk_api.bearer import PREFIX, Who
from host_tools.web.desk_api.finding import (
    EventKey,
    MatchId,
    TournamentKey,
    event_of,
    fixture_of,
    match_of,
    titles_of,
)
from host_tools.web.refusals import refusals
from host_tools.web.routes import DeskHere, room
from host_tools.web.table_numbers import TableNumber

routes = room(prefix=PREFIX, tags=["tournament"], responses=refusals(401, 409, 413, 422, 503))
MISSING = refusals(404)
OF = "/planned/{match}"


def _changed(desk: Desk, ids: list[str]) -> answers.Matches:
    return answers.Matches(matches=[match_of(desk, one) for one in ids])


def _told(desk: Desk, called: Called) -> answers.Called:
    match = match_of(desk, called.fixture.id)
    return answers.Called(match=match, command=called.command, remarks=list(called.remarks))


@routes.post(f"{OF}/call", responses=MISSING)
def call(desk: DeskHere, match: MatchId, asked: asking.CallAsked, who: Who) -> answers.Called:
    """Call a match to a table: the table gets it, and its report clock starts."""
    one = fixture_of(desk, match)
    called = desk.call(
        one, asked.table, asked.umpire, asked.report_ms, force=asked.force, anyway=asked.anyway, who=who
    )
    return _told(desk, called)


@routes.post("/desk/tables/{number}/call-next")
def call_next(desk: DeskHere, number: TableNumber, asked: asking.CallNextAsked, who: Who) -> answers.Called:
    """Call the next match that is ready, and whose players are free, to this table."""
    called = desk.call_next(number, asked.umpire, asked.report_ms, who=who)
    return _told(desk, called)


@routes.post(f"{OF}/recall", responses=MISSING)
def recall(desk: DeskHere, match: MatchId, asked: asking.RecallAsked, who: Who) -> answers.OneMatch:
    """Take a call back; the match is ready again."""
    called = desk.recall(fixture_of(desk, match), force=asked.force, who=who)
    return answers.OneMatch(match=match_of(desk, called.id))


@routes.post(f"{OF}/walk-over", responses=MISSING)
def walk_over(desk: DeskHere, match: MatchId, asked: asking.WalkOverAsked, who: Who) -> answers.Matches:
    """Somebody did not report (143i); the matches that changed."""
    return _changed(desk, desk.walk_over(fixture_of(desk, match), asked.winner, early=asked.early, who=who))


@routes.post(f"{OF}/result", responses=MISSING)
def result(desk: DeskHere, match: MatchId, asked: asking.ResultAsked, who: Who) -> answers.Matches:
    """Enter or correct a result by the organiser's word, visibly; the matches that changed."""
    one = fixture_of(desk, match)
    typed = results.typed_in(asked.games, asked.twenties, asked.winner, asked.draw)
    return _changed(
        desk, desk.enter_result(one, typed, asked.reason, force=asked.force, known=asked.known, who=who)
    )


@routes.post(f"{OF}/line-up", responses=MISSING)
def line_up(desk: DeskHere, match: MatchId, asked: asking.LineUpAsked, who: Who) -> answers.OneMatch:
    """A team names who plays in one match of a tie."""
    named = desk.line_up(fixture_of(desk, match), asked.side, asked.players, who=who)
    return answers.OneMatch(match=match_of(desk, named.id))


@routes.post("/tournaments/{tournament}/events/{event}/decisions", responses=MISSING)
def decide(
    desk: DeskHere, tournament: TournamentKey, event: EventKey, asked: asking.DecisionAsked, who: Who
) -> answers.Matches:
    """The order that a shoot-out, a toss or the organiser gives to entries that are level."""
    competition = event_of(desk, tournament, event)
    order = tuple((line.entry, line.score) for line in asked.order)
    ids = desk.decide(competition, Decision(asked.kind, order, asked.group), asked.stage, who=who)
    titles = titles_of(desk, competition)
    shown = {one.id: one for one in desk.fixtures(competition)}
    return answers.Matches(
        matches=[shapes.of_match(shown[one], competition.key, titles) for one in ids if one in shown]
    )


@routes.post("/protests/{match}/ruling")
def rule(desk: DeskHere, match: MatchId, asked: asking.RulingAsked, who: Who) -> answers.Ruled:
    """Decide an open protest (151): upheld, the table goes back to that board; or the result stands."""
    return answers.Ruled(command=desk.rule(match, asked.upheld, asked.number, who=who))
