"""With a real SoL 5.26: its rounds are played on our tables, and its own export has what was played."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from desk_hall import Hall, desk_of
from sol_exports import shared, tourney
from sol_server import SolServer

from boardside.game import fold
from host_tools.integrations.sol import importing, reading
from host_tools.integrations.sol.sender import Sender
from host_tools.store import Store
from host_tools.tournament.acts.matches import EnterResult
from host_tools.tournament.acts.tournament import NewTournament
from tests.sol.sol_refused import spoken, whys

pytestmark = pytest.mark.slow


def matches_of(sol: SolServer, turn: int) -> dict[int, dict[str, Any]]:
    """SoL's matches of a round by board, from its export."""
    documents = list(yaml.safe_load_all(gzip.decompress(sol.export())))
    return {board["board"]: board for board in documents[1]["matches"] if board["turn"] == turn}


def test_two_rounds_from_sol_and_back(sol: SolServer, store: Store, tmp_path: Path) -> None:
    sol.upload(json.dumps([shared(), tourney()]))
    sol.next_turn()
    hall = Hall(store, tables=3)
    desk = desk_of(hall)
    tournament = desk.do(NewTournament(key="open", name="Open"), None)

    def imported() -> reading.SolRound:
        file = tmp_path / "open.sol.gz"
        file.write_bytes(sol.export())
        sol_round = reading.read(file)
        event = importing.event_for(desk, tournament, "sol", sol_round)
        importing.take(desk, event, sol_round)
        hall.hear(*hall.numbers)
        _, why = importing.call(desk, event, sol_round)
        assert why == []
        hall.take()
        return sol_round

    def enter(number: int, winner: str, left: int, queen: str) -> None:
        hall.enter(number, {"kind": "board", "winner": winner, "left": left, "queen": queen, "demand": 0})
        desk.settle()

    first = imported()
    assert first.turn == 1
    assert [match.b is None for match in first.matches].count(True) == 1
    assert {
        name for match in first.matches for name in (match.a[0].name, match.b and match.b[0].name) if name
    } == {*("Asha Rao", "Bela Nair", "Chitra Sen", "Dev Patel", "Esha Das")}
    addresses = {board: sol.address(board) for board in (1, 2, 3)}
    sender = Sender(store, addresses, hall.clock)

    # Board by board, with an undo.
    hall.begin(1, "b")
    desk.settle()
    enter(1, "a", 5, "a")
    sender.step()
    assert sender.problems == []
    card = matches_of(sol, 1)[1]
    assert card["breaker"] == "2"
    assert card["boards"] == [{"number": 1, "coins1": 5, "coins2": 0, "queen": "1"}]
    enter(1, "b", 3, "b")
    sender.step()
    assert matches_of(sol, 1)[1]["boards"][1] == {"number": 2, "coins1": 0, "coins2": 3, "queen": "2"}
    undo(hall, 1)
    desk.settle()
    sender.step()
    after = matches_of(sol, 1)[1]["boards"]
    assert after[0] == {"number": 1, "coins1": 5, "coins2": 0, "queen": "1"}
    assert after[1:] in ([], [{"number": 2}])  # SoL keeps the line, with nothing in it

    # SoL away, the program started anew, and the result.
    sol.stop()
    enter(1, "b", 4, "a")
    sender.step()
    assert whys(sender.problems)[0] == "sol_server_away"
    hall.win(1)
    desk.settle()
    sol.start()
    hall.at += 60_000
    sender = Sender(store, addresses, hall.clock)
    sender.step()
    assert sender.problems == []
    ours = desk.fixture("sol-01234567-1-1").result
    assert ours is not None
    card = matches_of(sol, 1)[1]
    assert (card["score1"], card["score2"]) == ours.games[0]
    assert card["boards"][1] == {"number": 2, "coins1": 0, "coins2": 4, "queen": "1"}
    assert [board["number"] for board in card["boards"]] == list(range(1, len(card["boards"]) + 1))
    assert Sender(store, addresses, hall.clock).step() == []

    # A draw at the other table; the phantom's match has its score by SoL itself.
    playing = next(match.board for match in first.matches if match.b is not None and match.board != 1)
    hall.begin(playing)
    desk.settle()
    for number in range(8):
        enter(playing, "ab"[number % 2], 2, "ab"[number % 2])
    hall.enter(playing, {"kind": "confirm"})
    desk.settle()
    sender.step()
    card = matches_of(sol, 1)[playing]
    assert (card["score1"], card["score2"]) == (20, 20)

    # A late correction cannot be sent any more, and is said.
    desk.do(EnterResult(games=["20-11"], reason="misread"), desk.fixture("sol-01234567-1-1"))
    sender.step()
    assert "Correct it in SoL: final 20-11" in spoken(sender.problems)[0]

    # The next round: only new matches come, the same addresses serve.
    sol.next_turn()
    before = desk.fixtures()
    second = imported()
    assert second.turn == 2
    assert desk.fixtures()[: len(before)] == before
    assert len(desk.fixtures()) == len(before) + len(second.matches)
    pair = next(match for match in second.matches if match.b is not None)
    hall.begin(pair.board)
    desk.settle()
    enter(pair.board, "b", 7, "b")
    sender.step()
    assert matches_of(sol, 2)[pair.board]["boards"] == [{"number": 1, "coins1": 0, "coins2": 7, "queen": "2"}]


def test_a_card_of_an_earlier_round_is_refused_and_said(sol: SolServer, store: Store) -> None:
    sol.upload(json.dumps([shared(), tourney()]))
    sol.next_turn()
    hall = Hall(store, tables=3)
    desk = desk_of(hall)
    tournament = desk.do(NewTournament(key="open", name="Open"), None)
    sol_round = reading.parse(sol.export())
    event = importing.event_for(desk, tournament, "sol", sol_round)
    importing.take(desk, event, sol_round)
    playing = [match.board for match in sol_round.matches if match.b is not None]
    for board in playing:  # everything is typed into SoL by hand, and the next round made
        form = {"turn": "1", "end_match": "1", "score1": "25", "score2": "7"}
        sol.get("/lit")
        path = sol.address(board).partition(f":{sol.port}")[2]
        sol.submit(path, form)
    sol.next_turn()
    importing.call(desk, event, sol_round)
    hall.take()
    hall.begin(playing[0])
    hall.enter(playing[0], {"kind": "board", "winner": "a", "left": 5, "queen": "a", "demand": 0})
    desk.settle()
    sender = Sender(store, {board: sol.address(board) for board in playing}, hall.clock)
    before = matches_of(sol, 2)
    sender.step()
    assert "the card is closed there, or SoL is in another round" in spoken(sender.problems)[0]
    assert matches_of(sol, 2) == before

    wrong = {board: f"{sol.address(board)}x" for board in playing}
    astray = Sender(store, wrong, hall.clock)
    astray.step()
    assert "does not know this address" in spoken(astray.problems)[0]


def undo(hall: Hall, number: int) -> None:
    """The umpire takes the last board back."""
    hall.seq[number] += 1
    kept = [row["event"] for row in hall.store.events(table=number, limit=100)][:-1]
    state = fold.fold(lambda: iter(kept)).state
    hall._write(number, hall.seq[number], {"kind": "undo", "target": hall.seq[number] - 1}, state)
