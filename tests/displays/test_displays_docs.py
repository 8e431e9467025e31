"""docs/builder/displays.md: its examples are what is shown, its GPIOs those of pins.py, its bytes the
drivers'."""

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
PAGES = ROOT / "tests" / "portable" / "displays" / "digit_pages.txt"


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The cells of the lines of tables, without heads' rulers."""
    lines = [line for line in text.splitlines() if line.startswith("|") and not line.startswith("|--")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_every_example_is_shown_in_some_state() -> None:
    written = {cell for line in PAGES.read_text().splitlines() for cell in line.split(" | ")}
    shown = {text.rstrip().replace(":", ".") for text in written}
    count = 0
    for cells in rows(section("What is shown where")):
        if "9.3 s left" in cells[0]:
            continue  # a moment that no state of the list has
        for text in re.findall(r"`([^`]*)`", "|".join(cells[1:])):
            as_read = text.replace("S", "5").replace("O", "0").replace(":", ".").rstrip()
            assert as_read in shown, (cells[0], text)
            count += 1
    assert count > 20


def test_every_display_is_named_and_its_gpios_are_those_of_pins() -> None:
    for name in arrangement.DISPLAYS:
        assert f"`{name}`" in section("Choose"), name
        assert f"`{name}`" in OPTION, name
    wires = section("Wire")
    for text in (
        f"GPIO {pins.DISPLAY_DIN}, {pins.DISPLAY_CLK}, {pins.DISPLAY_CS}",
        f"OE | GPIO {pins.DIGITS_OE}",
        f"enable | GPIO {pins.BOOST_EN}",
        f"CLK, DIO | GPIO {pins.TM1637_CLK}, {pins.TM1637_DIO}",
        f"SDA, SCL | GPIO {pins.I2C_SDA}, {pins.I2C_SCL}",
    ):
        assert text in wires, text


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
    chips: dict[str, Any] = {"__package__": "host_tools.simulator.chips.displays"}
    exec(module, display)
    exec(model, chips)
    wrong: list[str] = []
    bus = I2c()
    board = SimpleNamespace(i2c=bus, note=wrong.append, teller=lambda index, places: None)
    chip = chips["solder"](board, 0)
    face = display["face"]((), SimpleNamespace(i2c=lambda: bus))
    face.test(LIT)
    assert (chip.lit, wrong) == (b"\xff" * 4, [])


def test_the_bytes_of_a_frame_are_those_of_the_bench() -> None:
    from tests.bench import digits

    measured = {
        f.title.split(":")[0]: f for f in digits.run() if f.unit == "bytes" and "on the bus" in f.title
    }
    for cells in rows(section("What a frame costs")):
        figure = measured.pop(cells[0].strip("`"))
        assert (int(cells[2]), int(cells[3])) == (int(figure.value), int(figure.baseline_value)), cells
    assert measured == {}
