"""Fields and methods get short names, and every object has still what is asked of it (members.py)."""

import ast
import functools
import re
import subprocess
import sysconfig
import textwrap
from pathlib import Path

import pytest

from host_tools.device import board_report, build
from host_tools.device.arguments import anonymous
from host_tools.device.members import _families, short_members, with_members
from tests import bench

FAKES = Path(build.__file__).parents[1] / "simulator" / "chips"
PORT_FAKES = ("esp.py", "esp32.py", "machine.py", "network.py", "time.py")
"""What stands for modules of MicroPython's ESP32 port."""

ON_THE_BUILD = ("counted/probe.py", "heap_match.py", "heap_probe.py")
"""Programs of the benchmark that run with the compiled firmware."""


def members_of(**modules: str) -> dict[str, str]:
    """What changes in modules of a package `p`, by name."""
    return short_members({f"p/{name}.py": textwrap.dedent(text) for name, text in modules.items()})


@functools.cache
def whole() -> tuple[dict[str, str], dict[str, str]]:
    """The firmware's modules as they come to be shortened, and what changes in them."""
    texts = build._texts(build.FIRMWARE)
    loader = texts.pop(build.LOADER)
    plain = anonymous(build._merged(texts).texts)
    return plain, short_members(plain, re.findall(r"\w+", loader))


def attributes(text: str) -> set[str]:
    return {node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)}


BASE = """
class One:
    def __init__(self):
        self.height = 1
    def enter(self):
        return self.height
"""


def test_a_name_changes_wherever_it_is_asked_for() -> None:
    new = members_of(base=BASE)
    assert set(new) == {"height", "enter"}
    assert len(set(new.values())) == 2
    text = "def f(x):\n    return (x\n        .enter() + x.height,\n        'ä', x.height)\n"
    short = with_members(text, new)
    assert short == text.replace("enter", new["enter"]).replace("height", new["height"])


def test_names_of_classes_apart_become_the_same() -> None:
    new = members_of(base=BASE, two="class Two:\n    def leave(self):\n        self.width_px = 2\n")
    assert {new["leave"], new["width_px"]} == {new["enter"], new["height"]}


def test_names_of_a_class_and_of_what_derives_from_it_do_not() -> None:
    two = "from .base import One\nclass Two(One):\n    def leave(self):\n        self.width_px = 2\n"
    three = "from . import two\nclass Three(two.Two):\n    def again(self):\n        pass\n"
    new = members_of(base=BASE, two=two, three=three)
    assert len(set(new.values())) == len(new) == 5


def test_a_field_that_is_set_from_outside_may_be_of_any_class() -> None:
    new = members_of(
        base=BASE,
        two="class Two:\n    def __init__(self):\n        self.beside = 0\n",
        three="def mark(thing):\n    thing.beside = 1\n",
    )
    assert len(set(new.values())) == len(new) == 3


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    return getattr(x, 'height')\n",
        "FIELDS = 'depth height'\n",
        "height = 3\n",
        "def height():\n    pass\n",
        "from .other import height\n",
        "try:\n    height = 3\nexcept OSError:\n    pass\n",
        "class A:\n    height = 3\n",
        "class A:\n    @height.setter\n    def size_px(self, value):\n        pass\n",
        "def f(x):\n    return f'{x.height}'\n",
    ],
)
def test_a_name_stays_when_something_else_may_be_meant(text: str) -> None:
    new = members_of(base=BASE, other=text)
    assert "enter" in new
    assert "height" not in new


def test_a_name_stays_that_the_program_may_put_together() -> None:
    base = "class One:\n    def __init__(self):\n        self.points_left = self.games_won = self.other = 1\n"
    two = (
        "def f(x, side):\n    return getattr(x, 'points_' + side), [y for y in dir(x) if y[-4:] == '_won']\n"
    )
    assert set(members_of(base=base, two=two)) == {"other"}


def test_what_micropython_calls_so_stays() -> None:
    assert not members_of(base="class One:\n    def readinto(self):\n        self.duty_u16 = 3\n")


def test_a_docstring_keeps_no_name() -> None:
    assert "height" in members_of(base=BASE, two='"""The height."""\n')


def test_a_private_name_of_two_modules_changes_and_one_of_a_single_module_is_left_to_others() -> None:
    new = members_of(
        base="class One:\n    def __init__(self):\n        self._here = self._both = 1\n",
        two="class Two:\n    def __init__(self):\n        self._both = 1\n",
    )
    assert set(new) == {"_both"}


def test_a_program_says_the_same_on_micropython(tmp_path: Path) -> None:
    text = BASE + textwrap.dedent(
        """
        class Two(One):
            width_px: int
            def __init__(self):
                One.__init__(self)
                self.width_px = 20
            def enter(self):
                self.width_px += One.enter(self)
                return self.width_px
        class Other:
            def leave(self):
                self.last_one = 7
                return self.last_one
        two = Two()
        print(two.enter(), two.height, Other().leave())
        """
    )
    new = short_members({"whole.py": text})
    assert len(new) == 5
    said = []
    for name, each in (("plain.py", text), ("short.py", with_members(text, new))):
        (tmp_path / name).write_text(each)
        micropython = Path(sysconfig.get_path("scripts")) / "micropython"
        done = subprocess.run([micropython, tmp_path / name], capture_output=True, text=True, timeout=20)
        said.append(done.stdout + done.stderr)
    assert said == ["21 1 7\n"] * 2


def test_no_class_of_the_firmware_loses_a_member() -> None:
    """Two names that became one would be counted once."""
    texts, new = whole()
    before = [ast.parse(text) for text in texts.values()]
    after = [ast.parse(with_members(text, new)) for text in texts.values()]
    sizes = [len(family.names) for family in _families(before)]
    assert sum(sizes) > 1000
    assert [len(family.names) for family in _families(after)] == sizes


def test_the_build_has_the_short_names() -> None:
    _, new = whole()
    # Without the list of names at the head (frequent.py), which has those of arguments as well.
    made = [text[text.startswith("while") and text.index("\n") :] for text in build.program().values()]
    left = {name for text in made for name in attributes(text)} & set(new)
    assert len(new) > 300
    assert not left


@pytest.mark.parametrize("name", PORT_FAKES)
def test_what_the_port_calls_so_stays_in_the_firmware(name: str) -> None:
    """To `PORT` in members.py belongs whatever this names."""
    _, new = whole()
    own = {
        each.name
        for node in ast.walk(ast.parse((FAKES / name).read_text()))
        if isinstance(node, ast.ClassDef | ast.Module)
        for each in node.body
        if isinstance(each, ast.FunctionDef | ast.ClassDef)
    }
    assert not {each for each in own if each[0] != "_"} & set(new)


def test_what_programs_outside_ask_for_stays() -> None:
    """To `KEPT` in members.py belongs whatever this names."""
    _, new = whole()
    folder = Path(bench.__file__).parent
    asked = {name for each in ON_THE_BUILD for name in attributes((folder / each).read_text())}
    asked |= attributes(board_report.SCRIPT)
    assert {"clock_s", "take_sound", "screen"} & asked
    assert not asked & set(new)
