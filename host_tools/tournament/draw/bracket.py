"""The frame of a knockout: slots, rounds, and the fixtures in which winners meet."""

from collections.abc import Sequence
from dataclasses import replace

from host_tools.tournament.model.model import BYE, DRAWN, Fixture, FixtureState, Source

#: The content of a slot: an entry, the place from which one will come, or None (a bye).
Slot = int | Source | None

_STAGES = {2: "final", 4: "semi_final", 8: "quarter_final", 16: "pre_quarter_final"}


def size_for(count: int) -> int:
    """The slots of a bracket for `count` entries: the next power of two, at least 2."""
    return max(2, 1 << max(0, count - 1).bit_length())


def positions(size: int) -> list[int]:
    """For the seeds 1, 2, 3 … `size`, in this order: their slot, from 0.

    Standard positions: 1 at the top, 2 at the bottom, and if the better seed always wins, the sums of the
    two seeds of a round's matches are all the same. `size` is a power of two.
    """
    seeds = [1]
    while len(seeds) < size:
        total = 2 * len(seeds) + 1
        seeds = [
            seed
            for index, upper in enumerate(seeds)
            for seed in ((upper, total - upper) if index % 2 == 0 else (total - upper, upper))
        ]
    slot_of = {seed: slot for slot, seed in enumerate(seeds)}
    return [slot_of[seed] for seed in range(1, size + 1)]


def laws_stage(left: int) -> str:
    """The stage of the Laws for a round that begins with `left` slots: 2 is the final."""
    return _STAGES.get(left, "round")


def meeting_round(seed: int, other: int) -> int:
    """The round, from 1, in which the entries of two different slots could meet."""
    return (seed ^ other).bit_length()


def fixtures(slots: Sequence[Slot], *, stage: int, prefix: str, third: bool = False) -> list[Fixture]:
    """The fixtures of a bracket, round by round from the top, as waiting, ready or bye.

    slots: a power of two of them, at least 2. Ids are PREFIX-STAGE-ROUND-NUMBER. A match for third place
    is number 2 of the last round and takes the losers of the semi-finals.
    """
    made = []
    size = len(slots)
    rounds = size.bit_length() - 1
    for round_ in range(1, rounds + 1):
        left = size >> (round_ - 1)
        for number in range(1, left // 2 + 1):
            fixture = Fixture(_id(prefix, stage, round_, number), stage, round_, number, laws_stage(left))
            if round_ == 1:
                pair = slots[2 * number - 2], slots[2 * number - 1]
                made.append(_first(fixture, *pair))
            else:
                below = [_id(prefix, stage, round_ - 1, at) for at in (2 * number - 1, 2 * number)]
                made.append(_from(fixture, "winner", below))
    if third and rounds > 1:
        fixture = Fixture(_id(prefix, stage, rounds, 2), stage, rounds, 2, "semi_final")
        made.append(_from(fixture, "loser", [_id(prefix, stage, rounds - 1, at) for at in (1, 2)]))
    return made


def is_for_third_place(fixture: Fixture) -> bool:
    """Whether this is the match of the losers of the semi-finals."""
    return fixture.source_a.kind == "loser"


def _id(prefix: str, stage: int, round_: int, number: int) -> str:
    return f"{prefix}-{stage}-{round_}-{number}"


def _first(fixture: Fixture, slot: Slot, other: Slot) -> Fixture:
    a, source_a = _side(slot)
    b, source_b = _side(other)
    state: FixtureState = "waiting"
    if BYE in (source_a, source_b):
        state = "bye"
    elif a is not None and b is not None:
        state = "ready"
    return replace(fixture, a=a, b=b, source_a=source_a, source_b=source_b, state=state)


def _side(slot: Slot) -> tuple[int | None, Source]:
    if slot is None:
        return None, BYE
    if isinstance(slot, Source):
        return None, slot
    return slot, DRAWN


def _from(fixture: Fixture, kind: str, ids: Sequence[str]) -> Fixture:
    source_a, other = (Source.parse(f"{kind}:{name}") for name in ids)
    return replace(fixture, source_a=source_a, source_b=other)
