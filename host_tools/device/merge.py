"""Merges the modules that every power-on loads into a few large ones, the bundles.

Each compiled file has a table of names of its own, and looking those up is most of what an import takes; each
file is also looked for in several places. So the modules that `ROOT` imports, directly or through others,
become a few bundles, one module's text behind the other's. A module that a function imports when it is needed
stays a file of its own, and so does all that `EARLY` needs.

A name of a module keeps its name in the bundle unless two modules use it for two things, or a function that
reads it has a local variable of that name; then it gets the module's name in front. Imports between modules
of one bundle disappear. Lines keep their order: line n of a module is line `first + n - 1` of its bundle
(`Merged.lines`).
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

PACKAGE = "boardside"
ROOT = "boardside.app.device"
EARLY = ("boardside", "boardside.app.start", "boardside.version")
"""What others ask for by its path (loader.py, updates), with what it imports at once."""
LARGEST = 100_000
"""Bytes of source that make a bundle full. It becomes about 30 KB compiled, which the loader reads as a whole
when the heap is still empty; larger bundles save no more instructions."""

Edit = tuple[int, int, int, int, str]
"""(first line, first column, last line, column after the end, replacement); columns in bytes."""
Key = tuple[str, str]
"""(module, name) of something defined outside functions; ("module", "") is the module itself."""


class MergeError(ValueError):
    """A module cannot be merged; the text says where and why."""


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
        found: set[str] = set()
        scope: Scope | None = self
        while scope is not None and scope.kind != "module":
            if scope is self or scope.kind != "class":
                imports = scope.imports
                found |= {
                    name for name in scope.bound if name not in imports or bundle_of(imports[name]) != bundle
                }
            scope = scope.parent
        return found


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


@dataclass(frozen=True)
class Merged:
    """The program's texts by path; for each bundle's path, the first line of each module in it."""

    texts: dict[str, str]
    lines: dict[str, dict[str, int]]


def merge(sources: Mapping[str, str]) -> Merged:
    """Merge a whole program, given by path ("boardside/app/device.py").

    MergeError says what is in the way.
    """
    modules = {}
    for path, text in sources.items():
        module = Module(dotted(path), path.endswith("/__init__.py"), text, ast.parse(text, path))
        _read(module)
        modules[module.path] = module
    if ROOT not in modules:
        return Merged(dict(sources), {})
    for module in modules.values():
        _find_imports(module, modules)
    bundles = _bundles(modules)
    names: dict[str, dict[Key, str]] = {}
    for bundle, members in bundles.items():
        names[bundle] = _named(bundle, members, modules, names)
    texts = {}
    lines: dict[str, dict[str, int]] = {}
    for path, text in sources.items():
        module = modules[dotted(path)]
        if not module.bundle:
            _rewrite(module, modules, names, set())
            texts[path] = edited(text, module.edits)
        elif stub := _stub(module, names[module.bundle]):
            texts[path] = stub
    for bundle, members in bundles.items():
        path = bundle.replace(".", "/") + ".py"
        whole = ""
        imported: set[Key] = set()
        lines[path] = {}
        for module in members:
            _rewrite(module, modules, names, imported)
            lines[path][module.path] = whole.count("\n") + 1
            whole += edited(module.text, module.edits).rstrip("\n") + "\n"
        texts[path] = whole
    return Merged(dict(sorted(texts.items())), lines)


def _stub(module: Module, given: "Mapping[Key, str]") -> str:
    """What is loaded when somebody asks for a merged module by its old path: its public names."""
    lines = [
        _import_text((module.bundle, given[module.path, name]), name) + "\n"
        for name in module.scope.bound
        if name[0] != "_" and (module.path, name) in given and given[module.path, name][0] != "_"
    ]
    return "".join(lines)


def dotted(path: str) -> str:
    """A file's path as `import` has it."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


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


# Reading: which scope does a name belong to?


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
            declared.extend(ast.iter_child_nodes(each))
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
        for inner in ast.walk(node):
            if isinstance(inner, ast.NamedExpr):
                scope.bind(inner.target.id)
        _count(node.generators[0].iter, scope)
        return
    for child in ast.iter_child_nodes(node):
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
        for child in ast.iter_child_nodes(node):
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


def target(module: Module, node: ast.ImportFrom) -> str:
    """The dotted path of the module that is imported from."""
    if not node.level:
        return node.module or ""
    parts = module.path.split(".")
    parts = parts[: len(parts) - node.level + module.is_package]
    return ".".join([*parts, *([node.module] if node.module else [])])


