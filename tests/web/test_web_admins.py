"""Passwords, logins and acts in the database."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from admin_client import PASSWORD, quick_hash

from host_tools.store import Store, admins
from host_tools.store.admins import ABSOLUTE_MS, IDLE_MS, LOGINS_MOST, SEEN_EVERY_MS
from host_tools.store.reasons import PasswordRefused

NOW = 1_790_000_000_000


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with quick_hash():
        store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
        yield store
        store.close()


def everything(store: Store) -> str:
    """All that the database file holds."""
    path = store.engine.url.database
    assert path is not None
    with sqlite3.connect(path) as connection:
        return "\n".join(connection.iterdump())


def test_a_password_fits_its_own_name_only(store: Store) -> None:
    store.admins.set_password("organiser", PASSWORD)
    store.admins.set_password("Meena", "another one here")
    assert store.admins.names() == ["Meena", "organiser"]
    assert store.admins.verify("organiser", PASSWORD)
    assert not store.admins.verify("Meena", PASSWORD)
    assert not store.admins.verify("nobody", PASSWORD)
    assert not store.admins.verify("organiser", PASSWORD + " ")
    assert not store.admins.verify("organiser", "")


def test_neither_password_nor_token_is_in_the_database(store: Store) -> None:
    store.admins.set_password("organiser", PASSWORD)
    login = store.admins.log_in("organiser")
    held = everything(store)
    assert "$argon2id$" in held
    assert PASSWORD not in held
    assert login.token not in held


def test_the_real_hash_costs_what_rfc_9106_asks() -> None:
    hasher = admins._hasher()
    assert (hasher.type.name, hasher.time_cost, hasher.memory_cost) == ("ID", 3, 64 * 1024)


def test_an_unknown_name_is_held_against_a_hash_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    held_against: list[str] = []
    monkeypatch.setattr(admins, "_fits", lambda hashed, password: bool(held_against.append(hashed)) or True)
    assert not store.admins.verify("nobody", PASSWORD), "though the hash fits"
    assert held_against[0].startswith("$argon2id$")


@pytest.mark.parametrize(
    ("name", "password", "says"),
    [
        ("organiser", "short one", "10 characters"),
        ("organiser", "x" * 201, "at most 200"),
        ("organiser", "two\nlines of it", "one line"),
        ("organiser", "aaaaaaaaaaaaaaa", "the same again and again"),
        ("organiser", "12345678910", "most common passwords"),
        ("organiser", "1234567890", "most common passwords"),
        ("organiser", "abcdefghijkl", "a sequence"),
        ("organiser", "Boardside-2026", "belong to this program"),
        ("organiser", "carrom organiser", "belong to this program"),
        ("Meenakshi Rao", "meenakshi2026", "made of your name"),
        ("the-organiser", "The-Organiser", "made of your name"),
        ("organiser", "1984-11-26", "a date"),
        ("organiser", "asdfghjkl;'", "keys lie beside each other"),
        ("organiser", "afternoon12", "one word or name"),
        ("", PASSWORD, "1 to 40"),
        ("n" * 41, PASSWORD, "1 to 40"),
        (" organiser", PASSWORD, "no space"),
        ("organ\x00iser", PASSWORD, "one line"),
    ],
)
def test_a_refused_password_has_a_reason(store: Store, name: str, password: str, says: str) -> None:
    with pytest.raises(PasswordRefused) as refused:
        store.admins.set_password(name, password)
    assert says in str(refused.value)
    assert not store.admins.any()


@pytest.mark.parametrize("password", [PASSWORD, "x7Kp2mQ9vL", "कल शाम दस बजे", "four words do well " * 10])
def test_what_is_not_easy_to_guess_is_taken(store: Store, password: str) -> None:
    store.admins.set_password("organiser", password)
    assert store.admins.verify("organiser", password)


def test_a_password_of_before_still_fits_though_it_could_not_be_set_today(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(admins, "check_new", lambda name, password: None)
        store.admins.set_password("organiser", "1234567890")
    assert store.admins.verify("organiser", "1234567890")


def test_a_login_idles_out_and_ends_for_good(store: Store) -> None:
    store.admins.set_password("organiser", PASSWORD)
    login = store.admins.log_in("organiser", NOW)
    account = store.admins.login_of(login.token, NOW + IDLE_MS - 1)
    assert account is not None
    assert (account.admin, account.csrf) == ("organiser", login.csrf)
    assert store.admins.login_of(login.token, NOW + IDLE_MS) is None
    at = NOW
    while at < NOW + ABSOLUTE_MS - IDLE_MS // 2:
        at += IDLE_MS // 2
        store.admins.used(login.token, at)
    assert store.admins.login_of(login.token, NOW + ABSOLUTE_MS - 1) is not None
    assert store.admins.login_of(login.token, NOW + ABSOLUTE_MS) is None


def test_looking_at_pages_writes_once_a_minute(store: Store) -> None:
    store.admins.set_password("organiser", PASSWORD)
    login = store.admins.log_in("organiser", NOW)
    before = everything(store)
    store.admins.used(login.token, NOW + SEEN_EVERY_MS - 1)
    assert everything(store) == before
    store.admins.used(login.token, NOW + SEEN_EVERY_MS)
    assert everything(store) != before


def test_an_unknown_token_has_no_login(store: Store) -> None:
    store.admins.set_password("organiser", PASSWORD)
    login = store.admins.log_in("organiser")
    for token in ("", login.token[:-1], login.token.swapcase(), login.csrf, "x" * 43):
        assert store.admins.login_of(token) is None
        store.admins.used(token)
        store.admins.log_out(token)
    assert store.admins.login_of(login.token) is not None


def test_logging_out_ends_one_login_and_a_new_password_all(store: Store) -> None:
    store.admins.set_password("organiser", PASSWORD)
    store.admins.set_password("Meena", "another one here")
    phone, laptop, other = (store.admins.log_in(name) for name in ("organiser", "organiser", "Meena"))
    store.admins.log_out(phone.token)
    assert store.admins.login_of(phone.token) is None
    assert store.admins.login_of(laptop.token) is not None
    store.admins.set_password("organiser", "quite another one")
    assert store.admins.login_of(laptop.token) is None
    assert store.admins.login_of(other.token) is not None
    assert store.admins.remove("Meena")
    assert store.admins.login_of(other.token) is None
    assert not store.admins.remove("Meena")


def test_logins_of_a_name_are_bounded_and_expired_ones_cleared(store: Store) -> None:
    store.admins.set_password("organiser", PASSWORD)
    made = [store.admins.log_in("organiser", NOW + n) for n in range(LOGINS_MOST + 5)]
    alive = [store.admins.login_of(login.token, NOW + 100) is not None for login in made]
    assert alive == [False] * 5 + [True] * LOGINS_MOST
    store.admins.log_in("organiser", NOW + ABSOLUTE_MS + 100)
    assert everything(store).count('INSERT INTO "logins"') == 1


def test_acts_stand_newest_first_and_page(store: Store) -> None:
    for n in range(5):
        store.admins.act("organiser", "hall start", {"ms": n, "name": "अ"}, NOW + n)
    store.admins.act("command line", "password", None, NOW + 5)
    newest = store.admins.acts(limit=2)
    assert [(row["at"], row["what"], row["detail"]) for row in newest] == [
        (NOW + 5, "password", None),
        (NOW + 4, "hall start", {"ms": 4, "name": "अ"}),
    ]
    older = store.admins.acts(before=newest[-1]["id"])
    assert [row["detail"]["ms"] for row in older] == [3, 2, 1, 0]
