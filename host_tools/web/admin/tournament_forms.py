"""The actions of the tournament's forms, done by the desk (tournament/desk/desk.py), which records them.

`who` is the organiser's name. An action that cannot be done raises DeskError.
"""

from collections.abc import Callable, Mapping
from urllib.parse import urlencode

from host_tools.tournament.desk.desk import Desk, DeskError, NewEntry, Person
from host_tools.tournament.entries import entry_list
from host_tools.tournament.model.model import Competition

Fields = Mapping[str, str]
TABLES_EXAMPLE = "1-20, 25"


def decide_report(desk: Desk, report: int, fields: Fields, actor: str) -> None:
    """Accept a table's report, so that it counts, or reject it."""
    do = desk.take_report if fields.get("do") == "take" else desk.leave_report
    known = fields.get("known") or None
    do(report, fields.get("why", ""), force=bool(fields.get("force")), known=known, actor=actor)


def take_back(desk: Desk, act: int, fields: Fields, actor: str) -> None:
    """Take an act back."""
    desk.take_back(act, fields.get("reason", ""), with_later=bool(fields.get("with_later")), actor=actor)


def rule(desk: Desk, match: str, fields: Fields, actor: str) -> None:
    """The committee's decision on a protest in this match."""
    which = number(fields, "number", "protest")
    desk.rule(match, fields.get("do") == "uphold", which, actor=actor)


def _enter(desk: Desk, competition: Competition, fields: Fields, actor: str) -> str | None:
    text = fields.get("list", "")
    if text.strip():
        desk.import_entries(competition, text, as_reserves=bool(fields.get("reserve")), actor=actor)
        unused = ", ".join(str(why.facts["name"]) for why in entry_list.ignored(text, competition.kind))
        return f"/events/{competition.key}?{urlencode({'ignored': unused[:200]})}" if unused else None
    names = [name for name in (fields.get("name", ""), fields.get("partner", "")) if name]
    if competition.kind == "team":
        names = [line.strip() for line in fields.get("players", "").splitlines() if line.strip()]
    people = tuple(Person(name, fields.get("club", "")) for name in names)
    seeding = number(fields, "seeding", "seeding") if fields.get("seeding") else None
    team = fields.get("team", "") if competition.kind == "team" else ""
    new, as_reserves = NewEntry(people, team, seeding), bool(fields.get("reserve"))
    desk.add_entries(competition, [new], as_reserves=as_reserves, actor=actor)
    return None


def of_scores(fields: Fields) -> Fields:
    """The fields of what decided between level entries, with what each reached as a line of `order`."""
    scores = {name.removeprefix("score-"): text for name, text in fields.items() if name.startswith("score-")}
    return {**fields, "order": "\n".join(f"{entry}={score}" for entry, score in scores.items())}


def of_sheet(fields: Fields) -> Fields:
    """The fields of the sheet of a round, with what was typed for each match as a line of `results`."""
    games = {name.removeprefix("of "): text for name, text in fields.items() if name.startswith("of ")}
    twenties = {match: fields.get(f"20s {match}", "") for match in games}
    lines = [
        f"{match} {text}{f' 20s {twenties[match]}' if twenties[match].strip() else ''}"
        for match, text in games.items()
        if text.strip()
    ]
    return {"results": "\n".join(lines), "reason": fields.get("reason", "")}


#: The action of each form, by the last part of its address. It returns the path of the next page, below the
#: tournament.
IN_EVENT: dict[str, Callable[[Desk, Competition, Fields, str], str | None]] = {
    "entries": _enter,
}


def number(fields: Fields, name: str, field: str) -> int:
    """The whole number in a form's field. field: the field's name for the message. Raises DeskError."""
    text = fields.get(name, "")
    if not _is_id(text):
        raise DeskError("not_a_number", field=field, text=text)
    return int(text)


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9
