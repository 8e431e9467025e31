"""`boardside status` on a terminal of 80 columns: names as long as people have them, a battery, halls."""

from io import StringIO
from typing import Any

from rich.cells import cell_len
from rich.console import Console

from host_tools.collector import status_report

WIDTH = 80
PAIRS = {
    "a": ["அருண்குமார் சுப்பிரமணியன்", "மீனாட்சி சுந்தரேஸ்வரன்"],
    "b": ["Bartholomew Featherstonehaugh", "Wilhelmina Knickerbocker-Smythe"],
}


def table(number: int, **values: Any) -> dict[str, Any]:
    official = {"games_won": [1, 0], "points": [12, 3]}
    match = {"names": PAIRS, "official": official, "phase": "interval", "agrees": True}
    known = {
        "table": number, "hall": "", "link": "up", "age_ms": 1000, "transport": "serial", "keyed": True,
        "firmware": "0.2.0", "match": match, "pending": 0, "battery": None,
    }  # fmt: skip
    return {**known, **values}


def drawn(*tables: dict[str, Any], width: int = WIDTH) -> str:
    out = Console(width=width, file=StringIO(), highlight=False)
    status_report.draw({"tables": list(tables)}, out)
    return out.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def test_a_full_hall_is_readable_at_80_columns() -> None:
    battery = {"mv": 3700, "percent": 64, "hours": 11, "low": False}
    output = drawn(
        table(1, hall="North"),
        table(12, hall="South hall", battery=battery, pending=3, keyed=False),
        table(3, hall="North", link="down", age_ms=7_300_000, match=None),
    )
    lines = output.splitlines()
    assert max(map(cell_len, lines)) <= WIDTH
    words = output.replace("-Smythe", "- Smythe").split()
    for word in (*" ".join(PAIRS["a"]).split(), "Featherstonehaugh", "Smythe", "battery", "64%", "interval"):
        assert word in words, word
    assert "…" not in output


def test_a_value_that_no_table_has_is_no_column() -> None:
    head = drawn(table(1), table(2)).splitlines()[0].split()
    assert "hall" not in head
    assert "waiting" not in head
    assert "hall" in drawn(table(1, hall="North"), table(2, hall="South"), width=120).splitlines()[0].split()
    assert drawn() == ""
