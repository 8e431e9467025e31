"""`store.keys`: which keys count, and how a change of keys goes."""

import threading
from pathlib import Path

import pytest

from host_tools.store import Store
from host_tools.store.keys import Keys, fingerprint, read_key
from host_tools.store.reasons import KeyRefused

K1, K2, K3 = (bytes([n]) * 16 for n in (1, 2, 3))


@pytest.fixture
def keys(store: Store) -> Keys:
    return store.keys


def states(keys: Keys, table: int) -> list[tuple[bytes, str]]:
    return [(row.key, row.state) for row in keys.of_table(table)]


def test_a_change_goes_by_both_keys_until_the_newer_one_is_used(keys: Keys) -> None:
    keys.add(3, K1.hex(), "provision")
    assert keys.usable(3) == [K1]
    assert keys.used(3, K1)
    assert not keys.used(3, K1), "nothing has changed"
    keys.add(3, K2.hex())
    assert keys.usable(3) == [K2, K1]
    assert not keys.used(3, K1), "the older one is still good, and retires nothing"
    assert keys.usable(3) == [K2, K1]
    assert keys.used(3, K2)
    assert states(keys, 3) == [(K2, "current"), (K1, "replaced")]
    assert keys.every(3) == [K2, K1]
    assert not keys.used(3, K1), "what was replaced does not come back"
    assert keys.all_usable() == {3: [K2]}


def test_a_revoked_table_has_no_key_until_it_gets_another(keys: Keys) -> None:
    assert not keys.any()
    keys.add(3, K1.hex())
    keys.add(3, K2.hex())
    keys.add(4, K3.hex())
    assert keys.any()
    assert keys.revoke(3) == 2
    assert keys.revoke(3) == 0
    assert keys.usable(3) == []
    assert keys.revoked_tables() == {3}
    assert not keys.used(3, K1)
    keys.add(3, K3.hex())
    assert keys.revoked_tables() == set()
    assert keys.usable(3) == [K3]


def test_a_key_that_was_given_up_cannot_be_added_again(keys: Keys) -> None:
    keys.add(3, K1.hex())
    keys.revoke(3)
    with pytest.raises(KeyRefused) as caught:
        keys.add(3, K1.hex())
    assert "was revoked" in str(caught.value)
    assert K1.hex() not in str(caught.value) + str(caught.value)
    keys.add(4, K1.hex())
    keys.drop(4)
    with pytest.raises(KeyRefused) as caught:
        keys.add(4, K1.hex())
    assert "was replaced" in str(caught.value)


def test_the_same_key_twice_is_one(keys: Keys) -> None:
    assert keys.add(3, K1.hex()) == keys.add(3, K1.hex().upper())
    assert len(keys.of_table(3)) == 1


def test_a_table_that_gave_its_key_back_is_not_a_revoked_one(keys: Keys) -> None:
    keys.add(3, K1.hex())
    assert keys.drop(3) == 1
    assert keys.revoked_tables() == set()
    assert not keys.any(), "nobody wants a key any more"


@pytest.mark.parametrize("text", ["", "ab" * 15, "ab" * 33, "zz" * 16, "abc" * 11])
def test_what_is_no_key_is_refused(keys: Keys, text: str) -> None:
    with pytest.raises(KeyRefused) as caught:
        keys.add(3, text)
    assert "32 to 64 hex digits" in str(caught.value)
    with pytest.raises(KeyRefused):
        read_key(text)


@pytest.mark.parametrize("table", [0, -1, 10000])
def test_a_number_that_no_table_has_is_refused(keys: Keys, table: int) -> None:
    with pytest.raises(KeyRefused) as caught:
        keys.add(table, K1.hex())
    assert "1 to 9999" in str(caught.value)


def test_newest_is_by_order_even_when_the_clock_was_put_back(keys: Keys) -> None:
    keys._clock = lambda: 5000
    keys.add(3, K1.hex())
    keys._clock = lambda: 1000
    keys.add(3, K2.hex())
    assert keys.usable(3) == [K2, K1]


def test_the_mark_changes_with_every_change(keys: Keys) -> None:
    seen = [keys.mark()]
    for change in (
        lambda: keys.add(3, K1.hex()),
        lambda: keys.used(3, K1),
        lambda: keys.add(3, K2.hex()),
        lambda: keys.used(3, K2),
        lambda: keys.revoke(3),
        lambda: keys.add(3, K3.hex()),
        lambda: keys.drop(3),
    ):
        change()
        assert keys.mark() not in seen
        seen.append(keys.mark())
    keys.revoke(3)
    assert keys.mark() == seen[-1], "nothing to revoke, nothing changed"


def test_keys_of_another_database_are_merged_and_what_was_revoked_stays_so(
    keys: Keys, tmp_path: Path
) -> None:
    other = Store.open(f"sqlite:///{tmp_path / 'other.sqlite3'}")
    keys.add(3, K1.hex())
    keys.used(3, K1)
    keys.add(4, K2.hex())
    other.keys.add(4, K2.hex())
    other.keys.revoke(4)
    other.keys.add(5, K3.hex())
    assert keys.merge(other.keys.rows()) == 2
    assert states(keys, 4) == [(K2, "revoked")]
    assert keys.usable(5) == [K3]
    assert keys.merge(other.keys.rows()) == 0
    older = [row for row in other.keys.rows() if row.table == 5]
    keys.revoke(5)
    assert keys.merge(older) == 0, "an older file brings nothing back"
    assert keys.usable(5) == []
    assert other.keys.merge(keys.rows()) == 2
    assert other.keys.usable(5) == []
    assert states(other.keys, 3) == [(K1, "current")]
    assert states(other.keys, 4) == [(K2, "revoked")]
    other.close()


def test_two_that_prove_themselves_at_once_leave_one_current(keys: Keys) -> None:
    for n in range(1, 9):
        keys.add(3, bytes([n]).hex() * 16)
    threads = [threading.Thread(target=keys.used, args=(3, bytes([n]) * 16)) for n in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert states(keys, 3)[0] == (bytes([8]) * 16, "current")
    assert {state for _, state in states(keys, 3)[1:]} == {"replaced"}


def test_a_fingerprint_tells_keys_apart_and_is_no_part_of_one() -> None:
    prints = {fingerprint(bytes([n]) * 32) for n in range(256)}
    assert len(prints) == 256
    assert all(len(text) == 8 for text in prints)
    assert fingerprint(K1) not in K1.hex()
