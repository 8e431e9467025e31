"""The page and the addresses that make the files of a tournament: paper, spreadsheets, pages, the archive."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from admin_client import AdminHall, admin_hall, fields_of
from pypdf import PdfReader

from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import WalkOver
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.web.admin.files import Making
from host_tools.web.pages.tournament_files import FORMS, KINDS, Kind, Wanted

PAGE = "/admin/tournament/files"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[AdminHall]:
    with admin_hall(tmp_path) as built:
        desk = Desk(built.store)
        men = desk.do(
            AddEvent(key="ms", name="Men's Singles"),
            desk.do(NewTournament(key="open", name="City Open", ruleset="icf"), None),
        ).event
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


@pytest.fixture
def begun(hall: AdminHall) -> AdminHall:
    """The hall with the final drawn, and another event."""
    desk = Desk(hall.store)
    desk.do(Draw(seed="SEED"), desk.competition(desk.tournament()))
    women = desk.do(AddEvent(key="ws", name="Women's Singles"), desk.tournament()).event
    desk.add_entries(women, [NewEntry((Person(name),)) for name in ("Chitra", "Devi")])
    desk.do(Draw(seed="SEED"), women)
    return hall


def text_of(content: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


def test_the_page_makes_the_paper_of_the_day_of_all_events_or_of_one(begun: AdminHall) -> None:
    name, cards = made(begun, do="planned")
    assert 'filename="open-cards-to-fill-in.pdf"' in name
    assert all(player in text_of(cards) for player in ("Asha", "Bela", "Chitra", "Devi"))
    name, cards = made(begun, do="planned", event="open ws")
    assert 'filename="open-ws-cards-to-fill-in.pdf"' in name
    assert "Devi" in text_of(cards)
    assert "Asha" not in text_of(cards)
    desk = Desk(begun.store)
    [final] = desk.fixtures(desk.competition(desk.tournament(), "ms"))
    desk.do(WalkOver(winner="b", early=True), final)
    _, cards = made(begun, do="cards")
    assert len(PdfReader(io.BytesIO(cards)).pages) == 1
    _, results = made(begun, do="lists", event="open ms")
    assert "Men's Singles" in text_of(results)
    assert "Women's Singles" not in text_of(results)


def test_the_page_makes_files_for_programs(begun: AdminHall, tmp_path: Path) -> None:
    _, exported = made(begun, do="json", event="open ws")
    assert [entry["name"] for entry in json.loads(exported)["players"]] != []
    assert {match["event"] for match in json.loads(exported)["matches"]} == {"ws"}
    name, workbook = made(begun, do="xlsx")
    assert 'filename="open.xlsx"' in name
    assert workbook[:2] == b"PK"
    name, archive = made(begun, do="archive")
    assert 'filename="open.boardside"' in name
    assert "manifest.json" in zipfile.ZipFile(io.BytesIO(archive)).namelist()


@pytest.mark.parametrize("kind", KINDS)
def test_a_stop_leaves_nothing(begun: AdminHall, kind: Kind) -> None:
    stopped = Making("organiser", Wanted(kind, "open"))
    stopped.stop.set()
    stopped.run(Desk(begun.store))
    assert (stopped.state, stopped.content) == ("stopped", b"")


def test_a_refusal_makes_nothing_and_says_why(hall: AdminHall) -> None:
    wrong = (
        Wanted("book", "none"),
        Wanted("pages", "open", language="xx"),
        Wanted("cards", "open"),
        Wanted("lists", "open", "xx"),
    )
    for file_request in wrong:
        refused = Making("organiser", file_request)
        refused.run(Desk(hall.store))
        assert (refused.state, refused.content) == ("refused", b"")
        assert refused.error
    assert hall.admin.post(PAGE, {**fields_of(hall.admin.get(PAGE), PAGE), "do": "x"}).status_code != 303


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
    Desk(hall.store).do(NewTournament(key="empty", name="Empty", ruleset="icf"), None)
    answer = hall.client.get(address.replace("open", "empty"), headers=headers)
    assert (answer.status_code, answer.json()["error"]["reason"]) == (404, "no_event_yet")


@pytest.mark.parametrize("kind", KINDS)
def test_a_script_gets_each_file(begun: AdminHall, kind: Kind) -> None:
    desk = Desk(begun.store)
    [final] = desk.fixtures(desk.competition(desk.tournament(), "ms"))
    desk.do(WalkOver(winner="b", early=True), final)
    address = f"/api/v1/tournaments/-/files/{kind}"
    assert begun.client.get(address).status_code == 401
    headers = {"Authorization": f"Bearer {begun.store.tokens.make('script')}"}
    answer = begun.client.get(address, headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (200, FORMS[kind][1])
    assert f'filename="open{FORMS[kind][0]}"' in answer.headers["content-disposition"]
    assert answer.content
    answer = begun.client.get(address, params={"event": "none"}, headers=headers)
    assert answer.status_code == 404


def test_a_script_is_told_that_there_is_nothing_yet(hall: AdminHall) -> None:
    headers = {"Authorization": f"Bearer {hall.store.tokens.make('script')}"}
    answer = hall.client.get("/api/v1/tournaments/-/files/cards", headers=headers)
    error = answer.json()["error"]
    assert (answer.status_code, error["reason"]) == (404, "nothing_for_file")
    assert error["facts"] == {"tournament": "City Open", "why": "nothing_begun"}
