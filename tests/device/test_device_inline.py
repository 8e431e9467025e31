"""What the compiler gets does what the sources do, with constants in their places."""

import ast
import builtins
import symtable
import textwrap

import pytest

from host_tools.device.build import LOADER
from host_tools.device.inline import inlined
from tests.compiled import Program, program_once


def shrunk(**modules: str) -> dict[str, str]:
    """Modules of a package `p`, by name, with values in the place of names."""
    sources = {f"p/{name}.py": textwrap.dedent(text).lstrip() for name, text in modules.items()}
    return {path[2:-3]: text for path, text in inlined({"p/__init__.py": "", **sources}).items()}


def test_a_constant_stands_where_it_is_used() -> None:
    text = shrunk(a="MOST_MS = 5 * 1000\nLEAST = -1\n\ndef f(x):\n    return LEAST < x < MOST_MS\n")["a"]
    assert text == "\n\n\ndef f(x):\n    return (-1) < x < 5000\n"


def test_constants_of_one_line_stand_where_they_are_used() -> None:
    made = shrunk(
        a="OFF, ON = range(2)\nA, B = 4, 1 << 3\n\ndef f():\n    return OFF, ON, A, B\n",
        b="from .c import LOW, HIGH\nprint(LOW, HIGH)\n",
        c="LOW, HIGH = range(5, 7)\nNAME, SIZE = 'n', 8\nprint(SIZE)\n",
    )
    assert made["a"] == "\n\n\ndef f():\n    return 0, 1, 4, 8\n"
    assert made["b"] == "pass\nprint(5, 6)\n"
    assert made["c"] == "\nNAME, SIZE = 'n', 8\nprint(8)\n"


def test_a_constant_of_another_module_is_not_imported() -> None:
    made = shrunk(
        a="SIZE = 8\nNAME = 'n'\n",
        b="from .a import NAME, SIZE\n\ndef f():\n    return NAME * SIZE\n",
        c="from . import a\n\ndef f():\n    return a.SIZE, a.NAME\n",
        d="from .a import SIZE as WIDTH\nX = bytes(WIDTH)\n",
    )
    assert made["a"] == "\nNAME = 'n'\n"
    assert made["b"] == "from .a import NAME\n\ndef f():\n    return NAME * 8\n"
    assert made["c"] == "from . import a\n\ndef f():\n    return 8, a.NAME\n"
    assert made["d"] == "pass\nX = bytes(8)\n"


@pytest.mark.parametrize(
    "text",
    [
        "SIZE = 8\n\ndef f():\n    global SIZE\n    SIZE = 9\n",
        "SIZE = 8\nSIZE = 9\nprint(SIZE)\n",
        "SIZE = 8\n\ndef f(SIZE):\n    return SIZE\n",
        "SIZE = 8\nprint(dict(SIZE=SIZE))\n",
        "SIZE = 8\nfor SIZE in (1, 2):\n    print(SIZE)\n",
        "SIZE = 1 << 40\nprint(SIZE)\n",
        "SIZE = len('a')\nprint(SIZE)\n",
        "LOW, HIGH = range(len('ab'))\nprint(LOW, HIGH)\n",
        "LOW, HIGH = range(3)\nprint(LOW, HIGH)\n",
        "SIZE = 8\nprint(f'{SIZE}')\n",
    ],
)
def test_what_is_not_surely_constant_is_left_alone(text: str) -> None:
    assert shrunk(a=text)["a"] == text


def test_a_name_that_may_be_asked_for_stays_one() -> None:
    made = shrunk(a="ONE = 1\nTWO = 2\nTHREE = 3\n", b="def f(m):\n    return m.ONE, getattr(m, 'TWO')\n")
    assert made["a"] == "ONE = 1\nTWO = 2\n\n"


def test_a_name_bound_twice_where_it_is_imported_is_imported() -> None:
    made = shrunk(a="SIZE = 8\n", b="from .a import SIZE\nSIZE = SIZE + 1\n")
    assert made["a"] == "SIZE = 8\n"
    assert made["b"] == "from .a import SIZE\nSIZE = SIZE + 1\n"


