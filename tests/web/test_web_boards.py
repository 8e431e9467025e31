"""The pages for the boards: which ports, what is confirmed, one act at a time, and how it is stopped."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from admin_client import ORIGIN, AdminHall, admin_hall, fields_of
from web_halls import view

from host_tools import workbench
from host_tools.device import prompt
from host_tools.update.talk import Talk
from host_tools.workbench import SerialPort

ROOM = "/admin/boards"
PORT = "/dev/ttyUSB7"
IMAGE = ("board.bin", b"\xe9image", "application/octet-stream")
SECRET = "very secret"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[AdminHall]:
    with admin_hall(tmp_path) as built:
        built.ports.append(SerialPort(PORT, "CP2102 <USB>"))
        built.admin.log_in()
        yield built
        for thread in threading.enumerate():
            if PORT in thread.name:
                thread.join(10)


class Steps:
    """Takes the place of flashing: it goes on when it may."""

    def __init__(self) -> None:
        self.may_change, self.may_end = threading.Event(), threading.Event()
        self.changing = threading.Event()
        self.flashed: list[str] = []

    def flash_board(
        self, port: str, image: Any, config: Any, say: Any, *, output: Any, begin_change: Callable[[], None]
    ) -> None:
        self.may_change.wait(10)
        begin_change()
        self.flashed.append(port)
        output("Writing at 0x00042000 [==>  ] 43.5% 12/34 bytes...")
        self.changing.set()
        self.may_end.wait(10)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    made = Steps()
    monkeypatch.setattr(workbench, "flash_board", made.flash_board)
    monkeypatch.setattr(workbench.flash, "read_image", lambda path: path)
    monkeypatch.setattr(workbench, "provision", lambda *given, begin_change, **more: begin_change())
    return made


def flash(hall: AdminHall, **changed: str) -> Any:
    where = f"{ROOM}/flash"
    fields = fields_of(hall.admin.get(f"{ROOM}/port?port={PORT}"), where)
    fields |= {"table": "7", "password": SECRET, "ssid": "Hall", "erase": PORT, **changed}
    return hall.client.post(
        where, data=fields, files=[("image", IMAGE)], headers={"Origin": ORIGIN}, follow_redirects=False
    )


def stop(hall: AdminHall, where: str) -> str:
    hall.admin.post(where, {**fields_of(hall.admin.get(where), where), "do": "stop"})
    return hall.admin.get(where)


def acts(hall: AdminHall) -> list[str]:
    return [act["what"] for act in hall.store.admins.acts() if act["what"] != "login"]


def finished(hall: AdminHall) -> None:
    for thread in threading.enumerate():
        if PORT in thread.name or thread.name == "update ":
            thread.join(10)


def test_the_ports_and_what_is_at_them(hall: AdminHall) -> None:
    page = hall.admin.get(ROOM)
    assert PORT in page
    assert "CP2102 &lt;USB&gt;" in page
    assert "Not asked yet" in page
    assert "No table has reported yet" in page
    hall.ports.clear()
    assert "No serial port is here" in hall.admin.get(ROOM)
    assert "has no serial port" in hall.admin.get(f"{ROOM}/port?port={PORT}", 404)


def test_a_board_is_flashed_only_where_its_port_is_named_again(hall: AdminHall, steps: Steps) -> None:
    for wrong in ({"erase": ""}, {"erase": "/dev/ttyUSB8"}, {"port": "socket://10.0.0.1:1", "erase": PORT}):
        assert flash(hall, **wrong).status_code in (400, 404)
    assert flash(hall, table="0").status_code == 400
    assert hall.bench.acts() == []
    assert acts(hall) == []


def test_a_flash_is_on_record_shows_its_progress_and_shuts_others_out(hall: AdminHall, steps: Steps) -> None:
    where = flash(hall).headers["location"]
    steps.may_change.set()
    assert steps.changing.wait(10)
    page = hall.admin.get(where)
    assert 'value="43.5"' in page
    assert "cannot be stopped now" in page
    assert "has to end first" in flash(hall).text
    assert "cannot be stopped now" in stop(hall, where)
    steps.may_end.set()
    finished(hall)
    page = hall.admin.get(where)
    assert "Done." in page, page
    assert steps.flashed == [PORT]
    assert acts(hall) == ["board set up", "board flashed"]
    seen = page + hall.admin.get(ROOM) + hall.admin.get("/admin/acts") + str(hall.bench.acts())
    assert SECRET not in seen


def test_before_the_change_a_flash_can_be_stopped_without_a_trace(hall: AdminHall, steps: Steps) -> None:
    where = flash(hall).headers["location"]
    stop(hall, where)
    steps.may_change.set()
    finished(hall)
    assert "nothing was changed" in hall.admin.get(where)
    assert steps.flashed == []
    assert acts(hall) == []


def test_what_fails_says_what_to_do(hall: AdminHall, monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(port: str) -> None:
        raise prompt.NoAnswer(f"{port} cannot be opened")

    monkeypatch.setattr(prompt, "look", silent)
    where = f"{ROOM}/port"
    fields = fields_of(hall.admin.get(f"{ROOM}/port?port={PORT}"), where)
    begun = hall.admin.post(where, {**fields, "do": "ask"})
    finished(hall)
    page = hall.admin.get(begun.headers["location"])
    assert f"{PORT} cannot be opened" in page
    assert "What to do" in page
    monkeypatch.setattr(prompt, "look", lambda port: prompt.OnTable("", None))
    monkeypatch.setattr(prompt, "restart", lambda port: None)
    hall.admin.post(where, {**fields, "do": "ask", "once": "another"})
    finished(hall)
    assert "MicroPython answers, without Boardside" in hall.admin.get(ROOM)


def test_an_update_shows_each_table_and_can_be_stopped(
    hall: AdminHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, stopped = threading.Event(), threading.Event()

    def update(store: Any, talks: dict[int, Talk], at_once: int, on_progress: Callable[[], None]) -> None:
        on_progress()
        begun.set()
        stopped.wait(10)
        on_progress()

    monkeypatch.setattr(workbench.carriers, "update", update)
    monkeypatch.setattr(workbench, "release_of", Release)
    answer = hall.admin.post(
        f"{ROOM}/update", {**fields_of(hall.admin.get(), "/admin/logout"), "table": "3", "wait": "yes"}
    )
    where = answer.headers["location"]
    assert begun.wait(10)
    assert 'aria-label="Table 3"' in hall.admin.get(where)
    stop(hall, where)
    stopped.set()
    finished(hall)
    assert "Stopped: nothing more is sent" in hall.admin.get(where)
    assert acts(hall) == ["update"]


class Release:
    """What an update needs of a release."""

    version, digest, pack, mpy = "9.9.9", "0" * 64, b"pack", 6


def test_whoever_gives_the_first_key_sees_which_tables_it_shuts_out(hall: AdminHall) -> None:
    page = f"{ROOM}/port?port={PORT}"
    for number in (1, 2, 3, 5):
        hall.client.portal.call(hall.hub.publish, view(number, 0))  # type: ignore[union-attr]
    hall.store.keys.add(5, "ab" * 16, soft=True)
    assert "table 1-3, connected now" in hall.admin.get(page)
    hall.store.keys.add(9, "cd" * 16)
    assert "first key" not in hall.admin.get(page)
