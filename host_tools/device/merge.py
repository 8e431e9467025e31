"""Merges the modules that every power-on loads into a few large ones, the bundles.

Each compiled file has a table of names of its own, and looking those up is most of what an import takes; each
file is also looked for in several places. So what `ROOTS` import, directly or through others, becomes a few
bundles, one module's text behind the other's. A module that a function imports when it is needed stays a file
of its own, and so does all of `EARLY`.

A name keeps its name in the bundle, unless two modules use it for two things, or a function that reads it has
a local variable of that name; then it gets the module's name in front. Imports between modules of one bundle
disappear. Lines keep their order: line n of a module is line `first + n - 1` of
its bundle (`Merged.lines`).
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .edits import dotted, edited, walk
from .rewrite import MergeError, Names, import_text, is_inside, key_of, outside, rewrite
from .scopes import Key, Module, at_once, defined, read

__all__ = ["MergeError", "Merged", "merge", "shim"]

PACKAGE = "boardside"
BUNDLE = "boardside.play"
"""How the names of bundles begin; a number follows."""
ROOT = "boardside.app.device"
ROOTS = ("boardside.app.start", "boardside.journal.ring", "boardside.link.auth", ROOT)
"""What starts, the journal of a board with a partition for it, and what seals its events (chain.py), in the
order in which they are imported."""
LATER = ("boardside.app.services",)
"""What every power-on loads when the score is shown: it stays a file, and what it imports gets bundles of its
own. No bundle can ask for a name of a later one."""
EARLY = ("boardside", "boardside.packed", "boardside.app.start", "boardside.version")
"""What others ask for by its path (loader.py, updates), and what has to be read before anything else."""
LARGEST = 84_000
"""Bytes of source that make a bundle full. It becomes up to 27 KB compiled, which the loader reads as a whole
when the heap is still empty; larger bundles save no more instructions."""


@dataclass(frozen=True)
class Merged:
    """A program with bundles, by paths ("boardside/play1.py").

    texts: what is to be compiled. lines: for each bundle, the first line of each module in it. merged: for
    each module that is in a bundle, the bundle and the names in it of what the module defines or passes on.
    """

    texts: dict[str, str]
    lines: dict[str, dict[str, int]]
    merged: dict[str, tuple[str, dict[str, str]]]


def merge(sources: Mapping[str, str]) -> Merged:
    """Merge a whole program, given by path ("boardside/app/device.py").

    MergeError says what is in the way.
    """
    modules = read(sources)
    if ROOT not in modules:
        return Merged(dict(sources), {}, {})
    bundles = _bundles(modules)
    names: Names = {}
    for bundle, members in bundles.items():
        names[bundle] = _named(bundle, members, modules, names)
    texts = {}
    merged = {}
    lines: dict[str, dict[str, int]] = {}
    for path, text in sources.items():
        module = modules[dotted(path)]
        if not module.bundle:
            rewrite(module, modules, names, set())
            texts[path] = edited(text, module.edits)
        else:
            merged[path] = (module.bundle.replace(".", "/") + ".py", _handed_on(module, names[module.bundle]))
    for bundle, members in bundles.items():
        path = bundle.replace(".", "/") + ".py"
        whole = ""
        imported: set[Key] = set()
        lines[path] = {}
        for module in members:
            rewrite(module, modules, names, imported)
            lines[path][module.path] = whole.count("\n") + 1
            whole += edited(module.text, module.edits).rstrip("\n") + "\n"
        texts[path] = whole
    return Merged(dict(sorted(texts.items())), lines, merged)


def shim(bundle: str, names: Mapping[str, str]) -> str:
    """What is loaded when somebody asks for a merged module by its old path: its public names.

    names: as in `Merged.merged`, by their names in the module.
    """
    public = [(new, name) for name, new in names.items() if name[0] != "_"]
    return import_text(dotted(bundle), public) + "\n" if public else ""


def _handed_on(module: Module, given: Mapping[Key, str]) -> dict[str, str]:
    return {name: given[module.path, name] for name in module.scope.bound if (module.path, name) in given}


# Which modules become which bundle?


def _bundles(modules: Mapping[str, Module]) -> dict[str, list[Module]]:
    order: list[str] = []
    for root in ROOTS:
        _reach(root, modules, order)
    count = len(order)
    for root in LATER:
        _reach(root, modules, order)
    bundles: dict[str, list[Module]] = {}
    size = LARGEST
    for number, path in enumerate(order):
        if path in EARLY or path in LATER:
            continue
        module = modules[path]
        if size + len(module.text) > LARGEST or number == count:
            bundles[f"{BUNDLE}{len(bundles) + 1}"] = []
            size = 0
        size += len(module.text)
        module.bundle = list(bundles)[-1]
        bundles[module.bundle].append(module)
    return bundles


def _reach(root: str, modules: Mapping[str, Module], order: list[str]) -> None:
    """Append it and what it imports at once, what is imported first."""
    waiting: list[tuple[str, Iterator[str]]] = []
    seen = set(order)

    def enter(path: str) -> None:
        seen.add(path)
        waiting.append((path, iter(at_once(modules[path], modules))))

    if root in modules and root not in seen:
        enter(root)
    while waiting:
        path, further = waiting[-1]
        following = next((each for each in further if each not in seen), None)
        if following is not None:
            enter(following)
        else:
            order.append(path)
            waiting.pop()


# Names in a bundle.


def _named(
    bundle: str,
    members: list[Module],
    modules: Mapping[str, Module],
    names: Names,
) -> dict[Key, str]:
    """The name of everything that is defined or imported in a bundle's outermost block."""
    wanted: dict[Key, str] = {}
    hidden: dict[Key, set[str]] = {}
    builtin: set[str] = set()
    every: set[str] = set()

    def bundle_of(key: Key) -> str:
        key = defined(key, modules)
        return modules[key[0]].bundle if key[0] in modules else ""

    for module in members:
        for name in module.scope.bound:
            if name not in module.scope.imports:
                wanted[module.path, name] = name
        for node in walk(module.tree):
            if isinstance(node, ast.Name):
                every.add(node.id)
            elif isinstance(node, ast.arg | ast.keyword):
                every.add(node.arg or "")
            elif isinstance(node, ast.Attribute):
                every.add(node.attr)
    for module in members:
        for name, key in module.scope.imports.items():
            key = outside(bundle, key, modules, names)
            if is_inside(bundle, key, modules):
                continue
            wanted.setdefault(key, name)
        for node, scope in module.uses:
            if not isinstance(node, ast.Name):
                continue
            holder = scope.holder(node.id)
            if holder is None:
                builtin.add(node.id)
                continue
            used = key_of(bundle, module, node, holder, modules, names)
            if used is not None:
                hidden.setdefault(used, set()).update(scope.locals_here(bundle_of, bundle))
    every |= builtin | {name for each in hidden.values() for name in each} | set(wanted.values())
    given: dict[Key, str] = {}
    taken: set[str] = set(builtin)
    for key, name in wanted.items():
        if name in taken or name in hidden.get(key, ()):
            stem = "_" + key[0].rpartition(".")[2] + "_" + name.strip("_")
            name, number = stem, 1
            while name in taken or name in every:
                number += 1
                name = f"{stem}_{number}"
        taken.add(name)
        given[key] = name
    return given
