"""Who is here: checked in at the door, for all events, before the draw and before a call."""

from desk_hall import Hall, event_with
from test_desk_acts import given, last, undone

from host_tools.tournament.acts.draws import Draw, Undraw
from host_tools.tournament.acts.entries import Present
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call, Recall
from host_tools.tournament.acts.tournament import CheckIn, NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model.model import Competition, StagePlan


def singles_and_doubles(desk: Desk) -> tuple[Competition, Competition]:
    """Asha, Bela and Chitra (No. 1 to 3) in singles; Asha with Dev (No. 4) in doubles."""
    owner = desk.do(NewTournament(key="open", name="Open", ruleset="icf"), None)
    plan = [StagePlan("knockout")]
    singles = desk.do(AddEvent(key="ms", name="Singles", stages=plan), owner).event
    doubles = desk.do(AddEvent(key="md", name="Doubles", kind="doubles", stages=plan), owner).event
    desk.add_entries(singles, [NewEntry((Person(name),)) for name in ("Asha", "Bela", "Chitra")])
    desk.add_entry(doubles, [Person("Asha"), Person("Dev")])
    return singles, doubles


def here(desk: Desk) -> dict[str, int]:
    return desk.tournament().settings.get("here", {})


def test_who_is_checked_in_is_here_for_all_events(desk: Desk, hall: Hall) -> None:
    singles, doubles = singles_and_doubles(desk)
    pair = desk.entry(doubles, "Asha / Dev")
    desk.do(Present(player="Dev"), pair)
    assert here(desk) == {"4": hall.at}
    hall.at += 60_000
    desk.do(Present(), pair)
    assert here(desk) == {"1": hall.at, "4": hall.at - 60_000}
    desk.do(Present(absent=True), desk.entry(singles, "Asha"))
    assert list(here(desk)) == ["4"]


def test_calls_and_draws_name_who_is_not_here_once_the_check_in_has_begun(desk: Desk, hall: Hall) -> None:
    singles, _ = singles_and_doubles(desk)
    assert desk.do(Draw(), singles).remarks == ()
    desk.do(Undraw(), singles)
    desk.do(Present(), desk.entry(singles, "Bela"))
    [remark] = desk.do(Draw(seed="K7QM"), singles).remarks
    assert (remark.reason, remark.facts["players"]) == ("not_checked_in", ["Asha", "Chitra"])
    first = next(fixture for fixture in desk.fixtures(singles) if fixture.state == "ready")
    sides = {player.name for entry in desk.entries(singles) if entry.id in (first.a, first.b)
             for player in entry.players}  # fmt: skip
    [before] = desk.about_players(first)
    assert set(before.facts["players"]) == sides - {"Bela"}
    called = desk.do(Call(table=1), first)
    assert before in called.remarks
    desk.do(Recall(), called.fixture)
    desk.do(CheckIn(), desk.tournament())
    assert desk.about_players(first) == []
    assert undone(desk) == ["tournament check-in"]
    assert list(here(desk)) == ["2"]


def test_a_round_of_a_swiss_names_who_is_not_here(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4, StagePlan("swiss", settings={"rounds": 2}))
    for name in ("Asha", "Bela", "Chitra"):
        desk.do(Present(), desk.entry(event, name))
    for fixture in desk.do(Draw(), event).fixtures:
        given(desk, fixture)
    [remark] = desk.do(Draw(), event).remarks
    assert remark.facts["players"] == ["Dev"]


def test_one_check_in_is_undone_while_later_ones_stand(desk: Desk) -> None:
    singles, _ = singles_and_doubles(desk)
    desk.do(Present(), desk.entry(singles, "Asha"))
    number = last(desk)
    desk.do(Present(), desk.entry(singles, "Bela"))
    assert undone(desk, number) == ["entry present"]
    assert list(here(desk)) == ["2"]
