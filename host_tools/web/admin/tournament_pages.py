"""The organiser's tournament pages. Each function returns a template's name and its values. Raises
HTTPException 404 for an object that does not exist.
"""

from collections.abc import Mapping
from typing import Any

from fastapi import HTTPException

from host_tools.orders import RULESETS
from host_tools.store.wall_clock import now_ms
from host_tools.tournament import presets
from host_tools.tournament.desk import Desk, DeskError
from host_tools.tournament.model import KINDS, Competition, Fixture, Tournament
from host_tools.web.admin import programme
from host_tools.words import desk as desk_words

Page = tuple[str, Mapping[str, object]]


def overview(desk: Desk) -> Page:
    """The open tournament; without one, the page to begin one."""
    lists: dict[str, list[tuple[str, str]]] = {
        "rulesets": [(name, name) for name in RULESETS],
        "kinds": [(kind, programme.KINDS[kind]) for kind in KINDS],
    }
    known = desk.tournaments()
    is_open = [tournament for tournament in known if tournament.state == "open"]
    if len(is_open) != 1:
        closed = [tournament for tournament in known if tournament.state != "open"]
        return "admin_tournament_new.html", {**lists, "several": is_open, "closed": closed}
    (tournament,) = is_open
    desk.settle()
    own = [(saved.key, saved.own.name) for saved in desk.rulesets()]
    lists["event_rulesets"] = [("", f"the tournament’s: {tournament.ruleset}"), *lists["rulesets"], *own]
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
    planned = fixture(desk, match_id)
    free = desk.free_for(desk.competition_of(planned))
    return "admin_match.html", {"free": free, **programme.match_page(desk, planned, now_ms())}


def competition(desk: Desk, key: str) -> Competition:
    """The event of this key."""
    try:
        return desk.competition(desk.tournament(), key)
    except DeskError as error:
        raise HTTPException(404, desk_words.say(error, "page")) from error


def fixture(desk: Desk, match_id: str) -> Fixture:
    """The match of this id."""
    try:
        return desk.fixture(match_id)
    except DeskError as error:
        raise HTTPException(404, desk_words.say(error, "page")) from error
