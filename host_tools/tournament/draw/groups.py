"""The draw of groups, and round robins by the circle method."""

from collections.abc import Sequence

from host_tools.tournament.draw import draw_order, keeping_apart
from host_tools.tournament.draw.draw_order import DrawError
from host_tools.tournament.model.model import Entry, Fixture


def draw(
    entries: Sequence[Entry],
    seed: str,
    *,
    stage: int = 1,
    prefix: str,
    groups: int | None = None,
    size: int | None = None,
    avoid_clubs: bool = True,
) -> list[Fixture]:
    """The fixtures of all groups, group by group and round by round, without entries that withdrew.

    groups: how many; or size: the most entries of one (give one of the two). The seeds by their number, then
    the others by lot, are dealt to the groups in a snake: 1 2 3 3 2 1 1 2 … so that sizes differ by one at
    most. avoid_clubs: entries without a seeding change places as long as this leaves fewer meetings within a
    club. Raises DrawError when a group would have fewer than two entries.
    """
    made = []
    drawn = members_of(entries, seed, groups=groups, size=size, avoid_clubs=avoid_clubs)
    for group, members in enumerate(drawn, start=1):
        made += round_robin(members, stage=stage, prefix=prefix, group=group)
    return made


def members_of(
    entries: Sequence[Entry],
    seed: str,
    *,
    groups: int | None = None,
    size: int | None = None,
    avoid_clubs: bool = True,
) -> list[list[int]]:
    """The ids of the entries of each group, in the order they were put there. Raises DrawError."""
    going = [entry for entry in entries if not entry.withdrawn]
    count = count_of(len(going), groups=groups, size=size)
    in_order = _by_strength(going, seed)
    members: list[list[Entry]] = [[] for _ in range(count)]
    for number, entry in enumerate(in_order):
        row, column = divmod(number, count)
        members[column if row % 2 == 0 else count - 1 - column].append(entry)
    if avoid_clubs:
        keeping_apart.in_groups(members, lambda entry: entry.seeding is not None)
    return [[entry.id for entry in group] for group in members]


def count_of(entries: int, *, groups: int | None = None, size: int | None = None) -> int:
    """The number of groups that this many entries make. Raises DrawError."""
    if (groups is None) == (size is None):
        raise DrawError("groups_or_size_needed")
    if entries == 0:
        raise DrawError("nobody_entered")
    count = groups if groups is not None else -(-entries // max(1, size or 0))
    if count < 1 or (size is not None and size < 2):
        raise DrawError("group_needs_two")
    if entries < 2 * count and not (entries == 1 and count == 1):
        raise DrawError("too_few_for_groups", count=entries, groups=count, most=max(1, entries // 2))
    return count


def _by_strength(entries: Sequence[Entry], seed: str) -> list[Entry]:
    by_id = {entry.id: entry for entry in entries}
    in_order = [by_id[name] for name in draw_order.order(seed, [entry.id for entry in entries])]
    return sorted(in_order, key=lambda entry: (entry.seeding is None, entry.seeding or 0))


def round_robin(members: Sequence[int], *, stage: int, prefix: str, group: int = 0) -> list[Fixture]:
    """Each entry plays each other once, at most once a round; with an odd number one sits out each round.

    The circle method: the first stays, the others move on by one each round; the first two of the list meet
    in the last round. Ids are PREFIX-STAGE-ROUND-NUMBER, with groups PREFIX-STAGE-gGROUP-ROUND-NUMBER.
    One entry, or none, has no fixtures. Raises DrawError when an entry is named twice.
    """
    return to_fixtures(circle(members), stage=stage, prefix=prefix, group=group)


def circle(members: Sequence[int]) -> list[list[tuple[int, int]]]:
    """The pairs of each round: n - 1 rounds for an even n, n for an odd one. Raises DrawError."""
    if len(set(members)) != len(members):
        raise DrawError("entry_twice")
    seats: list[int | None] = [*members]
    if len(seats) % 2:
        seats.append(None)
    rounds = []
    for number in range(len(seats) - 1):
        pairs = []
        for at in range(len(seats) // 2):
            first, other = seats[at], seats[-1 - at]
            if first is None or other is None:
                continue
            is_turned = number % 2 if at == 0 else at % 2
            pairs.append((other, first) if is_turned else (first, other))
        rounds.append(pairs)
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return rounds


def to_fixtures(
    rounds: Sequence[Sequence[tuple[int, int]]], *, stage: int, prefix: str, group: int = 0
) -> list[Fixture]:
    """Fixtures that are ready, of the Laws' stage "group", for the pairs of each round."""
    where = f"{prefix}-{stage}-g{group}" if group else f"{prefix}-{stage}"
    return [
        Fixture(f"{where}-{round_}-{number}", stage, round_, number, "group", group, a, b, state="ready")
        for round_, pairs in enumerate(rounds, start=1)
        for number, (a, b) in enumerate(pairs, start=1)
    ]


# The draw of a preliminary as crokinole plays it: each entry meets equally many others, one standing.


def draw_preliminary(
    entries: Sequence[Entry], seed: str, *, stage: int = 1, prefix: str, opponents: int = 10
) -> list[Fixture]:
    """Fixtures in which each entry plays `opponents` different ones, without entries that withdrew.

    The rounds of the circle method in the order of lots. With an odd number one entry sits out each round,
    each at most once, and those that sat out play each other in one more round. Fewer entries than
    opponents + 1: everybody plays everybody. Raises DrawError for no entries, fewer than one opponent, and
    when both numbers are odd, since no such set of matches exists.
    """
    going = [entry.id for entry in entries if not entry.withdrawn]
    if not going:
        raise DrawError("nobody_entered")
    if opponents < 1:
        raise DrawError("opponent_needed")
    in_order = draw_order.order(seed, going)
    return to_fixtures(rounds_of(in_order, opponents), stage=stage, prefix=prefix)


def rounds_of(members: Sequence[int], opponents: int) -> list[list[tuple[int, int]]]:
    """The pairs of each round. Raises DrawError as `draw` does."""
    count = len(members)
    rounds = circle(members)
    if count <= opponents + 1:
        return rounds
    if count % 2 == 0:
        return rounds[:opponents]
    if opponents % 2:
        raise DrawError(
            "both_odd", count=count, opponents=opponents, fewer=opponents - 1 or 2, more=opponents + 1
        )
    played, later = rounds[:opponents], rounds[opponents:]
    sat_out = [_absent(members, pairs) for pairs in played]
    for pairs in later:
        among = [pair for pair in pairs if pair[0] in sat_out and pair[1] in sat_out]
        if 2 * len(among) == opponents:
            return [*played, among]
    raise DrawError("no_last_round", count=count, opponents=opponents)


def _absent(members: Sequence[int], pairs: Sequence[tuple[int, int]]) -> int:
    here = {entry for pair in pairs for entry in pair}
    return next(entry for entry in members if entry not in here)
