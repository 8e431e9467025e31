"""Guessing a password: answered alike, slowed down, and no burden for the laptop."""

import asyncio
import time
from dataclasses import replace

import httpx2
import pytest
from admin_client import ORIGIN, AdminHall, fields_of
from guarded_hall import keyed_hall  # noqa: F401

from host_tools.web.admin.gate import Gate
from host_tools.web.http.throttle import ALL_MOST, FREE, WAIT_MAX_S, Throttle


def test_a_wrong_name_and_a_wrong_password_are_answered_alike(hall: AdminHall) -> None:
    wrong_password = hall.admin.log_in(password="not this one")
    wrong_name = hall.admin.log_in("nobody")
    assert (wrong_password.status_code, wrong_name.status_code) == (401, 401)
    hide = fields_of(hall.admin.get("/admin/login"), "/admin/login")["csrf"]
    assert wrong_password.text.replace(hide, "") == wrong_name.text.replace(hide, "")
    assert "do not fit" in wrong_name.text


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_after_some_wrong_passwords_one_has_to_wait_and_not_for_ever(hall: AdminHall) -> None:
    clock = Clock()
    hall.app.state.site = replace(hall.app.state.site, gate=Gate(hall.store, clock))
    answers = [hall.admin.log_in(password=f"wrong {n} wrong") for n in range(FREE + 2)]
    assert [answer.status_code for answer in answers] == [401] * (FREE + 1) + [429]
    assert answers[-1].headers["retry-after"] == "2"
    assert "Try again in" in answers[-1].text
    assert hall.admin.log_in().status_code == 429, "the right one waits too"
    assert hall.browser("10.0.0.9").log_in().status_code == 303, "others do not"
    clock.now += 2
    assert hall.admin.log_in().status_code == 303
    assert hall.admin.get("/admin")


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


def test_only_one_hash_is_made_at_a_time(hall: AdminHall, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_password_too_long_to_be_one_is_just_wrong(hall: AdminHall) -> None:
    assert hall.admin.log_in(password="x" * 10_000).status_code == 401
    assert hall.admin.log_in("n" * 5000).status_code == 401


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
@pytest.mark.parametrize("claimed", ["127.0.0.1", "::1", "10.0.0.{n}", "", "127.0.0.1, 10.0.0.{n}"])
def test_a_header_skips_no_limit(hall: AdminHall, header: str, claimed: str) -> None:
    """As on a server to which a proxy on this computer passes whatever somebody wrote."""
    hall.app.state.site = replace(hall.app.state.site, gate=Gate(hall.store, Clock()))
    proxy = hall.browser("127.0.0.1")
    codes = []
    for number in range(FREE + 2):
        proxy.client.headers[header] = claimed.format(n=number)
        codes.append(proxy.log_in(password=f"wrong {number} wrong").status_code)
    assert codes == [401] * (FREE + 1) + [429]


def test_for_all_together_a_proxy_here_is_not_this_computer(hall: AdminHall) -> None:
    throttle = Throttle(Clock())
    for number in range(ALL_MOST):
        throttle.begin(f"10.0.{number}.1")
    gate = Gate(hall.store, Clock())
    gate._throttle = throttle
    hall.app.state.site = replace(hall.app.state.site, gate=gate)
    proxy = hall.browser("127.0.0.1")
    proxy.client.headers["X-Forwarded-For"] = "127.0.0.1"
    assert proxy.log_in(password="wrong wrong wrong").status_code == 429
    assert hall.browser("127.0.0.1").log_in().status_code == 303
