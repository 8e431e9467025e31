"""A board set up from the organiser's page: a simulated table on its cable, the real mpremote between."""

import asyncio
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hall import hall
from provision_bench import Bench, on_table
from system_hall import A_WINS, FAST, NEW_MATCH, press, shows

from boardside.link.auth import NO_MAC
from boardside.link.frame import pack
from host_tools.collector.hub import Hub
from host_tools.simulator.table import SimTable
from host_tools.store.keys import fingerprint
from host_tools.tournament.desk.desk import Desk
from host_tools.web import create_app
from host_tools.workbench import SerialPort, Workbench
from tests.chaos import hostile
from tests.waiting import wait_until
from tests.web.admin_client import PASSWORD, Admin, fields_of, quick_hash

ROOM = "/admin/boards"


def on_page(bench: Bench, work: Callable[[Admin, Workbench], None]) -> None:
    """`work` with a browser that is logged in, and the workbench behind it."""
    with quick_hash():
        bench.store.admins.set_password("organiser", PASSWORD)
        workbench = Workbench(bench.store, Hub(), lambda: [SerialPort(bench.table.serial_path, "CP2102")])
        app = create_app(
            Hub(), bench.store, admin_store=bench.store, desk=Desk(bench.store), workbench=workbench
        )
        with TestClient(app) as client:
            admin = Admin(client)
            admin.log_in()
            work(admin, workbench)


def ended(admin: Admin, answer: Any) -> str:
    """The page of an act that this form has begun, at its end."""
    assert answer.status_code == 303, answer.text
    where = answer.headers["location"]
    wait_until(lambda: 'http-equiv="refresh"' not in admin.get(where))
    return admin.get(where)


@pytest.mark.slow
async def test_a_board_is_asked_and_set_up_and_its_key_is_nowhere(tmp_path: Path) -> None:
    async with on_table(tmp_path) as bench:
        port = bench.table.serial_path
        form = f"{ROOM}/port?port={port}"

        def drive(admin: Admin, workbench: Workbench) -> None:
            fields = {**_fields(admin, form), "do": "ask"}
            pages = [ended(admin, admin.post(f"{ROOM}/port", fields))]
            assert "Boardside answers, firmware" in pages[0]
            assert "table 3" in pages[0]
            assert "no key" in pages[0]
            fields = {**_fields(admin, form), "do": "provision", "table": "12"}
            fields |= {"ssid": "Hall", "password": "hush hush"}
            pages.append(ended(admin, admin.post(f"{ROOM}/port", fields)))
            assert "has proven its key" in pages[1], pages[1]
            pages += [admin.get(ROOM), admin.get("/admin/acts"), admin.get(form)]
            assert bench.config["wifi"] == {"ssid": "Hall", "password": "hush hush"}
            assert [row.state for row in bench.store.keys.of_table(12)] == ["current"]
            acts = bench.store.admins.acts()
            assert [(act["who"], act["what"]) for act in acts[:2]] == [
                ("organiser", "key given"),
                ("organiser", "board set up"),
            ]
            seen = "".join([*pages, str(acts), *(str(act) for act in workbench.acts())])
            assert fingerprint(bench.key) in seen
            assert bench.key.hex() not in seen
            assert "hush hush" not in seen

        await asyncio.to_thread(on_page, bench, drive)


def _fields(admin: Admin, where: str) -> dict[str, str]:
    return fields_of(admin.get(where), f"{ROOM}/port")


# A simulated table with a hostile laptop at its USB port, that is no host of its key: it plays on, shows
# its score and nothing else, and tells the laptop nothing that counts; its own host gets everything
# afterwards.

KEY = bytes(range(16))
FORGED = [
    b'["hi",1,"evil","%016x"]',
    b'["go",1,"%016x","%016x",1]',
    b'["cm",1,0,"c1",{"kind":"confirm","%016x":1}]',
    b'["up",1,0,"%016x"]',
    b'["ti",1,0,99999999999999,"%016x"]',
]


def assaults(dice: random.Random) -> list[bytes]:
    """Frames under no key and a wrong one, noise, and long lines; nothing that a prompt takes for Ctrl-C."""
    noise = bytes(value for value in dice.randbytes(400) if value not in (1, 2, 3, 4, 5))
    frames = [
        pack(body % ((dice.getrandbits(64),) * body.count(b"%016x")), mac)
        for body in FORGED
        for mac in (NO_MAC, hostile.FORGED)
    ]
    return [*frames, *hostile.lines("0" * 16).values(), noise]


@pytest.mark.slow
async def test_it_plays_on_under_a_hostile_laptop_and_its_own_host_gets_everything(tmp_path: Path) -> None:
    config = {"key": KEY.hex()}
    async with SimTable(3, tmp_path / "t", options=FAST, config=config) as table:
        port = os.open(table.serial_path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        dice, answers, is_over = random.Random(29), bytearray(), asyncio.Event()

        async def assault() -> None:
            while not is_over.is_set():
                for line in assaults(dice):
                    for at in range(0, len(line), 128):
                        try:
                            os.write(port, line[at : at + 128])
                            answers.extend(os.read(port, 4096))
                        except BlockingIOError:
                            pass
                        await asyncio.sleep(0.02)

        assaulting = asyncio.create_task(assault())
        await press(table, NEW_MATCH)
        await press(table, A_WINS)
        await shows(table, 5, 0)
        is_over.set()
        await assaulting
        os.close(port)
        assert b'"ev"' not in answers
        assert KEY.hex().encode() not in answers
        assert (table.resets, table.observed.errors) == (0, [])
        async with hall(tmp_path, keys={3: KEY}, serial=(table.serial_path,)) as host:
            await host.view(3, lambda view: bool(view["points"]["a"] == 5))
