"""A module by its syntax tree: edits of its text, and what its names mean.

On an edit every line stays on its number. A module's names are those of its outermost block. Annotations are
not read: the compiler drops them.
"""

import ast
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

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


Key = tuple[str, str]
"""(module, name) of something defined outside functions; ("module", "") is the module itself."""


@dataclass(eq=False)
class Scope:
    """What binds names: a module, a class or a function (also a comprehension).

    `bound`: how often each name is. `shared`: those declared `global`; `outer`: `nonlocal`. `imports`: what a
    name stands for that is bound once, by an import. `after`: of a class, it with the statement being read.
    """

    kind: str
    parent: "Scope | None" = None
    bound: dict[str, int] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)
    outer: set[str] = field(default_factory=set)
    imports: dict[str, Key] = field(default_factory=dict)
    after: "Scope | None" = None

    def bind(self, name: str) -> None:
        """Count a binding; one that is declared global counts for the module."""
        holder = self
        if name in self.shared:
            while holder.parent is not None:
                holder = holder.parent
        holder.bound[name] = holder.bound.get(name, 0) + 1

    def holder(self, name: str) -> "Scope | None":
        """The scope whose name it is, seen from here; None for a built-in one."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.shared:
                while scope.parent is not None:
                    scope = scope.parent
            visible = scope is self or scope.kind != "class"
            if visible and name in scope.bound and name not in scope.outer:
                return scope
            scope = scope.parent
        return None

    def locals_here(self, bundle_of: "Callable[[Key], str]", bundle: str) -> set[str]:
        """Names that mean something else than the bundle's, as seen from here."""
        hidden: set[str] = set()
        scope: Scope | None = self
        while scope is not None and scope.kind != "module":
            if scope is self or scope.kind != "class":
                imports = scope.imports
                hidden |= {
                    name for name in scope.bound if name not in imports or bundle_of(imports[name]) != bundle
                }
            scope = scope.parent
        return hidden


@dataclass(eq=False)
class Module:
    """A module and the places in it where names are used."""

    path: str
    is_package: bool
    text: str
    tree: ast.Module
    scope: Scope = field(default_factory=lambda: Scope("module"))
    uses: list[tuple[ast.AST, Scope]] = field(default_factory=list)
    attributes: dict[ast.Name, ast.Attribute] = field(default_factory=dict)
    edits: list[Edit] = field(default_factory=list)
    bundle: str = ""


def read(sources: Mapping[str, str]) -> dict[str, Module]:
    """The modules of a whole program, given by path ("boardside/app/device.py"), by their dotted paths."""
    modules = {}
    for path, text in sources.items():
        module = Module(dotted(path), path.endswith("/__init__.py"), text, ast.parse(text, path))
        _read(module)
        modules[module.path] = module
    for module in modules.values():
        _find_imports(module, modules)
    return modules


def _read(module: Module) -> None:
    for node in module.tree.body:
        _bind_in(node, module.scope)
    for node in module.tree.body:
        _visit(node, module.scope, module)


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _bind_in(node: ast.AST, scope: Scope) -> None:
    """Count what a statement binds in its own scope, without the scopes inside it."""
    declared: list[ast.AST] = [node]
    while declared:
        each = declared.pop()
        if isinstance(each, ast.Global):
            scope.shared |= set(each.names)
        elif isinstance(each, ast.Nonlocal):
            scope.outer |= set(each.names)
        if not isinstance(each, (*_FUNCTIONS, ast.ClassDef)):
            declared.extend(children(each))
    _count(node, scope)


def _count(node: ast.AST, scope: Scope) -> None:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        scope.bind(node.id)
    elif isinstance(node, ast.ExceptHandler) and node.name:
        scope.bind(node.name)
    elif isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            scope.bind((alias.asname or alias.name).partition(".")[0])
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        scope.bind(node.name)
    if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        return
    if isinstance(node, _COMPREHENSIONS):
        for inner in walk(node):
            if isinstance(inner, ast.NamedExpr):
                scope.bind(inner.target.id)
        _count(node.generators[0].iter, scope)
        return
    for child in children(node):
        _count(child, scope)


