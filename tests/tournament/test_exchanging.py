"""A table's device dies in mid-match, and another one goes on (tournament/matches/exchanging.py)."""

from typing import Any

import pytest
from desk_hall import Hall, event_with
from sqlalchemy import func, select, update

from boardside.game import match as game
from host_tools.exports import card_making, played
from host_tools.exports.played import read_stored
from host_tools.store.database import reading, writing
from host_tools.store.rows import TableRecord
from host_tools.store.schema import events
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.matches import Call, Exchange
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.model import Fixture
from host_tools.verify.command import verify_database
from tests.refusals import refused

BOARD_A = {"kind": "board", "winner": "a", "left": 5, "queen": "a"}
BOARD_B = {"kind": "board", "winner": "b", "left": 3, "queen": "board"}
ROUND = {"kind": "round", "total": {"a": 65, "b": 40}, "twenties": {"a": 2, "b": 1}}
ROUND_LEVEL = {"kind": "round", "total": {"a": 20, "b": 20}, "twenties": {"a": 0, "b": 1}}
#: By ruleset what was played before the device died.
PLAYED: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "a game and two boards": ("icf", [BOARD_A] * 4 + [{"kind": "sides"}, BOARD_B, BOARD_A]),
    "strokes": ("icf", [BOARD_A, {"kind": "play", "strokes": True}, {"kind": "stroke", "own": 2}]),
    "a score set by hand": ("icf", [BOARD_B, {"kind": "override", "set": {"points_a": 9}}, BOARD_A]),
    "an undone board": ("icf", [BOARD_B, {"kind": "undo"}, BOARD_A]),
    "a replayed board": ("icf", [BOARD_A, {"kind": "play"}, {"kind": "replayed", "law": "137"}, BOARD_B]),
    "vkk": ("vkk", [BOARD_A, BOARD_B]),
    "spandan": ("spandan", [BOARD_A, BOARD_B]),
    "vaishali": ("vaishali", [BOARD_A, {**BOARD_B, "queen": "b"}]),
    "crokinole": ("wcc", [ROUND, ROUND_LEVEL, ROUND]),
    "only the toss": ("icf", []),
}


def begun(desk: Desk, hall: Hall, ruleset: str, entered: list[dict[str, Any]]) -> Fixture:
    """A match at table 1 with its toss and these events."""
    made = event_with(desk, 4, ruleset=ruleset, rules=None)
    desk.do(Draw(seed="seed"), made)
    fixture = next(each for each in desk.fixtures(made) if each.state == "ready")
    desk.do(Call(table=1, umpire="Rao"), fixture)
    hall.take()
    hall.begin(1, "b")
    for event in entered:
        enter(hall, 1, event)
    desk.settle()
    return desk.fixture(fixture.id)


def enter(hall: Hall, number: int, event: dict[str, Any]) -> None:
    if event["kind"] != "undo":
        hall.enter(number, event)
        return
    # The hall applies events one by one: an undone one must not have been.
    before = [row["event"] for row in hall.store.events(table=number)][:-1]
    hall.seq[number] += 1
    state = game.new()
    for each in before:
        state, _ = game.apply(state, each)
    hall._write(number, hall.seq[number], event, state)


def score(hall: Hall, number: int) -> Any:
    state = hall.states[number]
    return game.official(state), state.game, state.board, state.breaker


@pytest.mark.parametrize("before", PLAYED)
def test_the_spare_begins_where_the_dead_device_was(desk: Desk, hall: Hall, before: str) -> None:
    ruleset, entered = PLAYED[before]
    fixture = begun(desk, hall, ruleset, entered)
    dead = score(hall, 1)
    hall.hear(1, link="down")
    desk.do(Exchange(table=2, reason="it fell"), fixture)
    hall.take()
    desk.settle()
    assert score(hall, 2) == dead
    now = desk.fixture(fixture.id)
    assert (now.table, now.umpire) == (2, "Rao")
    assert now.state == ("playing" if entered else now.state)
    assert not desk.reports()
    carried = [row["event"] for row in hall.store.events(table=2)][1:]
    assert carried
    assert all(event["carried"]["journal"] == "j1" for event in carried)


