"""The arrows between the layers (docs/maintainer/architecture.md): which part may import which.

The table of arrows below is the architecture; an import that is not in it fails, whether the
module is imported at the top of a file or inside a function.
"""

import ast
from pathlib import Path

import pytest

from host_tools.cli import COMMANDS, DEV
from tests.imports import PACKAGES, against_layers, circle_in, imports_of, imports_within, modules

# A part is a sub-package or a top-level module. It may always import itself. Names without their package are
# of the part's own; "." is the package itself.
_ARROWS = """
boardside: packed
boardside.packed:
boardside.version:
boardside.game:
boardside.table: game
boardside.journal:
boardside.link:
boardside.chain: link
boardside.drivers:
boardside.update: link
boardside.config:
boardside.pins: pins_s3
boardside.pins_s3:
boardside.displays: arrangement drivers faces pins table
boardside.panels: drivers pins
boardside.arrangement: pins
boardside.faces: table
boardside.app: . arrangement chain config drivers faces journal link pins table update version
host_tools:
host_tools.backup: collector console live_values reasons store tournament verify
host_tools.cli: backup collector console demo device explain exports integrations.cmn
    integrations.mqtt integrations.service integrations.sol reasons replay rules simulator soft store
    tournament update verify web workbench
host_tools.collector: boardside.chain boardside.game boardside.link console folders glyphs laws
    live_values orders reasons store
host_tools.console: boardside.link boardside.version folders
host_tools.demo: boardside.game boardside.table console exports folders laws live_values orders simulator
    store tournament verify
host_tools.device: boardside boardside.config boardside.link boardside.packed boardside.version collector
    console folders store
host_tools.explain: boardside.game laws live_values reasons rules
host_tools.exports: boardside.game console glyphs i18n laws live_values reasons replay store tournament
host_tools.folders:
host_tools.glyphs: boardside.table live_values reasons
host_tools.guide: boardside.table folders simulator
host_tools.i18n:
host_tools.integrations:
host_tools.integrations.cmn: boardside.game console exports laws live_values reasons replay store
    tournament
host_tools.integrations.mqtt: live_values reasons store tournament
host_tools.integrations.service: collector console folders reasons store
host_tools.integrations.sol: boardside.game console laws live_values reasons replay store tournament
host_tools.laws: boardside.game boardside.table console live_values reasons
host_tools.live_values:
host_tools.orders: boardside.game glyphs laws live_values reasons rules
host_tools.outside:
host_tools.reasons: live_values
host_tools.replay: boardside.game console laws live_values reasons
host_tools.rules: boardside.game console laws live_values reasons replay
host_tools.simulator: boardside.arrangement boardside.drivers boardside.table console device folders
host_tools.soft: collector folders simulator store
host_tools.store: console live_values reasons
host_tools.tournament: boardside.game console glyphs laws live_values orders reasons rules store
host_tools.update: boardside.version collector console device folders laws live_values store
host_tools.verify: boardside.chain collector console live_values reasons store
host_tools.web: boardside.game backup collector console device exports glyphs i18n laws live_values orders
    reasons rules store tournament workbench
host_tools.workbench: collector device store update
"""


def _arrows() -> dict[str, set[str]]:
    """Each part, and the parts that it may import."""
    arrows = {}
    for line in _ARROWS.replace("\n    ", " ").strip().split("\n"):
        part, _, names = line.partition(":")
        package = part.partition(".")[0]
        arrows[part] = {
            name if name.partition(".")[0] in PACKAGES else f"{package}.{name}".rstrip(".")
            for name in names.split()
        }
    return arrows


ARROWS = _arrows()

#: What came from outside is read with these, and every part of the host may.
READERS = "host_tools.outside"

# Packages in layers, from the lowest up: a module imports of its own package only what is named before it. So
# there is no circle, and none through an import inside a function or for the type checker alone either.
LAYERED: dict[str, tuple[str, ...]] = {
    # The host: what each part may import stands above; the order keeps circles out.
    "host_tools": (
        *("folders", "i18n", "live_values", "outside"),
        *("reasons", "console", "glyphs", "laws", "store", "replay", "rules", "explain"),
        *("orders", "tournament", "collector", "exports", "device", "verify", "backup", "integrations"),
        *("simulator", "soft", "update", "demo", "guide", "workbench", "web", "cli"),
    ),
    # Rooms: each knows only those before it.
    "host_tools.tournament": (
        *(
            "reasons",
            "model",
            "draw",
            "standings",
            "rounds",
            "matches",
            "entries",
            "imports",
            "undo",
            "acts",
            "desk",
            "commands",
        ),
    ),
    "host_tools.web": ("http", "live", "pages", "api", "admin", "app"),
    "host_tools.collector": (
        # Bytes, time and the session with one table, without I/O.
        *("limits", "runtime", "clocks", "reasons", "incoming", "authentication", "outgoing", "session"),
        # What is known of matches, keys, journals and tables.
        *("match_fold", "trust", "live"),
        # The pages' side, the database's side, and what the tables are to be told.
        *("hub", "view", "storing", "journals", "other_collectors", "hall_clock", "outbox"),
        # All of them together, and what brings it bytes.
        *("collector", "serial_line", "mdns", "announcer", "tcp_server"),
        # A run from start to end, and the commands.
        *("run", "service_manager", "status_report"),
        *("pull", "hall_commands", "collect_command", "serve_command"),
    ),
}

