"""Two tourneys of SoL at once, at tables of their own; and which of SoL's kinds are refused."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from desk_hall import Hall, desk_of
from sol_exports import match, shared, tourney

from host_tools.integrations.sol import importing, reading
from host_tools.integrations.sol.board_page import Answer, Seen
from host_tools.integrations.sol.sender import Sender
from host_tools.store import Store
from host_tools.tournament.acts.tournament import NewTournament
from tests.sol.sol_refused import sol_refused

MEN = "http://sol.example/lit/match/1-1.aaa"
PAIRS = "http://sol.example/lit/match/2-1.bbb"


def test_two_tourneys_have_their_own_tables_and_addresses(store: Store) -> None:
    hall = Hall(store, tables=9)
    desk = desk_of(hall)
    tournament = desk.do(NewTournament(key="open", name="Open"), None)
    singles = json.dumps([shared(), tourney(1, [match(1, 1, 2)])]).encode()
    others = shared()
    for number, player in enumerate(others["players"], 10):
        player |= {"guid": f"{number:032x}", "firstname": f"Other {number}"}
    both = [{"players": [1, 2]}, {"players": [3, 4]}]
    pairs = tourney(1, [match(1, 1, 2)]) | {"guid": "f" * 32, "description": "Pairs", "competitors": both}
    doubles = json.dumps([others, pairs]).encode()
    for key, raw, first in (("ms", singles, 1), ("md", doubles, 9)):
        sol_round = reading.parse(raw)
        event = importing.event_for(desk, tournament, key, sol_round)
        importing.take(desk, event, sol_round)
        assert importing.call(desk, event, sol_round, first) == ([(f"{sol_round.prefix}-1-1", first)], [])
    assert desk.competition(tournament, "md").kind == "doubles"
    hall.take()
    sent: list[tuple[str, str]] = []

    def post(url: str, form: Mapping[str, str]) -> Answer:
        sent.append((url, form["coins_1_1"]))
        return Answer("taken")

    file = f"[ms]\n{MEN}\n\n[md]\nboard,url\n1,{PAIRS}\n"
    for table, left in ((1, 5), (9, 7)):
        hall.begin(table)
        hall.enter(table, {"kind": "board", "winner": "a", "left": left, "queen": "a", "demand": 0})
    desk.settle()
    sender = Sender(store, reading.parse_addresses(file), hall.clock, post, lambda _: Seen())
    sender.step()
    assert sender.problems == []
    assert sorted(sent) == [(MEN, "5"), (PAIRS, "7")]
    lost = Sender(
        store,
        reading.parse_addresses(f"[ms]\n{MEN}\n[md]\n{PAIRS.replace('2-1', '2-4')}\n"),
        hall.clock,
        post,
        lambda _: Seen(),
    )
    lost.step()
    assert lost.problems == []  # SoL has them; nothing is to be sent


def test_addresses_by_event() -> None:
    known = reading.parse_addresses(f"{PAIRS}\n[ms]\n{MEN}\n")
    assert known.find("ms", 1) == MEN
    assert known.find("other", 1) == PAIRS
    assert known.find("ms", 2) is None
    with sol_refused("second_address", line=2, board=1):
        reading.parse_addresses(f"{MEN}\n{PAIRS}\n")
    with sol_refused("no_addresses"):
        reading.parse_addresses("[ms]\n")


@pytest.mark.parametrize(
    ("change", "of_championship", "reason", "facts"),
    [
        (
            {"competitors": [{"players": [1, 2, 3]}, {"players": [4, 5]}]},
            {},
            "teams",
            {"players": 3},
        ),
        ({}, {"trainingboards": 20}, "training", {}),
    ],
)
def test_what_cannot_be_played_here_is_refused(
    change: dict[str, Any], of_championship: dict[str, Any], reason: str, facts: dict[str, Any]
) -> None:
    first = shared()
    first["championships"][0] |= of_championship
    with sol_refused(reason, **facts):
        reading.parse(json.dumps([first, tourney(1, [match(1, 1, 2)]) | change]).encode())


def test_a_final_of_several_games_is_refused(store: Store) -> None:
    hall = Hall(store, tables=2)
    desk = desk_of(hall)
    tournament = desk.do(NewTournament(key="open", name="Open"), None)
    sol_round = reading.parse(
        json.dumps([shared(), tourney(4, [match(1, 1, 2, 4) | {"final": True}])]).encode()
    )
    with sol_refused("final"):
        importing.event_for(desk, tournament, "sol", sol_round)
    assert desk.competitions(tournament) == []
