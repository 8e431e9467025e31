"""The organiser's tournament: which page shows what. Each gives its template and what that draws.

What is not there raises HTTPException 404.
"""

from typing import Any

from fastapi import HTTPException

from host_tools.orders import RULESETS
from host_tools.store.store import now_ms
from host_tools.tournament import presets
from host_tools.tournament.desk import Desk, DeskError
from host_tools.tournament.model import KINDS, Competition, Fixture, Tournament
from host_tools.web.admin import programme

Page = tuple[str, dict[str, Any]]


def overview(desk: Desk) -> Page:
    """The tournament that is open; where there is none, how one begins."""
    lists = {
        "rulesets": [(name, name) for name in RULESETS],
        "kinds": [(kind, programme.KINDS[kind]) for kind in KINDS],
    }
    known = desk.tournaments()
    is_open = [one for one in known if one.state == "open"]
    if len(is_open) != 1:
        closed = [one for one in known if one.state != "open"]
        return "admin_tournament_new.html", {**lists, "several": is_open, "closed": closed}
    (tournament,) = is_open
    desk.settle()
    planned = {kind: _plan_words(tournament, kind) for kind in KINDS}
    return "admin_tournament.html", {
        **lists,
        "planned": planned,
        **programme.overview(desk, tournament, now_ms()),
    }


def _plan_words(tournament: Tournament, kind: Any) -> str:
    return ", ".join(stage.name.lower() for stage in presets.plan(tournament.ruleset, kind))


def event(desk: Desk, key: str) -> Page:
    """One of its events."""
    return "admin_event.html", programme.event_page(desk, competition(desk, key), now_ms())


def match(desk: Desk, match_id: str) -> Page:
    """One match."""
    one = fixture(desk, match_id)
    free = desk.free_for(desk.competition_of(one))
    return "admin_match.html", {"free": free, **programme.match_page(desk, one, now_ms())}


def competition(desk: Desk, key: str) -> Competition:
    """The event of this key."""
    try:
        return desk.competition(desk.tournament(), key)
    except DeskError as error:
        raise HTTPException(404, str(error)) from error


def fixture(desk: Desk, match_id: str) -> Fixture:
    """The match of this id."""
    try:
        return desk.fixture(match_id)
    except DeskError as error:
        raise HTTPException(404, str(error)) from error
