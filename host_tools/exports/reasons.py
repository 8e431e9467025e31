"""Why a file cannot be made: reasons from a closed list, each with its facts.

words.py has the words of each; tests/exports/test_export_words.py holds the two together.
"""

from typing import Literal, get_args

from host_tools.reasons import CodedError

#: In brackets: the modules that give these reasons.
ExportReason = Literal[
    # What is chosen (event_report.py, scorecards.py, lists.py).
    "no_tournament",
    "no_event",
    "no_event_yet",
    "no_match",
    "nothing_to_play",
    "nothing_begun",
    "bad_day",
    "cards_of_which",
    "ruleset_refused",
    # The kind of file (export_command.py, lists.py, cli.py).
    "unknown_sheet",
    "matches_only",
    "one_sheet_only",
    "format_missing",
    "format_not_installed",
    "format_refused",
    "list_format",
    "one_bracket_only",
    # Labels (table_labels.py).
    "label_tables",
    "labels_many",
    "label_address",
    "no_table_heard",
    # The file itself, and fonts (output.py, typesetting.py).
    "is_database",
    "not_writable",
    "not_typeset",
    "typeset_slowly",
    "font_missing",
    "not_a_font",
    # The folder of pages (web/pages/static_site.py).
    "folder_has_other",
    "unknown_language",
    "changed_meanwhile",
]
EXPORT_REASONS: tuple[ExportReason, ...] = get_args(ExportReason)


class ExportError(CodedError[ExportReason]):
    """The file cannot be made, for this reason."""
