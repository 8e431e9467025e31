"""Who takes part: late entries, a rulebook's limits, withdrawals, keys and names.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

import pytest
from desk_hall import GROUPS, Hall, event_with, play, title_of

from host_tools.tournament.acts.draws import Draw, Undraw
from host_tools.tournament.acts.entering import ImportEntries
from host_tools.tournament.acts.entries import Replace, Withdraw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call
from host_tools.tournament.acts.tournament import Close, NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model.model import StagePlan
from host_tools.tournament.model.planning import preset
from tests.refusals import causes, refused


def test_who_withdraws_after_the_draw_gives_walk_overs(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    gone = desk.entry(event, title_of(desk, first.a))
    assert list(desk.do(Withdraw(), gone).changed) == [first.id, final.id]
    assert desk.fixture(first.id).note_code == "withdrawn"
    play(desk, hall, second, 1, "a")
    desk.do(Withdraw(), desk.entry(event, second.a or 0))
    result = desk.fixture(final.id).result
    assert result is not None
    assert result.winner == "a"


def test_nobody_enters_late_or_twice_and_nothing_is_entered_by_half(desk: Desk) -> None:
    event = event_with(desk, 3)
    with refused("entered_already", player="asha", event="Men's Singles") as caught:
        desk.add_entries(
            event, [NewEntry((Person("New"),)), NewEntry((Person("asha"),)), NewEntry((Person(""),))]
        )
    assert [cause.reason for cause in causes(caught.value.cause)][1:] == ["entered_already", "name_empty"]
    assert len(desk.entries(event)) == 3
    with refused("in_list", line=3, column="seeding"):
        desk.do(ImportEntries(lines=["name,seeding", "Vera,1", "Willi,first", ""]), event)
    assert [
        entry.title for entry in desk.do(ImportEntries(lines=["name;club", "Vera;North", ""]), event).entries
    ] == ["Vera"]
    desk.do(Draw(), event)
    with refused("drawn_no_entries"):
        desk.add_entry(event, [Person("Zoe")])
    desk.do(Call(table=1), desk.fixtures(event, "ready")[0])
    with refused("begun_no_entries"):
        desk.add_entry(event, [Person("Zoe")])
    with refused("called_draw_stands"):
        desk.do(Undraw(), event)


@pytest.mark.parametrize("count", [2, 4, 6])
def test_a_team_of_vaishali_has_five(desk: Desk, count: int) -> None:
    owner = desk.do(NewTournament(key="tarang", name="Tarang", ruleset="vaishali"), None)
    event = desk.do(AddEvent(key="tm", name="Teams", kind="team"), owner).event
    people = tuple(Person(f"P{number}") for number in range(count))
    with refused("team_size", wanted=5, count=count):
        desk.add_entry(event, people, "One")
    with refused("team_size"):
        desk.do(
            ImportEntries(
                lines=(f"team,players\nOne,{';'.join(each.name for each in people)}\n").split("\n")
            ),
            event,
        )
    desk.add_entry(event, [Person(f"P{number}") for number in range(5)], "One")


@pytest.mark.parametrize("club", ["Civil Dept.", "CIVIL dept", "Dept, Civil"])
def test_a_department_is_one_however_it_is_spelled(desk: Desk, club: str) -> None:
    owner = desk.do(NewTournament(key="spandan", name="Spandan", ruleset="spandan"), None)
    event = desk.do(AddEvent(key="ms", name="Singles"), owner).event
    desk.add_entries(event, [NewEntry((Person(f"P{number}", "Civil Dept"),)) for number in range(7)])
    with refused("club_limit", club=club, most=7):
        desk.add_entry(event, [Person("Eighth", club)])


def test_spandans_limits_hold(desk: Desk) -> None:
    owner = desk.do(NewTournament(key="spandan", name="Spandan", ruleset="spandan"), None)
    event = desk.do(AddEvent(key="md", name="Doubles", kind="doubles"), owner).event

    def pair(number: int) -> NewEntry:
        return NewEntry((Person(f"P{number}", "Civil"), Person(f"Q{number}", "Civil")))

    desk.add_entries(event, [pair(1), pair(2)])
    with refused(
        "club_limit", entry="P3 / Q3", club="Civil", most=2, event="Doubles", source="Spandan 2, 4, 5"
    ):
        desk.add_entries(event, [pair(3)])
    entry = desk.entry(event, "P1")
    changed = desk.do(Replace(out="Q1", name="R1", club="Civil"), entry).entry
    assert changed.title == "P1 / R1"
    with refused("exchanged_too_often", count=1, most=1):
        desk.do(Replace(out="P1", name="S1", club="Civil"), changed)
    desk.do(Draw(), event)
    desk.do(Call(table=1), desk.fixtures(event)[0])
    with refused("begun_no_exchange"):
        desk.do(Replace(out="Q2", name="R2", club="Civil"), desk.entry(event, "P2"))


def test_one_person_in_two_events_is_one_player(desk: Desk) -> None:
    event_with(desk, 3)
    event_with(desk, 4, key="ws")
    assert [player.number for player in desk.players(desk.tournament("open"))] == [1, 2, 3, 4]


def test_keys_and_names_are_checked(desk: Desk) -> None:
    with refused("no_tournament_yet"):
        desk.tournament()
    with refused("bad_key"):
        desk.do(NewTournament(key="Open 2026", name="Open"), None)
    owner = desk.do(NewTournament(key="open", name="Open"), None)
    with refused("tournament_exists"):
        desk.do(NewTournament(key="open", name="Open"), None)
    with refused("unknown_ruleset"):
        desk.do(AddEvent(key="ms", name="Singles", ruleset="chess"), owner)
    with refused("rules_refused"):
        desk.do(AddEvent(key="ms", name="Singles", rules={"points": 0}), owner)
    with refused("advance_missing"):
        desk.do(
            AddEvent(key="ms", name="Singles", stages=[GROUPS[1].__class__("round_robin"), GROUPS[1]]), owner
        )
    desk.do(Close(), owner)
    with refused("tournament_closed"):
        desk.do(AddEvent(key="ms", name="Singles"), owner)


def test_a_name_is_one_line(desk: Desk) -> None:
    event = event_with(desk, 2)
    with refused("name_of_lines"):
        desk.add_entry(event, [Person("Asha\nRao")])
    for name in ("Asha\x1b[2J", "Asha\ud800"):
        with refused("name_unprintable"):
            desk.add_entry(event, [Person(name)])
    with refused("bad_tournament_name"):
        desk.do(NewTournament(key="two", name="City\nOpen"), None)
    with refused("bad_event_name"):
        desk.do(AddEvent(key="ws", name="Women's\nSingles"), desk.tournament())
    assert len(desk.entries(event)) == 2


def test_a_match_of_a_preliminary_is_one_game_in_whichever_plan(desk: Desk) -> None:
    plan = (StagePlan("preliminary", "", {"opponents": 3, "advance": 2}), StagePlan("knockout", "Final"))
    one_game = preset("wcc").rules
    assert event_with(desk, 4, *plan, ruleset="wcc", rules=None).rules == one_game
    assert event_with(desk, 4, *plan, key="own", ruleset="wcc", rules={"rounds": 2}).rules == {"rounds": 2}
    assert event_with(desk, 4, plan[1], key="ko", ruleset="wcc", rules=None).rules is None
