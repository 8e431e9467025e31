"""Why pages refuse a request: each reason has its words, and is given with the facts they need."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.tournament.reasons import REASONS
from host_tools.web.admin import refusals as admin_refusals
from host_tools.web.app import create_app
from host_tools.web.http import refusals
from host_tools.web.http.refusals import CODES


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app(Hub(), FakeStore())) as made:
        yield made


SOURCES = Path(refusals.__file__).parent.parent


def given() -> list[tuple[str, set[str]]]:
    """Every reason that is given in the sources, with the names of its facts."""
    calls = [
        node
        for path in sorted(SOURCES.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "PageRefused"
    ]
    return [
        (ast.literal_eval(call.args[0]), {keyword.arg or "**" for keyword in call.keywords}) for call in calls
    ]


#: What the API answers, beside the refusals of the desk: status, address and method, reason and facts.
IN_THE_API = [
    (404, "GET", "/api/v1/tables/17", "table_not_listed", {"table": 17}),
    (404, "GET", "/api/v1/nowhere", "nothing_there", {"path": "/api/v1/nowhere"}),
    (
        405,
        "PUT",
        "/api/v1/tables",
        "method_not_possible",
        {"method": "PUT", "path": "/api/v1/tables", "methods": ["GET", "HEAD"]},
    ),
]


@pytest.mark.parametrize(("status", "method", "path", "reason", "facts"), IN_THE_API)
def test_an_error_of_the_api_has_its_reason_and_facts(
    client: TestClient, status: int, method: str, path: str, reason: str, facts: dict[str, object]
) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert (error["reason"], error["facts"], error["code"]) == (reason, facts, CODES[status])
    assert error["message"]


def test_no_reason_of_the_api_is_also_one_of_the_desk() -> None:
    assert set(refusals.ENGLISH) & set(REASONS) == set()


def test_the_page_for_scripts_names_the_reasons_of_the_api() -> None:
    page = Path("docs/scripts/api.md").read_text(encoding="utf-8")
    given_reasons = {reason for reason, _ in given()} & {*refusals.ENGLISH, "nothing_there"}
    assert {reason for reason in given_reasons if f"`{reason}`" not in page} == set()


def test_every_reason_is_given_somewhere_with_the_facts_of_its_words() -> None:
    words = {**refusals.WORDS, **refusals.ENGLISH}
    assert {reason for reason, _ in given()} == set(words)
    for reason, facts in given():
        _, text = words[reason]
        assert {name for _, name, _, _ in string.Formatter().parse(text) if name is not None} == facts, reason


def test_no_module_of_the_public_pages_raises_a_sentence() -> None:
    raised = [
        path.name
        for path in sorted(SOURCES.rglob("*.py"))
        if path.parent.name not in ("admin", "desk")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "HTTPException"
    ]
    assert raised == []


ADMIN_SOURCES = Path(admin_refusals.__file__).parent


def test_every_reason_of_the_admin_pages_is_given_somewhere_with_the_facts_of_its_words() -> None:
    given: dict[str, set[str]] = {}
    for path in ADMIN_SOURCES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "AdminRefused":
                given[ast.literal_eval(node.args[0])] = {keyword.arg or "**" for keyword in node.keywords}
    assert set(given) == set(admin_refusals.WORDS)
    for reason, facts in given.items():
        words = admin_refusals.WORDS[reason][1]  # type: ignore[index]
        assert {name for _, name, _, _ in string.Formatter().parse(words) if name} == facts, reason
