"""`boardside status` shows the battery of a table, and what failed on it."""

from pathlib import Path

import pytest
from rich.console import Console

from host_tools.collector import status_report
from host_tools.collector.status_report import HallReport
from host_tools.store import Store


def hall(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, status: object) -> HallReport:
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
    report = hall(monkeypatch, tmp_path, status)
    assert "battery 82% 31 h" in drawn(report)
    assert "Table 3: task upkeep: OSError: 5" in status_report.remarks(report)


@pytest.mark.parametrize("battery", [None, 7, {}, {"mv": "x", "percent": 3}, {"percent": 3}])
def test_what_is_no_battery_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, battery: object) -> None:
    report = hall(monkeypatch, tmp_path, {"battery": battery, "problem": 5})
    assert "battery" not in drawn(report)
    assert status_report.remarks(report)[:1] != ["Table 3: 5"]


def test_unknown_hours_are_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    report = hall(monkeypatch, tmp_path, {"battery": {"mv": 3300, "percent": 10, "hours": None}})
    assert "battery 10%" in drawn(report)
    assert " h" not in drawn(report).split("battery 10%")[1].splitlines()[0]
