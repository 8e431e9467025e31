"""A match for its page: what the tournament says of it, the earlier meetings of the two, and its course.

The course is of a match that a table played: its boards or rounds in order, and each act with its ruling and
the board after it. Reads only.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, func, select

from boardside.game import match
from boardside.game.dicts import board_dict, game_dict
from boardside.game.errors import GameError
from boardside.game.official import official
from host_tools.exports.card import Played
from host_tools.exports.event_report import EventReport, read_event
from host_tools.exports.played import StoredMatch, read_stored
from host_tools.laws import rulings
from host_tools.laws.match_state import finished, match_state
from host_tools.store import tournament_schema as schema
from host_tools.store.schema import events
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Correction, Entry, Fixture

MEETINGS_MOST = 20
"""The limit of earlier meetings that are read."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Another decided match of the same two; `turned`: its side a is side b of the match asked for."""

    event: EventReport
    fixture: Fixture
    turned: bool


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """What is known of a match.

    event, fixture: None for a match that no tournament has planned. changes: its corrections,
    the oldest first. begun: its matches at tables, the oldest first; own: the one among them that its result
    came from, else the newest; is_own: whether it is the one that the result came from, or there is no plan.
    first_event: the id of its first event. meetings: the newest first.
    """

    id: str
    event: EventReport | None
    fixture: Fixture | None
    changes: tuple[Correction, ...]
    begun: tuple[StoredMatch, ...]
    own: StoredMatch | None
    is_own: bool
    first_event: int = 0
    meetings: tuple[Meeting, ...] = ()


def read_record(
    connection: Connection, match: str, kept: dict[int, EventReport] | None = None
) -> MatchRecord | None:
    """The match with this id; None when there is none. kept: events that were read before, by id; those that
    are read come into it. Raises StoreError.
    """
    kept = {} if kept is None else kept
    book = Book(connection)
    number = book.competition_of(match)
    begun = tuple(read_stored(connection, match))
    if number is None:
        return _unplanned(connection, match, begun) if begun else None
    event = _event(book, number, kept)
    fixture = next(planned for planned in event.fixtures if planned.id == match)
    changes = tuple(book.corrections(number, match))
    known = book.reported([match]).get(match)
    own = next((row for row in begun if (row.journal, row.first_seq) == known), None)
    return MatchRecord(
        match,
        event,
        fixture,
        changes,
        begun,
        own or (begun[-1] if begun else None),
        own is not None,
        _first_event(connection, own or (begun[-1] if begun else None)),
        tuple(_meetings(book, event, fixture, kept)),
    )


def _event(book: Book, number: int, kept: dict[int, EventReport]) -> EventReport:
    if number not in kept:
        tournament, competition = book.tournament_of(number), book.competition(number)
        assert tournament is not None
        assert competition is not None
        kept[number] = read_event(book, tournament, competition)
    return kept[number]


def _unplanned(connection: Connection, match: str, begun: tuple[StoredMatch, ...]) -> MatchRecord:
    first = _first_event(connection, begun[-1])
    return MatchRecord(match, None, None, (), begun, begun[-1], True, first)


def _first_event(connection: Connection, own: StoredMatch | None) -> int:
    if own is None:
        return 0
    query = select(func.min(events.c.id)).where(
        events.c.journal == own.journal, events.c.seq.between(own.first_seq, own.last_seq)
    )
    return int(connection.execute(query).scalar() or 0)


def _meetings(
    book: Book, event: EventReport, fixture: Fixture, kept: dict[int, EventReport]
) -> Iterator[Meeting]:
    """The other decided matches of entries with the same players' names, in all tournaments."""
    sides = [event.entries.get(number) if number is not None else None for number in (fixture.a, fixture.b)]
    named = [_names(entry) for entry in sides]
    if not all(named):
        return
    mine, theirs = (_entries_of(book.connection, names) for names in named)
    fixtures = schema.fixtures.c
    query = select(fixtures.id, fixtures.competition_id).where(
        fixtures.entry_a.in_(mine | theirs), fixtures.entry_b.in_(mine | theirs), fixtures.id != fixture.id
    )
    rows = book.connection.execute(query.order_by(fixtures.decided_at.desc()).limit(MEETINGS_MOST)).all()
    for row in rows:
        its = _event(book, row.competition_id, kept)
        met = next(planned for planned in its.fixtures if planned.id == row.id)
        if met.result is None or met.state != "done":
            continue
        if {met.a in mine, met.b in mine} == {True, False}:
            yield Meeting(its, met, met.a not in mine)


def _names(entry: Entry | None) -> tuple[str, ...]:
    """Names by which the same player, pair or team is known in another event; () where one was deleted."""
    if entry is None:
        return ()
    names = (entry.name,) if entry.name else tuple(sorted(player.name for player in entry.players))
    return names if all(names) else ()


def _entries_of(connection: Connection, names: Sequence[str]) -> set[int]:
    """The entries of exactly these players, or of the team of this name."""
    entries, members, players = schema.entries.c, schema.entry_players.c, schema.players.c
    query = (
        select(entries.id, entries.name, players.name.label("player"))
        .join(schema.entry_players, members.entry_id == entries.id)
        .join(schema.players, players.id == members.player_id)
        .where(
            entries.id.in_(
                select(members.entry_id)
                .join(schema.players, players.id == members.player_id)
                .where(players.name.in_(names))
                .union(select(entries.id).where(entries.name.in_(names)))
            )
        )
    )
    by_entry: dict[int, tuple[str, list[str]]] = {}
    for row in connection.execute(query):
        by_entry.setdefault(row.id, (row.name, []))[1].append(row.player)
    return {
        number
        for number, (name, people) in by_entry.items()
        if ((name,) if name else tuple(sorted(people))) == tuple(names)
    }


#: The acts on a board that is recorded stroke by stroke, or a round whose shots are counted.
STROKES = ("stroke", "foul", "place", "room", "pass", "turn", "situation", "shot", "twenty", "last_shot")
_TIMED = ("break", "stroke")
"""The clocks of a stroke (46, 50)."""
_ENDS = ("board", "round", "forfeit")


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
        acts = [act for act in self.acts if act.situation is not None and (act.ruling or act.kind in STROKES)]
        return acts if any(act.kind in STROKES for act in acts) else []

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
    by_seq = dict(played.rulings)
    state = match.new()
    parts = [Part(1, 1)]
    strokes, is_late = {"a": (0, 0), "b": (0, 0)}, False
    for event in played.events:
        part, before, kind, seq = parts[-1], finished(state), event["kind"], event["seq"]
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
        part.acts.append(Act(seq, kind, at, by_seq.get(seq), state.situation if kind != "undo" else None))
        if kind == "play" and not part.started:
            part.started = at
        following = state.game, len(state.boards) + 1
        if kind in _ENDS and finished(state) > before:
            part.done, part.ended = True, at
        elif kind == "replayed":
            part.replayed = True
        elif finished(state) < before:  # a protest was upheld (151a)
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
    if is_over and len(parts) > 1 and not parts[-1].started and finished(state):
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
        **match_state(state),
        "rules": state.setup.rules,
        "history": [{**game, "boards": seated(game["number"], game["boards"])} for game in history],
        "boards": seated(state.game, [board_dict(board) for board in state.boards]),
        "result": official(state),
        "turn": None,
        "situation": None,
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
