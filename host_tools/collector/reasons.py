"""What can go wrong with a collector: why it cannot begin, a port cannot be used, or a table's journal cannot
be read; and the troubles of tables that it notices.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from host_tools.laws import refusals
from host_tools.live_values import TroubleView
from host_tools.reasons import CodedError, Reasons, Translate, untranslated
from host_tools.store.reasons import REASONS as DATABASE

REASONS = Reasons(
    {
        # The options.
        "tls_needs_both": "TLS takes both files: --tls-cert with the certificate and --tls-key with its key.",
        "file_unreadable": "{option}: {path} cannot be read ({why}).",
        "key_locked": (
            "--tls-key: {key} is locked with a passphrase; `openssl pkey -in {key} -out open.pem` makes one "
            "without."
        ),
        "key_of_other": "--tls-key: {key} is not the key of the certificate in {certificate}.",
        "certificate_too_weak": (
            "--tls-cert: {certificate} is too weak to be accepted ({why}); make a newer one."
        ),
        "no_certificate": (
            "--tls-cert {certificate} and --tls-key {key} are no certificate and key in PEM form."
        ),
        "bad_public_name": (
            "{name:ascii} is no name of a computer: give it alone, such as scores.example.org."
        ),
        "bad_embedding": (
            "--embed {address:ascii} is no site: give its address alone, such as https://example.org."
        ),
        "option_refused": "{says}",
        # The tables without hardware.
        "no_soft_tables": "--soft takes at most {most} table numbers, such as 5-8 or 5,7, and not {text}.",
        "soft_fails": "--soft: {why}",
        # The ports of the network.
        "port_taken": (
            "Port {port} on {host} is in use, perhaps by another collector: choose another with {option}."
        ),
        "port_forbidden": "Port {port} may not be used by this user: choose one above 1023 with {option}.",
        "no_own_address": (
            "{host} is no address of this computer: use 127.0.0.1, or 0.0.0.0 for all its networks."
        ),
        "port_fails": "Port {port} on {host} cannot be used: {why}.",
        # The ports of tables.
        "no_serial_url": (
            "{path} is no port: write socket://HOST:PORT or rfc2217://HOST:PORT, or the name of a device."
        ),
        "serial_url_silent": (
            "{path} does not answer: is that computer on, and does it share the port? ({why})"
        ),
        "serial_missing": (
            "There is no port {path}: plug the table in, or give another name; "
            "/dev/serial/by-id has names that stay."
        ),
        "serial_not_permitted": "{path} may not be opened by this user: {how:cause}.",
        "serial_taken": (
            "{path} is in use by another program: end it (another `boardside`, a terminal, mpremote)."
        ),
        "serial_fails": "{path} cannot be used: {why}",
        "serial_gone": "{path} is gone ({why}); waiting for it to come back.",
        "table_stores_nothing": (
            "The table at {path} has no journal that it can open, so it takes no match. Its display says "
            "why. rEFLASH: its board was set up without room for one; run `boardside flash` for it."
        ),
        # How a user may open a port.
        "join_group": (
            "it belongs to the group {group}; run `sudo usermod -aG {group} {user}`, then log in again"
        ),
        "open_to_group": "let it be read and written by a group of yours, or run `sudo chown {user} {path}`",
        # A journal that is read once.
        "serial_lost": "{path} was lost while reading: {why}",
        "turned_away": "{trouble:trouble}",
        "nobody_answers": (
            "No table answered on {path} within {seconds} s: is it on, and does it run Boardside?"
        ),
        "stopped_at": "Table {table} on {path} stopped at event {seq} of {last}: try again.",
    },
    tables={"trouble": lambda trouble, _door, translate: spoken_trouble(trouble, translate)},
)


class CannotStart(CodedError):  # noqa: N818
    """The collector cannot begin, for this reason."""

    table = REASONS


class NotYet(CannotStart):
    """It cannot begin now, but may later: a port that is in use, a network that is not up yet."""


class CannotPull(CodedError):  # noqa: N818
    """The table's events could not be read, for this reason."""

    table = REASONS


# Troubles of tables: a reason of a closed list with values, and its words. The collector, the database and
# the live view carry the reason; the log and `boardside status` show the English, the pages any language.

TROUBLE_CONTEXT = "trouble"
TROUBLES: Mapping[str, str] = {
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
        "taken. If it is the same device: `boardside journals give {journal} {table}`."
    ),
    "speaks_for_its_number": (
        "Table {table} tried to speak for another device with the number {table}: journal {journal} is not "
        "its own, and nothing was taken. If it is the same device: `boardside journals give {journal} "
        "{table}`."
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
_TIMES = "{text} ({count} times)"


@dataclass(frozen=True, slots=True)
class Trouble:
    """A reason of WORDS and its values, JSON-ready. `count`: how often, shown if more than once. `str` gives
    the English text.
    """

    reason: str
    args: Mapping[str, Any] = field(default_factory=dict)
    count: int = 1

    def __str__(self) -> str:
        return spoken_trouble(self.named(), untranslated)

    def named(self) -> TroubleView:
        """As JSON has it: {"reason", "args", "count"}."""
        return {"reason": self.reason, "args": dict(self.args), "count": self.count}

    def written(self) -> str:
        """The text for a column of the database, which `read_trouble` reads."""
        return json.dumps(self.named(), ensure_ascii=False, separators=(",", ":"))


def read_trouble(text: str) -> Trouble:
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


def spoken_trouble(trouble: Mapping[str, Any], translate: Translate) -> str:
    """The words of a trouble (from `Trouble.named`). Raises KeyError for a reason that is not known."""
    args = trouble["args"]
    values = {name: ", ".join(args[name]) if isinstance(args[name], list) else args[name] for name in args}
    if refusal := args.get("refusal"):
        values["why"] = refusals.sentence(refusal["reason"], refusal["facts"], translate)
    if database := args.get("database"):
        values["why"] = DATABASE.say_json(database, translate=translate)
    words = TROUBLES[trouble["reason"]]
    text = (translate(TROUBLE_CONTEXT, words) if words != "{text}" else words).format_map(values)
    if trouble["count"] > 1:
        return translate(TROUBLE_CONTEXT, _TIMES).format(text=text, count=trouble["count"])
    return text


def marked() -> list[tuple[str, str]]:
    """(context, English text) of everything that needs a translation."""
    return [(TROUBLE_CONTEXT, words) for words in (*TROUBLES.values(), _TIMES) if words != "{text}"]
