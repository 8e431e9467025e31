"""What keeps others out of the admin pages: foreign forms, other people's tokens, odd bodies."""

import sqlite3
from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Any

import pytest
from admin_client import ORIGIN, PASSWORD, AdminHall, admin_hall, fields_of
from guarded_hall import ACTIONS, csrf, keyed_hall, state  # noqa: F401

from host_tools.store.admins import IDLE_MS


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AdminHall]:
    """For what is refused though somebody is logged in, and leaves everything as it was."""
    with admin_hall(tmp_path_factory.mktemp("shared")) as built:
        built.store.keys.add(3, "ab" * 16)
        built.admin.log_in()
        yield built


def paths(app: Any) -> list[str]:
    """Every address the application knows, with something in place of its parameters."""
    addresses = []
    for route in app.routes:
        inside = getattr(route, "original_router", None)
        addresses += [part.path for part in (inside.routes if inside else [route])]
    assert {"/", "/admin/hall", "/api/v1/events", "/static"} <= set(addresses)
    given = {
        "{number}": "3",
        "{command}": "00000000",
        "{report}": "1",
        "{do}": "1",
        "{journal}": "j1",
        "{act}": "1",
    }
    given |= {"{entry}": "1", "{protest}": "1"}
    for parameter, value in given.items():
        addresses = [path.replace(parameter, value) for path in addresses]
    return addresses


# Nobody in particular


@pytest.mark.parametrize(
    "methods",
    [("POST",), pytest.param(("PUT", "PATCH", "DELETE", "OPTIONS"), marks=pytest.mark.slow)],
    ids=["forms", "others"],
)
def test_no_request_without_a_login_changes_anything(hall: AdminHall, methods: tuple[str, ...]) -> None:
    before = state(hall)
    tried = 0
    for path in paths(hall.app):
        full = {**ACTIONS.get(path, {}), "csrf": "x"}
        for method in methods:
            for fields in ({}, ACTIONS.get(path, {}), full) if method == "POST" else (full,):
                answer = hall.admin.client.request(
                    method, path, data=fields, headers={"Origin": ORIGIN}, follow_redirects=False
                )
                tried += 1
                assert answer.status_code in (303, 307, 401, 403, 404, 405, 415), f"{method} {path}"
                if answer.status_code == 303:
                    assert answer.headers["location"] == "/admin/login"
    assert tried > 100
    assert state(hall) == before


def test_what_is_behind_the_door_is_not_shown_to_others(hall: AdminHall) -> None:
    rules = ("/admin/rules", "/admin/rules/new", "/admin/rules/saved/club", "/admin/rules/saved/club/file")
    for path in (
        *("/admin", "/admin/acts", "/admin/assign", "/admin/tables/3/key", "/admin/orders/00000000"),
        *rules,
    ):
        assert hall.admin.client.get(path, follow_redirects=False).headers["location"] == "/admin/login"


# Forms from elsewhere


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://testserver.evil.example"},
        {"Origin": ORIGIN, "Sec-Fetch-Site": "cross-site"},
        {"Origin": ORIGIN, "Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Referer": ORIGIN},
    ],
)
def test_a_form_of_another_site_does_nothing_though_the_browser_is_logged_in(
    shared: AdminHall, headers: dict[str, str]
) -> None:
    token = csrf(shared)
    before = state(shared)
    for path, fields in ACTIONS.items():
        answer = shared.client.post(
            path, data={**fields, "csrf": token}, headers=headers, follow_redirects=False
        )
        assert answer.status_code == 403, path
        assert "nothing was done" in answer.text
        assert state(shared) == before
        assert shared.admin.get(), "still logged in"


@pytest.mark.parametrize("token", [None, "", "x", "ü"])
def test_a_form_without_the_right_token_does_nothing(shared: AdminHall, token: str | None) -> None:
    before = state(shared)
    for path, action in ACTIONS.items():
        fields = action | ({} if token is None else {"csrf": token})
        assert shared.admin.post(path, fields).status_code == (403 if fields else 415), path
        assert state(shared) == before


def test_a_token_of_another_login_does_not_fit(hall: AdminHall) -> None:
    hall.store.admins.set_password("Meena", "another one here")
    other = hall.browser()
    other.log_in("Meena", "another one here")
    hall.admin.log_in()
    theirs = fields_of(other.get(), "/admin/logout")
    assert hall.admin.post("/admin/logout", theirs).status_code == 403


def test_the_login_form_has_a_token_of_its_own(hall: AdminHall) -> None:
    """Else another site could log somebody in under a name of its choice."""
    typed = {"name": "organiser", "password": PASSWORD}
    assert hall.admin.post("/admin/login", typed).status_code == 403
    page = hall.browser().get("/admin/login")
    assert hall.admin.post("/admin/login", {**typed, **fields_of(page, "/admin/login")}).status_code == 403
    assert hall.admin.log_in().status_code == 303


