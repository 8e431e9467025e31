"""A tournament with everything that can stand on the organiser's pages: that of web_tournament, crokinole in
its play-off, teams, a doubles that nobody has entered, players who are level, a call that is overdue, free
tables. For tests and pictures.
"""

import random
from dataclasses import replace
from pathlib import Path

import web_tournament
from web_tournament import Day

from host_tools.demo.rehearsal_plans import entries
from host_tools.store import Store
from host_tools.store.database import writing
from host_tools.store.rows import TableRecord
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.desk.desk import NewEntry, Person
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Competition, Fixture, Result, StagePlan
from host_tools.tournament.rounds import advancing

LONG = "Venkatanarasimharajuvaripeta Ramakrishnan Subrahmanyam-Chandrasekharan Iyer"
ODD = ("مريم العلي", "<b>Bold</b> & “Quote”", "O'Neil 🎯", LONG, "נועה לוי", "அருள் குமார்")


def played(number: int, points: tuple[int, int], twenties: tuple[int, int] = (0, 0)) -> Result:
    """A match of one game."""
    winner = "a" if points[0] > points[1] else "b" if points[1] > points[0] else None
    won = (int(winner == "a"), int(winner == "b"))
    return Result(winner, "played", (points,), won, points, points[0] - points[1], twenties)  # type: ignore[arg-type]


def report(day: Day, event: Competition, results: dict[str, Result]) -> None:
    """The tables report these matches, by their ids."""
    with writing(day.desk.store.engine) as connection:
        book = Book(connection)
        for fixture in book.fixtures(event.id):
            if fixture.id in results:
                book.put_fixture(
                    replace(fixture, state="done", result=results[fixture.id], decided_at=day.at)
                )
        advancing.advance(book, event, day.at)


def ready(day: Day, event: Competition) -> list[Fixture]:
    """The matches that can be played."""
    return [fixture for fixture in day.desk.fixtures(event) if fixture.state == "ready"]


def crokinole(day: Day) -> None:
    """Twelve players, the preliminaries over, the play-off begun."""
    desk = day.desk
    event = desk.do(
        AddEvent(key="ck", name="Crokinole, adult singles", ruleset="wcc", category="adult"),
        desk.tournament("open"),
    ).event
    names = [*ODD, *(person.people[0].name for person in entries("singles", 6))]
    desk.add_entries(event, [NewEntry((Person(name, club=f"Club {i % 3}"),)) for i, name in enumerate(names)])
    desk.do(Draw(seed="2026"), event)
    chance = random.Random(3)
    for most in (1000, 4):
        event = desk.competition(desk.tournament("open"), "ck")
        results = {}
        for fixture in ready(day, event)[:most]:
            mine = chance.randint(0, 8)
            results[fixture.id] = played(0, (mine, 8 - mine), (chance.randint(0, 14), chance.randint(0, 14)))
        report(day, event, results)


def level(day: Day) -> None:
    """Three who beat each other, in a circle, all with the same score."""
    desk = day.desk
    tournament = desk.tournament("open")
    plan = [StagePlan("round_robin", "Round robin", {"advance": 2}), StagePlan("knockout", "Knockout")]
    event = desk.do(AddEvent(key="jr", name="Juniors", stages=plan, rules={"games": 1}), tournament).event
    desk.add_entries(event, [NewEntry((Person(name),)) for name in ("Mia Wolf", "Tom Roth", "Lea Kern")])
    desk.do(Draw(seed="level"), event)
    beaten = {1: 2, 2: 3, 3: 1}
    order = {entry.id: at for at, entry in enumerate(desk.entries(event), 1)}
    results = {
        fixture.id: played(
            1, (25, 10) if beaten[order[fixture.a or 0]] == order[fixture.b or 0] else (10, 25)
        )
        for fixture in ready(day, event)
    }
    report(day, desk.competition(tournament, "jr"), results)


def furnish(store: Store) -> Day:
    """Build it. Tables 1 to 3 have links and nothing to play."""
    day = web_tournament.build(store)
    desk = day.desk
    tournament = desk.tournament("open")
    crokinole(day)
    level(day)
    teams = desk.do(AddEvent(key="tt", name="Teams", kind="team", ruleset="vaishali"), tournament).event
    desk.add_entries(teams, entries("team", 4))
    desk.do(Draw(seed="teams"), teams)
    desk.do(AddEvent(key="xd", name="Mixed Doubles", kind="doubles", ruleset="spandan"), tournament)
    return day


def switch_on(store: Store, at: int, *numbers: int) -> None:
    """These tables are heard at `at` (UTC ms) and have nothing to play."""
    for number in numbers:
        values = {
            "name": f"Table {number}", "journal": f"j{number}", "boot": 1, "firmware": "1.0", "keyed": True,
            "transport": "tcp", "port": "here", "link": "up", "heard_at": at, "status": None, "problem": None,
        }  # fmt: skip
        store.write([TableRecord(number, values)])


def opened(folder: Path) -> Store:
    """A store with it, in a folder."""
    store = Store.open(f"sqlite:///{folder / 'hall.sqlite3'}")
    furnish(store)
    return store
