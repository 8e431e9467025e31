"""The draw: a seed gives the same order at any time, on any computer."""

import hashlib
import itertools
import random
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.tournament.draw import draw_order


def test_the_order_of_a_seed_is_the_one_it_always_had() -> None:
    """Written down: a change of the method would make every printed draw a lie."""
    assert draw_order.order("K7QM-3XWD", [1, 2, 3, 4, 5, 6, 7, 8]) == [6, 4, 3, 7, 1, 2, 8, 5]


def test_the_method_can_be_done_with_a_shell() -> None:
    """As docs/organiser/standings.md tells: sha256sum, sort."""
    script = 'for id in 1 2 3 4 5 6; do printf "%s|%s" "K7QM-3XWD" $id | sha256sum | sed "s/ .*/ $id/"; done'
    result = subprocess.run(["bash", "-c", f"({script}) | sort"], capture_output=True, text=True, check=True)
    by_shell = [int(line.split()[1]) for line in result.stdout.splitlines()]
    assert draw_order.order("K7QM-3XWD", range(1, 7)) == by_shell


def test_a_lot_is_the_sha_256_of_seed_and_id() -> None:
    assert draw_order.lot("Grüße", 12) == hashlib.sha256(b"Gr\xc3\xbc\xc3\x9fe|12").hexdigest()


@settings(max_examples=40)
@given(st.text(max_size=20), st.sets(st.integers(1, 10**6), max_size=20), st.randoms())
def test_the_order_of_the_entries_does_not_matter(seed: str, some: set[int], chance: random.Random) -> None:
    ids = sorted(some)
    mixed = list(ids)
    chance.shuffle(mixed)
    assert draw_order.order(seed, mixed) == draw_order.order(seed, ids)
    assert sorted(draw_order.order(seed, ids)) == sorted(ids)


def test_who_drops_out_does_not_change_the_order_of_the_others() -> None:
    with_all = draw_order.order("s", range(1, 101))
    assert draw_order.order("s", [number for number in range(1, 101) if number != 50]) == [
        number for number in with_all if number != 50
    ]


def test_every_order_comes_about_equally_often() -> None:
    """Of 6,000 seeds each of the six orders of three entries gets a thousand, within five sigma (144)."""
    counts = dict.fromkeys(itertools.permutations((1, 2, 3)), 0)
    for number in range(6000):
        counts[tuple(draw_order.order(f"seed {number}", [1, 2, 3]))] += 1  # type: ignore[index]
    assert all(abs(count - 1000) < 145 for count in counts.values()), counts


def test_an_entry_named_twice_is_refused() -> None:
    with pytest.raises(draw_order.DrawError, match="twice"):
        draw_order.order("s", [1, 2, 1])


def test_seeds_can_be_read_aloud_and_differ() -> None:
    seeds = {draw_order.new_seed() for _ in range(200)}
    assert len(seeds) == 200
    for seed in seeds:
        assert len(seed) == 9
        assert seed[4] == "-"
        assert not set(seed.replace("-", "")) - set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
