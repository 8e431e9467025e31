"""What is said of commands, the database, other systems, places, rules and ties: with all facts."""

import ast
import inspect
import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from boardside.game import ties as rules
from host_tools.collector import outbox
from host_tools.collector.reasons import Trouble, spoken_trouble
from host_tools.integrations.mqtt import reasons as mqtt
from host_tools.integrations.sol import reasons as sol
from host_tools.laws import refusals
from host_tools.reasons import Reasons
from host_tools.replay import reasons
from host_tools.rules import files
from host_tools.rules.reasons import RulesFileError
from host_tools.store import StoreUnavailable
from host_tools.store.reasons import REASONS, database_cause
from host_tools.store.rows import DAMAGED
from host_tools.tournament.matches import calling
from host_tools.tournament.model import remarks
from host_tools.tournament.model.model import Place
from host_tools.tournament.standings import standings
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


def database_facts(reason: str) -> dict[str, object]:
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
    why = database_cause(reason, **database_facts(reason))
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


FACTS = {"count": 3, "counted": "net", "stage": "final", "round": 4}


def words_for(reason: str, **facts: object) -> str:
    given = {**FACTS, **facts}
    return remarks.why(Place(1, 1, 0, 0, 0, 0, 0, 0, 0, "x", reason, given, figure=7, against=(8, 9)))


def test_every_reason_and_every_figure_has_words() -> None:
    sources = "".join(path.read_text("utf-8") for path in Path(standings.__file__).parent.glob("*.py"))
    of_a_decision = {"shoot_out", "toss", "organiser"}
    names = {*remarks.PLACES, *remarks.COUNTED} - of_a_decision
    assert [name for name in names if f'"{name}"' not in sources] == []
    texts = [words_for(reason) for reason in remarks.PLACES]
    assert len(set(texts)) == len(texts)
    assert not any(mark in text for text in texts for mark in "{}_")


def test_figures_are_said() -> None:
    assert all(figure in words_for("by_step") for figure in ("7", "8", "9"))
    assert "4" in words_for("lost", stage="round")


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ('{"base": "icf", "point": 23}', "rule_refused", ["rules.point"]),
        ('{"base": "own"}', "base_unknown", ["own", "icf", "wcc"]),
        ("{}", "base_missing", ["icf", "wcc"]),
        ("[1]", "no_object", []),
        ('{"base": "icf", "name": ""}', "bad_name", ["80"]),
        ('{"base": "icf", "source": 7}', "bad_source", ["400"]),
        ('{"a": 1, "a": 2}', "name_twice", [": a "]),
    ],
)
def test_what_is_wrong_is_named(text: str, reason: str, facts: list[str]) -> None:
    with pytest.raises(RulesFileError) as caught:
        files.parse(text, "club")
    assert caught.value.reason == reason
    words = str(caught.value)
    assert [fact for fact in ("club", *facts) if fact not in words] == []


def test_a_misspelt_rule_is_told_the_one_that_is_meant() -> None:
    with pytest.raises(RulesFileError) as caught:
        files.parse('{"base": "icf", "point": 23}', "club")
    assert caught.value.facts["nearest"] == "points"
    assert "points" in str(caught.value)


def given() -> set[str]:
    """The reasons in boardside/game/ties.py."""
    tree = ast.parse(inspect.getsource(rules))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    added = [call.args[0] for call in calls if ast.unparse(call.func) == "problems.append"]
    tuples = [node for clause in added for node in ast.walk(clause) if isinstance(node, ast.Tuple)]
    return {str(ast.literal_eval(node.elts[0])) for node in tuples}


def test_every_reason_has_words_and_no_words_are_of_none() -> None:
    assert given() == set(reasons.TIES)
    for reason, (names, _) in reasons.TIES.items():
        text = reasons.of_tie(reasons.named((reason, *range(len(names)))))
        assert not any(mark in text for mark in "{}_")
