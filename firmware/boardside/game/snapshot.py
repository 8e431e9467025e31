"""A match's fold as rows of JSON, and back: what a table knew after its newest event (D401).

A snapshot holds nothing that does not follow from the events, and counts for nothing where it does not fit them:
who reads one must know that these events, and the firmware, are those it was made of. Matches with a protest,
and crokinole's, are folded from their events.

    ["b", ...]    a finished board, ["g", ...] a finished game; later rows name them by their index
    ["s", ...]    a state: index in _FIELDS and value, by turns, of what differs from the state of the row before
    ["end", ...]  which states are marks and which is the present one; what is undone; the last ruling

The fields that only the `match` event sets are taken from that event.
"""

from . import match
from .carrom import CARROM
from .fold import Folded
from .state import Board, Game, Ruling, State
from .strokes import Situation
from .undo import Undone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .fold import Mark
    from .state import Event

FORMAT = 1

_FIELDS = (
    "names",
    "title",
    "phase",
    "game",
    "board",
    "points",
    "games",
    "seat",
    "breaker",
    "opener",
    "left_side",
    "extra",
    "change_due",
    "change_done",
    "winner",
    "how",
    "how_laws",
    "overridden",
    "paused",
    "trials",
    "twenties",
    "confirmed",
    "boards",
    "history",
    "starts",
    "situation",
)
_AS_READ = 2  # the first fields hold lists; in all others a list was a tuple
_BOARDS, _HISTORY, _STARTS, _SITUATION = 22, 23, 24, 25

_OF_BOARD = (
    "after",
    "breaker",
    "computed",
    "demand",
    "extra",
    "game",
    "law",
    "laws",
    "left",
    "number",
    "override",
    "points",
    "queen",
    "slam",
    "source",
    "winner",
    "withheld",
)
_OF_SITUATION = (
    "doubles",
    "white",
    "high",
    "seat",
    "fresh",
    "tries",
    "turns",
    "passes",
    "down",
    "owes",
    "waiting",
    "placing",
    "queen",
    "right",
    "result",
    "replay",
    "turn",
    "over",
)


def rows(folded: Folded, marks: "list[Mark]") -> "Iterator[list[Any]] | None":
    """The rows of a fold and its marks, none of which may be changed meanwhile; None: no snapshot holds it."""
    state = folded.state
    if state.match is None or not _fits(state) or [seq for seq, marked in marks if not _fits(marked)]:
        return None
    return _Writer(state).rows(folded, marks)


def _fits(state: State) -> bool:
    return state.sport is CARROM and not state.protests


class _Writer:
    """Gives every board, game and state its row once."""

    def __init__(self, state: State) -> None:
        self._match = state.match
        self._rules = state.rules
        self._boards: "list[Any]" = []
        self._games: "list[Game]" = []
        self._states: "list[State]" = []
        self._before: "list[Any]" = [None] * len(_FIELDS)

    def rows(self, folded: Folded, marks: "list[Mark]") -> "Iterator[list[Any]]":
        marked: "list[int]" = []
        for seq, state in marks:
            if state.match == self._match:
                yield from self._state(state)
                marked += [seq, _index(self._states, state)]
        yield from self._state(folded.state)
        ruling = None
        if folded.rulings:
            seq, last = folded.rulings[-1]
            ruling = [seq, last.laws, last.clauses, last.facts]
        yield [
            "end",
            folded.last,
            folded.last_kind,
            _index(self._states, folded.state),
            marked,
            _undone_row(folded.undone),
            ruling,
        ]

    def _state(self, state: State) -> "Iterator[list[Any]]":
        if _index(self._states, state) >= 0:
            return
        for _, _, start in state.starts:
            yield from self._state(start)
        for game in state.history:
            if _index(self._games, game) < 0:
                yield from self._finished(game.boards)
                self._games.append(game)
                yield ["g", game.number, self._numbers(game.boards), game.points, game.winner, game.how, game.laws]
        yield from self._finished(state.boards)
        row: "list[Any]" = ["s"]
        for at, name in enumerate(_FIELDS):
            value = getattr(state, name)
            if at == _BOARDS:
                value = self._numbers(value)
            elif at == _HISTORY:
                value = [_index(self._games, game) for game in value]
            elif at == _STARTS:
                value = [[game, board, _index(self._states, start)] for game, board, start in value]
            elif at == _SITUATION and value is not None:
                value = [getattr(value, field) for field in _OF_SITUATION]
            if value != self._before[at]:
                self._before[at] = value
                row += [at, value]
        self._states.append(state)
        yield row

    def _finished(self, boards: "Any") -> "Iterator[list[Any]]":
        for board in boards:
            if _index(self._boards, board) < 0:
                self._boards.append(board)
                yield ["b"] + [getattr(board, name) for name in _OF_BOARD]

    def _numbers(self, boards: "Any") -> "list[int]":
        return [_index(self._boards, board) for board in boards]


