"""Faults in the codes of refusals and notes: their facts, and their words at each edge."""

from tests.chaos.mutating import Mutant

_WORDS = "tests/words/test_reasons.py"
_API = "tests/tournament/test_api_answers.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "a page names the option of the command line",
        "host_tools.reasons:_Filler.get_value",
        "words[at] if at < len(words) else words[0]",
        "words[0]",
        (_WORDS, "own_way"),
    ),
    Mutant(
        "a name that was deleted is nobody yet",
        "host_tools.reasons:_Filler.format_field",
        "self._table.forms[format_spec](value)",
        '"nobody yet" if format_spec == "entry" and not value else self._table.forms[format_spec](value)',
        ("tests/backup/test_forget.py", "facts_of_a_note"),
    ),
    Mutant(
        "a script is told a refusal in words alone",
        "host_tools.web.api.desk:install",
        ", **why.to_json()}",
        "}",
        (_API, "reason_and_facts"),
    ),
    Mutant(
        "a note is told in words alone",
        "host_tools.store.rows:note_text",
        "json.dumps(facts, ",
        "json.dumps({}, ",
        (_API, "note_is_a_code"),
    ),
    Mutant(
        "a script gets no words for a table's answer",
        "host_tools.tournament.model.remarks:note_facts",
        'code == "refused"',
        "False",
        (_API, "note_is_a_code"),
    ),
    Mutant(
        "the note of a refused call has words, not the reason",
        "host_tools.store.outbox:answer_fact",
        '"reason": reason,',
        '"reason": None,',
        ("tests/tournament/test_desk_calls.py", "and_no_sentence"),
    ),
)
