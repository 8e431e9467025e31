"""The API's routes during play: protests, reports, taking acts back."""

from typing import Annotated

from fastapi import Path

from host_tools.tournament.desk.desk import Desk
from host_tools.web.api.desk import answers, requests
from host_tools.web.api.desk.dependencies import (
    PREFIX,
    ActId,
    Actor,
    MatchId,
    match_of,
    there,
)
from host_tools.web.http.refusals import ALWAYS, ON_BODY, ON_CHANGE, refusals
from host_tools.web.http.routes import DeskHere, room

ReportNumber = Annotated[int, Path(ge=1, le=requests.INT_MAX)]

routes = room(prefix=PREFIX, tags=["tournament"], responses=refusals(*ALWAYS, *ON_CHANGE, *ON_BODY, 409))
MISSING = refusals(404)


def _changed(desk: Desk, ids: list[str]) -> answers.Matches:
    return answers.Matches(matches=[match_of(desk, match_id) for match_id in ids])


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