def _find_imports(module: Module, modules: Mapping[str, Module]) -> None:
    outermost = set(module.tree.body)
    for node, scope in module.uses:
        if not isinstance(node, ast.ImportFrom | ast.Import):
            continue
        if scope.kind == "class" or (scope.kind == "module" and node not in outermost):
            continue
        for alias in node.names:
            name = alias.asname or alias.name
            if scope.bound.get(name) != 1 or name in scope.shared:
                continue
            if isinstance(node, ast.Import):
                if "." not in alias.name:
                    scope.imports[name] = alias.name, ""
                continue
            scope.imports[name] = _meant(module, target(module, node), alias.name, modules)


def _meant(module: Module, base: str, name: str, modules: Mapping[str, Module]) -> Key:
    whole = f"{base}.{name}"
    is_own = base in modules and base != module.path and name in modules[base].scope.bound
    if whole in modules and not is_own:
        return whole, ""
    return base, name


def _defined(key: Key, modules: Mapping[str, Module]) -> Key:
    """Where what a key means is defined, if that is imported in turn."""
    seen = set()
    while key[1] and key not in seen and key[0] in modules:
        seen.add(key)
        further = modules[key[0]].scope.imports.get(key[1])
        if further is None or not modules[key[0]].bundle:
            break
        key = further
    return key


def _at_once(module: Module, modules: Mapping[str, Module]) -> list[str]:
    """The program's modules that it imports in its outermost block."""
    found = []
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom):
            base = target(module, node)
            for alias in node.names:
                path, _ = _meant(module, base, alias.name, modules)
                if path in modules:
                    found.append(path)
    return found


def _reached(root: str, modules: Mapping[str, Module], found: list[str]) -> None:
    """Append it and what it imports at once, what is imported first."""
    waiting: list[tuple[str, Iterator[str]]] = []
    seen = set(found)

    def enter(path: str) -> None:
        seen.add(path)
        waiting.append((path, iter(_at_once(modules[path], modules))))

    if root in modules and root not in seen:
        enter(root)
    while waiting:
        path, further = waiting[-1]
        following = next((each for each in further if each not in seen), None)
        if following is not None:
            enter(following)
        else:
            found.append(path)
            waiting.pop()


def _bundles(modules: Mapping[str, Module]) -> dict[str, list[Module]]:
    apart: list[str] = []
    for path in EARLY:
        _reached(path, modules, apart)
    order = list(apart)
    _reached(ROOT, modules, order)
    bundles: dict[str, list[Module]] = {}
    size = LARGEST
    for path in order[len(apart) :]:
        module = modules[path]
        if size + len(module.text) > LARGEST:
            bundles[f"{PACKAGE}.play{len(bundles) + 1}"] = []
            size = 0
        size += len(module.text)
        module.bundle = list(bundles)[-1]
        bundles[module.bundle].append(module)
    return bundles


# Names in a bundle.


def _outside(bundle: str, key: Key, modules: Mapping[str, Module], names: "dict[str, dict[Key, str]]") -> Key:
    """What a bundle imports for a key that it does not define."""
    key = _defined(key, modules)
    there = modules[key[0]].bundle if key[0] in modules else ""
    if there in ("", bundle):
        return key
    return (there, names[there][key]) if key[1] else (there, "")


def _named(
    bundle: str, members: list[Module], modules: Mapping[str, Module], names: "dict[str, dict[Key, str]]"
) -> dict[Key, str]:
    """The name of everything that is defined or imported in a bundle's outermost block."""
    wanted: dict[Key, str] = {}
    hidden: dict[Key, set[str]] = {}
    builtin: set[str] = set()
    every: set[str] = set()

    def bundle_of(key: Key) -> str:
        key = _defined(key, modules)
        return modules[key[0]].bundle if key[0] in modules else ""

    for module in members:
        for name in module.scope.bound:
            if name not in module.scope.imports:
                wanted[module.path, name] = name
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Name):
                every.add(node.id)
            elif isinstance(node, ast.arg | ast.keyword):
                every.add(node.arg or "")
            elif isinstance(node, ast.Attribute):
                every.add(node.attr)
    for module in members:
        for name, key in module.scope.imports.items():
            key = _outside(bundle, key, modules, names)
            if _is_inside(bundle, key, modules):
                continue
            wanted.setdefault(key, name)
        for node, scope in module.uses:
            if not isinstance(node, ast.Name):
                continue
            holder = scope.holder(node.id)
            if holder is None:
                builtin.add(node.id)
                continue
            used = _key_of(bundle, module, node, holder, modules, names)
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


def _is_inside(bundle: str, key: Key, modules: Mapping[str, Module]) -> bool:
    return key[0] in modules and modules[key[0]].bundle == bundle


