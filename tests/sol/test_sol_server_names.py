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

from host_tools.integrations.sol import importing, reading
from host_tools.integrations.sol.sender import Sender
from host_tools.store import Store
from host_tools.tournament.acts.matches import Call
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.entries.external import Taken
from tests.sol.sol_refused import spoken

pytestmark = pytest.mark.slow


def boards_of(sol: SolServer, board: int) -> list[dict[str, Any]]:
    documents = list(yaml.safe_load_all(sol.export(False)))
    match: dict[str, Any] = next(record for record in documents[1]["matches"] if record["board"] == board)
    return list(match.get("boards", []))


def test_a_player_renamed_and_then_merged_in_sol(sol: SolServer, store: Store) -> None:
    first = shared()
    first["players"].append({**first["players"][0], "guid": "9" * 32, "lastname": "Zimmer"})
    sol.upload(json.dumps([first, tourney()]))
    sol.next_turn()
    hall = Hall(store)
    desk = desk_of(hall)
    tournament = desk.do(NewTournament(key="open", name="Open"), None)

    def imported() -> Taken:
        sol_round = reading.parse(sol.export())
        return importing.take(desk, importing.event_for(desk, tournament, "sol", sol_round), sol_round)

    imported()
    event = desk.competition(tournament, "sol")
    paired = next(fixture for fixture in desk.fixtures(event) if fixture.b is not None)
    titles = {entry.id: entry.title for entry in desk.entries(event)}
    before = titles[paired.a or 0]
    desk.do(Call(table=paired.number), paired)
    hall.take()
    hall.begin(paired.number)
    sender = Sender(store, {paired.number: sol.address(paired.number)}, hall.clock)
    hall.enter(paired.number, {"kind": "board", "winner": "a", "left": 5, "queen": "a", "demand": 0})
    desk.settle()
    given, family = before.split()
    number = sol.player(family)
    sol.rename(number, "Andersson")
    sender.step()
    assert f"SoL has Andersson {given}" in spoken(sender.problems)[0]
    assert boards_of(sol, paired.number) == []

    taken = imported()
    assert [(each.before, each.now, each.tables) for each in taken.renamed] == [
        (before, f"{given} Andersson", (paired.number,))
    ]
    assert (taken.entered, taken.replaced) == ((), ())
    hall.take()
    hall.at += 15_000
    sender.step()
    assert sender.problems == []
    assert len(boards_of(sol, paired.number)) == 1

    licences = {player.name: player.licence for player in desk.players(tournament)}
    sol.merge(number, sol.player("Zimmer"))
    taken = imported()
    assert [each.before for each in taken.renamed] == [f"{given} Andersson"]
    assert (taken.entered, taken.replaced) == ((), ())
    now = {player.name: player.licence for player in desk.players(tournament)}
    assert now.pop("Asha Zimmer") == "9" * 32 != licences.pop(f"{given} Andersson")
    assert now == licences
