"""A match's fold as rows of JSON, and back: what a table knew after its newest event.

A snapshot holds nothing that does not follow from the events, and counts for nothing where it does not fit
them: who reads one must know that these events, and the firmware, are those it was made of. Matches with a
protest, and crokinole's, are folded from their events.

    [0, ...]      a finished board: index in _OF_BOARD and value of what differs from the board before
    ["g", ...]    a finished game; later rows name boards and games by their index
    ["end", ...]  the present state; what is undone; the last ruling; the numbers of the marks
    [...]         a mark's state

A state is the index in _FIELDS and the value, by turns, of what differs from the one after the `match` event.
The marks are left as they are read until an UNDO goes back to one: few are ever wanted.
"""

from . import match
from .carrom import CARROM
from .copies import fields_of
from .errors import GameError
from .fold import Folded, unpacked
from .state import Board, Game, Ruling, State, from_row
from .strokes import Situation
from .undo import Undone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator

    from .fold import Mark
    from .state import Event

    Row = Callable[[], list[Any]]

FORMAT = 3

_FIELDS = fields_of(State)
_OF_SITUATION = fields_of(Situation)
_OF_BOARD = fields_of(Board)
_AS_READ = ("names",)  # they hold lists; in all others a list was a tuple
_BOARD = 0
_AFTER, _LAWS = 0, 7  # in _OF_BOARD


def rows(folded: Folded, marks: "list[Any]") -> "Iterator[list[Any]] | None":
    """The rows of a fold and its marks, none of which may be changed meanwhile; None: it cannot be kept."""
    state = folded.state
    if state.setup.match is None or not marks or marks[0][0] != folded.undone.start or not _fits(state):
        return None
    if [seq for seq, marked in marks if not _fits(marked)]:
        return None
    return _Writer(unpacked(marks[0][1])).rows(folded, marks)


def _fits(marked: "Any") -> bool:
    """Whether a state, or that of a mark, can be kept."""
    if isinstance(marked, Packed):
        return True
    state = from_row(marked) if isinstance(marked, dict) else marked
    return state.setup.sport is CARROM and not state.protests


class _Writer:
    """Gives every board and game its row once."""

    def __init__(self, base: State) -> None:
        self._boards: "list[Any]" = []
        self._games: "list[Game]" = []
        self._before: "list[Any]" = [None] * len(_OF_BOARD)  # the fields of the last board
        self._base = [getattr(base, name) for name in _FIELDS]

    def rows(self, folded: Folded, marks: "list[Any]") -> "Iterator[list[Any]]":
        if isinstance(marks[0][1], Packed):
            # The packed ones come first. Their rows stay as they are: boards and games keep their indices.
            reader = marks[0][1].reader
            yield from self._finished(reader.boards)
            for game in reader.games:
                yield self._game(game)
        for _, marked in marks:
            if isinstance(marked, dict):
                yield from self._finished_in(from_row(marked))
        yield from self._finished_in(folded.state)
        ruling = None
        if folded.rulings:
            last = folded.rulings[-1][1]
            ruling = [last.laws, last.clauses, last.facts]
        numbers = [seq for seq, _ in marks]
        undone = _undone_row(folded.undone)
        yield ["end", folded.last, folded.last_kind, self._fields(folded.state), undone, ruling, numbers]
        for _, marked in marks:
            yield self._fields(from_row(marked)) if isinstance(marked, dict) else marked.row()

    def _finished_in(self, state: State) -> "Iterator[list[Any]]":
        for _, _, start in state.starts:
            yield from self._finished_in(from_row(start))
        for game in state.history:
            if _index(self._games, game) < 0:
                yield from self._finished(game.boards)
                yield self._game(game)
        yield from self._finished(state.boards)

    def _game(self, game: Game) -> "list[Any]":
        self._games.append(game)
        return ["g", game.number, self._numbers(game.boards), game.points, game.winner, game.how, game.laws]

    def _finished(self, boards: "Any") -> "Iterator[list[Any]]":
        for board in boards:
            if _index(self._boards, board) < 0:
                self._boards.append(board)
                yield self._board(board)

    def _board(self, board: "Any") -> "list[Any]":
        """Its row: every text in it costs a power-on as much as looking a name up among all names."""
        row: "list[Any]" = [_BOARD]
        before = self._before
        self._before = [getattr(board, name) for name in _OF_BOARD]
        for at, value in enumerate(self._before):
            if at == _AFTER:
                row += [at, [value["a"], value["b"]]]
            elif value != before[at] or type(value) is not type(before[at]):
                row += [at, value]
        return row

    def _fields(self, state: State) -> "list[Any]":
        fields: "list[Any]" = []
        for at, name in enumerate(_FIELDS):
            value = getattr(state, name)
            if value == self._base[at]:
                continue
            if name == "boards":
                value = self._numbers(value)
            elif name == "history":
                value = [_index(self._games, game) for game in value]
            elif name == "starts":
                value = [[game, board, self._fields(from_row(start))] for game, board, start in value]
            elif name == "situation":
                value = [getattr(value, field) for field in _OF_SITUATION]
            fields += [at, value]
        return fields

    def _numbers(self, boards: "Any") -> "list[int]":
        return [_index(self._boards, board) for board in boards]


