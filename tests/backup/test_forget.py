"""`boardside forget` (host_tools/backup/forgetting.py), and what `boardside verify` then says."""

import json
import sqlite3
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from kept import MATCH, NAME, hall
from typer.testing import CliRunner

from host_tools import cli
from host_tools.backup import backups, forgetting, portable
from host_tools.backup.people import Eraser
from host_tools.backup.reasons import CareError
from host_tools.collector.journals import state_of
from host_tools.exports import event_report
from host_tools.store import Store
from host_tools.store.database import reading, writing
from host_tools.store.rows import EventRecord, note_text
from host_tools.store.schema import events
from host_tools.tournament.acts.entries import Delete, Edit
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.desk.desk import Desk, Person
from host_tools.tournament.model import remarks
from host_tools.verify.command import verify_database

AT_MS = 1_773_000_000_000


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = hall(tmp_path)
    yield made
    made.close()


def forget(store: Store, name: str = NAME) -> forgetting.Forgotten:
    return forgetting.forget(store, name, AT_MS, "test")


def test_the_name_is_nowhere_in_the_file_any_more(store: Store) -> None:
    path = Path(str(store.engine.url.database))
    surname = NAME.split()[1].encode()
    assert any(surname in file.read_bytes() for file in path.parent.glob("*.sqlite3*"))
    forgotten = forget(store)
    assert forgotten.players == ["No. 2 of Open 2026"]
    assert (forgotten.rows["players"], forgotten.rows["events"], forgotten.rows["matches"]) == (1, 1, 1)
    store.close()
    for file in path.parent.glob("*.sqlite3*"):
        assert surname not in file.read_bytes(), file


def test_results_and_standings_stay(store: Store) -> None:
    def standing() -> list[tuple[int, int, int]]:
        with reading(store.engine) as connection:
            [report] = event_report.read(connection)
        ranked = [place for _, places in event_report.ranking(report) for place in places]
        assert ranked
        return [(place.place, place.entry, place.net) for place in ranked]

    before = standing()
    forget(store)
    assert standing() == before
    with reading(store.engine) as connection:
        [report] = event_report.read(connection)
    assert "No. 2" in {entry.title for entry in report.entries.values()}


def test_the_record_stays_whole_and_says_what_was_erased(store: Store) -> None:
    forget(store)
    report = verify_database(store)
    assert report.is_whole, report.findings
    [final] = [match for match in report.matches if match.match == MATCH]
    assert (final.seal, final.erased) == ("sealed", 1)
    assert "names erased at request" in final.line()
    notes = [finding.text for finding in report.findings if finding.match == MATCH]
    assert notes == ["personal data were erased from it at request"]


def test_after_it_a_change_is_still_found_out(store: Store) -> None:
    forget(store)
    changed = "UPDATE events SET body = replace(body, '\"left\":3', '\"left\":9') WHERE kind = 'board'"
    with writing(store.engine) as connection:
        connection.exec_driver_sql(f"{changed} AND match = '{MATCH}'")
    report = verify_database(store)
    assert any(finding.is_broken and finding.match == MATCH for finding in report.findings)


def test_another_head_in_an_erased_event_is_found_out(store: Store) -> None:
    forget(store)
    with writing(store.engine) as connection:
        row = connection.execute(
            events.select().where(events.c.kind == "match", events.c.match == MATCH)
        ).one()
        body = json.loads(row.body)
        body["erased"]["head"] = "00" * 32
        connection.execute(events.update().where(events.c.id == row.id).values(body=json.dumps(body)))
    assert not verify_database(store).is_whole


def test_nothing_but_what_people_typed_can_pass_as_erased(store: Store) -> None:
    with writing(store.engine) as connection:
        row = connection.execute(
            events.select().where(events.c.kind == "board", events.c.match == MATCH)
        ).first()
        assert row is not None
        body = {**json.loads(row.body), "left": 1, "erased": {"at": 1, "head": row.chain}}
        connection.execute(events.update().where(events.c.id == row.id).values(body=json.dumps(body)))
    assert not verify_database(store).is_whole


