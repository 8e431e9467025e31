"""What the desk refuses or remarks, in English: the texts of desk_reasons.py with their facts.

The text for each edge names that edge's way to override a refusal: an option, a box of the form, a field.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from host_tools.reasons import Cause, Refused
from host_tools.tournament.model.model import Correction, CorrectionCode, Entry, NoteCode
from host_tools.words import answers, databases, page_places, rules_files
from host_tools.words.desk_reasons import WORDS
from host_tools.words.filling import Filler

#: The edges: the command line and the log, the organiser's pages, the JSON API.
Way = Literal["command_line", "page", "script"]

#: A match that its table has decided, and whose umpire has not confirmed that.
UNCONFIRMED = "decided, not confirmed"

#: The words of each edge for placeholders that are not facts.
WAYS: Mapping[Way, Mapping[str, str]] = {
    "command_line": {
        "anyway": "--anyway",
        "early": "--early",
        "force": "--force",
        "again": " with --known {version}",
        "a_reason": "a reason (--reason)",
        "a_why": "a reason (--why)",
        "a_clearing": "a reason (--reason)",
        "winner_option": " (--winner a or b)",
        "partner_option": " (--a2, --b2)",
        "tie_option": " (--tie)",
        "teams_option": " (--team-a, --team-b)",
        "rules_option": "--rules: ",
        "replace": "--replace",
        "with_later": "--with-later",
    },
    "page": {
        "anyway": "the box below",
        "early": "the box below",
        "force": "the box below",
        "again": "",
        "a_reason": "a reason, which is shown next to the result",
        "a_why": "a reason",
        "a_clearing": "a reason, which is kept in the record",
        "winner_option": "",
        "partner_option": "",
        "tie_option": "",
        "teams_option": "",
        "rules_option": "",
        "replace": "tick “replace it”",
        "with_later": "the box beside it",
    },
    "script": {
        "anyway": "`anyway`",
        "early": "`early`",
        "force": "`force`",
        "again": " with {version} as `known`",
        "a_reason": "a `reason`",
        "a_why": "a reason, `why`",
        "a_clearing": "a `reason`",
        "winner_option": " (`winner`)",
        "partner_option": "",
        "tie_option": "",
        "teams_option": "",
        "rules_option": "",
        "replace": "`replace`",
        "with_later": "`with_later`",
    },
}


#: Forms in addition to those of filling.py.
FORMS: Mapping[str, Callable[[Any], str]] = {"rules_file": rules_files.say_json}


def say(why: Cause | Refused, way: Way) -> str:
    """The words of a reason with its facts, in the form for this edge."""
    return say_json(why.to_json(), way)


def say_json(why: Mapping[str, Any], way: Way) -> str:
    """The same for a reason in JSON (`Cause.to_json`)."""
    text = WORDS[why["reason"]]
    if way == "page":
        text = page_places.in_places(text)
    return Filler(lambda inner: say_json(inner, way), WAYS[way], FORMS).vformat(text, (), why["facts"])


def of_error(error: Exception, way: Way) -> str:
    """The text of a failure at this edge: the words of a refusal and of the database, the message
    of any other error."""
    return say(error, way) if isinstance(error, Refused) else databases.of_error(error)


def numbered(entry: Entry) -> str:
    """ "Asha (No. 3, Civil, licence 17)": what tells an entry apart from others of its name."""
    numbers = ", ".join(str(player.number) for player in entry.players)
    licences = " / ".join(player.licence for player in entry.players if player.licence)
    more = [f"No. {numbers}", entry.club, f"licence {licences}" if licences else ""]
    return f"{entry.title} ({', '.join(filter(None, more))})"


def correction(correction: Correction) -> str:
    """Why a result was corrected: the reason that a person gave, or the words of the code that Boardside
    recorded.
    """
    return (
        correction.reason
        if correction.code is None
        else CORRECTIONS[correction.code].format_map(correction.facts)
    )


CORRECTIONS: Mapping[CorrectionCode, str] = {
    "as_played": "confirmed at the table after the result by hand, which stands",
    "cmn": "CMN {cmn}, played {played}, from {file}",
    "imported": "imported from {file}",
}


def note(code: NoteCode | None, facts: Mapping[str, Any]) -> str:
    """The note of a match (Fixture.note_code, note_facts); "" when there is none."""
    return "" if code is None else _FILL_NOTE.vformat(NOTES[code], (), facts)


def note_facts(code: NoteCode | None, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a note for scripts: an `answer` also has its words, as `why`."""
    return {**facts, "why": answers.say(**facts["answer"])} if code == "refused" else dict(facts)


NOTES: Mapping[NoteCode, str] = {
    "refused": "Table {table} refuses it: {answer:answer}. Recall it, or call it to another table.",
    "other_result": "The table reports another result: {score} (table {table}).",
    "called_with": "It was called with {called:entry}; by the results before it: {instead:entry}.",
    "withdrawn": "withdrawn",
}

_FILL_NOTE = Filler(lambda inner: say_json(inner, "command_line"), {})
