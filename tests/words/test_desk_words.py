"""The reasons of the desk and their words: none without the other, and each fact where the words need it."""

import ast
import functools
import re
import string
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

from host_tools.reasons import REASONS, cause
from host_tools.tournament.model.model import REPORT_REASONS, CorrectionCode, NoteCode
from host_tools.words import desk, reports
from host_tools.words.filling import FORMS, Filler

ROOT = Path(__file__).resolve().parents[2] / "host_tools"
#: What raises, or makes, a reason with its facts.
MAKERS = {
    "cause",
    "DeskError",
    "BadRequest",
    "HallRefused",
    "MatchPlanned",
    "DrawError",
    "NothingToDecide",
    "_unauthorized",
}
#: Reasons that a variable brings, with the facts beside it.
BY_VARIABLE: Mapping[str, set[str]] = {
    "bad_tournament_name": {"most"},
    "bad_event_name": {"most"},
    "no_points_of_game": {"text"},
    "no_twenties_of_both": {"text"},
    "board_decided": {"board", "match", "players", "now", "table"},
    "board_called": {"board", "match", "players", "now", "table"},
    "board_in_play": {"board", "match", "players", "now", "table"},
    "board_held": {"board", "match", "players", "now", "table"},
    "list_refused": {"problems"},
    # Facts that a dict brings.
    **{
        f"act_{name}": {"number", "act"}
        for name in (
            *("stays", "of_taking_back", "of_report", "of_protest", "of_entries", "of_exchange"),
            *("of_closing", "of_round", "of_cmn", "of_editing", "of_deleting", "of_place", "of_import"),
        )
    },
    "later_match": {"match", "called", "instead"},
    "ruling_not_answered": {"state", "ruling", "table"},
    "ruling_not_taken": {"state", "ruling", "table", "answer"},
}


