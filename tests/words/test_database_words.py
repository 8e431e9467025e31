"""What is said of the database: pages say it in every language, commands and the log in English."""

from string import Formatter

import pytest

from host_tools.store import StoreUnavailable
from host_tools.store.database_reasons import database_cause
from host_tools.web import i18n
from host_tools.words import databases
from host_tools.words.troubles import Trouble, spoken

SPOKEN = [reason for reason in databases.WORDS if reason not in databases.ENGLISH_ONLY]


def facts(reason: str) -> dict[str, object]:
    """A value for each placeholder of the reason's words."""
    names = {name for _, name, _, _ in Formatter().parse(databases.WORDS[reason]) if name}  # type: ignore[index]
    return {name: ["<acts>"] if name == "tables" else f"<{name}>" for name in names}


@pytest.mark.parametrize("code", [code for code in i18n.CODES if code not in ("en", *i18n.LEFT_IN_ENGLISH)])
def test_what_a_page_can_show_is_said_with_all_facts_and_never_in_english(code: str) -> None:
    translate = i18n.language(code).translated
    for reason in SPOKEN:
        why = database_cause(reason, **facts(reason))
        words = databases.say(why, translate)
        assert words != databases.say(why), reason
        for value in why.facts.values():
            assert (value[0] if isinstance(value, list) else value) in words, (reason, words)


def test_what_ends_a_command_is_english() -> None:
    translate = i18n.language("de").translated
    for reason in databases.ENGLISH_ONLY:
        why = database_cause(reason, **facts(reason))
        assert databases.say(why, translate) == databases.say(why)


def test_an_event_that_cannot_be_stored_says_why_in_the_language() -> None:
    why = StoreUnavailable("disk_full", where="hall.sqlite3")
    args = {"seq": 7, "why": databases.say(why), "database": why.to_json()}
    trouble = Trouble("cannot_be_stored", args)
    assert str(trouble) == "Event 7 cannot be stored: The disk of hall.sqlite3 is full; make room on it."
    german = spoken(trouble.named(), i18n.language("de").translated)
    assert "Der Datenträger von hall.sqlite3 ist voll" in german
    other = Trouble("cannot_be_stored", {"seq": 7, "why": "odd", "database": None})
    assert str(other) == "Event 7 cannot be stored: odd"
