"""What pages say of MQTT and SoL: in every language, with all facts."""

from string import Formatter
from typing import Any

import pytest

from host_tools.companion_reasons import CompanionReason, companion_cause
from host_tools.store.database_reasons import database_cause
from host_tools.web import i18n
from host_tools.words import companions, databases

SPOKEN = [reason for reason in companions.WORDS if reason not in companions.WITHOUT_WORDS]
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


def facts(reason: CompanionReason) -> tuple[dict[str, Any], list[str]]:
    """A value for each placeholder of the reason's words, and what of them stands in the words."""
    values, expected = {}, []
    for _, name, form, _ in Formatter().parse(companions.WORDS[reason]):
        if name:
            values[name], words = VALUES.get(form or "", (f"<{name}>", f"<{name}>"))
            if form == "cause":
                values[name], words = CARD, "41"
            expected.append(words)
    return values, expected


@pytest.mark.parametrize("code", [code for code in i18n.CODES if code not in ("en", *i18n.LEFT_IN_ENGLISH)])
def test_every_remark_is_said_with_all_facts_and_never_in_english(code: str) -> None:
    translate = i18n.language(code).translated
    for reason in SPOKEN:
        values, expected = facts(reason)
        why = companion_cause(reason, **values)
        words = companions.say(why, translate)
        assert words != companions.say(why), reason
        for value in expected:
            assert value in words, (reason, words)
        for inner in (CARD, LOCKED.to_json(), VALUES["refusal"][0]):
            if inner in values.values():
                assert "41 boards" not in words, reason
                assert "is locked by" not in words, reason
                assert "left out already" not in words, reason


def test_several_problems_of_sol_are_one_remark_in_the_language() -> None:
    translate = i18n.language("de").translated
    fault = companion_cause("sol_fault", kind="KeyError", why="x").to_json()
    both = companion_cause("sol_problems", problems=[CARD, fault])
    assert companions.say(both) == (
        "41 boards Results to SoL: a fault in Boardside (KeyError: x). It is tried again; type into SoL what "
        "it does not get in time."
    )
    german = companions.say(both, translate)
    assert german == " ".join(
        companions.say(companion_cause(why["reason"], **why["facts"]), translate) for why in (CARD, fault)
    )


def test_a_page_finds_the_words_of_either_list() -> None:
    translate = i18n.language("de").translated
    assert companions.problem_words(LOCKED, translate) == databases.say(LOCKED, translate)
    away = companion_cause("sol_name_unknown", server="http://sol")
    assert companions.problem_words(away, translate) == companions.say(away, translate)


def test_sol_s_own_words_and_those_of_the_system_stay_as_they_came() -> None:
    translate = i18n.language("hi").translated
    says = companion_cause("sol_says", text="Out of range value for score 1!")
    assert companions.say(says, translate) == "Out of range value for score 1!."
