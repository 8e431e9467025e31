"""Sends what our tables report to SoL's cards, board by board, from the database, within `collect` too.

A card is sent again only when it has changed, and only onto the card of our players. A match
waits for at most two requests of another match, and never for another match's trouble to end.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from boardside.game.errors import GameError
from host_tools.integrations.sol import cards
from host_tools.integrations.sol.board_page import Answer, Seen, is_of, look, post, server_of
from host_tools.integrations.sol.cards import Card, Match, Players, Sent, card_of_match
from host_tools.integrations.sol.reading import Addresses
from host_tools.integrations.sol.reasons import REMARKS
from host_tools.live_values import NamedReason
from host_tools.reasons import Cause
from host_tools.store import Store, StoreError, StoreUnavailable
from host_tools.store.database import now_ms
from host_tools.tournament.model.model import Fixture

log = logging.getLogger(__name__)

#: After these times a refused card is tried again, and a server that did not answer.
AGAIN_MS = 15_000
AWAY_MS = 3_000
#: Events or a note of another version may raise these.
_UNREADABLE = (GameError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class _Due:
    """A card that SoL does not have. before: what SoL is known to have of this match."""

    fixture: Fixture
    card: Card
    before: Sent
    players: Players
    url: str


class Sender:
    """`addresses`: by the number of the board, or for each event its own. `step` sends what is due now; any
    thread may call it, one at a time. It raises StoreError.
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
        self._tried_at: dict[str, int] = {}
        self._again_at: dict[str, int] = {}
        self._away: dict[str, tuple[int, Cause]] = {}  # server: not asked before this time, and why
        self._seen: dict[str, tuple[object, ...]] = {}
        self._problems: dict[str, Cause] = {}

    @property
    def problems(self) -> list[Cause]:
        """What SoL does not have, and why: first the servers that are away, then the matches."""
        away = [self._away[server][1] for server in sorted(self._away)]
        return away + [self._problems[fixture_id] for fixture_id in sorted(self._problems)]

    def step(self) -> list[Cause]:
        """Send what is new. Returns a `card_sent` for each card that SoL took, for the log."""
        done = []
        for match in self._pending():
            due = self._due(match) if self._clock() >= self._again_at.get(match.fixture.id, 0) else None
            if due is None or self._clock() < self._asked_again_at(server_of(due.url)):
                continue
            self._tried_at[match.fixture.id] = self._clock()
            if self._answered(due, *self._asked(due)):
                self._settled(match)
                done.append(_card_sent(due))
        return done

    def _asked_again_at(self, server: str) -> int:
        return self._away[server][0] if server in self._away else 0

    def _pending(self) -> list[Match]:
        """The matches that changed since they were sent last, the longest untried first."""
        matches = cards.matches_from_sol(self._store)
        for gone in self._problems.keys() - {match.fixture.id for match in matches}:
            del self._problems[gone]
        changed = [match for match in matches if self._seen.get(match.fixture.id) != match.sign]
        if not changed:
            self._away.clear()
        return sorted(changed, key=lambda match: self._tried_at.get(match.fixture.id, 0))

    def _due(self, match: Match) -> _Due | None:
        """What SoL does not have of a match; None: nothing, or nothing that can be sent to it."""
        fixture = match.fixture
        try:
            card = card_of_match(fixture, cards.state_of(self._store, match.key))
            before = cards.read_sent(self._store, fixture.id)
        except GameError as error:
            refusal = {"reason": error.reason, "facts": error.facts}
            self._later(fixture, REMARKS.cause("sol_events_refused", why=refusal))
            return None
        except _UNREADABLE as error:
            self._later(fixture, REMARKS.cause("sol_unreadable", kind=type(error).__name__, why=str(error)))
            return None
        if not before.ended and fixture.state == "ready":
            self._settled(match)  # it was cleared before SoL had its result
            return None
        is_empty = not card.boards and not before.boards and card.score is None
        if before.digest == card.digest or (is_empty and not before.ended):
            self._settled(match)
            return None
        if before.ended:
            if card.score is None:
                self._settled(match, REMARKS.cause("sol_cleared_here"))
            else:
                self._settled(match, REMARKS.cause("sol_closed_before", card=_shown(card)))
            return None
        players = cards.players_of(self._store, fixture)
        url = self._addresses.find(players.event, fixture.number)
        if url is None:
            self._settled(match, REMARKS.cause("sol_no_address_of_board", event=players.event))
            return None
        return _Due(fixture, card, before, players, url)

    def _asked(self, due: _Due) -> tuple[Answer, bool]:
        """Look at the card and, if it is that of our players, send. Also whether an earlier request was to
        close this same card, and its answer never came.
        """
        seen = self._look(due.url)
        if seen.failed is not None:
            return seen.failed, False
        others = _others(seen, due)
        if others is not None:
            return Answer("others", others, False), False
        is_end, was_tried = due.card.score is not None, due.before.ending == due.card.digest
        if is_end and not was_tried:
            cards.note_sent(self._store, due.fixture.id, replace(due.before, ending=due.card.digest))
        answer = self._post(due.url, due.card.fields(due.before.boards))
        if is_end and not was_tried and (not answer.arrived or answer.kind == "closed"):
            cards.note_sent(
                self._store, due.fixture.id, due.before
            )  # this form certainly did not close the card
        return answer, is_end and was_tried

    def _answered(self, due: _Due, answer: Answer, was_tried: bool) -> bool:
        """Whether SoL has the card now; if not, note when it is tried again, and the problem until then."""
        server = server_of(due.url)
        if answer.kind == "away":
            self._away[server] = self._clock() + AWAY_MS, REMARKS.cause("sol_server_away", why=_why(answer))
            return False
        self._away.pop(server, None)
        if answer.kind == "taken" or (answer.kind == "closed" and was_tried):
            has = Sent(due.card.digest, len(due.card.boards), due.card.score is not None)
            cards.note_sent(self._store, due.fixture.id, has)
            return True
        self._later(due.fixture, _refused(answer, due.card))
        return False

    def _settled(self, match: Match, why: Cause | None = None) -> None:
        """Nothing more is to be done for a match until it changes. why: its problem until then."""
        self._seen[match.fixture.id] = match.sign
        self._again_at.pop(match.fixture.id, None)
        self._problems.pop(match.fixture.id, None)
        if why is not None:
            self._problems[match.fixture.id] = _of_match(match.fixture, why)

    def _later(self, fixture: Fixture, why: Cause) -> None:
        """The match is tried again after AGAIN_MS. why: its problem until then."""
        self._again_at[fixture.id] = self._clock() + AGAIN_MS
        self._problems[fixture.id] = _of_match(fixture, why)


