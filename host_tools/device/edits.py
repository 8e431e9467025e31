"""Edits of a module's text by the places of its syntax tree, on which every line stays on its number."""

import ast

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