def test_in_the_middle_of_a_match_the_seal_covers_less_and_that_is_said(tmp_path: Path) -> None:
    from kept import Recorded, opened

    store, table = opened(tmp_path), Recorded(3)
    table.add("match", ruleset="icf", stage="round", rules={"games": 1}, breaks="a", a=["Asha"])
    table.add("names", b=[NAME])
    for left in (8, 8, 3):
        table.add("board", winner="a", left=left, queen="a", demand=0)
    table.add("confirm")
    table.store_all(store)
    forgotten = forget(store)
    report = verify_database(store)
    store.close()
    assert forgotten.uncovered == ["M1"]
    assert report.is_whole
    assert [finding.text for finding in report.findings] == [
        "personal data were erased from it at request; the seal no longer covers events 1 to 2"
    ]


def test_a_collector_goes_on_with_the_chain(store: Store) -> None:
    """After a restart the head is the one that the table has, too."""
    from kept import Recorded, final, opened

    folder = Path(str(store.engine.url.database)).parent / "other"
    folder.mkdir()
    other, table = opened(folder), Recorded(3)
    final(table)
    table.store_all(other)

    def head() -> str | None:
        stored = other.journals.read([table.journal.id])[table.journal.id]
        return state_of(table.journal.id, stored, [row.key for row in other.keys.rows()]).chain.head

    before = head()
    forget(other)
    after = head()
    other.close()
    assert after == before is not None


def test_a_table_that_sends_it_again_is_no_conflict_and_brings_nothing_back(store: Store) -> None:
    with reading(store.engine) as connection:
        row = connection.execute(
            events.select().where(events.c.kind == "match", events.c.match == MATCH)
        ).one()
    forget(store)
    again = EventRecord(row.journal, row.seq, 3, MATCH, "match", row.body, AT_MS, repeated=True)
    assert store.write([again]) == []
    stored = next(stored_event for stored_event in store.events(limit=1000) if stored_event["id"] == row.id)
    assert NAME not in json.dumps(stored, ensure_ascii=False)
    assert store.conflicts() == []


def test_whole_names_only(store: Store) -> None:
    with pytest.raises(CareError, match="Nobody is called"):
        forget(store, "Łukasz")
    with pytest.raises(CareError, match="Whose data"):
        forget(store, "  ")
    assert forget(store, "  łukasz   ŽIŽKA ").players == ["No. 2 of Open 2026"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ann Lee", ""),
        ("Final, Ann Lee", "Final, [erased]"),
        ("Joann Leeds", "Joann Leeds"),
        ("ann lee / Bo", "[erased] / Bo"),
        ("called Ann\u00a0 Lee, twice: ANN LEE.", "called [erased], twice: [erased]."),
    ],
)
def test_a_name_in_a_text(text: str, left: str) -> None:
    assert Eraser("Ann Lee").text(text) == left


def test_an_accent_is_the_same_however_it_is_encoded_and_vowel_signs_are_letters() -> None:
    apart = unicodedata.normalize("NFD", NAME)
    assert apart != NAME
    assert Eraser(NAME).text(f"{apart} won") == "[erased] won"
    assert Eraser(apart).text(f"{NAME} won") == "[erased] won"
    assert Eraser("रश्म").text("रश्मि खेलीं") == "रश्मि खेलीं"
    assert Eraser("रश्मि").text("रश्मि खेलीं") == "[erased] खेलीं"


def test_a_name_in_the_facts_of_a_note_goes_and_the_note_still_says_what_it_is(store: Store) -> None:
    note = note_text("called_with", {"called": f"{NAME.upper()} / Bo", "instead": NAME})
    update = "UPDATE fixtures SET note_code = 'called_with', note = ? WHERE id = ?"
    with writing(store.engine) as connection:
        connection.exec_driver_sql(update, (note, MATCH))
    forget(store)
    fixture = Desk(store).fixture(MATCH)
    assert fixture.note_facts == {"called": "[erased] / Bo", "instead": ""}
    expected = "It was called with [erased] / Bo; by the results before it: [erased]."
    assert remarks.note(fixture.note_code, fixture.note_facts) == expected


def test_words_of_ours_stay_even_if_somebody_is_called_so() -> None:
    body = '{"kind":"match","stage":"final","a":["Final"],"title":"Final"}'
    assert json.loads(Eraser("Final").json_text(body)) == {
        "kind": "match",
        "stage": "final",
        "a": [""],
        "title": "",
    }


