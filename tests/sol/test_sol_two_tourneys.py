"""With a real SoL 5.26: two tourneys at once; SoL goes away and comes back in the middle, a round is drawn
again there, addresses are mixed up. What SoL's own pages then show counts.
"""

import copy
import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from desk_hall import Hall, desk_of
from sol_exports import GUID, shared, tourney
from sol_server import SolServer
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.integrations.sol import reading
from host_tools.integrations.sol.board_page import is_of
from host_tools.integrations.sol.sender import Sender
from host_tools.store import Store
from host_tools.store.database import now_ms
from host_tools.tournament.acts.matches import Call, Recall
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk
from tests.sol.sol_refused import spoken, whys

pytestmark = pytest.mark.slow

SINGLES, DOUBLES = 1, 2
PAIRS_GUID = "f" * 32
FIRST = {"ms": 1, "md": 9}


def uploaded(sol: SolServer) -> None:
    """Singles of four, doubles of four more who are two pairs."""
    first = shared()
    first["players"] = [
        {**first["players"][0], "guid": f"{number:032x}", "firstname": name, "lastname": "Rao"}
        for number, name in enumerate(("Asha", "Bela", "Chitra", "Dev", "Esha", "Farid", "Gita", "Hari"), 1)
    ]
    first["championships"].append(
        copy.deepcopy(first["championships"][0])
        | {"guid": "e" * 32, "description": "Doubles", "playersperteam": 2}
    )
    singles = tourney() | {"competitors": [{"players": [number]} for number in range(1, 5)]}
    pairs = {"competitors": [{"players": [5, 6]}, {"players": [7, 8]}], "championship": 2}
    doubles = tourney() | pairs | {"guid": PAIRS_GUID, "description": "Test Pairs"}
    sol.upload(json.dumps([first, singles, doubles]))
    sol.next_turn(SINGLES)
    sol.next_turn(DOUBLES)


def sol_output(*words: str, status: int = 0) -> str:
    """The output of `boardside sol` for these words, on one line."""
    done = CliRunner().invoke(build("sol"), ["sol", *words])
    assert done.exit_code == status, done.output
    return " ".join(done.output.split())


def public_round(sol: SolServer, guid: str, turn: int = 1) -> dict[int, tuple[str, str, str, str]]:
    """A round on SoL's public page, by board: side, score, side, score."""
    page = sol.get(f"/lit/tourney/{guid}", turn=turn).decode()
    table = re.search(r'<table[^>]* matches">(.*?)</table>', page, re.S)
    assert table is not None
    cells = re.findall(r"<td[^>]*>(.*?)</td>", table[1], re.S)
    text = [" ".join(html.unescape(re.sub(r"<[^>]*>", " ", cell)).split()) for cell in cells]
    assert len(text) % 5 == 0
    rows = [text[at : at + 5] for at in range(0, len(text), 5)]
    return {int(row[0]): (row[1], row[2], row[3], row[4]) for row in rows}


class Day:
    """The two tourneys imported into one hall, and called."""

    def __init__(self, sol: SolServer, store: Store, folder: Path) -> None:
        self.sol, self.folder = sol, folder
        self.db = f"sqlite:///{store.engine.url.database}"
        self.hall = Hall(store, tables=10)
        self.hall.at = now_ms()
        self.hall.hear(*self.hall.numbers)
        self.desk: Desk = desk_of(self.hall)
        self.desk.do(NewTournament(key="open", name="Open"), None)

    def imported(self, event: str, number: int, *more: str, status: int = 0) -> str:
        file = self.folder / f"{event}.sol.gz"
        file.write_bytes(self.sol.export(number=number))
        words = [str(file), "--event", event, "--first-table", str(FIRST[event]), *more]
        return sol_output(*words, "--db", self.db, status=status)

    def written(self, text: str) -> Sender:
        """A sender with this file of addresses."""
        file = self.folder / "addresses.txt"
        file.write_text(text)
        return Sender(self.hall.store, reading.read_addresses(file), self.hall.clock)

    def board(self, table: int, winner: str, left: int) -> None:
        event = {"kind": "board", "winner": winner, "left": left, "queen": winner, "demand": 0}
        self.hall.enter(table, event)
        self.desk.settle()


@pytest.fixture
def day(sol: SolServer, store: Store, tmp_path: Path) -> Day:
    uploaded(sol)
    return Day(sol, store, tmp_path)


def names_of(desk: Desk, fixture: str) -> tuple[str, str]:
    paired = desk.fixture(fixture)
    titles = {entry.id: entry.title for entry in desk.entries(desk.event_of(paired))}
    return titles[paired.a or 0], titles[paired.b or 0]


