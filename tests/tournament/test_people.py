"""Names compared as people read them: who is one person, who may be, and what nobody can see."""

import pytest
from desk_hall import Hall

from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.entering import ImportEntries
from host_tools.tournament.acts.entries import Edit
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.imports.import_files import ImportFile
from host_tools.tournament.model.model import Competition, StagePlan
from host_tools.tournament.model.people import is_alike, is_same, seen
from tests.refusals import refused

UNSEEN = (
    *("\u00ad", "\u034f", "\u061c", "\u115f", "\u1160", "\u180e", "\u200b", "\u200c", "\u200d", "\u200e"),
    *("\u200f", "\u202a", "\u202e", "\u2060", "\u2064", "\u2066", "\u2069", "\u2800", "\u3164", "\ufe0f"),
    *("\ufeff", "\uffa0", "\ufff9", "\U000e0041", "\U000e0100", "\U0001d159"),
)
SPELLINGS = (
    *("Patel, Tariq", "tariq patel", "PATEL  TARIQ", " Tariq\u00a0Patel ", "Patel,Tariq", "Ｔariq Patel"),
    *(f"Ta{letter}riq Patel" for letter in UNSEEN),
)
SHAPED = (
    "क्\u200dष राम",  # Devanagari: a half form
    "രാജന്\u200d",  # Malayalam: a chillu at the end
    "علی\u200cرضا",  # Persian: two parts of one word
    "ශ්\u200dරී",  # Sinhala
    "Team 👨\u200d👩\u200d👧",
    "❤\ufe0f\u200d🔥 Club",
    "👩🏽\u200d🚀",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "1\ufe0f\u20e3 First",
    "葛\U000e0100城",
)


def events(desk: Desk) -> tuple[Competition, Competition]:
    """Two events of a tournament, each one match."""
    owner = desk.do(NewTournament(key="open", name="Open", ruleset="icf"), None)
    plan = [StagePlan("knockout")]
    return (
        desk.do(AddEvent(key="ms", name="Singles", stages=plan), owner).event,
        desk.do(AddEvent(key="vs", name="Veterans", stages=plan), owner).event,
    )


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_one_person_in_two_spellings_is_one_player(desk: Desk, spelling: str) -> None:
    singles, veterans = events(desk)
    first = desk.add_entry(singles, [Person("Tariq Patel", "Leicester CC")])
    second = desk.add_entry(veterans, [Person(spelling, "leicester c\u200bc")])
    assert first.players == second.players
    assert desk.namesakes(veterans) == []
    with refused("entered_already"):
        desk.add_entry(singles, [Person(spelling)])
    with refused("list_refused"):
        desk.do(ImportEntries(lines=(f'name\nTariq Patel\n"{spelling}"\n').split("\n")), singles)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Müller, Zoë", "zoe\u0308 mu\u0308ller"),
        ("STRASSE Ute", "Ute Straße"),
        ("O’Brien Pat", "Pat O'Brien"),
        ("Jean-Luc Roy", "Roy Jean Luc"),
        ("김 민\u3164준", "민준, 김"),
    ],
)
def test_case_accents_spelling_and_punctuation_do_not_count(name: str, other: str) -> None:
    assert is_same(Person(name), Person(other))


@pytest.mark.parametrize(
    ("name", "other"),
    [("Tariq Patel", "Tariq Tariq Patel"), ("राम कि", "राम कु"), ("が", "か"), ("Ann", "Anna")],
)
def test_other_words_are_other_people(name: str, other: str) -> None:
    assert not is_alike(Person(name), Person(other))


def test_who_may_be_the_same_is_asked_about_and_licences_answer() -> None:
    patel = Person("Patel, Tariq", "Leicester CC")
    assert is_alike(patel, Person("Tariq Patel", "Leicester Carrom Club"))
    assert not is_same(patel, Person("Tariq Patel", "Leicester Carrom Club"))
    assert is_alike(Person("Nguyễn Hùng"), Person("Hung Nguyen"))
    assert not is_same(Person("Nguyễn Hùng"), Person("Nguyễn Hưng"))
    assert is_alike(Person("田中太郎", latin="Tanaka Taro"), Person("Taro Tanaka"))
    assert not is_alike(Person("A B", licence="1"), Person("A B", licence="2"))
    assert is_same(Person("A B", licence="x1"), Person("C", licence="X1"))