def test_what_the_spare_confirms_is_the_match(desk: Desk, hall: Hall) -> None:
    fixture = begun(desk, hall, "icf", PLAYED["a game and two boards"][1])
    desk.do(Exchange(table=2), fixture)
    assert desk.live_scores() == {}, "the dead device's score is nobody's any more"
    hall.take()
    desk.settle()
    assert list(desk.live_scores()) == [fixture.id]
    hall.win(2, "b")
    desk.settle()
    done = desk.fixture(fixture.id)
    assert (done.state, done.table) == ("done", 2)
    assert done.result is not None
    assert done.result.winner == "b"
    assert not desk.reports()


def test_a_spare_with_the_same_number_takes_its_place(desk: Desk, hall: Hall) -> None:
    fixture = begun(desk, hall, "icf", [BOARD_A])
    with refused("same_device", table=1):
        desk.do(Exchange(table=1), fixture)
    dead = score(hall, 1)
    hall.journals[1], hall.seq[1] = "spare", 0
    values = {"name": "Table 1", "journal": "spare", "boot": 1, "firmware": "1.0", "keyed": True}
    more = {
        "transport": "tcp",
        "port": "here",
        "link": "up",
        "heard_at": hall.at,
        "status": None,
        "problem": None,
    }
    hall.store.write([TableRecord(1, {**values, **more})])
    desk.settle()
    desk.do(Exchange(table=1), desk.fixture(fixture.id))
    hall.take()
    desk.settle()
    assert score(hall, 1) == dead
    hall.win(1)
    desk.settle()
    assert desk.fixture(fixture.id).state == "done"
    assert not desk.reports()


def test_a_dead_device_that_comes_back_and_goes_on_is_asked_about(desk: Desk, hall: Hall) -> None:
    fixture = begun(desk, hall, "icf", [BOARD_A])
    desk.do(Exchange(table=2), fixture)
    hall.take()
    desk.settle()
    hall.win(1, "a")  # its umpire has not noticed
    desk.settle()
    assert desk.fixture(fixture.id).state == "playing"
    assert [report.reason for report in desk.reports()] == ["exchanged"]
    hall.win(2, "b")
    desk.settle()
    done = desk.fixture(fixture.id).result
    assert done is not None
    assert done.winner == "b"


def test_only_a_match_at_a_table_is_exchanged_and_the_other_table_must_be_free(
    desk: Desk, hall: Hall
) -> None:
    fixture = begun(desk, hall, "icf", [BOARD_A])
    other = next(each for each in desk.fixtures() if each.state == "ready")
    with refused("not_at_a_table"):
        desk.do(Exchange(table=3), other)
    desk.do(Call(table=3), other)
    hall.take()
    with refused("table_not_callable"):
        desk.do(Exchange(table=3), fixture)
    assert desk.fixture(fixture.id).table == 1, "nothing has changed"


def test_verify_follows_what_was_carried_over(desk: Desk, hall: Hall) -> None:
    fixture = begun(desk, hall, "icf", [BOARD_A, BOARD_B])
    desk.do(Exchange(table=2), fixture)
    hall.take()

    def found() -> list[bool]:
        carried = [each for each in verify_database(hall.store).findings if "j1" in each.text]
        return [each.is_broken for each in carried]

    assert found() == []
    with writing(hall.store.engine) as connection:
        of_board = (events.c.journal == "j1", events.c.kind == "board")
        body = connection.execute(select(events.c.body).where(*of_board).order_by(events.c.seq)).scalars()
        other = next(iter(body)).replace('"left": 5', '"left": 6')
        first = select(func.min(events.c.seq)).where(*of_board).scalar_subquery()
        connection.execute(update(events).where(*of_board, events.c.seq == first).values(body=other))
    assert found() == [True]


def test_the_card_says_what_was_carried_over(desk: Desk, hall: Hall) -> None:
    fixture = begun(desk, hall, "icf", [BOARD_A, BOARD_B])
    desk.do(Exchange(table=2), fixture)
    hall.take()
    with reading(hall.store.engine) as connection:
        stored = next(row for row in read_stored(connection, fixture.id) if row.journal == "j2")
        remarks = list(card_making._remarks(played.folded(connection, stored)))
    assert [(why.reason, why.facts["count"]) for why in remarks] == [("carried_over", 3)]
