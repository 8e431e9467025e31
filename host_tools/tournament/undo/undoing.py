"""Takes acts of the desk back: each by its own way, on record as an act with who and why.

An act on which a later one stands is taken back with it, or not at all. What taking an act back needs is kept
in its record (`Act.undo`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from host_tools.reasons import Cause
from host_tools.tournament.matches import clearing, end_orders
from host_tools.tournament.matches.clearing import Change, Standing
from host_tools.tournament.model import finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Act, Competition, Fixture, Place, Stage
from host_tools.tournament.undo import undoing_entries, undoing_imports, undoing_matches
from host_tools.tournament.undo import undoing_order as order

TAKEN_BACK = "act taken back"
Json = dict[str, Any]

#: What to do instead, of acts that stay.
STAYS: Mapping[str, str] = {
    TAKEN_BACK: "act_of_taking_back",
    "report taken": "act_of_report",
    "report left": "act_of_report",
    "protest ruled": "act_of_protest",
    "entries add": "act_of_entries",
    "entry change": "act_of_exchange",
    "entry edit": "act_of_editing",
    "event edit": "act_of_editing",
    "tournament edit": "act_of_editing",
    "entry delete": "act_of_deleting",
    "event delete": "act_of_deleting",
    "event fill": "act_of_place",
    "import": "act_of_import",
    "tournament new": "act_stays",
    "tournament close": "act_of_closing",
    "event add": "act_stays",
    "round": "act_of_round",
    "results from CMN": "act_of_cmn",
}


@dataclass(frozen=True, slots=True)
class Effects:
    """An act, and what taking it back would do. by: the act that took it back. later: the acts that stand on
    it and would be taken back with it, the newest first. refused: why it cannot be taken back. changes,
    standings, stages: as of a cleared result; begun: stages whose draw would be made.
    """

    act: Act
    by: int | None = None
    later: tuple[Act, ...] = ()
    refused: Cause | None = None
    changes: tuple[Change, ...] = ()
    standings: tuple[Standing, ...] = ()
    stages: tuple[Stage, ...] = ()
    begun: tuple[Stage, ...] = ()
    competition: Competition | None = None


class _Stands(Exception):  # noqa: N818
    """A later act stands on the one that is to be taken back."""

    def __init__(self, later: Act) -> None:
        super().__init__(later.number)
        self.later = later


def act_of(book: Book, number: int) -> Act:
    """The act with this number. DeskError."""
    there = [act for act in book.acts_since(number)[:1] if act.number == number and is_of_desk(act)]
    if not there:
        raise DeskError("no_act", number=number)
    return there[0]


def last(book: Book, limit: int, before: int | None) -> list[Act]:
    """The last acts of the desk, the newest first; those that took one back are told with it."""
    return book.last_acts(limit, before, [*_WAYS, *(name for name in STAYS if name != TAKEN_BACK)])


def is_of_desk(act: Act) -> bool:
    """Whether the act is one of the tournament's desk."""
    return act.name in STAYS or act.name in _WAYS


def taken_by(acts: Sequence[Act]) -> dict[int, int]:
    """The numbers of the acts that were taken back, each with that of the act that did."""
    return {act.detail["act"]: act.number for act in acts if act.name == TAKEN_BACK}


def take_back(book: Book, act: Act, reason: str, actor: str, at: int, with_later: bool = False) -> list[Act]:
    """Take an act back, with the later ones that stand on it if asked; returns the acts that were taken back,
    in this order. Raises DeskError: then nothing has changed.
    """
    if not reason.strip():
        raise DeskError("undo_needs_reason")
    taken: list[Act] = []
    while True:
        try:
            with book.connection.begin_nested():
                _take_single(book, act, reason.strip(), actor, at)
            return [*taken, act]
        except _Stands as stands:
            if not with_later:
                raise DeskError("later_act_stands", number=act.number, later=[_named(stands.later)]) from None
            taken += take_back(book, stands.later, reason, actor, at, with_later)


