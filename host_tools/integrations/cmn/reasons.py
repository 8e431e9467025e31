"""Why a CMN file cannot be read, taken or written."""

import json
from typing import Any

from host_tools.laws.refusals import TOLD
from host_tools.reasons import CodedError, Reasons
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.reasons import FORMS
from host_tools.tournament.reasons import REASONS as DESK

#: Characters of a value in a sentence.
_LONGEST = 60


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


REASONS = Reasons(
    {
        # The command.
        "file_unreadable": "{file} cannot be read: {why}.",
        "in_file": "{file}: {why:cause}",
        "take_or_events": "Either --take or --events: they are two things.",
        "no_such_match": "{file} has no match {match:quoted}; without --events its ids are shown.",
        # The file as a whole.
        "too_large": "it is larger than {most_mb} MB: give single matches.",
        "not_utf8": "it is not UTF-8 (at byte {byte}): is it a CMN file?",
        "no_json": "it is no JSON ({why}, line {line}, character {character}); is it complete?",
        "field_twice": "it is no CMN file: {field:quoted} occurs twice in one object.",
        "other_version": 'cmn: this is version {version:json}; "{known}" can be read. Is it a CMN file?',
        "nothing_taken": "{problems:lines}{more:more_lines}\nNothing was taken.",
        # One value, at its place in the file.
        "missing": "{at}: it is missing",
        "no_object": "{at}: an object is wanted, not {value:json}",
        "no_list": "{at}: a list is wanted, not {value:json}",
        "no_text": "{at}: a text is wanted, not {value:json}",
        "no_pair": "{at}: two whole numbers are wanted, not {value:json}",
        "wrong_value": "{at}: {value:json} ({why})",
        "wrong": "{at}: {why}",
        "id_twice": "{at}: {value:json} is the id of {first}, too",
        # A match as events, and matches as a file.
        "too_many_games": "{match}: {count} games; as events 1 to {most} can be written.",
        "no_events": "{match} cannot be written as events: {why:refusal}.",
        "nothing_to_write": (
            "There is no such crokinole match with its result confirmed at the table: CMN has no others."
        ),
    },
    forms={"json": _json, "more_lines": lambda count: f"\nand {count} more" if count else ""},
    tables=TOLD,
)

#: Why results cannot be taken into the draw (taking.py).
TAKING = Reasons(
    {
        "cmn_nothing_taken": "{problems:lines}\nNothing was taken.",
        "cmn_other_event": (
            "{event} is no event of crokinole (ruleset {ruleset}): CMN has results of no other."
        ),
        "cmn_no_event": (
            "{tournament} has no event of crokinole (ruleset {ruleset}): CMN has results of no other."
        ),
        "cmn_over_before": (
            "{cmn} (match {match}): by the rules of {event} it was over after {count} of its {games} games. "
            "Enter what counts with `boardside result`."
        ),
        "cmn_no_match": "{cmn} (match {match}): its games are no match of {event} ({why:refusal}).",
        "cmn_incomplete": (
            "{cmn} (match {match}): its {count:#game makes|games make} no whole match of {event}. Was it "
            "broken off? Then enter it with `boardside result`, and say who has it."
        ),
        "cmn_other_winner": (
            "{cmn} (match {match}): by the rules of {event} its games are {by_games:won}, the file says "
            "{in_file:won}."
        ),
        "cmn_taken_before": (
            "{cmn} ({players}) was taken before, as match {match}, and was another one ({result:score}). If "
            "this one is right, enter it: `boardside result {match}`."
        ),
        "cmn_unknown": (
            "{cmn}: there is no match {players} in {events:list} (yet). Are the names the same as in "
            "`boardside entries`?"
        ),
        "cmn_which_match": (
            "{cmn}: {players} have no match that waits for this result: {matches:semicolons_of}. Which one "
            "it is cannot be seen: enter it with `boardside result`."
        ),
        "cmn_no_place": "{cmn}: {players} have no match that waits for this result: {matches:semicolons_of}.",
        "cmn_decided": "{match} has the result {result:score}",
        "cmn_at_table": "{match} is at table {table} (recall it first)",
        "cmn_waiting": "{match} {state:waiting}",
    },
    forms=FORMS,
    tables=TOLD,
    within=(DESK,),
)


class CmnError(CodedError):
    """A CMN file, or one of its values, cannot be used for this reason."""

    table = REASONS


class NotTaken(DeskError):  # noqa: N818
    """The results cannot be taken, for this reason."""

    table = TAKING
