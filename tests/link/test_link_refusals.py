"""A refusal of the rules on its way to the host: reason, facts, and the table's own line where those fail."""

from typing import Any

import pytest
from rig import Faults, Rig

from boardside.game import match
from boardside.game.errors import GameError
from boardside.link.commands import refused
from boardside.link.frame import dumps
from boardside.link.session import FACTS_MAX
from boardside.table import refusals as table_words
from host_tools.collector.incoming import Answered
from host_tools.laws import refusals

LINE = "So many games cannot be: set them anew"


class Refusing(Rig):
    """A table that refuses every command in the same way."""

    def __init__(self, reply: tuple[Any, ...]) -> None:
        self.reply = reply
        self.frames: list[bytes] = []
        super().__init__(seed=7)

    def apply(self, event: dict[str, Any], now: int) -> Any:
        return self.reply


def answer(*reply: Any, ok: bool = False) -> Answered:
    """The host's reading of a refusal, or of the answer to a command that was done already."""
    rig = Refusing((ok, *reply))
    rig.outbox = ["c1"]
    for _ in range(300):
        rig.step(Faults())
        if rig.answers:
            return rig.answers[0]
    raise AssertionError("no answer")


def sentence(answered: Answered) -> str:
    """What a person reads of it."""
    return refusals.of_answer(answered.code, answered.message, answered.reason, answered.facts)


def test_the_host_makes_a_sentence_of_reason_and_facts() -> None:
    answered = answer("impossible", LINE, "games_over_best_of", {"a": 2, "b": 2, "most": 3})
    assert not answered.ok
    assert (answered.code, sentence(answered)) == ("impossible", "set: games 2-2 cannot be in a best of 3")


def test_a_refusal_of_the_rules_arrives_whole() -> None:
    with pytest.raises(GameError) as caught:
        match.apply(match.new(), {"kind": "board", "winner": "a", "left": 12, "queen": "a"})
    error = caught.value
    answered = answer(error.code, table_words.message_of(error), error.reason, error.facts)
    assert sentence(answered) == refusals.of_error(error) == "left: 12 must be 0 to 9"


def test_a_refused_update_is_a_reason_on_the_wire_and_a_sentence_at_the_host() -> None:
    refusal = refused("not_now", "update_in_match", match="m7")
    assert refusal == (False, "not_now", "update_in_match", "update_in_match", {"match": "m7"})
    answered = answer(*refusal[1:])
    assert answered.code == "not_now"
    assert sentence(answered) == "match m7 is in play; a table is updated between matches"


def test_what_was_done_already_or_not_stored_is_a_sentence_at_the_host() -> None:
    done = answer("already", "in_play_here", "in_play_here", {"match": "m1"}, ok=True)
    assert (done.ok, sentence(done)) == (True, "match m1 is in play at this table")
    full = answer("storage", "not_stored", "not_stored", {"storage": "full"})
    assert sentence(full).startswith("not stored, the table is unchanged: the flash is full")


def test_a_reason_that_this_host_does_not_know_leaves_the_tables_own_line() -> None:
    assert sentence(answer("impossible", LINE, "board_on_fire", {"side": "a"})) == LINE
    assert sentence(answer("impossible", LINE, "games_over_best_of", {"a": 2})) == LINE


def test_facts_too_long_for_a_frame_stay_at_the_table_and_its_line_is_shown() -> None:
    facts = {"field": "title", "value": "x" * FACTS_MAX, "most": 80}
    assert sentence(answer("malformed", LINE, "not_a_text", facts)) == LINE
    assert len(dumps({**facts, "value": ""})) < FACTS_MAX


@pytest.mark.parametrize(
    "behind", [(5, {}), ("games_over_best_of", []), ("games_over_best_of", None), (None, {"a": 2})]
)
def test_what_is_no_reason_with_facts_is_passed_over(behind: tuple[Any, ...]) -> None:
    answered = answer("impossible", LINE, *behind)
    assert (answered.reason, answered.facts) == (None, {})
    assert sentence(answered) == LINE


@pytest.mark.parametrize("name", ["code", "reason", "seq", "self", "", "{a}", "a.b"])
def test_facts_may_have_any_name(name: str) -> None:
    facts = {name: {"deep": [1]}, "a": 2, "b": [], "most": {}}
    assert sentence(answer("impossible", LINE, "games_over_best_of", facts)).startswith("set: games 2-")
