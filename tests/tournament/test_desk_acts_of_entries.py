"""What was entered, edited, deleted and filled at the desk is taken back, too.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

from dataclasses import replace
from typing import Any

from desk_hall import GROUPS, Hall, event_with, play
from test_desk_acts import WHY, given, last, lines, undone

from host_tools.backup.forgetting import forget
from host_tools.tournament.acts.draws import Draw, Swap, Undraw
from host_tools.tournament.acts.entering import ImportEntries
from host_tools.tournament.acts.entries import Delete, Edit, Fill, Replace, Return, Withdraw
from host_tools.tournament.acts.events import AddEvent, DeleteEvent, SetEvent
from host_tools.tournament.acts.matches import Call
from host_tools.tournament.acts.tournament import Close, NewTournament, Set
from host_tools.tournament.commands import undoing_lines
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.imports.import_files import ImportFile
from host_tools.tournament.model.model import Competition, Entry, StagePlan
from tests.refusals import refused

LIST = "name,club\nXenia,North\nYuri,South\n"


def entered(desk: Desk, event: Competition) -> list[Entry]:
    return desk.entries(event)


def said(entry: Entry) -> Any:
    """An entry but for the rows of its players."""
    return replace(entry, players=tuple(replace(player, id=0) for player in entry.players))


def number_of(desk: Desk, name: str) -> int:
    """The number of the newest act of this name."""
    return next(each.act.number for each in desk.acts() if each.act.name == name)


def test_a_list_in_the_wrong_event_is_taken_back_with_its_players(desk: Desk) -> None:
    event, other = event_with(desk, 4), event_with(desk, 2, key="ws")
    before, people = entered(desk, other), desk.players(desk.tournament())
    desk.do(ImportEntries(lines=LIST.split("\n")), other)
    seen = desk.acts(1)[0]
    assert lines(desk, other, seen) == ["Not entered any more: Xenia, Yuri."]
    assert undone(desk) == ["entry import"]
    assert entered(desk, other) == before
    assert desk.players(desk.tournament()) == people
    assert len(entered(desk, event)) == 4


def test_an_edit_that_changed_nothing_is_taken_back_like_any_other(desk: Desk) -> None:
    event_with(desk, 2)
    before = desk.do(Set(), desk.tournament())
    assert desk.acts(1)[0].refused is None
    assert undone(desk) == ["tournament set"]
    assert desk.tournament() == before


def test_entries_are_taken_back_with_the_draw_that_has_them_if_asked(desk: Desk) -> None:
    event = event_with(desk, 4)
    number = number_of(desk, "entry add")
    desk.do(Draw(), event)
    with refused("later_act_stands", number=number):
        desk.take_back(number, WHY)
    assert undone(desk, number, with_later=True) == ["event draw", "entry add"]
    assert entered(desk, event) == desk.fixtures(event) == []


def test_an_entry_withdrawn_or_edited_since_stands_on_its_entering(desk: Desk) -> None:
    event = event_with(desk, 2)
    number = number_of(desk, "entry add")
    asha = desk.entry(event, "Asha")
    desk.do(Edit(seeding=1, player="1", name="Asa", club="North"), asha)
    desk.do(Withdraw(), desk.entry(event, "Asa"))
    assert undone(desk, number, with_later=True) == ["entry withdraw", "entry edit", "entry add"]


def test_an_edited_entry_has_its_values_again_and_so_has_its_table(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=2), first)
    hall.take()
    before = desk.entry(event, first.a or 0)
    number = before.players[0].number
    desk.do(Edit(player=str(number), name="Nobody", licence="7", reason="typo"), before)
    hall.take()
    seen = desk.acts(1)[0]
    assert before.title in lines(desk, event, seen)[0]
    assert undone(desk) == ["entry edit"]
    hall.take()
    assert desk.entry(event, before.id) == before
    assert hall.states[2].names["a"] == [before.title]


def test_a_seeding_that_the_draw_was_made_with_is_taken_back_with_the_draw(desk: Desk) -> None:
    event = event_with(desk, 8)
    desk.do(Edit(seeding=1), desk.entry(event, "Asha"))
    number = last(desk)
    desk.do(Draw(seed="ABCD"), event)
    with refused("later_act_stands", number=number):
        desk.take_back(number, WHY)
    assert undone(desk, number, with_later=True) == ["event draw", "entry edit"]
    assert desk.entry(event, "Asha").seeding is None


def test_a_deleted_entry_is_entered_again_under_its_id_and_number(desk: Desk) -> None:
    event = event_with(desk, 4)
    desk.do(Edit(seeding=2, player="2", club="North"), desk.entry(event, "Bela"))
    before = entered(desk, event)
    drawn = [(each.a, each.b) for each in desk.do(Draw(seed="SEED"), event).fixtures]
    desk.do(Undraw(), event)
    desk.do(Delete(), desk.entry(event, "Bela"))
    assert lines(desk, event, desk.acts(1)[0]) == ["Bela is entered again."]
    assert undone(desk) == ["entry delete"]
    assert list(map(said, entered(desk, event))) == list(map(said, before))
    assert [(each.a, each.b) for each in desk.do(Draw(seed="SEED"), event).fixtures] == drawn
    desk.do(Undraw(), event)
    desk.do(Delete(), desk.entry(event, "Bela"))
    desk.add_entry(event, [Person("Bela", "North")])
    deleted = number_of(desk, "entry delete")
    with refused("entered_already"):
        desk.take_back(deleted, WHY)
    undone(desk, number_of(desk, "entry add"))
    desk.add_entry(event, [Person("Zoe")])
    undone(desk, deleted)
    assert {entry.title for entry in entered(desk, event)} == {"Asha", "Bela", "Chitra", "Dev", "Zoe"}


def test_an_exchanged_player_is_in_the_pair_again_whatever_the_rulebook_allows(desk: Desk) -> None:
    owner = desk.do(NewTournament(key="open", name="Open", ruleset="spandan"), None)
    event = desk.do(AddEvent(key="md", name="Doubles", kind="doubles"), owner).event
    [pair] = desk.add_entries(event, [NewEntry((Person("A"), Person("B")))])
    desk.do(Replace(out="B", name="C"), pair)
    assert undone(desk) == ["entry replace"]
    assert entered(desk, event) == [pair]
    assert [player.name for player in desk.players(owner)] == ["A", "B"]
    desk.do(Replace(out="A", name="D"), pair)
    assert entered(desk, event)[0].title == "D / B"


def test_a_filled_place_is_free_again(desk: Desk) -> None:
    event = event_with(desk, 6, *GROUPS)
    desk.add_entries(event, [NewEntry((Person("Late"),)), NewEntry((Person("Later"),))], as_reserves=True)
    desk.do(Draw(), event)
    asha = desk.entry(event, "Asha")
    desk.do(Withdraw(), asha)
    before, reserves = desk.fixtures(event), desk.reserves(event)
    desk.do(Fill(place=str(asha.id)), event)
    number = last(desk)
    assert lines(desk, event, desk.acts(1)[0])
    assert undone(desk) == ["event fill"]
    assert (desk.fixtures(event), desk.reserves(event)) == (before, reserves)
    desk.do(Fill(place=str(asha.id)), event)
    number = last(desk)
    late = desk.entry(event, "Late")
    match = next(each for each in desk.fixtures(event) if late.id in (each.a, each.b))
    given(desk, match)
    with refused("later_act_stands", number=number):
        desk.take_back(number, WHY)
    assert undone(desk, number, with_later=True) == ["match result", "event fill"]
    assert (desk.fixtures(event), desk.reserves(event)) == (before, reserves)


def test_a_place_in_which_a_table_has_played_is_not_taken_back(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 3)
    desk.add_entries(event, [NewEntry((Person("Late"),))], as_reserves=True)
    before = desk.do(Draw(), event).fixtures
    bye = next(each for each in before if each.state == "bye")
    desk.do(Fill(place=bye.id), event)
    number = last(desk)
    assert undone(desk) == ["event fill"]
    assert tuple(desk.fixtures(event)) == before
    desk.do(Fill(place=bye.id), event)
    number = last(desk)
    play(desk, hall, desk.fixture(bye.id), 1)
    with refused("later_act_stands", number=number):
        desk.take_back(number, WHY)
    with refused("result_of_table"):
        desk.take_back(number, WHY, with_later=True)


def test_a_reserve_that_withdrew_is_a_reserve_again_and_does_not_play(desk: Desk) -> None:
    event = event_with(desk, 3)
    two = [NewEntry((Person(name),)) for name in ("Late", "Later")]
    first, second = desk.add_entries(event, two, as_reserves=True)
    desk.do(Withdraw(), first)
    undone(desk)
    assert [entry.title for entry in desk.reserves(event)] == ["Late", "Later"]
    desk.do(Return(reason="there is room"), second)
    undone(desk)
    assert [entry.title for entry in desk.reserves(event)] == ["Late", "Later"]
    assert all(entry.withdrawn for entry in desk.reserves(event))
    withdrawn = desk.entry(event, "Asha")
    desk.do(Withdraw(), withdrawn)
    desk.do(Edit(reserve=1), withdrawn)
    assert undone(desk) == ["entry edit"]
    assert [entry.title for entry in desk.reserves(event)] == ["Late", "Later"]


def test_an_event_and_a_tournament_made_by_mistake_go_with_what_stands_on_them(desk: Desk) -> None:
    owner = desk.do(NewTournament(key="opne", name="Open"), None)
    of_tournament = last(desk)
    event = desk.do(AddEvent(key="ms", name="Men"), owner).event
    of_event = last(desk)
    desk.add_entries(event, [NewEntry((Person("Asha"),))])
    with refused("later_act_stands", number=of_event):
        desk.take_back(of_event, WHY)
    assert undone(desk, of_tournament, with_later=True) == ["entry add", "event add", "tournament new"]
    assert desk.tournaments() == []
    desk.do(NewTournament(key="open", name="Open"), None)


def test_an_edited_event_and_tournament_are_as_before(desk: Desk) -> None:
    event = event_with(desk, 4)
    owner = desk.tournament()
    stages = [(each.kind, each.settings) for each in desk.stages(event)]
    desk.do(SetEvent(name="Women", ruleset="vkk", stages=list(GROUPS)), event)
    number = last(desk)
    desk.do(Draw(), desk.competition(owner))
    with refused("later_act_stands", number=number):
        desk.take_back(number, WHY)
    assert undone(desk, number, with_later=True) == ["event draw", "event set"]
    assert desk.competition(owner) == event
    assert [(each.kind, each.settings) for each in desk.stages(event)] == stages
    desk.do(Set(name="City Open", place="Pune"), owner)
    undone(desk)
    assert desk.tournament() == owner
    desk.do(Close(), owner)
    assert undone(desk) == ["tournament close"]
    assert desk.tournament().state == "open"


def test_a_deleted_event_comes_back_drawn_as_it_was(desk: Desk) -> None:
    event = event_with(desk, 6, *GROUPS)
    desk.add_entries(event, [NewEntry((Person("Late"),))], as_reserves=True)
    desk.do(SetEvent(withdrawals="all"), event)
    desk.do(Draw(seed="SEED"), event)
    desk.do(Swap(a=desk.entry(event, "Asha").id, b=desk.entry(event, "Bela").id, reason="same train"), event)
    event = desk.competition(desk.tournament())
    before = (desk.fixtures(event), entered(desk, event), desk.players(desk.tournament()))
    desk.do(DeleteEvent(reason="the wrong one"), event)
    number = last(desk)
    assert desk.competitions(desk.tournament()) == []
    undone(desk, number)
    back = desk.competition(desk.tournament(), "ms")
    assert back == event
    assert desk.withdrawals_of(back) == "all"
    assert [(each.id, each.a, each.b) for each in desk.fixtures(back)] == [
        (each.id, each.a, each.b) for each in before[0]
    ]
    assert list(map(said, entered(desk, back))) == list(map(said, before[1]))
    assert [entry.title for entry in desk.reserves(back)] == ["Late"]


def test_an_act_of_a_deleted_event_is_none_of_the_event_that_has_its_number_now(desk: Desk) -> None:
    event = event_with(desk, 4)
    desk.do(Draw(seed="SEED"), event)
    drawn = last(desk)
    desk.do(DeleteEvent(), event)
    deleted = last(desk)
    other = event_with(desk, 2, key="xd")
    with refused("later_act_stands", number=drawn):
        desk.take_back(drawn, WHY)
    if other.id == event.id:
        with refused("event_gone", key="ms"):
            desk.take_back(drawn, WHY, with_later=True)
    undone(desk, deleted)
    back = desk.competition(desk.tournament(), "ms")
    assert (back.name, len(entered(desk, back)), len(entered(desk, other))) == (event.name, 4, 2)


def test_what_is_shown_of_an_act_is_plain(desk: Desk) -> None:
    event = event_with(desk, 2)
    desk.do(Edit(player="1", club="North"), desk.entry(event, "Asha"))
    summary: Any = undoing_lines.about(desk.acts(1)[0].act)
    assert summary == "event ms, entry Asha, player 1, club North"


def imported(desk: Desk, text: str, event: str = "ms") -> None:
    desk.import_files([ImportFile("day.csv", text.encode())], event=event)


def test_a_file_of_results_is_taken_back_with_what_followed(desk: Desk) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    before = desk.fixtures(event)
    imported(desk, f"match,games\n{first.id},10-3\n{second.id},3-10\n{final.id},10-0\n")
    assert {each.state for each in desk.fixtures(event)} == {"done"}
    assert [change.before.id for change in desk.acts(1)[0].changes] == [first.id, second.id, final.id]
    assert undone(desk) == ["import"]
    assert [(each.state, each.a, each.b, each.result) for each in desk.fixtures(event)] == [
        (each.state, each.a, each.b, each.result) for each in before
    ]
    on_record = [(each.fixture, each.reason, each.after) for each in desk.corrections(event)]
    assert on_record[3:] == [(match, WHY, None) for match in (final.id, second.id, first.id)]
    assert {each.by_hand for each in desk.fixtures(event)} == {None}
    desk.do(Call(table=1), desk.fixture(first.id))


def test_what_was_done_with_an_imported_result_stands_on_its_import(desk: Desk) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    imported(desk, f"match,games\n{first.id},10-3\n{second.id},3-10\n")
    number = last(desk)
    given(desk, first, "b")
    desk.do(Call(table=1), desk.fixture(final.id))
    with refused("later_act_stands", number=number):
        desk.take_back(number, WHY)
    assert undone(desk, number, with_later=True) == ["match call", "match result", "import"]
    assert [each.state for each in desk.fixtures(event)] == ["ready", "ready", "waiting"]


def test_a_file_of_entries_is_taken_back_and_one_that_drew(desk: Desk) -> None:
    event = event_with(desk, 2)
    before = entered(desk, event)
    imported(desk, LIST)
    number = last(desk)
    desk.do(Draw(), event)
    with refused("later_act_stands", number=number):
        desk.take_back(number, WHY)
    assert undone(desk, number, with_later=True) == ["event draw", "import"]
    assert entered(desk, event) == before
    league = desk.do(
        AddEvent(key="rr", name="League", stages=[StagePlan("round_robin")]), desk.tournament()
    ).event
    desk.add_entries(league, [NewEntry((Person(name),)) for name in ("Xenia", "Yuri")])
    imported(desk, "round,a,b,games\n1,Xenia,Yuri,25-8 25-3\n", "rr")
    assert undone(desk) == ["import"]
    assert desk.fixtures(league) == []


def test_who_was_forgotten_does_not_come_back(desk: Desk) -> None:
    event = event_with(desk, 2)
    desk.do(Delete(), desk.entry(event, "Bela"))
    forget(desk.store, "Bela", 1, "anna")
    assert "Bela" not in str([row["detail"] for row in desk.store.admins.acts()])
    with refused("player_deleted", number=2):
        desk.take_back(number_of(desk, "entry delete"), WHY)
