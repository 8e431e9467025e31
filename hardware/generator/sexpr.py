"""KiCad's S-expressions: written with a fixed layout, read back into nested lists."""

import re
import uuid
from collections.abc import Iterable, Iterator

Node = list["Atom"]
Atom = str | int | float | Node


class Quoted(str):
    """A string that stands in quotes in the file; plain `str` is a bare word."""

    __slots__ = ()


NAMESPACE = uuid.UUID("b0a2d51d-e000-4000-8000-000000000000")
"""Identifiers are made from names below this one, so that a file has the same bytes each run."""


def identifier(*names: object) -> Quoted:
    """The UUID that belongs to a name."""
    return Quoted(uuid.uuid5(NAMESPACE, "/".join(str(name) for name in names)))


def number(value: float) -> str:
    """Millimetres or degrees with at most four decimals, without trailing zeros, never `-0`."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _atom(atom: Atom) -> str:
    if isinstance(atom, Quoted):
        return '"' + atom.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(atom, list):
        return "(" + " ".join(_atom(part) for part in atom) + ")"
    if isinstance(atom, str):
        return atom
    return number(atom)


def _lines(node: Node, depth: int) -> Iterator[str]:
    indent = "\t" * depth
    flat = _atom(node)
    if len(flat) + 4 * depth <= 100 or not any(isinstance(part, list) for part in node):
        yield indent + flat
        return
    head = [part for part in node if not isinstance(part, list)]
    yield indent + "(" + " ".join(_atom(part) for part in head)
    for part in node:
        if isinstance(part, list):
            yield from _lines(part, depth + 1)
    yield indent + ")"


def write(node: Node) -> str:
    """The node as the text of a file; atoms are expected before the lists in each node."""
    return "\n".join(_lines(node, 0)) + "\n"


_TOKEN = re.compile(r'\s*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+))', re.S)


def read(text: str) -> Node:
    """The first node of a text; every atom is a string. ValueError when brackets do not match."""
    stack: list[Node] = [[]]
    for match in _TOKEN.finditer(text):
        bracket, quoted, word = match.groups()
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            if len(stack) < 2:
                raise ValueError("a bracket closes nothing")
            done = stack.pop()
            stack[-1].append(done)
        elif word is not None:
            stack[-1].append(word)
        else:
            stack[-1].append(re.sub(r"\\(.)", r"\1", quoted))
    if len(stack) != 1 or not stack[0] or not isinstance(stack[0][0], list):
        raise ValueError("brackets do not match")
    return stack[0][0]


def children(node: Node, name: str) -> Iterator[Node]:
    """The lists in a node that begin with a name."""
    for part in node:
        if isinstance(part, list) and part and part[0] == name:
            yield part


def child(node: Node, name: str) -> Node:
    """The first list in a node that begins with a name; KeyError when there is none."""
    for part in children(node, name):
        return part
    raise KeyError(name)


def value(node: Node, name: str) -> str:
    """The word behind a name: `value(net, "name")` of `(net (name "GND"))`."""
    return str(child(node, name)[1])


def words(items: Iterable[str]) -> Node:
    """Strings as quoted atoms."""
    return [Quoted(item) for item in items]
