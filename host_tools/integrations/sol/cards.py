"""SoL's score card of a match: what our tables report of it, the form's fields, and what SoL has of it.

For each board SoL wants the loser's c/m that are left, entered for the winner, and the side that has the
Queen; for the match the breaker and, at the end, the score, at most 25. Each form has all boards.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast

from sqlalchemy import Connection, select

from boardside.game import fold, official
from host_tools.replay.score_card import CarromBoard, games_of
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.store.schema import events, matches
from host_tools.store.tournament_schema import corrections
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Fixture
from host_tools.tournament.standings import results

_SENT = ("called", "playing", "held", "done")

#: A match at a table: its journal, and where it begins in it.
Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Match:
    """A match from SoL with something to send. key: where a table reported it; None: no table did. sign: it
    differs whenever there may be something new to send.
    """

    fixture: Fixture
    key: Key | None
    sign: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Players:
    """The key of a match's event, and the names of both sides."""

    event: str = ""
    a: tuple[str, ...] = ()
    b: tuple[str, ...] = ()


def matches_from_sol(store: Store) -> list[Match]:
    """The matches from SoL that were called, or whose result was cleared, in open tournaments. Raises
    StoreError.
    """
    with reading(store.engine) as connection:
        book = Book(connection)
        fixtures = book.fixtures(states=(*_SENT, "ready"), only_open=True)
        ours = [fixture for fixture in fixtures if fixture.id.startswith("sol-")]
        cleared = _cleared(connection, [fixture.id for fixture in ours if fixture.state != "done"])
        ours = [fixture for fixture in ours if fixture.state in _SENT or fixture.id in cleared]
        reported = book.reported([fixture.id for fixture in ours])
        journals = {journal for journal, _ in reported.values()}
        query = select(matches.c.journal, matches.c.first_seq, matches.c.last_seq)
        rows = connection.execute(query.where(matches.c.journal.in_(journals))).all()
    last = {(row.journal, row.first_seq): row.last_seq for row in rows}
    listed = []
    for fixture in ours:
        key = reported.get(fixture.id)
        if key is not None or fixture.state == "done" or fixture.id in cleared:
            sign = fixture.state, fixture.result, key, last.get(key) if key else None
            listed.append(Match(fixture, key, sign))
    return listed


def _cleared(connection: Connection, ids: Sequence[str]) -> set[str]:
    """The matches whose result was cleared at the desk: SoL may have it."""
    columns = corrections.c
    cleared: set[str] = set()
    for at in range(0, len(ids), 500):
        query = select(columns.fixture).where(
            columns.fixture.in_(ids[at : at + 500]), columns.after.is_(None)
        )
        cleared |= set(connection.execute(query).scalars())
    return cleared


def state_of(store: Store, key: Key | None) -> Any:
    """The match at the table, folded by the rules; None when no table reported it. Raises StoreError, and
    GameError or another exception for events that the rules of this version do not know.
    """
    if key is None:
        return None
    journal, first_seq = key
    with reading(store.engine) as connection:
        of_match = matches.c.journal == journal, matches.c.first_seq == first_seq
        row = connection.execute(select(matches.c.last_seq).where(*of_match)).first()
        if row is None:
            return None
        bodies = connection.execute(
            select(events.c.seq, events.c.body)
            .where(events.c.journal == journal, events.c.seq.between(first_seq, row.last_seq))
            .order_by(events.c.seq)
        ).all()
    kept = [{**json.loads(row.body), "seq": row.seq} for row in bodies]
    return fold.fold(kept.__iter__).state


def players_of(store: Store, fixture: Fixture) -> Players:
    """The players of a match, by their present names. Raises StoreError."""
    with reading(store.engine) as connection:
        book = Book(connection)
        number = book.competition_of(fixture.id)
        event = None if number is None else book.competition(number)
        if event is None:
            return Players()
        names = {entry.id: tuple(player.name for player in entry.players) for entry in book.entries(event.id)}
    return Players(event.key, names.get(fixture.a or 0, ()), names.get(fixture.b or 0, ()))