def _card_sent(due: _Due) -> Cause:
    match, card = due.fixture, _shown(due.card)
    return REMARKS.cause("sol_card_sent", board=match.number, round=match.round, match=match.id, card=card)


def _of_match(match: Fixture, why: Cause) -> Cause:
    return REMARKS.cause(
        "sol_of_match", board=match.number, round=match.round, match=match.id, why=why.to_json()
    )


def _why(answer: Answer) -> NamedReason:
    """The reason of an answer that is away or refused, as a fact."""
    return (answer.why or REMARKS.cause("sol_gives_no_reason")).to_json()


def _refused(answer: Answer, card: Card) -> Cause:
    if answer.kind == "others" and answer.why is not None:
        return answer.why
    if answer.kind == "closed":
        return REMARKS.cause("sol_closed_there", card=_shown(card))
    return REMARKS.cause("sol_not_taken", card=_shown(card), why=_why(answer))


def _others(seen: Seen, due: _Due) -> Cause | None:
    """Why this card is not that of our players; None: it is, as far as the page shows."""
    fixture, players, card = due.fixture, due.players, _shown(due.card)
    if seen.tourney and not fixture.id.startswith(f"sol-{seen.tourney[:8]}-"):
        return REMARKS.cause("sol_other_tourneys_card", event=players.event, card=card)
    if seen.turn not in (None, fixture.round):
        return None  # of another round: SoL takes no card of ours, and says so
    if seen.sides is None or (is_of(seen.sides[0], players.a) and is_of(seen.sides[1], players.b)):
        return None
    here = [list(players.a), list(players.b)]
    return REMARKS.cause("sol_other_players_card", sol=list(seen.sides), here=here, card=card)


