"""Entry lists: as people write them, and what is said of those that cannot be taken."""

import csv
import io
import zipfile

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.outside.zip_file import WORKBOOK_BYTES_MOST
from host_tools.tournament.entries import entry_list
from host_tools.tournament.entries.entry_list import EntryListError, Problem, Row
from host_tools.tournament.model.model import KINDS, Kind
from host_tools.tournament.model.people import Person
from host_tools.tournament.reasons import cause
from tests.refusals import refused as refusal


def refused(text: str, kind: Kind = "singles") -> list[tuple[int, str, str]]:
    """Line, column and reason of each problem."""
    with pytest.raises(EntryListError) as caught:
        entry_list.read(text, kind)
    assert len(str(caught.value).split("\n")) == len(caught.value.problems)
    return [(problem.line, problem.column, problem.why.reason) for problem in caught.value.problems]


# What is taken


def test_singles_with_everything() -> None:
    text = "name,club,country,licence,seeding\nAsha,CSE,IND,L-1,1\nBela,,,,\n"
    assert entry_list.read(text, "singles") == [
        Row(2, (Person("Asha", "CSE", "IND", "L-1"),), "", 1),
        Row(3, (Person("Bela"),), "", None),
    ]


def test_a_name_is_enough() -> None:
    rows = entry_list.read("name\nAsha\nBela", "singles")
    assert [row.players[0].name for row in rows] == ["Asha", "Bela"]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_as_spreadsheets_write_it(separator: str, ending: str, mark: str) -> None:
    lines = (("Name", "Club", "Seeding"), ("Asha", "CSE", "2"), ("", "", ""), ("Bela", "Civil", ""))
    text = mark + ending.join(separator.join(line) for line in lines) + ending
    rows = entry_list.read(text, "singles")
    assert [(row.line, row.players[0].name, row.players[0].club, row.seeding) for row in rows] == [
        *((2, "Asha", "CSE", 2), (4, "Bela", "Civil", None))
    ]


def test_columns_in_any_order_with_their_other_names() -> None:
    rows = entry_list.read("Seed;LICENSE;Club ;Player\n3;L1;CSE;Asha\n", "singles")
    assert rows == [Row(2, (Person("Asha", "CSE", "", "L1"),), "", 3)]


def test_quotes_hold_separators_quotes_and_line_ends() -> None:
    text = 'name,club\n"Rao, Asha","The ""Strikers"""\n"Bela\nDas",CSE\nChitra,CSE\n'
    rows = entry_list.read(text, "singles")
    assert [(row.line, row.players[0].name) for row in rows] == [
        (2, "Rao, Asha"),
        (3, "Bela Das"),
        (5, "Chitra"),
    ]
    assert rows[0].players[0].club == 'The "Strikers"'


def test_blank_lines_and_empty_cells_at_the_end_say_nothing() -> None:
    text = "\n\nname,club,,\nAsha,CSE,,\n,,,\n   \nBela\n"
    assert [(row.line, row.players[0].name) for row in entry_list.read(text, "singles")] == [
        *((4, "Asha"), (7, "Bela"))
    ]


def test_spaces_and_composed_letters_are_made_alike() -> None:
    rows = entry_list.read("name\n  Zoe\u0308   M\u00fcller \n", "singles")
    assert rows[0].players[0].name == "Zo\u00eb M\u00fcller"


def test_doubles_have_a_partner_with_a_club_of_his_own() -> None:
    text = "name,club,partner,partner_club,Partner Licence,seeding\nAsha,CSE,Bela,Civil,L2,1\n"
    assert entry_list.read(text, "doubles") == [
        Row(2, (Person("Asha", "CSE"), Person("Bela", "Civil", "", "L2")), "", 1)
    ]


@pytest.mark.parametrize("players", ["A; B; C", "A / B / C", "A|B|C", '"A, B, C"'])
def test_teams_with_their_players_in_one_cell(players: str) -> None:
    (row,) = entry_list.read(f"team,club,players\nCivil,GEC,{players}\n", "team")
    assert row.name == "Civil"
    assert row.players == tuple(Person(name, "GEC") for name in "ABC")


