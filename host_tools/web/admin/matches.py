"""Giving a table its next match, and the progress of that command."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from fastapi import Path, Request, Response
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from host_tools.glyphs import lines as seen_remarks
from host_tools.live_values import Event
from host_tools.orders import CATEGORIES, RULESETS, STAGES, BadRequest, match_event, with_saved
from host_tools.store.admins import Login
from host_tools.store.meta_values import SavedRuleset, SavedRulesets
from host_tools.store.reasons import MatchPlanned
from host_tools.web.admin import rows
from host_tools.web.admin.gate import HOME
from host_tools.web.admin.refusals import AdminRefused
from host_tools.web.admin.site import AdminSite, AdminSiteHere, draw, see
from host_tools.web.http.routes import TABLE_MAX, room
from host_tools.web.live import shown_tables

CommandId = Annotated[str, Path(pattern="^[0-9a-f]{8}$")]


routes = room(include_in_schema=False, default_response_class=HTMLResponse)


@routes.get(f"{HOME}/assign")
async def show_form(request: Request, site: AdminSiteHere, table: str = "") -> Response:
    login = await site.gate.login(request)
    return await _form(request, site, login, empty_form(table))


@routes.post(f"{HOME}/assign")
async def order(
    request: Request,
    site: AdminSiteHere,
) -> Response:
    login, fields = await site.gate.form(request)
    try:
        table, event = await run_in_threadpool(ordered_match, fields, site.store.rulesets)
    except BadRequest as error:
        return await _form(request, site, login, typed_form(fields), error.say("page"), 422)

    async def give() -> str:
        command = await run_in_threadpool(site.store.queue_command, table, event)
        await site.record(
            login, "match assigned", table=table, match=event["match"], a=event["a"], b=event["b"]
        )
        return f"{HOME}/orders/{command}"

    try:
        return see(await site.once.do(request.url.path, fields, give))
    except MatchPlanned as error:
        return await _form(request, site, login, typed_form(fields), error.say("page"), 409)


@routes.get(f"{HOME}/orders/{{command}}")
async def show_order(request: Request, site: AdminSiteHere, command: CommandId) -> Response:
    login = await site.gate.login(request)
    row = await run_in_threadpool(site.store.command, command)
    if row is None or row["event"].get("kind") != "match":
        raise AdminRefused("no_such_order")
    status = await run_in_threadpool(site.store.table_status, row["table"])
    seen = seen_remarks.about(row["event"], row["table"], status)
    remarks = [remark.say("page") for remark in seen]
    context = {"login": login, "here": "assign", "order": rows.command(row), "remarks": remarks}
    return draw(request, "admin_order.html", context)


async def _form(
    request: Request,
    site: AdminSite,
    login: Login,
    fields: dict[str, str],
    error: str = "",
    status: int = 200,
) -> Response:
    context = {
        "login": login,
        "here": "assign",
        "fields": fields,
        "choices": form_choices(await run_in_threadpool(site.store.rulesets.rows)),
        "error": error,
    }
    return draw(request, "admin_assign.html", context, status)


FIELDS = (
    *("table", "a", "a2", "b", "b2", "stage", "ruleset", "breaks", "title", "category", "id"),
    *("tie", "team_a", "team_b", "rules"),
)


def empty_form(table: str = "") -> dict[str, str]:
    """The fields of a blank form for this table."""
    number = table if table.isascii() and table.isdecimal() and 1 <= int(table[:5]) <= TABLE_MAX else ""
    return {
        **dict.fromkeys(FIELDS, ""),
        "table": number,
        "stage": "round",
        "ruleset": "icf",
    }


def typed_form(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields as they were typed, to show them again."""
    return {name: fields.get(name, "") for name in FIELDS}


def form_choices(own: Iterable[SavedRuleset] = ()) -> dict[str, list[tuple[str, str]]]:
    """The options of the form's lists: value and label. own: the saved rulesets."""
    words = shown_tables.WORDS
    return {
        "stage": [(stage, words.get("stage", stage)) for stage in STAGES],
        "ruleset": [(ruleset, words.get("ruleset", ruleset)) for ruleset in RULESETS]
        + [(saved.key, f"own: {saved.key}") for saved in own],
        "breaks": [("", "The toss decides"), ("a", "A breaks"), ("b", "B breaks")],
        "category": [("", "None"), *((name, words.get("category", name)) for name in CATEGORIES)],
    }


def ordered_match(fields: Mapping[str, str], own: SavedRulesets) -> tuple[int, Event]:
    """The table's number and the `match` event that the form asks for. own: the saved rulesets. Raises
    BadRequest and StoreError.
    """
    number = fields.get("table", "")
    if not (number.isascii() and number.isdecimal() and len(number) <= 4 and int(number)):
        raise BadRequest("which_table", most=TABLE_MAX)
    names = {
        side: [fields.get(side, "")] + [name for name in [fields.get(f"{side}2", "")] if name]
        for side in ("a", "b")
    }
    if any("\n" in fields.get(name, "") for name in FIELDS if name != "rules"):
        raise BadRequest("name_one_line")
    given = {name: fields.get(name) or None for name in FIELDS}
    ruleset = None if given["rules"] and _names_base(given["rules"]) else given["ruleset"]
    ruleset, rules = with_saved(ruleset, given["rules"], lambda key: _text(own, key))
    event = match_event(
        names=names,
        stage=given["stage"] or "",
        ruleset=ruleset,
        rules=rules,
        tie=given["tie"],
        teams={"a": given["team_a"], "b": given["team_b"]},
        files=False,
        match=given["id"],
        breaks=given["breaks"],
        title=given["title"],
        category=given["category"],
    )
    return int(number), event


def _text(own: SavedRulesets, key: str) -> str | None:
    saved = own.get(key)
    return None if saved is None else saved.text


def _names_base(rules: str) -> bool:
    """A rules file names the ruleset it starts from, which overrides the choice in the list."""
    return '"base"' in rules
