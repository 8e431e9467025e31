"""Troubles of tables that the collector notices: a reason of a closed list with values, and its words.

The collector, the database and the live view carry the reason; the log and `boardside status` show the
English, the pages any language (the catalogues have the texts here under CONTEXT).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from host_tools.laws import refusals
from host_tools.live_values import TroubleView
from host_tools.reasons import Translate, untranslated
from host_tools.store.reasons import REASONS as DATABASE

CONTEXT = "trouble"
WORDS: Mapping[str, str] = {
    # a number that two use
    "two_devices": "Two devices say they are table {table}: {where}. Give one of them another number.",
    "two_devices_elsewhere": (
        "Two devices say they are table {table}: {here} at this collector and {there} at collector "
        "{collector}. Give one of them another number."
    ),
    "two_collectors": (
        "Table {table} is at two collectors: {here} at this one and {there} at collector {collector}. "
        "Nothing counts twice, but end one of them."
    ),
    "two_collectors_told": (
        "Table {table} is at two collectors: {here} at this one, and {collector}. Nothing counts twice, but "
        "end one of them."
    ),
    "two_databases": (
        "Table {table} is at two collectors that share no database: this one and {collector}. Either has "
        "what it gets only for itself: end one, or give both the same --db."
    ),
    # a journal that is not the table's own
    "speaks_for_another": (
        "Table {table} tried to speak for table {owner}: journal {journal} is not its own, and nothing was "
        "taken. If it is the same device: `boardside journals give {journal} --table {table}`."
    ),
    "speaks_for_its_number": (
        "Table {table} tried to speak for another device with the number {table}: journal {journal} is not "
        "its own, and nothing was taken. If it is the same device: `boardside journals give {journal} "
        "--table {table}`."
    ),
    "too_many_journals": (
        "Table {table} begins one journal after the other: is it one of yours? Nothing of the newest, "
        "{journal}, is taken."
    ),
    "other_event": (
        "Table {table} has another event {seq} than the one that is stored: a journal that was copied or "
        "put back? Nothing of it is stored until you decide: /admin/journals, or `boardside journals show "
        "{journal}`."
    ),
    "awaited_for_its_record": (
        "Table {table}: its own record is to count from the first event that differs; it must be connected "
        "for that."
    ),
    "off_record": (
        "The device at table {table} holds the record of journal {journal} that was not taken: nothing from "
        "it is stored. Give it a new journal: `boardside provision --new-journal` at its cable."
    ),
    # what it sent
    # database: its reason, {"reason", "facts"}, or null for another fault; `why` is the English of either
    "cannot_be_stored": "Event {seq} cannot be stored: {why}",
    "event_before_not_stored": "Event {seq} cannot be stored: an event before it could not be stored.",
    # refusal: what the rules refused, {"reason", "facts"}, or null; `why` is its English
    "event_left_out": "Event {seq} ({kind}) is left out: {why}",
    "score_differs": "The table's own score differs from the one computed here from its events.",
    # why a caller that claims the table's number is refused
    "other_protocol": "A table speaks protocol {said}, this collector {own}: update the older one.",
    "no_such_number": "A table calls itself number {said}; give it one from 1 to 9999.",
    "without_its_key": (
        "Table {table} speaks without its key: `boardside provision` at its cable gives it one."
    ),
    "without_a_key": (
        "Table {table}: its link was closed: this table has no key. `boardside provision` at its cable gives "
        "it one (or collect with --open)."
    ),
    "wrong_key": (
        "A device calling itself table {table} could not prove table {table}'s key: `boardside provision` at "
        "its cable gives it one."
    ),
    "unknown_key": (
        "Table {table} has a key that this collector does not know: `boardside provision` at its cable, or "
        "name it with --keys."
    ),
    "key_revoked": "Table {table}'s key was revoked: give it a new one with `boardside provision`.",
    "unreadable": (
        "Table {table} says under its key what no table says, and it was not taken: is its firmware "
        "Boardside's? `boardside update` brings it; else `boardside keys revoke` it."
    ),
    # what a collector of a later version on the same database says
    "said_elsewhere": "{text}",
}
TIMES = "{text} ({count} times)"


@dataclass(frozen=True, slots=True)
class Trouble:
    """A reason of WORDS and its values, JSON-ready. `count`: how often, shown if more than once. `str` gives
    the English text.
    """

    reason: str
    args: Mapping[str, Any] = field(default_factory=dict)
    count: int = 1

    def __str__(self) -> str:
        return spoken(self.named(), untranslated)

    def named(self) -> TroubleView:
        """As JSON has it: {"reason", "args", "count"}."""
        return {"reason": self.reason, "args": dict(self.args), "count": self.count}

    def written(self) -> str:
        """The text for a column of the database, which `read` reads."""
        return json.dumps(self.named(), ensure_ascii=False, separators=(",", ":"))


def read(text: str) -> Trouble:
    """The trouble in a column of the database. A reason of a later version becomes
    `said_elsewhere`.
    """
    try:
        view = json.loads(text)
        trouble = Trouble(view["reason"], view["args"], view["count"])
        str(trouble)
    except (ValueError, TypeError, LookupError):
        return Trouble("said_elsewhere", {"text": text})
    return trouble


def spoken(trouble: Mapping[str, Any], translate: Translate) -> str:
    """The words of a trouble (from `Trouble.named`). Raises KeyError for a reason that is not known."""
    args = trouble["args"]
    values = {name: ", ".join(args[name]) if isinstance(args[name], list) else args[name] for name in args}
    if refusal := args.get("refusal"):
        values["why"] = refusals.sentence(refusal["reason"], refusal["facts"], translate)
    if database := args.get("database"):
        values["why"] = DATABASE.say_json(database, translate=translate)
    words = WORDS[trouble["reason"]]
    text = (translate(CONTEXT, words) if words != "{text}" else words).format_map(values)
    if trouble["count"] > 1:
        return translate(CONTEXT, TIMES).format(text=text, count=trouble["count"])
    return text


def marked() -> list[tuple[str, str]]:
    """(context, English text) of everything that needs a translation."""
    return [(CONTEXT, words) for words in (*WORDS.values(), TIMES) if words != "{text}"]
