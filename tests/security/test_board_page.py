"""A board set up from the organiser's page: a simulated table on its cable, the real mpremote between."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from provision_bench import Bench, on_table

from host_tools.collector.hub import Hub
from host_tools.store.keys import fingerprint
from host_tools.tournament.desk.desk import Desk
from host_tools.web import create_app
from host_tools.workbench import SerialPort, Workbench
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
