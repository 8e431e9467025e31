"""Rulings as codes, and their words: with all values, and none for what the rules never say."""

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from boardside.game.events import _CLOCKS, UNDOABLE
from boardside.game.state import Ruling
from boardside.game.strokes.ruling import StrokeRuling
from boardside.table import ruling_words as table_words
from boardside.table.texts import EXPIRED
from host_tools import i18n
from host_tools.laws import rulings
from host_tools.laws.rulings import REASONS

ROOT = Path(__file__).resolve().parent.parent.parent
GAME = ROOT / "firmware" / "boardside" / "game"
#: Where the Laws, the decisions and their errors stand as cases.
CASES = ("game", "strokes", "crokinole", "rulesets")
#: Random play and long lists: they say nothing that the cases do not say.
LONG = ("test_crokinole_random", "test_crokinole_panel", "test_strokes_random")
NAMES = {"a": "Asha Rao", "b": "Ben Kofi"}
SAMPLES: dict[str, Any] = {
    **{"side": "a", "winner": "b", "clock": "side_change", "breach": "technical foul", "law": "143d"},
    **{
        "colour": "white",
        "kind": "last_shot",
        "a": 61,
        "b": 62,
        "number": 63,
        "next": 74,
        "most": 64,
        "seq": 65,
    },
    **{"points": 9, "left": 5, "queen": 3, "demand": 1, "computed": 66, "count": 67, "seconds": 68},
    **{"games": 69, "boards": 70, "rounds": 71, "discs": 72, "board": 73},
}


def sample(reason: str) -> tuple[Any, ...]:
    return (reason, *(SAMPLES[name] for name in REASONS[reason]))


def words_of(clauses: tuple[tuple[Any, ...], ...], code: str) -> str:
    """As a page of this language says it, with the players' names."""
    speaker = i18n.language(code)
    ruling = Ruling((), clauses)
    return rulings.spoken(rulings.named(ruling), lambda context, text: speaker.text(text, context), NAMES)


# -- every reason in every language -------------------------------------------------------------------


@pytest.mark.parametrize("code", i18n.CODES)
def test_every_reason_is_said_with_all_its_values(code: str) -> None:
    for reason, names in REASONS.items():
        words = words_of((sample(reason),), code)
        assert words, reason
        assert not re.search(r"[{}_%]", words), words
        for name in names:
            value = SAMPLES[name]
            if name in ("side", "winner"):
                assert NAMES[value] in words, (reason, words)
            elif isinstance(value, int):
                assert str(value) in words, (reason, words)


def test_every_text_has_the_values_of_its_reason_and_no_other() -> None:
    for reason, names in REASONS.items():
        if reason in ("board_points", "breach"):  # the parts of a sum
            continue
        fields = {name for _, name, _, _ in Formatter().parse(rulings.CLAUSES[reason][1]) if name}
        if "score" in fields:
            fields = fields - {"score"} | {"a", "b"}
        assert fields - {"name_a", "name_b"} == set(names), reason


def test_there_are_words_for_every_reason_and_for_nothing_else() -> None:
    on_the_table = {line.partition("|")[0] for line in table_words._WORDS.strip().split("\n")}
    assert on_the_table == set(REASONS) - {"board_points"}
    sets = (
        table_words.HEADS,
        table_words.RESULTS,
        table_words.FIGURES,
        table_words.GOING_ON,
        table_words.DETAILS,
    )
    joined = [reason for some in sets for reason in some]
    assert set(joined) <= set(REASONS)
    assert len(joined) == len(set(joined)), "a clause is joined in one way"


def test_values_that_are_words_are_all_known() -> None:
    assert set(rulings.VALUES["kind"]) == set(UNDOABLE)
    assert set(rulings.VALUES["clock"]) == set(_CLOCKS)


