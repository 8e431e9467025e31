"""Matches in a database, planned and not, as tables recorded them: for the tests of their pages."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "audit"))
sys.path.insert(0, str(Path(__file__).parent.parent / "exports"))

import carded
from audited import Recorded, opened

from boardside.game import match as game
from host_tools.demo.recorded import RecordedBoard
from host_tools.demo.strokes import strokes_of
from host_tools.store import Store
from host_tools.store.database import writing
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call, EnterResult, WalkOver
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Competition, Fixture
from host_tools.tournament.rounds import advancing
from host_tools.tournament.standings import results

MINUTE_MS = 60_000
NOW = 1_790_000_000_000
MEN = ("Asha Kulkarni", "Bimal Sen", "விக்ரம்", "Maximiliane von und zu Hohenschwangau", "Q", "Zoë")


def by_strokes(match: str, **names: list[str]) -> list[dict[str, Any]]:
    """The events of a match of one game: a board stroke by stroke, two as results, confirmed."""
    made: list[dict[str, Any]] = []
    state = game.new()

    def enter(event: dict[str, Any]) -> None:
        nonlocal state
        state, _ = game.apply(state, event)
        made.append(event)

    enter(
        {"kind": "match", "match": match, "ruleset": "icf", "stage": "round", "breaks": "a"}
        | {"latin": [["विक्रम क्षत्रिय", "Vikram Kshatriya"], ["李"]]}
        | {"rules": {"games": 1}, **names}
    )
    enter({"kind": "play", "strokes": True})
    for event in strokes_of(RecordedBoard("b", 4, "b"), state.situation, 3):
        enter(event)
    proposal = game.proposal(state)
    assert proposal is not None
    enter(proposal)
    for left in (9, 9, 9):
        enter({"kind": "play"})
        enter({"kind": "board", "winner": "a", "left": left, "queen": "a"})
    enter({"kind": "confirm"})
    return made


class Filled(NamedTuple):
    """A database and the ids of its planned matches: played stroke by stroke, corrected by the organiser, a
    walk-over, still to come.
    """

    store: Store
    strokes: str
    corrected: str
    walk_over: str
    to_come: str


def filled(folder: Path) -> Filled:
    """The tournament `open`, and the matches `beside` it."""
    store = opened(folder)
    desk = Desk(store, lambda: NOW)
    tournament = desk.do(NewTournament(key="open", name="Open 2026", ruleset="icf", place="Chennai"), None)
    men = desk.do(AddEvent(key="ms", name="Men’s Singles"), tournament).event
    desk.add_entries(men, [NewEntry((Person(name, club="Club"),)) for name in MEN])
    desk.do(Draw(seed="seed"), men)
    names = {entry.id: [entry.title] for entry in desk.entries(men)}
    first, second = ready(desk, men)
    for table, fixture in ((Recorded(6, "0badcafb"), first), (Recorded(7, "0badcafa"), second)):
        events = by_strokes(fixture.id, a=names[fixture.a or 0], b=names[fixture.b or 0])
        play(store, men, fixture, table, events)
    semi, other = ready(desk, men)
    desk.do(Call(table=8, force=True), semi)
    later = Desk(store, lambda: NOW + 20 * MINUTE_MS)
    later.do(WalkOver(winner="a"), later.fixture(semi.id))
    corrected = EnterResult(games=["10-25"], winner="b", reason="the sheet was read wrongly")
    later.do(corrected, later.fixture(second.id))
    beside(store)
    return Filled(store, first.id, second.id, semi.id, other.id)


def beside(store: Store, *, strokes: bool = False) -> None:
    """Matches that no tournament has planned: M1, M2 (with an undo, a protest and more), D1, C1; S1 by
    strokes.
    """
    unplanned, doubles = Recorded(3), Recorded(4, "0badcaff")
    unplanned.play("M1")
    carded.best_of_three(unplanned)
    carded.doubles_in_play(doubles)
    crokinole = Recorded(5, "0badcafd")
    carded.crokinole(crokinole)
    tables = [unplanned, doubles, crokinole]
    if strokes:
        tables.append(Recorded(9, "0badcaf9"))
        for event in by_strokes("S1", a=["Asha"], b=["Maximiliane von und zu Hohenschwangau"]):
            tables[-1].add(**event)
    for table in tables:
        table.store_all(store)


def play(store: Store, men: Competition, fixture: Fixture, table: Recorded, events: list[Any]) -> None:
    """A planned match as this table recorded it."""
    state = game.new()
    for event in events:
        state, _ = game.apply(state, dict(event))
        table.add(**{"match": fixture.id, **event})
    table.store_all(store)
    with writing(store.engine) as connection:
        book = Book(connection)
        done = results.from_table(game.official(state))
        book.put_fixture(replace(fixture, state="done", result=done, decided_at=NOW))
        book.set_fixture(fixture.id, journal=table.journal.id, first_seq=1)
        advancing.advance(book, book.competition(men.id) or men, NOW)


def ready(desk: Desk, men: Competition) -> list[Fixture]:
    """The matches that can be played."""
    return [fixture for fixture in desk.fixtures(men) if fixture.state == "ready"]
