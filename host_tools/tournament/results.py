"""Results: as a table reports them, as the Laws award them, as the organiser types them in."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from boardside.game import match as game
from boardside.game.state import State
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Competition, Fixture, How, Result, Side

#: The points of each game, a's first.
Games = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Typed:
    """What somebody typed as a result. twenties: 20s of both. winner: as he said, None: the games say it."""

    games: Games = ()
    twenties: tuple[int, int] = (0, 0)
    winner: Side | None = None
    is_draw: bool = False


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


def walk_over(of: Competition, one: Fixture, winner: Side | None) -> Result:
    """The other side did not report (143i): full points to nothing in each game needed (D26, D86), by
    the same rules as at the table. Winner None: neither side reported, nobody gets anything.
    """
    if winner is None:
        return Result(None, "walk_over")
    loser = "b" if winner == "a" else "a"
    state = begun(of, one)
    lost: dict[str, Any] = {"kind": "lost", "side": loser, "law": "143i"}
    if state.rules["sport"] == "crokinole":
        lost = {"kind": "forfeit", "side": loser, "what": "match"}
    if state.phase == "toss":
        state, _ = game.apply(state, {"kind": "toss", "breaks": winner})
    state, _ = game.apply(state, lost)
    return from_table(game.official(state))


def begun(of: Competition, one: Fixture) -> State:
    """The match as its table would begin it: with the rules of its event and stage."""
    begin: dict[str, Any] = {"kind": "match", "match": one.id, "ruleset": of.ruleset, "stage": one.laws_stage}
    begin |= {"rules": of.rules, "category": of.category, "a": [], "b": []}
    state, _ = game.apply(game.new(), {name: value for name, value in begin.items() if value is not None})
    return state


_GAME = re.compile(r"\s*(\d{1,3})\s*[-:]\s*(\d{1,3})\s*")


def typed_in(
    scores: Sequence[str], twenties: str | None = None, winner: Side | None = None, draws: bool = False
) -> Typed:
    """What the organiser types: the points of each game, "25-10", also as lists show them ("25-10, 3-25");
    crokinole's 20s "12-9". Raises DeskError.

    winner: who was given the match, needed when the games do not decide it; `draws`: nobody has won. Whether
    it can be the result of a certain match: judging.judge.
    """
    typed = [text for some in scores for text in some.replace(",", " ").split()]
    games = tuple(_pair(text, "the points of a game", "25-10") for text in typed)
    if not games and winner is None and not draws:
        raise DeskError("Who has won? Give the points of each game, such as 25-10 12-25 25-20, or --winner.")
    if winner is not None and draws:
        raise DeskError("Either somebody has won, or nobody: not both.")
    return Typed(games, _pair(twenties, "the 20s", "12-9") if twenties else (0, 0), winner, draws)


def _pair(text: str, what: str, example: str) -> tuple[int, int]:
    found = _GAME.fullmatch(text)
    if found is None:
        raise DeskError(f"{text!r} is not {what}; give A's first and then B's, such as {example}.")
    return int(found[1]), int(found[2])


def shown(result: Result | None, scores: bool = True) -> str:
    """For people: "25-10, 12-25, 25-20", "walk-over", "" without a result."""
    if result is None:
        return ""
    text = ", ".join(f"{a}-{b}" for a, b in result.games) if scores else ""
    words = {"walk_over": "walk-over", "conceded": "conceded", "lost": "by ruling"}.get(result.how, "")
    if result.how == "walk_over":
        return words
    return f"{text} ({words})" if words and text else text or words or "decided"
