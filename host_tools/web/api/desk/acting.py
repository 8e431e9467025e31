"""The API's routes during play: calls, walk-overs, results by hand, tie-breaks, protests."""

from typing import Annotated

from fastapi import Path

from host_tools.tournament.desk.desk import Called, Desk
from host_tools.web.api.desk import answers, requests
from host_tools.web.api.desk.dependencies import (
    PREFIX,
    ActId,
    Actor,
    MatchId,
    fixture_of,
    match_of,
    there,
)
from host_tools.web.http.refusals import ALWAYS, ON_BODY, ON_CHANGE, refusals
from host_tools.web.http.routes import DeskHere, TableNumber, room

ReportNumber = Annotated[int, Path(ge=1, le=requests.INT_MAX)]

routes = room(prefix=PREFIX, tags=["tournament"], responses=refusals(*ALWAYS, *ON_CHANGE, *ON_BODY, 409))
MISSING = refusals(404)
MATCH_PATH = "/planned/{match}"


def _changed(desk: Desk, ids: list[str]) -> answers.Matches:
    return answers.Matches(matches=[match_of(desk, match_id) for match_id in ids])


def _called_answer(desk: Desk, called: Called) -> answers.Called:
    match = match_of(desk, called.fixture.id)
    return answers.Called(
        match=match,
        command=called.command,
        remarks=[remark.say("script") for remark in called.remarks],
    )


@routes.post(f"{MATCH_PATH}/call", responses=MISSING)
def call(desk: DeskHere, match: MatchId, asked: requests.CallAsked, actor: Actor) -> answers.Called:
    """Call a match to a table: the table gets it, and its report clock starts."""
    fixture = fixture_of(desk, match)
    called = desk.call(
        fixture,
        asked.table,
        asked.umpire,
        asked.report_ms,
        force=asked.force,
        anyway=asked.anyway,
        actor=actor,
    )
    return _called_answer(desk, called)


@routes.post("/desk/tables/{number}/call-next")
def call_next(
    desk: DeskHere, number: TableNumber, asked: requests.CallNextAsked, actor: Actor
) -> answers.Called:
    """Call the next match that is ready, and whose players are free, to this table."""
    event = None if asked.event is None else desk.competition(desk.tournament(), asked.event)
    called = desk.call_next(number, asked.umpire, asked.report_ms, event, actor=actor)
    return _called_answer(desk, called)


@routes.post(f"{MATCH_PATH}/recall", responses=MISSING)
def recall(desk: DeskHere, match: MatchId, asked: requests.RecallAsked, actor: Actor) -> answers.OneMatch:
    """Take a call back; the match is ready again."""
    called = desk.recall(fixture_of(desk, match), force=asked.force, actor=actor)
    return answers.OneMatch(match=match_of(desk, called.id))


@routes.post(f"{MATCH_PATH}/line-up", responses=MISSING)
def line_up(desk: DeskHere, match: MatchId, asked: requests.LineUpAsked, actor: Actor) -> answers.OneMatch:
    """Record the players that a team names for one match of a tie."""
    named = desk.line_up(fixture_of(desk, match), asked.side, asked.players, actor=actor)
    return answers.OneMatch(match=match_of(desk, named.id))


@routes.post("/desk/acts/{act}/take-back", responses=MISSING)
def take_back(desk: DeskHere, act: ActId, asked: requests.TakeBackAsked, actor: Actor) -> answers.TakenBack:
    """Take an act of the desk back, which is an act itself; later ones that stand on it first, if asked."""
    there(lambda: desk.act(act))
    taken = desk.take_back(act, asked.reason, with_later=asked.with_later, actor=actor)
    return answers.TakenBack(acts=[each.number for each in taken])


@routes.post("/reports/{number}/decision")
def decide_report(
    desk: DeskHere, number: ReportNumber, asked: requests.ReportAsked, actor: Actor
) -> answers.Matches:
    """Take a table's report, so that it counts, or leave it; returns the matches that changed."""
    do = desk.take_report if asked.take else desk.leave_report
    return _changed(desk, do(number, asked.why, force=asked.force, known=asked.known, actor=actor))


@routes.post("/protests/{match}/ruling")
def rule(desk: DeskHere, match: MatchId, asked: requests.RulingAsked, actor: Actor) -> answers.Ruled:
    """Decide an open protest (151): upheld, the table goes back to that board; or the result stands."""
    return answers.Ruled(command=desk.rule(match, asked.upheld, asked.number, actor=actor))
