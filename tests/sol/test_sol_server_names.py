"""With a real SoL 5.26: a player is renamed there after the import, and made one with another: the card of a
match in play takes boards again once the round is imported again.
"""

import json
from typing import Any

import pytest
import yaml
from desk_hall import Hall, desk_of
from sol_exports import shared, tourney
from sol_server import SolServer

from host_tools.extras.sol import importing, reading
from host_tools.extras.sol.sender import Sender
from host_tools.store import Store
from host_tools.tournament.external import Taken
from tests.sol.sol_refused import spoken

pytestmark = pytest.mark.slow


def boards_of(sol: SolServer, board: int) -> list[dict[str, Any]]:
    documents = list(yaml.safe_load_all(sol.export(False)))
    found: dict[str, Any] = next(one for one in documents[1]["matches"] if one["board"] == board)
    return list(found.get("boards", []))


def test_a_player_renamed_and_then_merged_in_sol(sol: SolServer, store: Store) -> None:
    first = shared()
    first["players"].append({**first["players"][0], "guid": "9" * 32, "lastname": "Zimmer"})
    sol.upload(json.dumps([first, tourney()]))
    sol.next_turn()
    hall = Hall(store)
    desk = desk_of(hall)
    of = desk.new_tournament("open", "Open")

    def imported() -> Taken:
        found = reading.parse(sol.export())
        return importing.take(desk, importing.event_for(desk, of, "sol", found), found)

    imported()
    event = desk.competition(of, "sol")
    one = next(fixture for fixture in desk.fixtures(event) if fixture.b is not None)
    titles = {entry.id: entry.title for entry in desk.entries(event)}
    before = titles[one.a or 0]
    desk.call(one, one.number)
    hall.take()
    hall.begin(one.number)
    sender = Sender(store, {one.number: sol.address(one.number)}, hall.clock)
    hall.enter(one.number, {"kind": "board", "winner": "a", "left": 5, "queen": "a", "demand": 0})
    desk.settle()
    given, family = before.split()
    number = sol.player(family)
    sol.rename(number, "Andersson")
    sender.step()
    assert f"SoL has Andersson {given}" in spoken(sender.problems)[0]
    assert boards_of(sol, one.number) == []

    taken = imported()
    assert [(each.before, each.now, each.tables) for each in taken.renamed] == [
        (before, f"{given} Andersson", (one.number,))
    ]
    assert (taken.entered, taken.replaced) == ((), ())
    hall.take()
    hall.at += 15_000
    sender.step()
    assert sender.problems == []
    assert len(boards_of(sol, one.number)) == 1

    licences = {player.name: player.licence for player in desk.players(of)}
    sol.merge(number, sol.player("Zimmer"))
    taken = imported()
    assert [each.before for each in taken.renamed] == [f"{given} Andersson"]
    assert (taken.entered, taken.replaced) == ((), ())
    now = {player.name: player.licence for player in desk.players(of)}
    assert now.pop("Asha Zimmer") == "9" * 32 != licences.pop(f"{given} Andersson")
    assert now == licences
