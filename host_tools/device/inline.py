"""Puts values in the place of names: the same program with fewer names in it.

Each name takes memory while the board runs: an entry in its module's dictionary, another in each module that
imports it, and its letters among the interned strings. So before the sources are compiled

- whole-number constants are replaced by their values, in other modules too, and lose their names, also those
  that one line names together, from a tuple or a `range`;
- code for the type checker alone is removed;
- imports become absolute, because MicroPython keeps the absolute path's name anyway.

No line moves, so a traceback's lines are those of the sources. Code that it cannot analyse stays unchanged.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from host_tools.device.syntax import Edit, children, dotted, edited, source_of, span, walk

_SMALL = 1 << 29
"""Whole numbers below this are part of a bytecode; larger ones are objects of their own."""

_BINARY: "dict[type[ast.operator], Callable[[int, int], int]]" = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.LShift: lambda a, b: a << b,
    ast.BitOr: lambda a, b: a | b,
    ast.FloorDiv: lambda a, b: a // b,
}


@dataclass(slots=True)
class _Module:
    """A module being edited. `path`: dotted. `constants`: its own. `bound`: how often each name is bound in
    it, in any way. `nodes`: its whole tree; `running`: those not for the type checker alone. `aliases`: names
    that mean a module of the program throughout this one.
    """

    path: str
    is_package: bool
    text: str
    tree: ast.Module
    constants: dict[str, int] = field(default_factory=dict)
    bound: "Counter[str]" = field(default_factory=Counter)
    edits: list[Edit] = field(default_factory=list)
    nodes: list[ast.AST] = field(default_factory=list)
    running: list[ast.AST] = field(default_factory=list)
    aliases: dict[str, str] = field(default_factory=dict)


def inlined(sources: Mapping[str, str]) -> dict[str, str]:
    """The modules of a whole program, by their path ("boardside/app/device.py"), with fewer names.

    SyntaxError, with its file's name, when one is not Python.
    """
    modules = {}
    for path, text in sources.items():
        module = _module(path, text)
        modules[module.path] = module
    for module in modules.values():
        _find_constants(module)
        module.aliases = _aliases(module, modules)
    while sum(_find_imported(module, modules) for module in modules.values()):
        pass
    needed = _needed(modules)
    for module in modules.values():
        _drop_typing(module)
        _absolute_imports(module, modules)
        _drop_constants(module, needed)
        _put_in_place(module, modules, needed)
    return {path: edited(modules[dotted(path)].text, modules[dotted(path)].edits) for path in sources}


def _module(path: str, text: str) -> _Module:
    tree = ast.parse(text, path)
    module = _Module(dotted(path), path.endswith("/__init__.py"), text, tree)
    module.nodes = list(walk(tree))
    module.running = list(_running(tree))
    module.bound = _bindings(module.nodes)
    return module


# Constants.


def _find_constants(module: _Module) -> None:
    for statement in module.tree.body:
        for name, value in _assigned(statement).items():
            number = _number(value, module.constants) if module.bound[name] == 1 else None
            if number is not None and abs(number) < _SMALL:
                module.constants[name] = number


def _find_imported(module: _Module, modules: Mapping[str, _Module]) -> bool:
    """Find imported constants by their names here; return whether there are new ones to import in turn."""
    before = len(module.constants)
    for node in module.tree.body:
        source = (
            modules.get(source_of(node, module.path, module.is_package))
            if isinstance(node, ast.ImportFrom)
            else None
        )
        if source is not None and isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name in source.constants and _is_free(module, alias):
                    module.constants[alias.asname or alias.name] = source.constants[alias.name]
    return len(module.constants) > before


def _assigned(statement: ast.stmt) -> "dict[str, ast.expr]":
    """The names that a statement assigns, each with its value: one, or several by a tuple or a `range`."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], statement.value
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        target, value = statement.target, statement.value
    else:
        return {}
    targets, values = (
        ([target], [value]) if not isinstance(target, ast.Tuple) else (target.elts, _items(value))
    )
    names = [name.id for name in targets if isinstance(name, ast.Name)]
    return dict(zip(names, values, strict=True)) if len(names) == len(targets) == len(values) else {}


def _items(value: ast.expr) -> "list[ast.expr]":
    """What is unpacked from a tuple, or from a `range` of written numbers."""
    if isinstance(value, ast.Tuple):
        return value.elts
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "range":
        limits = [limit for limit in (_number(limit, {}) for limit in value.args) if limit is not None]
        if limits and len(limits) == len(value.args):
            return [ast.Constant(number) for number in range(*limits)]
    return []


def _number(value: ast.expr, constants: Mapping[str, int]) -> "int | None":
    if isinstance(value, ast.Constant):
        return value.value if type(value.value) is int else None
    if isinstance(value, ast.Name):
        return constants.get(value.id)
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        number = _number(value.operand, constants)
        return None if number is None else -number
    if isinstance(value, ast.BinOp) and type(value.op) in _BINARY:
        left, right = _number(value.left, constants), _number(value.right, constants)
        if left is None or right is None or (right <= 0 and isinstance(value.op, ast.FloorDiv | ast.LShift)):
            return None
        return _BINARY[type(value.op)](left, right)
    return None


