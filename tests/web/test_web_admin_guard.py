"""What keeps others out of the admin pages: foreign forms, guessing, odd bodies, a failing database."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import httpx2
import pytest
from admin_client import ORIGIN, PASSWORD, Admin, House, fields_of, house

from host_tools.store import StoreUnavailable
from host_tools.store.admins import IDLE_MS
from host_tools.web.admin.throttle import ALL_MOST, FREE, WAIT_MAX_S, Throttle

ACTIONS = {
    "/admin/logout": {},
    "/admin/hall": {"do": "start", "length": "45:00", "number": "0"},
    "/admin/assign": {"table": "3", "a": "A", "b": "B", "stage": "final", "ruleset": "icf"},
    "/admin/tables/3/key": {},
}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as built:
        built.store.keys.add(3, "ab" * 16)
        yield built


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """For what is refused though somebody is logged in, and leaves everything as it was."""
    with house(tmp_path_factory.mktemp("shared")) as built:
        built.store.keys.add(3, "ab" * 16)
        built.admin.log_in()
        yield built


def state(hall: House) -> list[str]:
    """Everything in the database but when a login was last used."""
    with sqlite3.connect(hall.path) as connection:
        return [line for line in connection.iterdump() if 'INTO "logins"' not in line]


def paths(app: Any) -> list[str]:
    """Every address the application knows, with something in place of its parameters."""
    found = []
    for route in app.routes:
        inside = getattr(route, "original_router", None)
        found += [part.path for part in (inside.routes if inside else [route])]
    assert {"/", "/admin/hall", "/api/v1/events", "/static"} <= set(found)
    return [path.replace("{number}", "3").replace("{command}", "00000000") for path in found]


def csrf(hall: House) -> str:
    return fields_of(hall.admin.get(), "/admin/logout")["csrf"]


# Nobody in particular


def test_no_request_without_a_login_changes_anything(hall: House) -> None:
    before = state(hall)
    tried = 0
    for path in paths(hall.app):
        full = {**ACTIONS.get(path, {}), "csrf": "x"}
        for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
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


def test_what_is_behind_the_door_is_not_shown_to_others(hall: House) -> None:
    for path in ("/admin", "/admin/acts", "/admin/assign", "/admin/tables/3/key", "/admin/orders/00000000"):
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
    shared: House, headers: dict[str, str]
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
def test_a_form_without_the_right_token_does_nothing(shared: House, token: str | None) -> None:
    before = state(shared)
    for path, action in ACTIONS.items():
        fields = action | ({} if token is None else {"csrf": token})
        assert shared.admin.post(path, fields).status_code == (403 if fields else 415), path
        assert state(shared) == before


def test_a_token_of_another_login_does_not_fit(hall: House) -> None:
    hall.store.admins.set_password("Meena", "another one here")
    other = hall.browser()
    other.log_in("Meena", "another one here")
    hall.admin.log_in()
    theirs = fields_of(other.get(), "/admin/logout")
    assert hall.admin.post("/admin/logout", theirs).status_code == 403


def test_the_login_form_has_a_token_of_its_own(hall: House) -> None:
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


def test_the_cookie_is_for_these_pages_and_no_script(hall: House) -> None:
    cookie = cookie_of(hall.admin.log_in(), "boardside")
    assert (cookie["path"], cookie["samesite"].lower(), cookie["httponly"]) == ("/admin", "strict", True)
    assert not cookie["secure"], "over plain HTTP the browser would not keep it"
    assert not cookie["max-age"], "gone with the browser"
    over_tls = hall.browser("10.0.0.8", "https://testserver")
    secure = cookie_of(over_tls.log_in(), "__Secure-boardside")
    assert secure["secure"]


def test_logging_in_makes_another_token_and_ends_the_one_that_was_there(hall: House) -> None:
    """So nobody can plant a token in somebody's browser and wait for it to be worth something."""
    form = fields_of(hall.admin.get("/admin/login"), "/admin/login")
    typed = {**form, "name": "organiser", "password": PASSWORD}
    first = cookie_of(hall.admin.post("/admin/login", typed), "boardside").value
    second = cookie_of(hall.admin.post("/admin/login", typed), "boardside").value
    assert first != second
    assert hall.store.admins.login_of(first) is None
    assert hall.store.admins.login_of(second) is not None


def test_a_login_that_idled_out_is_said_with_what_was_typed_and_nothing_is_done(hall: House) -> None:
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


