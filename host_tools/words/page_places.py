"""Where a page does what a text names a command for: the organiser's pages name places, not commands."""

import functools
import re

_EVENT, _ENTRY, _MATCH = "the event’s page", "the entry’s page", "the match’s page"
_TOURNAMENT = "the tournament’s page"
#: The beginning of a command, by a pattern, and the place that does the same; the first that fits.
PLACES: tuple[tuple[str, str], ...] = (
    (r"draw .*--undo", f"“Take … back” under “Draw” on {_EVENT}"),
    (r"draw --swap", f"“Exchange two entries by hand” on {_EVENT}"),
    (r"draw", f"“Draw” on {_EVENT}"),
    (r"call .*--recall", f"“Take the call back” on {_MATCH}"),
    (r"call", f"“Call it” on {_MATCH}"),
    (r"walkover", f"“Walk-over” on {_MATCH}"),
    (r"result .*--clear", f"“Clear the result” on {_MATCH}"),
    (r"result", _MATCH),
    (r"entries add .*--reserve", f"“Enter a reserve” on {_EVENT}"),
    (r"entries change", f"“Exchange a player” on {_ENTRY}"),
    (r"entries edit .*--reserve", f"“Reserve” on {_ENTRY}"),
    (r"entries edit", f"“Edit” on {_ENTRY}"),
    (r"entries fill", "“Give it a place” on the page of the reserve"),
    (r"entries return", f"“Take in again” on {_ENTRY}"),
    (r"entries withdraw", f"“Withdraw” on {_ENTRY}"),
    (r"entries", _EVENT),
    (r"event add", f"“Add an event” on {_TOURNAMENT}"),
    (r"event delete", f"“Delete” on {_EVENT}"),
    (r"event edit", f"“Edit” on {_EVENT}"),
    (r"event rounds", f"“Number of rounds” on {_EVENT}"),
    (r"matches", _EVENT),
    (r"(protests|reports)", f"“To decide” on {_TOURNAMENT}"),
    (r"tournament acts", f"“Take an act back” on {_TOURNAMENT}"),
    (r"tournament hall", f"“Halls” on {_TOURNAMENT}"),
    (r"tournament", _TOURNAMENT),
)
_COMMAND = re.compile(r"`boardside ([^`]*)`")


@functools.cache
def in_places(text: str) -> str:
    """A text of desk_reasons.py, before its facts come in, with places of the pages instead of commands; a
    command that no page has stays.
    """

    def place(command: re.Match[str]) -> str:
        where = next((where for start, where in PLACES if re.match(start, command[1])), command[0])
        before = text[: command.start()].rstrip()[-1:]
        begins = before in ("", ".", "}")  # a fact before it is a sentence of its own
        return where[:1].upper() + where[1:] if begins else where

    return _COMMAND.sub(place, text)
