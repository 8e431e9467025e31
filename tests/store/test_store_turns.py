"""Many threads of one program write at once: each has its turn, however long one of them takes."""

import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from host_tools.store import Store
from host_tools.store import database as databases
from host_tools.store.database import writing

WRITERS = 12


def test_writers_of_one_program_wait_for_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database's own patience is a moment here: without turns most of them would find it locked."""
    monkeypatch.setattr(databases, "BUSY_MS", 1)
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    with writing(store.engine) as connection:
        connection.execute(text("create table counted (n integer)"))
        connection.execute(text("insert into counted values (0)"))
    failed: list[Exception] = []
    begin = threading.Barrier(WRITERS)
    pause = threading.Event()

    def add_one() -> None:
        begin.wait(120)
        try:
            with writing(store.engine) as connection:
                count = connection.execute(text("select n from counted")).scalar()
                pause.wait(0.005)  # longer than the database's patience
                connection.execute(text("update counted set n = :n"), {"n": (count or 0) + 1})
        except databases.StoreError as error:
            failed.append(error)

    threads = [threading.Thread(target=add_one) for _ in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert failed == []
    with store.engine.connect() as connection:
        assert connection.execute(text("select n from counted")).scalar() == WRITERS
    store.close()


def test_who_gets_no_turn_tries_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that never gives its turn back must not stop the collector: the database then decides."""
    monkeypatch.setattr(databases, "TURN_S", 0.01)
    monkeypatch.setattr(databases, "BUSY_MS", 1)
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    with writing(store.engine), pytest.raises(databases.StoreError, match="locked"), writing(store.engine):
        pass
    with writing(store.engine) as connection:
        assert connection.execute(text("select 1")).scalar() == 1
    store.close()
