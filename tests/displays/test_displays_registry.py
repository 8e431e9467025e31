"""Each display and panel that arrangement.py names is complete: firmware, simulator, page and example."""

import ast
import re
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from boardside import arrangement, pins
from boardside.app.buses import Buses
from boardside.faces.back import Back
from boardside.table import DARK, LIT, SHOW
from boardside.table.show.screens import Screen
from host_tools.simulator.chips import solder

ROOT = Path(__file__).resolve().parent.parent.parent
GPIOS = {value for name, value in vars(pins).items() if isinstance(value, int) and name.isupper()}
BUSES = ("spi", "i2c", "")


@pytest.mark.parametrize("name", arrangement.DISPLAYS)
def test_a_display_tells_what_it_is_and_has_a_model_to_be_simulated_with(name: str) -> None:
    made = arrangement.display(name)
    assert made.SAYS
    assert made.BUS in BUSES
    assert hasattr(made, "ROWS") != hasattr(made, "PIXELS"), "it is of digits, or an e-paper"
    assert {gpio for _, gpio in made.gpios([name])} <= GPIOS
    assert callable(made.face)
    assert callable(solder.DISPLAYS[name])


class Device:
    """A pin, a bus or a PWM of `machine`, with nothing connected: reads are 0, writes go nowhere."""

    IN = OUT = OPEN_DRAIN = PULL_UP = 0

    def __init__(self, *_args: object, **_kwargs: object) -> None: ...

    def value(self, _level: int = 0) -> int:
        return 0

    def write(self, _buffer: bytes) -> None: ...

    def writeto(self, _address: int, _buffer: bytes) -> None: ...

    def duty_u16(self, _duty: int) -> None: ...


@pytest.fixture
def bare_chip(monkeypatch: pytest.MonkeyPatch) -> None:
    """MicroPython's `machine` and its functions in `time`, on a chip with nothing connected."""
    machine = SimpleNamespace(Pin=Device, SPI=Device, I2C=Device, PWM=Device)
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.setattr(time, "ticks_diff", lambda end, start: end - start, raising=False)
    monkeypatch.setattr(time, "ticks_us", lambda: 0, raising=False)
    monkeypatch.setattr(time, "sleep_us", lambda _us: None, raising=False)


def used_by_front() -> set[str]:
    """The attributes of a face that app/front.py uses."""
    tree = ast.parse((ROOT / "firmware/boardside/app/front.py").read_text(encoding="utf-8"))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return {node.attr for node in nodes if ast.unparse(node.value) in ("face", "self._faces[index]")}


@pytest.mark.usefixtures("bare_chip")
@pytest.mark.parametrize("name", arrangement.DISPLAYS)
def test_the_face_of_a_display_can_be_made_and_does_what_the_front_asks_of_it(name: str) -> None:
    """`face` imports what it needs when it is called, so a wrong name there is found only by a call."""
    made = arrangement.display(name).face([name], Buses())
    for face in (made, Back(made)):
        used_names = used_by_front() if face.has_steps else used_by_front() - {"tick"}
        assert {used for used in used_names if not hasattr(face, used)} == set()
        face.show(Screen(0), 0)
        if face.has_steps:
            face.tick(10)
        face.brightness(7)
        for picture in (LIT, DARK, SHOW):
            face.test(picture)
        face.heal()
        assert face.answers in (True, False)


def test_what_the_front_uses_of_a_face_is_found() -> None:
    assert used_by_front() == {"answers", "brightness", "has_steps", "heal", "show", "test", "tick"}


def test_words_are_loaded_where_a_display_can_show_them() -> None:
    assert arrangement.shows_lines(["epd42"])
    assert arrangement.shows_lines(["max7219", "epd29" + arrangement.BACK])
    assert not arrangement.shows_lines(["max7219", "tm1637" + arrangement.BACK])
    assert not arrangement.shows_lines([])


@pytest.mark.parametrize("name", arrangement.PANELS)
def test_a_panel_tells_where_it_is_and_has_a_model_to_be_simulated_with(name: str) -> None:
    made = arrangement.panel(name)
    assert made.BUS in BUSES
    assert {gpio for _, gpio in made.gpios()} <= GPIOS | {gpio for _, gpio in pins.KEYS}
    assert callable(made.source)
    assert callable(solder.PANELS[name])


def test_what_draws_displays_in_the_browser_names_none_of_them() -> None:
    script = (ROOT / "host_tools/web/static/panel/displays.js").read_text(encoding="utf-8")
    words = set(re.findall(r"[a-z0-9]+", script)) - {"digits"}  # also the script that draws segments
    assert words.isdisjoint(arrangement.DISPLAYS)


def test_no_module_lies_beside_the_registry() -> None:
    for folder, names in (("displays", arrangement.DISPLAYS), ("panels", arrangement.PANELS)):
        modules = {file.stem for file in (ROOT / "firmware/boardside" / folder).glob("*.py")}
        assert modules - {"__init__", "epaper"} == set(names), folder
    assert set(solder.DISPLAYS) == set(arrangement.DISPLAYS)
    assert set(solder.PANELS) == set(arrangement.PANELS)


PAGE = (ROOT / "docs" / "builder" / "displays.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_every_display_is_named_and_its_gpios_are_those_of_pins() -> None:
    for name in arrangement.DISPLAYS:
        assert f"`{name}`" in section("Choose"), name
    wires = set(re.findall(r"\d+", section("Wire")))
    for name in (
        "DISPLAY_DIN",
        "DISPLAY_CLK",
        "DISPLAY_CS",
        "DIGITS_OE",
        "BOOST_EN",
        "TM1637_CLK",
        "TM1637_DIO",
    ):
        assert str(getattr(pins, name)) in wires, name


def test_the_example_of_a_new_display_runs_and_its_model_hears_it() -> None:
    class I2c:
        """The bus of both: what the driver writes reaches the chip at that address."""

        def __init__(self) -> None:
            self.chips: dict[int, Any] = {}

        def attach(self, address: int, chip: Any) -> None:
            self.chips[address] = chip

        def writeto(self, address: int, buffer: bytes) -> int:
            written: int = self.chips[address].write(buffer)
            return written

    module, model = re.findall(r"```python\n(.*?)```", section("Add a display"), re.DOTALL)
    display: dict[str, Any] = {"__package__": "boardside.displays"}
    chips: dict[str, Any] = {"__package__": "host_tools.simulator.chips"}
    exec(module, display)
    exec(model, chips)
    wrong: list[str] = []
    bus = I2c()
    board = SimpleNamespace(i2c=bus, note=wrong.append, teller=lambda index, places: None)
    chip = chips["clock71"](board, 0)
    face = display["face"]((), SimpleNamespace(i2c=lambda: bus))
    face.test(LIT)
    assert (chip.lit, wrong) == (b"\xff" * 4, [])
