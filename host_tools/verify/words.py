"""The English words of the reasons of reasons.py."""

from collections.abc import Mapping

from host_tools.verify.reasons import VerifyReason
from host_tools.words.filling import Sentences

WORDS: Mapping[VerifyReason, str] = {
    "no_such_match": "The database holds nothing of match {match}.",
    "no_such_table": "The database holds nothing of table {table}.",
    "no_event": "It holds no event.",
    "file_unreadable": "{file} cannot be read: {why}.",
    "file_not_utf8": "{file} is no text file in UTF-8 ({why}).",
    "no_event_in_line": "Line {line} is no event with `seq` and `kind` ({why}).",
    "no_match_event": "There is no match in it: a match begins with an event of kind `match`.",
}

say = Sentences(WORDS).say
