"""The organiser's tournament: its events, entries, draws, calls, results and protests.

Each form does one act (act_forms.py). If the desk refuses it, the page of the form
(tournament_pages.py) shows why, with the input that was typed.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar
from urllib.parse import urlencode

from fastapi import Path, Query, Request, Response
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from host_tools.orders import BadRequest
from host_tools.store.admins import Login
from host_tools.tournament.acts.act import acts_on
from host_tools.tournament.acts.events import EventDone
from host_tools.tournament.desk.desk import Desk, ProtestView, ReportView
from host_tools.tournament.model.model import Competition, Entry, Fixture, Tournament
from host_tools.tournament.reasons import CHANGED
from host_tools.web.admin import act_forms, draws
from host_tools.web.admin import tournament_pages as pages
from host_tools.web.admin.act_forms import Fields
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.refusals import AdminRefused
from host_tools.web.admin.site import AdminSite, AdminSiteHere, ChosenDesk, choose, draw, see
from host_tools.web.admin.tournament_pages import Page
from host_tools.web.api.live_api import ID_MAX
from host_tools.web.http.routes import room

ROOM = f"{HOME}/tournament"
ACTS = f"{HOME}/acts/desk"
#: "STAGE-ROUND"; "": the first that is not over.
RoundKey = Annotated[str, Query(alias="round", max_length=7)]
EventKey = Annotated[str, Path(max_length=20)]
MatchId = Annotated[str, Path(max_length=64)]
ActNumber = Annotated[int, Path(ge=1, le=ID_MAX)]
Before = Annotated[int | None, Query(ge=1, le=ID_MAX)]
EntryId = Annotated[int, Path(ge=1, le=2**31 - 1)]
ProtestNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]
ReportNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]
Doing = TypeVar("Doing")


routes = room(include_in_schema=False, default_response_class=HTMLResponse)


async def _act(
    site: AdminSite, desk: Desk, request: Request, do: Callable[[Fields, str], str], page: Callable[[], Page]
) -> Response:
    """Do what a form asks, then show the page that `do` names, or the same page with the refusal."""

    def begin(fields: Fields, actor: str) -> Awaitable[str]:
        return run_in_threadpool(do, fields, actor)

    return await _begin(site, desk, request, begin, page)


async def _begin(
    site: AdminSite,
    desk: Desk,
    request: Request,
    begin: Callable[[Fields, str], Awaitable[str]],
    page: Callable[[], Page],
) -> Response:
    """The same of what needs no thread of its own."""
    login, fields = await site.gate.form(request)
    chosen, desk.chosen = desk.chosen, fields.get("tournament") or desk.chosen  # the page's own
    try:
        path = await site.once.do(request.url.path, fields, lambda: begin(fields, login.admin))
    except BadRequest as error:
        status = 409 if error.reason in CHANGED else 422
        message = await run_in_threadpool(desk.in_numbers, error.say("page"))
        return await _show(request, login, desk, page, message, fields, status)
    answer = see(path)
    return answer if desk.chosen == chosen else choose(request, answer, desk.chosen or "")


async def _show(
    request: Request,
    login: Login,
    desk: Desk,
    page: Callable[[], Page],
    error: str = "",
    fields: Fields | None = None,
    status: int = 200,
) -> Response:
    chosen = desk.chosen
    template, context = await run_in_threadpool(page)
    given = {"login": login, "here": "tournament", "error": error, "fields": _Typed(fields)}
    answer = draw(request, template, {**given, "chosen": desk.chosen, **context}, status)
    if desk.chosen != chosen:  # the page is of another tournament
        choose(request, answer, desk.chosen or "")
    return answer


# The tournament


@routes.get(ROOM)
async def overview(
    request: Request, site: AdminSiteHere, desk: ChosenDesk, show: Annotated[str, Query(max_length=20)] = ""
) -> Response:
    login = await site.gate.login(request)
    answer = await _show(request, login, desk, lambda: pages.overview(desk, show))
    return choose(request, answer, desk.chosen) if show and desk.chosen else answer


@routes.get(ACTS)
async def acts(request: Request, site: AdminSiteHere, desk: ChosenDesk, before: Before = None) -> Response:
    return await _show(request, await site.gate.login(request), desk, lambda: pages.acts(desk, before))


@routes.post(f"{ACTS}/{{act}}")
async def take_back(request: Request, site: AdminSiteHere, desk: ChosenDesk, act: ActNumber) -> Response:
    def done(fields: Fields, actor: str) -> str:
        with_later = bool(fields.get("with_later"))
        desk.take_back(act, fields.get("reason", ""), with_later=with_later, actor=actor)
        return ACTS

    return await _act(site, desk, request, done, lambda: pages.acts(desk))


@routes.get(f"{ACTS}/{{do}}")
async def back_to_acts(request: Request, site: AdminSiteHere, do: str) -> Response:
    await site.gate.login(request)
    return see(ACTS)


@routes.post(f"{ROOM}/{{do}}")
async def in_tournament(request: Request, site: AdminSiteHere, desk: ChosenDesk, do: str) -> Response:
    _known({**acts_on(Tournament), **acts_on(type(None))}, do)

    def done(fields: Fields, actor: str) -> str:
        target = desk.tournament(fields.get("of") or None) if do in acts_on(Tournament) else None
        made = act_forms.do(desk, target, do, fields, actor)
        if isinstance(made, EventDone):
            return f"{ROOM}/events/{made.event.key}"
        return f"{ROOM}?show={made.key}" if target is None else ROOM

    page = pages.begin if do == "tournaments" else pages.overview
    return await _act(site, desk, request, done, lambda: page(desk))


@routes.post(f"{ROOM}/protests/{{match}}/{{protest}}/{{do}}")
async def in_protest(
    request: Request, site: AdminSiteHere, desk: ChosenDesk, match: MatchId, protest: ProtestNumber, do: str
) -> Response:
    _known(acts_on(ProtestView), do)

    def done(fields: Fields, actor: str) -> str:
        act_forms.do(desk, desk.protest(match, protest), do, fields, actor)
        return f"{ROOM}/matches/{match}" if fields.get("at") == "match" else ROOM

    return await _act(site, desk, request, done, lambda: pages.overview(desk))


@routes.post(f"{ROOM}/reports/{{report}}/{{do}}")
async def in_report(
    request: Request, site: AdminSiteHere, desk: ChosenDesk, report: ReportNumber, do: str
) -> Response:
    _known(acts_on(ReportView), do)

    def done(fields: Fields, actor: str) -> str:
        act_forms.do(desk, desk.report(report), do, fields, actor)
        return ROOM

    return await _act(site, desk, request, done, lambda: pages.overview(desk))


@routes.get(f"{ROOM}/new")
async def begin(request: Request, site: AdminSiteHere, desk: ChosenDesk) -> Response:
    return await _show(request, await site.gate.login(request), desk, lambda: pages.begin(desk))


@routes.get(f"{ROOM}/{{do}}")
@routes.get(f"{ROOM}/protests/{{match}}/{{protest}}/{{do}}")
@routes.get(f"{ROOM}/reports/{{report}}/{{do}}")
async def back_to_it(request: Request, site: AdminSiteHere, do: str) -> Response:
    """Redirect a GET of a form's own address, as when a page with a refusal is reloaded."""
    await site.gate.login(request)
    return see(ROOM)