def _named(act: Act) -> Json:
    return {"number": act.number, "act": act.name, "match": act.match, "who": act.actor, "at": act.at}


def effects(book: Book, act: Act, at: int) -> Effects:
    """What taking an act back would do, with the acts that stand on it. Nothing changes."""
    later = book.acts_since(act.number)
    by = taken_by(later).get(act.number)
    if by is not None:
        return Effects(act, by=by)
    try:
        competition = _competition_of(book, act)
        trial = book.connection.begin_nested()
        try:
            taken = take_back(book, act, "-", "-", at, with_later=True)
            after = _seen(book, competition)
        finally:
            trial.rollback()
    except DeskError as error:
        return Effects(act, refused=error.cause)
    before = _seen(book, competition)
    fixtures_before, standings_before, stages_before = before
    fixtures, standings, stages = after
    drawn = {stage.position: stage.state != "waiting" for stage in stages}
    return Effects(
        act,
        later=tuple(each for each in taken if each.number != act.number),
        changes=tuple(clearing.changes(fixtures_before, {each.id: each for each in fixtures})),
        standings=tuple(
            Standing(*key)
            for key, places in standings_before.items()
            if key in standings and standings[key] != places
        ),
        stages=tuple(
            each for each in stages_before if each.state != "waiting" and not drawn.get(each.position)
        ),
        begun=tuple(each for each in stages_before if each.state == "waiting" and drawn.get(each.position)),
        competition=competition,
    )


_Seen = tuple[list[Fixture], dict[tuple[int, int], list[Place]], list[Stage]]


def _seen(book: Book, competition: Competition | None) -> _Seen:
    if competition is None:
        return [], {}, []
    fixtures, stages = book.fixtures(competition.id), book.stages(competition.id)
    return fixtures, clearing.standings(book, competition, stages, fixtures), stages


def _competition_of(book: Book, act: Act) -> Competition | None:
    if act.match is not None:
        return finding.competition_of(book, finding.fixture(book, act.match))
    number = act.undo.get("competition")
    return None if number is None else book.competition(number)


def _take_single(book: Book, act: Act, reason: str, actor: str, at: int) -> None:
    """Take one act back, and put it on record. Raises _Stands, and DeskError."""
    since = book.acts_since(act.number)
    gone = taken_by(since)
    if act.number in gone:
        raise DeskError("act_taken_back", number=act.number, by=gone[act.number])
    if not act.undo:
        raise DeskError(STAYS.get(act.name, "act_stays"), number=act.number, act=act.name)
    later = [each for each in since[1:] if each.number not in gone and each.undo]
    gives = order.gives(act)
    standing = [each for each in later if order.needs(each) & gives or order.deletes_event_of(each, act)]
    if standing:
        raise _Stands(standing[-1])
    try:
        undo = {"event": act.detail.get("event", ""), **act.undo}
        _WAYS[act.name](book, undo, reason, actor, at)
    except DeskError as error:
        blocking = order.blocking(book, act, _competition_of(book, act), error)
        standing = [each for each in later if blocking(each)]
        if not standing:
            raise
        raise _Stands(standing[-1]) from error
    if act.match is not None:
        end_orders.tell(book, act.match)
    detail: Json = {"act": act.number, "what": act.name}
    if act.match is not None:
        detail["match"] = act.match
    book.note(actor, TAKEN_BACK, {**detail, "reason": reason}, at)


def _of_entries(name: str) -> Callable[[Book, Json, str, str, int], None]:
    """How an act of taking_back_entries.py is taken back."""
    return lambda book, undo, reason, actor, at: undoing_entries.WAYS[name](book, undo, at)


_WAYS: Mapping[str, Callable[[Book, Json, str, str, int], None]] = {
    **{name: _of_entries(name) for name in undoing_entries.WAYS},
    **undoing_matches.WAYS,
    "import": undoing_imports.take_back,
}
