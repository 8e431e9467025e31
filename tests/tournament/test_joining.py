"""Two players who are one person are joined, wherever that matters; and parted again."""

import json

import pytest
from desk_hall import Hall, play
from test_desk_acts import last, undone

from host_tools.backup.forgetting import forget
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.entries import Edit, Join, Part, Present
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call, LineUp, Recall
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model.model import Competition, Entry, Side, StagePlan
from tests.refusals import refused

ONE = StagePlan("knockout")


def entered(desk: Desk) -> tuple[Entry, Entry]:
    """No. 1 Patel, Tariq in singles; No. 4 Tariq Patel with No. 5 in doubles: two players."""
    owner = desk.do(NewTournament(key="open", name="Open", ruleset="icf"), None)
    singles = desk.do(AddEvent(key="ms", name="Singles", stages=[ONE]), owner).event
    doubles = desk.do(AddEvent(key="md", name="Doubles", kind="doubles", stages=[ONE]), owner).event
    people = [Person("Patel, Tariq", "Leicester CC"), Person("Bela"), Person("Chitra")]
    desk.add_entries(singles, [NewEntry((person,)) for person in people])
    tariq = Person("Tariq Patel", "Leicester Carrom Club", licence="L7")
    pairs = [NewEntry((tariq, Person("Dev"))), NewEntry((Person("Esha"), Person("Farid")))]
    desk.add_entries(doubles, pairs)
    return desk.entry(singles, "1"), desk.entry(doubles, "4")


def events(desk: Desk) -> tuple[Competition, Competition]:
    owner = desk.tournament()
    return desk.competition(owner, "ms"), desk.competition(owner, "md")


def test_joined_players_are_one_everywhere_and_it_can_be_undone(desk: Desk) -> None:
    _, pair = entered(desk)
    _, doubles = events(desk)
    before = desk.players(desk.tournament())
    assert len(desk.namesakes(doubles)) == 1
    desk.do(Present(player="4"), pair)
    done = desk.do(Join(number=1), pair)
    assert [player.number for player in done.entry.players] == [1, 5]
    assert [player.number for player in desk.players(desk.tournament())] == [1, 2, 3, 5, 6, 7]
    joined = done.entry.players[0]
    assert (joined.name, joined.club, joined.licence) == ("Patel, Tariq", "Leicester CC", "L7")
    assert list(desk.tournament().settings["here"]) == ["1"]
    assert desk.namesakes(doubles) == list(done.remarks) == []
    assert undone(desk) == ["entry join"]
    assert desk.players(desk.tournament()) == before
    assert list(desk.tournament().settings["here"]) == ["4"]


def test_a_joined_player_is_called_to_one_table_rests_and_has_the_new_name_there(
    desk: Desk, hall: Hall
) -> None:
    _, pair = entered(desk)
    singles, doubles = events(desk)
    of_pair = desk.do(Draw(), doubles).fixtures[0]
    called = desk.do(Call(table=1), of_pair)
    hall.take()
    done = desk.do(Join(number=1, player="Tariq Patel"), pair)
    assert done.tables == (1,)
    assert hall.store.open_commands()[-1]["event"]["kind"] == "names"
    desk.do(Draw(), singles)
    one = desk.entry(singles, "1")
    final = next(each for each in desk.fixtures(singles) if one.id in (each.a, each.b))
    other = next(each for each in desk.fixtures(singles) if each.state == "ready")
    if other.id != final.id:
        play(desk, hall, other, 2)
        final = next(each for each in desk.fixtures(singles) if each.state == "ready")
    with refused("player_at_table", table=1):
        desk.do(Call(table=2), final)
    desk.do(Recall(), called.fixture)


def test_a_person_does_not_play_twice_in_an_event(desk: Desk) -> None:
    one, pair = entered(desk)
    _, doubles = events(desk)
    with refused("joined_already"):
        desk.do(Join(number=1), one)
    with refused("joined_twice", player="Dev"):
        desk.do(Join(number=5, player="4"), pair)
    with refused("joined_twice", event="Doubles"):
        desk.do(Join(number=5, player="Esha"), desk.entry(doubles, "Esha / Farid"))
    with refused("no_player", number=99):
        desk.do(Join(number=99), one)
    desk.do(Edit(licence="L8"), one)
    with refused("joined_licences"):
        desk.do(Join(number=1, player="4"), pair)