def test_teams_with_their_players_in_columns() -> None:
    (row,) = entry_list.read("team,player 1,Player2,player_3\nCivil,A,B,\n", "team")
    assert [player.name for player in row.players] == ["A", "B"]


def test_a_name_in_latin_letters_is_kept_for_displays_that_lack_its_script() -> None:
    (row,) = entry_list.read("name,latin\nआशा,Asha\n", "singles")
    assert row.players == (Person("आशा", latin="Asha"),)
    text = "name,spelling,partner,partner spelling\nआशा,Asha,बेला,Bela\n"
    (row,) = entry_list.read(text, "doubles")
    assert [person.latin for person in row.players] == ["Asha", "Bela"]


@pytest.mark.parametrize(
    "text",
    [
        "team,players,latin\nCivil,आशा; Bo; बेला,Asha;; Bela\n",
        "team,players,latin\nCivil,आशा / Bo / बेला,Asha / / Bela\n",
        "team,player 1,Player1_Latin,player 2,player 3,player 3 spelling\nCivil,आशा,Asha,Bo,बेला,Bela\n",
    ],
)
def test_players_of_a_team_have_names_in_latin_letters(text: str) -> None:
    (row,) = entry_list.read(text, "team")
    assert [(person.name, person.latin) for person in row.players] == [
        ("आशा", "Asha"),
        ("Bo", ""),
        ("बेला", "Bela"),
    ]


def test_a_team_of_more_names_in_latin_letters_than_players_or_of_a_longer_one_is_refused() -> None:
    assert refused("team,players,latin\nCivil,आशा;Bo,Asha;;Bela\n", "team") == [
        (2, "latin", "spellings_too_many")
    ]
    (long,) = refused(f"team,players,latin\nCivil,A;B,{'x' * 81}\n", "team")
    assert long == (2, "latin", "player_too_long")


def test_two_people_of_one_name_in_two_clubs_or_with_two_licences() -> None:
    assert len(entry_list.read("name,club\nAsha,CSE\nAsha,Civil\n", "singles")) == 2
    assert len(entry_list.read("name,licence\nAsha,1\nAsha,2\n", "singles")) == 2


# What is not taken, with line and column


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", ",,,\n"])
def test_an_empty_list(text: str) -> None:
    assert refused(text) == [(1, "", "list_empty")]


def test_a_list_without_entries() -> None:
    assert refused("name,club\n\n") == [(1, "", "no_entry_below")]


def test_a_list_without_a_header() -> None:
    assert refused("Asha,CSE\nBela,Civil\n") == [(1, "", "no_header")]


def test_a_column_that_is_missing_or_there_twice() -> None:
    (missing,) = refused("club,seeding\nCSE,1\n")
    assert missing == (1, "name", "column_missing")
    assert refused("name,club,club\nAsha,CSE,CSE\n") == [(1, "club", "column_twice")]


def test_other_columns_are_not_used_and_told() -> None:
    text = f"Nr,name,Phone no,,club\n1,Asha,{'9' * 99},x,CSE\n"
    assert entry_list.read(text, "singles") == [Row(2, (Person("Asha", "CSE"),), "", None)]
    ignored = entry_list.ignored(text, "singles")
    assert [(why.reason, why.facts["name"]) for why in ignored] == [
        ("column_unknown", "Nr"),
        ("column_unknown", "Phone no"),
    ]
    assert entry_list.ignored("team,player 1,player_2 latin,Seed\n", "team") == []


def test_all_problems_are_told_at_once_in_the_order_of_the_lines() -> None:
    text = "name,club,seeding\nAsha,CSE,1\n,Civil,first\nasha,cse,1\nBela,CSE,2,more\nChitra,CSE,0\n"
    assert refused(text) == [
        (3, "name", "cell_empty"),
        (3, "seeding", "seeding_unreadable"),
        (4, "name", "player_in_list"),
        (5, "", "too_many_cells"),
        (6, "seeding", "seeding_unreadable"),
    ]


