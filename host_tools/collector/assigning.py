"""What the organiser asks of tables: the events, checked before they go into the outbox, and waiting for
answers.
"""

import json
import secrets
import time
from pathlib import Path
from typing import Any

from boardside.game import events
from boardside.game import match as game
from boardside.game.errors import GameError
from host_tools import rules_files
from host_tools.store import Store
from host_tools.store.store import now_ms

POLL_S = 0.1
#: A table that was heard by a running collector within this time is taken to be there.
PRESENT_MS = 10_000
#: A hall clock that did not reach a table within this time would run late there.
HALL_EXPIRES_MS = 10_000


class BadRequest(Exception):  # noqa: N818
    """What was asked for makes no sense; the message says why and what would."""


def match_event(
    *,
    names: dict[str, list[str]],
    stage: str,
    ruleset: str | None = None,
    rules: str | None = None,
    tie: str | None = None,
    teams: dict[str, str | None] | None = None,
    **optional: str | None,
) -> dict[str, Any]:
    """The `match` event for the outbox.

    rules: a file of own rules, or a JSON object of changes. teams: who plays for whom in the tie. optional:
    match, breaks, title, category; None is left out. Raises BadRequest.
    """
    if any(not name.strip() for side in names.values() for name in side):
        raise BadRequest("A name is empty.")
    if len(names["a"]) != len(names["b"]):
        raise BadRequest("Doubles need two names on each side: give both --a2 and --b2, or neither.")
    event: dict[str, Any] = {
        "kind": "match",
        "match": optional.pop("match", None) or secrets.token_hex(4),
        "stage": stage,
        "doubles": len(names["a"]) == 2,
        "a": names["a"],
        "b": names["b"],
        **_rules_fields(ruleset, rules),
        **_tie_fields(tie, teams),
        **{name: value for name, value in optional.items() if value is not None},
    }
    try:
        game.apply(game.new(), event)
    except GameError as error:
        raise BadRequest(f"No table would take this match: {error.message}.") from error
    return event


def _rules_fields(ruleset: str | None, rules: str | None) -> dict[str, Any]:
    if rules is None:
        return {"ruleset": ruleset or "icf"}
    if rules.lstrip().startswith(("{", "[")):
        try:
            return {"ruleset": ruleset or "icf", "rules": json.loads(rules)}
        except ValueError as error:
            raise BadRequest(f"--rules is no JSON ({error}); an example: '{{\"points\": 23}}'.") from error
    try:
        own = rules_files.read(Path(rules))
    except rules_files.RulesFileError as error:
        raise BadRequest(f"--rules: {error}") from error
    if ruleset not in (None, own.base):
        raise BadRequest(
            f"--ruleset says {ruleset}, but {rules} starts from {own.base}; leave --ruleset out."
        )
    return {"ruleset": own.base, "rules": own.changes, "variant": own.name}


def _tie_fields(tie: str | None, teams: dict[str, str | None] | None) -> dict[str, Any]:
    given = [team for team in (teams or {}).values() if team]
    if tie is None and not given:
        return {}
    if tie is None or len(given) != 2:
        raise BadRequest("A tie of teams needs --tie with its name, --team-a and --team-b.")
    return {"tie": tie, "teams": teams}


def hall_event(do: str, length: str | None) -> dict[str, Any]:
    """The `hall` event; `length` (MM:SS or H:MM:SS) is needed for `start`. Raises BadRequest."""
    event: dict[str, Any] = {"kind": "hall", "do": do}
    if do == "start" and length is None:
        raise BadRequest("How long? For instance: boardside hall start 45:00")
    if length is not None:
        event["ms"] = clock_ms(length)
    try:
        events.check(event)
    except GameError as error:
        raise BadRequest(f"{error.message}.") from error
    return event


def clock_ms(text: str) -> int:
    """MM:SS or H:MM:SS in ms. Raises BadRequest."""
    parts = text.split(":")
    if not 2 <= len(parts) <= 3 or not all(part.isdecimal() and len(part) <= 3 for part in parts):
        raise BadRequest(f"{text!r} is no time; give MM:SS, for instance 45:00, or H:MM:SS.")
    numbers = [int(part) for part in parts]
    if any(number > 59 for number in numbers[1:]):
        raise BadRequest(f"{text!r} is no time: seconds go up to 59.")
    seconds = 0
    for number in numbers:
        seconds = seconds * 60 + number
    if seconds == 0:
        raise BadRequest("A clock needs more than 0 seconds.")
    return seconds * 1000


def present(store: Store) -> list[int]:
    """The numbers of the tables that a running collector has heard within the last 10 seconds."""
    return [
        table["table_no"]
        for table in store.tables()
        if table["link"] != "down" and table["heard_at"] > now_ms() - PRESENT_MS
    ]


def wait(store: Store, commands: list[str], seconds: float) -> list[dict[str, Any]]:
    """The commands as they stand when all are answered, or after `seconds`."""
    until = time.monotonic() + seconds
    while True:
        rows = [row for command in commands if (row := store.command(command)) is not None]
        if all(row["state"] in ("done", "refused") for row in rows) or time.monotonic() >= until:
            return rows
        time.sleep(POLL_S)