# The cookie and the headers


def cookie_of(answer: Any, name: str) -> Any:
    jar: SimpleCookie = SimpleCookie()
    for line in answer.headers.get_list("set-cookie"):
        jar.load(line)
    return jar[name]


def test_the_cookie_is_for_these_pages_and_no_script(hall: AdminHall) -> None:
    cookie = cookie_of(hall.admin.log_in(), "boardside")
    assert (cookie["path"], cookie["samesite"].lower(), cookie["httponly"]) == ("/admin", "strict", True)
    assert not cookie["secure"], "over plain HTTP the browser would not keep it"
    assert not cookie["max-age"], "gone with the browser"
    over_tls = hall.browser("10.0.0.8", "https://testserver")
    secure = cookie_of(over_tls.log_in(), "__Secure-boardside")
    assert secure["secure"]


def test_logging_in_makes_another_token_and_ends_the_one_that_was_there(hall: AdminHall) -> None:
    """So nobody can plant a token in somebody's browser and wait for it to be worth something."""
    form = fields_of(hall.admin.get("/admin/login"), "/admin/login")
    typed = {**form, "name": "organiser", "password": PASSWORD}
    first = cookie_of(hall.admin.post("/admin/login", typed), "boardside").value
    second = cookie_of(hall.admin.post("/admin/login", typed), "boardside").value
    assert first != second
    assert hall.store.admins.login_of(first) is None
    assert hall.store.admins.login_of(second) is not None


def test_a_login_that_idled_out_is_said_with_what_was_typed_and_nothing_is_done(hall: AdminHall) -> None:
    hall.admin.log_in()
    token = csrf(hall)
    with sqlite3.connect(hall.path) as connection:
        connection.execute("UPDATE logins SET seen_at = seen_at - ?", (IDLE_MS,))
    connection.close()
    answer = hall.admin.post("/admin/hall", {**ACTIONS["/admin/hall"], "length": "44:01", "csrf": token})
    assert answer.status_code == 401
    assert "was not done" in answer.text
    assert '<dd dir="auto">44:01</dd>' in answer.text, "what was typed is not lost"
    assert token not in answer.text
    assert hall.store.hall.get() is None


def test_the_pages_stand_in_no_frame_and_in_no_cache(hall: AdminHall) -> None:
    hall.admin.log_in()
    for path in ("/admin", "/admin/login", "/admin/acts", "/admin/nothing", "/admin/acts?before=x"):
        headers = hall.client.get(path, follow_redirects=False).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "script-src 'self';" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "same-origin", "else browsers send Origin: null"
    assert hall.client.get("/").headers["referrer-policy"] == "no-referrer"


def test_nobody_is_sent_elsewhere(hall: AdminHall) -> None:
    answer = hall.admin.send(
        "/admin/login", "/admin/login", name="organiser", password=PASSWORD, next="//evil"
    )
    assert answer.headers["location"] == "/admin"
    for path in ("/admin/login?next=//evil.example", "/admin?next=https://evil.example"):
        assert "evil" not in hall.client.get(path, follow_redirects=False).headers.get("location", "")
    page_text = hall.admin.get("/admin?said=%3Cb%3EGive+your+password%3C/b%3E")
    assert "Give your password" not in page_text


# Odd bodies


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"a=" + b"x" * 140_000, "application/x-www-form-urlencoded", 413),
        (b"&".join(b"f%d=1" % n for n in range(130)), "application/x-www-form-urlencoded", 400),
        (b"csrf=%ff%fe", "application/x-www-form-urlencoded", 400),
        (b"csrf=\xff\xfe", "application/x-www-form-urlencoded", 400),
        (b"a=%00", "application/x-www-form-urlencoded", 400),
        (b"a=%1b%5b", "application/x-www-form-urlencoded", 400),
        (b"a=1&a=2", "application/x-www-form-urlencoded", 400),
        (b'{"a": 1}', "application/json", 415),
        (b"--x--", "multipart/form-data; boundary=x", 415),
        (b"", "", 415),
    ],
)
def test_a_body_that_is_no_form_of_ours_is_refused(
    shared: AdminHall, content: bytes, kind: str, status: int
) -> None:
    before = state(shared)
    headers = {"Origin": ORIGIN, "Content-Type": kind}
    answer = shared.client.post("/admin/assign", content=content, headers=headers, follow_redirects=False)
    assert answer.status_code == status
    assert "nothing was done" in answer.text
    assert state(shared) == before
