"""Sends what our tables report to SoL's cards, board by board, as it stands in the database.

A card is sent again only when it is another one (D232), and only onto the card of our players (D287). Nothing
here waits longer than two requests of one match; no match waits for another one's trouble for ever (D299).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from boardside.game.errors import GameError
from host_tools.sol import reported, sent
from host_tools.sol.addresses import Addresses
from host_tools.sol.cards import Card, of_match
from host_tools.sol.looking import Seen, is_of, look
from host_tools.sol.posting import Answer, post
from host_tools.sol.reported import Match, Players
from host_tools.sol.sent import Sent
from host_tools.sol.troubles import server_of
from host_tools.store import Store
from host_tools.store.store import now_ms
from host_tools.tournament.model import Fixture

#: A card that was refused is tried again after this time, and a server that did not answer.
AGAIN_MS = 15_000
AWAY_MS = 3_000
#: What the events of a match, or a note, that this version does not know may raise.
_UNREADABLE = (GameError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class _Due:
    """A card that SoL does not have. before: what it is known to have."""

    fixture: Fixture
    where: str
    card: Card
    before: Sent
    players: Players
    url: str


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
        self._tried_at: dict[str, int] = {}
        self._again_at: dict[str, int] = {}
        self._away: dict[str, tuple[int, str]] = {}  # server: until when it is left alone, why
        self._seen: dict[str, tuple[object, ...]] = {}
        self._problems: dict[str, str] = {}

    @property
    def problems(self) -> list[str]:
        """What SoL does not have, and why, in words: which servers are away, then by match."""
        away = [self._away[server][1].rstrip("?") for server in sorted(self._away)]
        said = [f"SoL does not answer: {text}. It is tried again." for text in away]
        return said + [self._problems[key] for key in sorted(self._problems)]

    def step(self) -> list[str]:
        """Send what is new. What was done, in words, for a log."""
        done = []
        for one in self._pending():
            due = self._due(one) if self._clock() >= self._again_at.get(one.fixture.id, 0) else None
            if due is None or self._clock() < self._away.get(server_of(due.url), (0, ""))[0]:
                continue
            self._tried_at[one.fixture.id] = self._clock()
            if self._answered(due, *self._asked(due)):
                self._settled(one)
                done.append(f"{due.where}: {_shown(due.card)}")
        return done

    def _pending(self) -> list[Match]:
        """The matches that are another thing than when they were sent last, the longest untried first."""
        there = reported.matches_from_sol(self._store)
        for gone in self._problems.keys() - {one.fixture.id for one in there}:
            del self._problems[gone]
        found = [one for one in there if self._seen.get(one.fixture.id) != one.sign]
        if not found:
            self._away.clear()
        return sorted(found, key=lambda one: self._tried_at.get(one.fixture.id, 0))

    def _due(self, one: Match) -> _Due | None:
        """What SoL does not have of a match; None: nothing, or nothing that can be sent to it."""
        fixture = one.fixture
        where = f"SoL, board {fixture.number}, round {fixture.round} ({fixture.id})"
        try:
            card = of_match(fixture, reported.state_of(self._store, one.key))
            before = sent.read(self._store, fixture.id)
        except _UNREADABLE as error:
            why = error.message if isinstance(error, GameError) else f"{type(error).__name__}: {error}"
            self._later(fixture.id, f"{where}: what is kept of it here cannot be read ({why}). Not sent.")
            return None
        if before.digest == card.digest or (not card.boards and not before.boards and card.score is None):
            self._settled(one)
            return None
        if before.ended:
            self._settled(one, f"{where}: its card is closed. Correct it in SoL: {_shown(card)}.")
            return None
        players = reported.players_of(self._store, fixture)
        url = self._addresses.find(players.event, fixture.number)
        if url is None:
            why = f"there is no address of this board of {players.event} in the file."
            self._settled(one, f"{where}: {why}")
            return None
        return _Due(fixture, where, card, before, players, url)

    def _asked(self, due: _Due) -> tuple[Answer, bool]:
        """Look at the card and, if it is ours, send. Also whether this card was being closed before, and
        nobody knows whether SoL took it.
        """
        seen = self._look(due.url)
        if seen.failed is not None:
            return seen.failed, False
        others = _others(seen, due.fixture, due.players)
        if others is not None:
            return Answer("others", others, False), False
        is_end, was_tried = due.card.score is not None, due.before.ending == due.card.digest
        if is_end and not was_tried:
            sent.note(self._store, due.fixture.id, replace(due.before, ending=due.card.digest))
        answer = self._post(due.url, due.card.fields(due.before.boards))
        if is_end and not was_tried and (not answer.arrived or answer.kind == "closed"):
            sent.note(self._store, due.fixture.id, due.before)  # it surely was not this form
        return answer, is_end and was_tried

    def _answered(self, due: _Due, answer: Answer, was_tried: bool) -> bool:
        """Whether SoL has the card now; if not, when it is tried again, and what is said until then."""
        server = server_of(due.url)
        if answer.kind == "away":
            self._away[server] = self._clock() + AWAY_MS, answer.text
            return False
        self._away.pop(server, None)
        if answer.kind == "taken" or (answer.kind == "closed" and was_tried):
            has = Sent(due.card.digest, len(due.card.boards), due.card.score is not None)
            sent.note(self._store, due.fixture.id, has)
            return True
        self._later(due.fixture.id, f"{due.where}: {_refused(answer, due.card)}")
        return False

    def _settled(self, one: Match, problem: str | None = None) -> None:
        """Nothing more is to be done about a match until it is another thing."""
        self._seen[one.fixture.id] = one.sign
        self._again_at.pop(one.fixture.id, None)
        self._problems.pop(one.fixture.id, None)
        if problem is not None:
            self._problems[one.fixture.id] = problem

    def _later(self, fixture_id: str, problem: str) -> None:
        self._again_at[fixture_id] = self._clock() + AGAIN_MS
        self._problems[fixture_id] = problem


def _refused(answer: Answer, card: Card) -> str:
    if answer.kind == "others":
        return f"{answer.text} Not sent: {_shown(card)}."
    if answer.kind == "closed":
        return (
            f"the card is closed there, or SoL is in another round. Ours: {_shown(card)}; enter it in SoL if "
            "it is not there."
        )
    stop = "" if answer.text.endswith("?") else "."
    return f"SoL does not take {_shown(card)}: {answer.text}{stop}"


def _others(seen: Seen, fixture: Fixture, ours: Players) -> str | None:
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
        f"SoL has {seen.sides[0]} - {seen.sides[1]} on its card, here {here} play. Drawn again in SoL, or a "
        "name changed there? Import the round again."
    )


def _shown(card: Card) -> str:
    if card.score is not None:
        return f"final {card.score[0]}-{card.score[1]}"
    return f"{len(card.boards)} boards" if len(card.boards) != 1 else "1 board"
