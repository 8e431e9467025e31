"""What each module of the firmware and of the host imports, read from its source."""

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {"boardside": ROOT / "firmware" / "boardside", "host_tools": ROOT / "host_tools"}


def module_name(path: Path, package: str) -> str:
    """The dotted name of a file of this package."""
    relative = path.relative_to(PACKAGES[package]).with_suffix("")
    parts = [package, *relative.parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path, module: str, *, only_running: bool = False) -> set[str]:
    """The absolute names of all modules that the file imports; relative imports are resolved.

    only_running: leave out what only the type checker imports.
    """
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    all_names, running = _imports(path.read_text(encoding="utf-8"), package)
    return set(running if only_running else all_names)


@cache
def _imports(text: str, package: str) -> tuple[frozenset[str], frozenset[str]]:
    """What a text of this package imports, and what of it not only for the type checker. Each text is read
    once, however many tests ask.
    """
    tree = ast.parse(text)
    every = [_names(node, package) for node in _statements(tree.body, only_running=False)]
    running = [_names(node, package) for node in _statements(tree.body, only_running=True)]
    return frozenset().union(*every), frozenset().union(*running)


def _names(node: ast.stmt, package: str) -> set[str]:
    """The absolute names that a statement imports; none if it is no import."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if not isinstance(node, ast.ImportFrom):
        return set()
    base = node.module or ""
    if node.level:
        parents = package.split(".")[: len(package.split(".")) - node.level + 1]
        base = ".".join([*parents, base] if base else parents)
    return {f"{base}.{alias.name}" for alias in node.names}


def _statements(body: list[ast.stmt], *, only_running: bool) -> Iterator[ast.stmt]:
    """Every statement and those inside it; only_running: without what stands under `if TYPE_CHECKING:`."""
    for node in body:
        yield node
        is_for_checker = (
            isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        )
        for field in _BLOCKS:
            if field == "body" and only_running and is_for_checker:
                continue
            for inner in getattr(node, field, ()):
                if isinstance(inner, ast.ExceptHandler | ast.match_case):
                    yield from _statements(inner.body, only_running=only_running)
                else:
                    yield from _statements([inner], only_running=only_running)


#: The fields of a statement that hold statements, or what holds them (handlers, cases).
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


@cache
def modules() -> tuple[tuple[str, Path], ...]:
    """All modules, each with its file, without the simulated chips: those shadow modules of MicroPython."""
    return tuple(
        (module_name(path, package), path)
        for package, folder in PACKAGES.items()
        for path in sorted(folder.rglob("*.py"))
        if "chips" not in path.parts
    )


def imports_within(
    scope: str, files: Sequence[tuple[str, Path]], *, only_running: bool
) -> dict[str, set[str]]:
    """The modules of `scope`; each with the other modules of `scope` that it imports."""
    own = {module: path for module, path in files if f"{module}.".startswith(f"{scope}.")}
    assert own, f"{scope} is gone: is the list of packages out of date?"
    return {
        module: {
            name if name in own else name.rpartition(".")[0]
            for name in imports_of(path, module, only_running=only_running)
        }
        & own.keys() - {module}
        for module, path in own.items()
    }


def circle_in(scope: str, files: Sequence[tuple[str, Path]], *, only_running: bool = True) -> list[str]:
    """The first circle of imports among the modules of `scope`, its first module again at the end; or []."""
    needs = imports_within(scope, files, only_running=only_running)
    done: set[str] = set()

    def follow(module: str, way: list[str]) -> list[str]:
        if module in way:
            return [*way[way.index(module) :], module]
        if module in done:
            return []
        circle = next(filter(None, (follow(needed, [*way, module]) for needed in sorted(needs[module]))), [])
        done.add(module)
        return circle

    return next(filter(None, (follow(module, []) for module in sorted(needs))), [])


def against_layers(package: str, order: tuple[str, ...], imports: dict[str, set[str]]) -> list[str]:
    """The imports in the package that go up from one room (or module) to another, as "module -> module"."""
    height = {f"{package}.{name}": at for at, name in enumerate(order)}
    depth = package.count(".") + 2

    def room(module: str) -> str:
        return ".".join(module.split(".")[:depth])

    return sorted(
        f"{module} -> {name}"
        for module, names in imports.items()
        for name in names
        if height.get(room(name), -1) > height.get(room(module), len(order))
    )
