"""What is said of the database: pages say it in every language, commands and the log in English."""

from string import Formatter

import pytest

from host_tools.collector.reasons import Trouble, spoken_trouble
from host_tools.store import StoreUnavailable
from host_tools.store.reasons import REASONS, database_cause


def facts(reason: str) -> dict[str, object]:
    """A value for each placeholder of the reason's words."""
    names = {name for _, name, _, _ in Formatter().parse(REASONS[reason]) if name}
    return {name: ["<acts>"] if name == "tables" else f"<{name}>" for name in names}


def marked(context: str, text: str) -> str:
    """A language in which every text is the English one between marks."""
    assert context
    return f"‹{text}›"


@pytest.mark.parametrize("reason", REASONS)
def test_what_a_page_can_show_is_translated_with_all_facts_and_what_ends_a_command_is_english(
    reason: str,
) -> None:
    why = database_cause(reason, **facts(reason))
    words = why.say(translate=marked)
    assert (words[0] == "‹") is ((REASONS.context, REASONS[reason]) in REASONS.marked())
    for value in why.facts.values():
        assert (value[0] if isinstance(value, list) else value) in words


def test_an_event_that_cannot_be_stored_says_why_in_the_language() -> None:
    why = StoreUnavailable("disk_full", where="hall.sqlite3")
    args = {"seq": 7, "why": str(why), "database": why.to_json()}
    trouble = Trouble("cannot_be_stored", args)
    assert str(why) in str(trouble)
    assert why.say(translate=marked) in spoken_trouble(trouble.named(), marked)
    assert "odd" in str(Trouble("cannot_be_stored", {"seq": 7, "why": "odd", "database": None}))
