"""Which key a journal belongs to (store/ownership.py): rule by rule, and in the database."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.store import Store
from host_tools.store.ownership import (
    FOREIGN,
    JOURNALS_MOST,
    MOVED,
    OPEN,
    PROVEN,
    PROVISIONED,
    RENEWED,
    TOO_MANY,
    Claim,
    Tenure,
    UnknownJournal,
    is_owner,
    judged,
    key_id,
    known,
    sealing,
)

OLD, NEW, OTHER = (key_id(bytes([number]) * 16) for number in (1, 2, 3))
IDS = (OPEN, OLD, NEW, OTHER)


def tenure(key: str = OLD, table: int = 18, stored: int = 0, held: int = 0) -> Tenure:
    return Tenure(table, key, 0, stored, held, PROVEN)


def claim(key: str = OLD, table: int = 18, siblings: tuple[str, ...] = (), held: int = 0) -> Claim:
    return Claim("0badcafe", table, key, held, frozenset(siblings))


# Who may speak


def test_the_first_to_prove_it_has_it() -> None:
    assert judged((), claim(), 0) == PROVEN
    assert judged((), claim(), JOURNALS_MOST - 1) == PROVEN
    assert judged((), claim(), JOURNALS_MOST) == TOO_MANY
    assert judged((), claim(OPEN), JOURNALS_MOST) == PROVEN, "tables without a key are not told apart"


def test_the_owner_is_the_same_key_under_the_same_number() -> None:
    assert is_owner([tenure()], claim())
    assert not is_owner([tenure()], claim(table=19))
    assert not is_owner([tenure(OLD), tenure(NEW)], claim(OLD))
    assert not is_owner([], claim())
    assert is_owner([tenure(OPEN)], claim(OPEN, table=5))
    assert judged([tenure()], claim(table=19), 1) == MOVED


@pytest.mark.parametrize(
    ("owner", "wants", "begun", "verdict"),
    [
        (tenure(OLD), claim(NEW, siblings=(OLD, NEW)), 0, RENEWED),
        (tenure(OPEN), claim(NEW, siblings=(NEW,)), 0, RENEWED),
        (tenure(OLD), claim(NEW, siblings=(OLD, NEW)), 1, FOREIGN),  # it is in use by another device
        (tenure(OLD), claim(NEW, siblings=(NEW,)), 0, FOREIGN),  # the old one was never this number's
        (tenure(OLD), claim(NEW, table=19, siblings=(OLD, NEW)), 0, FOREIGN),
        (tenure(OLD), claim(OPEN, siblings=(OLD,)), 0, FOREIGN),
        (tenure(OPEN, table=4), claim(NEW, siblings=(NEW,)), 0, FOREIGN),
    ],
)
def test_only_an_unused_key_of_the_same_table_goes_on(
    owner: Tenure, wants: Claim, begun: int, verdict: str
) -> None:
    assert judged([owner], wants, begun) == verdict


@given(
    st.lists(st.builds(tenure, st.sampled_from(IDS), st.sampled_from((18, 19))), min_size=1, max_size=4),
    st.sampled_from((OPEN, OLD, NEW)),
    st.integers(0, 70),
)
def test_a_key_of_another_table_gets_nothing_that_has_an_owner(
    history: list[Tenure], key: str, begun: int
) -> None:
    """Whatever it has, table 7 does not go on with a journal that its key does not own."""
    wants = claim(key, table=7, siblings=(OLD, NEW))
    if history[-1].key_id != key:
        assert judged(history, wants, begun) == FOREIGN


# Who sealed it


def test_a_seal_is_by_the_key_of_its_time() -> None:
    """20 were stored when the new key came, and the table had 25."""
    history = [tenure(OLD, held=3), tenure(NEW, stored=20, held=25)]
    assert sealing(history, 3) == ({OLD}, True), "before it came for the first time it may have had none"
    assert sealing(history, 4) == ({OLD}, False)
    assert sealing(history, 20) == ({OLD}, False)
    assert sealing(history, 21) == ({OLD, NEW}, False)
    assert sealing(history, 25) == ({OLD, NEW}, False)
    assert sealing(history, 26) == ({NEW}, False)


def test_a_table_that_was_given_its_first_key_may_have_sealed_without() -> None:
    history = [tenure(OPEN), tenure(NEW, stored=5, held=8)]
    assert sealing(history, 5) == (set(), True)
    assert sealing(history, 8) == ({NEW}, True)
    assert sealing(history, 9) == ({NEW}, False)


@given(st.data())
def test_somebody_can_have_sealed_every_event_and_nobody_out_of_his_time(data: st.DataObject) -> None:
    marks = sorted(data.draw(st.lists(st.integers(0, 50), min_size=6, max_size=6)))
    history = [tenure(OLD, held=marks[0]), tenure(NEW, 18, *marks[1:3]), tenure(OTHER, 18, *marks[3:5])]
    seq = data.draw(st.integers(1, 60))
    keys, _ = sealing(history, seq)
    assert keys
    for at, owned in enumerate(history):
        after = history[at + 1].held if at + 1 < len(history) else 100
        is_in_time = (at == 0 or seq > owned.stored) and seq <= after
        assert (owned.key_id in keys) == is_in_time


def test_known_keys_are_found_by_their_ids_alone() -> None:
    keys = [bytes([number]) * 16 for number in (1, 2, 3)]
    assert known([b"", *keys], {OLD, OTHER, OPEN}) == [keys[0], keys[2]]
    assert len({key_id(key) for key in keys} | {OPEN}) == 4
    assert key_id(b"") == OPEN


# In the database


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")


def verdict(store: Store, wants: Claim) -> str | None:
    return store.owners.claim([wants])[0].refusal


def test_journals_that_a_key_has_begun_are_counted(store: Store) -> None:
    made = [Claim(f"made{number}", 19, NEW, 0) for number in range(JOURNALS_MOST + 2)]
    refusals = [each.refusal for each in store.owners.claim(made)]
    assert refusals == [None] * JOURNALS_MOST + [TOO_MANY] * 2
    assert verdict(store, made[0]) is None
    assert verdict(store, Claim("another", 18, OLD, 0)) is None


def test_at_its_cable_a_table_carries_on_what_its_old_key_owned(store: Store) -> None:
    assert verdict(store, claim(OLD)) is None
    assert store.owners.provisioned(claim(NEW, table=7)).refusal == FOREIGN
    assert store.owners.provisioned(claim(NEW, table=7, siblings=(OLD,))).refusal == FOREIGN
    carried = store.owners.provisioned(claim(NEW, table=7), had=[OLD])
    assert (carried.refusal, carried.history[-1].how) == (None, PROVISIONED)
    assert verdict(store, claim(OLD)) == FOREIGN


def test_a_journal_of_nobody_cannot_be_given(store: Store) -> None:
    with pytest.raises(UnknownJournal):
        store.owners.give("0badcafe", 7, NEW, "anna", "a spare device")
