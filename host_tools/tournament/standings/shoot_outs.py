"""Shoot-outs as matches at tables: one board (wcc: 12 shots) between two entries of a group that are level,
or between each two of several. Their results order the entries, as a typed decision does. Pure.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from boardside.game import rules as game_rules
from host_tools.live_values import Rules
from host_tools.tournament.model.model import Competition, Decision, Fixture
from host_tools.tournament.standings import sports


def rules_of(competition: Competition, fixture: Fixture) -> Rules | None:
    """The changes to the ruleset with which a match is played; None: there are none."""
    if not fixture.is_shoot_out:
        return competition.rules
    rules = game_rules.resolve(competition.ruleset, competition.rules)
    return {**(competition.rules or {}), **sports.of_rules(rules).shoot_out}


def without(fixtures: Iterable[Fixture]) -> list[Fixture]:
    """The matches that are no shoot-outs."""
    return [fixture for fixture in fixtures if not fixture.is_shoot_out]


def decisions(fixtures: Iterable[Fixture]) -> list[tuple[int, Decision]]:
    """The order that the shoot-outs of each group give, by the wins of each entry, with when it was decided
    (UTC ms); of several at once, when all are over.
    """
    series: dict[tuple[int, int], list[Fixture]] = {}
    for fixture in fixtures:
        if fixture.is_shoot_out and fixture.state != "off":
            series.setdefault((fixture.group, fixture.round), []).append(fixture)
    made = []
    for (group, _), matches in sorted(series.items()):
        wins = {side: 0 for match in matches for side in (match.a, match.b) if side is not None}
        if any(match.state != "done" or match.result is None for match in matches):
            continue
        for match in matches:
            winner = {"a": match.a, "b": match.b}.get(match.result.winner or "") if match.result else None
            if winner is not None:
                wins[winner] += 1
        order = tuple(sorted(wins.items(), key=lambda scored: -scored[1]))
        decided_at = max(match.decided_at or 0 for match in matches)
        made.append((decided_at, Decision("shoot_out", order, group)))
    return made


def settled(
    fixtures: Sequence[Fixture], level: Callable[[int, int], Collection[frozenset[int]]]
) -> list[Fixture]:
    """The fixtures; a shoot-out that is not called is off while its entries are not level. level: the sets of
    entries of a stage (position) and group that owe one.
    """
    after = []
    for fixture in fixtures:
        if fixture.is_shoot_out and fixture.state in ("ready", "off"):
            owing = level(fixture.stage, fixture.group)
            is_owed = any({fixture.a, fixture.b} <= entries for entries in owing)
            fixture = replace(fixture, state="ready" if is_owed else "off")
        after.append(fixture)
    return after
