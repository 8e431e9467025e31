"""The words for reports of tables that do not count by themselves, in English: every reason once."""

from collections.abc import Callable, Mapping
from typing import Any

from host_tools.tournament.model.model import ReportReason

Facts = Mapping[str, Any]


def say(reason: ReportReason, table: int, facts: Facts, is_confirmed: bool) -> str:
    """ "Table 6 reports a result; it was called to table 5." is_confirmed: it has a result."""
    subject = "a result" if is_confirmed else "a match in play"
    words = WORDS[reason](table, facts)
    again = facts.get("again")
    if again:
        words += f" It was {again} before; the table has come to another result since."
    return f"Table {table} reports {subject}; {words}"


def _called(facts: Facts) -> str:
    called = facts.get("called")
    return "it is called to none" if called is None else f"it is called to table {called}"


def _recalled(table: int, facts: Facts) -> str:
    if facts.get("called") == table:
        return "it was confirmed before the match was called there once more."
    return f"it was called there once, and that call was taken back: {_called(facts)}."


def _other_names(_table: int, facts: Facts) -> str:
    sent, there = _sides(facts.get("sent")), _sides(facts.get("names"))
    return f"it was called with other names: {sent}, there {there}."


def _sides(names: Mapping[str, list[str]] | None) -> str:
    return " - ".join(" / ".join((names or {}).get(side) or []) or "?" for side in "ab")


WORDS: Mapping[ReportReason, Callable[[int, Facts], str]] = {
    "other_table": lambda _, facts: f"{_called(facts)}.",
    "not_called": lambda *_: "the match is not called to any table.",
    "recalled": _recalled,
    "other_call": lambda *_: "the match there was not begun by the call.",
    "other_names": _other_names,
    "broken_seal": lambda *_: "its seal does not fit its events: `boardside verify` says where.",
    "twice": lambda *_: "the table has this match once more, from the same call.",
}
