"""The refusals of the firmware as their sources have them: each `GameError(...)` and `refused(...)` with its
reasons and facts.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

BOARDSIDE = Path(__file__).resolve().parent.parent / "firmware" / "boardside"

#: The rules, and the table that takes orders.
PARTS = ("game", "table")
#: What takes an update.
UPDATE = ("app", "update")
#: What takes commands.
LINK = ("link",)
CALLS = ("GameError", "refused")


class Raised(NamedTuple):
    """One place that refuses: file and line, the codes and reasons it can have, the names of its facts."""

    where: str
    codes: frozenset[str]
    reasons: frozenset[str]
    facts: frozenset[str]


@cache
def raised(parts: tuple[str, ...] = PARTS) -> tuple[Raised, ...]:
    """Every place in these parts, in their order."""
    return tuple(
        place
        for part in parts
        for path in sorted((BOARDSIDE / part).rglob("*.py"))
        for place in _in_file(path)
    )


@cache
def reasons(parts: tuple[str, ...] = PARTS) -> frozenset[str]:
    """Every reason that these parts have."""
    return frozenset().union(*(place.reasons for place in raised(parts)))


def _in_file(path: Path) -> Iterator[Raised]:
    text = path.read_text(encoding="utf-8")
    if not any(f"{call}(" in text for call in CALLS):
        return
    tree = ast.parse(text)
    module = _assigned(ast.Module([node for node in tree.body if isinstance(node, ast.Assign)], []))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    returned = {function.name: _returned(function) for function in functions}
    for function in functions:
        names = module | _assigned(function)
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CALLS:
                where = f"{path.relative_to(BOARDSIDE)}:{node.lineno}"
                codes, reasons = (_texts(argument, names | returned) for argument in node.args[:2])
                facts = frozenset(keyword.arg or "**" for keyword in node.keywords)
                yield Raised(where, frozenset(codes), frozenset(reasons), facts)


def _texts(node: ast.expr, names: dict[str, set[str]]) -> set[str]:
    """The texts that an expression can be."""
    if isinstance(node, ast.Constant):
        return {node.value} if isinstance(node.value, str) else set()
    if isinstance(node, ast.IfExp):
        return _texts(node.body, names) | _texts(node.orelse, names)
    if isinstance(node, ast.Dict):
        return set().union(*(_texts(value, names) for value in node.values))
    if isinstance(node, ast.Subscript):
        return _texts(node.value, names)
    if isinstance(node, ast.Call):
        return _texts(node.func, names)
    if isinstance(node, ast.Name):
        return names.get(node.id, set())
    return set()


def _assigned(tree: ast.AST) -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            names.setdefault(node.targets[0].id, set()).update(_texts(node.value, {}))
    return names


def _returned(function: ast.FunctionDef) -> set[str]:
    values = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
    return set().union(*(_texts(value, {}) for value in values if value is not None))