def test_a_joined_player_is_parted_again(desk: Desk) -> None:
    _, pair = entered(desk)
    _, doubles = events(desk)
    desk.do(Join(number=1, player="4"), pair)
    desk.do(Edit(club="Goa"), desk.entry(events(desk)[0], "1"))
    done = desk.do(Part(number=1, name="Tariq Patel", club="Derby"), desk.entry(doubles, "1"))
    new = done.entry.players[0]
    assert (new.name, new.club) == ("Tariq Patel", "Derby")
    assert new.number not in (1, 2, 3, 5, 6, 7)
    assert desk.namesakes(doubles) == list(done.remarks) == []
    with refused("parted_already"):
        desk.do(Part(number=new.number, player=str(new.number)), done.entry)
    number = last(desk)
    assert undone(desk, number) == ["entry part"]
    assert [player.number for player in desk.entry(doubles, "1").players] == [1, 5]


def test_two_people_of_one_name_are_told_apart_and_called_together(desk: Desk, hall: Hall) -> None:
    """Entered with one name and no club they are one player; nobody is asked once they are parted."""
    entered(desk)
    singles, _ = events(desk)
    owner = desk.tournament()
    mixed = desk.do(AddEvent(key="mx", name="Mixed", stages=[ONE]), owner).event
    desk.add_entries(mixed, [NewEntry((Person("Bela"),)), NewEntry((Person("Gita"),))])
    bela = desk.entry(mixed, "Bela")
    assert bela.players[0].number == 2
    new = desk.do(Part(number=2), bela).entry.players[0]
    assert (new.name, new.number > 2) == ("Bela", True)
    desk.do(Edit(country="IND"), desk.entry(mixed, "Bela"))
    desk.do(Draw(seed="x"), singles)
    first = next(each for each in desk.fixtures(singles) if each.state == "ready")
    if desk.entry(singles, "2").id not in (first.a, first.b):
        play(desk, hall, first, 1)
        first = next(each for each in desk.fixtures(singles) if each.state == "ready")
    desk.do(Call(table=1), first)
    assert desk.do(Call(table=2), desk.do(Draw(), mixed).fixtures[0]).remarks == ()


def test_the_answer_no_ends_the_question(desk: Desk) -> None:
    _, pair = entered(desk)
    _, doubles = events(desk)
    desk.do(Part(number=1, player="4"), pair)
    assert desk.namesakes(doubles) == []
    assert undone(desk) == ["entry part"]
    assert len(desk.namesakes(doubles)) == 1


@pytest.mark.parametrize("name", ["Patel, Tariq", "Tariq Patel"])
def test_a_joined_person_is_forgotten_with_both_names(desk: Desk, name: str) -> None:
    _, pair = entered(desk)
    desk.do(Join(number=1, player="4"), pair)
    forget(desk.store, name, 1, "anna")
    kept = json.dumps([row["detail"] for row in desk.store.admins.acts(limit=100)], ensure_ascii=False)
    assert not [text for text in ("Tariq", "Leicester", "L7") if text in kept]


def test_a_joined_player_stays_in_the_line_up_of_the_team(desk: Desk) -> None:
    owner = desk.do(NewTournament(key="open", name="Open 2026"), None)
    teams = desk.do(AddEvent(key="te", name="Teams", kind="team", stages=[ONE]), owner).event
    singles = desk.do(AddEvent(key="ms", name="Singles", stages=[ONE]), owner).event
    for team in "AB":
        desk.add_entry(teams, [Person(f"{team}{number}") for number in range(1, 6)], f"Team {team}")
    number = desk.add_entry(singles, [Person("Ann A5")]).players[0].number
    match = desk.do(Draw(), teams).fixtures[0]
    side: Side = "a" if match.a == desk.entry(teams, "Team A").id else "b"
    desk.do(LineUp(side=side, players=["A5", "A4"]), match)
    team = desk.do(Join(number=number, player="A5"), desk.entry(teams, "Team A")).entry
    assert desk.fixture(match.id).line_up == {side: [team.players[4].id, team.players[3].id]}
    assert team.players[4].name == "Ann A5"
    assert undone(desk) == ["entry join"]
    old = desk.entry(teams, "Team A").players
    assert desk.fixture(match.id).line_up == {side: [old[4].id, old[3].id]}