def test_the_command_asks_and_says_what_it_cannot_reach(store: Store) -> None:
    app, arguments = cli.build("forget"), ["forget", NAME, "--db", str(store.engine.url)]
    no = CliRunner().invoke(app, arguments, input="n\n")
    assert no.exit_code == 1
    assert f"matches: 1 row would change: {MATCH}" in no.stdout
    assert any(NAME in json.dumps(row["names"], ensure_ascii=False) for row in store.matches())
    yes = CliRunner().invoke(app, [*arguments, "--yes"])
    assert yes.exit_code == 0
    assert "their flash keeps the last matches" in yes.stdout
    assert not any(NAME in json.dumps(row["names"], ensure_ascii=False) for row in store.matches())
    assert store.admins.acts()[0]["what"] == "forget"
    assert NAME not in json.dumps(store.admins.acts(), ensure_ascii=False)


def test_whoever_is_nearly_called_so_is_named(store: Store) -> None:
    for spelling, how in (
        ("Lukasz Zizka", "other case, accents or spaces"),
        ("Žižka, Łukasz", "another order"),
        ("Ł. Žižka", "initials"),
        ("Łukas Žižka", "a few other letters"),
        ("Žižka", "a part of the name"),
    ):
        with pytest.raises(CareError) as caught:
            forget(store, spelling)
        assert f"{NAME!r} ({how}; player of Open 2026" in str(caught.value)
    with pytest.raises(CareError, match=r"Nobody is called 'Zebedee Quux' here\. Give the whole name"):
        forget(store, "Zebedee Quux")


def test_other_spellings_stay_and_are_told(store: Store) -> None:
    with writing(store.engine) as connection:
        connection.exec_driver_sql("UPDATE fixtures SET umpire = 'Zizka Lukasz' WHERE id = ?", (MATCH,))
    forgotten = forget(store)
    assert [str(name) for name in forgotten.near] == ["'Zizka Lukasz' (another order; umpires)"]
    assert forget(store, "zizka lukasz").rows == {"fixtures": 1}


def test_a_dry_run_says_everything_and_changes_nothing(store: Store) -> None:
    path = Path(str(store.engine.url.database))
    store.at_work.begin()  # a collector that runs is no hindrance
    before = list(sqlite3.connect(path).iterdump())
    arguments = ["forget", NAME, "--dry-run", "--json", "--db", str(store.engine.url)]
    result = CliRunner().invoke(cli.build("forget"), arguments)
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["players"] == ["No. 2 of Open 2026"]
    assert report["rows"]["matches"] == 1
    assert MATCH in report["places"]["matches"]
    assert f"match of {MATCH}" in report["places"]["events"]
    assert list(sqlite3.connect(path).iterdump()) == before


