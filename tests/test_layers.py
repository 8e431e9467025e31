"""The arrows between the layers (docs/architecture.md): which part may import which.

The table of arrows below is the architecture; an import that is not in it fails, whether the
module is imported at the top of a file or inside a function.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {"boardside": ROOT / "firmware" / "boardside", "host_tools": ROOT / "host_tools"}

# A part is a sub-package or a top-level module. It may always import itself.
ARROWS: dict[str, set[str]] = {
    "boardside": set(),
    "boardside.version": set(),
    "boardside.game": set(),
    "boardside.table": {"boardside.game"},
    "boardside.journal": set(),
    "boardside.link": set(),
    "boardside.chain": {"boardside.link"},
    "boardside.drivers": set(),
    "boardside.update": {"boardside.link"},
    "boardside.config": set(),
    "boardside.pins": set(),
    "boardside.arrangement": {"boardside.pins"},
    "boardside.faces": {"boardside.table"},
    "boardside.app": {
        "boardside",
        "boardside.arrangement",
        "boardside.faces",
        "boardside.chain",
        "boardside.config",
        "boardside.drivers",
        "boardside.journal",
        "boardside.link",
        "boardside.pins",
        "boardside.table",
        "boardside.update",
        "boardside.version",
    },
    "host_tools": set(),
    "host_tools.replay": {"boardside.game", "host_tools.score_text"},
    "host_tools.score_text": set(),
    "host_tools.seats": {"boardside.game"},
    "host_tools.text_tables": set(),
    "host_tools.whole_file": set(),
    "host_tools.verify": {"boardside.chain", "host_tools.collector", "host_tools.store"},
    "host_tools.explain": {"boardside.game", "host_tools.law_texts", "host_tools.rules_files"},
    "host_tools.law_texts": set(),
    "host_tools.rules_files": {"boardside.game"},
    "host_tools.orders": {"host_tools.rules_files", "boardside.game"},
    "host_tools.password_command": {"host_tools.store"},
    "host_tools.token_command": {"host_tools.store", "host_tools.text_tables"},
    "host_tools.store": {"host_tools.whole_file"},
    "host_tools.collector": {
        "host_tools.orders",
        "host_tools.seats",
        "host_tools.store",
        "host_tools.text_tables",
        "boardside.chain",
        "boardside.game",
        "boardside.link",
    },
    "host_tools.web": {
        "host_tools.exports",
        "host_tools.orders",
        "host_tools.store",
        "host_tools.tournament",
    },
    # Entries, draw, standings; what it shows a table goes through the outbox, never through the collector.
    "host_tools.tournament": {
        "boardside.game",
        "host_tools.orders",
        "host_tools.store",
        "host_tools.text_tables",
    },
    # Score cards, lists, other systems.
    "host_tools.exports": {
        "boardside.game",
        "host_tools.seats",
        "host_tools.store",
        "host_tools.tournament",
        "host_tools.whole_file",
    },
    # Other systems: an MQTT broker, and SoL, the carrom tournament manager.
    "host_tools.mqtt": {"host_tools.store", "host_tools.tournament"},
    "host_tools.sol": {"boardside.game", "host_tools.orders", "host_tools.store", "host_tools.tournament"},
    # Backups, archives, the deletion of personal data: the chain goes on over what was erased.
    "host_tools.care": {
        "host_tools.collector",
        "host_tools.store",
        "host_tools.tournament",
        "host_tools.whole_file",
    },
    "host_tools.simulator": {"boardside.arrangement", "host_tools.device"},
    "host_tools.device": {
        "boardside.config",
        "boardside.link",
        "boardside.version",
        "host_tools.collector",
        "host_tools.store",
    },
    "host_tools.update": {
        "boardside.link",
        "boardside.version",
        "host_tools.collector",
        "host_tools.device",
        "host_tools.store",
    },
    "host_tools.guide": {"boardside.table", "host_tools.simulator"},
    "host_tools.keys_command": {"host_tools.store", "host_tools.text_tables"},
    "host_tools.demo": {
        "host_tools.orders",
        "host_tools.simulator",
        "host_tools.store",
        "host_tools.text_tables",
        "host_tools.tournament",
        "host_tools.verify",
        "boardside.game",
    },
    # The command line is where the parts meet.
    "host_tools.cli": {
        "host_tools.care",
        "host_tools.collector",
        "host_tools.demo",
        "host_tools.device",
        "host_tools.keys_command",
        "host_tools.mqtt",
        "host_tools.sol",
        "host_tools.explain",
        "host_tools.exports",
        "host_tools.password_command",
        "host_tools.replay",
        "host_tools.rules_files",
        "host_tools.simulator",
        "host_tools.store",
        "host_tools.token_command",
        "host_tools.tournament",
        "host_tools.update",
        "host_tools.verify",
        "host_tools.web",
    },
}

# What the pure parts may import from the standard library: nothing that reads a clock, file, pin or socket.
# (`typing` is for the type checker alone: MicroPython has none, so an import at run time would fail there.)
PURE_LIBRARY = {
    "boardside.game": {"micropython", "typing"},
    "boardside.table": {"collections", "micropython", "typing"},
    "boardside.chain": {"binascii", "hashlib", "json"},
    "boardside.link.frame": {"binascii", "json", "typing"},
    "boardside.link.auth": {"binascii", "hashlib", "typing"},
    "boardside.link.session": {"json", "typing"},
    "boardside.link.names": set(),
}


def part_of(module: str) -> str:
    """`boardside.game.match` belongs to `boardside.game`."""
    return ".".join(module.split(".")[:2])


def module_name(path: Path, package: str) -> str:
    relative = path.relative_to(PACKAGES[package]).with_suffix("")
    parts = [package, *relative.parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path, module: str) -> set[str]:
    """The absolute names of all modules that the file imports, relative imports resolved."""
    found: set[str] = set()
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, base] if base else parents)
            found.update(f"{base}.{alias.name}" for alias in node.names)
    return found


def modules() -> list[tuple[str, Path]]:
    # The simulated chips shadow MicroPython's own modules and never meet the host's.
    return [
        (module_name(path, package), path)
        for package, folder in PACKAGES.items()
        for path in sorted(folder.rglob("*.py"))
        if "chips" not in path.parts
    ]


@pytest.mark.parametrize(
    ("module", "path"), modules(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_imports_only_along_the_arrows(module: str, path: Path) -> None:
    part = part_of(module)
    assert part in ARROWS, (
        f"{part} is not in the architecture: give it its arrows, here and in docs/architecture.md"
    )
    for imported in imports_of(path, module):
        if imported.split(".")[0] not in PACKAGES:
            continue
        target = part_of(imported)
        if target not in ARROWS:  # `from boardside import VERSION`: a name, not a module
            target = imported.split(".")[0]
        assert target == part or target in ARROWS[part], (
            f"{module} imports {imported}: no arrow {part} -> {target}"
        )


@pytest.mark.parametrize("scope", PURE_LIBRARY)
def test_pure_parts_touch_nothing(scope: str) -> None:
    seen = 0
    for module, path in modules():
        if module != scope and not module.startswith(scope + "."):
            continue
        seen += 1
        outside = (
            {name.split(".")[0] for name in imports_of(path, module)} - set(PACKAGES) - PURE_LIBRARY[scope]
        )
        assert not outside, f"{module} imports {sorted(outside)}"
    assert seen, f"{scope} is gone: is the list of pure parts out of date?"


def test_the_check_sees_a_forbidden_arrow(tmp_path: Path) -> None:
    file = tmp_path / "drivers.py"
    file.write_text("def f():\n    from ..game import match\n    from .. import journal\n")
    assert imports_of(file, "boardside.drivers.keys") == {"boardside.game.match", "boardside.journal"}