def _visit(node: ast.AST, scope: Scope, module: Module) -> None:
    if isinstance(node, _FUNCTIONS):
        _visit_function(node, scope, module)
    elif isinstance(node, ast.ClassDef):
        module.uses.append((node, scope.after or scope))
        for part in (*node.decorator_list, *node.bases, *node.keywords):
            _visit(part, scope, module)
        before = Scope("class", scope)
        for part in node.body:  # `begin = begin.first` reads the module's name and binds the class's
            after = Scope("class", scope, dict(before.bound), set(before.shared))
            _bind_in(part, after)
            before.after = after
            _visit(part, before, module)
            before = after
    elif isinstance(node, _COMPREHENSIONS):
        _visit_comprehension(node, scope, module)
    else:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module.attributes[node.value] = node
        if isinstance(node, ast.Name | ast.Global | ast.Import | ast.ImportFrom | ast.ExceptHandler):
            is_read = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
            module.uses.append((node, scope if is_read else scope.after or scope))
        for child in children(node):
            _visit(child, scope, module)


def _visit_function(
    node: "ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda", scope: Scope, module: Module
) -> None:
    """Annotations are not read: the compiler drops them."""
    if not isinstance(node, ast.Lambda):
        module.uses.append((node, scope.after or scope))
        for part in node.decorator_list:
            _visit(part, scope, module)
    given = node.args
    for default in (*given.defaults, *(each for each in given.kw_defaults if each is not None)):
        _visit(default, scope, module)
    inner = Scope("function", scope)
    for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
        if argument is not None:
            inner.bind(argument.arg)
    body: list[ast.expr] | list[ast.stmt] = [node.body] if isinstance(node, ast.Lambda) else node.body
    for statement in body:
        _bind_in(statement, inner)
    for statement in body:
        _visit(statement, inner, module)


def _visit_comprehension(
    node: "ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp", scope: Scope, module: Module
) -> None:
    inner = Scope("function", scope)
    for generator in node.generators:
        _count(generator.target, inner)
    _visit(node.generators[0].iter, scope, module)
    for at, generator in enumerate(node.generators):
        _visit(generator.target, inner, module)
        for part in (*([generator.iter] if at else []), *generator.ifs):
            _visit(part, inner, module)
    made = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
    for part in made:
        _visit(part, inner, module)


# Imports.


def _find_imports(module: Module, modules: Mapping[str, Module]) -> None:
    outermost = set(module.tree.body)
    for node, scope in module.uses:
        if not isinstance(node, ast.ImportFrom | ast.Import):
            continue
        if scope.kind == "class" or (scope.kind == "module" and node not in outermost):
            continue
        for alias in node.names:
            name = alias.asname or alias.name
            if scope.bound.get(name) != 1:  # nor one that a function declares global: the module binds it
                continue
            if isinstance(node, ast.Import):
                if "." not in alias.name:
                    scope.imports[name] = alias.name, ""
                continue
            scope.imports[name] = meant(
                module, source_of(node, module.path, module.is_package), alias.name, modules
            )


def meant(module: Module, base: str, name: str, modules: Mapping[str, Module]) -> Key:
    whole = f"{base}.{name}"
    is_own = base in modules and base != module.path and name in modules[base].scope.bound
    if whole in modules and not is_own:
        return whole, ""
    return base, name


def defined(key: Key, modules: Mapping[str, Module]) -> Key:
    """Where what a key means is defined, if that is imported in turn."""
    seen = set()
    while key[1] and key not in seen and key[0] in modules:
        seen.add(key)
        further = modules[key[0]].scope.imports.get(key[1])
        if further is None or not modules[key[0]].bundle:
            break
        key = further
    return key


def at_once(module: Module, modules: Mapping[str, Module]) -> list[str]:
    """The program's modules that it imports in its outermost block."""
    paths = []
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom):
            base = source_of(node, module.path, module.is_package)
            for alias in node.names:
                path, _ = meant(module, base, alias.name, modules)
                if path in modules:
                    paths.append(path)
    return paths