def _key_of(
    bundle: str,
    module: Module,
    node: ast.Name,
    holder: Scope,
    modules: Mapping[str, Module],
    names: "dict[str, dict[Key, str]]",
) -> "Key | None":
    """What of the bundle's outermost block a name means; None for something else."""
    imported = holder.imports.get(node.id)
    if imported is None:
        return (module.path, node.id) if holder.kind == "module" else None
    key = _outside(bundle, imported, modules, names)
    if not key[1] and _is_inside(bundle, key, modules):
        attribute = module.attributes.get(node)
        if attribute is None:
            raise MergeError(f"{module.path}, line {node.lineno}: {node.id} is used as a value")
        return _outside(bundle, (key[0], attribute.attr), modules, names)
    if holder.kind == "module" or _is_inside(bundle, key, modules):
        return key
    return None


# Rewriting.


def _rewrite(
    module: Module, modules: Mapping[str, Module], names: "dict[str, dict[Key, str]]", imported: set[Key]
) -> None:
    """`imported`: what its bundle has imported already."""
    given = names.get(module.bundle, {})
    for node, scope in module.uses:
        if isinstance(node, ast.Name):
            _rewrite_name(module, node, scope, modules, names)
        elif isinstance(node, ast.ImportFrom | ast.Import):
            text = "; ".join(_imports(module, node, scope, modules, names, imported)) or "pass"
            module.edits.append(_span(node, text))
        elif not module.bundle:
            continue
        elif isinstance(node, ast.Global):
            renamed = ", ".join(given.get((module.path, name), name) for name in node.names)
            module.edits.append(_span(node, f"global {renamed}"))
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
    names: "dict[str, dict[Key, str]]",
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
                there = modules[path].bundle
                new = names[there].get(_outside(there, (path, attribute.attr), modules, names))
                if new is None:
                    raise MergeError(f"{module.path}, line {node.lineno}: {node.id}.{attribute.attr}")
                if new != attribute.attr:
                    _, _, line, stop, _ = _span(attribute, "")
                    module.edits.append((line, stop - len(attribute.attr.encode()), line, stop, new))
    if not module.bundle:
        return
    key = _key_of(module.bundle, module, node, holder, modules, names)
    if key is None:
        return
    new = names[module.bundle].get(key, node.id)
    if not (imported is not None and not imported[1] and _is_inside(module.bundle, imported, modules)):
        if new != node.id:
            module.edits.append(_span(node, new))
        return
    module.edits.append(_span(module.attributes[node], new))


def _renamed(path: str, modules: Mapping[str, Module], names: "dict[str, dict[Key, str]]") -> list[str]:
    """What has another name in its bundle than in the module."""
    given = names[modules[path].bundle]
    return [name for name in modules[path].scope.bound if given.get((path, name), name) != name]


def _outside_module(imported: Key, module: Module, modules: Mapping[str, Module]) -> str:
    """The path of a merged module that a name stands for, if it is not in the same bundle."""
    if imported[1] or imported[0] not in modules:
        return ""
    there = modules[imported[0]].bundle
    return imported[0] if there and there != module.bundle else ""


def _imports(
    module: Module,
    node: "ast.Import | ast.ImportFrom",
    scope: Scope,
    modules: Mapping[str, Module],
    names: "dict[str, dict[Key, str]]",
    imported: set[Key],
) -> Iterator[str]:
    given = names.get(module.bundle, {})
    for alias in node.names:
        name = alias.asname or alias.name
        if isinstance(node, ast.Import):
            key: Key = alias.name, ""
        else:
            key = _meant(module, target(module, node), alias.name, modules)
        key = _outside(module.bundle or "-", key, modules, names)
        is_alias = name in scope.imports
        local = name
        if module.bundle and scope.kind == "module":
            if is_alias and key in imported:
                continue
            local = given[key] if is_alias and key in given else given.get((module.path, name), name)
            if is_alias:
                imported.add(key)
        if module.bundle and _is_inside(module.bundle, key, modules):
            if is_alias:
                continue
            if not key[1]:
                raise MergeError(f"{module.path}, line {node.lineno}: {name} is bound twice")
            if given[key] != local:
                yield f"{local} = {given[key]}"
                continue
            raise MergeError(f"{module.path}, line {node.lineno}: {name} is bound twice")
        yield _import_text(key, local)


def _import_text(key: Key, local: str) -> str:
    path, name = key
    if not name:
        base, _, name = path.rpartition(".")
        if not base:
            return f"import {path}" + (f" as {local}" if local != path else "")
    else:
        base = path
    return f"from {base} import {name}" + (f" as {local}" if local != name else "")


def _span(node: ast.AST, text: str) -> Edit:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, text  # type: ignore[attr-defined]
