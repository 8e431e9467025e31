"""Latin spellings of names: kept with the entry, sent with the call, and told when a display needs them."""

from desk_hall import Hall, event_with

from host_tools.live_values import Event
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.matches import Call, Recall
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.model import Fixture
from host_tools.tournament.model.people import Person
from host_tools.tournament.reasons import cause

#: Cherokee, which no font here has; Hindi, which is drawn.
SPELLED, BARE, HINDI = "ᏣᎳᎩ", "ᎠᏂ", "आशा"
PAPER = {"letters": [178, 28, 4, 22, 2]}


def fixture_of(desk: Desk, *people: Person) -> Fixture:
    event = event_with(desk, 0)
    for person in people:
        desk.add_entry(event, [person])
    return desk.do(Draw(), event).fixtures[0]


def sent(hall: Hall) -> Event:
    [command] = hall.store.open_commands()
    return command["event"]


def test_a_spelling_goes_with_the_call_and_is_told_where_there_is_an_e_paper(desk: Desk, hall: Hall) -> None:
    fixture = fixture_of(desk, Person(SPELLED, latin="Tsalagi"), Person(BARE))
    hall.hear(1, status=PAPER)
    called = desk.do(Call(table=1), fixture)
    sides = {sent(hall)[side][0]: side.upper() for side in ("a", "b")}
    assert sent(hall)["latin"] == [[SPELLED, "Tsalagi"]]
    assert set(map(str, called.remarks)) == {
        str(cause("seen_in_latin", table=1, name=SPELLED, latin="Tsalagi")),
        str(cause("seen_as_number", table=1, side=sides[BARE], name=BARE)),
    }


def test_it_is_told_as_long_as_the_match_is_at_that_table(desk: Desk, hall: Hall) -> None:
    fixture = fixture_of(desk, Person(SPELLED, latin="Tsalagi"), Person("Bela"))
    hall.hear(1, status=PAPER)
    assert desk.about_names(fixture) == []
    desk.do(Call(table=1), fixture)
    remark = cause("seen_in_latin", table=1, name=SPELLED, latin="Tsalagi")
    assert list(map(str, desk.about_names(desk.fixture(fixture.id)))) == [str(remark)]
    desk.do(Recall(), desk.fixture(fixture.id))
    assert desk.about_names(desk.fixture(fixture.id)) == []


def test_nothing_is_told_of_drawn_names_and_of_tables_without_e_paper(desk: Desk, hall: Hall) -> None:
    fixture = fixture_of(desk, Person(HINDI, latin="Asha"), Person("Bela", latin="never sent"))
    hall.hear(1, status=PAPER)
    hall.hear(2, status={})
    assert desk.do(Call(table=1), fixture).remarks == ()
    assert sent(hall)["latin"] == [[HINDI, "Asha"]]
    desk.do(Recall(), desk.fixture(fixture.id))
    assert desk.do(Call(table=2), desk.fixture(fixture.id)).remarks == ()
