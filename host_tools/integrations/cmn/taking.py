"""Enters the results of a CMN file into the draw, with their rounds as the proof.

A match of the draw is found by the players of both sides. A file is taken as a whole or not at all. Taking it
again changes nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from boardside.game import match as game
from boardside.game.errors import GameError
from host_tools.integrations.cmn.reading import CmnGame, CmnMatch, round_of
from host_tools.integrations.cmn.reasons import TAKING, NotTaken
from host_tools.reasons import Cause, to_json
from host_tools.store import Store
from host_tools.store.database import writing
from host_tools.tournament.matches import correcting, table_results
from host_tools.tournament.model import finding, line_ups
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Entry, Fixture, Player, Result
from host_tools.tournament.standings import results, sports

#: A licence that is a player id of the Alliance's.
_CID = re.compile(r"CRK-\d+")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A match of the draw; `match` as the file has it, its sides in the draw's order."""

    competition: Competition
    fixture: Fixture
    match: CmnMatch


class Draw:
    """The crokinole events of a tournament, kept up to date while results are entered."""

    def __init__(self, book: Book, events: Sequence[Competition]) -> None:
        self._book = book
        self._events = {event.id: event for event in events}
        self._entries = {event.id: {entry.id: entry for entry in book.entries(event.id)} for event in events}
        self._fixtures = {
            fixture.id: (event, self._known(event, fixture))
            for event in events
            for fixture in book.fixtures(event.id)
        }
        #: Matches that were taken from a CMN file: by their id there, the id here and the result.
        self.taken = {
            str(correction.facts["cmn"]): (correction.fixture, correction.after)
            for event in events
            for correction in book.corrections(event.id)
            if correction.code == "cmn"
        }

    @property
    def events(self) -> list[Competition]:
        """All of them."""
        return list(self._events.values())

    def changed(self, ids: Sequence[str]) -> None:
        """Read these matches again: they have changed."""
        for fixture in self._book.fixtures(ids=ids):
            event = (
                self._fixtures[fixture.id][0] if fixture.id in self._fixtures else self._event_of(fixture.id)
            )
            if event is not None:
                self._fixtures[fixture.id] = event, self._known(event, fixture)

    def of_players(self, match: CmnMatch) -> list[Candidate]:
        """The matches between these two teams, in either order."""
        return [
            Candidate(event, known.fixture, way)
            for event, known in self._fixtures.values()
            for way in (match, turned(match))
            if _is_of(known.sides["a"], way, 0) and _is_of(known.sides["b"], way, 1)
        ]

    def _event_of(self, fixture_id: str) -> Competition | None:
        number = self._book.competition_of(fixture_id)
        return None if number is None else self._events.get(number)

    def _known(self, event: Competition, fixture: Fixture) -> "_Known":
        entries: dict[int, Entry] = self._entries[event.id]
        sides = {
            side: entries[name] for side, name in (("a", fixture.a), ("b", fixture.b)) if name is not None
        }
        people: dict[str, list[Player]] = {"a": [], "b": [], **line_ups.people(event, fixture, sides)}
        return _Known(fixture, people)


@dataclass(frozen=True, slots=True)
class _Known:
    fixture: Fixture
    sides: dict[str, list[Player]]


def turned(match: CmnMatch) -> CmnMatch:
    """The same match with the teams exchanged."""
    games = tuple(
        CmnGame(_other(game.winner), _other(game.hammer), _swapped(game.scores), _swapped(game.twenties))
        for game in match.games
    )
    cids = match.cids[::-1]
    return replace(match, teams=match.teams[::-1], cids=cids, games=games, winner=_other(match.winner))


def _other(side: int | None) -> int | None:
    return None if side is None else 1 - side


def _swapped(pair: tuple[int, int] | None) -> tuple[int, int] | None:
    return None if pair is None else pair[::-1]


def _is_of(players: Sequence[Player], match: CmnMatch, team: int) -> bool:
    """Whether these are the players of a team, in whatever order."""
    named = list(zip(match.teams[team], match.cids[team], strict=True))
    return len(players) == len(named) > 0 and any(
        all(_is_same(player, *person) for player, person in zip(players, order, strict=True))
        for order in permutations(named)
    )


def _is_same(player: Player, name: str, cid: str) -> bool:
    """By the Alliance's ids where both have one, else by name."""
    if _CID.fullmatch(player.licence) and _CID.fullmatch(cid):
        return player.licence == cid
    return _plain(player.name) == _plain(name) != ""


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


ACTOR = "CMN"
RULESET = "wcc"


@dataclass(frozen=True, slots=True)
class Taken:
    """A match of the file: the id of the match here, its result in words, and whether it is new."""

    fixture: str
    match: CmnMatch
    score: str
    is_new: bool


def take(
    store: Store,
    matches: Sequence[CmnMatch],
    file: str,
    at: int,
    tournament: str | None = None,
    event: str | None = None,
) -> list[Taken]:
    """Enter the results of these matches in the order in which they were played. file: its name, for the
    record; at: now (UTC ms); event: its key, None: every crokinole event of the tournament. Raises DeskError
    with every problem, and StoreError; then nothing was taken.
    """
    with writing(store.engine) as connection:
        book = Book(connection)
        table_results.settle(book, at)
        draw = Draw(book, _events(book, tournament, event))
        taken, problems = [], []
        for match in sorted(matches, key=lambda match: match.date):
            try:
                taken.append(_take(book, draw, match, file, at))
            except DeskError as error:
                problems.append(error.cause)
        if problems:
            raise NotTaken("cmn_nothing_taken", problems=to_json(problems))
        new = [result.fixture for result in taken if result.is_new]
        if new:
            book.note(ACTOR, "results from CMN", {"file": file, "matches": new}, at)
    return taken


