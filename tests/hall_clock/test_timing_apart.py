"""Two halls in virtual time: each hall's tables together, the others undisturbed; one is carried over."""

from pathlib import Path

import pytest
from test_timing_hall import MINUTE, fill, heard, off, require_together
from timing_hall import world

from host_tools.tournament.acts.tournament import NewTournament, Set
from host_tools.tournament.desk.desk import Desk


@pytest.mark.slow
def test_each_hall_is_together_and_a_table_that_is_carried_over_joins_in_silence(tmp_path: Path) -> None:
    with world(7, tmp_path, collectors=2) as hall:
        fill(hall, 4)
        desk = Desk(hall.store)
        owner = desk.do(
            Set(hall="North", tables=[1, 2]), desk.do(NewTournament(key="open", name="Open"), None)
        )
        owner = desk.do(Set(hall="South", tables=[3, 4]), owner)
        first, second, third, fourth = hall.tables.values()
        hall.run(8_000)
        clock = hall.store.hall
        north = clock.change("start", MINUTE, None, clock.now() + 2000, "North")
        hall.run(6_000)
        south = clock.change("start", 5 * MINUTE, None, clock.now() + 2000, "South")
        hall.run(6_000)
        require_together("north", heard([first, second], north.moment))
        require_together("south", heard([third, fourth], south.moment))
        assert [len(bench.sounds) for bench in hall.tables.values()] == [1] * 4

        desk.do(Set(hall="South", tables=[2, 3, 4]), owner)
        hall.run(6_000)
        require_together("carried over", off([second, third, fourth], south.left_at(round(hall.now))))
        hall.run(MINUTE)
        require_together("north's end", heard([first], north.moment + MINUTE))
        assert [bench.state() for bench in hall.tables.values()] == [
            "expired",
            "running",
            "running",
            "running",
        ]
        assert [name for _, name in second.sounds] == ["hall_start"], "South's start was long ago"
        numbers = [event["number"] for event in second.paper.events if event["kind"] == "hall"]
        assert numbers == [north.number, south.number], "each clock once"
