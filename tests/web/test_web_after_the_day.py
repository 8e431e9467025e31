"""The page and the address that make the files for after the day: the book, and the folder of pages."""

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from admin_client import AdminHall, admin_hall, fields_of
from pypdf import PdfReader

from host_tools.tournament.desk import Desk, NewEntry, Person
from host_tools.web.admin.files import Making

PAGE = "/admin/tournament/files"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[AdminHall]:
    with admin_hall(tmp_path) as built:
        desk = Desk(built.store)
        men = desk.add_competition(desk.new_tournament("open", "City Open", "icf"), "ms", "Men's Singles")
        desk.add_entries(men, [NewEntry((Person(name),)) for name in ("Asha", "Bela")])
        built.admin.log_in()
        yield built


def made(hall: AdminHall, **typed: str) -> tuple[str, bytes]:
    """The file's name and content that the page gives for this form."""
    fields = {**fields_of(hall.admin.get(PAGE), PAGE), "tournament": "open", "language": "en", **typed}
    where = hall.admin.post(PAGE, fields).headers["location"]
    page = hall.admin.get(where)
    while "Making " in page:
        page = hall.admin.get(where)
    link = re.search(rf'href="({PAGE}/[0-9a-f]+/file)"', page)
    assert link is not None, page
    answer = hall.client.get(link[1])
    assert answer.status_code == 200
    return answer.headers["content-disposition"], answer.content


def test_the_page_makes_the_book_and_the_pages(hall: AdminHall) -> None:
    name, book = made(hall, do="book")
    assert 'filename="open.pdf"' in name
    assert "City Open" in PdfReader(io.BytesIO(book)).pages[0].extract_text()
    name, pages = made(hall, do="pages")
    assert 'filename="open-pages.zip"' in name
    names = zipfile.ZipFile(io.BytesIO(pages)).namelist()
    assert {"open/index.html", "open/events/ms.html", "open/static/base.css"} <= set(names)


def test_a_stop_and_a_refusal_make_nothing(hall: AdminHall) -> None:
    stopped = Making("organiser", "open", "cards")
    stopped.stop.set()
    stopped.run(Desk(hall.store))
    assert (stopped.state, stopped.content) == ("stopped", b"")
    for key, asked in (("none", "book"), ("open", "xx")):
        refused = Making("organiser", key, asked)
        refused.run(Desk(hall.store))
        assert (refused.state, refused.content) == ("refused", b"")
        assert refused.error


def test_nobody_else_gets_the_file(hall: AdminHall) -> None:
    hall.client.cookies.clear()
    assert hall.client.get(PAGE, follow_redirects=False).status_code != 200
    assert hall.client.get(f"{PAGE}/0/file", follow_redirects=False).status_code != 200


def test_a_script_gets_the_book(hall: AdminHall) -> None:
    address = "/api/v1/tournaments/open/book.pdf"
    assert hall.client.get(address).status_code == 401
    headers = {"Authorization": f"Bearer {hall.store.tokens.make('script')}"}
    answer = hall.client.get(address, headers=headers)
    assert answer.headers["content-type"] == "application/pdf"
    assert len(PdfReader(io.BytesIO(answer.content)).pages) == 3
    assert hall.client.get(address.replace("open", "none"), headers=headers).status_code == 404
    Desk(hall.store).new_tournament("empty", "Empty", "icf")
    answer = hall.client.get(address.replace("open", "empty"), headers=headers)
    assert (answer.status_code, answer.json()["error"]["reason"]) == (404, "no_event_yet")