# The layers inside boardside.table: sub-packages and modules. `words` are texts and sounds as data.
WORDS = {"", "refusals", "ruling_digits", "ruling_words", "sounds", "texts"}
TABLE_LAYERS: dict[str, set[str]] = {
    "words": set(),
    # The match: it knows no page and no display.
    "core": {"words"},
    # What is seen. It reads the match's clocks and presses, nothing else of core (below).
    "show": {"core", "words"},
    "pages": {"core", "show", "words"},
    "menu": {"core", "show", "pages", "words"},
    # What differs by sport; crokinole is imported when its first match comes.
    "crokinole": {"core", "show", "pages", "menu", "words"},
    "sports": {"core", "show", "pages", "menu", "crokinole"},
    "table": {"core", "show", "pages", "sports", "words"},
}
SHOW_READS = {"boardside.table.core.clocks", "boardside.table.core.strokes"}

# What the pure parts may import from the standard library: nothing that reads a clock, file, pin or socket.
# (`typing` is for the type checker alone: MicroPython has none, so an import at run time would fail there.)
PURE_LIBRARY = {
    "boardside.game": {"collections", "micropython", "typing"},
    "boardside.table": {"collections", "micropython", "typing"},
    "boardside.chain": {"binascii", "collections", "hashlib", "json"},
    "boardside.link.frame": {"binascii", "json", "typing"},
    "boardside.link.auth": {"binascii", "hashlib", "typing"},
    "boardside.link.session": {"json", "typing"},
    "boardside.link.names": set(),
}

# Who reads JSON, YAML or ZIP without host_tools.outside: modules whose text is Boardside's own.
# In the database it is, too: rows from a file were checked (backup/contents.py).
PARSERS = {"json.load", "json.loads", "json.JSONDecoder", "zipfile.ZipFile"}
_LIBRARIES = ("gzip.", "tarfile.", "yaml.")
OWN_TEXTS = {
    "host_tools.backup.people",
    "host_tools.backup.forgetting",
    "host_tools.backup.portable",  # writes ZIP files
    "host_tools.collector.incoming",  # counts lists, objects and digits first
    "host_tools.collector.match_fold",
    "host_tools.exports.played",
    "host_tools.exports.sheets",
    "host_tools.exports.typst_process",  # what typesetting writes
    "host_tools.integrations.service.systemd",  # a unit of ours
    "host_tools.integrations.sol.cards",
    "host_tools.simulator.flash_image",
    "host_tools.verify.journal_check",
    "host_tools.web.admin.records",
    "host_tools.web.pages.tournament_files",  # writes ZIP files
    "host_tools.collector.reasons",
}
OWN_PARTS = ("host_tools.store.", "host_tools.tournament.")

# Parts of a library that it does not promise to keep; a name with an underscore is inner in any case.
INNER_PARTS = {
    "uvicorn": ("uvicorn.protocols", "uvicorn.lifespan", "uvicorn.loops", "uvicorn.supervisors"),
}


def part_of(module: str) -> str:
    """`boardside.game.match` belongs to `boardside.game`; each folder of `integrations` is a part."""
    depth = 3 if module.startswith("host_tools.integrations.") else 2
    return ".".join(module.split(".")[:depth])


