"""On the organiser's pages a sentence names the place that does it, not a command."""

import re
from pathlib import Path

import pytest

from host_tools.reasons import cause
from host_tools.web import admin
from host_tools.words import desk as desk_words
from host_tools.words.desk_reasons import WORDS
from host_tools.words.page_places import PLACES, in_places

TEMPLATES = Path(admin.__file__).parent.parent / "templates"
#: What only a computer with the database can do, and what belongs to scripts.
OF_THE_COMPUTER = {"collect", "sol", "status", "token"}


def test_a_refusal_names_the_place_on_a_page_and_the_command_elsewhere() -> None:
    why = cause("drawn_with_value", entry="Asha", event="Men", key="ms")
    assert "boardside" in desk_words.say(why, "command_line")
    assert "boardside" not in desk_words.say(why, "page")


def test_no_text_of_the_desk_sends_a_reader_of_the_pages_to_a_command() -> None:
    left = {
        command.split()[0]
        for text in WORDS.values()
        for command in re.findall(r"`boardside ([^`]*)", in_places(text))
    }
    assert left <= OF_THE_COMPUTER


@pytest.mark.parametrize("place", sorted({where for _, where in PLACES if "“" in where}), ids=str)
def test_each_place_is_on_a_page(place: str) -> None:
    pages = " ".join(page.read_text() for page in TEMPLATES.glob("admin_*.html"))
    for label in re.findall("“([^”]*)”", place):
        assert all(part.strip() in pages for part in label.split("…")), label
