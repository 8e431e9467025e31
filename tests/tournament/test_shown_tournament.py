"""Which of several open tournaments the public pages show (host_tools/web/live/results.py)."""

import asyncio

from desk_hall import Hall, event_with

from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import Close
from host_tools.tournament.desk.desk import Desk
from host_tools.web.live.results import Results


def shown(desk: Desk) -> str:
    programme = asyncio.run(Results(desk.store).now())
    assert programme is not None
    return programme.tournament.key


def test_a_second_tournament_does_not_hide_the_one_in_play(desk: Desk, hall: Hall) -> None:
    made = event_with(desk, 4)
    desk.draw(made, "seed")
    hall.at += 60_000
    hall.hear(1, 2, 3)
    second = desk.new_tournament("second", "Second")
    assert shown(desk) == "open", "the second has nothing to show yet"
    desk.do(AddEvent(key="ms", name="Singles"), second)
    assert shown(desk) == "second", "the first has not begun"
    desk.call(desk.fixtures(made, "ready")[0], 1)
    hall.take()
    desk.settle()
    assert shown(desk) == "open"
    hall.at += 60_000
    hall.hear(1, 2, 3)
    desk.call(desk.fixtures(made, "ready")[0], 2)
    hall.take()
    for table in (1, 2):
        hall.win(table)
    desk.settle()
    assert shown(desk) == "open", "also between two rounds"
    desk.do(Close(anyway=True), desk.tournament("open"))
    assert shown(desk) == "second"
