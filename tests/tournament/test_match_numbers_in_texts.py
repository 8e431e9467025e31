"""Texts for people name matches by their numbers; ids stay in brackets, and where they are no matches."""

from pathlib import Path

from desk_hall import event_with
from desk_line import Line

from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model.wording import with_numbers

NUMBERS = {"open-ms-1-1-2": "MS 2", "open-ms-1-g1-1-1": "MS 1", "open-te-1-1-1-1": "TE 1"}


def test_an_id_becomes_the_number_and_one_word_within_a_command() -> None:
    text = "open-ms-1-1-2 is over (`boardside result open-ms-1-1-2`), see open-ms-1-g1-1-1, open-te-1-1-1-1"
    assert with_numbers(text, NUMBERS) == ("MS 2 is over (`boardside result MS2`), see MS 1, TE 1")


def test_an_id_in_brackets_and_what_only_looks_like_one_stay() -> None:
    text = "MS 2  [open-ms-1-1-2]: x-open-ms-1-1-2, open-ms-1-1-2-late3, 12-14-15-16, open-ms-9-9-9"
    assert with_numbers(text, NUMBERS) == text


def test_only_matches_of_the_database_are_replaced(desk: Desk) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    text = f"{first.id} and {second.id} before {final.id}; open-ms-7-7-7"
    assert desk.in_numbers(text) == "MS 1 and MS 2 before MS 3; open-ms-7-7-7"
    assert desk.in_numbers("nothing to look up") == "nothing to look up"


def test_of_two_tournaments_with_the_same_numbers_each_match_keeps_its_id(desk: Desk) -> None:
    event = event_with(desk, 4)
    first, second, _final = desk.do(Draw(), event).fixtures
    other = desk.do(
        AddEvent(key="ms", name="Singles"), desk.do(NewTournament(key="other", name="Other"), None)
    ).event
    desk.add_entries(other, [NewEntry((Person("Asha"),)), NewEntry((Person("Bela"),))])
    [same] = desk.do(Draw(), other).fixtures
    assert desk.in_numbers(f"{first.id}, {same.id}, {second.id}") == f"{first.id}, {same.id}, MS 2"


def test_a_number_of_two_tournaments_needs_the_tournament(tmp_path: Path) -> None:
    line = Line(tmp_path)
    for key in ("open", "open-2026"):
        line.ok("tournament", "new", key, f"The {key}")
        line.ok("event", "add", "ms", "Singles", "-t", key)
        for name in ("Asha", "Bela", "Cem"):
            line.ok("entries", "add", name, "-t", key)
        line.ok("draw", "-t", key, "--seed", "1")
    refused = line.fails("result", "MS 2")
    assert "open-ms-1-1-2" in refused
    assert "open-2026-ms-1-1-2" in refused
    assert "[open-ms-1-1-2]" in line.ok("result", "MS 2", "-t", "open")
    output = line.ok("result", "MS 2", "25-1", "25-2", "--reason", "paper", "-t", "open-2026")
    assert "[open-2026-ms-1-1-2]" in output
    line.ok("result", "MS 2", "--walkover", "a", "--early", "--yes", "-t", "open")
    assert "no match" in line.fails("result", "MS 9", "-t", "open")


def test_a_side_that_is_not_known_yet_is_named_by_its_match(tmp_path: Path) -> None:
    line = Line(tmp_path)
    line.ok("tournament", "new", "open-2026", "Open")
    line.ok("event", "add", "tm", "Singles")
    for name in ("Asha", "Bela", "Cem", "Dora"):
        line.ok("entries", "add", name)
    line.ok("draw", "--seed", "1")
    texts = [line.ok("matches"), line.ok("result", "TM 3"), str(line.json("matches")[-1]["title_a"])]
    assert all("winner of TM 1" in text for text in texts)
    assert "winner of open" not in "".join(texts)