@pytest.mark.parametrize("code", i18n.CODES)
def test_a_clock_at_zero_never_tells_of_a_foul_that_nobody_gave(code: str) -> None:
    """Spectators read it: the breach is what the umpire may rule, and stays among the facts."""
    breaches = {breach for breach, _law, _line in EXPIRED.values() if breach} | {"left the hall {0} %s"}
    texts = {words_of((("clock_zero", "stroke"), ("breach", breach)), code) for breach in breaches}
    assert len(texts) == 1
    assert len(texts.pop()) > len(words_of((("clock_zero", "stroke"),), code)), "who decides is told"


def test_a_reason_that_is_not_known_is_an_error() -> None:
    with pytest.raises(KeyError):
        rulings.spoken([{"reason": "ceiling_fell", "args": {}}], lambda _, text: text, NAMES)


# -- the closed list is what the rules say ------------------------------------------------------------


def literals() -> Iterator[str]:
    """Every text in the sources of the rules."""
    for path in sorted(GAME.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def test_every_reason_stands_in_the_rules() -> None:
    words = set(literals())
    assert "_by_ruling" in words, "it is added to the two boards that are won"
    words |= {"board_won_by_ruling", "extra_board_won_by_ruling"}
    assert set(REASONS) - words == set(), "reasons that nothing says"


def test_no_sentence_is_below_the_edge() -> None:
    """What a ruling is made with is clauses: tuples that begin with a reason."""
    for path in sorted(GAME.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Ruling" and len(node.args) > 1:
                assert not isinstance(node.args[1], ast.Constant | ast.JoinedStr), path
                for part in ast.walk(node.args[1]):
                    if isinstance(part, ast.Tuple) and part.elts and isinstance(part.elts[0], ast.Constant):
                        assert part.elts[0].value in REASONS, path


def recorded() -> dict[str, set[tuple[Any, ...]]]:
    """All clauses of all rulings that the cases of the Laws come to, by reason."""
    clauses_of: dict[str, set[tuple[Any, ...]]] = {}

    def note(clauses: Any) -> None:
        for clause in clauses:
            clauses_of.setdefault(clause[0], set()).add(clause)

    patch = pytest.MonkeyPatch()
    made, made_of_stroke = Ruling.__init__, StrokeRuling.__new__
    of_strokes: list[StrokeRuling] = []

    def noting(self: Ruling, laws: Any, clauses: Any = (), facts: Any = None, stroke: Any = None) -> None:
        note(clauses)
        made(self, laws, clauses, facts, stroke)

    def noting_stroke(kind: type[StrokeRuling], *args: Any) -> StrokeRuling:
        ruling = made_of_stroke(kind, *args)
        of_strokes.append(ruling)
        return ruling

    before = set(sys.modules)
    with patch.context() as patched:
        patched.setattr(Ruling, "__init__", noting)
        patched.setattr(StrokeRuling, "__new__", noting_stroke)
        for folder in CASES:
            patched.syspath_prepend(str(ROOT / "tests" / "portable" / folder))
        patched.syspath_prepend(str(ROOT / "tests" / "portable"))
        for folder in CASES:
            for path in sorted((ROOT / "tests" / "portable" / folder).glob("test_*.py")):
                if path.stem in LONG:
                    continue
                module = importlib.import_module(path.stem)
                for name in sorted(vars(module)):
                    if name.startswith("test_"):
                        getattr(module, name)()
        for ruling in of_strokes:
            note(ruling.clauses)
    for name in set(sys.modules) - before:
        del sys.modules[name]
    return clauses_of


def test_the_rulebook_says_every_reason_of_the_list_and_no_other() -> None:
    """With the values that the list names."""
    clauses_of = recorded()
    assert set(clauses_of) == set(REASONS)
    for reason, clauses in clauses_of.items():
        for clause in clauses:
            assert len(clause) == len(REASONS[reason]) + 1, clause
            assert all(isinstance(value, str | int) for value in clause), clause
            for name, value in zip(REASONS[reason], clause[1:], strict=True):
                if name in ("side", "winner"):
                    assert value in ("a", "b"), clause


def test_the_page_for_scripts_names_every_reason() -> None:
    page = (ROOT / "docs" / "scripts" / "events.md").read_text("utf-8").partition("## What a ruling says")[2]
    assert {reason for reason in REASONS if f"`{reason}`" not in page} == set()
