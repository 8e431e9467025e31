"""Modules merged into bundles: the program does what it did as separate files."""

import ast
import builtins
import subprocess
import symtable
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.device import merge as merging
from host_tools.device.merge import MergeError, merge
from tests.compiled import lines_once, program_once

LATE = ("boardside.arrangement", "boardside.app.displays", "boardside.displays.", "boardside.panels.",
        "boardside.table.menu.", "boardside.table.crokinole.", "boardside.update.")  # fmt: skip
"""What is forgotten after use, or loaded when it is first wanted."""


START = "def start():\n    from . import device\nstart()\n"


def said(tmp_path: Path, modules: dict[str, str]) -> list[str]:
    """What MicroPython prints for `boardside.app.device` with these modules; the same without merging."""
    sources = {f"boardside/{path}.py": text for path, text in {**modules, "app/start": START}.items()}
    merged = merge(sources)
    assert merged.lines, "nothing was merged"
    outputs = [_run(tmp_path / "apart", sources), _run(tmp_path / "merged", merged.texts)]
    assert outputs[0] == outputs[1]
    return outputs[0].split()


def _run(folder: Path, texts: dict[str, str], then: str = "") -> str:
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    micropython = Path(sysconfig.get_path("scripts")) / "micropython"
    command = [str(micropython), "-c", "import boardside.app.start\n" + then]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


