"""Why a file cannot be made; and what happened in a match apart from its boards, for the score card."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from host_tools.i18n import translated
from host_tools.i18n.labels import Words
from host_tools.laws.refusals import TOLD
from host_tools.reasons import Cause, CodedError, Reasons
from host_tools.tournament.model.remarks import CORRECTIONS
from host_tools.tournament.reasons import score


def _there_are(keys: Sequence[str]) -> str:
    return f"There are: {', '.join(keys)}." if keys else "No event was made yet."


REASONS = Reasons(
    {
        "no_tournament": "There is no tournament {tournament}: `boardside tournament show` shows them.",
        "no_event": "There is no event {event}. {keys:there_are}",
        "no_event_yet": "There is no event yet: `boardside event add KEY NAME` adds one.",
        "no_match": "There is no match {match}: `boardside status` and the pages show their ids.",
        "nothing_to_play": "No match is yet to be played there.",
        "nothing_begun": (
            "No match was begun that fits: leave something out, or use --planned for those yet to be played."
        ),
        "bad_day": "{day} is no day; a day is written as 2026-03-12.",
        "cards_of_which": "Say which: --match, --table, --event, --tournament, --day, --all or --blank.",
        "ruleset_refused": "--ruleset {ruleset}: {why:refusal}.",
        "unknown_sheet": "--what {sheet}: there is {sheets:list}.",
        "matches_only": "CMN holds matches: leave --what out.",
        "one_sheet_only": "A CSV file holds one thing: give one --what, or use --format xlsx.",
        "format_missing": "{file}: say --format {formats:list}, or end the name with it.",
        "format_not_installed": "This installation cannot write {format}.",
        "format_refused": "{says}",
        "list_format": "{file}: lists are a .pdf, the bracket alone a .svg.",
        "one_bracket_only": "An SVG holds one bracket, here are {count}: choose one knockout with --event.",
        "label_tables": (
            "--tables {text:quoted}: tables are numbers and ranges from 1 to 9999, such as 1-12,15."
        ),
        "labels_many": "A file has labels of {most} tables at most.",
        "label_address": "--address {text:quoted}: it is an address as http://192.168.1.10:7500.",
        "no_table_heard": "No table was heard yet: name them with --tables 1-12.",
        "is_database": "{file} is a database and is not written over; give another name.",
        "not_writable": "{file} cannot be written: {why}.",
        "not_typeset": "The pages could not be set: {why}",
        "typeset_slowly": "The pages took more than {seconds} s and were given up: make them in parts.",
        "font_missing": "The font {file} is not there.",
        "not_a_font": "{file} is no font in a .ttf or .otf file.",
        "folder_has_other": (
            "{folder} has something else in it and is left as it is; name a new or empty folder."
        ),
        "unknown_language": "--language {language}: there is {languages:list}.",
        "changed_meanwhile": "The tournament has changed meanwhile ({page}): begin again.",
    },
    forms={"there_are": _there_are},
    tables=TOLD,
)


class ExportError(CodedError):
    """The file cannot be made, for this reason."""

    table = REASONS


# What happened in a match. `players` is the names of a side. A remark on what the organiser did has the
# reason `why`: a text, or a code with facts.


def _fields(changed: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(changed.items()))


def _by_hand(why: Mapping[str, Any]) -> str:
    """The reason that a person gave, or the words of the code that Boardside recorded."""
    return str(why["text"]) if why["code"] is None else CORRECTIONS[why["code"]].format_map(why["facts"])


REMARKS = Reasons(
    {
        "board_replayed": "A board was replayed (Law {law}).",
        "set_by_umpire": "Set by the umpire (Law 143c): {fields:fields}{why:after_colon}.",
        "carried_over": (
            "{count:#entry|entries} carried over from another device of this match, which died (journal "
            "{journal})."
        ),
        "conceded": "{players} conceded the {unit:unit} (Law 139).",
        "lost_by_ruling": "{players} lost the match by ruling (Law {law}).",
        "forfeited": "{players} forfeited the {unit:unit}{why:after_colon}.",
        "time_called": "Time was called by the organiser.",
        "ended_for_desk": "Ended as it stood: the organiser had decided the match (D296).",
        "entries_undone": "{count:#entry|entries} undone and entered again by the umpire.",
        "protest": (
            "Protest {number} by {players}, board {board} of game {game}: {state:protest}{text:after_colon}."
        ),
        "protest_fee": "Fee of protest {number} (Law 145): {fee:fee}{paid:after_comma}.",
        "event_left_out": "Event {seq} ({kind}) is left out: {why:refusal}.",
        "result_taken_away": "Result {before:score} taken away by the organiser ({actor}): {why:by_hand}",
        "result_entered": "Result {after:score} entered by the organiser ({actor}): {why:by_hand}",
        "result_changed": (
            "Result changed by the organiser ({actor}) from {before:score} to {after:score}: {why:by_hand}"
        ),
        "walk_over_given": "Walk-over given at the organiser's desk: won by {winner:winner} (Law 143i).",
    },
    forms={
        "fields": _fields,
        "after_colon": lambda text: f": {text}" if text else "",
        "after_comma": lambda text: f", {text}" if text else "",
        "by_hand": _by_hand,
        "score": score,
        "unit": partial(Words().get, "unit"),
        "protest": partial(Words().get, "protest"),
        "fee": partial(Words().get, "fee"),
        "winner": lambda names: "nobody" if names is None else names,
    },
    tables=TOLD,
    context="remark",
)
remark, marked = REMARKS.cause, REMARKS.marked


def spoken(remark: Cause) -> str:
    """A remark in the current language."""
    return remark.say(translate=translated)
