"""What a script does while it is played: calls, walk-overs, results by hand, tie-breaks, protests."""

from fastapi import APIRouter

from host_tools.tournament import results
from host_tools.tournament.desk import Called, Desk
from host_tools.tournament.model import Decision
from host_tools.web.desk_api import answers, asking, shapes
from host_tools.web.desk_api.bearer import Who
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
from host_tools.web.table_numbers import TableNumber


def router(desk: Desk) -> APIRouter:
    """The routes; all need a token."""
    api = APIRouter(tags=["tournament"], responses=refusals(401, 409, 413, 422, 503))
    missing = refusals(404)
    of = "/planned/{match}"

    def changed(ids: list[str]) -> answers.Matches:
        return answers.Matches(matches=[match_of(desk, one) for one in ids])

    def told(called: Called) -> answers.Called:
        match = match_of(desk, called.fixture.id)
        return answers.Called(match=match, command=called.command, remarks=list(called.remarks))

    @api.post(f"{of}/call", responses=missing)
    def call(match: MatchId, asked: asking.CallAsked, who: Who) -> answers.Called:
        """Call a match to a table: the table gets it, and its report clock starts."""
        one = fixture_of(desk, match)
        called = desk.call(
            one, asked.table, asked.umpire, asked.report_ms, force=asked.force, anyway=asked.anyway, who=who
        )
        return told(called)

    @api.post("/desk/tables/{number}/call-next")
    def call_next(number: TableNumber, asked: asking.CallNextAsked, who: Who) -> answers.Called:
        """Call the next match that is ready, and whose players are free, to this table."""
        called = desk.call_next(number, asked.umpire, asked.report_ms, who=who)
        return told(called)

    @api.post(f"{of}/recall", responses=missing)
    def recall(match: MatchId, asked: asking.RecallAsked, who: Who) -> answers.OneMatch:
        """Take a call back; the match is ready again."""
        called = desk.recall(fixture_of(desk, match), force=asked.force, who=who)
        return answers.OneMatch(match=match_of(desk, called.id))

    @api.post(f"{of}/walk-over", responses=missing)
    def walk_over(match: MatchId, asked: asking.WalkOverAsked, who: Who) -> answers.Matches:
        """Somebody did not report (143i); the matches that changed."""
        return changed(desk.walk_over(fixture_of(desk, match), asked.winner, who=who))

    @api.post(f"{of}/result", responses=missing)
    def result(match: MatchId, asked: asking.ResultAsked, who: Who) -> answers.Matches:
        """Enter or correct a result by the organiser's word, visibly; the matches that changed."""
        one = fixture_of(desk, match)
        typed = results.typed_in(asked.games, asked.twenties, asked.winner, asked.draw)
        return changed(desk.enter_result(one, typed, asked.reason, force=asked.force, who=who))

    @api.post(f"{of}/line-up", responses=missing)
    def line_up(match: MatchId, asked: asking.LineUpAsked, who: Who) -> answers.OneMatch:
        """A team names who plays in one match of a tie."""
        named = desk.line_up(fixture_of(desk, match), asked.side, asked.players, who=who)
        return answers.OneMatch(match=match_of(desk, named.id))

    @api.post("/tournaments/{tournament}/events/{event}/decisions", responses=missing)
    def decide(
        tournament: TournamentKey, event: EventKey, asked: asking.DecisionAsked, who: Who
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

    @api.post("/protests/{match}/ruling")
    def rule(match: MatchId, asked: asking.RulingAsked, who: Who) -> answers.Ruled:
        """Decide an open protest (151): upheld, the table goes back to that board; or the result stands."""
        return answers.Ruled(command=desk.rule(match, asked.upheld, asked.number, who=who))

    return api
