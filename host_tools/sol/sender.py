"""Sends what our tables report to SoL's cards, board by board, as it stands in the database.

What SoL has taken is noted in the database, so that another run goes on from there; a card is sent again only
when it is another one (D232), and only onto the card of our players (D287). Nothing here waits longer than
two requests.
"""

import hashlib
import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import select

from boardside.game import fold
from boardside.game.errors import GameError
from host_tools.sol.addresses import Addresses
from host_tools.sol.cards import Card, of_match
from host_tools.sol.looking import Seen, is_of, look
from host_tools.sol.posting import Answer, post
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.store.schema import events, matches
from host_tools.store.store import now_ms
from host_tools.tournament.book import Book
from host_tools.tournament.model import Fixture

log = logging.getLogger(__name__)

#: Who was refused is tried again after this time, and who did not answer.
AGAIN_MS = 15_000
AWAY_MS = 3_000
_SENT = ("called", "playing", "held", "done")


@dataclass(frozen=True, slots=True)
class Sent:
    """What SoL is known to have of a match. digest: of the card; boards: how many; ended: it is closed.
    ending: the digest of a card that was being closed when nobody knows whether SoL took it.
    """

    digest: str = ""
    boards: int = 0
    ended: bool = False
    ending: str = ""


@dataclass(frozen=True, slots=True)
class _Players:
    """Of a match: the key of its event, and the names of both sides."""

    event: str = ""
    a: tuple[str, ...] = ()
    b: tuple[str, ...] = ()