def _events(book: Book, tournament: str | None, event: str | None) -> list[Competition]:
    owner = finding.tournament(book, tournament)
    competitions = [finding.competition(book, owner, event)] if event else book.competitions(owner.id)
    events = [
        competition
        for competition in competitions
        if sports.of_ruleset(competition.ruleset) is sports.CROKINOLE
    ]
    if not events:
        if event:
            raise NotTaken("cmn_other_event", event=competitions[0].name, ruleset=RULESET)
        raise NotTaken("cmn_no_event", tournament=owner.name, ruleset=RULESET)
    for competition in events:
        finding.tournament_of(book, competition)  # raises for one that is closed
    return events


def _take(book: Book, draw: Draw, match: CmnMatch, file: str, at: int) -> Taken:
    players = " - ".join(" / ".join(team) for team in match.teams)
    candidates = draw.of_players(match)
    before = draw.taken.get(match.id)
    if before is not None:
        return _taken_before(candidates, match, *before, players)
    candidate = _to_be_played(candidates, match)
    if candidate is None:
        reported = _same_result(draw, candidates)
        if reported is not None:
            return reported
        raise DeskError.for_cause(_why_none(draw, candidates, match, players))
    result = result_of(candidate)
    source = {"cmn": match.id, "played": match.date, "file": file}
    changed = correcting.enter(
        book, candidate.fixture, result, "", ACTOR, at, force=False, code="cmn", **source
    )
    draw.changed(changed)
    draw.taken[match.id] = candidate.fixture.id, result
    return Taken(candidate.fixture.id, candidate.match, results.shown(result), True)


def result_of(candidate: Candidate) -> Result:
    """The result of the file's rounds by the rules of this match. Raises DeskError."""
    match = candidate.match
    state = results.begun(candidate.competition, candidate.fixture)
    try:
        if state.phase == "toss" and match.games:
            state, _ = game.apply(state, {"kind": "toss", "breaks": "ab"[match.games[0].hammer or 0]})
        for number, played in enumerate(match.games):
            if state.phase == "over":
                raise NotTaken(
                    "cmn_over_before",
                    cmn=candidate.match.id,
                    event=candidate.competition.name,
                    count=number,
                    games=len(match.games),
                    match=candidate.fixture.id,
                )
            state, _ = game.apply(state, round_of(played))
    except GameError as error:
        raise NotTaken(
            "cmn_no_match",
            cmn=candidate.match.id,
            event=candidate.competition.name,
            why={"reason": error.reason, "facts": error.facts},
            match=candidate.fixture.id,
        ) from error
    if state.phase != "over":
        raise NotTaken(
            "cmn_incomplete",
            cmn=candidate.match.id,
            count=len(match.games),
            event=candidate.competition.name,
            match=candidate.fixture.id,
        )
    winner = None if match.winner is None else "ab"[match.winner]
    if state.winner != winner:
        raise NotTaken(
            "cmn_other_winner",
            cmn=candidate.match.id,
            event=candidate.competition.name,
            by_games=state.winner,
            in_file=winner,
            match=candidate.fixture.id,
        )
    return replace(results.from_table(game.official(state)), how="entered")


def _taken_before(
    candidates: Sequence[Candidate], match: CmnMatch, fixture: str, result: Result | None, players: str
) -> Taken:
    """A match that was taken before. A later correction by hand counts; the file must give the old result."""
    candidate = next((known for known in candidates if known.fixture.id == fixture), None)
    if candidate is None or result_of(candidate) != result:
        raise NotTaken(
            "cmn_taken_before",
            cmn=match.id,
            players=players,
            match=fixture,
            result=result and result.to_json(),
        )
    return Taken(fixture, candidate.match, results.shown(candidate.fixture.result), False)


def _to_be_played(candidates: Sequence[Candidate], match: CmnMatch) -> Candidate | None:
    """The match that waits for its result; None: none of them, or several."""
    ready = [candidate for candidate in candidates if candidate.fixture.state == "ready"]
    named = [candidate for candidate in ready if candidate.fixture.id == match.planned]
    of_round = [candidate for candidate in ready if candidate.fixture.round == match.round]
    for chosen in (named, ready, of_round):
        if len(chosen) == 1:
            return chosen[0]
    return None


def _same_result(draw: Draw, candidates: Sequence[Candidate]) -> Taken | None:
    """A match with the same result that a table reported or somebody typed."""
    taken = {fixture for fixture, _ in draw.taken.values()}
    for candidate in candidates:
        result = candidate.fixture.result
        if candidate.fixture.state != "done" or result is None or candidate.fixture.id in taken:
            continue
        try:
            is_it = replace(result_of(candidate), how=result.how) == result
        except DeskError:
            continue
        if is_it:
            return Taken(candidate.fixture.id, candidate.match, results.shown(result), False)
    return None


def _why_none(draw: Draw, candidates: Sequence[Candidate], match: CmnMatch, players: str) -> Cause:
    if not candidates:
        return TAKING.cause(
            "cmn_unknown", cmn=match.id, players=players, events=[event.key for event in draw.events]
        )
    several = sum(candidate.fixture.state == "ready" for candidate in candidates) > 1
    reason: str = "cmn_which_match" if several else "cmn_no_place"
    return TAKING.cause(reason, cmn=match.id, players=players, matches=to_json(map(_standing, candidates)))


def _standing(candidate: Candidate) -> Cause:
    fixture = candidate.fixture
    if fixture.state == "done" and fixture.result is not None:
        return TAKING.cause("cmn_decided", match=fixture.id, result=fixture.result.to_json())
    if fixture.state in ("called", "playing", "held"):
        return TAKING.cause("cmn_at_table", match=fixture.id, table=fixture.table)
    return TAKING.cause("cmn_waiting", match=fixture.id, state=fixture.state)
