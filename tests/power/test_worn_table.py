"""Each task hangs in turn, and the table as a whole: the watchdog restarts it."""

import asyncio
from pathlib import Path

import pytest
from hall import hall
from rich.console import Console
from system_hall import A_WINS, FAST, NEW_MATCH, press, shows

from host_tools.collector import status_report
from host_tools.collector.status_report import HallReport
from host_tools.simulator import flash_image
from host_tools.simulator.process import FIRMWARE, Options, SimulatorError
from host_tools.simulator.table import SimTable
from host_tools.store import Store

# The real firmware, with one task of it replaced and shorter times: a real table takes 15 s.
MAIN = """
import asyncio
from boardside.app import hardware, supervisor

hardware.WATCHDOG_MS = 3000
add = supervisor.Supervisor.add


async def hang(check_in):
    check_in()
    {hang}


def add_hanging(self, name, work, limit_ms=0, is_essential=False):
    return add(self, name, hang if name == "{task}" else work, 1500, is_essential)


supervisor.Supervisor.add = add_hanging
from boardside.app.start import start

start()
"""
SLEEPING = "await asyncio.sleep_ms(1_000_000)"
SPINNING = "while True: pass"


@pytest.mark.parametrize(
    ("task", "hang"),
    [
        ("play", SLEEPING),
        *[pytest.param(task, SLEEPING, marks=pytest.mark.slow) for task in ("upkeep", "serial")],
        *[pytest.param(task, SLEEPING, marks=pytest.mark.slow) for task in ("wifi", "tcp")],
        pytest.param("upkeep", SPINNING, marks=pytest.mark.slow),
    ],
)
async def test_the_watchdog_bites(task: str, hang: str, tmp_path: Path) -> None:
    firmware = tmp_path / "firmware"
    firmware.mkdir()
    (firmware / "main.py").write_text(MAIN.format(task=task, hang=hang), encoding="utf-8")
    (firmware / "boardside").symlink_to(FIRMWARE / "boardside")

    collector = ("127.0.0.1", 9) if task in ("wifi", "tcp") else None
    options = Options(firmware=firmware).fast()
    async with SimTable(7, tmp_path / "table", collector=collector, options=options) as table:
        await table.wait_for(lambda t: b"started: watchdog, failed in a row: 1" in t.log)
        assert b"started: power_on" in table.log
        if hang == SLEEPING:
            await table.wait_for(lambda t: b"task %s: no sign of life" % task.encode() in t.log)


# A simulated table whose file system has no byte left: the match goes on and is whole after a power cut,
# its host gets everything, and what needs the file system is refused in words.

LONG = "x" * 5000


def fill(image: Path) -> None:
    """Large files, then small ones, until nothing more fits."""
    for size, name in ((4000, "filler"), (200, "f"), (1, "g")):
        with pytest.raises(SimulatorError):
            flash_image.write(image, {f"{name}{number}": "x" * size for number in range(500)})


@pytest.mark.slow
async def test_the_match_is_whole_and_its_host_gets_it(tmp_path: Path) -> None:
    config = {"sounds": {"note": LONG}}  # too long for the room that a folder has in itself
    async with hall(tmp_path) as host:
        collector = ("127.0.0.1", host.port)
        async with SimTable(3, tmp_path / "t", options=FAST, collector=collector, config=config) as table:
            await press(table, NEW_MATCH)
            await table.power_off()
            await asyncio.to_thread(fill, table.image)
            before = await asyncio.to_thread(flash_image.read, table.image)
            await table.power_on()
            await press(table, A_WINS)
            await shows(table, 5, 0)
            await table.power_off()
            assert await asyncio.to_thread(flash_image.read, table.image) == before
            await table.power_on()
            await shows(table, 5, 0)
            await host.view(3, lambda view: bool(view["points"]["a"] == 5))
            assert table.observed.errors == []


# `boardside status` shows the battery of a table, and what failed on it.


def hall_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, status: object) -> HallReport:
    store = Store.open(f"sqlite:///{tmp_path}/hall.db")
    row = {
        "table_no": 3,
        "name": "Table 3",
        "link": "up",
        "heard_at": 0,
        "transport": "tcp",
        "port": "",
        "keyed": True,
        "firmware": "0.1.0",
        "journal": "9f03bd21",
        "pending": 0,
        "problem": None,
        "status": status,
    }
    monkeypatch.setattr(store, "tables", lambda: [row])
    return status_report.gather(store)


def drawn(report: HallReport) -> str:
    console = Console(width=200, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    status_report.draw(report, console)
    return console.export_text()


def test_battery_and_failure_are_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    status = {"battery": {"mv": 3956, "percent": 82, "hours": 31}, "problem": "task upkeep: OSError: 5"}
    report = hall_with(monkeypatch, tmp_path, status)
    assert "battery 82% 31 h" in drawn(report)
    assert "Table 3: task upkeep: OSError: 5" in status_report.remarks(report)


@pytest.mark.parametrize("battery", [None, 7, {}, {"mv": "x", "percent": 3}, {"percent": 3}])
def test_what_is_no_battery_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, battery: object) -> None:
    report = hall_with(monkeypatch, tmp_path, {"battery": battery, "problem": 5})
    assert "battery" not in drawn(report)
    assert status_report.remarks(report)[:1] != ["Table 3: 5"]


def test_unknown_hours_are_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    report = hall_with(monkeypatch, tmp_path, {"battery": {"mv": 3300, "percent": 10, "hours": None}})
    assert "battery 10%" in drawn(report)
    assert " h" not in drawn(report).split("battery 10%")[1].splitlines()[0]
