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
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from host_tools.device.syntax import (
    Key,
    Module,
    Scope,
    at_once,
    defined,
    dotted,
    edited,
    meant,
    read,
    source_of,
    span,
    walk,
)

Names = dict[str, dict[Key, str]]
"""For each bundle, the name in it of everything that is defined or imported in its outermost block."""


class MergeError(ValueError):
    """A module cannot be merged; the text says where and why."""


def outside(bundle: str, key: Key, modules: Mapping[str, Module], names: Names) -> Key:
    """What a bundle imports for a key that it does not define. `names` has those of the bundles before it.

    MergeError: what it asks for is in a later bundle.
    """
    key = defined(key, modules)
    holder = modules[key[0]].bundle if key[0] in modules else ""
    if holder in ("", bundle):
        return key
    if key[1] and holder not in names:
        raise MergeError(f"{bundle} asks for {'.'.join(key)}, which is in {holder} and loaded later")
    # A name that its module does not define is left to fail where the program runs, as it would in sources.
    return (holder, names[holder].get(key, key[1])) if key[1] else (holder, "")


def is_inside(bundle: str, key: Key, modules: Mapping[str, Module]) -> bool:
    """Whether what a key means is defined in this bundle."""
    return key[0] in modules and modules[key[0]].bundle == bundle


def key_of(
    bundle: str,
    module: Module,
    node: ast.Name,
    holder: Scope,
    modules: Mapping[str, Module],
    names: Names,
) -> "Key | None":
    """What of the bundle's outermost block a name means; None for something else."""
    imported = holder.imports.get(node.id)
    if imported is None:
        return (module.path, node.id) if holder.kind == "module" else None
    key = outside(bundle, imported, modules, names)
    if not key[1] and is_inside(bundle, key, modules):
        attribute = module.attributes.get(node)
        if attribute is None:
            raise MergeError(f"{module.path}, line {node.lineno}: {node.id} is used as a value")
        return outside(bundle, (key[0], attribute.attr), modules, names)
    if holder.kind == "module" or is_inside(bundle, key, modules):
        return key
    return None


def rewrite(module: Module, modules: Mapping[str, Module], names: Names, imported: set[Key]) -> None:
    """`imported`: what its bundle has imported already."""
    given = names.get(module.bundle, {})
    for node, scope in module.uses:
        if isinstance(node, ast.Name):
            _rewrite_name(module, node, scope, modules, names)
        elif isinstance(node, ast.ImportFrom | ast.Import):
            text = "; ".join(_imports(module, node, scope, modules, names, imported)) or "pass"
            module.edits.append(span(node, text))
        elif not module.bundle:
            continue
        elif isinstance(node, ast.Global):
            renamed = ", ".join(given.get((module.path, name), name) for name in node.names)
            module.edits.append(span(node, f"global {renamed}"))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            holder = scope.holder(node.name)
            new = given.get((module.path, node.name), node.name)
            if holder is not None and holder.kind == "module" and new != node.name:
                line = module.text.split("\n")[node.lineno - 1]
                at = line.encode().index(b" " + node.name.encode(), node.col_offset) + 1
                module.edits.append((node.lineno, at, node.lineno, at + len(node.name.encode()), new))
        elif isinstance(node, ast.ExceptHandler) and node.name:
            holder = scope.holder(node.name)
            new = given.get((module.path, node.name), node.name)
            if holder is not None and holder.kind == "module" and new != node.name:
                raise MergeError(f"{module.path}, line {node.lineno}: rename {node.name}")


def _rewrite_name(
    module: Module,
    node: ast.Name,
    scope: Scope,
    modules: Mapping[str, Module],
    names: Names,
) -> None:
    holder = scope.holder(node.id)
    if holder is None:
        return
    imported = holder.imports.get(node.id)
    if imported is not None:
        path = _outside_module(imported, module, modules)
        attribute = module.attributes.get(node)
        if path:  # a module in another bundle: its names may be others there
            if attribute is None:
                if _renamed(path, modules, names):
                    raise MergeError(f"{module.path}, line {node.lineno}: {node.id} is used as a value")
            else:
                bundle = modules[path].bundle
                new = names[bundle].get(outside(bundle, (path, attribute.attr), modules, names))
                if new is None:
                    raise MergeError(f"{module.path}, line {node.lineno}: {node.id}.{attribute.attr}")
                if new != attribute.attr:
                    _, _, line, stop, _ = span(attribute, "")
                    module.edits.append((line, stop - len(attribute.attr.encode()), line, stop, new))
    if not module.bundle:
        return
    key = key_of(module.bundle, module, node, holder, modules, names)
    if key is None:
        return
    new = names[module.bundle].get(key, node.id)
    if not (imported is not None and not imported[1] and is_inside(module.bundle, imported, modules)):
        if new != node.id:
            module.edits.append(span(node, new))
        return
    module.edits.append(span(module.attributes[node], new))


