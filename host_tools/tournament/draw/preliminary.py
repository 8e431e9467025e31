"""The draw of a preliminary as crokinole plays it: each entry meets equally many others, one standing."""

from collections.abc import Sequence

from host_tools.tournament.draw import draw_order
from host_tools.tournament.draw.draw_order import DrawError
from host_tools.tournament.draw.groups import circle, to_fixtures
from host_tools.tournament.model.model import Entry, Fixture


def draw(
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
