"""Results from a CMN file into the draw: entered by hand, with their rounds as the proof (D301).

A file is taken whole or not at all, and one that was taken already changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from boardside.game import match as game
from boardside.game.errors import GameError
from host_tools.exports.cmn_draw import Draw, Found, reason_of
from host_tools.exports.cmn_events import round_of
from host_tools.exports.cmn_reading import CmnMatch
from host_tools.store import Store
from host_tools.store.database import writing
from host_tools.tournament import correcting, entering, finding, results, settling
from host_tools.tournament.book import Book
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Competition, Result

WHO = "CMN"
RULESET = "wcc"


@dataclass(frozen=True, slots=True)
class Taken:
    """A match of the file: which one it is here, its result in words, and whether that is new."""

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
    """Enter the results of these matches, those played first before those that follow from them, and tell of
    each what became of it. file: its name, for the record; at: now (UTC ms); event: its key, None: every
    crokinole event of the tournament. Raises DeskError with every problem, one a line, and StoreError; then
    nothing was taken.
    """
    with writing(store.engine) as connection:
        book = Book(connection)
        settling.settle(book, at)
        draw = Draw(book, _events(book, tournament, event))
        taken, problems = [], []
        for match in sorted(matches, key=lambda one: one.date):
            try:
                taken.append(_take(book, draw, match, file, at))
            except DeskError as error:
                problems.append(str(error))
        if problems:
            raise DeskError("\n".join([*problems, "Nothing was taken."]))
        new = [one.fixture for one in taken if one.is_new]
        if new:
            book.note(WHO, "results from CMN", {"file": file, "matches": new}, at)
    return taken


def _events(book: Book, tournament: str | None, event: str | None) -> list[Competition]:
    owner = finding.tournament(book, tournament)
    there = [finding.competition(book, owner, event)] if event else book.competitions(owner.id)
    found = [of for of in there if of.ruleset == RULESET]
    if not found:
        which = f"{there[0].name} is" if event else f"{owner.name} has"
        raise DeskError(f"{which} no event of crokinole (ruleset {RULESET}): CMN has results of no other.")
    for of in found:
        entering.tournament_of(book, of)  # raises for one that is closed
    return found


def _take(book: Book, draw: Draw, match: CmnMatch, file: str, at: int) -> Taken:
    who = " - ".join(" / ".join(team) for team in match.teams)
    there = draw.of_players(match)
    before = draw.taken.get(match.id)
    if before is not None:
        return _taken_before(there, match, *before, who)
    found = _to_be_played(there, match)
    if found is None:
        reported = _same_result(draw, there)
        if reported is not None:
            return reported
        raise DeskError(_why_none(draw, there, match, who))
    result = result_of(found)
    reason = reason_of(match, file)
    draw.changed(correcting.enter(book, found.fixture, result, reason, WHO, at, force=False))
    draw.taken[match.id] = found.fixture.id, result
    return Taken(found.fixture.id, found.match, results.shown(result), True)


def result_of(found: Found) -> Result:
    """What the rounds of the file come to by the rules of this match. Raises DeskError."""
    match, where = found.match, f"{found.match.id} (match {found.fixture.id})"
    state = results.begun(found.of, found.fixture)
    try:
        if state.phase == "toss" and match.games:
            state, _ = game.apply(state, {"kind": "toss", "breaks": "ab"[match.games[0].hammer or 0]})
        for number, one in enumerate(match.games):
            if state.phase == "over":
                raise DeskError(
                    f"{where}: by the rules of {found.of.name} it was over after {number} of its "
                    f"{len(match.games)} games. Enter what counts with `boardside result`."
                )
            state, _ = game.apply(state, round_of(one))
    except GameError as error:
        raise DeskError(f"{where}: its games are no match of {found.of.name} ({error.message}).") from error
    if state.phase != "over":
        count = len(match.games)
        games = "one game makes" if count == 1 else f"{count} games make"
        raise DeskError(
            f"{where}: its {games} no whole match of {found.of.name}. Was it broken off? Then enter it with "
            "`boardside result`, and say who has it."
        )
    told = None if match.winner is None else "ab"[match.winner]
    if state.winner != told:
        raise DeskError(
            f"{where}: by the rules of {found.of.name} its games are {_to(state.winner)}, the file says "
            f"{_to(told)}."
        )
    return replace(results.from_table(game.official(state)), how="entered")


def _to(side: str | None) -> str:
    return "drawn" if side is None else f"won by side {side.upper()}"


def _taken_before(
    there: Sequence[Found], match: CmnMatch, fixture: str, result: Result | None, who: str
) -> Taken:
    """Whatever became of it since: a correction by hand stands. The file has to tell the same as before."""
    found = next((one for one in there if one.fixture.id == fixture), None)
    if found is None or result_of(found) != result:
        raise DeskError(
            f"{match.id} ({who}) was taken before, as match {fixture}, and was another one "
            f"({results.shown(result)}). If this one is right, enter it: `boardside result {fixture}`."
        )
    return Taken(fixture, found.match, results.shown(found.fixture.result), False)


def _to_be_played(there: Sequence[Found], match: CmnMatch) -> Found | None:
    """The one match of them that waits for its result."""
    ready = [one for one in there if one.fixture.state == "ready"]
    named = [one for one in ready if one.fixture.id == match.planned]
    of_round = [one for one in ready if one.fixture.round == match.round]
    for chosen in (named, ready, of_round):
        if len(chosen) == 1:
            return chosen[0]
    return None


def _same_result(draw: Draw, there: Sequence[Found]) -> Taken | None:
    """A match with this very result that came another way: from a table, or typed in."""
    taken = {fixture for fixture, _ in draw.taken.values()}
    for one in there:
        result = one.fixture.result
        if one.fixture.state != "done" or result is None or one.fixture.id in taken:
            continue
        try:
            is_it = replace(result_of(one), how=result.how) == result
        except DeskError:
            continue
        if is_it:
            return Taken(one.fixture.id, one.match, results.shown(result), False)
    return None


def _why_none(draw: Draw, there: Sequence[Found], match: CmnMatch, who: str) -> str:
    if not there:
        events = ", ".join(of.key for of in draw.events)
        return (
            f"{match.id}: there is no match {who} in {events} (yet). Are the names the same as in "
            "`boardside entries`?"
        )
    shown = "; ".join(f"{one.fixture.id} {_standing(one)}" for one in there)
    if sum(one.fixture.state == "ready" for one in there) > 1:
        shown += ". Which one it is cannot be seen: enter it with `boardside result`"
    return f"{match.id}: {who} have no match that waits for this result: {shown}."


def _standing(one: Found) -> str:
    fixture = one.fixture
    if fixture.state == "done":
        return f"has the result {results.shown(fixture.result)}"
    if fixture.state in ("called", "playing", "held"):
        return f"is at table {fixture.table} (recall it first)"
    return {"ready": "is to be played", "off": "is not needed"}.get(fixture.state, "waits")
