"""What pages say of MQTT and SoL: in the reader's language, with all facts."""

from string import Formatter
from typing import Any

import pytest

from host_tools.integrations.mqtt import reasons as mqtt
from host_tools.integrations.sol import reasons as sol
from host_tools.reasons import Reasons
from host_tools.store.reasons import database_cause

TABLES = {reason: table for table in (mqtt.REMARKS, sol.REMARKS) for reason in table}
#: Those with words of a language.
TRANSLATED = [reason for reason, table in TABLES.items() if (table.context, table[reason]) in table.marked()]
CARD = sol.REMARKS.cause("sol_card_boards", count=41).to_json()
LOCKED = database_cause("locked", where="<hall>").to_json()
NO_MORE = mqtt.REMARKS.cause("mqtt_takes_no_more").to_json()
#: A value for each form of a fact, and what of it stands in the words of every language.
VALUES: dict[str, tuple[Any, str]] = {
    "database": (LOCKED, "<hall>"),
    "refusal": ({"reason": "undone_already", "facts": {"of": 77}}, "77"),
    "points": ([25, 4], "25-4"),
    "versus": (["<Rao>", "<Nair>"], "<Rao> - <Nair>"),
    "teams": ([["<Asha>", "<Bela>"], ["<Chitra>"]], "<Asha> / <Bela> - <Chitra>"),
}


def marked(context: str, text: str) -> str:
    """A language in which every text is the English one between marks."""
    assert context
    return f"‹{text}›"


def facts(table: Reasons, reason: str) -> tuple[dict[str, Any], list[str]]:
    """A value for each placeholder of the reason's words, and what of them stands in the words."""
    values, expected = {}, []
    for _, name, form, _ in Formatter().parse(table[reason]):
        if name:
            values[name], words = VALUES.get(form or "", (f"<{name}>", f"<{name}>"))
            if form == "cause":
                values[name], words = (CARD, "41") if table is sol.REMARKS else (NO_MORE, "no more")
            expected.append(words)
    return values, expected


@pytest.mark.parametrize("reason", TRANSLATED)
def test_a_remark_is_translated_with_all_facts_and_so_is_what_is_within_it(reason: str) -> None:
    table = TABLES[reason]
    values, expected = facts(table, reason)
    words = table.cause(reason, **values).say(translate=marked)
    for value in expected:
        assert value in words
    inner = (CARD, LOCKED, NO_MORE, VALUES["refusal"][0])
    assert words.count("‹") >= 1 + sum(each in values.values() for each in inner), words


def test_several_problems_of_sol_are_one_remark() -> None:
    fault = sol.REMARKS.cause("sol_fault", kind="KeyError", why="x").to_json()
    both = sol.REMARKS.cause("sol_problems", problems=[CARD, fault]).say(translate=marked)
    assert both == " ".join(sol.REMARKS.say_json(why, translate=marked) for why in (CARD, fault))


def test_sol_s_own_words_and_those_of_the_system_stay_as_they_came() -> None:
    why = sol.REMARKS.cause("sol_says", text="Out of range value for score 1!")
    assert "‹" not in why.say(translate=marked)
