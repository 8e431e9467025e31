"""Why a file cannot be made."""

from collections.abc import Sequence

from host_tools.laws.refusals import TOLD
from host_tools.reasons import CodedError, Reasons


def _there_are(keys: Sequence[str]) -> str:
    return f"There are: {', '.join(keys)}." if keys else "No event was made yet."


REASONS = Reasons(
    {
        "no_tournament": "There is no tournament {tournament}: `boardside tournament list` shows them.",
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
