"""Keeping apart: players of one club in a first round and in groups, those of one group in the knockout."""

from collections.abc import Callable, Mapping, Sequence

from host_tools.tournament.draw.bracket import meeting_round
from host_tools.tournament.model.model import Entry

Clubs = Mapping[int, frozenset[str]]


def clubs_of(entry: Entry) -> frozenset[str]:
    """The clubs of its players in the form that is compared: without case and surrounding spaces."""
    names = {" ".join(player.club.split()).casefold() for player in entry.players}
    return frozenset(names - {""})


def exchanged(slots: Sequence[int | None], fixed: set[int], clubs: Clubs) -> list[int | None]:
    """The slots with as few first-round pairs of one club as exchanges of two can reach.

    Pairs are taken from the top; the second of a pair that is of one club changes places with the next one
    below (from the top again after the last) where both new pairs are in order. Slots in `fixed` stay.
    """
    order = list(slots)
    for top in range(0, len(order), 2):
        if not _meet(order, top, clubs):
            continue
        for mine in (top + 1, top):
            if mine in fixed:
                continue
            other = _partner(order, mine, fixed, clubs)
            if other is not None:
                order[mine], order[other] = order[other], order[mine]
                break
    return order


def _partner(slots: list[int | None], mine: int, fixed: set[int], clubs: Clubs) -> int | None:
    """The slot to exchange with, so that neither pair is of one club."""
    size = len(slots)
    for step in range(1, size):
        other = (mine + step) % size
        if other in fixed or other == mine ^ 1:
            continue
        if not _clash(slots[other], slots[mine ^ 1], clubs) and not _clash(
            slots[mine], slots[other ^ 1], clubs
        ):
            return other
    return None


def _meet(slots: Sequence[int | None], top: int, clubs: Clubs) -> bool:
    return _clash(slots[top], slots[top + 1], clubs)


def _clash(entry: int | None, other: int | None, clubs: Clubs) -> bool:
    return entry is not None and other is not None and bool(clubs[entry] & clubs[other])


def in_groups(members: Sequence[list[Entry]], is_fixed: Callable[[Entry], bool]) -> None:
    """Exchange entries of different groups as long as this leaves fewer pairs of one club in a group.

    members: of each group, changed in place; sizes and fixed entries stay. Group by group from the first, an
    entry that shares its group with its club is exchanged with the next one below in the following groups
    (from the first again after the last), where that helps.
    """
    clubs = {entry.id: clubs_of(entry) for group in members for entry in group}
    has_changed = True
    while has_changed:
        has_changed = False
        for at, group in enumerate(members):
            for row, entry in enumerate(group):
                if not is_fixed(entry) and _with_own_club(entry, group, clubs):
                    has_changed |= _exchanged_with_one(members, at, row, is_fixed, clubs)


def _exchanged_with_one(
    members: Sequence[list[Entry]], at: int, row: int, is_fixed: Callable[[Entry], bool], clubs: Clubs
) -> bool:
    mine, entry = members[at], members[at][row]
    here = _with_own_club(entry, mine, clubs)
    for step in range(1, len(members)):
        theirs = members[(at + step) % len(members)]
        for number, other in enumerate(theirs):
            if is_fixed(other):
                continue
            now = here + _with_own_club(other, theirs, clubs)
            after = _with_own_club(entry, theirs, clubs, other) + _with_own_club(other, mine, clubs, entry)
            if after < now:
                mine[row], theirs[number] = other, entry
                return True
    return False


def _with_own_club(entry: Entry, group: Sequence[Entry], clubs: Clubs, leaving: Entry | None = None) -> int:
    """How many others of the group, without the entry that leaves it, are of the entry's club."""
    mine = clubs[entry.id]
    return sum(
        bool(mine & clubs[member.id]) for member in group if member is not entry and member is not leaving
    )


def assigned(taken: Mapping[int, Sequence[int]], free: Sequence[int], size: int) -> list[tuple[int, int]]:
    """(group, slot) for every group: the slots that meet the group's earlier ones as late as possible.

    The cheapest assignment, where a meeting in the first round costs more than all in later ones together.
    Among equals the groups keep their order in `free`.
    """
    groups = sorted(taken)
    rounds = size.bit_length() - 1
    weight = len(groups) * max(1, max(len(slots) for slots in taken.values())) + 1
    costs = [
        [sum(weight ** (rounds - meeting_round(slot, mine)) for mine in taken[group]) for slot in free]
        for group in groups
    ]
    return [(group, free[column]) for group, column in zip(groups, cheapest(costs), strict=True)]


def cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """For each row of a square table its column, so that the sum is smallest; among equals each row's column
    is near its own number. Whole numbers of any size.
    """
    import networkx  # a quarter of a second, which other commands do without

    size = len(costs)
    graph = networkx.Graph()
    graph.add_weighted_edges_from(
        (row, size + column, -cost * size**3 - (column - row) ** 2)
        for row, line in enumerate(costs)
        for column, cost in enumerate(line)
    )
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return [column - size for _, column in sorted((min(pair), max(pair)) for pair in pairs)]