def test_a_constant_that_is_handed_on_is_found_where_it_comes_from() -> None:
    made = shrunk(
        a="SIZE = 8\nMOST = 9\n",
        b="from .a import MOST, SIZE\n\n__all__ = ('MOST',)\n",
        c="from .b import MOST, SIZE\nprint(SIZE, MOST)\n",
    )
    assert made["a"] == "\nMOST = 9\n"
    assert made["b"] == "from .a import MOST\n\n__all__ = ('MOST',)\n"
    assert made["c"] == "from .b import MOST\nprint(8, 9)\n"


@pytest.fixture(scope="module")
def firmware(tmp_path_factory: pytest.TempPathFactory) -> Program:
    made = program_once(tmp_path_factory)
    del made[LOADER]
    return made


def test_everything_that_is_imported_within_the_firmware_is_there(firmware: dict[str, str]) -> None:
    bound = {
        path: set(symtable.symtable(text, path, "exec").get_identifiers()) for path, text in firmware.items()
    }
    for path, text in firmware.items():
        package = path.split("/")[:-1]
        for node in ast.walk(ast.parse(text, path)):
            if not isinstance(node, ast.ImportFrom):
                continue
            parts = package[: len(package) + 1 - node.level] if node.level else []
            parts = [*parts, *(node.module or "").split(".")] if node.module else parts
            if parts[0] != "boardside":
                continue
            source = "/".join(parts)
            names = bound.get(source + ".py") or bound.get(source + "/__init__.py")
            for alias in node.names:
                is_module = {f"{source}/{alias.name}.py", f"{source}/{alias.name}/__init__.py"} & set(
                    firmware
                )
                assert is_module or (names is not None and alias.name in names), (path, source, alias.name)


def lost(path: str, table: symtable.SymbolTable, known_names: set[str]) -> list[str]:
    """Names that are asked of the module or the language and are in neither."""
    clashes = [
        f"{path}: {symbol.get_name()}"
        for symbol in table.get_symbols()
        if symbol.is_referenced()
        and (symbol.is_global() or (table.get_type() == "module" and not symbol.is_assigned()))
        and symbol.get_name() not in known_names
        and not hasattr(builtins, symbol.get_name())
    ]
    return clashes + [name for child in table.get_children() for name in lost(path, child, known_names)]


class _Bare(ast.NodeTransformer):
    """Without annotations: MicroPython reads none, and Python 3.14 makes names of its own for them."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        return ast.Pass() if node.value is None else ast.Assign([node.target], self.visit(node.value))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node


def test_no_name_is_lost(firmware: dict[str, str]) -> None:
    missing = []
    for path, text in firmware.items():
        tree = ast.fix_missing_locations(_Bare().visit(ast.parse(text, path)))
        table = symtable.symtable(ast.unparse(tree), path, "exec")
        known_names = {
            symbol.get_name()
            for symbol in table.get_symbols()
            if symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()
        }
        missing += lost(path, table, known_names)
    assert not missing


def test_what_the_type_checker_reads_goes_and_lines_stay() -> None:
    made = shrunk(
        a="""
        TYPE_CHECKING = False
        if TYPE_CHECKING:
            from typing import Any

            Event = dict[str, Any]

        def f(x: "Event") -> None:
            raise ValueError
        """,
        b="TYPE_CHECKING = False\nif TYPE_CHECKING:\n    A = 1\nelse:\n    A = 2\n",
    )
    assert made["a"].split("\n")[6:8] == ['def f(x: "Event") -> None:', "    raise ValueError"]
    assert "TYPE_CHECKING" not in made["a"]
    assert "TYPE_CHECKING = False\nif TYPE_CHECKING" in made["b"]


def test_a_dotted_path_is_imported_by_its_whole_name() -> None:
    made = inlined(
        {
            "p/__init__.py": "",
            "p/a/__init__.py": "",
            "p/a/b.py": "B = 1\nC = 'c'\n",
            "p/d/__init__.py": "from ..a.b import B, C\n",
            "p/d/e.py": "def f():\n    from ..a.b import (\n        C,\n    )\n    return C\n",
        }
    )
    assert made["p/d/__init__.py"] == "from p.a.b import C\n"
    assert made["p/d/e.py"] == "def f():\n    from p.a.b import (\n        C,\n    )\n    return C\n"


def test_an_error_names_its_file() -> None:
    with pytest.raises(SyntaxError) as caught:
        inlined({"p/a.py": "def broken(:\n"})
    assert caught.value.filename == "p/a.py"