def _bindings(nodes: list[ast.AST]) -> "Counter[str]":
    bound: Counter[str] = Counter()
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound[node.id] += 1
        elif isinstance(node, ast.arg | ast.keyword) and node.arg:
            bound[node.arg] += 1
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            bound[node.name] += 1
        elif isinstance(node, ast.Global | ast.Nonlocal):
            bound.update(node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound[node.name] += 1
        elif isinstance(node, ast.Import | ast.ImportFrom):
            bound.update((name.asname or name.name).partition(".")[0] for name in node.names)
        elif isinstance(node, ast.JoinedStr):
            inner = [name.id for name in walk(node) if isinstance(name, ast.Name)]
            bound.update(inner + inner)  # the columns in there are unreliable: nothing is replaced
    return bound


def _needed(modules: Mapping[str, _Module]) -> set[tuple[str, str]]:
    """(module, name) of the constants that must stay names, because code may look them up by name."""
    asked = set()
    taken = set()
    for module in modules.values():
        for node in module.nodes:
            if isinstance(node, ast.Attribute):
                if not (isinstance(node.value, ast.Name) and node.value.id in module.aliases):
                    asked.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                asked.add(node.value)
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if not _is_free(module, alias):
                        taken.add((source_of(node, module.path, module.is_package), alias.name))
    needed = {
        (module.path, name) for module in modules.values() for name in module.constants if name in asked
    }
    needed |= taken
    count = -1
    while count != len(
        needed
    ):  # a name that one module must keep stays in the module it was imported from, too
        count = len(needed)
        for module in modules.values():
            for node in module.nodes:
                if isinstance(node, ast.ImportFrom):
                    names = [
                        alias for alias in node.names if (module.path, alias.asname or alias.name) in needed
                    ]
                    needed |= {
                        (source_of(node, module.path, module.is_package), alias.name) for alias in names
                    }
    return needed


def _aliases(module: _Module, modules: Mapping[str, _Module]) -> dict[str, str]:
    aliases = {}
    for node in module.nodes:
        if isinstance(node, ast.ImportFrom):
            base = source_of(node, module.path, module.is_package)
            for alias in node.names:
                if f"{base}.{alias.name}" in modules and _is_free(module, alias):
                    aliases[alias.asname or alias.name] = f"{base}.{alias.name}"
    return aliases


# Replacements.


def _drop_typing(module: _Module) -> None:
    blocks = [statement for statement in module.tree.body if _is_typing(statement)]
    asked = [node for node in module.nodes if isinstance(node, ast.Name) and node.id == "TYPE_CHECKING"]
    for statement in module.tree.body:
        if _is_typing(statement) or (
            "TYPE_CHECKING" in _assigned(statement) and len(asked) == len(blocks) + 1
        ):
            module.edits.append(span(statement, ""))


def _is_typing(node: ast.AST) -> bool:
    """`if TYPE_CHECKING:` without `else`."""
    if not isinstance(node, ast.If) or node.orelse:
        return False
    return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _absolute_imports(module: _Module, modules: Mapping[str, _Module]) -> None:
    """`from ..table.table import x` interns "table.table" beside "boardside.table.table"."""
    for node in module.running:
        if isinstance(node, ast.ImportFrom) and node.level and "." in (node.module or ""):
            target = source_of(node, module.path, module.is_package)
            if target in modules:
                start = node.col_offset + len("from ")
                stop = start + node.level + len(node.module or "")
                module.edits.append((node.lineno, start, node.lineno, stop, target))


def _drop_constants(module: _Module, needed: set[tuple[str, str]]) -> None:
    for statement in module.tree.body:
        names = _assigned(statement)
        if names and all(name in module.constants and (module.path, name) not in needed for name in names):
            module.edits.append(span(statement, ""))


def _put_in_place(module: _Module, modules: Mapping[str, _Module], needed: set[tuple[str, str]]) -> None:
    values = dict(module.constants)
    for node in module.running:
        if isinstance(node, ast.ImportFrom):
            values.update(_import_less(module, node, modules, needed))
    for node in module.running:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in values:
            module.edits.append(span(node, _literal(values[node.id])))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = modules.get(module.aliases.get(node.value.id, ""))
            if owner is not None and node.attr in owner.constants:
                module.edits.append(span(node, _literal(owner.constants[node.attr])))


def _is_free(module: _Module, alias: ast.alias) -> bool:
    """Whether an imported name has no other meaning in this module, so that its number can replace it."""
    return module.bound[alias.asname or alias.name] == 1


def _import_less(
    module: _Module, node: ast.ImportFrom, modules: Mapping[str, _Module], needed: set[tuple[str, str]]
) -> dict[str, int]:
    """Remove the constants from an import; return their numbers, by their names here."""
    source = modules.get(source_of(node, module.path, module.is_package))
    if source is None:
        return {}
    taken = {
        alias.asname or alias.name: source.constants[alias.name]
        for alias in node.names
        if alias.name in source.constants
        and _is_free(module, alias)
        and (module.path, alias.asname or alias.name) not in needed
    }
    if taken:
        rest = [alias for alias in node.names if (alias.asname or alias.name) not in taken]
        dots = "." * node.level
        base = f"{dots}{node.module or ''}"
        if node.module and "." in node.module and node.level:
            base = source_of(node, module.path, module.is_package)
            module.edits = [edit for edit in module.edits if edit[:2] != (node.lineno, node.col_offset + 5)]
        names = ", ".join(alias.name + (f" as {alias.asname}" if alias.asname else "") for alias in rest)
        # A module of which nothing else is used is not imported: importing one has no effect (style).
        text = f"from {base} import {names}" if rest else "pass"
        module.edits.append(span(node, text))
    return taken


def _running(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes that are not for the type checker alone."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(child for child in children(node) if not _is_typing(child))


def _literal(number: int) -> str:
    return str(number) if number >= 0 else f"({number})"
