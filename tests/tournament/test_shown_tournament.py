"""Which of several open tournaments the public pages show (host_tools/web/live/results.py)."""

import asyncio

from desk_hall import Hall, event_with
from fastapi.testclient import TestClient

from host_tools.collector.hub import Hub
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call
from host_tools.tournament.acts.tournament import Close, Delete, NewTournament
from host_tools.tournament.desk.desk import Desk
from host_tools.web import create_app
from host_tools.web.live.results import Results
from tests.refusals import refused


def shown(desk: Desk) -> str:
    programme = asyncio.run(Results(desk.store).now())
    assert programme is not None
    return programme.tournament.key


def test_a_second_tournament_does_not_hide_the_one_in_play(desk: Desk, hall: Hall) -> None:
    made = event_with(desk, 4)
    desk.do(Draw(seed="seed"), made)
    hall.at += 60_000
    hall.hear(1, 2, 3)
    second = desk.do(NewTournament(key="second", name="Second"), None)
    assert shown(desk) == "open", "the second has nothing to show yet"
    desk.do(AddEvent(key="ms", name="Singles"), second)
    assert shown(desk) == "second", "the first has not begun"
    desk.do(Call(table=1), desk.fixtures(made, "ready")[0])
    hall.take()
    desk.settle()
    assert shown(desk) == "open"
    hall.at += 60_000
    hall.hear(1, 2, 3)
    desk.do(Call(table=2), desk.fixtures(made, "ready")[0])
    hall.take()
    for table in (1, 2):
        hall.win(table)
    desk.settle()
    assert shown(desk) == "open", "also between two rounds"
    desk.do(Close(anyway=True), desk.tournament("open"))
    assert shown(desk) == "second"


def test_a_visitor_can_choose_another_open_tournament(desk: Desk) -> None:
    desk.do(Draw(seed="seed"), event_with(desk, 4))
    second = desk.do(NewTournament(key="second", name="Second"), None)
    desk.do(AddEvent(key="ms", name="Its Singles"), second)
    app = create_app(Hub(), desk.store, results=Results(desk.store, lambda: 0.0))
    with TestClient(app) as client:
        first = client.get("/events")
        assert 'href="/events?tournament=open"' in first.text
        assert 'href="/events?tournament=second" aria-current' in first.text
        client.get("/events?tournament=open")
        own = client.get("/events", headers={"If-None-Match": first.headers["ETag"]})
        assert own.status_code == 200, "it is another page now"
        assert "Its Singles" not in own.text
        assert "Its Singles" in client.get("/events/ms?tournament=second").text
        assert "Its Singles" in client.get("/events/ms").text, "the choice is kept"
        assert client.get("/events?tournament=gone").status_code == 404
        assert "Second" in client.get("/events").text
        screens = [client.get(f"/screen/slides{query}").text for query in ("?tournament=open", "")]
        assert screens[0] != screens[1], "of a screen by its address alone"


def test_a_tournament_that_was_a_test_is_deleted_and_can_come_back(desk: Desk, hall: Hall) -> None:
    made = event_with(desk, 4)
    desk.do(Draw(seed="seed"), made)
    first, _second, _final = desk.fixtures(made)
    desk.do(Call(table=1), first)
    hall.take()
    with refused("tournament_in_play"):
        desk.do(Delete(), desk.tournament("open"))
    hall.win(1)
    desk.settle()
    desk.do(AddEvent(key="ms", name="Real"), desk.do(NewTournament(key="real", name="Real"), None))
    seen = desk.done(Delete(), desk.tournament("open"), preview=True).value
    assert (seen.events, seen.entries, seen.matches, seen.results) == (1, 4, 3, 1)
    standing = desk.standings(made)
    desk.do(Delete(), desk.tournament("open"))
    assert [each.key for each in desk.tournaments()] == ["real"]
    assert desk.settle() == [], "what the table has is nobody's match now"
    act = next(each.act.number for each in desk.acts() if each.act.name == "tournament delete")
    desk.take_back(act, "it was the real one")
    assert desk.standings(desk.competition(desk.tournament("open"), "ms")) == standing
    desk.do(Close(), desk.tournament("real"))
    with refused("tournament_closed"):
        desk.do(Delete(), desk.tournament("real"))
