"""A tournament in the middle of its day, for the tests and pictures of the public pages: groups and knockout
of the VKK, doubles by the Laws with a correction, crokinole that is only announced.
"""

import random
from dataclasses import replace
from pathlib import Path

from host_tools.store import Store
from host_tools.store.database import writing
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call, EnterResult
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Competition, Fixture, Result
from host_tools.tournament.rounds import advancing
from host_tools.tournament.standings import results

MEN = (
    *(
        "Maria Irudayam",
        "Yogesh Pardeshi",
        "Nishantha Fernando",
        "Shahid Hilmy",
        "Prashant More",
        "Sandeep Divekar",
    ),
    *(
        "Chamil Cooray",
        "Hemanta Molla",
        "Josef Meyer",
        "Pierre Dubois",
        "Faisal Al-Harthi",
        "Mohammed Ghufran",
    ),
    *("மரிய இருதயம்", "Zoran Petrović", "K. Srinivas", "Łukasz Wójcik"),
)
PAIRS = (
    *(("S. Ilavazhagi", "Rashmi Kumari"), ("Kajal Kumari", "Nidhi Gupta"), ("अपूर्वा एस.", "रश्मि कुमारी")),
    *(("இளவழகி சந்திரசேகரன்", "Jyothi Kandasamy"), ("Anna Sjöström", "Aisha Mohammed"), ("Ann", "Bea")),
)
START_MS = 1_790_000_000_000
MINUTE_MS = 60_000


class Day:
    """A desk whose clock is moved by hand."""

    def __init__(self, store: Store, at: int = START_MS) -> None:
        self.at = at
        self.desk = Desk(store, lambda: self.at)
        self.chance = random.Random(7)

    def result(self, winner: str) -> Result:
        """Two games to nothing, some minutes later."""
        self.at += 5 * MINUTE_MS
        low = self.chance.randint(3, 21)
        games = ((25, low), (25, 12)) if winner == "a" else ((low, 25), (12, 25))
        won = (2, 0) if winner == "a" else (0, 2)
        points = (sum(a for a, _ in games), sum(b for _, b in games))
        return Result(winner, "played", games, won, points, points[0] - points[1])  # type: ignore[arg-type]

    def play(self, event: Competition, most: int) -> None:
        """The first matches that can be played, as tables report them."""
        event = self.desk.competition(self.desk.tournament("open"), event.key)
        for _ in range(most):
            ready = [fixture for fixture in self.desk.fixtures(event) if fixture.state == "ready"]
            if not ready:
                return
            result = self.result(self.chance.choice("aab"))
            with writing(self.desk.store.engine) as connection:
                book = Book(connection)
                book.put_fixture(replace(ready[0], state="done", result=result, decided_at=self.at))
                advancing.advance(book, event, self.at)

    def correct(self, fixture: Fixture, reason: str) -> None:
        """The other side has won."""
        other = "b" if fixture.result and fixture.result.winner == "a" else "a"
        games = results.typed_games(self.result(other))
        self.desk.do(EnterResult(games=games, reason=reason), fixture)


def build(store: Store) -> Day:
    """The tournament `open`; events ms (groups done, knockout begun), wd (a correction), cr (entries)."""
    day = Day(store)
    desk = day.desk
    tournament = desk.do(
        NewTournament(
            key="open", name="Boardside Open 2026", ruleset="vkk", place="Chennai", days="12–14 March 2026"
        ),
        None,
    )
    men = desk.do(AddEvent(key="ms", name="Men’s Singles"), tournament).event
    desk.add_entries(men, [NewEntry((Person(name, club=f"Club {i % 5}"),)) for i, name in enumerate(MEN)])
    desk.do(Draw(seed="2026-march"), men)
    day.play(men, 24)
    pairs = desk.do(
        AddEvent(key="wd", name="Women’s Doubles", kind="doubles", ruleset="icf"), tournament
    ).event
    desk.add_entries(pairs, [NewEntry(tuple(Person(name) for name in pair)) for pair in PAIRS])
    desk.do(Draw(seed="pairs"), pairs)
    crokinole = desk.do(
        AddEvent(key="cr", name="Crokinole", ruleset="wcc", category="adult"), tournament
    ).event
    desk.add_entries(
        crokinole, [NewEntry((Person("Jason Beierling"),)), NewEntry((Person("Justin Slater"),))]
    )
    day.play(men, 2)
    day.play(pairs, 1)
    done = next(fixture for fixture in desk.fixtures(pairs) if fixture.state == "done")
    day.correct(done, "the sheet was read wrongly")
    for table, fixture in enumerate(
        [fixture for fixture in desk.fixtures() if fixture.state == "ready"][:3], 4
    ):
        desk.do(Call(table=table, umpire="S. Rao" if table == 4 else "", force=True), fixture)
    return day


_made: list[bytes] = []


def opened(folder: Path) -> Store:
    """A store with the tournament, in a folder: played once in a process, copied from then on."""
    path = folder / "hall.sqlite3"
    url = f"sqlite:///{path}"
    if _made:
        path.write_bytes(_made[0])
    else:
        store = Store.open(url)
        build(store)
        store.close()
        _made.append(path.read_bytes())
    return Store.open(url)
