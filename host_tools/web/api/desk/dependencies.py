"""What the routes depend on: the script that sends a request, and the objects named in its path.

The token in the `Authorization` header (RFC 6750) identifies the script. A tournament, event, entry or match
that does not exist raises Denied.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, TypeVar

from fastapi import Depends, Path, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.concurrency import run_in_threadpool

from host_tools.reasons import Cause, Reasons, Refused
from host_tools.store.admins import Tokens
from host_tools.tournament.acts.act import INT_MAX
from host_tools.tournament.desk import shapes
from host_tools.tournament.desk.desk import Desk, ProtestView, ReportView
from host_tools.tournament.desk.shapes import EventFacts
from host_tools.tournament.model.model import Competition, Entry, Fixture, Tournament
from host_tools.tournament.model.shelf import Shelved
from host_tools.web.api.live_api import ID_MAX
from host_tools.web.http.security import is_from_elsewhere

#: The prefix of all addresses here.
PREFIX = "/api/v1"
_SCHEME = HTTPBearer(
    auto_error=False, scheme_name="token", description="A token of `boardside token add NAME`."
)
#: Longer ones are not even looked up.
_LONGEST = 100


#: Why a script's request is denied.
REASONS = Reasons(
    {
        "page_of_other_site": (
            "A page of another site (`Origin`) sent this; nothing was done. Programs send no `Origin`."
        ),
        "token_missing": (
            "This needs a token: `boardside token add NAME` makes one; send `Authorization: Bearer TOKEN`."
        ),
        "token_unknown": "This token is none, or was removed: `boardside token list` shows which there are.",
        "no_order": "There is no order {order}.",
    }
)


class Denied(Exception):  # noqa: N818
    """The request is denied: HTTP status, reason and extra headers of the answer."""

    def __init__(self, status: int, why: Cause, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, why)
        self.status = status
        self.why = why
        self.headers = headers


async def holder(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(_SCHEME)]
) -> str:
    """The name under which the token of this request acts. Raises Denied: 401 without a valid token, 403 if a
    page of another site tries to change something.
    """
    if request.method != "GET" and is_from_elsewhere(request.headers):
        raise Denied(403, REASONS.cause("page_of_other_site"))
    if given is None or len(given.credentials) > _LONGEST:
        raise _unauthorized("token_missing")
    tokens: Tokens = request.app.state.tokens
    name = await run_in_threadpool(tokens.holder, given.credentials)
    if name is None:
        raise _unauthorized("token_unknown")
    return name


#: The name of the script: a parameter of each route that changes something.
Actor = Annotated[str, Depends(holder)]


def _unauthorized(reason: str) -> Denied:
    return Denied(401, REASONS.cause(reason), {"WWW-Authenticate": "Bearer"})


Thing = TypeVar("Thing")

OPEN = "-"
#: Ids of entries are integers that fit into the database.
_ENTRY_MAX = 2**31 - 1
TournamentKey = Annotated[str, Path(max_length=40, description="Its key; - is the only one that is open")]
EventKey = Annotated[str, Path(max_length=20, description="The event's key, such as ms")]
EntryId = Annotated[int, Path(ge=1, le=_ENTRY_MAX, description="The entry's id")]
ActId = Annotated[int, Path(ge=1, le=ID_MAX, description="The act's number")]
Why = Annotated[str, Query(max_length=500, description="Why; it is kept in the record")]
ProtestNumber = Annotated[int, Path(ge=1, le=INT_MAX, description="The number of the protest in its match")]
ReportNumber = Annotated[int, Path(ge=1, le=INT_MAX, description="The report's number")]
RulesetKey = Annotated[str, Path(max_length=20, description="Its key, such as club")]
MatchId = Annotated[str, Path(max_length=64, description="The match's id")]


def tournament_of(desk: Desk, key: str) -> Tournament:
    """The tournament of this key."""
    return there(lambda: desk.tournament(None if key == OPEN else key))


def event_of(desk: Desk, tournament: str, key: str) -> Competition:
    """The event of this key."""
    owner = tournament_of(desk, tournament)
    return there(lambda: desk.competition(owner, key))


def entry_of(desk: Desk, competition: Competition, entry: int) -> Entry:
    """The entry of this id."""
    return there(lambda: desk.entry(competition, entry))


def fixture_of(desk: Desk, match: str) -> Fixture:
    """The planned match of this id."""
    return there(lambda: desk.fixture(match))


def protest_of(desk: Desk, match: str, number: int) -> ProtestView:
    """The protest of this number in the match."""
    return there(lambda: desk.protest(match, number))


def report_of(desk: Desk, number: int) -> ReportView:
    """The report of this number, also one that a table has just sent."""
    desk.settle()
    return there(lambda: desk.report(number))


def ruleset_of(desk: Desk, ruleset: str) -> Shelved:
    """The saved ruleset of this key."""
    return there(lambda: desk.ruleset(ruleset))


def match_of(desk: Desk, match: str) -> shapes.MatchShape:
    """The planned match of this id in its present state."""
    fixture = fixture_of(desk, match)
    competition = desk.event_of(fixture)
    return EventFacts.read(desk, competition).match(fixture)


def there(find: Callable[[], Thing]) -> Thing:
    """The object that `find` returns. Raises Denied (404) if the desk does not find it."""
    try:
        return find()
    except Refused as error:
        raise Denied(404, error.cause) from error
