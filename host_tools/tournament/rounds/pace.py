"""When the matches of an event are likely to begin, from how long its matches have taken so far."""

import heapq
from collections.abc import Sequence
from statistics import median

from host_tools.tournament.model.model import AT_TABLE, Fixture, Source

#: So many matches must be over before anything is expected of the others.
LEAST = 3


def pace_ms(fixtures: Sequence[Fixture]) -> int | None:
    """The median from call to result of the matches that were played at a table; None: fewer than `LEAST`
    are over.
    """
    lengths = [
        each.decided_at - each.called_at
        for each in fixtures
        if each.state == "done"
        and each.called_at is not None
        and each.decided_at is not None
        and each.decided_at > each.called_at
        and (each.result is None or each.result.how != "walk_over")
    ]
    return round(median(lengths)) if len(lengths) >= LEAST else None


def expected(fixtures: Sequence[Fixture], free: int, now: int) -> dict[str, int]:
    """When each match that is not called yet is likely to begin (id, UTC ms), if its event goes on alone at
    the tables that it has now and `free` more, in the order of the draw; empty when nothing is known.
    """
    length = pace_ms(fixtures)
    ends = {
        each.id: max(now, (each.called_at or now) + (length or 0))
        for each in fixtures
        if each.state in AT_TABLE
    }
    tables = [*[now] * free, *ends.values()]
    if length is None or not tables:
        return {}
    heapq.heapify(tables)
    free_from: dict[int | None, int] = {}
    for each in fixtures:
        if each.id in ends:
            free_from |= {each.a: ends[each.id], each.b: ends[each.id]}
    stage_ends = {each.stage: ends[each.id] for each in fixtures if each.id in ends}
    begins: dict[str, int] = {}
    open_ones = [each for each in fixtures if each.state in ("ready", "waiting")]
    for each in sorted(open_ones, key=lambda one: (one.stage, one.round, one.number, one.group)):

        def known_at(source: Source, stage: int = each.stage) -> int:
            if source.kind == "place":
                return max((end for other, end in stage_ends.items() if other < stage), default=now)
            return ends.get(source.fixture or "", now)

        players = [free_from[side] for side in (each.a, each.b) if side is not None and side in free_from]
        begin = max(heapq.heappop(tables), known_at(each.source_a), known_at(each.source_b), *players, now)
        end = begins[each.id] = begin
        end += length
        heapq.heappush(tables, end)
        ends[each.id] = end
        free_from |= {side: end for side in (each.a, each.b) if side is not None}
        stage_ends[each.stage] = max(end, stage_ends.get(each.stage, end))
    return begins
