"""The names that a module asks for most often come first, and nothing else changes (frequent.py)."""

import ast
import subprocess
import sysconfig
from pathlib import Path

from host_tools.device import build
from host_tools.device.frequent import PLACES, _asked, ordered


def listed(function: str, fields: list[str]) -> str:
    return f"def {function}(here):\n    return [{', '.join('here.' + field for field in fields)}]\n"


SELDOM = listed("each", [f"field_{number}" for number in range(200)])
"""More names than there are short places; each is met once, before what follows."""

OFTEN = listed("total", ["often"] * 300)

TEXT = f'"""What it is for.\n\nTwo lines more.\n"""\n\n{SELDOM}\n{OFTEN}'


def first_names(text: str) -> list[str]:
    """What the first statement of a text names, in its order."""
    loop = ast.parse(text).body[0]
    assert isinstance(loop, ast.While)
    return [node.value.attr for node in loop.body[1:]]  # type: ignore[attr-defined]


def compiled(folder: Path, text: str) -> int:
    target = folder / "module.mpy"
    build.compile_module(build.compiler(), text, target, "boardside/module.py")
    return target.stat().st_size


def test_the_most_frequent_name_comes_first_and_no_line_moves() -> None:
    made = ordered(TEXT)
    assert first_names(made)[0] == "often"
    assert len(first_names(made)) == PLACES
    assert made.split("\n")[4:] == TEXT.split("\n")[4:]


def test_names_that_take_no_place_in_the_table_are_not_counted() -> None:
    text = "def f(given: Kind = one) -> Kind:\n    of = given + of\n    return call(of, far=1, near=' x')\n"
    assert sorted(_asked(ast.parse(text), frozenset())) == ["call", "f", "far", "given", "near", "one"]


def test_a_module_of_few_names_or_without_a_docstring_stays_as_it_is() -> None:
    few = '"""What it is for."""\nfirst = 1\nlast = first\n'
    assert ordered(few) == few
    assert ordered(SELDOM + OFTEN) == SELDOM + OFTEN


def test_frequent_names_take_one_byte_each(tmp_path: Path) -> None:
    assert compiled(tmp_path, ordered(TEXT)) < compiled(tmp_path, TEXT) - 250


def test_the_statement_is_never_reached(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(ordered(TEXT) + "\nprint(callable(total), __name__)\n")
    micropython = Path(sysconfig.get_path("scripts")) / "micropython"
    done = subprocess.run([micropython, tmp_path / "module.py"], capture_output=True, text=True, timeout=20)
    assert done.stdout + done.stderr == "True __main__\n"


def test_the_bundles_of_the_build_are_smaller_by_it(tmp_path: Path) -> None:
    program = build.program()
    bundles = [text for path, text in program.items() if path.startswith("boardside/play")]
    assert len(bundles) > 5
    for text in bundles:
        head, rest = text.split("\n", 1)
        assert head.startswith("while True: break; ")
        assert compiled(tmp_path, text) < compiled(tmp_path, "\n" + rest)
