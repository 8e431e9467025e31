"""What each module of the firmware and of the host imports, read from its source."""

import ast
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
    names: set[str] = set()
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if only_running:
        tree = _Running().visit(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, base] if base else parents)
            names.update(f"{base}.{alias.name}" for alias in node.names)
    return names


class _Running(ast.NodeTransformer):
    """Leaves out what stands under `if TYPE_CHECKING:`."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return node.orelse
        return self.generic_visit(node)


def modules() -> list[tuple[str, Path]]:
    """All modules, each with its file, without the simulated chips: those shadow modules of MicroPython."""
    return [
        (module_name(path, package), path)
        for package, folder in PACKAGES.items()
        for path in sorted(folder.rglob("*.py"))
        if "chips" not in path.parts
    ]


def imports_within(scope: str, files: list[tuple[str, Path]], *, only_running: bool) -> dict[str, set[str]]:
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


def circle_in(scope: str, files: list[tuple[str, Path]], *, only_running: bool = True) -> list[str]:
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
    """The imports within the package that do not go down, as "module -> module"."""
    height = {f"{package}.{name}": at for at, name in enumerate(order)}
    wrong = []
    for module, names in imports.items():
        for name in names:
            target = name if name in height else name.rpartition(".")[0]
            if target in height and target != module and height[target] >= height[module]:
                wrong.append(f"{module} -> {target}")
    return sorted(wrong)