def test_the_pages_stand_in_no_frame_and_in_no_cache(hall: House) -> None:
    hall.admin.log_in()
    for path in ("/admin", "/admin/login", "/admin/acts", "/admin/nothing", "/admin/acts?before=x"):
        headers = hall.client.get(path, follow_redirects=False).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "script-src 'self';" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "same-origin", "else browsers send Origin: null"
    assert hall.client.get("/").headers["referrer-policy"] == "no-referrer"


def test_nobody_is_sent_elsewhere(hall: House) -> None:
    answer = hall.admin.send(
        "/admin/login", "/admin/login", name="organiser", password=PASSWORD, next="//evil"
    )
    assert answer.headers["location"] == "/admin"
    for path in ("/admin/login?next=//evil.example", "/admin?next=https://evil.example"):
        assert "evil" not in hall.client.get(path, follow_redirects=False).headers.get("location", "")
    said = hall.admin.get("/admin?said=%3Cb%3EGive+your+password%3C/b%3E")
    assert "Give your password" not in said


# Guessing


def test_a_wrong_name_and_a_wrong_password_are_answered_alike(hall: House) -> None:
    wrong_password = hall.admin.log_in(password="not this one")
    wrong_name = hall.admin.log_in("nobody")
    assert (wrong_password.status_code, wrong_name.status_code) == (401, 401)
    hide = fields_of(hall.admin.get("/admin/login"), "/admin/login")["csrf"]
    assert wrong_password.text.replace(hide, "") == wrong_name.text.replace(hide, "")
    assert "do not fit" in wrong_name.text


def test_after_some_wrong_passwords_one_has_to_wait_and_not_for_ever(hall: House) -> None:
    answers = [hall.admin.log_in(password=f"wrong {n} wrong") for n in range(FREE + 2)]
    assert [answer.status_code for answer in answers] == [401] * (FREE + 1) + [429]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 2
    assert "Try again in" in answers[-1].text
    assert hall.admin.log_in().status_code == 429, "the right one waits too"
    assert hall.browser("10.0.0.9").log_in().status_code == 303, "others do not"
    deadline = time.monotonic() + 10
    while hall.admin.log_in().status_code == 429:
        assert time.monotonic() < deadline
    assert hall.admin.get("/admin")


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_the_wait_doubles_ends_at_a_minute_and_is_forgotten() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    waits = []
    for _ in range(FREE + 8):
        assert throttle.begin("10.0.0.7") == 0
        waits.append(throttle.begin("10.0.0.7") if _ >= FREE else 0.0)
        clock.now += waits[-1]
    assert waits[FREE:] == [2, 4, 8, 16, 32, WAIT_MAX_S, WAIT_MAX_S, WAIT_MAX_S]
    clock.now += 1000
    assert [throttle.begin("10.0.0.7") for _ in range(FREE + 1)] == [0] * (FREE + 1)


def test_many_at_once_gain_nothing() -> None:
    throttle = Throttle(Clock())
    assert [throttle.begin("10.0.0.7") for _ in range(100)].count(0) == FREE + 1


def test_many_addresses_are_held_up_together_but_not_the_organiser() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    assert throttle.begin("10.0.0.7") == 0
    throttle.passed("10.0.0.7")
    crowd = [f"10.1.{n // 250}.{n % 250}" for n in range(200)]
    assert [throttle.begin(host) for host in crowd].count(0) == ALL_MOST - 1
    assert throttle.begin("10.0.0.8") > 0
    assert throttle.begin("10.0.0.7") == 0, "it knew the password lately"
    assert throttle.begin("127.0.0.1") == throttle.begin("::1") == 0, "the laptop itself"
    clock.now += 61
    assert throttle.begin("10.0.0.8") == 0


def test_the_addresses_of_one_ipv6_network_count_as_one() -> None:
    throttle = Throttle(Clock())
    assert [throttle.begin(f"2001:db8::{n:x}") for n in range(100)].count(0) == FREE + 1
    assert throttle.begin("::ffff:10.0.0.7") == 0
    assert [throttle.begin("10.0.0.7") for _ in range(100)].count(0) == FREE
    assert throttle.begin("no address") == 0


def test_what_is_remembered_of_addresses_is_bounded() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    throttle.begin("10.0.0.7")
    throttle.passed("10.0.0.7")
    for n in range(5000):
        clock.now += 3
        throttle.begin(f"10.{n // 62500}.{n // 250 % 250}.{n % 250}")
    assert len(throttle._addresses) == 2000
    assert "10.0.0.7" in throttle._addresses


