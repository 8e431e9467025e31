"""What pages say of MQTT and SoL: in the reader's language, with all facts."""

from string import Formatter
from typing import Any

import pytest

from host_tools.store.database_reasons import database_cause
from host_tools.store.integration_reasons import CompanionReason, companion_cause
from host_tools.words import databases, integrations
from host_tools.words.refusals import untranslated

SPOKEN = [reason for reason in integrations.WORDS if reason not in integrations.WITHOUT_WORDS]
CARD = companion_cause("sol_card_boards", count=41).to_json()
LOCKED = database_cause("locked", where="<hall>")
#: A value for each form of a fact, and what of it stands in the words of every language.
VALUES: dict[str, tuple[Any, str]] = {
    "database": (LOCKED.to_json(), "<hall>"),
    "refusal": ({"reason": "undone_already", "facts": {"of": 77}}, "77"),
    "points": ([25, 4], "25-4"),
    "versus": (["<Rao>", "<Nair>"], "<Rao> - <Nair>"),
    "teams": ([["<Asha>", "<Bela>"], ["<Chitra>"]], "<Asha> / <Bela> - <Chitra>"),
}


def marked(context: str, text: str) -> str:
    """A language in which every text is the English one between marks."""
    assert context
    return f"‹{text}›"


def facts(reason: CompanionReason) -> tuple[dict[str, Any], list[str]]:
    """A value for each placeholder of the reason's words, and what of them stands in the words."""
    values, expected = {}, []
    for _, name, form, _ in Formatter().parse(integrations.WORDS[reason]):
        if name:
            values[name], words = VALUES.get(form or "", (f"<{name}>", f"<{name}>"))
            if form == "cause":
                values[name], words = CARD, "41"
            expected.append(words)
    return values, expected


@pytest.mark.parametrize("reason", SPOKEN)
def test_a_remark_is_translated_with_all_facts_and_so_is_what_is_within_it(reason: CompanionReason) -> None:
    values, expected = facts(reason)
    words = integrations.say(companion_cause(reason, **values), marked)
    for value in expected:
        assert value in words
    within = sum(inner in values.values() for inner in (CARD, LOCKED.to_json(), VALUES["refusal"][0]))
    assert words.count("‹") >= 1 + within, words


def test_several_problems_of_sol_are_one_remark() -> None:
    fault = companion_cause("sol_fault", kind="KeyError", why="x").to_json()
    both = companion_cause("sol_problems", problems=[CARD, fault])
    for translate in (untranslated, marked):
        causes = [companion_cause(why["reason"], **why["facts"]) for why in (CARD, fault)]
        assert integrations.say(both, translate) == " ".join(
            integrations.say(why, translate) for why in causes
        )


def test_a_page_finds_the_words_of_either_list() -> None:
    assert integrations.problem_words(LOCKED, marked) == databases.say(LOCKED, marked)
    away = companion_cause("sol_name_unknown", server="http://sol")
    assert integrations.problem_words(away, marked) == integrations.say(away, marked)


def test_sol_s_own_words_and_those_of_the_system_stay_as_they_came() -> None:
    says = companion_cause("sol_says", text="Out of range value for score 1!")
    assert "‹" not in integrations.say(says, marked)