def test_a_seeding_may_be_given_twice() -> None:
    rows = entry_list.read("name,seeding\nAsha,1\nBela,1\nChitra,0003\n", "singles")
    assert [row.seeding for row in rows] == [1, 1, 3]


def test_a_pair_with_itself_and_a_player_in_two_pairs() -> None:
    text = "name,partner\nAsha,Asha\nBela,Chitra\nDevi,bela\n"
    assert refused(text, "doubles") == [
        (2, "partner", "player_in_list"),
        (4, "partner", "player_in_list"),
    ]


def test_a_player_named_with_and_without_a_club_is_one_until_both_have_one() -> None:
    text = "name,club,partner,partner club\nAsha,CSE,Bela,\nChitra,ECE,Asha,\nBela,ECE,Devi,\n"
    assert refused(text, "doubles") == [
        (3, "partner", "player_in_list_of_no_club"),
        (4, "name", "player_in_list_of_no_club"),
    ]


def test_a_pair_without_a_partner() -> None:
    assert refused("name,partner\nAsha,\n", "doubles") == [(2, "partner", "cell_empty")]


def test_the_same_licence_is_the_same_person_whatever_the_name() -> None:
    assert refused("name,licence\nAsha,L1\nA. Rao,l1\n") == [(3, "name", "player_in_list")]


def test_a_team_without_name_players_or_twice() -> None:
    assert refused("team,players\nCivil,A;B\ncivil,C;D\n,E;F\nCSE,G\nECE,A;H\n", "team") == [
        (3, "team", "team_in_list"),
        (4, "team", "cell_empty"),
        (5, "players", "players_missing"),
        (6, "players", "player_in_list"),
    ]


def test_quotation_marks_that_do_not_close() -> None:
    assert refused('name,club\nAsha,CSE\n"Bela,CSE\nChitra,CSE\n') == [(3, "", "quotation_open")]
    for end in ("\n", "", "\nBela\n"):
        (problem,) = refused(f'name\n"Asha" Rao{end}')
        assert problem == (2, "", "text_after_quotation")


def test_a_cell_that_no_csv_reader_takes() -> None:
    (problem,) = refused(f"name\nAsha\n{'x' * 200_000}\n")
    assert problem == (3, "", "no_csv")


def test_names_that_no_display_can_show() -> None:
    (long,) = refused(f"name\n{'x' * 81}\n")
    assert long == (2, "name", "cell_too_long")
    (strange,) = refused("name\nAs\x00ha\n")
    assert strange == (2, "name", "cell_unprintable")


# Files


def test_a_file_in_utf_8_or_utf_16() -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert entry_list.decode("name\nZoë\n".encode(encoding)).removeprefix("\ufeff") == "name\nZoë\n"


def test_excels_line_with_the_separator_is_passed_over() -> None:
    (row,) = entry_list.read("sep=;\r\nname;club\r\nAsha;North\r\n", "singles")
    assert (row.line, row.players[0].club) == (3, "North")