@pytest.mark.parametrize("club", ["Leicester Carrom Club", "Leicester C. C.", "Derby"])
@pytest.mark.parametrize("is_import", [False, True])
def test_a_namesake_is_remarked_and_not_called_to_two_tables_without_a_word(
    desk: Desk, hall: Hall, club: str, is_import: bool
) -> None:
    singles, veterans = events(desk)
    desk.add_entries(singles, [NewEntry((Person("Patel, Tariq", "Leicester CC"),)), NewEntry((Person("B"),))])
    desk.add_entry(veterans, [Person("C")])
    text = f"event,name,club\nvs,Tariq Patel,{club}\n"
    if is_import:
        [remark] = desk.import_files([ImportFile("list.csv", text.encode())]).remarks
        made = desk.entry(veterans, "Tariq Patel")
    else:
        made = desk.add_entry(veterans, [Person("Tariq Patel", club)])
        [remark] = desk.namesakes(veterans, [made])
    assert remark.reason == "may_be_same"
    assert (remark.facts["number"], remark.facts["other_number"]) == (made.players[0].number, 1)
    assert (remark.facts["events"], remark.facts["other_events"]) == (["Veterans"], ["Singles"])
    first, other = desk.do(Draw(), singles).fixtures[0], desk.do(Draw(), veterans).fixtures[0]
    desk.do(Call(table=1), first)
    assert desk.next_for(2) is None
    with refused("namesake_at_table", player="Tariq Patel", number=1, table=1):
        desk.do(Call(table=2), other)
    called = desk.do(Call(table=2, anyway=True), other)
    assert [why.reason for why in called.remarks] == ["namesake_at_table"]


def test_a_player_of_another_open_tournament_is_not_called_to_two_tables(desk: Desk, hall: Hall) -> None:
    matches = []
    for key in ("one", "two"):
        event = desk.do(
            AddEvent(key="ms", name="Singles"), desk.do(NewTournament(key=key, name=key), None)
        ).event
        desk.add_entries(event, [NewEntry((Person("Tariq Patel"),)), NewEntry((Person(f"B {key}"),))])
        matches.append(desk.do(Draw(), event).fixtures[0])
    desk.do(Call(table=1), matches[0])
    with refused("namesake_at_table", player="Tariq Patel"):
        desk.do(Call(table=2), matches[1])


@pytest.mark.parametrize("letter", UNSEEN)
def test_unseen_letters_are_not_kept_anywhere_in_a_name(desk: Desk, letter: str) -> None:
    for text in (f"{letter}Ana Roy", f"An{letter}a Roy", f"Ana {letter}{letter}Roy", f"Ana Roy{letter}"):
        assert seen(text) == "Ana Roy"
    owner = desk.do(NewTournament(key="open", name="Open", ruleset="icf"), None)
    teams = desk.do(AddEvent(key="tm", name="Teams", kind="team"), owner).event
    made = desk.add_entry(teams, [Person(f"A{letter}"), Person("B")], f"The {letter}Team")
    assert (made.name, made.players[0].name) == ("The Team", "A")
    with refused("team_entered"):
        desk.add_entry(teams, [Person("C"), Person("D")], f"{letter}team, the")
    edited = desk.do(Edit(team=f"T{letter}", player="1", name=f"Z{letter}oe"), made).entry
    assert (edited.name, edited.players[0].name) == ("T", "Zoe")


@pytest.mark.parametrize("text", SHAPED)
def test_letters_that_scripts_and_emoji_need_stay(text: str) -> None:
    assert seen(text) == text
    assert seen(f"\u200b{text}\u200e") == text


@pytest.mark.parametrize("letter", [*UNSEEN, " ", "\u0301", "\u2800\u3164 \u200b"])
def test_every_name_has_a_visible_letter(desk: Desk, letter: str) -> None:
    with refused("bad_tournament_name"):
        desk.do(NewTournament(key="x", name=letter), None)
    owner = desk.do(NewTournament(key="open", name="Open", ruleset="icf"), None)
    with refused("bad_event_name"):
        desk.do(AddEvent(key="ms", name=letter), owner)
    singles = desk.do(AddEvent(key="ms", name="Singles"), owner).event
    teams = desk.do(AddEvent(key="tm", name="Teams", kind="team"), owner).event
    with refused("name_empty"):
        desk.add_entry(singles, [Person(letter)])
    with refused("in_list", line=2, column="name"):
        desk.do(ImportEntries(lines=f"name,club\n{letter},North\n".split("\n")), singles)
    with refused("team_needs_name"):
        desk.add_entry(teams, [Person("A"), Person("B")], letter)
    with refused("list_refused"):
        desk.do(ImportEntries(lines=f"team,players\nOne,{letter};B\n".split("\n")), teams)
    made = desk.add_entry(singles, [Person("Ana")])
    with refused("name_empty"):
        desk.do(Edit(player="1", name=letter), made)
