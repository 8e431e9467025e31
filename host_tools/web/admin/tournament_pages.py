"""The organiser's tournament pages. Each function returns a template's name and its values. Raises
HTTPException 404 for an object that does not exist.
"""

from collections.abc import Mapping
from typing import Any

from fastapi import HTTPException

from host_tools.orders import RULESETS
from host_tools.store.database import now_ms
from host_tools.tournament.desk.desk import Desk, DeskError
from host_tools.tournament.desk.desk_acts import LISTED
from host_tools.tournament.model.model import KINDS, Competition, Entry, Fixture, Tournament
from host_tools.tournament.model.planning import preset_plan
from host_tools.web.admin import act_forms, programme
from host_tools.web.admin.gate import HOME

Page = tuple[str, Mapping[str, object]]


def begin(desk: Desk) -> Page:
    """The page to begin a tournament, or to open a closed one again."""
    closed = [tournament for tournament in desk.tournaments() if tournament.state != "open"]
    rulesets = [(name, name) for name in RULESETS]
    acts = act_forms.forms_on(type(None), f"{HOME}/tournament")
    return "admin_tournament_new.html", {"acts": acts, "rulesets": rulesets, "closed": closed}


def overview(desk: Desk, show: str = "") -> Page:
    """The chosen tournament; without an open one, the page to begin one. show: the key of one to choose."""
    if show:
        desk.chosen = desk.choosing(show).chosen
    if desk.chosen is None:
        return begin(desk)
    tournament = desk.tournament()
    desk.settle()
    own = [(saved.key, saved.own.name) for saved in desk.rulesets()]
    rulesets = [("", f"the tournament’s: {tournament.ruleset}"), *((name, name) for name in RULESETS), *own]
    lists = {"event_rulesets": rulesets, "kinds": [(kind, programme.KINDS[kind]) for kind in KINDS]}
    planned = {kind: _plan_words(tournament, kind) for kind in KINDS}
    return "admin_tournament.html", {
        **lists,
        "planned": planned,
        "open": [each for each in desk.tournaments() if each.state == "open"],
        **programme.overview(desk, tournament, now_ms()),
    }


def acts(desk: Desk, before: int | None = None) -> Page:
    """The last acts of the desk, each with what taking it back would change."""
    seen = desk.acts(LISTED, before)
    older = seen[-1].act.number if len(seen) == LISTED else None
    return "admin_desk_acts.html", {"acts": programme.acts(desk, seen), "older": older}


def _plan_words(tournament: Tournament, kind: Any) -> str:
    return ", ".join(stage.name.lower() for stage in preset_plan(tournament.ruleset, kind))


def event(desk: Desk, key: str, ignored: str = "") -> Page:
    """One of its events. ignored: the columns of a list that was just entered that are not used."""
    own = [(saved.key, saved.own.name) for saved in desk.rulesets()]
    rulesets = [("", "as it is"), *((name, name) for name in RULESETS), *own]
    page = programme.event_page(desk, competition(desk, key), now_ms())
    return "admin_event.html", {"rulesets": rulesets, "ignored": ignored, **page}


def round_of(desk: Desk, key: str, number: str = "") -> Page:
    """A round of an event at a glance, "STAGE-ROUND"; "": the one in play."""
    page = programme.round_page(desk, competition(desk, key), now_ms(), number)
    return "admin_round.html", page


def entry(desk: Desk, key: str, number: int) -> Page:
    """One of its entries (id)."""
    owner, present = entry_of(desk, key, number)
    return "admin_entry.html", programme.entry_page(desk, owner, present)


def entry_of(desk: Desk, key: str, number: int) -> tuple[Competition, Entry]:
    """The event of this key, and its entry with this id."""
    owner = competition(desk, key)
    try:
        return owner, desk.entry(owner, number)
    except DeskError as error:
        raise HTTPException(404, error.say("page")) from error


def match(desk: Desk, match_id: str) -> Page:
    """One match."""
    planned = fixture(desk, match_id)
    owner = desk.tournament_of(desk.event_of(planned))
    desk.chosen = owner.key if owner.state == "open" else desk.chosen
    free = desk.free_for(desk.event_of(planned))
    acts = act_forms.forms_on(Fixture, f"/admin/tournament/matches/{match_id}", planned)
    return "admin_match.html", {"free": free, "acts": acts, **programme.match_page(desk, planned, now_ms())}


def competition(desk: Desk, key: str) -> Competition:
    """The event of this key."""
    try:
        return desk.competition(desk.tournament(), key)
    except DeskError as error:
        raise HTTPException(404, error.say("page")) from error


def fixture(desk: Desk, match_id: str) -> Fixture:
    """The match of this id."""
    try:
        return desk.fixture(match_id)
    except DeskError as error:
        raise HTTPException(404, error.say("page")) from error