def _index(items: "list[Any]", wanted: "Any") -> int:
    """Where `wanted` itself is, looked for from the end; -1: it is not."""
    at = len(items) - 1
    while at >= 0 and items[at] is not wanted:
        at -= 1
    return at


def restored(kept: "Iterator[list[Any]]", first: "Event", marks: "list[Mark]") -> Folded:
    """The fold of these rows; first: the `match` event. marks: gets the marks.

    Raises GameError, ValueError, KeyError, IndexError, TypeError or AttributeError when they are no snapshot.
    """
    base = match.apply(match.new(), first)[0]
    boards: "list[Any]" = []
    games: "list[Game]" = []
    states: "list[State]" = []
    state = base
    for row in kept:
        kind = row[0]
        if kind == "s":
            state = state.copy()
            for at in range(1, len(row), 2):
                _set(state, row[at], row[at + 1], boards, games, states)
            states.append(state)
        elif kind == "b":
            board = object.__new__(Board)
            for at, name in enumerate(_OF_BOARD):
                setattr(board, name, _tupled(row[at + 1]))
            boards.append(board)
        elif kind == "g":
            _, number, of_game, points, winner, how, laws = row
            games.append(Game(number, tuple([boards[at] for at in of_game]), points, winner, how, tuple(laws)))
        else:
            _, last, last_kind, present, marked, undone, ruling = row
            for at in range(0, len(marked), 2):
                marks.append((marked[at], states[marked[at + 1]]))
            folded = Folded()
            folded.state = states[present]
            folded.last, folded.last_kind = last, last_kind
            folded.undone = _undone(undone)
            if ruling:
                seq, laws, clauses, facts = ruling
                folded.rulings = [(seq, Ruling(_tupled(laws), _tupled(clauses), facts))]
            return folded
    raise ValueError("the end is missing")


def _set(state: State, at: int, value: "Any", boards: "Any", games: "Any", states: "Any") -> None:
    if at == _BOARDS:
        value = tuple([boards[number] for number in value])
    elif at == _HISTORY:
        value = tuple([games[number] for number in value])
    elif at == _STARTS:
        value = tuple([(game, board, states[number]) for game, board, number in value])
    elif at == _SITUATION and value is not None:
        situation = object.__new__(Situation)
        situation.rules = state.rules
        for index, name in enumerate(_OF_SITUATION):
            setattr(situation, name, _tupled(value[index]))
        value = situation
    elif at >= _AS_READ:
        value = _tupled(value)
    setattr(state, _FIELDS[at], value)


def _tupled(value: "Any") -> "Any":
    """The value with tuples for lists, at every level."""
    if isinstance(value, list):
        return tuple([_tupled(item) for item in value])
    if isinstance(value, dict):
        for name in value:
            if isinstance(value[name], list):
                value[name] = _tupled(value[name])
    return value


def _undone_row(undone: Undone) -> "list[Any]":
    targets: "list[int]" = []
    for seq in sorted(undone.targets):
        targets += [seq, undone.targets[seq]]
    dead = _stretches(sorted(undone.dead))
    return [undone.start, undone.confirm, _stretches(undone.live), _stretches(undone.lasting), dead, targets]


def _undone(row: "list[Any]") -> Undone:
    undone = Undone(row[0])
    undone.confirm = row[1]
    undone.live = _numbers_of(row[2])
    undone.lasting = _numbers_of(row[3])
    undone.dead = set(_numbers_of(row[4]))
    targets = row[5]
    for at in range(0, len(targets), 2):
        undone.targets[targets[at]] = targets[at + 1]
    return undone


def _stretches(numbers: "list[int]") -> "list[int]":
    """Numbers that rise, as first and count of each stretch without a gap."""
    stretches: "list[int]" = []
    for number in numbers:
        if stretches and number == stretches[-2] + stretches[-1]:
            stretches[-1] += 1
        else:
            stretches += [number, 1]
    return stretches


def _numbers_of(stretches: "list[int]") -> "list[int]":
    numbers: "list[int]" = []
    for at in range(0, len(stretches), 2):
        numbers += range(stretches[at], stretches[at] + stretches[at + 1])
    return numbers
