"""Edits of a module's text by the places of its syntax tree, on which every line stays on its number."""

import ast
from collections import deque
from collections.abc import Iterator

Edit = tuple[int, int, int, int, str]
"""(first line, first column, last line, column after the end, replacement); columns in bytes."""


def dotted(path: str) -> str:
    """A file's path as `import` has it: "boardside/app/device.py" is "boardside.app.device"."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def source_of(node: ast.ImportFrom, path: str, is_package: bool) -> str:
    """The dotted path of the module that is imported from, in the module `path` (dotted)."""
    if not node.level:
        return node.module or ""
    parts = path.split(".")
    parts = parts[: len(parts) - node.level + is_package]
    return ".".join([*parts, *([node.module] if node.module else [])])


def span(node: ast.AST, text: str) -> Edit:
    """The edit that puts `text` in the place of a node."""
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, text  # type: ignore[attr-defined]


def edited(text: str, edits: list[Edit]) -> str:
    """The text with the edits; every line stays on its number."""
    lines = [line.encode() for line in text.split("\n")]
    done: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit[0], edit[1], -edit[2], -edit[3])):
        if done and (edit[0], edit[1]) < (done[-1][2], done[-1][3]):
            continue  # it is inside an edit that replaces the whole
        done.append(edit)
    for first, start, last, stop, text in reversed(done):
        lines[first - 1 : last] = [
            lines[first - 1][:start] + text.encode() + lines[last - 1][stop:],
            *[b""] * (last - first),
        ]
    return b"\n".join(lines).decode()


_LEAVES = ("ctx", "op", "ops")
_PLAIN = ("Constant", "Name", "alias", "Global", "Nonlocal")
_FIELDS: dict[str, tuple[str, ...]] = {
    name: () if name in _PLAIN else tuple(field for field in kind._fields if field not in _LEAVES)
    for name, kind in vars(ast).items()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
"""Of each kind of node, the fields that can hold nodes with a place in the text."""


def children(node: ast.AST, without: tuple[str, ...] = ()) -> Iterator[ast.AST]:
    """The nodes in a node, as `ast.iter_child_nodes` has them, without these fields of it. Operators, and
    whether a name is read or bound, are none of them: they are a third of all.
    """
    for name in _FIELDS[type(node).__name__]:
        if name in without:
            continue
        part = getattr(node, name, None)
        if isinstance(part, ast.AST):
            yield part
        elif isinstance(part, list):
            for each in part:
                if isinstance(each, ast.AST):
                    yield each


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all nodes in it, outer ones first, as `ast.walk`; see `children`."""
    waiting = deque([node])
    while waiting:
        each = waiting.popleft()
        waiting.extend(children(each))
        yield each