def _renamed(path: str, modules: Mapping[str, Module], names: Names) -> list[str]:
    """What has another name in its bundle than in the module."""
    given = names[modules[path].bundle]
    return [name for name in modules[path].scope.bound if given.get((path, name), name) != name]


def _outside_module(imported: Key, module: Module, modules: Mapping[str, Module]) -> str:
    """The path of a merged module that a name stands for, if it is not in the same bundle."""
    if imported[1] or imported[0] not in modules:
        return ""
    bundle = modules[imported[0]].bundle
    return imported[0] if bundle and bundle != module.bundle else ""


def _imports(
    module: Module,
    node: "ast.Import | ast.ImportFrom",
    scope: Scope,
    modules: Mapping[str, Module],
    names: Names,
    imported: set[Key],
) -> Iterator[str]:
    """The statements in the place of an import. The first one of a bundle from another bundle imports all
    that the bundle wants from there: each import looks its module's names up.
    """
    given = names.get(module.bundle, {})
    is_outermost = bool(module.bundle) and scope.kind == "module"
    imports: dict[str, list[tuple[str, str]]] = {}
    for alias in node.names:
        name = alias.asname or alias.name
        if isinstance(node, ast.Import):
            key: Key = alias.name, ""
        else:
            key = meant(module, source_of(node, module.path, module.is_package), alias.name, modules)
        key = outside(module.bundle or "-", key, modules, names)
        is_alias = name in scope.imports
        local = name
        if is_outermost:
            if is_alias and key in imported:
                continue
            local = given[key] if is_alias and key in given else given.get((module.path, name), name)
        if module.bundle and is_inside(module.bundle, key, modules):
            if is_alias:
                continue
            if key[1] and given[key] != local:
                yield f"{local} = {given[key]}"
                continue
            raise MergeError(f"{module.path}, line {node.lineno}: {name} is bound twice")
        keys = {key: local}
        if is_outermost and is_alias:
            if key[0] in names and key[1]:
                keys = {other: new for other, new in given.items() if other[0] == key[0] and other[1]}
            imported.update(keys)
        for (path, inner), new in keys.items():
            if inner:
                imports.setdefault(path, []).append((inner, new))
            elif "." in path:
                base, _, leaf = path.rpartition(".")
                imports.setdefault(base, []).append((leaf, new))
            else:
                yield f"import {path}" + (f" as {new}" if new != path else "")
    for path, pairs in imports.items():
        yield import_text(path, pairs)


def import_text(path: str, names: Iterable[tuple[str, str]]) -> str:
    """The import of these names from a module: each with its name here."""
    asked = (name + (f" as {local}" if local != name else "") for name, local in names)
    return f"from {path} import " + ", ".join(asked)


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
    preferred_names: dict[Key, str] = {}
    hidden: dict[Key, set[str]] = {}
    builtin: set[str] = set()
    every: set[str] = set()

    def bundle_of(key: Key) -> str:
        key = defined(key, modules)
        return modules[key[0]].bundle if key[0] in modules else ""

    for module in members:
        for name in module.scope.bound:
            if name not in module.scope.imports:
                preferred_names[module.path, name] = name
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
            preferred_names.setdefault(key, name)
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
    every |= builtin | {name for each in hidden.values() for name in each} | set(preferred_names.values())
    given: dict[Key, str] = {}
    taken: set[str] = set(builtin)
    for key, name in preferred_names.items():
        if name in taken or name in hidden.get(key, ()):
            stem = "_" + key[0].rpartition(".")[2] + "_" + name.strip("_")
            name, number = stem, 1
            while name in taken or name in every:
                number += 1
                name = f"{stem}_{number}"
        taken.add(name)
        given[key] = name
    return given
