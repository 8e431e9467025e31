"""Gives the arguments of functions short names, the same in every function, where nobody can see them.

MicroPython keeps the names of arguments, because a caller may name them. In a program in which nobody passes
an argument of this name by keyword, any other name does. Other local variables have no names there.
"""

import ast
from collections.abc import Iterator, Mapping
from string import ascii_lowercase

from .edits import Edit, children, edited, span, walk

_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def anonymous(texts: Mapping[str, str]) -> dict[str, str]:
    """The modules of a whole program by path; each on the same lines as before.

    Arguments called `self`, and those that a call anywhere in the program names, keep their names.
    So do all where a function has a class, an f-string, `global` or `nonlocal` in it, or binds a name twice.
    """
    trees = {path: ast.parse(text, path) for path, text in texts.items()}
    kept = {"self"}
    for tree in trees.values():
        kept |= {node.arg for node in walk(tree) if isinstance(node, ast.keyword) and node.arg}
    return {path: edited(texts[path], list(_edits(tree, kept))) for path, tree in trees.items()}


def _edits(tree: ast.Module, kept: set[str]) -> Iterator[Edit]:
    done: dict[ast.AST, str] = {}
    for node in walk(tree):  # outer functions come before those in them
        if isinstance(node, _Function):
            yield from _function_edits(node, kept, done)


def _function_edits(function: _Function, kept: set[str], done: dict[ast.AST, str]) -> Iterator[Edit]:
    """done: the names that outer functions have already renamed, by their nodes."""
    inside = list(_inside(function))
    if any(isinstance(node, ast.ClassDef | ast.JoinedStr | ast.Global | ast.Nonlocal) for node in inside):
        return
    arguments = [*function.args.posonlyargs, *function.args.args]
    rebound = {name for node in inside for name in _bound_below(node)}
    used = {done.get(node, node.id) for node in inside if isinstance(node, ast.Name)}
    used |= {node.arg for node in (*inside, *walk(function.args)) if isinstance(node, ast.arg)} | rebound
    free = (letter for letter in ascii_lowercase if letter not in used)
    new = {}
    for argument in arguments:
        if argument.arg in kept or argument.arg in rebound or len(argument.arg) == 1:
            continue
        letter = next(free, None)
        if letter is None:
            return
        new[argument.arg] = letter
        at, stop = argument.col_offset, argument.col_offset + len(argument.arg.encode())
        yield argument.lineno, at, argument.lineno, stop, letter
    for node in inside:
        if isinstance(node, ast.Name) and node.id in new:
            done[node] = new[node.id]
            yield span(node, new[node.id])


def _inside(function: _Function) -> Iterator[ast.AST]:
    """Its body with all that is in it, without annotations."""
    waiting: list[ast.AST] = [function.body] if isinstance(function, ast.Lambda) else list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(children(node, without=("annotation", "returns")))


def _bound_below(node: ast.AST) -> Iterator[str]:
    """What a scope inside the function binds itself, or a statement without a node for the name."""
    if isinstance(node, ast.ClassDef | _Function):
        if not isinstance(node, ast.Lambda):
            yield node.name
        if not isinstance(node, ast.ClassDef):
            for inner in walk(node):
                if isinstance(inner, ast.arg):
                    yield inner.arg
                elif isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load):
                    yield inner.id
    elif isinstance(node, _COMPREHENSIONS):
        for generator in node.generators:
            for inner in walk(generator.target):
                if isinstance(inner, ast.Name):
                    yield inner.id
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            yield (alias.asname or alias.name).partition(".")[0]
