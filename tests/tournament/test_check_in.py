"""Who is here: checked in at the door, for all events, before the draw and before a call."""

from desk_hall import Hall
from test_desk_acts import last, undone

from host_tools.tournament.acts.entries import Present
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model.model import Competition, StagePlan


def singles_and_doubles(desk: Desk) -> tuple[Competition, Competition]:
    """Asha, Bela and Chitra (No. 1 to 3) in singles; Asha with Dev (No. 4) in doubles."""
    owner = desk.new_tournament("open", "Open", "icf")
    plan = [StagePlan("knockout")]
    singles = desk.add_competition(owner, "ms", "Singles", plan=plan)
    doubles = desk.add_competition(owner, "md", "Doubles", "doubles", plan=plan)
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


def test_one_check_in_is_undone_while_later_ones_stand(desk: Desk) -> None:
    singles, _ = singles_and_doubles(desk)
    desk.do(Present(), desk.entry(singles, "Asha"))
    number = last(desk)
    desk.do(Present(), desk.entry(singles, "Bela"))
    assert undone(desk, number) == ["entry present"]
    assert list(here(desk)) == ["2"]
