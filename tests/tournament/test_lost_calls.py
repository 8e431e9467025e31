"""Calls that a restored database lacks (host_tools/tournament/matches/lost_calls.py)."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from desk_hall import Hall, desk_of, event_with

from host_tools.backup import backups
from host_tools.store import Store
from host_tools.store.meta_values import RESTORE
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.matches import Call, Recall
from host_tools.tournament.desk.desk import Desk


class Laptops:
    """A first laptop with a backup, and a second one that is restored from it and hears the same tables."""

    def __init__(self, hall: Hall, folder: Path) -> None:
        self.hall, self.desk = hall, desk_of(hall)
        self._file, self._url = folder / "backup.sqlite3", f"sqlite:///{folder / 'second.sqlite3'}"

    def back_up(self) -> None:
        backups.back_up(self.hall.store, self._file, datetime(2026, 3, 12, tzinfo=UTC))

    def restore(self, is_told: bool = True) -> tuple[Store, Hall, Desk]:
        """The second laptop, after its tables have sent what it lacked."""
        backups.restore(self._file, self._url, "backup")
        store = Store.open(self._url, create=False)
        old = self.hall.store
        at = self.hall.at + 60_000
        if is_told:
            store.admins.act("Asha", RESTORE, {"as_of": 1, "act": 1}, at)
        second = Hall(store, len(self.hall.numbers), at + 60_000)
        for row in old.events(limit=1000):
            event: dict[str, Any] = {key: value for key, value in row["event"].items() if key != "seq"}
            if row["event"]["seq"] > store.last_seq(row["journal"]):
                second.seq[row["table"]] = row["event"]["seq"] - 1
                second.enter(row["table"], event)
        return store, second, desk_of(second)


@pytest.fixture
def laptops(hall: Hall, tmp_path: Path) -> Laptops:
    return Laptops(hall, tmp_path)


def match(desk: Desk, number: int) -> Any:
    return desk.fixtures(desk.competition(desk.tournament()))[number]


@pytest.fixture
def opened() -> Iterator[list[Store]]:
    stores: list[Store] = []
    yield stores
    for store in stores:
        store.close()


def drawn(desk: Desk) -> None:
    desk.do(Draw(seed="seed"), event_with(desk, 4))


def test_a_result_of_a_lost_call_counts(laptops: Laptops, opened: list[Store]) -> None:
    drawn(laptops.desk)
    laptops.back_up()
    laptops.desk.do(Call(table=2), match(laptops.desk, 0))
    laptops.hall.take()
    laptops.hall.win(2, "b")
    store, _, desk = laptops.restore()
    opened.append(store)
    desk.settle()
    fixture = match(desk, 0)
    assert (fixture.state, fixture.table, fixture.result.winner) == ("done", 2, "b")
    assert not desk.reports()
    assert fixture.b in (match(desk, 2).a, match(desk, 2).b), "who won goes on"
    assert desk.settle() == []


def test_a_lost_call_that_waits_for_its_toss_is_called_again(laptops: Laptops, opened: list[Store]) -> None:
    drawn(laptops.desk)
    laptops.back_up()
    laptops.desk.do(Call(table=3), match(laptops.desk, 1))
    laptops.hall.take()
    store, second, desk = laptops.restore()
    opened.append(store)
    desk.settle()
    assert (match(desk, 1).state, match(desk, 1).table) == ("called", 3)
    second.win(3)
    desk.settle()
    assert match(desk, 1).state == "done"
    desk.do(Call(table=1), match(desk, 2 if match(desk, 2).state == "ready" else 0))


def test_a_lost_call_in_play_can_be_recalled(laptops: Laptops, opened: list[Store]) -> None:
    drawn(laptops.desk)
    laptops.back_up()
    laptops.desk.do(Call(table=1), match(laptops.desk, 0))
    laptops.hall.take()
    laptops.hall.begin(1)
    store, _, desk = laptops.restore()
    opened.append(store)
    desk.settle()
    assert match(desk, 0).state == "playing"
    desk.do(Recall(force=True), match(desk, 0))
    desk.settle()
    assert match(desk, 0).state == "ready", "the desk has decided: it is not taken up twice"


def test_a_match_begun_at_two_tables_is_for_the_organiser(laptops: Laptops, opened: list[Store]) -> None:
    drawn(laptops.desk)
    laptops.back_up()
    for table in (1, 2):
        laptops.desk.do(Call(table=table), match(laptops.desk, 0))
        laptops.hall.take()
        laptops.hall.win(table, "a" if table == 1 else "b", confirm=False)
        laptops.desk.do(Recall(force=True), match(laptops.desk, 0))
    store, _, desk = laptops.restore()
    opened.append(store)
    desk.settle()
    assert match(desk, 0).state == "ready"
    assert len(desk.reports()) == 2


def test_without_a_restore_it_stays_a_report(laptops: Laptops, opened: list[Store]) -> None:
    drawn(laptops.desk)
    laptops.back_up()
    laptops.desk.do(Call(table=2), match(laptops.desk, 0))
    laptops.hall.take()
    laptops.hall.win(2)
    store, _, desk = laptops.restore(is_told=False)
    opened.append(store)
    desk.settle()
    assert match(desk, 0).state == "ready"
    assert [report.reason for report in desk.reports()] == ["not_called"]