def test_two_tourneys_while_sol_comes_and_goes(day: Day) -> None:
    sol, hall = day.sol, day.hall
    assert "2 new matches, 4 new entries" in day.imported("ms", SINGLES)
    assert "sol-ffffffff-1-1 is called to table 9" in day.imported("md", DOUBLES)
    assert "another tourney" in day.imported("ms", DOUBLES, status=2)
    hall.take()
    file = f"[ms]\n{sol.address(1)}\n{sol.address(2)}\n[md]\n{sol.address(1, DOUBLES)}\n"
    sender = day.written(file)
    for table in (1, 2, 9):
        hall.begin(table)
    day.board(1, "a", 5)
    day.board(9, "b", 7)
    sender.step()
    assert sender.problems == []
    cards = played(sol, SINGLES), played(sol, DOUBLES)
    assert cards[0][1]["boards"] == [{"number": 1, "coins1": 5, "coins2": 0, "queen": "1"}]
    assert cards[1][1]["boards"] == [{"number": 1, "coins1": 0, "coins2": 7, "queen": "2"}]

    sol.stop()
    day.board(1, "b", 4)
    hall.win(2)
    hall.win(9, "b")
    day.desk.settle()
    sender.step()
    assert set(whys(sender.problems)) == {"sol_server_away"}
    assert sender.problems != []
    sol.start()
    hall.at += 60_000
    sender = day.written(file)  # another run
    sender.step()
    assert sender.problems == []
    cards = played(sol, SINGLES), played(sol, DOUBLES)
    assert [board["coins2"] for board in cards[0][1]["boards"]] == [0, 4]
    for fixture, card in (("sol-01234567-1-2", cards[0][2]), ("sol-ffffffff-1-1", cards[1][1])):
        result = day.desk.fixture(fixture).result
        assert result is not None
        assert (card["score1"], card["score2"]) == result.games[0]
    assert same(public_round(sol, GUID)[1], names_of(day.desk, "sol-01234567-1-1"))
    won = public_round(sol, GUID)[2]
    assert same(won, names_of(day.desk, "sol-01234567-1-2"))
    assert (won[1], won[3]) == ("25", "0")
    pairs = public_round(sol, PAIRS_GUID)[1]
    assert same(pairs, names_of(day.desk, "sol-ffffffff-1-1"))
    assert (pairs[1], pairs[3]) == ("0", "25")
    assert sol_output("--send", str(day.folder / "addresses.txt"), "--db", day.db) == ""


def played(sol: SolServer, number: int) -> dict[int, dict[str, Any]]:
    """The matches of the present round by board, from SoL's export."""
    documents = list(yaml.safe_load_all(sol.export(False, number)))
    return {board["board"]: board for board in documents[1]["matches"]}


def test_a_round_that_is_drawn_again_after_its_import(day: Day) -> None:
    sol, hall, desk = day.sol, day.hall, day.desk
    day.imported("ms", SINGLES)
    hall.take()
    hall.begin(1)
    before = names_of(desk, "sol-01234567-1-1")
    day.board(1, "a", 5)
    sender = day.written(f"[ms]\n{sol.address(1)}\n{sol.address(2)}\n")
    # Until the round of SoL has another match on this board.
    for _ in range(30):
        sol.drop_turn(SINGLES)
        sol.next_turn(SINGLES)
        if not same(public_round(sol, GUID)[1], before):
            break
    assert not same(public_round(sol, GUID)[1], before)
    sender.step()
    assert whys(sender.problems)[0] == "sol_other_players_card"
    assert all("boards" not in card for card in played(sol, SINGLES).values()), "nothing on others' cards"

    output = day.imported("ms", SINGLES, status=2)
    assert "boardside call MS1 --recall --force" in output
    assert "Nothing was imported" in output
    desk.do(Recall(force=True), desk.fixture("sol-01234567-1-1"))
    if desk.fixture("sol-01234567-1-2").state == "called":
        desk.do(Recall(), desk.fixture("sol-01234567-1-2"))
    output = day.imported("ms", SINGLES, "--no-call")
    assert "SoL has drawn again; these went: sol-01234567-1-1" in output
    assert same(public_round(sol, GUID)[1], names_of(desk, "sol-01234567-1-1-2"))
    desk.do(Call(table=3), desk.fixture("sol-01234567-1-1-2"))
    hall.take()
    hall.begin(3)
    day.board(3, "b", 9)
    hall.at += 15_000
    sender.step()
    assert sender.problems == []
    assert played(sol, SINGLES)[1]["boards"] == [{"number": 1, "coins1": 0, "coins2": 9, "queen": "2"}]


def same(row: tuple[str, str, str, str], sides: tuple[str, str]) -> bool:
    """Whether a row of SoL's page has these sides, in this order."""
    return is_of(row[0], sides[0].split(" / ")) and is_of(row[2], sides[1].split(" / "))


def test_addresses_of_the_other_tourney_write_nothing(day: Day) -> None:
    sol, hall = day.sol, day.hall
    day.imported("ms", SINGLES)
    day.imported("md", DOUBLES)
    hall.take()
    for table in (1, 9):
        hall.begin(table)
        day.board(table, "a", 5)
    sender = day.written(f"[md]\n{sol.address(1)}\n[ms]\n{sol.address(1, DOUBLES)}\n")
    sender.step()
    assert whys(sender.problems) == ["sol_other_tourneys_card"] * 2
    assert "boards" not in played(sol, SINGLES)[1]
    assert "boards" not in played(sol, DOUBLES)[1]
    sender = day.written(f"[ms]\n{sol.address(1)[:-1]}\n[md]\n{sol.address(1, DOUBLES)}\n")
    sender.step()
    assert len(sender.problems) == 1
    assert "does not know this address" in spoken(sender.problems)[0]
    assert "boards" in played(sol, DOUBLES)[1]
