"""The public programme has the scores of matches in play, and reads no standing again for them."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tournament"))

from desk_hall import Hall, desk_of, event_with

from host_tools.store import Store
from host_tools.tournament import placing
from host_tools.web import fixtures
from host_tools.web.results import Results

pytestmark = pytest.mark.anyio


async def test_a_point_at_a_table_is_in_the_next_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    hall = Hall(store)
    desk = desk_of(hall)
    one = desk.draw(event_with(desk, 2)).fixtures[0]
    desk.call(one, 1)
    hall.take()
    hall.begin(1)
    desk.settle()
    now = 0.0
    results = Results(store, lambda: now)
    first = await results.now()
    assert first is not None
    assert fixtures.match(first.events[0], first.events[0].fixtures[0])["live"] == "0–0"
    monkeypatch.setattr(placing, "of_stage", lambda *_: pytest.fail("the standing was computed again"))
    hall.enter(1, {"kind": "board", "winner": "a", "left": 2, "queen": "a"})
    now += 1_000.0
    second = await results.now()
    assert second is not None
    assert second.revision == first.revision + 1
    assert fixtures.match(second.events[0], second.events[0].fixtures[0])["live"] == "5–0"
    assert second.events[0].standings == first.events[0].standings
    now += 1_000.0
    assert await results.now() is second
    store.close()
