"""Texts for people name matches by their numbers; ids stay in brackets, and where they are no matches."""

from desk_hall import event_with

from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model import numbering

NUMBERS = {"open-ms-1-1-2": "MS 2", "open-ms-1-g1-1-1": "MS 1", "open-te-1-1-1-1": "TE 1"}


def test_an_id_becomes_the_number_and_one_word_within_a_command() -> None:
    said = "open-ms-1-1-2 is over (`boardside result open-ms-1-1-2`), see open-ms-1-g1-1-1, open-te-1-1-1-1"
    assert numbering.replaced(said, NUMBERS) == ("MS 2 is over (`boardside result MS2`), see MS 1, TE 1")


def test_an_id_in_brackets_and_what_only_looks_like_one_stay() -> None:
    said = "MS 2  [open-ms-1-1-2]: x-open-ms-1-1-2, open-ms-1-1-2-late3, 12-14-15-16, open-ms-9-9-9"
    assert numbering.replaced(said, NUMBERS) == said


def test_only_matches_of_the_database_are_replaced(desk: Desk) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.draw(event).fixtures
    said = f"{first.id} and {second.id} before {final.id}; open-ms-7-7-7"
    assert desk.in_numbers(said) == "MS 1 and MS 2 before MS 3; open-ms-7-7-7"
    assert desk.in_numbers("nothing to look up") == "nothing to look up"
