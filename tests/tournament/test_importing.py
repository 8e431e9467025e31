"""Whole tournaments from files: what comes in, what is refused, and that an export comes out the same."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from desk_hall import Hall, play

from host_tools.exports.export_command import Format, exported
from host_tools.exports.output import Choice
from host_tools.exports.sheets import COLUMNS, WHATS
from host_tools.store import Store
from host_tools.tournament.acts.draws import Decide, Draw
from host_tools.tournament.acts.entering import ImportEntries
from host_tools.tournament.acts.entries import Withdraw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call, EnterResult, WalkOver
from host_tools.tournament.acts.tournament import NewTournament, Set
from host_tools.tournament.desk.desk import Desk, DeskError
from host_tools.tournament.imports import import_files
from host_tools.tournament.imports.import_files import ImportFile
from host_tools.tournament.imports.importing import Imported
from host_tools.tournament.model.model import Decision, Fixture, StagePlan

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
PLAN = (
    StagePlan("groups", "", {"groups": 2, "advance": 2}),
    StagePlan("knockout", "Play-off", {"third": True}),
)
#: What only a table can say of a match, and how a result came here.
OF_TABLES = {
    *("title", "doubles", "confirmed", "seal", "journal", "first_seq", "started_at", "updated_at"),
    *("corrected", "by_hand", "soft"),
}
FILES = {
    "day.csv": "tournament,name,ruleset\nopen,City Open,vkk\n",
    "events.csv": "event,name,kind\nms,Men's Singles,singles\n",
    "stages.csv": (
        'event;stage;kind;settings\nms;1;groups;"{""groups"": 1, ""advance"": 2}"\nms;2;knockout;\n'
    ),
    "entries.csv": "name,club,seeding\nAsha,North,1\nBela,South,\nCem,North,\n",
    "matches.csv": "group,round,a,b,games\n1,1,Asha,Bela,25-8\n1,2,Cem,Asha,3-25\n1,3,Bela,Cem,\n",
}


def files(*names: str, **changed: str) -> list[ImportFile]:
    """Those of FILES with these names, all by default; changed: other texts, by the name before ".csv"."""
    texts = FILES | {f"{name}.csv": text for name, text in changed.items()}
    return [ImportFile(name, texts[name].encode()) for name in names or texts]


def document(desk: Desk) -> dict[str, Any]:
    whats = [name for name in WHATS if name != "events"]
    content: dict[str, Any] = json.loads(exported(desk.store, Format.json, whats, Choice(), NOON))
    return content


def as_file(content: Any, name: str = "open.json") -> ImportFile:
    return ImportFile(name, json.dumps(content, ensure_ascii=False, indent=1).encode())


def plain(content: dict[str, Any]) -> dict[str, Any]:
    """An export without what a table alone can say, and without the record of imports."""
    rows = [{key: row[key] for key in row if key not in OF_TABLES} for row in content["matches"]]
    corrections = [row for row in content["corrections"] if row["code"] != "imported"]
    return {**content, "matches": rows, "corrections": corrections, "boards": []}


def refusal(desk: Desk, given: Iterable[ImportFile]) -> list[str]:
    """The lines of the refusal of these files; nothing has changed."""
    before = document(desk)
    with pytest.raises(DeskError) as caught:
        desk.import_files(list(given))
    assert document(desk) == before
    lines = str(caught.value).splitlines()
    assert lines.pop() == "Nothing was imported."
    return lines


def of_sides(desk: Desk, *names: str) -> Fixture:
    """The match of these two."""
    event = desk.competition(desk.tournament(), "ms")
    titles = {entry.id: entry.title for entry in desk.entries(event)}
    return next(each for each in desk.fixtures(event) if {titles.get(each.a), titles.get(each.b)} == {*names})


def eventful(desk: Desk, hall: Hall) -> None:
    """A tournament of groups and a knockout, in which much has happened."""
    owner = desk.do(NewTournament(key="open", name="City Open", ruleset="vkk", place="Pune"), None)
    desk.do(Set(hall="North", tables=[1, 2]), owner)
    event = desk.do(AddEvent(key="ms", name="Men's Singles", stages=PLAN), owner).event
    rows = "".join(f"{name},Club {at % 3},{at + 1 if at < 2 else ''}\n" for at, name in enumerate("ABCDEFGH"))
    desk.do(ImportEntries(lines=("name,club,seeding\n" + rows).split("\n")), event)
    doubles = desk.do(
        AddEvent(key="md", name="Men's Doubles", kind="doubles", stages=[StagePlan("round_robin")]), owner
    ).event
    desk.do(
        ImportEntries(
            lines=["name,partner,club,partner club", "A,B,Club 0,Club 1", "C,=D,Club 2,Club 0", "E,F,,", ""]
        ),
        doubles,
    )
    desk.do(Draw(seed="seed"), event)
    desk.do(Draw(), doubles)
    play(desk, hall, desk.fixtures(event)[0], 1)
    desk.do(EnterResult(games=["3-25"], reason="the card says so"), desk.fixtures(event)[0], actor="anna")
    called = desk.fixtures(event)[1]
    desk.do(WalkOver(winner="b", early=True), called)
    gone = desk.entry(event, "H")
    desk.do(Withdraw(), gone)
    for _ in range(9):
        for at, fixture in enumerate(desk.fixtures(event, "ready")):
            desk.do(EnterResult(games=[f"25-{at}"], reason="from paper"), fixture, actor="bela")
    level = [entry.id for entry in desk.entries(doubles)]  # each has beaten the next one
    for fixture in desk.fixtures(doubles, "ready"):
        is_next = (level.index(fixture.b or 0) - level.index(fixture.a or 0)) % 3 == 1
        desk.do(EnterResult(games=["25-5" if is_next else "5-25"], reason="from paper"), fixture)
    places = desk.standings(doubles)[0]
    desk.do(
        Decide.of(Decision("toss", tuple((place.entry, -at) for at, place in enumerate(places)))), doubles
    )


def test_what_was_exported_can_be_imported_and_comes_out_the_same(
    desk: Desk, hall: Hall, tmp_path: Path
) -> None:
    eventful(desk, hall)
    first = document(desk)
    assert {row["how"] for row in first["matches"]} >= {"entered", "walk_over"}
    other = Store.open(f"sqlite:///{tmp_path / 'other.sqlite3'}")
    other_desk = Desk(other, desk._clock)
    made = other_desk.import_files([as_file(first)], actor="cem")
    second = document(other_desk)
    assert plain(second) == plain(first)
    assert json.dumps(plain(second)) == json.dumps(plain(first))
    decided = [row for row in second["matches"] if row["winner"] and row["note_code"] != "withdrawn"]
    assert {row["by_hand"] for row in decided} == {"imported"}
    assert {row["seal"] for row in second["matches"]} == {None}
    record = [row for row in second["corrections"] if row["code"] == "imported"]
    assert {(row["who"], row["facts"]["file"]) for row in record} == {("cem", "open.json")}
    assert len(record) == len(decided)
    [act] = [row for row in other.admins.acts() if row["what"] == "import"]
    assert (act["who"], act["detail"]["counts"]["match"]) == ("cem", made.counts()["match"])
    # Again: nothing. And by CSV, a file for each sheet: the same.
    again = other_desk.import_files([as_file(first)])
    assert (again.changes, document(other_desk)) == ((), second)
    third = Store.open(f"sqlite:///{tmp_path / 'third.sqlite3'}")
    sheets = [
        ImportFile(f"{name}.csv", exported(desk.store, Format.csv, [name], Choice(), NOON))
        for name in WHATS
        if name != "events"
    ]
    Desk(third, desk._clock).import_files(sheets, actor="cem")
    assert plain(document(Desk(third, desk._clock))) == plain(first)
    for store in (other, third):
        store.close()


def test_a_swiss_of_two_rounds_comes_out_as_it_went_in(desk: Desk, tmp_path: Path) -> None:
    plan = StagePlan("swiss", "", {"rounds": 3})
    owner = desk.do(NewTournament(key="open", name="City Open", ruleset="icf"), None)
    event = desk.do(AddEvent(key="ms", name="Men's Singles", stages=[plan], rules={"games": 1}), owner).event
    desk.do(ImportEntries(lines=("name\n" + "\n".join("ABCDE")).split("\n")), event)
    for _ in range(2):
        desk.do(Draw(seed="S"), event)
        for fixture in desk.fixtures(event, "ready"):
            desk.do(EnterResult(games=["25-8"], reason="paper"), fixture)
    content = document(desk)
    store = Store.open(f"sqlite:///{tmp_path / 'again.sqlite3'}")
    again = Desk(store, desk._clock)
    again.import_files([as_file(content)])
    assert plain(document(again)) == plain(content)
    event = again.competition(again.tournament(), "ms")
    assert {each.round for each in again.do(Draw(), event).fixtures} == {3}
    store.close()


def test_what_people_type_makes_a_tournament(desk: Desk) -> None:
    made = desk.import_files(files())
    assert made.counts() == {"tournament": 1, "event": 1, "entry": 3, "match": 4, "result": 2}
    fixture = of_sides(desk, "Asha", "Cem")
    assert fixture.result is not None
    assert (fixture.state, fixture.by_hand, fixture.result.how) == ("done", "imported", "entered")
    event = desk.competition(desk.tournament(), "ms")
    assert [(each.state, each.group) for each in desk.fixtures(event)][-2:] == [("ready", 1), ("waiting", 0)]
    # The last result brings the final; it can be in the same file.
    more = "stage,a,b,games\n1,Cem,Bela,25-1\n2,Asha,Cem,25-20\n"
    assert desk.import_files(files("matches.csv", matches=more)).counts() == {"result": 2}
    assert desk.competition(desk.tournament(), "ms").state == "done"
    again = desk.import_files(files())
    assert (again.changes, again.same) == ((), 8)


def swiss_files(matches: str) -> list[ImportFile]:
    """A Swiss of five, with these rows of matches."""
    desk_files = {
        "tournaments": "tournament,name,ruleset\nopen,City Open,icf\n",
        "programme": 'event,name,kind,rules\nms,Men\'s Singles,singles,"{""games"": 1}"\n',
        "stages": 'event,stage,kind,settings\nms,1,swiss,"{""rounds"": 3}"\n',
        "entries": "name\nAsha\nBela\nCem\nDev\nEsha\n",
        "matches": f"round,a,b,games\n{matches}",
    }
    return [ImportFile(f"{name}.csv", text.encode()) for name, text in desk_files.items()]


def test_the_rounds_of_a_swiss_with_an_odd_number_have_a_bye_each(desk: Desk) -> None:
    rows = "1,Asha,Bela,25-3\n1,bye,Esha,\n1,Cem,Dev,5-25\n2,Esha,Asha,25-4\n2,Dev,Bela,25-1\n2,Cem,,\n"
    desk.import_files(swiss_files(rows))
    event = desk.competition(desk.tournament(), "ms")
    titles = {None: "bye", **{entry.id: entry.title for entry in desk.entries(event)}}
    matches = [(each.round, titles[each.a], titles[each.b], each.state) for each in desk.fixtures(event)]
    assert matches == [
        (1, "Asha", "Bela", "done"), (1, "Cem", "Dev", "done"), (1, "Esha", "bye", "bye"),
        (2, "Esha", "Asha", "done"), (2, "Dev", "Bela", "done"), (2, "Cem", "bye", "bye"),
    ]  # fmt: skip
    points = {titles[line.entry]: line.points for line in desk.standings(event)[0]}
    assert points == {"Esha": 4, "Dev": 4, "Asha": 2, "Cem": 2, "Bela": 0}
    [rests] = [titles[each.a] for each in desk.do(Draw(), event).fixtures if each.state == "bye"]
    assert rests in ("Asha", "Bela", "Dev")
    assert (desk.import_files(swiss_files(rows))).changes == ()


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("1,Asha,Bela,\n1,Cem,,\n1,,Dev,\n", "one bye at most"),
        ("1,Asha,Bela,\n1,Asha,Dev,\n", "each entry is once"),
        ("1,Asha,Asha,\n", "each entry is once"),
        ("1,bye,,\n", "each entry is once"),
    ],
)
def test_a_round_of_a_swiss_has_everybody_once(desk: Desk, rows: str, says: str) -> None:
    [line] = refusal(desk, swiss_files(rows))
    assert says in line


def test_json_says_the_same_as_csv(desk: Desk) -> None:
    content = {
        "tournaments": [{"tournament": "open", "name": "City Open", "ruleset": "vkk"}],
        "programme": [{"event": "ms", "name": "Men's Singles", "kind": "singles"}],
        "stages": [{"event": "ms", "stage": 1, "kind": "knockout"}],
        "entries": [{"name": name} for name in ("Asha", "Bela", "Cem")],
        "matches": [
            {"a": "Asha", "b": None, "number": 1},
            {"a": "Bela", "b": "Cem", "number": 2, "games": [[25, 3]]},
            {"round": 2, "a": "Bela", "b": "Asha", "winner": "Asha", "games": "20-25"},
        ],
    }
    made = desk.import_files([as_file(content)])
    assert made.counts() == {"tournament": 1, "event": 1, "entry": 3, "match": 3, "result": 2}
    assert made.changes[-1].line == 51
    final = of_sides(desk, "Asha", "Bela")
    assert (final.laws_stage, final.result and final.result.games) == ("final", ((25, 20),))


def test_a_dry_run_tells_everything_and_changes_nothing(desk: Desk) -> None:
    before = document(desk)
    tried = desk.import_files(files(), dry_run=True)
    assert document(desk) == before
    assert [act for act in desk.store.admins.acts() if act["what"] == "import"] == []
    assert tried.changes == desk.import_files(files()).changes


def test_an_import_that_is_stopped_leaves_nothing(desk: Desk) -> None:
    seen = []

    def stop(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 7:
            raise KeyboardInterrupt

    before = document(desk)
    with pytest.raises(KeyboardInterrupt):
        desk.import_files(files(), progress=stop)
    assert (document(desk), seen[-1]) == (before, (7, 10))


def test_everything_that_is_wrong_is_told_at_once_by_line(desk: Desk) -> None:
    desk.import_files(files("day.csv", "events.csv", "stages.csv", "entries.csv"))
    wrong = "group,round,a,b,games\n1,1,Asha,Bella,25-8\nx,2,Cem,Asha,3-25\n"
    assert refusal(desk, files("matches.csv", matches=wrong)) == [
        "matches.csv, line 3, column group: 'x' is no whole number"
    ]
    wrong = wrong.replace("x,2", "1,2") + "1,3,Bela,Nobody,\n"
    lines = refusal(desk, files("matches.csv", matches=wrong))
    assert [line.partition(":")[0] for line in lines] == [
        "matches.csv, line 2, column b",
        "matches.csv, line 4, column b",
    ]
    desk.import_files(files("matches.csv"))
    wrong = "a,b,games\nAsha,Bela,25-9\nBela,Cem,26-1\nCem,Bela,\n"
    assert [line[:21] for line in refusal(desk, files("matches.csv", matches=wrong))] == [
        "matches.csv, line 2: ",
        "matches.csv, line 3: ",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "open.csv, line 1: the file is empty"),
        ("colour,size\nred,3\n", "open.csv, line 1: these columns are of no kind of row (colour, size)"),
        ('{"matches": [', "open.csv, line 1: this is no JSON from column 14 on"),
        (
            '{\n "matches": [\n  {"a": "x", "round": "1"}]}',
            "open.csv, line 3, column round: '1' is no whole number",
        ),
        ('{"entries": {"name": "Asha"}}', "open.csv, line 1, column entries: entries is a list of objects"),
        ('{"version": 2, "entries": []}', "open.csv, line 1, column version: version '2' is not known"),
        ("[" * 100_000, "open.csv, line 1: this is no JSON"),
        ("PK\x03\x04", "open.csv, line 1: "),
    ],
)
def test_a_file_of_another_form_is_refused(desk: Desk, text: str, says: str) -> None:
    with pytest.raises(DeskError) as caught:
        desk.import_files([ImportFile("open.csv", text.encode())])
    assert str(caught.value).startswith(says) or not text


def test_results_come_as_boards_games_or_totals(desk: Desk) -> None:
    desk.import_files(files(matches=FILES["matches.csv"].replace("25-8", "").replace("3-25", "")))
    boards = "match,game,board,winner,points\n{0},1,1,a,13\n{0},1,2,b,5\n{0},1,3,a,13\n"
    match = of_sides(desk, "Asha", "Bela").id
    desk.import_files([ImportFile("boards.csv", boards.format(match).encode())])
    fixture = desk.fixture(match)
    assert fixture.result is not None
    assert fixture.result.games == ((25, 5),)
    totals = "a,b,games won a,games won b,points a,points b\nAsha,Cem,0,1,10,25\n"
    desk.import_files(files("matches.csv", matches=totals))
    fixture = of_sides(desk, "Asha", "Cem")
    assert fixture.result is not None
    assert (fixture.result.winner, fixture.result.points, fixture.result.net) == ("a", (25, 10), 15)


def test_an_export_that_contradicts_itself_is_refused(desk: Desk, tmp_path: Path) -> None:
    desk.import_files(files())
    desk.import_files(files("matches.csv", matches="stage,a,b,games\n1,Cem,Bela,25-1\n2,Asha,Cem,25-20\n"))
    content = document(desk)
    final = next(row for row in content["matches"] if row["laws_stage"] == "final")
    final["entry_a"], final["entry_b"] = final["entry_b"], final["entry_a"]
    other = Store.open(f"sqlite:///{tmp_path / 'other.sqlite3'}")
    [line] = refusal(Desk(other), [as_file(content)])
    assert "column state: match open-ms-2-1-1 (done in the file) does not follow" in line
    other.close()


def test_a_match_at_a_table_is_left_alone(desk: Desk, hall: Hall) -> None:
    desk.import_files(files("day.csv", "events.csv", "stages.csv", "entries.csv"))
    desk.import_files(
        files("matches.csv", matches="group,round,a,b\n1,1,Asha,Bela\n1,2,Cem,Asha\n1,3,Bela,Cem\n")
    )
    desk.do(Call(table=1), of_sides(desk, "Asha", "Bela"))
    [line] = refusal(desk, files("matches.csv"))
    assert line.startswith("matches.csv, line 2: match open-ms-1-g1-1-1 is at table 1")


def test_columns_are_of_the_same_kind_as_in_an_export() -> None:
    kinds = {"whole": import_files.WHOLE, "json": import_files.JSON, "time": import_files.TIMES}
    for sheet in import_files.SHEETS:
        for column in COLUMNS[sheet]:
            if sheet not in ("standings", "events") and column.key not in ("started_at", "updated_at"):
                assert [kind for kind, names in kinds.items() if column.key in names] == (
                    [column.kind] if column.kind in kinds else []
                ), column
    assert import_files.SHEETS == WHATS
    assert Imported((), 0, {}).counts() == {}
