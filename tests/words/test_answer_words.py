"""How a command went: the host's own codes have words, and a table's text is shown as it is."""

import re
from pathlib import Path

from host_tools.collector import outbox
from host_tools.laws import refusals
from host_tools.store.rows import DAMAGED
from host_tools.tournament.matches import calling
from host_tools.update import carriers


def test_every_code_that_the_host_gives_has_words() -> None:
    sending, calls, updates = (
        Path(module.__file__).read_text("utf-8") for module in (outbox, calling, carriers)
    )
    settled = re.findall(r'_settle\(row, "refused", ("\w+"|DAMAGED)\)', sending)
    recalled = re.findall(r'"code": ("\w+")', calls)
    withdrawn = re.findall(r'StoredAnswer\("refused", ("\w+"), None\)', updates)
    codes = {DAMAGED if name == "DAMAGED" else name.strip('"') for name in (*settled, *recalled, *withdrawn)}
    assert codes == set(refusals.SETTLED)


def test_the_text_of_a_table_comes_before_the_words_of_a_code() -> None:
    assert refusals.of_answer("too_long", "the event is too long") == "the event is too long"
    assert refusals.of_answer("too_long", None) == refusals.SETTLED["too_long"]
    assert refusals.of_answer(None, None) == refusals.of_answer("busy", None) == ""


def test_a_reason_with_its_facts_comes_before_the_tables_line() -> None:
    facts = {"match": "m7"}
    sentence = refusals.of_answer("not_now", "update_in_match", "update_in_match", facts)
    assert "m7" in sentence
    row = {"code": "not_now", "message": "update_in_match", "reason": "update_in_match", "facts": facts}
    assert refusals.of_row(row) == sentence


def test_a_reason_that_this_host_does_not_know_leaves_the_line() -> None:
    assert refusals.of_answer("not_now", "begin first", "board_on_fire", {"side": "a"}) == "begin first"
    assert refusals.of_answer("expired", None, "board_on_fire", {}) == refusals.SETTLED["expired"]
