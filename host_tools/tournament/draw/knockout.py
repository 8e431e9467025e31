"""The draw of a knockout: from entries, with seeds, byes and clubs apart; or from the places of groups.

The steps are in docs/organiser/standings.md. `progress.resolve` moves the winners on.
"""

from collections.abc import Sequence

from host_tools.tournament.draw import bracket, draw_order, keeping_apart
from host_tools.tournament.draw.bracket import Slot
from host_tools.tournament.draw.draw_order import DrawError
from host_tools.tournament.model import progress
from host_tools.tournament.model.model import Entry, Fixture, Source


def draw(
    entries: Sequence[Entry],
    seed: str,
    *,
    stage: int = 1,
    prefix: str,
    third: bool = False,
    avoid_clubs: bool = True,
    random: bool = False,
) -> list[Fixture]:
    """The fixtures of a knockout of these entries, round by round; entries that withdrew are left out.

    The same seed and entries give the same draw; the order of the entries does not matter. Seeds get their
    standard positions; seeds 3 and 4, 5 to 8 … are drawn by lot among themselves. Seeds count up to half of
    the places in the first round. Byes go to the best seeds. avoid_clubs: players of one club do not
    meet in the first round where the seeds and byes allow it. third: the losers of the semi-finals play each
    other. One entry has a bye in the final. Raises DrawError for no entries, or one named twice.
    """
    going = [entry for entry in entries if not entry.withdrawn]
    if not going:
        raise DrawError("nobody_entered")
    in_order = draw_order.order(seed, [entry.id for entry in going])
    by_id = {entry.id: entry for entry in going}
    drawn = [by_id[name] for name in in_order]
    slots, fixed = _placed(drawn, [] if random else _seeds(drawn))
    if avoid_clubs and not random:
        clubs = {entry.id: keeping_apart.clubs_of(entry) for entry in going}
        slots = keeping_apart.exchanged(slots, fixed, clubs)
    frame: list[Slot] = list(slots)
    return progress.resolve(bracket.fixtures(frame, stage=stage, prefix=prefix, third=third))


def _seeds(in_order: Sequence[Entry]) -> list[Entry]:
    """The entries that count as seeded, the best first; those of the same seeding in the order of lots."""
    seeded = sorted(
        (entry for entry in in_order if entry.seeding is not None), key=lambda entry: entry.seeding or 0
    )
    return seeded[: bracket.size_for(len(in_order)) // 2]


def _placed(in_order: Sequence[Entry], seeded: Sequence[Entry]) -> tuple[list[int | None], set[int]]:
    """(the entry in each slot, None: a bye; the slots that are not drawn: seeds and byes)."""
    size = bracket.size_for(len(in_order))
    positions = bracket.positions(size)
    slots: dict[int, int | None] = {
        slot: entry.id for slot, entry in zip(positions, _by_class(seeded, in_order), strict=False)
    }
    slot_of = {entry: slot for slot, entry in slots.items()}
    protected = [slot_of[entry.id] for entry in seeded]
    protected += positions[len(seeded) : size // 2]
    for slot in protected[: size - len(in_order)]:
        slots[slot ^ 1] = None
    fixed = set(slots)
    rest = iter([entry.id for entry in in_order if entry.id not in slot_of])
    for slot in range(size):
        if slot not in slots:
            slots[slot] = next(rest)
    return [slots[slot] for slot in range(size)], fixed


def _by_class(seeded: Sequence[Entry], in_order: Sequence[Entry]) -> list[Entry]:
    """The seeds by the position they get: 1, 2, then 3-4, 5-8, 9-16 … each class in the order of lots."""
    lot = {entry.id: number for number, entry in enumerate(in_order)}
    order = list(seeded[:2])
    while len(order) < len(seeded):
        among = seeded[len(order) : 2 * len(order)]
        order += sorted(among, key=lambda entry: lot[entry.id])
    return order


def from_places(
    groups: int,
    advance: int,
    *,
    stage: int,
    prefix: str,
    source_stage: int | None = None,
    third: bool = False,
    first_group: int = 1,
) -> list[Fixture]:
    """A knockout of the best `advance` of each of `groups` groups, drawn before these entries are known.

    Winners get the standard positions in the order of the groups, and the byes; then come the runners-up, who
    meet winners of other groups, and so on. Entries of one group meet again as late as possible: the first
    two are in different halves, the first four in different quarters. Nothing is drawn by lot. source_stage:
    whose places they are, the stage before by default; first_group: 0 when it has only one (round robin,
    preliminary; `groups` is 1). Raises DrawError when no entry goes on.
    """
    if groups < 1 or advance < 1:
        raise DrawError("nobody_goes_on")
    source = stage - 1 if source_stage is None else source_stage
    size = bracket.size_for(groups * advance)
    positions = bracket.positions(size)
    taken: dict[int, list[int]] = {group: [] for group in range(groups)}
    slots: list[Slot] = [None] * size
    for place in range(1, advance + 1):
        free = positions[(place - 1) * groups : place * groups]
        for group, slot in keeping_apart.assigned(taken, free, size):
            taken[group].append(slot)
            slots[slot] = Source("place", stage=source, group=group + first_group, place=place)
    return bracket.fixtures(slots, stage=stage, prefix=prefix, third=third)
