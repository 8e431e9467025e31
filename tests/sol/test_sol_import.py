"""A round of SoL on our tables: read, taken, taken again, called; and what is wrong in words."""

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from desk_hall import Hall, desk_of
from sol_exports import export, match, shared, tourney

from host_tools.integrations.sol import importing, reading
from host_tools.integrations.sol.board_page import Answer, Seen
from host_tools.integrations.sol.reasons import SolError
from host_tools.integrations.sol.sender import Sender
from host_tools.store import Store
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call, Recall
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.entries.external import Taken
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, StagePlan
from tests.refusals import causes, refused
from tests.sol.sol_refused import sol_refused


def taken(store: Store, hall: Hall, raw: bytes) -> Competition:
    desk = desk_of(hall)
    tournaments = desk.tournaments()
    tournament = tournaments[0] if tournaments else desk.do(NewTournament(key="open", name="Open 2026"), None)
    sol_round = reading.parse(raw)
    event = importing.event_for(desk, tournament, "sol", sol_round)
    importing.take(desk, event, sol_round)
    return event


def test_the_current_round_is_read_from_yaml_json_and_gzip() -> None:
    sol_round = reading.parse(export())
    assert (sol_round.title, sol_round.turn, sol_round.prefix) == ("Test Open", 1, "sol-01234567")
    assert [(match.board, match.a[0].name, match.b and match.b[0].name) for match in sol_round.matches] == [
        (1, "Asha Rao", "Bela Nair"),
        (2, "Chitra Sen", "Dev Patel"),
        (3, "Esha Das", None),
    ]
    assert sol_round.matches[0].a[0].club == "Test Club"
    assert sol_round.matches[0].score is None
    documents = [shared(), tourney(1, [match(1, 1, 2), match(2, 3, 4), match(3, 5, None, score=(25, 0))])]
    as_yaml = yaml.safe_dump_all(documents).encode()
    assert reading.parse(as_yaml) == reading.parse(gzip.compress(as_yaml)) == sol_round


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"name,club\nAsha,North\n", "no_players_listed"),
        (b"\x00\xff\xfe", "no_export"),
        (b"[1, 2", "no_export"),
        (gzip.compress(export())[:-20], "cut_off"),
        (b"\x1f\x8bnothing", "not_unpacked"),
        (export(0, []), "no_matches_yet"),
        (export(1, [match(1, 1, 9)]), "not_of_sol_5"),
        (gzip.compress(b" " * (reading.MOST_BYTES + 1)), "too_large"),
    ],
)
def test_a_file_that_is_none_says_so(raw: bytes, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "open.sol"
    file.write_bytes(raw)
    with pytest.raises(SolError) as caught:
        reading.read(file)
    assert (caught.value.reason, caught.value.facts["file"]) == ("in_file", str(file))
    assert caught.value.facts["why"]["reason"] == reason


def test_a_round_becomes_matches_and_the_phantom_a_bye(store: Store) -> None:
    hall = Hall(store)
    desk = desk_of(hall)
    event = taken(store, hall, export())
    assert [
        (fixture.id, fixture.state, fixture.round, fixture.number) for fixture in desk.fixtures(event)
    ] == [
        ("sol-01234567-1-1", "ready", 1, 1),
        ("sol-01234567-1-2", "ready", 1, 2),
        ("sol-01234567-1-3", "bye", 1, 3),
    ]
    assert event.rules == {"games": 1, "draws": True}
    players = desk.players(desk.tournaments()[0])
    assert [(player.name, player.country) for player in players][:2] == [
        ("Asha Rao", "ind"),
        ("Bela Nair", "ind"),
    ]
    assert desk.settle() == []


def test_the_next_round_adds_only_what_is_new(store: Store) -> None:
    hall = Hall(store)
    desk = desk_of(hall)
    event = taken(store, hall, export())
    sol_round = reading.parse(export())
    called, why = importing.call(desk, event, sol_round)
    assert called == [("sol-01234567-1-1", 1), ("sol-01234567-1-2", 2)]
    assert why == []
    hall.take()
    hall.win(1)
    desk.settle()
    before = desk.fixtures(event)
    assert importing.take(desk, event, sol_round) == Taken((), ())  # the same export once more
    assert desk.fixtures(event) == before
    second = [match(1, 1, 3, 2), match(2, 5, 2, 2), match(3, 4, None, 2, (25, 0))]
    now = importing.take(desk, event, reading.parse(export(2, second)))
    assert tuple(fixture.id for fixture in now.fixtures) == (
        "sol-01234567-2-1",
        "sol-01234567-2-2",
        "sol-01234567-2-3",
    )
    assert now.entered == now.replaced == ()
    assert desk.fixtures(event)[: len(before)] == before
    assert len(desk.entries(event)) == 5


def test_a_table_that_is_not_there_is_said_and_called_later(store: Store) -> None:
    hall = Hall(store, tables=1)
    desk = desk_of(hall)
    event = taken(store, hall, export())
    called, why = importing.call(desk, event, reading.parse(export()))
    assert called == [("sol-01234567-1-1", 1)]
    assert len(why) == 1
    assert (why[0][0], why[0][1].reason) == ("sol-01234567-1-2", "table_not_callable")
    assert "Table 2 was never heard" in str(why[0][1])
    hall.hear(2)
    assert importing.call(desk, event, reading.parse(export()))[0] == [("sol-01234567-1-2", 2)]


AGAIN = [match(1, 1, 3), match(2, 3, 4), match(3, 2, None, score=(25, 0))]


def test_what_was_drawn_again_takes_the_place_of_what_nobody_was_called_to(store: Store) -> None:
    hall = Hall(store)
    desk = desk_of(hall)
    event = taken(store, hall, export())
    now = importing.take(desk, event, reading.parse(export(1, [AGAIN[0], match(2, 2, None, score=(25, 0))])))
    assert now.replaced == ("sol-01234567-1-1", "sol-01234567-1-2", "sol-01234567-1-3")
    titles = {entry.id: entry.title for entry in desk.entries(event)}
    assert [(fixture.id, titles[fixture.a or 0], fixture.state) for fixture in desk.fixtures(event)] == [
        ("sol-01234567-1-1", "Asha Rao", "ready"),
        ("sol-01234567-1-2", "Bela Nair", "bye"),
    ]


def test_what_was_drawn_again_waits_for_a_call_to_be_taken_back(store: Store) -> None:
    """The table may still have the match that was called: the new one has an id of its own."""
    hall = Hall(store)
    desk = desk_of(hall)
    event = taken(store, hall, export())
    desk.do(Call(table=1), desk.fixture("sol-01234567-1-1"))
    hall.take()
    before = desk.fixtures(event), desk.entries(event)
    with pytest.raises(DeskError) as caught:
        taken(store, hall, export(1, AGAIN))
    assert str(caught.value) == (
        "Board 1 of the round that comes now has Asha Rao - Chitra Sen. Match sol-01234567-1-1 (Asha Rao - "
        "Bela Nair) is called to table 1 here: take the call back (`boardside call sol-01234567-1-1 "
        "--recall`) and import again.\nNothing was imported."
    )
    assert (desk.fixtures(event), desk.entries(event)) == before
    desk.do(Recall(), desk.fixture("sol-01234567-1-1"))
    taken(store, hall, export(1, AGAIN))
    ids = [fixture.id for fixture in desk.fixtures(event)]
    assert ids == ["sol-01234567-1-1-2", "sol-01234567-1-2", "sol-01234567-1-3"]
    taken(store, hall, export(1, AGAIN))  # once more: it is there
    assert [fixture.id for fixture in desk.fixtures(event)] == ids


def test_what_was_drawn_again_does_not_replace_what_is_played_or_decided(store: Store) -> None:
    hall = Hall(store)
    desk = desk_of(hall)
    event = taken(store, hall, export())
    for number in (1, 2):
        desk.do(Call(table=number), desk.fixture(f"sol-01234567-1-{number}"))
    hall.take()
    hall.begin(1)
    hall.win(2)
    desk.settle()
    before = desk.fixtures(event)
    with pytest.raises(DeskError) as caught:
        taken(store, hall, export(1, [match(1, 1, 3), match(2, 2, 4), match(3, 5, None, score=(25, 0))]))
    assert {"board_in_play", "board_decided"} <= {cause.reason for cause in causes(caught.value.cause)}
    assert desk.fixtures(event) == before


def test_each_tourney_has_an_event_of_its_own(store: Store) -> None:
    """With both in one event, the boards of one would be written on the other's cards."""
    hall = Hall(store)
    desk = desk_of(hall)
    taken(store, hall, export())
    tournament = desk.tournament()
    other = reading.parse(json.dumps([shared(), tourney(1, [match(1, 4, 5)]) | {"guid": "f" * 32}]).encode())
    with sol_refused("other_tourney", event="sol", title="Test Open"):
        importing.event_for(desk, tournament, "sol", other)
    with sol_refused("in_other_event", event="sol", title="Test Open"):
        importing.event_for(desk, tournament, "ms", reading.parse(export()))
    assert [event.key for event in desk.competitions(tournament)] == ["sol"]


def test_events_that_are_drawn_here_and_there_are_kept_apart(store: Store) -> None:
    hall = Hall(store)
    desk = desk_of(hall)
    event = taken(store, hall, export())
    with refused("drawn_already"):
        desk.do(Draw(), event)
    tournament = desk.tournaments()[0]
    own = desk.do(AddEvent(key="ms", name="Men", stages=[StagePlan("knockout")]), tournament).event
    with refused("drawn_here", kind="external"):
        importing.take(desk, own, reading.parse(export()))
    with refused("external_alone"):
        desk.do(
            AddEvent(key="x", name="X", stages=[StagePlan("external"), StagePlan("knockout")]), tournament
        )
    fresh = desk.do(AddEvent(key="y", name="Y", stages=[StagePlan("external")]), tournament).event
    with refused("drawn_elsewhere"):
        desk.do(Draw(), fresh)


def test_the_addresses_of_boards() -> None:
    first = "http://sol.example:6996/lit/match/12-1.aB_-9"
    second = "https://sol.example/lit/match/12-2.xyz"
    assert reading.parse_addresses(f"{first}\n\n# a remark\n{second}\n") == {1: first, 2: second}
    assert reading.parse_addresses(f"board,url\r\n1,{first}\r\n2;{second}\r\n") == {1: first, 2: second}
    with sol_refused("no_addresses"):
        reading.parse_addresses("")
    for text in (
        "http://sol.example/svc/boards",
        "http://sol.example:69x6/lit/match/12-1.x",
        "http://sol.example/lit/match/12-1.Kf0…",
    ):
        with sol_refused("no_address", line=1, text=text):
            reading.parse_addresses(f"{text}\n")
    with sol_refused("address_of_other_board", line=2, board=2, written="3"):
        reading.parse_addresses(f"{first}\n3,{second}\n")
    with sol_refused("second_address", line=2, board=1):
        reading.parse_addresses(f"{first}\n{first}x\n")


def test_a_file_of_addresses_that_cannot_be_read(tmp_path: Path) -> None:
    none, other = tmp_path / "none.txt", tmp_path / "other.txt"
    with sol_refused("addresses_unreadable", file=str(none), why="No such file or directory"):
        reading.read_addresses(none)
    other.write_bytes(b"\xff\xfe\x00")
    with sol_refused("addresses_not_utf8", file=str(other)):
        reading.read_addresses(other)


# Two tourneys of SoL at once, at tables of their own; and which of SoL's kinds are refused.

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