def test_only_one_hash_is_made_at_a_time(hall: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes 64 MiB: a crowd must not take the laptop's memory."""
    running, most = [0], [0]

    def verify(name: str, password: str) -> bool:
        running[0] += 1
        most[0] = max(most[0], running[0])
        time.sleep(0.02)
        running[0] -= 1
        return False

    async def crowd() -> list[int]:
        transport = httpx2.ASGITransport(hall.app)
        async with httpx2.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            page = (await client.get("/admin/login")).text
            typed = {**fields_of(page, "/admin/login"), "name": "organiser", "password": "wrong wrong"}
            asked = (client.post("/admin/login", data=typed, headers={"Origin": ORIGIN}) for _ in range(20))
            return [answer.status_code for answer in await asyncio.gather(*asked)]

    monkeypatch.setattr(hall.store.admins, "verify", verify)
    statuses = asyncio.run(crowd())
    assert (statuses.count(401), statuses.count(429)) == (FREE + 1, 14)
    assert most[0] == 1


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
    shared: House, content: bytes, kind: str, status: int
) -> None:
    before = state(shared)
    headers = {"Origin": ORIGIN, "Content-Type": kind}
    answer = shared.client.post("/admin/assign", content=content, headers=headers, follow_redirects=False)
    assert answer.status_code == status
    assert "nothing was done" in answer.text
    assert state(shared) == before


def test_a_password_too_long_to_be_one_is_just_wrong(hall: House) -> None:
    assert hall.admin.log_in(password="x" * 10_000).status_code == 401
    assert hall.admin.log_in("n" * 5000).status_code == 401


# A database in trouble


def refuse(*_: Any, **__: Any) -> Any:
    raise StoreUnavailable("The disk of sqlite:///hall.sqlite3 is full; make room on it.")


def test_a_full_disk_at_login_is_a_plain_page(hall: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall.store.admins, "log_in", refuse)
    answer = hall.admin.log_in()
    assert answer.status_code == 503
    assert "make room on it" in answer.text
    monkeypatch.undo()


@pytest.mark.parametrize(
    ("path", "part", "name"),
    [
        ("/admin/hall", "hall", "change"),
        ("/admin/assign", None, "queue_command"),
        ("/admin/tables/3/key", "keys", "revoke"),
        ("/admin/logout", "admins", "log_out"),
    ],
)
def test_a_full_disk_in_an_action_is_a_plain_page(
    hall: House,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    path: str,
    part: str | None,
    name: str,
) -> None:
    hall.admin.log_in()
    token = csrf(hall)
    before = state(hall)
    monkeypatch.setattr(getattr(hall.store, part) if part else hall.store, name, refuse)
    with caplog.at_level(logging.WARNING):
        answer = hall.admin.post(path, {**ACTIONS[path], "csrf": token})
    assert answer.status_code == 503
    assert "make room on it" in answer.text
    assert 'href="/admin"' in answer.text, "the way back"
    assert "Traceback" not in caplog.text
    assert state(hall) == before


def test_what_is_done_but_not_on_record_is_said(hall: House, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.admin.log_in()
    token = csrf(hall)
    monkeypatch.setattr(hall.store.admins, "act", refuse)
    answer = hall.admin.post("/admin/hall", {**ACTIONS["/admin/hall"], "csrf": token})
    assert answer.status_code == 503
    assert "It is done, but" in answer.text
    assert hall.store.hall.get() is not None


@pytest.mark.slow
def test_a_locked_database_is_said_and_the_pages_can_still_be_seen(hall: House) -> None:
    """Another program holds the write lock, really."""
    hall.admin.log_in()
    token = csrf(hall)
    with sqlite3.connect(hall.path) as connection:
        connection.execute("UPDATE logins SET seen_at = seen_at - 300000")
    connection.close()
    other = sqlite3.connect(hall.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        assert "Hall clock" in hall.admin.get()
        answer = hall.admin.post("/admin/hall", {**ACTIONS["/admin/hall"], "csrf": token})
        assert answer.status_code == 503
        assert "locked by another program" in answer.text
        fresh: Admin = hall.browser("10.0.0.9")
        assert fresh.log_in().status_code == 503
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert hall.admin.post("/admin/hall", {**ACTIONS["/admin/hall"], "csrf": token}).status_code == 303
