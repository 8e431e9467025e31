"""A stage that another system draws. Its rounds come one by one, each with its pairings and their tables.

Taking a round again adds its new matches. A match that was drawn again replaces the one here if that
has not begun.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from host_tools.reasons import to_json
from host_tools.tournament.entries import entering, renaming
from host_tools.tournament.entries.entering import NewEntry
from host_tools.tournament.entries.renaming import Renamed
from host_tools.tournament.model import checks, finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.hall_tables import is_known_id
from host_tools.tournament.model.model import (
    BYE,
    Competition,
    Fixture,
    Result,
    Stage,
    StageSettings,
)
from host_tools.tournament.model.people import Person
from host_tools.tournament.reasons import cause

KIND = "external"


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match as the other system has it. id: the id of the match here; a number is added at its end if a
    table may know another match by this id. number: of its board there, from 1. b: None when a has a bye.
    result: the result that the other system already has.
    """

    id: str
    number: int
    a: NewEntry
    b: NewEntry | None
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """What taking a round changed. fixtures: the new matches. entered: the titles of the new entries.
    replaced: the ids of the matches that were removed. renamed: the players who have another name now.
    """

    fixtures: tuple[Fixture, ...]
    entered: tuple[str, ...]
    replaced: tuple[str, ...] = ()
    renamed: tuple[Renamed, ...] = ()


@dataclass(frozen=True, slots=True)
class Players:
    """All players of this event in the other system, each with a licence that never changes there. former:
    when the other system has merged two players, the licence that it dropped and the one that it kept.
    """

    people: tuple[Person, ...] = ()
    former: Mapping[str, str] = field(default_factory=dict)


def take_round(
    book: Book,
    competition: Competition,
    number: int,
    pairings: Sequence[Pairing],
    at: int,
    players: Players | None = None,
    unranked: str | None = None,
) -> Taken:
    """Add all matches of a round to the stage that another system draws. A match here that has other players,
    or that the round no longer has, is removed if it was not called. A player whose name changed there gets
    the new name. unranked: why the other system's order cannot be known here. Raises DeskError when
    the event is drawn here, or a match to be removed was called or has begun.
    """
    stage = _stage(book, competition)
    owner = finding.tournament_of(book, competition)
    players = players or Players()
    renamed = renaming.take(book, owner, players.people, players.former, at)
    before = {entry.id for entry in book.entries(competition.id)}
    gone = {fixture.number: fixture for fixture in book.fixtures(competition.id) if fixture.round == number}
    new_pairs = []
    for pairing in pairings:
        a = entering.known_or_new(book, competition, owner, pairing.a, at)
        b = None if pairing.b is None else entering.known_or_new(book, competition, owner, pairing.b, at)
        existing = gone.get(pairing.number)
        if existing is not None and (existing.a, existing.b) == (a, b):
            del gone[pairing.number]
        else:
            new_pairs.append((pairing, a, b))
    _refuse_begun(book, competition, gone.values(), {pairing.number: pairing for pairing, _, _ in new_pairs})
    for old in gone.values():
        book.remove_fixture(old.id)
    new = [_fixture(stage, number, _with_free_id(book, pairing), a, b, at) for pairing, a, b in new_pairs]
    book.add_fixtures(competition.id, [stage], new)
    settings: StageSettings = {} if unranked is None else {"unranked": unranked}
    if settings != stage.settings:
        book.set_settings(replace(stage, settings=settings))
    if new:
        book.set_stage(stage.id, state="drawn", draw_seed=None)
        book.set_competition(competition.id, state="drawn")
    entered = [entry.title for entry in book.entries(competition.id) if entry.id not in before]
    return Taken(tuple(new), tuple(entered), tuple(old.id for old in gone.values()), tuple(renamed))


def _refuse_begun(
    book: Book, competition: Competition, gone: Iterable[Fixture], instead: Mapping[int, Pairing]
) -> None:
    """Raise DeskError when a match cannot be removed, with a problem for each such match."""
    titles = {entry.id: entry.title for entry in book.entries(competition.id)}
    problems = []
    for fixture in gone:
        if fixture.state in ("ready", "bye"):
            continue
        names = [titles.get(entry) for entry in (fixture.a, fixture.b) if entry is not None]
        new = instead.get(fixture.number)
        now = [] if new is None else [side.title for side in (new.a, new.b) if side]
        of_board = {
            "board": fixture.number,
            "match": fixture.id,
            "players": names,
            "now": now,
            "table": fixture.table,
        }
        problems.append(cause(_IN_THE_WAY.get(fixture.state, "board_decided"), **of_board))
    if problems:
        raise DeskError("round_refused", problems=to_json(problems))


#: Why a match cannot be removed although its board has other players now, by its state.
_IN_THE_WAY: dict[str, str] = {"called": "board_called", "playing": "board_in_play", "held": "board_held"}


def _with_free_id(book: Book, pairing: Pairing) -> Pairing:
    """The pairing with its own id, or with a number at the end of it when a match has the id, or a table may
    have one.
    """
    free_id, count = checks.checked_match(pairing.id), 1
    while is_known_id(book, free_id):
        count += 1
        free_id = f"{pairing.id}-{count}"
    return replace(pairing, id=free_id)


def _stage(book: Book, competition: Competition) -> Stage:
    stage = finding.stage(book, competition, 1)
    if stage.kind != KIND:
        raise DeskError("drawn_here", event=competition.name, stage=stage.kind, kind=KIND)
    return stage


def _fixture(stage: Stage, number: int, pairing: Pairing, a: int, b: int | None, at: int) -> Fixture:
    made = Fixture(pairing.id, stage.position, number, pairing.number, "group", a=a, b=b, state="ready")
    if b is None:
        return replace(made, source_b=BYE, state="bye", result=pairing.result)
    if pairing.result is not None:
        return replace(made, state="done", result=pairing.result, decided_at=at)
    return made
