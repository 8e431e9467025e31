"""The page that imports files, and the address for scripts: shown first, done on demand, nobody else's."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from admin_client import ORIGIN, AdminHall, admin_hall, fields_of

from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk
from host_tools.web.admin.import_jobs import Job

PAGE = "/admin/tournament/import"
ENTRIES = ("entries.csv", "name,club\nAsha,Pune\nBela <b>,Huế\n".encode(), "text/csv")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[AdminHall]:
    with admin_hall(tmp_path) as built:
        desk = Desk(built.store)
        desk.do(
            AddEvent(key="ms", name="Men's Singles"),
            desk.do(NewTournament(key="open", name="City Open"), None),
        )
        built.admin.log_in()
        yield built


def sent(hall: AdminHall, *files: Any, **fields: str) -> Any:
    given = {**fields_of(hall.admin.get(PAGE), PAGE), "event": "", "do": "try", **fields}
    parts = [("files", file) for file in files]
    answer = hall.client.post(
        PAGE, data=given, files=parts, headers={"Origin": ORIGIN}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text
    return hall.admin.get(answer.headers["location"])


def entries(hall: AdminHall) -> list[str]:
    desk = Desk(hall.store)
    return [entry.title for entry in desk.entries(desk.competition(desk.tournament(), "ms"))]


def test_files_are_shown_first_and_imported_on_demand(hall: AdminHall) -> None:
    page = sent(hall, ENTRIES)
    assert "To be imported: 2 entries." in page
    assert "entry in ms: Bela &lt;b&gt;" in page
    assert entries(hall) == []
    where = re.search(rf'action="({PAGE}/[0-9a-f]+)"', page)
    assert where is not None
    answer = hall.admin.post(where[1], {**fields_of(page, where[1]), "do": "import"})
    assert "Imported: 2 entries." in hall.admin.get(answer.headers["location"])
    assert entries(hall) == ["Asha", "Bela <b>"]
    [act] = [row for row in hall.store.admins.acts() if row["what"] == "import"]
    assert (act["who"], act["detail"]["files"]) == ("organiser", ["entries.csv"])
    assert "nothing to change" in sent(hall, ENTRIES)


def test_a_refusal_names_file_and_line_and_nothing_is_there(hall: AdminHall) -> None:
    page = sent(hall, ENTRIES, ("more.csv", b"name,club\nCem,\nCem,\n", "text/csv"), do="import")
    assert "more.csv, line 3" in page
    assert entries(hall) == []


def test_an_import_can_be_stopped(hall: AdminHall) -> None:
    job = Job("organiser", [], None, dry_run=False)
    job.stop.set()

    class Slow:
        def import_files(self, *_: object, progress: Any, **__: object) -> None:
            progress(1, 2)

    job.run(Slow())  # type: ignore[arg-type]
    assert (job.state, job.done, job.total) == ("stopped", 1, 2)


def test_an_upload_of_another_site_or_form_is_refused(hall: AdminHall) -> None:
    fields = fields_of(hall.admin.get(PAGE), PAGE)
    foreign = {"Origin": "http://elsewhere"}
    assert hall.client.post(PAGE, data=fields, files=[("files", ENTRIES)], headers=foreign).status_code == 403
    own = {"Origin": ORIGIN}
    assert hall.client.post(PAGE, data={}, files=[("files", ENTRIES)], headers=own).status_code == 403
    assert hall.client.post(PAGE, data=fields, headers=own).status_code == 415
    for body in (
        b"",
        b"--x\r\n\r\n--x--",
        b"--x\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y--\r\n--x--",
    ):
        head = {**own, "Content-Type": "multipart/form-data; boundary=x"}
        assert hall.client.post(PAGE, content=body, headers=head).status_code in (400, 403), body
    assert entries(hall) == []


def test_an_import_of_an_earlier_run_leads_to_the_page(hall: AdminHall) -> None:
    answer = hall.client.get(f"{PAGE}/0123", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, PAGE)


def test_scripts_import_a_file(hall: AdminHall) -> None:
    token = hall.store.tokens.make("script")
    given = {"Authorization": f"Bearer {token}", "Content-Type": "text/csv"}
    where = "/api/v1/import?event=ms&name=list.csv"
    tried = hall.client.post(f"{where}&dry_run=true", content=ENTRIES[1], headers=given)
    assert (tried.status_code, tried.json()["counts"], entries(hall)) == (200, {"entry": 2}, [])
    made = hall.client.post(where, content=ENTRIES[1], headers=given).json()
    assert made["changes"][1] == {
        **{"kind": "entry", "event": "ms", "title": "Bela <b>", "text": ""},
        **{"file": "list.csv", "line": 3},
    }
    wrong = hall.client.post(where, content=b'name\n"', headers=given)
    assert wrong.status_code == 409
    assert wrong.json()["error"]["reason"] == "import_refused", wrong.json()
    assert hall.client.post(where, content=ENTRIES[1]).status_code == 401
