"""Puts the names that a module asks for most often at the head of its table of names.

Compiled code means a name by its place in the module's table, in one byte up to place 127 and in two after
it, and the compiler gives places in the order in which it meets the names: in a bundle of 500 names first all
its imports, functions and classes, most of which are asked for once. So a statement that is never reached
names the most frequent ones before all others. The compiler leaves it out, and keeps the places (mpy-cross
1.24 to 1.29); with one that does not, nothing becomes wrong, only larger.
"""

import ast
import keyword
from collections import Counter
from collections.abc import Iterator
from typing import TypeGuard

from .edits import children, edited, span

PLACES = 126
"""Names whose places take one byte; the first place is the file's name."""

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)

_TYPES = ("annotation", "returns")
"""Fields of a node that the compiler does not read."""

_SHORT = 10
"""Texts up to this length stand in the table of names as well."""


def ordered(text: str) -> str:
    """The text of a module with its most frequent names first, in the place of its docstring.

    Unchanged when it has no docstring, or when all its names have short places anyway.
    """
    tree = ast.parse(text)
    if not tree.body or ast.get_docstring(tree, clean=False) is None:
        return text
    counts = Counter(name for name in _asked(tree, frozenset()) if not keyword.iskeyword(name))
    if len(counts) <= PLACES:
        return text
    never = "; ".join(f"int.{name}" for name, _ in counts.most_common(PLACES))
    return edited(text, [span(tree.body[0], f"while True: break; {never}")])


def _asked(node: ast.AST, local: frozenset[str]) -> Iterator[str]:
    """Each name of the table that a node asks for, as often as it does. local: names of the function."""
    if isinstance(node, _FUNCTIONS):
        if not isinstance(node, ast.Lambda):
            yield node.name
        yield from (argument.arg for argument in node.args.args)
        local = frozenset(_bound_in(node))
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.Name) and node.id not in local:
        yield node.id
    elif isinstance(node, ast.keyword) and node.arg:
        yield node.arg
    elif isinstance(node, ast.alias):
        yield node.name
    elif isinstance(node, ast.Constant) and _is_short(node.value):
        yield node.value
    for inner in children(node, without=_TYPES):
        yield from _asked(inner, local)


def _is_short(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) <= _SHORT and value.isidentifier()


def _bound_in(function: ast.AST) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