def trees(*names: str) -> dict[Path, ast.Module]:
    """The sources that call one of these, read when a test asks: collecting the tests must stay quick."""
    texts = {path: path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py")}
    call = re.compile(rf"\b(?:{'|'.join(names)})\s*\(")
    return {path: ast.parse(text) for path, text in texts.items() if call.search(text)}


def placeholders(text: str, own: Mapping[str, str]) -> set[str]:
    """The facts that a text needs, also those within the words of an edge."""
    names = set()
    for _, name, _, _ in string.Formatter().parse(text):
        if name in own:
            names |= placeholders(own[name], {})
        elif name is not None:
            names.add(name)
    return names


def reasons_of(node: ast.expr, function: ast.AST) -> set[str]:
    """The reasons that an argument can be: a text, one of two, or a local name for one of two."""
    if isinstance(node, ast.Constant):
        return {str(node.value)}
    if isinstance(node, ast.IfExp):
        return reasons_of(node.body, function) | reasons_of(node.orelse, function)
    reasons: set[str] = set()
    for each in ast.walk(function):
        if isinstance(each, ast.AnnAssign) and ast.unparse(each.target) == ast.unparse(node) and each.value:
            reasons |= reasons_of(each.value, function)
    return reasons


@functools.cache
def made() -> list[tuple[str, str, set[str], bool]]:
    return list(_made())


def _made() -> Iterator[tuple[str, str, set[str], bool]]:
    """The places where reasons are made: (place, reason, facts, whether those are all)."""
    for path, tree in trees(*MAKERS).items():
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for call in ast.walk(function):
                if not isinstance(call, ast.Call) or not call.args:
                    continue
                if isinstance(call.func, ast.Name) and call.func.id in MAKERS:
                    facts = {keyword.arg for keyword in call.keywords}
                    for reason in reasons_of(call.args[0], function):
                        named = {fact for fact in facts if fact is not None}
                        yield f"{path.name}:{call.lineno}", reason, named, None not in facts


def test_every_reason_has_words_and_all_words_a_reason() -> None:
    assert sorted(desk.WORDS) == sorted(REASONS)
    assert len(set(REASONS)) == len(REASONS)
    assert sorted(desk.NOTES) == sorted(get_args(NoteCode))
    assert sorted(desk.CORRECTIONS) == sorted(get_args(CorrectionCode))
    assert sorted(reports.WORDS) == sorted(REPORT_REASONS)


def test_every_reason_is_given_somewhere_and_none_is_unknown() -> None:
    assert len(made()) > 200
    assert {reason for _, reason, _, _ in made()} | set(BY_VARIABLE) == set(REASONS)


def test_the_words_of_every_edge_find_their_facts_wherever_the_reason_is_given() -> None:
    needed = {
        reason: set().union(*(placeholders(text, own) for own in desk.WAYS.values()))
        for reason, text in desk.WORDS.items()
    }
    given = [(place, reason, facts) for place, reason, facts, is_whole in made() if is_whole]
    given += [("by variable", reason, facts) for reason, facts in BY_VARIABLE.items()]
    lacking = [(place, reason, needed[reason] - facts) for place, reason, facts in given]  # type: ignore[index]
    assert [fault for fault in lacking if fault[2]] == []


def test_a_reason_has_the_same_facts_wherever_it_is_given() -> None:
    known: dict[str, set[str]] = {}
    for place, reason, facts, is_whole in made():
        if is_whole:
            assert known.setdefault(reason, facts) == facts, (place, reason)


def test_every_note_finds_its_facts() -> None:
    seen: dict[str, set[str | None]] = {}
    for tree in trees("noted").values():
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                is_note = call.func.attr == "noted" and isinstance(call.args[0], ast.Constant)
                if is_note and isinstance(call.args[0], ast.Constant) and call.args[0].value is not None:
                    seen[str(call.args[0].value)] = {keyword.arg for keyword in call.keywords}
    assert set(seen) == {"refused", "other_result", "called_with", "withdrawn"}
    seen["called_with"] = {"called", "instead"}  # advancing.contradictions
    for code, facts in seen.items():
        assert placeholders(desk.NOTES[code], {}) == facts, code  # type: ignore[index]


def test_every_form_is_known() -> None:
    said = Filler(str, {}, desk.FORMS)._said
    for reason, text in {**desk.WORDS, **desk.NOTES}.items():
        for _, name, form, conversion in string.Formatter().parse(text):
            assert conversion is None, reason
            if name is not None and form and not form.startswith(("#", "or ")):
                assert form in FORMS or form in said, (reason, form)


def test_the_edges_have_a_word_each_for_the_same_and_every_one_is_used() -> None:
    names = [set(own) for own in desk.WAYS.values()]
    assert set(get_args(desk.Way)) == set(desk.WAYS)
    assert all(word_names == names[0] for word_names in names)
    used = set().union(*(placeholders(text, {}) for text in desk.WORDS.values()))
    assert names[0] <= used
    options = [text for text in desk.WORDS.values() if " --any" in text or " --early" in text]
    assert options == [], "the way to do it all the same is the edge's"


def test_an_edge_has_its_own_way_to_do_it_all_the_same() -> None:
    asha = cause("player_at_table", player="Asha", table=3, match="ms-1-1-1").to_json()
    why = cause("players_elsewhere", causes=[asha])
    ways = {way: own["anyway"] for way, own in desk.WAYS.items()}
    for way, text in ways.items():
        words = desk.say(why, way)
        assert all(fact in words for fact in ("Asha", "3", "ms-1-1-1"))
        assert [other for other in ways.values() if other in words] == [text]


def test_a_page_names_no_option_of_the_command_line() -> None:
    assert [text for text in desk.WAYS["page"].values() if "--" in text] == []


def test_a_fact_with_braces_is_left_as_it_is() -> None:
    facts: dict[str, Any] = {"key": "{match}"}
    assert "{match}" in desk.say(cause("bad_key", **facts), "page")