class Sender:
    """`addresses` by the number of the board, or for each event its own. `step` does what is to be done now;
    it may be called from any thread, one at a time, and raises StoreError.
    """

    def __init__(
        self,
        store: Store,
        addresses: Mapping[int, str],
        clock: Callable[[], int] = now_ms,
        send: Callable[[str, Mapping[str, str]], Answer] = post,
        look_at: Callable[[str], Seen] = look,
    ) -> None:
        self._store = store
        self._addresses = addresses if isinstance(addresses, Addresses) else Addresses(addresses)
        self._clock = clock
        self._post = send
        self._look = look_at
        self._again_at: dict[str, int] = {}
        self._away_until = 0
        self._seen: dict[str, tuple[Any, ...]] = {}
        self._problems: dict[str, str] = {}

    @property
    def problems(self) -> list[str]:
        """What SoL does not have, and why, in words; by match."""
        return [self._problems[key] for key in sorted(self._problems)]

    def step(self) -> list[str]:
        """Send what is new. What was done, in words, for a log."""
        done = []
        for fixture, key, sign in self._pending():
            now = self._clock()
            if now < max(self._away_until, self._again_at.get(fixture.id, 0)):
                continue
            try:
                card = of_match(fixture, self._state(key))
            except GameError as error:
                self._problems[fixture.id] = f"{fixture.id} is not sent to SoL: {error.message}."
                continue
            said = self._bring(fixture, card)
            if said is not None:
                done.append(said)
            if fixture.id not in self._again_at and now >= self._away_until:
                self._seen[fixture.id] = sign
        return done

    def _pending(self) -> list[tuple[Fixture, tuple[str, int] | None, tuple[Any, ...]]]:
        """The matches from SoL that are another thing than when they were sent last."""
        with reading(self._store.engine) as connection:
            book = Book(connection)
            ours = [one for one in book.fixtures(states=_SENT, only_open=True) if one.id.startswith("sol-")]
            reported = book.reported([one.id for one in ours])
            journals = {journal for journal, _ in reported.values()}
            query = select(matches.c.journal, matches.c.first_seq, matches.c.last_seq)
            rows = connection.execute(query.where(matches.c.journal.in_(journals))).all()
        last = {(row.journal, row.first_seq): row.last_seq for row in rows}
        found = []
        for one in ours:
            key = reported.get(one.id)
            sign = (one.state, one.result, key, last.get(key) if key else None)
            if self._seen.get(one.id) != sign and (key is not None or one.state == "done"):
                found.append((one, key, sign))
        gone = set(self._problems) - {one.id for one in ours}
        for fixture_id in gone:
            del self._problems[fixture_id]
        return found

    def _state(self, key: tuple[str, int] | None) -> Any:
        """The match at the table as the rules have it; None when no table reported it."""
        if key is None:
            return None
        journal, first_seq = key
        with reading(self._store.engine) as connection:
            row = connection.execute(
                select(matches.c.last_seq).where(
                    matches.c.journal == journal, matches.c.first_seq == first_seq
                )
            ).first()
            if row is None:
                return None
            bodies = connection.execute(
                select(events.c.seq, events.c.body)
                .where(events.c.journal == journal, events.c.seq.between(first_seq, row.last_seq))
                .order_by(events.c.seq)
            ).all()
        kept = [{**json.loads(one.body), "seq": one.seq} for one in bodies]
        return fold.fold(kept.__iter__).state

    def _bring(self, fixture: Fixture, card: Card) -> str | None:
        """Send a card unless SoL has it."""
        before = self._noted(fixture.id)
        if before.digest == card.digest or (not card.boards and not before.boards and card.score is None):
            self._problems.pop(fixture.id, None)
            return None
        where = f"SoL, board {fixture.number}, round {fixture.round} ({fixture.id})"
        if before.ended:
            self._problems[fixture.id] = f"{where}: its card is closed. Correct it in SoL: {_shown(card)}."
            return None
        players = self._players(fixture)
        url = self._addresses.find(players.event, fixture.number)
        if url is None:
            self._problems[fixture.id] = (
                f"{where}: there is no address of this board of {players.event} in the file."
            )
            return None
        others = _others(self._look(url), fixture, players)
        if others is not None:
            self._again_at[fixture.id] = self._clock() + AGAIN_MS
            self._problems[fixture.id] = f"{where}: {others} Not sent: {_shown(card)}."
            return None
        if card.score is not None and before.ending != card.digest:
            before = self._note(fixture.id, Sent(before.digest, before.boards, False, card.digest))
            was_tried = False
        else:
            was_tried = card.score is not None
        answer = self._post(url, card.fields(before.boards))
        return self._answered(fixture, card, before, answer, where, was_tried)

    def _players(self, fixture: Fixture) -> _Players:
        """Who plays, by the names that they have here now."""
        with reading(self._store.engine) as connection:
            book = Book(connection)
            number = book.competition_of(fixture.id)
            of = None if number is None else book.competition(number)
            if of is None:
                return _Players()
            names = {
                entry.id: tuple(player.name for player in entry.players) for entry in book.entries(of.id)
            }
        return _Players(of.key, names.get(fixture.a or 0, ()), names.get(fixture.b or 0, ()))

    def _answered(
        self, fixture: Fixture, card: Card, before: Sent, answer: Answer, where: str, was_tried: bool
    ) -> str | None:
        self._again_at.pop(fixture.id, None)
        if answer.kind == "taken" or (answer.kind == "closed" and was_tried):
            self._note(fixture.id, Sent(card.digest, len(card.boards), card.score is not None))
            self._problems.pop(fixture.id, None)
            return f"{where}: {_shown(card)}"
        if answer.kind == "away":
            self._away_until = self._clock() + AWAY_MS
            if before.ending and not was_tried and not answer.arrived:
                self._note(fixture.id, Sent(before.digest, before.boards))
            self._problems[fixture.id] = f"SoL does not answer: {answer.text}. It is tried again."
            return None
        self._again_at[fixture.id] = self._clock() + AGAIN_MS
        if answer.kind == "closed":
            if before.ending:
                self._note(fixture.id, Sent(before.digest, before.boards))
            self._problems[fixture.id] = (
                f"{where}: the card is closed there, or SoL is in another round. Ours: {_shown(card)}; "
                "enter it in SoL if it is not there."
            )
        else:
            self._problems[fixture.id] = f"{where}: SoL does not take {_shown(card)}: {answer.text}."
        return None

    def _noted(self, fixture_id: str) -> Sent:
        value = self._store.notes.get(_name(fixture_id))
        return Sent(**json.loads(value)) if value is not None else Sent()

    def _note(self, fixture_id: str, sent: Sent) -> Sent:
        self._store.notes.put(_name(fixture_id), json.dumps(asdict(sent)))
        return sent


def _others(seen: Seen, fixture: Fixture, ours: _Players) -> str | None:
    """Why this card is not that of our players, in words; None: it is, as far as can be seen."""
    if seen.tourney and not fixture.id.startswith(f"sol-{seen.tourney[:8]}-"):
        return (
            "its address in the file is of another tourney of SoL's. Of several, put a line with the event's "
            f"key, [{ours.event}], before the addresses of each."
        )
    if seen.turn not in (None, fixture.round):
        return None  # of another round: SoL takes no card of ours, and says so
    if seen.sides is None or (is_of(seen.sides[0], ours.a) and is_of(seen.sides[1], ours.b)):
        return None
    here = " - ".join(" / ".join(names) for names in (ours.a, ours.b))
    return (
        f"SoL has {seen.sides[0]} - {seen.sides[1]} on its card, here {here} play. Drawn again in SoL? "
        "Import the round again. The same people? Give them the same names."
    )


def _name(fixture_id: str) -> str:
    return f"sol {hashlib.sha256(fixture_id.encode()).hexdigest()[:16]}"


def _shown(card: Card) -> str:
    if card.score is not None:
        return f"final {card.score[0]}-{card.score[1]}"
    return f"{len(card.boards)} boards" if len(card.boards) != 1 else "1 board"