def _index(items: "list[Any]", item: "Any") -> int:
    """Where `wanted` itself is, looked for from the end; -1: it is not."""
    at = len(items) - 1
    while at >= 0 and items[at] is not item:
        at -= 1
    return at


class Packed:
    """A mark's state as it was read: `unpacked` makes the state of it. row(): its row."""

    def __init__(self, reader: "_Reader", row: "Row") -> None:
        self.reader = reader
        self.row = row

    def unpacked(self) -> State:
        """The state. GameError when it is none: an UNDO is then refused, and a power-on reads the events."""
        try:
            return self.reader.state(self.row())
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            raise GameError("malformed", "not_an_event", value="snapshot")


def restored(kept: "Iterator[Row]", first: "Event", marks: "list[Mark]") -> Folded:
    """The fold of these rows, each given as a function that reads it; first: the `match` event. marks: gets
    the marks.

    Raises GameError, ValueError, KeyError, IndexError, TypeError or AttributeError when they are no snapshot.
    """
    reader = _Reader(match.apply(match.new(), first)[0])
    for read in kept:
        row = read()
        if row[0] != "end":
            reader.take(row)
            continue
        _, last, last_kind, present, undone, ruling, numbers = row
        folded = Folded()
        folded.state = reader.state(present)
        folded.last, folded.last_kind = last, last_kind
        folded.undone = _undone(undone)
        if ruling:
            laws, clauses, facts = ruling
            folded.rulings = [(last, Ruling(_tupled(laws), _tupled(clauses), facts))]
        for number in numbers:
            marks.append((number, Packed(reader, next(kept))))
        return folded
    raise ValueError("the end is missing")


class _Reader:
    """Makes states. base: the one after the `match` event."""

    def __init__(self, base: State) -> None:
        self._base = base
        self._before: "list[Any]" = [None] * len(_OF_BOARD)
        self.boards: "list[Any]" = []
        self.games: "list[Game]" = []

    def take(self, row: "list[Any]") -> None:
        """The row of a board or a game."""
        if row[0] == _BOARD:
            fields = self._before
            for index in range(1, len(row), 2):
                at, value = row[index], row[index + 1]
                if at == _AFTER:
                    value = {"a": value[0], "b": value[1]}
                elif at == _LAWS:
                    value = tuple(value)
                fields[at] = value
            board = Board()
            for at, name in enumerate(_OF_BOARD):
                setattr(board, name, fields[at])
            self.boards.append(board)
        else:
            _, number, boards, points, winner, how, laws = row
            self.games.append(Game(number, self._boards_of(boards), points, winner, how, tuple(laws)))

    def state(self, fields: "list[Any]") -> State:
        """The state with these fields."""
        state = self._base.copy()
        for index in range(0, len(fields), 2):
            name, value = _FIELDS[fields[index]], fields[index + 1]
            if name == "boards":
                value = self._boards_of(value)
            elif name == "history":
                value = tuple([self.games[number] for number in value])
            elif name == "starts":
                value = tuple([(game, board, self.state(start).row()) for game, board, start in value])
            elif name == "situation":
                value = self._situation(value)
            elif name not in _AS_READ:
                value = _tupled(value)
            setattr(state, name, value)
        return state

    def _situation(self, values: "list[Any]") -> Situation:
        situation = Situation()
        situation.rules = self._base.setup.rules
        for at, name in enumerate(_OF_SITUATION):
            setattr(situation, name, _tupled(values[at]))
        return situation

    def _boards_of(self, numbers: "list[int]") -> "Any":
        return tuple([self.boards[number] for number in numbers])


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
