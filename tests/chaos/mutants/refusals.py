"""Faults in the reasons and facts of the rules' refusals."""

from tests.chaos.mutating import Mutant

_WORDS = "tests/table/test_refusal_words.py"
_SENTENCES = "tests/words/test_refusal_sentences.py"
_LINK = "tests/link/test_link_refusals.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "the table searches for a part of a reason",
        "boardside.table.refusals:words_of",
        'LINES.find("|" + reason + "|")',
        "LINES.find(reason)",
        (_WORDS, "whole_reason"),
    ),
    Mutant(
        "a long refusal is sent whole",
        "boardside.link.session:_answer_fields",
        "if len(facts) <= FACTS_MAX",
        "if True",
        (_LINK, "too_long_for_a_frame"),
    ),
    Mutant(
        "the host believes any facts",
        "host_tools.collector.incoming:answer_in",
        "and isinstance(rest[4], dict)",
        "",
        (_LINK, "passed_over"),
    ),
    Mutant(
        "the host shows the table's line in place of the sentence",
        "host_tools.collector.incoming:answer_in",
        "len(rest) >= 5",
        "False",
        (_LINK, "makes_a_sentence or arrives_whole"),
    ),
    Mutant(
        "a sentence without its facts is an exception",
        "host_tools.laws.refusals:_filled",
        "except KeyError:",
        "except ZeroDivisionError:",
        (_SENTENCES, "does_not_know"),
    ),
)
