"""Results: as a table reports them, as the Laws award them, as the organiser types them in."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from boardside.game import match as game
from boardside.game import rules as game_rules
from boardside.game.state import State
from host_tools.live_values import Event, Rules
from host_tools.tournament import reasons
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import AT_TABLE, Competition, Decision, Fixture, How, Result, Side
from host_tools.tournament.standings import sports

#: The points of each game, a's first.
Games = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Typed:
    """What somebody typed as a result. twenties: 20s of both. winner: as typed; None: it follows from the
    games. extra: the games (from 0) of which it says that an extra board decided them.
    """

    games: Games = ()
    twenties: tuple[int, int] = (0, 0)
    winner: Side | None = None
    is_draw: bool = False
    extra: frozenset[int] = frozenset()


_HOW: dict[str, How] = {"walkover": "walk_over", "conceded": "conceded", "ruling": "lost"}


def from_table(official: dict[str, Any]) -> Result:
    """The result of a match that is decided: `official` as boardside.game.match.official gives it."""
    games = tuple((int(a), int(b)) for a, b in official["games"])
    total = official.get("total") or [sum(pair[0] for pair in games), sum(pair[1] for pair in games)]
    twenties = official.get("twenties") or [0, 0]
    net = official.get("net") or {}
    return Result(
        winner=official["winner"],
        how=_HOW.get(str(official.get("how")), "played"),
        games=games,
        games_won=(int(official["games_won"][0]), int(official["games_won"][1])),
        points=(int(total[0]), int(total[1])),
        net=int(net.get("a", total[0] - total[1])),
        twenties=(int(twenties[0]), int(twenties[1])),
    )


def agree(result: Result, other: Result) -> bool:
    """Whether two results have the same winner and the same points in each game."""
    return (result.winner, result.games) == (other.winner, other.games)


def standing(fixture: Fixture, at_table: Result | None) -> Result | None:
    """The result of a match that stands; None: none does. at_table: what a table has of it, decided; None:
    no table has a result.

    While its table plays it, that is the table's. Once it is decided it is the tournament's, whoever gave it.
    A result that was cleared, or that a table has without being called, does not stand.
    """
    if fixture.state == "done":
        return fixture.result
    return at_table if fixture.state in AT_TABLE else None


def walk_over(competition: Competition, fixture: Fixture, winner: Side | None) -> Result:
    """The other side did not report (143i): full points to nothing in each game needed (D26, D86), by
    the same rules as at the table. Winner None: neither side reported, so neither gets anything.
    """
    if winner is None:
        return Result(None, "walk_over")
    loser = "b" if winner == "a" else "a"
    state = begun(competition, fixture)
    if state.phase == "toss":
        state, _ = game.apply(state, {"kind": "toss", "breaks": winner})
    state, _ = game.apply(state, sports.of_rules(state.setup.rules).no_show(loser))
    return from_table(game.official(state))


def begun(competition: Competition, fixture: Fixture) -> State:
    """The match as its table would begin it: with the rules of its event and stage."""
    begin: Event = {
        "kind": "match",
        "match": fixture.id,
        "ruleset": competition.ruleset,
        "stage": fixture.laws_stage,
    }
    rules = match_rules(competition, fixture)
    begin |= {"rules": rules, "category": competition.category, "a": [], "b": []}
    state, _ = game.apply(game.new(), {name: value for name, value in begin.items() if value is not None})
    return state


_GAME = re.compile(r"(\d{1,3})-(\d{1,3})")
#: Between the points of both sides, with any dash that a keyboard or a text program writes.
_BETWEEN = re.compile(r"\s*[-:\u2010-\u2015\u2212\ufe58\ufe63\uff0d]\s*")
#: Stands behind the points of a game that an extra board decided: "17-10+".
EXTRA = "+"


def typed_in(
    scores: Sequence[str], twenties: str | None = None, winner: Side | None = None, draws: bool = False
) -> Typed:
    """What the organiser types: the points of each game, "25-10", also as lists show them ("25-10, 3-25"),
    with a + behind those that an extra board decided ("17-10+"); crokinole's 20s "12-9". Raises DeskError.

    winner: the side that was given the match, needed when the games do not decide it; `draws`: neither side
    won. Whether it can be the result of a certain match: typed_results.judge.
    """
    typed = [text for some in scores for text in _in_order(some).split()]
    games = tuple(_pair(text.removesuffix(EXTRA), "no_points_of_game") for text in typed)
    extra = frozenset(number for number, text in enumerate(typed) if text.endswith(EXTRA))
    if not games and winner is None and not draws:
        raise DeskError("who_has_won")
    if winner is not None and draws:
        raise DeskError("won_or_nobody")
    shot = _pair(twenties, "no_twenties_of_both") if twenties else (0, 0)
    return Typed(games, shot, winner, draws, extra)


def typed_games(result: Result) -> list[str]:
    """The points of each game as the organiser types them: ["25-10", "8-25"]."""
    return ["{}-{}".format(*game) for game in result.games]


def _in_order(text: str) -> str:
    """What was typed, with "-" between points, "+" right behind them, and spaces between games."""
    return re.sub(r"\s+\+", "+", _BETWEEN.sub("-", text.replace(",", " ").strip()))


def _pair(text: str, refused: str) -> tuple[int, int]:
    score = _GAME.fullmatch(_in_order(text))
    if score is None:
        raise DeskError(refused, text=text)
    return int(score[1]), int(score[2])


def shown(result: Result | None, scores: bool = True, sides: Sequence[str] = ()) -> str:
    """For people: "25-10, 12-25, 25-20", "walk-over", "" without a result. sides: the names of both, to say
    who won a walk-over.
    """
    text = "" if result is None else reasons.score(result.to_json(), scores)
    if result is None or result.how != "walk_over" or result.winner is None or not sides:
        return text
    return f"{sides['ab'.index(result.winner)]} by {text}"


# Shoot-outs as matches at tables: one board (wcc: 12 shots) between two entries of a group that are level,
# or between each two of several. Their results order the entries, as a typed decision does. Pure.


def match_rules(competition: Competition, fixture: Fixture) -> Rules | None:
    """The changes to the ruleset with which a match is played; None: there are none."""
    if not fixture.is_shoot_out:
        return competition.rules
    rules = game_rules.resolve(competition.ruleset, competition.rules)
    return {**(competition.rules or {}), **sports.of_rules(rules).shoot_out}


def without_shoot_outs(fixtures: Iterable[Fixture]) -> list[Fixture]:
    """The matches that are no shoot-outs."""
    return [fixture for fixture in fixtures if not fixture.is_shoot_out]


def shoot_out_decisions(fixtures: Iterable[Fixture]) -> list[tuple[int, Decision]]:
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


def settled_shoot_outs(
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