CASES = {
    "two modules use a name for two things": (
        {"one": "_N = [1]\ndef f():\n    return _N[0]\n", "two": "_N = [2]\ndef f():\n    return _N[0]\n"},
        "from ..one import f\nfrom ..two import f as g\nprint(f(), g())\n",
        "1 2",
    ),
    "parameters, local variables and comprehensions hide a name": (
        {"one": "def step():\n    return 1\n"},
        "from .. import one\ndef a(step):\n    return step + one.step()\n"
        "def b():\n    step = 10\n    return [step + one.step() for step in (step, 20)]\n"
        "print(a(4), b()[1])\n",
        "5 21",
    ),
    "a class binds the name that it reads": (
        {"one": "def begin():\n    return 3\n"},
        "from .. import one as begin\nclass C:\n    begin = begin.begin\nprint(C.begin())\n",
        "3",
    ),
    "a method does not see its class's names": (
        {"one": "x = 1\n"},
        "from ..one import x as y\nclass C:\n    y = 5\n    def f(self):\n        return y\n"
        "print(C().f(), C.y)\n",
        "1 5",
    ),
    "a function changes a name of its module": (
        {"one": "n = 0\ndef f():\n    global n\n    n += 1\n    return n\n", "two": "n = 7\n"},
        "from ..one import f\nfrom ..two import n\nf()\nprint(f(), n)\n",
        "2 7",
    ),
    "a function changes a name that its bundle had to change": (
        {"one": "n = 7\n", "two": "n = 0\ndef f():\n    global n\n    n += 1\n    return n\n"},
        "from ..one import n\nfrom ..two import f\nf()\nprint(f(), n)\n",
        "2 7",
    ),
    "a name is global inside a function that has one of its own": (
        {
            "one": "n = 7\n",
            "two": "n = 0\ndef f():\n    n = 5\n    def g():\n        global n\n        n += 1\n"
            "        return n\n    return g() * 10 + n\n",
        },
        "from ..one import n\nfrom .. import two\nprint(two.f(), two.n, n)\n",
        "15 1 7",
    ),
    "a function imports for its module": (
        {"one": "def f():\n    return 4\n"},
        "f = None\ndef g():\n    global f\n    from ..one import f\ng()\nprint(f())\n",
        "4",
    ),
    "a name that is imported changes": (
        {"one": "def f():\n    return 1\n"},
        "from ..one import f\ndef g():\n    global f\n    f = 2\nprint(f())\ng()\nprint(f)\n",
        "1 2",
    ),
    "a function imports what is merged": (
        {"one": "def f():\n    return 4\n"},
        "from .. import one\ndef g():\n    from ..one import f as h\n    return h() + one.f()\nprint(g())\n",
        "8",
    ),
    "a name of one module is a built-in for another": (
        {"one": "def min(a):\n    return 'own'\n"},
        "from .. import one\nprint(min(3, 2), one.min(1))\n",
        "2 own",
    ),
    "a name is passed by keyword": (
        {"one": "width = 6\n", "two": "width = 7\ndef f(width):\n    return width\n"},
        "from ..one import width\nfrom ..two import f\nfrom .. import two\n"
        "print(f(width=width), two.width)\n",
        "6 7",
    ),
    "an import has a substitute": (
        {"one": "try:\n    from nowhere import f\nexcept ImportError:\n    def f():\n        return 9\n"},
        "from ..one import f\nprint(f())\n",
        "9",
    ),
    "a package passes on what its modules define": (
        {
            "one/__init__": "from .two import f as g\nfrom . import two\n",
            "one/two": "def f():\n    return 2\n",
        },
        "from ..one import g\nfrom .. import one\nprint(g(), one.two.f() if 0 else 2)\n",
        "2 2",
    ),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("largest", [merging.LARGEST, 1], ids=["one bundle", "many bundles"])
def test_it_does_what_it_did_when(
    case: str, largest: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merging, "LARGEST", largest)
    modules, device, printed = CASES[case]
    assert said(tmp_path, {**modules, "app/device": device}) == printed.split()


def test_a_module_that_is_loaded_late_imports_from_the_bundle(tmp_path: Path) -> None:
    late = "from .one import f\nfrom . import two\nprint(f(), two.f())\n"
    modules = {"one": "def f():\n    return 1\n", "two": "def f():\n    return 2\n", "late": late}
    device = "from .. import one, two\ndef g():\n    from .. import late\ng()\n"
    assert said(tmp_path, {**modules, "app/device": device}) == ["1", "2"]


def test_a_merged_module_used_as_a_value_is_refused() -> None:
    sources = {"boardside/one.py": "x = 1\n", "boardside/app/device.py": "from .. import one\nprint(one)\n"}
    with pytest.raises(MergeError, match=r"boardside\.app\.device, line 2: one is used as a value"):
        merge(sources)


@pytest.mark.parametrize("asks", ["from ..one import x\n    x = 2", "from .. import one\n    one = 2"])
def test_what_a_function_imports_and_binds_again_is_refused(asks: str) -> None:
    sources = {
        "boardside/one.py": "x = 1\n",
        "boardside/app/device.py": f"from ..one import x\ndef g():\n    {asks}\n",
    }
    with pytest.raises(MergeError, match=r"boardside\.app\.device, line 3: (x|one) is bound twice"):
        merge(sources)


def test_a_bundle_that_asks_for_what_a_later_one_has_is_refused() -> None:
    sources = {
        "boardside/two.py": "def f():\n    return 1\n",
        "boardside/app/services.py": "from ..two import f\n",
        "boardside/app/device.py": "def g():\n    from ..two import f\n    return f()\n",
    }
    with pytest.raises(MergeError, match=r"boardside\.play1 asks for boardside\.two\.f.*boardside\.play2"):
        merge(sources)


def test_a_merged_module_is_still_found_by_its_old_path(tmp_path: Path) -> None:
    sources = {
        "boardside/one.py": "x = 'public'\n_y = 'private'\n",
        "boardside/app/start.py": START,
        "boardside/app/device.py": "from ..one import x, _y\nprint(x, _y)\n",
    }
    merged = merge(sources)
    bundle, names = merged.merged["boardside/one.py"]
    old = merging.shim(bundle, names)
    assert "_y" not in old
    asks = "from boardside.one import x\nprint('the same', x)\n"
    assert _run(tmp_path, {**merged.texts, "boardside/one.py": old}, asks).split() == [
        *("public", "private", "the", "same", "public")
    ]
    assert merging.shim(bundle, {"_y": "_one_y"}) == "", "nothing public, nothing to find"


def test_what_is_unloaded_or_wanted_late_stays_apart(tmp_path_factory: pytest.TempPathFactory) -> None:
    merged = [module for bundle in lines_once(tmp_path_factory).values() for module in bundle]
    assert len(merged) > 50
    assert not [module for module in merged if (module + ".").startswith(LATE)]
    assert not {"boardside.version", "boardside.app.start", "boardside"} & set(merged)


def test_what_the_score_does_not_wait_for_has_bundles_of_its_own(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    bundles = {path: set(modules) for path, modules in lines_once(tmp_path_factory).items()}
    (score,) = [path for path, modules in bundles.items() if "boardside.app.device" in modules]
    later = {path for path, modules in bundles.items() if "boardside.link.session" in modules}
    assert later
    assert score < min(later), "bundles are numbered in the order in which they are loaded"
    assert "boardside.app.upkeep" not in bundles[score]
    names = [name for path in bundles if path <= score for name in bundles[path]]
    assert not {"boardside.app.links", "boardside.app.updating", "boardside.link.session"} & set(names)


def test_the_map_leads_from_a_bundles_lines_to_the_sources(tmp_path: Path) -> None:
    sources = {
        "boardside/one.py": "# 1\nx = 'one'\n",
        "boardside/app/device.py": "from ..one import x\n# 2\n",
    }
    merged = merge(sources)
    bundle = merged.texts["boardside/play1.py"].split("\n")
    lines = merged.lines["boardside/play1.py"]
    assert bundle[lines["boardside.one"]] == "x = 'one'"
    assert bundle[lines["boardside.app.device"]] == "# 2"
    assert merge(sources) == merged


def test_every_name_in_the_bundles_is_defined(tmp_path_factory: pytest.TempPathFactory) -> None:
    program = program_once(tmp_path_factory)
    for path in lines_once(tmp_path_factory):
        tree = ast.parse(program[path])
        for node in ast.walk(tree):  # as the compiler, which drops annotations
            if isinstance(node, ast.arg):
                node.annotation = None
            elif isinstance(node, ast.AnnAssign):
                node.annotation = ast.Constant(value=0)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                node.returns = None
        table = symtable.symtable(ast.unparse(tree), path, "exec")
        defined = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned()}
        defined |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_imported()}
        assert set(_read_outside(table)) - defined - set(dir(builtins)) == set(), path


def _read_outside(table: symtable.SymbolTable) -> Iterator[str]:
    for symbol in table.get_symbols():
        if symbol.is_global() and symbol.is_referenced():
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _read_outside(inner)
