"""Open descriptors: what there is has a name, a leak of one is found, what may come and go is none."""

import os
import random
import socket
from pathlib import Path

from host_tools.store.database import open_engine
from tests.soak.descriptors import POOL_KEPT, POOL_MOST, healthy_levels, opened, rising

DATABASE = Path("/somewhere/soak.sqlite3")
WAL = f"{DATABASE}-wal"
TABLE, PAGE = "TCP socket of a table", "TCP socket of a page"
AN_HOUR = 360


def an_hour(seed: int, leaks_at: int = AN_HOUR) -> list[dict[str, int]]:
    """A collector of 8 tables on Wi-Fi, looked at every 10 s; from look `leaks_at` on it has one more."""
    dice = random.Random(seed)
    most_at_once, samples = 2, []
    for look in range(AN_HOUR):
        asks = dice.choice((1, 1, 2, 2, 3, 4)) + (dice.random() < 0.02) * dice.randint(1, 11)
        most_at_once = max(most_at_once, asks)
        samples.append(
            {
                str(DATABASE): most_at_once,
                WAL: max(asks, min(most_at_once, POOL_KEPT)),
                TABLE: 9 - (dice.random() < 0.03),
                PAGE: 2 + (dice.random() < 0.1) * dice.randint(1, 3),
                "/dev/null": 1 + (look >= leaks_at),
            }
        )
    return samples


def test_no_healthy_hour_is_complained_of() -> None:
    for seed in range(200):
        assert rising(an_hour(seed), healthy_levels(DATABASE)) == []


def test_one_more_in_an_hour_is_found_and_named() -> None:
    """Whenever it comes but in the first and the last minutes."""
    for seed in range(200):
        leaks_at = random.Random(seed).randint(AN_HOUR // 4, AN_HOUR * 9 // 10)
        assert rising(an_hour(seed, leaks_at), healthy_levels(DATABASE)) == [
            "open descriptors: of /dev/null 1 at the beginning, 2 at the end"
        ]


def test_a_connection_above_what_the_pool_keeps_is_found() -> None:
    series = [{WAL: POOL_KEPT + (look > 200)} for look in range(AN_HOUR)]
    assert len(rising(series, healthy_levels(DATABASE))) == 1
    assert rising([{WAL: 2 + (look > 200)} for look in range(AN_HOUR)], healthy_levels(DATABASE)) == []


def test_so_many_descriptors_the_pool_really_leaves_open(tmp_path: Path) -> None:
    """The pool closes what is above POOL_KEPT, SQLite keeps the file's descriptors all the same."""
    file = tmp_path / "one.sqlite3"
    engine = open_engine(f"sqlite:///{file}")
    connections = [engine.connect() for _ in range(POOL_MOST)]
    for connection in connections:
        connection.exec_driver_sql("select * from sqlite_master").all()
    for connection in connections:
        connection.close()
    counts = opened(os.getpid(), {})
    engine.dispose()
    assert {name: counts[name] for name in healthy_levels(file)} == healthy_levels(file)
    assert str(file) not in opened(os.getpid(), {})


def test_what_is_open_has_a_name(tmp_path: Path) -> None:
    before = opened(os.getpid(), {})
    ends = os.pipe()
    with socket.create_server(("127.0.0.1", 0)) as server, (tmp_path / "kept").open("w"):
        port = server.getsockname()[1]
        counts = opened(os.getpid(), {port: "a table"})
        assert counts[TABLE] == 1
        assert counts[str(tmp_path / "kept")] == 1
        assert counts["pipe"] == before.get("pipe", 0) + 2
        assert opened(os.getpid(), {})["TCP socket of somebody else"] >= 1
    for end in ends:
        os.close(end)
