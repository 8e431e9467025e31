"""The course of a match that a table played: its boards or rounds in order, and each act with its ruling and
the board after it. Pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from boardside.game import match
from boardside.game.dicts import board_dict, game_dict, protest_dict
from boardside.game.errors import GameError
from boardside.game.official import official
from host_tools.exports.card import Played
from host_tools.laws import rulings, seats
from host_tools.live_values import latin_names

#: The acts on a board that is recorded stroke by stroke, or a round whose shots are counted.
STROKES = ("stroke", "foul", "place", "room", "pass", "turn", "situation", "shot", "twenty", "last_shot")
_TIMED = ("break", "stroke")
"""The clocks of a stroke (46, 50)."""
_ENDS = ("board", "round", "forfeit")
_OF_TOURNAMENT = ("ruleset", "category", "variant", "tie", "teams")
_STATE = ("phase", "game", "board", "points", "games", "breaker", "seat", "extra", "twenties", "confirmed")


@dataclass(frozen=True, slots=True)
class Act:
    """An event that holds. at: when it was stored (UTC ms). ruling: `boardside.game.state.Ruling`, None when
    it is silent. situation: the board or round after it, None unless it is recorded.
    """

    seq: int
    kind: str
    at: int
    ruling: Any
    situation: Any

    def row(self) -> Mapping[str, Any]:
        """The ruling as JSON has it."""
        return rulings.row(self.seq, self.ruling)


@dataclass(slots=True)
class Part:
    """A board or a round with what happened in it, and between it and the one before.

    game, number: from 1; replayed: it was cancelled; done: it has a result, its row of the score card is the
    `number`th of the game. started, ended: UTC ms, 0 where not known.
    """

    game: int
    number: int
    acts: list[Act] = field(default_factory=list)
    replayed: bool = False
    done: bool = False
    started: int = 0
    ended: int = 0

    @property
    def strokes(self) -> list[Act]:
        """The acts with the board after them, from "Play" on; empty unless any stroke was recorded."""
        shown = [
            act for act in self.acts if act.situation is not None and (act.ruling or act.kind in STROKES)
        ]
        return shown if any(act.kind in STROKES for act in shown) else []

    @property
    def took_ms(self) -> int:
        """From "Play" to the result; 0 where one of them is not known."""
        return self.ended - self.started if self.done and self.started else 0

    @property
    def zeros(self) -> int:
        """How often a clock came to zero in it."""
        return sum(act.kind == "expired" for act in self.acts)


@dataclass(frozen=True, slots=True)
class Course:
    """A match as its table played it. view: as a table's in the API, as far as a card needs it.
    head: of the hash chain. is_erased: personal data were deleted from its events. strokes: by side, how many
    were recorded, and how many of them before their clock was at zero.
    """

    view: Mapping[str, Any]
    parts: tuple[Part, ...]
    head: str
    is_erased: bool
    strokes: Mapping[str, tuple[int, int]]


def course(played: Played) -> Course:
    """The course of a folded match."""
    said = dict(played.rulings)
    state = match.new()
    parts = [Part(1, 1)]
    strokes, is_late = {"a": (0, 0), "b": (0, 0)}, False
    for event in played.events:
        part, before, kind, seq = parts[-1], seats.finished(state), event["kind"], event["seq"]
        side = getattr(state.situation, "turn", "a")
        if kind != "undo":
            try:
                state, _ruling = match.advance(state, dict(event))
            except GameError:  # an event out of place, which the fold has left out as well
                continue
        if kind == "stroke":
            made, in_time = strokes[side]
            strokes[side] = made + 1, in_time + (not is_late)
        if kind == "expired":
            is_late = is_late or event["clock"] in _TIMED
        elif kind in STROKES or kind == "play":
            is_late = False
        at = played.at.get(seq, 0)
        part.acts.append(Act(seq, kind, at, said.get(seq), state.situation if kind != "undo" else None))
        if kind == "play" and not part.started:
            part.started = at
        following = state.game, len(state.boards) + 1
        if kind in _ENDS and seats.finished(state) > before:
            part.done, part.ended = True, at
        elif kind == "replayed":
            part.replayed = True
        elif seats.finished(state) < before:  # a protest was upheld (151a)
            for gone in parts:
                if (gone.game, gone.number) >= following:
                    gone.done, gone.replayed = False, True
        else:
            if not part.started:
                part.game, part.number = following
            continue
        parts.append(Part(*following))
    if not parts[-1].acts:
        parts.pop()
    is_over = state.phase in ("over", "confirmed")
    if is_over and len(parts) > 1 and not parts[-1].started and seats.finished(state):
        parts[-2].acts += parts.pop().acts  # what came after the last board belongs to it
    return Course(
        _view(played),
        tuple(parts),
        played.head,
        any("erased" in event for event in played.events),
        strokes,
    )


def _view(played: Played) -> dict[str, Any]:
    state = played.state
    by_game = {number: iter(of_game) for number, of_game in played.seats.items()}

    def seated(number: int, boards: list[dict[str, Any]]) -> list[dict[str, Any]]:
        own = by_game.get(number, iter(()))
        return [{**board, "seat": next(own, None)} for board in boards]

    history = [game_dict(game) for game in state.history]
    return {
        "table": 0,
        "match": {
            "id": state.setup.match,
            "title": state.title,
            "stage": state.setup.stage,
            "doubles": state.setup.doubles,
            "names": state.names,
            **{name: state.setup.tournament[name] for name in _OF_TOURNAMENT},
            "latin": latin_names(state.setup.tournament["latin"]),
        },
        "rules": state.setup.rules,
        **{name: getattr(state, name) for name in _STATE},
        "history": [{**game, "boards": seated(game["number"], game["boards"])} for game in history],
        "boards": seated(state.game, [board_dict(board) for board in state.boards]),
        "result": official(state),
        "turn": None,
        "situation": None,
        "protests": [protest_dict(protest) for protest in state.protests],
    }


@dataclass(frozen=True, slots=True)
class Figures:
    """What a side did in a match, board by board. scored, conceded: points of all boards. queens: covered, or
    taken with the board. comeback: the most points by which the side was behind in a game that it won.
    strokes: recorded ones; in_time: those before their clock was at zero.
    """

    boards: int = 0
    won: int = 0
    scored: int = 0
    conceded: int = 0
    queens: int = 0
    white_slams: int = 0
    black_slams: int = 0
    twenties: int = 0
    comeback: int = 0
    strokes: int = 0
    in_time: int = 0

    def plus(self, other: "Figures") -> "Figures":
        """Both together."""
        return Figures(
            self.boards + other.boards,
            self.won + other.won,
            self.scored + other.scored,
            self.conceded + other.conceded,
            self.queens + other.queens,
            self.white_slams + other.white_slams,
            self.black_slams + other.black_slams,
            self.twenties + other.twenties,
            max(self.comeback, other.comeback),
            self.strokes + other.strokes,
            self.in_time + other.in_time,
        )


def figures(course: Course, side: str) -> Figures:
    """The figures of side "a" or "b" in a match."""
    view = course.view
    other = "b" if side == "a" else "a"
    games = [(game["boards"], game["winner"]) for game in view["history"]]
    if view["phase"] not in ("over", "confirmed"):
        games.append((view["boards"], None))
    strokes, in_time = course.strokes[side]
    total = Figures(strokes=strokes, in_time=in_time)
    for boards, winner in games:
        behind = 0
        for board in boards:
            total = total.plus(_of_board(board, side, other))
            after = board["after"]
            behind = max(behind, after[other] - after[side])
        if winner == side:
            total = total.plus(Figures(comeback=behind))
    return total


def _of_board(board: Mapping[str, Any], side: str, other: str) -> Figures:
    won = board["winner"] == side
    if isinstance(board["points"], Mapping):
        points = board["points"]
        return Figures(1, won, points[side], points[other], twenties=board["twenties"][side])
    return Figures(
        1,
        won,
        board["points"] if won else 0,
        0 if won else board["points"],
        board["queen"] == side,
        board["slam"] == "white" and won,
        board["slam"] == "black" and won,
    )