POINTS_MAX = 25
COINS_MAX = 9
_NUMBER = {"a": "1", "b": "2"}


@dataclass(frozen=True, slots=True)
class Card:
    """A card. boards: c/m for each side, and who has the Queen; score: None until the match is decided."""

    turn: int
    breaker: str | None
    boards: tuple[tuple[int, int, str | None], ...]
    score: tuple[int, int] | None

    @property
    def digest(self) -> str:
        """A short hash of the card."""
        kept = [self.turn, self.breaker, self.boards, self.score]
        return hashlib.sha256(json.dumps(kept).encode()).hexdigest()[:16]

    def fields(self, boards_before: int = 0) -> dict[str, str]:
        """The form. boards_before: how many boards SoL has; those beyond ours are emptied."""
        form = {"turn": str(self.turn)}
        if self.breaker is not None:
            form["breaker"] = self.breaker
        for number, (coins_a, coins_b, queen) in enumerate(self.boards, 1):
            form[f"coins_{number}_1"] = str(coins_a)
            form[f"coins_{number}_2"] = str(coins_b)
            if queen is not None:
                form[f"queen_{number}"] = queen
        for number in range(len(self.boards) + 1, boards_before + 1):
            form[f"coins_{number}_1"] = "-"  # no number: SoL forgets what the board had
        if self.score is not None:
            form |= {"end_match": "1", "score1": str(self.score[0]), "score2": str(self.score[1])}
        return form


def card_of_match(fixture: Fixture, state: Any) -> Card:
    """The card of a match. state: the match at the table, folded by the rules; None where no table reported
    anything (a walk-over). Boards that do not make the result that stands are left out.
    """
    boards: list[tuple[int, int, str | None]] = []
    breaker = None
    if state is not None and not _is_others(fixture, state):
        games = games_of(state)
        played = cast("list[CarromBoard]", games[-1]["boards"] if games else [])
        boards = [_board(board) for board in played]
        first = played[0]["breaker"] if played else state.breaker
        breaker = _NUMBER.get(str(first))
    return Card(fixture.round, breaker, tuple(boards), _score(fixture))


def _is_others(fixture: Fixture, state: Any) -> bool:
    """Whether the match is decided, and by another result than the table's."""
    if fixture.state != "done" or fixture.result is None:
        return False
    if state.phase not in ("over", "confirmed"):
        return False  # as far as it was played
    return not results.agree(fixture.result, results.from_table(official.official(state)))


def _board(board: CarromBoard) -> tuple[int, int, str | None]:
    winner, left = board["winner"], min(COINS_MAX, int(board["left"] or 0))
    coins = (left, 0) if winner == "a" else (0, left)
    queen = winner if board["queen"] == "board" else board["queen"]  # on the board: the winner's (54)
    return *coins, _NUMBER.get(str(queen))


def _score(fixture: Fixture) -> tuple[int, int] | None:
    if fixture.state != "done" or fixture.result is None:
        return None
    games = fixture.result.games
    a, b = games[-1] if games else (0, 0)
    return min(POINTS_MAX, a), min(POINTS_MAX, b)


@dataclass(frozen=True, slots=True)
class Sent:
    """What SoL is known to have of a match. digest: of the card; boards: how many; ended: the card is closed.
    ending: the digest of a card that was to be closed by a request without an answer.
    """

    digest: str = ""
    boards: int = 0
    ended: bool = False
    ending: str = ""


def read_sent(store: Store, fixture_id: str) -> Sent:
    """The note of a match; an empty `Sent` without one. Raises ValueError or TypeError for a note of a later
    version, and StoreError.
    """
    value = store.notes.get(_name(fixture_id))
    return Sent(**json.loads(value)) if value is not None else Sent()


def note_sent(store: Store, fixture_id: str, sent: Sent) -> Sent:
    """Store the note, and return it. Raises StoreError."""
    store.notes.put(_name(fixture_id), json.dumps(asdict(sent)))
    return sent


def _name(fixture_id: str) -> str:
    return f"sol {hashlib.sha256(fixture_id.encode()).hexdigest()[:16]}"
