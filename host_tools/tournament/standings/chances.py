"""What is certain in a group that goes on: who is through, who is out, for whom wins suffice.

Every outcome of the open matches is tried (won by either side, drawn, lost by both), with every choice of
entries that withdraw before their last match. Net points of an open match may be any, so entries that are
level in points and wins may end in either order. Where there are too many cases nothing is said, nor in
crokinole, where a match can have many points. Corrections and changes of the draw by hand are not foreseen.
Pure.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Literal

from host_tools.tournament.model import ties
from host_tools.tournament.model.model import Fixture, Place, StageKind
from host_tools.tournament.standings import sports, standings, tally, tie_breaks

#: through: goes on whatever happens. out: cannot go on, unless somebody withdraws. wins: goes on by winning
#: all its open matches, whatever else happens.
Code = Literal["through", "out", "wins"]

MOST_CASES = 600
"""The limit of cases for a group, 0.1 ms each: four open matches of a group of four are some 400."""

#: The standing points of both sides: a wins, b wins, a draw, both stayed away.
_OUTCOMES = (
    (tally.WIN_POINTS, 0),
    (0, tally.WIN_POINTS),
    (tally.DRAW_POINTS, tally.DRAW_POINTS),
    (0, 0),
)


@dataclass(frozen=True, slots=True)
class Chance:
    """What is certain for an entry. matches: how many it has still to play. is_over: the whole group is."""

    code: Code
    matches: int = 0
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class _Played:
    """A match that is decided, as the standing counts it."""

    a: int
    b: int
    points: tuple[int, int]
    wins: tuple[int, int]
    net: int


@dataclass(frozen=True, slots=True)
class _Case:
    """How it may end. won: per open match the index of its outcome. key: points and wins of each entry."""

    open: tuple[tuple[int, int], ...]
    won: tuple[int, ...]
    key: Mapping[int, tuple[int, int]]
    net: Mapping[int, int]
    has_left: bool


def of_group(
    ruleset: str,
    stage_kind: StageKind,
    fixtures: Sequence[Fixture],
    places: Sequence[Place],
    advance: int,
    *,
    withdrawn: Collection[int] = (),
    count_left: bool | None = None,
) -> dict[int, Chance]:
    """What is certain for the entries of one group, by entry; those for whom nothing is are left out.

    fixtures, withdrawn, count_left: as `standings.standing` takes them; places: what it made of them.
    advance: how many go on; 0: nothing is said.
    """
    sport = sports.of_ruleset(ruleset)
    if not advance or stage_kind == "swiss" or sport.steps(stage_kind) != tie_breaks.CARROM:
        return {}
    keeps_matches = standings.counts_left(stage_kind, count_left)
    matches = ties.folded(fixtures)
    left = tally.who_left(fixtures, withdrawn)
    if not keeps_matches:
        matches = standings.without(matches, left)
    entries = frozenset(place.entry for place in places) - left
    played, still_open = [], []
    for fixture in matches:
        if fixture.a is None or fixture.b is None or fixture.state in ("bye", "off"):
            continue
        result = fixture.result
        if fixture.state != "done" or result is None:
            still_open.append((fixture.a, fixture.b))
            continue
        points = (sport.points(result, 0), sport.points(result, 1))
        wins = (int(result.winner == "a"), int(result.winner == "b"))
        played.append(_Played(fixture.a, fixture.b, points, wins, result.net))
    if not still_open:
        return _ended([place for place in places if place.entry in entries], advance)
    return dict(_by_cases(entries, tuple(played), tuple(still_open), advance, keeps_matches))


def _ended(places: Sequence[Place], advance: int) -> dict[int, Chance]:
    """By the places that are reached; nothing for entries that share the last place that goes on."""
    certain = {}
    for line in places:
        last = line.place - 1 + sum(other.place == line.place for other in places)
        if line.place > advance or last <= advance:
            certain[line.entry] = Chance("out" if line.place > advance else "through", is_over=True)
    return certain


@lru_cache(512)
def _by_cases(
    entries: frozenset[int],
    played: tuple[_Played, ...],
    still_open: tuple[tuple[int, int], ...],
    advance: int,
    keeps_matches: bool,
) -> Mapping[int, Chance]:
    """See `of_group`; kept, because all groups are asked again when one match of the event has ended."""
    if len(_OUTCOMES) ** len(still_open) > MOST_CASES:
        return {}
    choices = list(_choices(entries, still_open, keeps_matches))
    if sum(len(_OUTCOMES) ** len(to_come) for _staying, _void, to_come in choices) > MOST_CASES:
        return {}
    through, wins, can = set(entries), set(entries), set[int]()
    for case in _cases(choices, played, len(entries)):
        busy = {entry for pair in case.open for entry in pair}
        for entry in case.key:
            above, level = _beside(case, entry, busy)
            if above < advance and not case.has_left:
                can.add(entry)
            if above + level >= advance:
                through.discard(entry)
                if _wins_all(case, entry):
                    wins.discard(entry)
    certain = {}
    for entry in entries:
        own = sum(entry in pair for pair in still_open)
        if entry in through:
            certain[entry] = Chance("through", own)
        elif entry not in can:
            certain[entry] = Chance("out", own)
        elif own and entry in wins:
            certain[entry] = Chance("wins", own)
    return certain


_Choice = tuple[frozenset[int], frozenset[int], tuple[tuple[int, int], ...]]


def _choices(
    entries: frozenset[int], still_open: Sequence[tuple[int, int]], keeps_matches: bool
) -> Iterator[_Choice]:
    """Each choice of entries that withdraw: who stays, whose matches are void, and the matches to come."""
    may_leave = sorted({entry for pair in still_open for entry in pair if entry in entries})
    for count in range(len(may_leave) + 1):
        for leaving in combinations(may_leave, count):
            staying = entries.difference(leaving)
            void = frozenset() if keeps_matches else frozenset(leaving)
            yield staying, void, tuple(pair for pair in still_open if void.isdisjoint(pair))


def _cases(choices: Iterable[_Choice], played: Sequence[_Played], entries: int) -> Iterator[_Case]:
    for staying, void, to_come in choices:
        before = [match for match in played if void.isdisjoint((match.a, match.b))]
        for outcomes in product(range(len(_OUTCOMES)), repeat=len(to_come)):
            yield _case(staying, before, to_come, outcomes, len(staying) < entries)


def _case(
    staying: frozenset[int],
    before: Sequence[_Played],
    to_come: tuple[tuple[int, int], ...],
    outcomes: tuple[int, ...],
    has_left: bool,
) -> _Case:
    points, wins, net = (dict.fromkeys(staying, 0) for _ in range(3))
    for match in before:
        for side, entry, sign in ((0, match.a, 1), (1, match.b, -1)):
            if entry in staying:
                points[entry] += match.points[side]
                wins[entry] += match.wins[side]
                net[entry] += sign * match.net
    for pair, outcome in zip(to_come, outcomes, strict=True):
        for side, entry in enumerate(pair):
            if entry in staying:
                points[entry] += _OUTCOMES[outcome][side]
                wins[entry] += outcome == side
    key = {entry: (points[entry], wins[entry]) for entry in staying}
    return _Case(to_come, outcomes, key, net, has_left)


def _beside(case: _Case, mine: int, busy: Collection[int]) -> tuple[int, int]:
    """How many are certainly before this entry, and how many may be."""
    above = level = 0
    for other, key in case.key.items():
        if other == mine or key < case.key[mine]:
            continue
        if key > case.key[mine]:
            above += 1
        elif other in busy or mine in busy or case.net[other] == case.net[mine]:
            level += 1
        else:
            above += case.net[other] > case.net[mine]
    return above, level


def _wins_all(case: _Case, entry: int) -> bool:
    """Whether it wins all its open matches. Those against entries that withdraw are void, also when it has
    won them before.
    """
    pairs = zip(case.open, case.won, strict=True)
    return all(outcome < 2 and pair[outcome] == entry for pair, outcome in pairs if entry in pair)
