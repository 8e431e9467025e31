"""Rewrites the modules of a program for their bundles: names, and what is imported from where (merge.py)."""

import ast
from collections.abc import Iterable, Iterator, Mapping

from .edits import source_of, span
from .scopes import Key, Module, Scope, defined, meant

Names = dict[str, dict[Key, str]]
"""For each bundle, the name in it of everything that is defined or imported in its outermost block."""


class MergeError(ValueError):
    """A module cannot be merged; the text says where and why."""


def outside(bundle: str, key: Key, modules: Mapping[str, Module], names: Names) -> Key:
    """What a bundle imports for a key that it does not define. `names` has those of the bundles before it.

    MergeError: what it asks for is in a later bundle.
    """
    key = defined(key, modules)
    there = modules[key[0]].bundle if key[0] in modules else ""
    if there in ("", bundle):
        return key
    if key[1] and there not in names:
        raise MergeError(f"{bundle} asks for {'.'.join(key)}, which is in {there} and loaded later")
    # A name that its module does not define is left to fail where the program runs, as it would in sources.
    return (there, names[there].get(key, key[1])) if key[1] else (there, "")


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
