"""What is said of the database: pages say it in every language, commands and the log in English."""

from string import Formatter

import pytest

from host_tools.store import StoreUnavailable
from host_tools.store.database_reasons import database_cause
from host_tools.words import databases
from host_tools.words.troubles import Trouble, spoken


def facts(reason: str) -> dict[str, object]:
    """A value for each placeholder of the reason's words."""
    names = {name for _, name, _, _ in Formatter().parse(databases.WORDS[reason]) if name}  # type: ignore[index]
    return {name: ["<acts>"] if name == "tables" else f"<{name}>" for name in names}


def marked(context: str, text: str) -> str:
    """A language in which every text is the English one between marks."""
    assert context
    return f"‹{text}›"


@pytest.mark.parametrize("reason", databases.WORDS)
def test_what_a_page_can_show_is_translated_with_all_facts_and_what_ends_a_command_is_english(
    reason: str,
) -> None:
    why = database_cause(reason, **facts(reason))  # type: ignore[arg-type]
    words = databases.say(why, marked)
    assert (words[0] == "‹") is (reason not in databases.ENGLISH_ONLY)
    for value in why.facts.values():
        assert (value[0] if isinstance(value, list) else value) in words


def test_an_event_that_cannot_be_stored_says_why_in_the_language() -> None:
    why = StoreUnavailable("disk_full", where="hall.sqlite3")
    args = {"seq": 7, "why": databases.say(why), "database": why.to_json()}
    trouble = Trouble("cannot_be_stored", args)
    assert databases.say(why) in str(trouble)
    assert databases.say(why, marked) in spoken(trouble.named(), marked)
    assert "odd" in str(Trouble("cannot_be_stored", {"seq": 7, "why": "odd", "database": None}))
