"""A database of an earlier version takes a whole tournament, by command, beside what it has."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest
from desk_hall import Hall
from desk_line import Line

from host_tools.store import Store
from host_tools.store.wall_clock import now_ms

pytestmark = pytest.mark.usefixtures("clock_at_noon")

STORE_TESTS = Path(__file__).resolve().parents[1] / "store"


def maker(version: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """tests/store/version1.py, version2.py or version3.py, which makes a database of that version."""
    monkeypatch.syspath_prepend(str(STORE_TESTS))
    return importlib.import_module(version)


@pytest.mark.parametrize("version", ["version1", "version2"])
def test_a_tournament_is_played_on_a_database_of(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Line(tmp_path)
    before = maker(version, monkeypatch).make(line.url)
    (tmp_path / "list.csv").write_text("name\nAsha\nBela\nChitra\nDev\n", encoding="utf-8")
    line.ok("tournament", "new", "open", "Spring Open", "--ruleset", "vkk")
    line.ok(
        "event", "add", "ms", "Men's Singles", "--stage", "groups:size=2,advance=1", "--stage", "knockout"
    )
    line.ok("entries", "import", str(tmp_path / "list.csv"))
    line.ok("draw", "--seed", "K7QM-3XWD")
    store = Store.open(line.url)
    hall = Hall(store, at=now_ms())
    known = len(store.matches())
    for _ in range(3):
        [called] = line.json("call", "--next", "--table", "1")
        hall.take()
        hall.win(1, "a")
        assert called["id"] in {match["id"] for match in line.json("matches", "--state", "done")}
    known_result = next(row for row in line.json("matches") if row["id"] == "open-ms-2-1-1")["result_version"]
    line.ok("result", "ms-2-1-1", "20-25", "--known", known_result, "--reason", "sides mixed up")
    assert line.json("tournament", "show")["events"][0]["state"] == "done"
    assert [place["place"] for place in line.json("standings")["groups"]["0"]] == [1, 2]
    assert "20-25" in line.ok("matches")
    assert len(store.matches()) == known + 3
    assert known == len(before["matches"]) > 0
    store.close()