@pytest.mark.parametrize(
    ("module", "path"), modules(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_imports_only_along_the_arrows(module: str, path: Path) -> None:
    part = part_of(module)
    assert part in ARROWS, (
        f"{part} is not in the architecture: give it its arrows, here and in docs/maintainer/architecture.md"
    )
    for imported in imports_of(path, module):
        if imported.split(".")[0] not in PACKAGES:
            continue
        target = part_of(imported)
        if target == READERS and module.startswith("host_tools."):
            continue
        if target not in ARROWS:  # `from boardside import VERSION`: a name, not a module
            target = imported.split(".")[0]
        assert target == part or target in ARROWS[part], (
            f"{module} imports {imported}: no arrow {part} -> {target}"
        )


def test_only_the_command_line_imports_the_extras() -> None:
    extras = {part for part in ARROWS if part.startswith("host_tools.integrations.")}
    assert {part for part, targets in ARROWS.items() if targets & extras} == {"host_tools.cli"}
    for name, (module, _function, _panel) in {**COMMANDS, **DEV}.items():
        assert part_of(module) in ARROWS["host_tools.cli"], f"{name}: {module}"


@pytest.mark.parametrize("scope", sorted({part_of(module) for module, _ in modules()}))
def test_no_module_needs_itself(scope: str) -> None:
    """Not through whatever others, and not by an import inside a function either. What only the type checker
    imports does not count.
    """
    circle = circle_in(scope, modules())
    assert not circle, f"these import each other: {' -> '.join(circle)}"


def test_no_module_of_the_table_needs_itself_not_even_for_the_type_checker() -> None:
    circle = circle_in("boardside.table", modules(), only_running=False)
    assert not circle, f"these import each other: {' -> '.join(circle)}"


def layer_of(module: str) -> str:
    """The layer of a module of the table."""
    name = module.split(".")[2] if module.count(".") > 1 else ""
    return "words" if name in WORDS else name


def test_the_table_is_in_layers() -> None:
    for module, targets in imports_within("boardside.table", modules(), only_running=False).items():
        layer = layer_of(module)
        assert layer in TABLE_LAYERS, f"{module} is in no layer of the table"
        for target in targets:
            other = layer_of(target)
            arrow = f"{module} imports {target}: {layer} -> {other}"
            assert other == layer or other in TABLE_LAYERS[layer], arrow
            assert (layer, other) != ("show", "core") or target in SHOW_READS, arrow


def test_the_check_sees_a_circle_and_passes_over_type_checking(tmp_path: Path) -> None:
    sources = {
        "a": "from . import b",
        "b": "def late():\n    from .c import name",
        "c": "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from . import a",
    }
    files = []
    for name, text in sources.items():
        (tmp_path / f"{name}.py").write_text(text)
        files.append((f"part.{name}", tmp_path / f"{name}.py"))
    assert circle_in("part", files) == []
    assert circle_in("part", files, only_running=False) == ["part.a", "part.b", "part.c", "part.a"]
    (tmp_path / "c.py").write_text("from .a import other")
    assert circle_in("part", files) == ["part.a", "part.b", "part.c", "part.a"]


def inner_imports(imported: set[str]) -> list[str]:
    """The imported names that are inner parts of a library of `INNER_PARTS`."""
    return sorted(
        name
        for name in imported
        if (library := name.partition(".")[0]) in INNER_PARTS
        and (
            any(f"{name}.".startswith(f"{inner}.") for inner in INNER_PARTS[library])
            or any(part.startswith("_") for part in name.split("."))
        )
    )


def test_libraries_are_used_by_their_public_parts() -> None:
    inner = {
        module: inner_imports(imports_of(path, module))
        for module, path in modules()
        if module.startswith("host_tools")
    }
    assert {module: names for module, names in inner.items() if names} == {}


def test_the_check_sees_inner_parts_of_a_library() -> None:
    public = {"uvicorn.Config", "uvicorn.middleware.proxy_headers.ProxyHeadersMiddleware"}
    inner = {"uvicorn._types.ASGI3Application", "uvicorn.protocols.http.h11_impl.H11Protocol"}
    assert inner_imports(public | inner) == sorted(inner)


def parsers_in(text: str) -> set[str]:
    """The parsers of PARSERS that a module names."""
    names = {ast.unparse(node) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)}
    return {
        name
        for name in names
        if any(name == each or (each[-1] == "." and name.startswith(each)) for each in PARSERS)
    }


def test_what_came_from_outside_is_read_with_bounds() -> None:
    parsers_of = {
        module: parsers
        for module, path in modules()
        if module.startswith("host_tools.")
        and not module.startswith(READERS)
        and (parsers := parsers_in(path.read_text(encoding="utf-8")))
    }
    free = {module for module in parsers_of if not module.startswith(OWN_PARTS)}
    assert free == OWN_TEXTS, "read it with host_tools.outside, or say here whose text it is"


@pytest.mark.parametrize("package", LAYERED)
def test_a_module_imports_only_what_lies_below_it(package: str) -> None:
    order = LAYERED[package]
    imports = {
        module: imports_of(path, module) for module, path in modules() if module.startswith(package + ".")
    }
    depth = package.count(".") + 2
    places = {".".join(module.split(".")[:depth]) for module in imports} - {package}
    assert places == {f"{package}.{name}" for name in order}, "each room or module has its place"
    assert against_layers(package, order, imports) == []


def test_the_layers_see_an_import_upwards_and_a_circle() -> None:
    imports = {"p.a": {"p.b.name"}, "p.b": {"p.a.name"}, "p.c": {"p.a.name", "p.b"}}
    assert against_layers("p", ("a", "b", "c"), imports) == ["p.a -> p.b.name"]
    assert against_layers("p", ("c", "b", "a"), imports) == [
        "p.b -> p.a.name",
        "p.c -> p.a.name",
        "p.c -> p.b",
    ]


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