def workbook(rows: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook_is_read_as_a_list() -> None:
    data = workbook([["Name", "Club", "Seeding"], ["Zoë, the Great", None, 2.0], ["रवि", 5, None]])
    first, second = entry_list.read(entry_list.decode(data), "singles")
    assert (first.players[0].name, first.players[0].club, first.seeding) == ("Zoë, the Great", "", 2)
    assert (second.players[0].name, second.players[0].club) == ("रवि", "5")


@pytest.mark.parametrize("cut", [8, 200, -30])
def test_a_damaged_workbook_is_refused(cut: int) -> None:
    with refusal("in_list"):
        entry_list.decode(workbook([["name"], ["Asha"]])[:cut])


def test_a_workbook_that_unpacks_to_too_much_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("xl/worksheets/sheet1.xml", b" " * (WORKBOOK_BYTES_MOST + 1))
    with refusal("in_list"):
        entry_list.decode(out.getvalue())


def test_a_list_of_last_and_first_names() -> None:
    (single,) = entry_list.read("Last name;First name;Club\nPatel;Tariq;CSE\n", "singles")
    assert single.players[0].name == "Tariq Patel"
    header = "surname,given name,partner surname,partner given name"
    (pair,) = entry_list.read(f"{header}\nRao,Asha,Iyer,\n", "doubles")
    assert [player.name for player in pair.players] == ["Asha Rao", "Iyer"]
    assert refused("last name,first name,club\nRao,Asha,\n,,CSE\n") == [(3, "name", "cell_empty")]


def test_a_file_in_windows_1252_is_read_and_one_in_another_encoding_is_refused() -> None:
    assert entry_list.decode("name\nZoë O’Neill\n".encode("cp1252")) == "name\nZoë O’Neill\n"
    for encoding, name in (
        ("cp1250", "Łukasz"),
        ("shift_jis", "李春竹"),
        ("cp1251", "Иван"),
        ("cp1253", "Νίκος"),
    ):
        with refusal("in_list", line=3, why=cause("file_not_utf8").to_json()):
            entry_list.decode(f"name\nAsha\n{name}\n".encode(encoding))


def test_a_guessed_encoding_is_remarked_with_what_was_read() -> None:
    text = "name;club\nZoë O’Neill;Café\nAsha;Café\nJörg;\n"
    (why,) = entry_list.guessed(text.encode("cp1252"), "list.csv")
    assert why.reason == "encoding_guessed"
    assert why.facts == {"file": "list.csv", "cells": ["Zoë O’Neill", "Café", "Jörg"], "more": 0}
    many = "name\n" + "".join(f"Jörg {number}\n" for number in range(20))
    (why,) = entry_list.guessed(many.encode("cp1252"))
    assert why.facts["cells"][0] == "Jörg 0"
    assert len(why.facts["cells"]) + why.facts["more"] == 20
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert entry_list.guessed(text.encode(encoding)) == []


def test_a_file_that_breaks_off() -> None:
    with refusal("file_breaks_off"):
        entry_list.decode("Zo".encode("utf-16") + b"x")


# Anything at all

names = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=12)


@settings(max_examples=30)
@given(st.lists(names.filter(str.strip), min_size=1, max_size=8), st.sampled_from(",;\t"))
def test_what_a_csv_writer_writes_is_read_back(given_names: list[str], separator: str) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\n")
    writer.writerow(["name", "club", "licence"])
    for number, name in enumerate(given_names):
        writer.writerow([name, "CSE", f"L{number}"])
    rows = entry_list.read(out.getvalue(), "singles")
    assert [row.players[0].licence for row in rows] == [f"L{number}" for number in range(len(given_names))]


@settings(max_examples=60)
@given(st.text(max_size=60), st.sampled_from(["", "name,seeding\n", "team,players\n", "name,partner\n"]))
def test_no_text_gives_anything_but_rows_or_an_entry_list_error(text: str, header: str) -> None:
    for kind in KINDS:
        rows, problems = taken(header + text, kind)
        assert bool(rows) != bool(problems)
        assert all(player.name for row in rows for player in row.players)
        assert all(problem.line >= 1 and problem.why.reason for problem in problems)


def taken(text: str, kind: Kind) -> tuple[list[Row], tuple[Problem, ...]]:
    """(rows, no problems), or (no rows, problems)."""
    try:
        return entry_list.read(text, kind), ()
    except EntryListError as error:
        return [], error.problems


@pytest.mark.parametrize("where", ["{wide}\nA\n", "name\n{wide}\n"], ids=["header", "row"])
def test_a_line_of_a_hundred_thousand_cells_is_refused_at_once(where: str) -> None:
    text = where.format(wide="name," + ",".join(f"c{number}" for number in range(100_000)))
    with pytest.raises(EntryListError) as caught:
        entry_list.read(text, "singles")
    assert [problem.why.reason for problem in caught.value.problems] == ["no_csv"]
    assert len(entry_list.ignored(text, "singles")) == 0