def test_a_reader_that_keeps_the_old_pages_is_said_and_the_next_run_cleans(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(str(store.engine.url.database))
    reader = sqlite3.connect(path)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM events").fetchone()
    with monkeypatch.context() as patch:
        patch.setattr(forgetting, "READERS_S", 0.05)
        with pytest.raises(CareError, match="may still hold traces"):
            forget(store)
    reader.close()
    with pytest.raises(CareError, match="Nobody is called"):
        forget(store)  # it is gone, and now its traces, too
    store.close()
    surname = NAME.split()[1].encode()
    assert not any(surname in file.read_bytes() for file in path.parent.glob("hall.sqlite3*"))


def edit(store: Store, number: int, **values: str) -> None:
    desk = Desk(store)
    event = desk.competition(desk.tournament("open-2026"), "ms")
    entry = next(entry for entry in desk.entries(event) if entry.players[0].number == number)
    desk.do(Edit(player=str(number), **values), entry)  # type: ignore[dict-item]


EARLIER = (
    "Lucas Schischka",
    "Loukas Zhizhka",
    "Lukáš Quux",
    "Old Club",
    "New Club",
    "QX",
    "LIC-17",
    "LIC-18",
)


def edited(store: Store) -> None:
    """A player whose name, spelling, club, country and licence were edited, more than once."""
    edit(store, 2, name="Lucas Schischka", latin="Loukas Zhizhka", club="Old Club", licence="LIC-17")
    edit(store, 2, name="Lukáš Quux", latin="", club="New Club", country="QX", licence="LIC-18")
    edit(store, 2, name=NAME, latin="Lukasz Zizka", club="", country="", licence="")


@pytest.mark.parametrize("wanted", [NAME, "Lucas Schischka", "Loukas Zhizhka", "Lukasz Zizka"])
def test_what_was_edited_goes_too_by_whichever_of_the_names(store: Store, wanted: str) -> None:
    edited(store)
    path = Path(str(store.engine.url.database))
    forgotten = forget(store, wanted)
    assert forgotten.players == ["No. 2 of Open 2026"]
    assert {NAME, "Lucas Schischka", "Loukas Zhizhka"} <= set(forgotten.spellings)
    store.close()
    for file in path.parent.glob("*.sqlite3*"):
        content = file.read_bytes()
        assert [text for text in (NAME, *EARLIER) if text.encode() in content] == []
        # Nor as JSON writes other letters.
        assert json.dumps(NAME)[1:-1].encode() not in content


def test_a_deleted_entry_keeps_nothing_of_who_was_in_it(store: Store) -> None:
    desk = Desk(store)
    event = desk.do(AddEvent(key="xx", name="Later"), desk.tournament("open-2026")).event
    entry = desk.add_entry(event, [Person("Zoe Gone", "Zoe Club", "ZZ", "ZOE-1", "Zoë")])
    desk.do(Edit(player=str(entry.players[0].number), club="Zoe Second"), entry)
    desk.do(Delete(), desk.entries(event)[0])
    forget(store, "Zoe Gone")
    kept = json.dumps(store.admins.acts(), ensure_ascii=False)
    assert [text for text in ("Zoe", "ZOE-1", "Zoë", "ZZ") if text in kept] == []


def test_whoever_had_the_name_before_is_asked_for_when_another_has_it(store: Store) -> None:
    edit(store, 2, name="Someone Else")
    edit(store, 3, name=NAME)
    forgotten = forgetting.forget(store, NAME, AT_MS, "test", only_look=True)
    assert forgotten.players == ["No. 3 of Open 2026"]
    assert ("Someone Else", forgetting.FORMER) in [(near.name, near.how) for near in forgotten.near]
    both = forgetting.forget(store, NAME, AT_MS, "test", also=["someone else"])
    assert sorted(both.players) == ["No. 2 of Open 2026", "No. 3 of Open 2026"]


def test_a_name_that_somebody_else_has_now_stays(store: Store) -> None:
    edit(store, 2, name="Someone Else")
    edit(store, 3, name=NAME)
    assert forget(store, "Someone Else").players == ["No. 2 of Open 2026"]
    desk = Desk(store)
    assert desk.players(desk.tournament("open-2026"))[2].name == NAME


def test_the_command_asks_for_each_similar_spelling(store: Store) -> None:
    with writing(store.engine) as connection:
        connection.exec_driver_sql("UPDATE fixtures SET umpire = 'Zizka Lukasz' WHERE id = ?", (MATCH,))
    arguments = ["forget", NAME, "--db", str(store.engine.url)]
    result = CliRunner().invoke(cli.build("forget"), arguments, input="y\ny\n")
    assert result.exit_code == 0, result.output
    assert Desk(store).fixture(MATCH).umpire == ""


def test_an_opened_archive_asks_for_the_names_that_its_matches_were_played_with(
    store: Store, tmp_path: Path
) -> None:
    """An archive has no acts, which would say who was called so before."""
    edit(store, 2, name="Zoe Quux")
    file, target = tmp_path / "open.boardside", f"sqlite:///{tmp_path / 'opened.sqlite3'}"
    portable.archive(store, "open-2026", file, datetime(2026, 3, 12, tzinfo=UTC))
    backups.restore(file, target, "tournament")
    opened = Store.open(target)
    forgotten = forgetting.forget(opened, "Zoe Quux", AT_MS, "test", only_look=True)
    assert (NAME, forgetting.PLAYED) in [(near.name, near.how) for near in forgotten.near]
    forgetting.forget(opened, "Zoe Quux", AT_MS, "test", also=[near.name for near in forgotten.near])
    opened.close()
    content = b"".join(path.read_bytes() for path in tmp_path.glob("opened.sqlite3*"))
    assert [text for text in ("Quux", NAME) if text.encode() in content] == []


def test_a_latin_spelling_goes_with_its_name_and_the_others_stay() -> None:
    event = {"a": ["आशा"], "b": ["बेला"], "latin": [["आशा", "Asha"], ["बेला", "Bela"]]}
    assert Eraser("आशा").value(event) == {"a": [""], "b": ["बेला"], "latin": [["बेला", "Bela"]]}
