"""Backup, restore and deletion on a server; a hall moves from SQLite to PostgreSQL and back."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from kept import NAME, hall

from host_tools.backup import backups, forgetting
from host_tools.backup.reasons import CareError
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk
from host_tools.verify.command import verify_database

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


@pytest.mark.slow
def test_a_hall_moves_to_a_server_and_back(url: str, tmp_path: Path) -> None:
    laptop = hall(tmp_path)
    copy, there = tmp_path / "copy.sqlite3", tmp_path / "hall.boardside"
    counted = backups.back_up(laptop, copy, NOON)
    laptop.close()
    assert backups.restore(copy, url, "backup") == counted
    server = Store.open(url, create=False)
    assert verify_database(server).is_whole
    assert backups.back_up(server, there, NOON) == counted
    again = f"sqlite:///{tmp_path / 'again.sqlite3'}"
    assert backups.restore(there, again, "backup") == counted
    with pytest.raises(CareError, match="holds something"):
        backups.restore(there, url, "backup")
    assert backups.restore(there, url, "backup", force=True) == counted
    # Numbers go on behind what came in.
    desk = Desk(server)
    made = desk.do(NewTournament(key="next", name="Next", ruleset="vkk"), None)
    assert made.id > 1
    server.close()


def test_a_person_is_forgotten_on_a_server(url: str, tmp_path: Path) -> None:
    laptop = hall(tmp_path)
    copy = tmp_path / "copy.sqlite3"
    backups.back_up(laptop, copy, NOON)
    laptop.close()
    backups.restore(copy, url, "backup")
    server = Store.open(url, create=False)
    assert _named(server) > 0
    forgotten = forgetting.forget(server, NAME, 1, "test")
    assert forgotten.players == ["No. 2 of Open 2026"]
    assert verify_database(server).is_whole
    assert _named(server) == 0
    server.close()


def _named(server: Store) -> int:
    """The number of events with the name. JSON writes its other letters as \\u…"""
    with reading(server.engine) as connection:
        count = connection.exec_driver_sql("SELECT count(*) FROM events WHERE body LIKE '%%ukasz%%'")
        return int(count.scalar() or 0)
