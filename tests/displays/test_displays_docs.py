"""docs/builder/displays.md names every display and its GPIOs, and its example of a new one runs."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from boardside import arrangement, pins
from boardside.table import LIT

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "builder" / "displays.md").read_text(encoding="utf-8")
SIMULATOR = (ROOT / "docs" / "maintainer" / "simulator.md").read_text(encoding="utf-8")
OPTION = next(line for line in SIMULATOR.splitlines() if line.startswith("| `--display` |"))


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_every_display_is_named_and_its_gpios_are_those_of_pins() -> None:
    for name in arrangement.DISPLAYS:
        assert f"`{name}`" in section("Choose"), name
        assert f"`{name}`" in OPTION, name
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