# An event


@routes.get(f"{ROOM}/events/{{event}}")
async def event(request: Request, site: AdminSiteHere, desk: ChosenDesk, event: EventKey) -> Response:
    ignored = request.query_params.get("ignored", "")[:200]
    return await _show(
        request, await site.gate.login(request), desk, lambda: pages.event(desk, event, ignored)
    )


@routes.get(f"{ROOM}/events/{{event}}/round")
async def one_round(
    request: Request, site: AdminSiteHere, desk: ChosenDesk, event: EventKey, number: RoundKey = ""
) -> Response:
    return await _show(
        request, await site.gate.login(request), desk, lambda: pages.round_of(desk, event, number)
    )


@routes.post(f"{ROOM}/events/{{event}}/round")
async def enter_round(
    request: Request, site: AdminSiteHere, desk: ChosenDesk, event: EventKey, number: RoundKey = ""
) -> Response:
    def done(fields: Fields, actor: str) -> str:
        act_forms.do(desk, pages.competition(desk, event), "results", act_forms.of_sheet(fields), actor)
        return f"{ROOM}/events/{event}/round?{urlencode({'round': number})}"

    return await _act(site, desk, request, done, lambda: pages.round_of(desk, event, number))


@routes.get(f"{ROOM}/events/{{event}}/draw")
async def back_to_drawn_event(request: Request, site: AdminSiteHere, event: EventKey) -> Response:
    return await back_to_event(request, site, event, "draw")


