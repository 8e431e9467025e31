"""Own rulesets: the ten questions of `boardside rules new` as a form, and the saved ones."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import HTTPException, Path, Query, Request, Response
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from host_tools.orders import RULESETS
from host_tools.outside.files import safe_name
from host_tools.rules import new
from host_tools.rules.new import AnswersRefused
from host_tools.store.admins import Login
from host_tools.tournament.acts.tournament import RemoveRuleset, SaveRuleset
from host_tools.tournament.desk.desk import Desk, DeskError
from host_tools.tournament.model.shelf import Shelved
from host_tools.web.admin import act_forms
from host_tools.web.admin import ruleset_pages as pages
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.page_models import RulesetShown
from host_tools.web.admin.site import AdminSite, AdminSiteHere, draw, see
from host_tools.web.http.routes import DeskHere, room

ROOM = f"{HOME}/rules"
NEW, SAVED = f"{ROOM}/new", f"{ROOM}/saved"
RulesetKey = Annotated[str, Path(max_length=20)]
SavedKey = Annotated[str | None, Query(max_length=20)]
#: The refusals of the desk that are about the key.
ABOUT_KEY = ("bad_key", "ruleset_exists", "ruleset_of_boardside")
MARKED = "Some answers cannot be used; they are marked. Nothing was saved."

routes = room(include_in_schema=False, default_response_class=HTMLResponse)


@routes.get(ROOM)
async def show_all(request: Request, site: AdminSiteHere, desk: DeskHere) -> Response:
    login = await site.gate.login(request)
    rulesets = await run_in_threadpool(desk.rulesets)
    context = {"login": login, "here": "rules", "rulesets": [pages.row(saved) for saved in rulesets]}
    return draw(request, "admin_rulesets.html", context)


@routes.get(NEW)
async def show_questions(
    request: Request, site: AdminSiteHere, desk: DeskHere, saved: SavedKey = None
) -> Response:
    """The empty form, or that of a saved ruleset: to be saved in its place, or under a new key."""
    login = await site.gate.login(request)
    if saved is None:
        return _form(request, login, {"base": RULESETS[0]})
    saved_rulesets = await run_in_threadpool(_saved, desk, saved)
    return _form(request, login, {**new.answers_of(saved_rulesets.own), "key": saved, "replace": "yes"})


@routes.post(NEW)
async def answer(request: Request, site: AdminSiteHere, desk: DeskHere) -> Response:
    """Show the questions of another base, or the rules of the answers; or save them."""
    login, fields = await site.gate.form(request)
    is_other = fields.get("base") != fields.get("asked")
    if (fields.get("do") == "questions" and is_other) or pages.asks_other_sport(fields):
        return _form(request, login, fields)
    try:
        if fields.get("do") == "save":
            return await _save(site, desk, request, login, fields)
        own = await run_in_threadpool(new.of_form, fields)
        page = await run_in_threadpool(pages.shown, own)
    except AnswersRefused as error:
        errors = {option: str(why) for option, why in error.why.items()}
        return _form(request, login, fields, errors, status=422)
    except DeskError as error:
        about = "key" if error.reason in ABOUT_KEY else ""
        return _form(request, login, fields, {about: error.say("page")}, status=422)
    return _form(request, login, fields, shown=page)


async def _save(
    site: AdminSite, desk: Desk, request: Request, login: Login, fields: Mapping[str, str]
) -> Response:
    """Raises AnswersRefused and DeskError."""

    def saved() -> str:
        text = new.text_of(new.of_form(fields))
        key, replace = fields.get("key", ""), bool(fields.get("replace"))
        return desk.do(SaveRuleset(key=key, file=text, replace=replace), None, actor=login.admin).key

    key = await site.once.do(request.url.path, fields, lambda: run_in_threadpool(saved))
    return see(f"{SAVED}/{key}?said=saved")


@routes.get(f"{SAVED}/{{key}}")
async def show_saved(request: Request, site: AdminSiteHere, desk: DeskHere, key: RulesetKey) -> Response:
    login = await site.gate.login(request)
    saved = await run_in_threadpool(_saved, desk, key)
    page = await run_in_threadpool(pages.shown, saved.own)
    acts = act_forms.forms_on(Shelved, f"{SAVED}/{key}")
    context = {"login": login, "here": "rules", "error": "", "fields": {"form": ""}}
    context |= {"saved": pages.row(saved), "shown": page, "acts": acts}
    return draw(request, "admin_ruleset.html", context)


@routes.get(f"{SAVED}/{{key}}/file")
async def file(request: Request, site: AdminSiteHere, desk: DeskHere, key: RulesetKey) -> Response:
    """The file, as it was saved."""
    await site.gate.login(request)
    saved = await run_in_threadpool(_saved, desk, key)
    name = f"{safe_name(key)}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(saved.text, media_type="application/json", headers=headers)


@routes.post(f"{SAVED}/{{key}}/remove")
async def remove(request: Request, site: AdminSiteHere, desk: DeskHere, key: RulesetKey) -> Response:
    login, fields = await site.gate.form(request)

    def removed() -> str:
        desk.do(RemoveRuleset(), desk.ruleset(key), actor=login.admin)
        return f"{ROOM}?said=removed"

    try:
        return see(await site.once.do(request.url.path, fields, lambda: run_in_threadpool(removed)))
    except DeskError as error:
        raise HTTPException(404, error.say("page")) from error


@routes.get(f"{SAVED}/{{key}}/remove")
@routes.get(SAVED)
async def back(request: Request, site: AdminSiteHere) -> Response:
    await site.gate.login(request)
    return see(ROOM)


def _saved(desk: Desk, key: str) -> pages.Shelved:
    try:
        return desk.ruleset(key)
    except DeskError as error:
        raise HTTPException(404, error.say("page")) from error


def _form(
    request: Request,
    login: Login,
    fields: Mapping[str, str],
    errors: Mapping[str, str] | None = None,
    shown: RulesetShown | None = None,
    status: int = 200,
) -> Response:
    """The form with what was typed. errors: what is wrong, by field; "" for all of them together."""
    about = errors or {}
    context: dict[str, object] = {
        **pages.form(fields, about),
        "login": login,
        "here": "rules",
        "shown": shown,
        "error": about.get("") or (MARKED if about else ""),
    }
    return draw(request, "admin_ruleset_new.html", context, status)
