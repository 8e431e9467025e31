"""The score cards' addresses (host_tools/web/pages/card_files.py)."""

import io
from collections.abc import Iterator
from datetime import UTC, datetime

import pypdf
import pytest
from carded import filled
from fastapi import FastAPI
from fastapi.testclient import TestClient

from host_tools.exports import typesetting
from host_tools.i18n import language
from host_tools.store import Store
from host_tools.web.http.security import SecureHeaders
from host_tools.web.pages import card_files
from host_tools.web.pages.language_choice import LanguageChoice

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = filled(tmp_path_factory.mktemp("served"))
    yield opened
    opened.close()


@pytest.fixture
def client(store: Store) -> TestClient:
    app = FastAPI()
    card_files.install(app, store, lambda: NOON)
    app.add_middleware(SecureHeaders)
    return TestClient(app)


@pytest.mark.parametrize(
    ("address", "name"), [("/tables/3/card.pdf", "table-3"), ("/matches/D1/card.pdf", "score-card")]
)
def test_a_card_is_a_pdf(client: TestClient, address: str, name: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == f'inline; filename="{name}.pdf"'
    assert answer.content.startswith(b"%PDF-")
    # Under a stricter policy the viewer of older Chromium shows little or nothing.
    assert answer.headers["content-security-policy"] == "frame-ancestors 'self'"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_card_speaks_the_language_of_the_page(store: Store) -> None:
    app = FastAPI()
    card_files.install(app, store, lambda: NOON)
    app.add_middleware(LanguageChoice)
    answer = TestClient(app).get("/tables/3/card.pdf?lang=fr")
    page = pypdf.PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
    assert language("fr").text("Score card").upper() in page


def test_a_card_that_cannot_be_set_says_so(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetting, "SECONDS", 0.001)
    assert client.get("/tables/3/card.pdf").status_code == 503


def test_labels_are_a_pdf_with_the_address_of_the_request(client: TestClient) -> None:
    answer = client.get("/labels.pdf?tables=3,900&address=http://elsewhere")
    assert answer.headers["content-disposition"] == 'inline; filename="tables.pdf"'
    text = pypdf.PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
    assert "http://testserver/tables/3" in text
    assert "http://testserver/tables/900" in text
    assert "elsewhere" not in text


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/tables/17/card.pdf", 404),
        ("/matches/none/card.pdf", 404),
        ("/tables/0/card.pdf", 422),
        ("/labels.pdf?tables=1-101", 422),
        ("/labels.pdf?tables=x", 422),
    ],
)
def test_where_there_is_none(client: TestClient, address: str, status: int) -> None:
    assert client.get(address).status_code == status


def test_too_many_at_once_are_asked_to_come_again(
    store: Store, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_files, "AT_ONCE", 0)
    app = FastAPI()
    card_files.install(app, store, lambda: NOON)
    assert TestClient(app).get("/tables/3/card.pdf").status_code == 503
