"""A name is the thing's noun: a closed list of words that say nothing about the thing is bound nowhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

#: Words that could stand for anything.
EMPTY_WORDS = {"found", "of", "one", "ones", "told", "what", "who", "whom"}

#: A text or a comment. What is inside an f-string is code, in part: it is kept.
QUOTED = re.compile(
    r"""(?P<kept>\b[rR]?[fF][rR]?(?=["']))?
        (?:"{3}.*?(?<!\\)"{3} | '{3}.*?(?<!\\)'{3} | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*')
        | \#[^\n]*""",
    re.DOTALL | re.VERBOSE,
)
WORD = re.compile(rf"(?<!\w)_*(?:{'|'.join(sorted(EMPTY_WORDS))})(?!\w)", re.IGNORECASE)

NAMED = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    *(ast.ExceptHandler, ast.MatchAs, ast.MatchStar),
)

#: The folders, and the modules of a folder ("*.py"), that are free of them. The others can be added.
CLEAN = ("firmware", "hardware", "host_tools", "tests")


def files_of(place: str) -> list[Path]:
    """The Python files of an entry of CLEAN."""
    pattern = place if place.endswith("*.py") else f"{place}/**/*.py"
    return sorted(ROOT.glob(pattern))


def bound(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """(line, name) for every variable, argument, attribute, function and class that the code binds. A field
    of a TypedDict is left out: it is called as in the format that it describes.
    """
    fields = {
        statement.target
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and any("TypedDict" in ast.unparse(base) for base in node.bases)
        for statement in node.body
        if isinstance(statement, ast.AnnAssign)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in fields:
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, NAMED) and node.name:
            yield node.lineno, node.name


def empty_names(text: str) -> list[tuple[int, str]]:
    """The bindings of empty words in a module's text. It is only parsed if one stands in its code at all."""
    if not WORD.search(QUOTED.sub(lambda quoted: quoted[0] if quoted["kept"] else '""', text)):
        return []
    return [(line, name) for line, name in bound(ast.parse(text)) if name.lstrip("_").lower() in EMPTY_WORDS]


@pytest.mark.parametrize("place", CLEAN)
def test_no_name_could_stand_for_anything(place: str) -> None:
    files = files_of(place)
    assert files, f"{place} is gone: is the list out of date?"
    empty = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in files
        for line, name in empty_names(path.read_text(encoding="utf-8"))
    ]
    assert empty == [], "name them after the thing that they hold"


@pytest.mark.parametrize(
    "text",
    [
        "found = 1",
        "for one in rows: pass",
        "[one for one in rows]",
        "def f(who): pass",
        "def f(*, what=1): pass",
        "def of(self): pass",
        "self.told = 1",
        "if (found := f()): pass",
        "lambda one: 1",
        "with f() as found: pass",
        "_found, other = f()",
        "class Row:\n    who: str",
    ],
)
def test_the_check_sees_every_kind_of_binding(text: str) -> None:
    assert len(empty_names(text)) == 1


@pytest.mark.parametrize("text", ["class Row(TypedDict):\n    who: str", "f(who=1)", "row.who", "of_row = 1"])
def test_the_check_passes_over_formats_and_uses(text: str) -> None:
    assert empty_names(text) == []
