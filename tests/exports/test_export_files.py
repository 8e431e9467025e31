"""CSV, JSON and XLSX (host_tools/exports/sheets.py), and `boardside export`."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import openpyxl
import pytest
from carded import ASHA, LUKASZ, Recorded, best_of_three, crokinole, opened
from drawn import desk_of, with_groups
from typer.testing import CliRunner

from host_tools import cli
from host_tools.exports import ExportError, export_command
from host_tools.exports.export_command import Format, exported
from host_tools.exports.output import Choice
from host_tools.exports.sheets import COLUMNS, WHATS, Column, Sheet, SheetName
from host_tools.store import Store
from host_tools.store.database import writing
from host_tools.tournament.acts.entering import ImportEntries
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.entries import entry_list
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Decision

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
SCHEMA = Path(__file__).parents[2] / "docs" / "scripts" / "export-1.schema.json"
FORMULA = "=cmd|' /C calc'!A0"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = opened(tmp_path_factory.mktemp("exported"))
    event = with_groups(made)
    desk = desk_of(made)
    with writing(made.engine) as connection:  # nobody is level: the desk would refuse it
        book = Book(connection)
        decided = Decision("toss", ((desk.entries(event)[0].id, 1),), 1)
        book.add_decision(book.stages(event.id)[0].id, decided, 0, "anna")
    first, second = Recorded(3), Recorded(5, "0badcafd")
    best_of_three(first)
    crokinole(second)
    first.store_all(made)
    second.store_all(made)
    yield made
    made.close()


@cache
def _documented() -> jsonschema.Draft202012Validator:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def as_json(store: Store, *whats: SheetName, **choice: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(
        exported(store, Format.json, list(whats or WHATS), Choice(**choice), NOON)
    )
    return document


def as_csv(store: Store, sheet: SheetName, *, bom: bool = False) -> list[dict[str, str]]:
    content = exported(store, Format.csv, [sheet], Choice(), NOON, bom=bom)
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_the_json_is_what_its_schema_says(store: Store) -> None:
    document = as_json(store)
    _documented().validate(document)
    for sheet in WHATS:
        assert document[sheet], sheet
        described = _documented().schema["properties"][sheet]["items"]
        assert set(described["properties"]) == {column.key for column in COLUMNS[sheet]}
        assert described["required"] == [column.key for column in COLUMNS[sheet]]


def test_a_wrong_file_does_not_pass_the_schema(store: Store) -> None:
    document = as_json(store, "boards")
    document["boards"][0]["queen"] = "c"
    with pytest.raises(jsonschema.ValidationError):
        _documented().validate(document)


def test_matches_are_the_planned_ones_and_those_of_the_tables(store: Store) -> None:
    by_id = {row["match"]: row for row in as_json(store, "matches")["matches"]}
    assert len(by_id) == 12 + 4 + 2
    final = by_id["open-2026-ms-2-2-1"]
    assert (final["a"], final["b"], final["winner"]) == ("Asha Patil", "Łukasz Žižka", "a")
    assert (final["games"], final["laws_stage"], final["by_hand"]) == ("25–4", "final", "entered")
    assert final["corrected"]
    table = by_id["M2"]
    assert (table["a"], table["b"], table["table"], table["seal"]) == (ASHA, LUKASZ, 3, "sealed")
    assert (table["games_won_a"], table["games_won_b"], table["how"]) == (2, 1, "conceded")
    assert (table["soft"], final["soft"]) == (False, None)
    assert table["started_at"] == "2023-11-14T22:13:20.000Z"
    assert table["tournament"] is None


def test_boards_and_rounds(store: Store) -> None:
    rows = as_json(store, "boards")["boards"]
    carrom = [row for row in rows if row["match"] == "M2"]
    third = carrom[2]
    assert (third["points"], third["computed"], third["override"]) == (8, 10, True)
    assert (third["total_a"], third["total_b"], third["queen"], third["breaker"]) == (20, 8, "a", "b")
    rounds = [row for row in rows if row["match"] == "C1"]
    assert (rounds[0]["twenties_a"], rounds[0]["discs_a"], rounds[0]["points_a"]) == (2, 85, 2)
    assert (rounds[3]["winner"], rounds[3]["discs_a"], rounds[3]["total_b"]) == (None, None, 3)


def test_standings_say_which_step_decided(store: Store) -> None:
    rows = as_json(store, "standings", event="ms")["standings"]
    assert next(row["name"] for row in rows if row["kind"] == "knockout") == "Asha Patil"
    group = [row for row in rows if row["group"] == 1]
    assert [row["place"] for row in group] == [1, 2, 3, 4]
    assert {row["step"] for row in group} == {"points"}


def test_names_in_latin_letters_come_in_the_players_order(tmp_path: Path) -> None:
    made = opened(tmp_path)
    desk = desk_of(made)
    tournament = desk.do(NewTournament(key="teams", name="Teams", ruleset="icf"), None)
    event = desk.do(AddEvent(key="mt", name="Men's Teams", kind="team"), tournament).event
    desk.do(
        ImportEntries(lines=["team,players,latin", "GEC,आशा;Bo;बेला,Asha;;Bela", "CSE,Ann;Cy,", ""]), event
    )
    rows = as_json(made, "entries")["entries"]
    assert [(row["name"], row["latin"]) for row in rows] == [("GEC", "Asha /  / Bela"), ("CSE", "")]
    (again,) = entry_list.read(f"team,players,latin\nGEC,{rows[0]['players']},{rows[0]['latin']}\n", "team")
    assert [person.latin for person in again.players] == ["Asha", "", "Bela"]
    made.close()


def test_events_come_word_for_word(store: Store) -> None:
    stored = store.events(limit=1000)
    rows = as_json(store, "events")["events"]
    assert [row["event"] for row in rows] == [row["event"] for row in stored]
    only = as_json(store, "events", match="C1")["events"]
    assert {row["match"] for row in only} == {"C1"}


def test_no_cell_of_a_csv_is_a_formula(store: Store) -> None:
    rows = as_csv(store, "entries")
    assert [row["name"] for row in rows if "cmd" in row["name"]] == [f"'{FORMULA}"]
    for sheet in WHATS:
        whole = {column.key for column in COLUMNS[sheet] if column.kind == "whole"}
        for row in as_csv(store, sheet):
            for key, text in row.items():
                assert key in whole or not text.startswith(("=", "+", "-", "@", "\t", "\r")), (
                    sheet,
                    key,
                    text,
                )


@pytest.mark.parametrize("begin", ["=1+1", "+49", "-2", "@SUM(A1)", "\t=1", "\r=1"])
def test_what_a_spreadsheet_would_run_gets_an_apostrophe(begin: str) -> None:
    columns = (Column("name"), Column("net", "whole"))
    content = export_command.as_csv(Sheet("entries", columns, [{"name": begin, "net": -7}]))
    [row] = csv.DictReader(io.StringIO(content.decode(), newline=""))
    assert row == {"name": f"'{begin}", "net": "-7"}


def test_a_csv_is_utf_8_and_begins_with_a_mark_when_asked(store: Store) -> None:
    plain = exported(store, Format.csv, ["entries"], Choice(), NOON)
    marked = exported(store, Format.csv, ["entries"], Choice(), NOON, bom=True)
    assert marked == b"\xef\xbb\xbf" + plain
    assert "கார்த்திக்" in plain.decode()
    assert plain.count(b"\r\n") == 1 + 8


def test_the_workbook(store: Store) -> None:
    sheets: list[SheetName] = [sheet for sheet in WHATS if sheet != "events"]
    content = exported(store, Format.xlsx, sheets, Choice(), NOON)
    assert content == exported(store, Format.xlsx, sheets, Choice(), NOON)
    book = openpyxl.load_workbook(io.BytesIO(content))
    assert book.sheetnames == [sheet.capitalize() for sheet in sheets]
    entries, matches = book["Entries"], book["Matches"]
    assert entries.freeze_panes == matches.freeze_panes == "A2"
    assert [cell.value for cell in entries[1]] == [column.key for column in COLUMNS["entries"]]
    cells = {cell.value: cell for row in entries.iter_rows(min_row=2) for cell in row}
    assert cells[FORMULA].data_type == "s"  # a text, not a formula
    at = [column.key for column in COLUMNS["matches"]]
    row = next(row for row in matches.iter_rows(min_row=2) if row[0].value == "M2")
    assert row[at.index("games_won_a")].value == 2
    started = row[at.index("started_at")]
    assert started.value == datetime(2023, 11, 14, 22, 13, 20)
    assert started.number_format == "yyyy-mm-dd hh:mm:ss"


def test_the_command(store: Store, tmp_path: Path) -> None:
    app = cli.build("export")
    db = ["--db", str(store.engine.url)]

    def run(*arguments: str) -> Any:
        return CliRunner().invoke(app, ["export", *arguments, *db])

    target = tmp_path / "all.xlsx"
    names = (
        "tournaments, programme, stages, players, entries, matches, boards, corrections, decisions, standings"
    )
    result = run(str(target))
    assert (result.exit_code, result.stdout.strip()) == (0, f"{target}: {names}.")
    piped = run("-", "--format", "csv", "--what", "standings", "--event", "ms")
    assert piped.stdout.startswith("tournament,event,stage,kind,")
    for arguments, says in (
        (["x"], "say --format csv, json, xlsx, cmn,"),
        (["x.csv", "--what", "boards", "--what", "matches"], "one --what"),
        (["x.json", "--what", "umpires"], "--what umpires: there is tournaments, programme"),
        (["x.json", "--event", "xd"], "There is no event xd"),
    ):
        failed = run(*arguments)
        assert failed.exit_code == 2, arguments
        assert says in failed.stderr


def test_the_page_says_what_each_format_is_for() -> None:
    page = SCHEMA.with_name("exports.md").read_text(encoding="utf-8")
    for form in Format:
        assert f"\n- **{form.upper()}**" in page, form
        assert f"`{form}`" in page.split("`--format` is ")[1].split(";")[0], form


def test_what_there_is_not(store: Store) -> None:
    with pytest.raises(ExportError):
        as_json(store, "matches", tournament="none")
    assert as_json(store, "matches", match="none")["matches"] == []
