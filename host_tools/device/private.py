"""Replaces a program's private names by short ones, the same in every module (build.py).

A name that begins with one underscore and occurs in one module only is read by no other module. It becomes
`_a`, `_b` and so on. Modules whose classes inherit from one another count as one.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count, product
from string import ascii_letters

# Texts, comments and numbers, which are not changed, and names.
_TOKEN = re.compile(
    r"""(?P<other>(?:\b[rRbBuUfF]{1,2})?(?:\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
    r"""|\#[^\n]*|\b\d\w*)|(?P<name>[A-Za-z_]\w*)""",
    re.DOTALL,
)
_WORD = re.compile(r"[A-Za-z_]\w*")


def shorten(texts: Mapping[str, str]) -> dict[str, str]:
    """The modules of a whole program by path; each on the same lines as before."""
    new = short_names(texts)
    return {path: renamed(text, new[path]) for path, text in texts.items()}


def short_names(texts: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """For each module of a program, by path: its private names that become short, and what they become."""
    own = {path: _private_names(text) for path, text in texts.items()}
    holders = Counter(name for names in own.values() for name in names)
    written = {word for text in texts.values() for word in _written(text)}
    short = {}
    for family in _families(texts):
        taken = {name for path in family for name in _names(texts[path])}
        free = (name for name in _short_names() if name not in taken)
        for path in sorted(family):
            mine = [name for name in own[path] if holders[name] == 1 and name not in written]
            short[path] = {
                name: next(free) for name in sorted(mine, key=lambda name: (-own[path][name], name))
            }
    return short


def renamed(text: str, new: Mapping[str, str]) -> str:
    """The text with these names instead."""
    return _TOKEN.sub(lambda token: new.get(token[0], token[0]), text)


def _names(text: str) -> Iterator[str]:
    return (token["name"] for token in _TOKEN.finditer(text) if token["name"])


def _private_names(text: str) -> "Counter[str]":
    return Counter(name for name in _names(text) if name[0] == "_" and name[1:2] not in ("", "_"))


def _written(text: str) -> Iterator[str]:
    """Words in texts that a program could use as names; docstrings and comments do not count."""
    for token in _TOKEN.finditer(text):
        if token["other"] and token["other"][0] != "#" and token["other"][:3] != '"""':
            yield from _WORD.findall(token["other"])


def _families(texts: Mapping[str, str]) -> list[set[str]]:
    """Modules grouped with those that hold their base classes."""
    holders: dict[str, set[str]] = {}
    derived = []
    for path, text in texts.items():
        body = ast.parse(text, path).body
        asked = {
            alias.asname: alias.name
            for node in body
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            if alias.asname
        }
        for node in body:
            if isinstance(node, ast.ClassDef):
                holders.setdefault(node.name, set()).add(path)
                for base in node.bases:
                    name = base.id if isinstance(base, ast.Name) else getattr(base, "attr", "")
                    derived.append((path, asked.get(name, name)))
    families: list[set[str]] = [{path} for path in texts]
    for path, name in derived:
        for other in holders.get(name, ()):
            _join(families, path, other)
    return families


def _join(families: list[set[str]], path: str, other: str) -> None:
    first = next(family for family in families if path in family)
    second = next(family for family in families if other in family)
    if first is not second:
        families.remove(second)
        first |= second


def _short_names() -> Iterator[str]:
    """ "_a", "_b" and so on, then "_aa", "_ba": MicroPython's hashes of names that differ in the last letter
    lie side by side, and a dictionary with many of these is searched slowly.
    """
    for length in count(1):
        for letters in product(ascii_letters, repeat=length):
            yield "_" + "".join(reversed(letters))