@routes.post(f"{ROOM}/events/{{event}}/draw")
async def draw_event(request: Request, site: AdminSiteHere, desk: ChosenDesk, event: EventKey) -> Response:
    def begin(fields: Fields, actor: str) -> Awaitable[str]:
        return draws.begun(site, desk, actor, event, fields.get("seed") or None)

    return await _begin(site, desk, request, begin, lambda: pages.event(desk, event))


@routes.post(f"{ROOM}/events/{{event}}/{{do}}")
async def in_event(
    request: Request, site: AdminSiteHere, desk: ChosenDesk, event: EventKey, do: str
) -> Response:
    act = _known(acts_on(Competition), do)

    def done(fields: Fields, actor: str) -> str:
        competition = pages.competition(desk, event)
        typed = act_forms.of_scores(fields) if do == "decide" else fields
        made = act_forms.do(desk, competition, do, typed, actor)
        if act.removes:
            return ROOM
        unused = [why.facts["name"] for why in getattr(made, "remarks", ()) if why.reason == "column_unknown"]
        asked = f"?{urlencode({'ignored': ', '.join(unused)[:200]})}" if unused else ""
        return f"{ROOM}/events/{event}{asked}"

    return await _act(site, desk, request, done, lambda: pages.event(desk, event))


@routes.get(f"{ROOM}/events/{{event}}/{{do}}")
async def back_to_event(request: Request, site: AdminSiteHere, event: EventKey, do: str) -> Response:
    await site.gate.login(request)
    return see(f"{ROOM}/events/{event}")


# An entry


@routes.get(f"{ROOM}/events/{{event}}/entries/{{entry}}")
async def entry(
    request: Request, site: AdminSiteHere, desk: ChosenDesk, event: EventKey, entry: EntryId
) -> Response:
    return await _show(request, await site.gate.login(request), desk, lambda: pages.entry(desk, event, entry))


@routes.post(f"{ROOM}/events/{{event}}/entries/{{entry}}/{{do}}")
async def in_entry(
    request: Request, site: AdminSiteHere, desk: ChosenDesk, event: EventKey, entry: EntryId, do: str
) -> Response:
    act = _known(acts_on(Entry), do)

    def done(fields: Fields, actor: str) -> str:
        act_forms.do(desk, pages.entry_of(desk, event, entry)[1], do, fields, actor)
        return f"{ROOM}/events/{event}" if act.removes else f"{ROOM}/events/{event}/entries/{entry}"

    return await _act(site, desk, request, done, lambda: pages.entry(desk, event, entry))


@routes.get(f"{ROOM}/events/{{event}}/entries/{{entry}}/{{do}}")
async def back_to_entry(
    request: Request, site: AdminSiteHere, event: EventKey, entry: EntryId, do: str
) -> Response:
    await site.gate.login(request)
    return see(f"{ROOM}/events/{event}/entries/{entry}")


# A match


@routes.get(f"{ROOM}/matches/{{match}}")
async def match(request: Request, site: AdminSiteHere, desk: ChosenDesk, match: MatchId) -> Response:
    return await _show(request, await site.gate.login(request), desk, lambda: pages.match(desk, match))


@routes.post(f"{ROOM}/matches/{{match}}/{{do}}")
async def in_match(
    request: Request, site: AdminSiteHere, desk: ChosenDesk, match: MatchId, do: str
) -> Response:
    _known(acts_on(Fixture), do)

    def done(fields: Fields, actor: str) -> str:
        act_forms.do(desk, pages.fixture(desk, match), do, fields, actor)
        return f"{ROOM}/matches/{match}"

    return await _act(site, desk, request, done, lambda: pages.match(desk, match))


@routes.get(f"{ROOM}/matches/{{match}}/{{do}}")
async def back_to_match(request: Request, site: AdminSiteHere, match: MatchId, do: str) -> Response:
    await site.gate.login(request)
    return see(f"{ROOM}/matches/{match}")


class _Typed(dict[str, str]):
    """The input by field, "" for a field that is missing."""

    def __init__(self, fields: Fields | None) -> None:
        super().__init__(fields or {})

    def __missing__(self, name: str) -> str:
        return ""


def _known(doings: dict[str, Doing], do: str) -> Doing:
    """The action of the form with this name. Raises AdminRefused."""
    if do not in doings:
        raise AdminRefused("no_such_form")
    return doings[do]