def _shown(card: Card) -> NamedReason:
    """What a card has for SoL, as a fact."""
    if card.score is not None:
        return REMARKS.cause("sol_card_final", score=list(card.score)).to_json()
    if len(card.boards) == 1:
        return REMARKS.cause("sol_card_board").to_json()
    return REMARKS.cause("sol_card_boards", count=len(card.boards)).to_json()


EVERY_S = 1.0
#: After a failure that hardly ends within a second.
FAILED_S = 15.0


@dataclass(frozen=True, slots=True)
class Tried:
    """What a step sent, what is wrong, and how long to wait before the next. error: the exception that ended
    the step; what it had sent until then is noted in the database.
    """

    done: tuple[Cause, ...] = ()
    problems: tuple[Cause, ...] = ()
    wait_s: float = EVERY_S
    error: Exception | None = None


def attempt(sender: Sender) -> Tried:
    """A step (blocking). Raises nothing."""
    try:
        done = sender.step()
        return Tried(tuple(done), tuple(sender.problems))
    except StoreUnavailable as error:
        return Tried((), (REMARKS.cause("sol_database_unavailable", why=error.to_json()),), EVERY_S, error)
    except StoreError as error:
        return Tried((), (REMARKS.cause("sol_database_fails", why=error.to_json()),), FAILED_S, error)
    except Exception as error:  # if the task ended, nobody would notice before SoL's ranking is made
        log.debug("SoL", exc_info=True)
        return Tried(
            (), (REMARKS.cause("sol_fault", kind=type(error).__name__, why=str(error)),), FAILED_S, error
        )


REMARK_MS = 20_000
_NAME = "sol"


class Hub(Protocol):
    """What the companion needs of the collector's live state."""

    def remark(self, companion: str, remark: Cause | None) -> None: ...


class Companion:
    """`start` returns at once; SoL may start later, and stop. A failure is one line on the pages, in
    `boardside status` and in the log, and is tried again.
    """

    def __init__(self, hub: Hub, store: Store, addresses: Mapping[int, str]) -> None:
        self._hub = hub
        self._store = store
        self._sender = Sender(store, addresses)
        self._task: asyncio.Task[None] | None = None
        self._remark: Cause | None = None
        self._kept_at: int | None = None

    async def start(self) -> None:
        """Begin; results are sent every second."""
        self._task = asyncio.create_task(self._repeat(), name="sol")

    async def stop(self) -> None:
        """End; the next run sends what was not sent."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._hub.remark(_NAME, None)

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(await self.step())

    async def step(self) -> float:
        """Send what is new and report problems. Returns the seconds until the next step. Raises nothing."""
        tried = await asyncio.to_thread(attempt, self._sender)
        for card in tried.done:
            log.info("%s", card)
        self._say(_together(tried.problems))
        try:
            await self._keep()
        except StoreError as error:
            log.debug("SoL: %s", error)  # the collector reports the database's problem
        return tried.wait_s

    def _say(self, remark: Cause | None) -> None:
        """Show a new remark on the pages, and write it to the log."""
        if remark == self._remark:
            return
        if remark is not None:
            log.warning("%s", remark)
        self._remark, self._kept_at = remark, None
        self._hub.remark(_NAME, remark)

    async def _keep(self) -> None:
        """Note the words for `boardside status`, another process; again before the note is too old."""
        now = now_ms()
        if self._kept_at is None or (self._remark is not None and now - self._kept_at >= REMARK_MS):
            words = None if self._remark is None else str(self._remark)
            await asyncio.to_thread(self._store.notes.remark, _NAME, words, now)
            self._kept_at = now


def _together(problems: Sequence[Cause]) -> Cause | None:
    """All problems as one; None without any."""
    if len(problems) > 1:
        return REMARKS.cause("sol_problems", problems=[problem.to_json() for problem in problems])
    return problems[0] if problems else None
