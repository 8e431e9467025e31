"""The organiser's day by command: what each says, what it prints for scripts, and how it refuses."""

import hashlib
import re
import shutil
from pathlib import Path

import pytest
from desk_hall import Hall
from desk_line import Line

from host_tools.store import Store
from host_tools.store.database import now_ms

pytestmark = pytest.mark.usefixtures("clock_at_noon")

LIST = "name,club,seeding\nAsha,North,1\nBela,South,2\nChitra,East,\nDev,West,\n"


@pytest.fixture
def line(tmp_path: Path) -> Line:
    return _line(tmp_path)


def _line(folder: Path) -> Line:
    (folder / "list.csv").write_text(LIST, encoding="utf-8")
    return Line(folder)


@pytest.fixture(scope="module")
def draw(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database after the draw."""
    line = _line(tmp_path_factory.mktemp("draw"))
    line.ok("tournament", "new", "open", "Spring Open", "--ruleset", "vkk", "--place", "Chennai")
    line.ok("event", "add", "ms", "Men's Singles", "--stage", "knockout:third")
    line.ok("entries", "import", str(line.folder / "list.csv"))
    line.ok("draw", "--seed", "K7QM-3XWD")
    return line.database


@pytest.fixture
def drawn(draw: Path, line: Line) -> Line:
    shutil.copy(draw, line.database)
    return line


def test_from_an_empty_folder_to_the_draw(line: Line) -> None:
    assert "boardside event add" in line.ok("tournament", "new", "open", "Spring Open")
    assert "knockout" in line.ok("event", "add", "ms", "Men's Singles")
    assert "4 entries in Men's Singles; 4 in all" in line.ok(
        "entries", "import", str(line.folder / "list.csv")
    )
    assert "Esha (No. 5, North) is in Men's Singles." in line.ok("entries", "add", "Esha", "--club", "North")
    listed = line.json("entries", "list")
    assert [entry["title"] for entry in listed] == ["Asha", "Bela", "Chitra", "Dev", "Esha"]
    assert listed[0]["players"][0]["club"] == "North"
    first = line.ok("draw", "--seed", "K7QM-3XWD")
    assert "seed K7QM-3XWD" in first
    lots_shown = re.findall(r"(?m)^ +\d+  ([0-9a-f]{8}) +(\d+)  ", first)
    assert len(lots_shown) == 5
    assert lots_shown == sorted(lots_shown)
    for lot, entry in lots_shown:  # as docs/organiser/standings.md tells people to check it
        assert hashlib.sha256(f"K7QM-3XWD|{entry}".encode()).hexdigest().startswith(lot)
    assert "taken back" in line.ok("draw", "--undo")
    assert line.ok("draw", "--seed", "K7QM-3XWD") == first
    tournament = line.json("tournament", "show", "open")
    assert (tournament["key"], tournament["events"][0]["seed"]) == ("open", "K7QM-3XWD")
    assert tournament["events"][0]["stages"][0]["kind"] == "knockout"
    assert line.json("tournament", "show")[0]["state"] == "open"


def test_a_match_is_called_won_and_corrected(drawn: Line) -> None:
    store = Store.open(drawn.url)
    hall = Hall(store, at=now_ms())
    tables = drawn.json("call")
    assert [table["free"] for table in tables] == [True, True, True]
    assert "no collector" in drawn.ok("call", "ms-1-1-1", "2", "--umpire", "Rita", "--report", "5:00").lower()
    [called] = drawn.json("matches", "--state", "called")
    assert (called["state"], called["table"], called["umpire"]) == ("called", 2, "Rita")
    assert called["report_by"] - called["called_at"] == 300_000
    assert "Table 1: Men's Singles" in drawn.ok("call", "--next")
    hall.take()
    hall.win(2, "a")
    matches = {match["id"]: match for match in drawn.json("matches", "--state", "done")}
    assert matches["open-ms-1-1-1"]["result"]["games"] == [[25, 0]]
    refused = drawn.fails("result", "ms-1-1-1", "20-25", "--reason", "sides mixed up")
    known = matches["open-ms-1-1-1"]["result_version"]
    assert "The table reported 25-0, won by A as the result of match MS 1;" in refused
    assert "yours is 20-25, won by B. Nothing has changed." in refused
    assert f"--known {known}" in refused
    assert f"--known {known}" in drawn.ok("result", "ms-1-1-1")
    assert "needs a reason" in drawn.fails("result", "ms-1-1-1", "20-25", "--known", known)
    output = drawn.ok("result", "ms-1-1-1", "20-25", "--known", known, "--reason", "sides mixed up")
    assert "corrected by hand" in output
    assert "25-0 → 20-25: sides mixed up" in output
    assert "Changed: MS 1, MS 3" in output
    assert "done†" in drawn.ok("matches")
    other = drawn.json("matches", "--state", "called")[0]["id"]
    assert "to report (143i)" in drawn.fails("result", other, "--walkover", "a")
    assert "walk-over" in drawn.ok("result", other, "--walkover", "a", "--early", "--yes")
    assert len(drawn.json("standings")["groups"]["0"]) == 4
    assert "still in: the final" in drawn.ok("standings")
    store.close()


def test_a_result_that_stands_is_replaced_only_by_who_has_seen_it(drawn: Line) -> None:
    sheet = ("--reason", "the sheet")
    drawn.ok("result", "ms-1-1-1", "25-10", *sheet)
    assert "entered by hand" in drawn.ok("result", "ms-1-1-1", "25-10", *sheet), (
        "the same twice is no quarrel"
    )
    first = drawn.json("matches")[0]["result_version"]
    drawn.ok("result", "ms-1-1-1", "25-9", "--known", first, *sheet)
    message = drawn.fails("result", "ms-1-1-1", "25-8", "--known", first, *sheet)
    assert "command line entered 25-9, won by A" in message
    assert "yours is 25-8, won by A" in message
    assert "yours is won by B" in drawn.fails("result", "ms-1-1-1", "--winner", "b", *sheet)
    assert drawn.json("matches")[0]["result"]["games"] == [[25, 9]]


def test_a_result_is_cleared_after_it_was_shown_what_follows(drawn: Line) -> None:
    drawn.ok("result", "ms-1-1-1", "25-10", "--reason", "the sheet")
    assert "is cleared for a reason (--reason)" in drawn.fails("result", "ms-1-1-1", "--clear")
    asked = drawn.run("result", "ms-1-1-1", "--clear", "--reason", "the other match")
    assert asked.exit_code == 1
    assert "Men's Singles, final: " in asked.stdout
    assert ", waiting becomes winner of" in asked.stdout
    assert drawn.json("matches")[0]["state"] == "done"
    assert "not for this" in drawn.fails("result", "ms-1-1-1", "25-1", "--clear")
    output = drawn.ok("result", "ms-1-1-1", "--clear", "--reason", "the other match", "--yes")
    assert "The result of match MS 1 is cleared." in output
    assert drawn.json("matches")[0]["state"] == "ready"
    assert "25-10 → nothing: the other match" in drawn.ok("result", "ms-1-1-1")
    assert "has no result that could be cleared" in drawn.fails(
        "result", "ms-1-1-1", "--clear", "--reason", "again"
    )


def test_who_withdraws_is_shown_with_what_becomes_of_the_results_and_comes_back(line: Line) -> None:
    line.ok("tournament", "new", "open", "City Open")
    line.ok("event", "add", "rr", "League", "--stage", "round_robin")
    for name in ("Asha", "Bela", "Chitra"):
        line.ok("entries", "add", name, "--club", "Civil")
    line.ok("draw")
    asked = line.run("entries", "withdraw", "1")
    assert asked.exit_code == 1
    assert "Withdraw Asha (No. 1, Civil) from League?" in asked.stdout
    output = line.ok("entries", "withdraw", "1", "--yes", "--reason", "ill")
    assert "Asha (No. 1, Civil) has withdrawn from League." in output
    assert "boardside event set rr --withdrawals all" in output
    line.ok("event", "set", "rr", "--withdrawals", "all")
    assert "taken in again for a reason (--reason)" in line.fails("entries", "withdraw", "1", "--return")
    output = line.ok("entries", "withdraw", "1", "--return", "--reason", "she had gone to eat")
    assert "Asha (No. 1, Civil) is in League again." in output
    assert "Changed: " in output
    assert {match["state"] for match in line.json("matches")} == {"ready"}
    assert "event set rr --withdrawals none" in line.ok("entries", "withdraw", "1", "--yes")
    assert "one of all, none, usual" in line.fails("event", "set", "rr", "--withdrawals", "some")


def test_a_slip_is_corrected_and_a_reserve_takes_a_place(drawn: Line) -> None:
    output = drawn.ok("entries", "edit", "1", "--name", "Asha Rao", "--licence", "17", "--reason", "typo")
    assert "Asha Rao (No. 1, " in output
    assert "is in the draw of" in drawn.fails("entries", "withdraw", "1", "--delete", "--yes")
    assert "Asha Rao" in drawn.ok("matches")
    assert "Singles A (ms): knockout, by vkk." in drawn.ok("event", "set", "ms", "--name", "Singles A")
    assert "Open 2026" in drawn.ok("tournament", "set", "--name", "Open 2026")
    assert "Zoe (No. 5) is reserve 1 of Singles A" in drawn.ok("entries", "add", "Zoe", "--reserve")
    output = drawn.ok("entries", "withdraw", "1", "--yes")
    assert "Its place is free for the first reserve, Zoe (No. 5): `boardside event fill 1 -e ms`." in output
    output = drawn.ok("entries", "list")
    assert "withdrawn before the first match" in output
    assert "Reserve 1: Zoe (No. 5)" in output
    assert "Zoe (No. 5) plays in Singles A." in drawn.ok("event", "fill", "1")
    drawn.ok("event", "add", "xx", "Wrong")
    assert "Delete Wrong: 0 entries and 0 matches?" in drawn.run("event", "delete", "xx").stdout
    assert "Wrong is deleted." in drawn.ok("event", "delete", "xx", "--yes")


def test_the_event_is_said_in_the_same_way_everywhere(drawn: Line) -> None:
    drawn.ok("event", "add", "xx", "Others")
    file = drawn.folder / "more.csv"
    file.write_text("Nr,name\n1,Xenia\n2,Yasmin\n", encoding="utf-8")
    assert "The column “Nr” is not used" in drawn.ok("entries", "import", str(file), "-e", "xx")
    assert "Name one of ms, xx" in drawn.fails("entries", "list", "ms", "--event", "xx")
    for words in (("draw",), ("matches",), ("entries", "list"), ("standings",)):
        assert drawn.ok(*words, "--event", "xx")
    store = Store.open(drawn.url)
    Hall(store, at=now_ms())
    assert "Others" in drawn.ok("call", "--next", "--tables", "1", "--event", "xx")
    assert "No match can be called" in drawn.fails("call", "--next", "--tables", "2", "--event", "xx")
    store.close()


def test_a_walk_over_of_a_match_that_nobody_called_is_asked_about(drawn: Line) -> None:
    assert "has not been called" in drawn.fails("result", "ms-1-1-1", "--walkover", "a")
    asked = drawn.run("result", "ms-1-1-1", "--walkover", "a", "--early")
    assert asked.exit_code == 1
    assert "Nobody has called" in asked.stdout
    assert drawn.json("matches")[0]["state"] == "ready"
    assert "walk-over" in drawn.ok("result", "ms-1-1-1", "--walkover", "a", "--early", "--yes")
    [match] = [each for each in drawn.json("matches") if each["id"].endswith("ms-1-1-1")]
    assert f"{match['title_a']} by walk-over" in " ".join(drawn.ok("matches").split())


def test_a_protest_is_listed_and_ruled_on(drawn: Line) -> None:
    assert "No protest is open" in drawn.ok("protests")
    store = Store.open(drawn.url)
    hall = Hall(store, at=now_ms())
    drawn.ok("call", "ms-1-1-1", "1")
    hall.take()
    hall.win(1, confirm=False)
    hall.enter(1, {"kind": "protest", "side": "a", "about": "last", "text": "moved"})
    assert "moved" in drawn.ok("protests")
    assert drawn.json("protests")[0]["match"] == "open-ms-1-1-1"
    assert "uphold|overrule" in drawn.fails("protests", "ms-1-1-1", "maybe")
    assert "no such protest" in drawn.fails("protests", "ms-1-1-2", "--fee", "")
    assert "fee paid, 500 INR." in drawn.ok("protests", "ms-1-1-1", "--fee", "500 INR")
    [act] = drawn.json("tournament", "acts", "--limit", "1")
    assert "The fee is not noted any more." in drawn.ok("tournament", "acts", str(act["id"]))
    drawn.ok("tournament", "acts", str(act["id"]), "--take-back", "--reason", "x", "--yes")
    assert drawn.json("protests")[0]["fee"] is None
    drawn.ok("protests", "ms-1-1-1", "--fee", "", "--number", "1")
    drawn.ok("protests", "ms-1-1-1", "--fee", "20 EUR")
    assert "fee none again." in drawn.ok("tournament", "acts", "--limit", "1")
    assert "the result stands" in drawn.ok("protests", "ms-1-1-1", "overrule")
    hall.take()
    assert "No protest is open" in drawn.ok("protests")
    decided = drawn.json("protests", "--all")[0]
    assert (decided["fee"], decided["paid"]) == ("forfeited", "20 EUR")
    store.close()


def test_halls_entries_and_closing(drawn: Line) -> None:
    assert "North: tables 1, 2, 3" in drawn.ok("tournament", "set", "--hall", "North", "--tables", "1-3")
    assert "'x' is no table" in drawn.fails("tournament", "set", "--hall", "North", "--tables", "x")
    assert "Dev (No. 4, West) has withdrawn" in drawn.ok("entries", "withdraw", "Dev", "--yes")
    assert "closed" in drawn.ok("tournament", "close")
    assert "Spring Open is closed" in drawn.fails("entries", "withdraw", "Asha")
    assert "open" in drawn.ok("tournament", "close", "--undo")
    drawn.ok("draw", "--undo")
    assert "Eve (No. 5) plays" in drawn.ok("entries", "edit", "Asha", "--replace", "Asha", "--name", "Eve")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("tournament", "new", "Open 2026", "Open"), "is no key"),
        (("event", "add", "x", "X", "--stage", "league"), "no kind of stage"),
        (("event", "add", "x", "X", "--kind", "triples"), "one of singles, doubles, team"),
        (("event", "add", "x", "X", "--rules", "{points}"), "no JSON"),
        (("entries", "import", "nowhere.csv"), "nowhere.csv cannot be read"),
        (("entries", "list", "md"), "has no event 'md'"),
        (("entries", "withdraw", "Zoe"), "has no entry 'Zoe'"),
        (("draw",), "is drawn already (seed K7QM-3XWD)"),
        (("call", "9-9-9", "1"), "There is no match '9-9-9'"),
        (("result", "ms-1-1-1", "31-10", "--reason", "r"), "31-10: a game goes to 25 points"),
        (("result", "ms-1-1-1", "3-2", "--reason", "r"), "say who has it (--winner a or b)"),
        (("tournament", "set", "--rest-minutes", "500"), "0 to 120"),
        (("call", "ms-1-1-1"), "To which table?"),
        (("call", "ms-1-1-1", "1", "--report", "5"), "is no time"),
        (("result", "ms-1-1-1", "--walkover", "c"), "a|b|none"),
        (("result", "ms-1-1-1", "25:10:3", "--reason", "r"), "is not the points of a game"),
        (("matches", "--state", "lost"), "no state of a match"),
        (("standings", "--decide", "Asha"), "such as Asha=8"),
        (("standings", "--decide", "Zoe=8"), "'Zoe' is no entry of this event"),
        (("standings", "--group", "9"), "has no group 9 in this stage; there are: none"),
        (("protests", "ms-1-1-1", "uphold"), "no such protest"),
    ],
)
def test_bad_input_says_what_to_do(drawn: Line, words: tuple[str, ...], message: str) -> None:
    assert message in drawn.fails(*words).replace("\n", " ")


def test_a_broken_list_enters_nobody_and_names_every_problem(line: Line) -> None:
    line.ok("tournament", "new", "open", "Spring Open")
    line.ok("event", "add", "ms", "Men's Singles")
    broken = line.folder / "broken.csv"
    broken.write_text("name,seeding\nAsha,1\n,2\nBela,first\n", encoding="utf-8")
    message = line.fails("entries", "import", str(broken))
    assert "broken.csv: nothing was done" in message
    assert "line 3" in message
    assert "line 4, column seeding" in message
    assert line.json("entries", "list") == []


def test_the_same_seeding_twice_is_told_by_list_and_by_hand_alike(line: Line) -> None:
    line.ok("tournament", "new", "open", "Spring Open")
    line.ok("event", "add", "ms", "Men's Singles")
    level = line.folder / "level.csv"
    level.write_text("name,seeding\nAsha,1\nBela,2\nChitra,2\n", encoding="utf-8")
    output = line.ok("entries", "import", str(level))
    assert "Seeding 2 is that of Bela and Chitra: the lot decides between them." in output
    output = line.ok("entries", "add", "Dev", "--seeding", "1")
    assert "Seeding 1 is that of Asha and Dev: the lot decides" in output
    line.ok("entries", "withdraw", "Dev", "--yes")
    assert "Seeding 1" not in line.ok("entries", "add", "Esha")
    wrong = "a whole number from 1 (the best) to 999"
    assert wrong in line.fails("entries", "add", "Farid", "--seeding", "1000")
    level.write_text("name,seeding\nFarid,1000\n", encoding="utf-8")
    assert f"line 2, column seeding: “1000”: {wrong}" in line.fails("entries", "import", str(level))


def test_without_a_database_the_way_to_one_is_named(line: Line) -> None:
    assert "There is no database" in line.fails("matches")


def test_a_list_is_of_one_event(line: Line) -> None:
    line.ok("tournament", "new", "open", "Spring Open")
    line.ok("event", "add", "ms", "Men's Singles")
    line.ok("event", "add", "ws", "Women's Singles")
    listed = str(line.folder / "list.csv")
    assert "Which event? Name one of ms, ws" in line.fails("entries", "import", listed)
    assert "has no event 'xs'; it has ms, ws" in line.fails("entries", "import", listed, "-e", "xs")
    assert "4 entries in Women's Singles" in line.ok("entries", "import", listed, "-e", "ws")


def test_the_score_so_far_and_who_had_no_rest_are_told(drawn: Line) -> None:
    store = Store.open(drawn.url)
    hall = Hall(store, at=now_ms())
    drawn.ok("tournament", "set", "--rest-minutes", "12")
    drawn.ok("call", "--next", "--tables", "1-2")
    hall.take()
    hall.begin(1)
    hall.enter(1, {"kind": "board", "winner": "a", "left": 5, "queen": "a"})
    assert "so far 8-0" in drawn.ok("matches")
    assert "so far 8-0" in drawn.ok("result", "ms-1-1-1")
    assert drawn.json("matches", "--state", "playing")[0]["live"] == "8-0"
    assert "is being played: MS 1 (table 1)" in drawn.fails("tournament", "close")
    playing = drawn.json("matches", "--state", "playing")[0]
    output = drawn.ok("entries", "withdraw", playing["title_b"], "--yes")
    assert "Match MS 1 is being played at table 1: it goes on" in output
    assert "in play" not in drawn.ok("call", "ms-1-1-2", "--recall")
    output = drawn.ok("call", "ms-1-1-1", "--recall", "--force")
    assert "Table 1 still has match MS 1 in play" in output
    drawn.ok("call", "ms-1-1-2", "2")
    hall.win(2)
    output = drawn.ok("call", "ms-1-2-1", "3")
    assert output.count("ended a match less than a minute ago; 12 minutes are for rest.") == 1
    store.close()


def test_who_plays_for_the_teams_is_told(line: Line) -> None:
    line.ok("tournament", "new", "open", "Vaishali", "--ruleset", "vaishali")
    line.ok("event", "add", "tm", "Teams", "--kind", "team")
    teams = line.folder / "teams.csv"
    teams.write_text("team,players\nCSE,A1;A2;A3;A4;A5\nECE,B1;B2;B3;B4;B5\n", encoding="utf-8")
    line.ok("entries", "import", str(teams))
    line.ok("draw", "--seed", "K7QM-3XWD")
    store = Store.open(line.url)
    Hall(store, at=now_ms())
    first = line.json("matches", "--state", "ready")[0]
    a, b = (first[f"title_{side}"] for side in "ab")
    ours, theirs = ("A", "B") if a == "CSE" else ("B", "A")
    output = line.ok("lineup", first["id"], "a", f"{ours}3, {ours}5")
    assert f"  doubles 1: {a}: {ours}3 / {ours}5; {b}: {theirs}1 / {theirs}2" in output
    assert f"  {a}: {ours}3 / {ours}5; {b}: {theirs}1 / {theirs}2" in line.ok("call", first["id"], "1")
    assert f"{a}: {ours}3 / {ours}5" in line.ok("result", first["id"])
    second = line.json("matches", "--state", "ready")[0]["id"]
    # The third of the list plays already, the fourth does not; of the others nobody was named.
    output = line.ok("call", second, "2", "--anyway")
    assert f"{ours}3 is named for doubles 1 of this tie already." in output
    assert f"{ours}4 is" not in output
    singles = line.json("matches", "--state", "ready")[0]["id"]
    assert f"{theirs}2 plays doubles 1 of this tie already." in line.fails(
        "lineup", singles, "b", f"{theirs}2"
    )
    output = line.ok("lineup", singles, "a", f"{ours}1")
    assert f"  singles: {a}: {ours}1; {b}: {theirs}5" in output
    assert f"  doubles 1: {a}: {ours}3 / {ours}5" in output
    store.close()


def test_the_event_is_named_in_the_same_ways_for_every_command_about_it(line: Line) -> None:
    line.ok("tournament", "new", "open", "Open")
    line.ok("event", "add", "ms", "Men", "--stage", "swiss:rounds=3")
    for name in ("Asha", "Bela", "Chitra", "Dev", "Esha", "Farid"):
        line.ok("entries", "add", name)
    line.ok("draw")
    assert "It is a number; this is 'many'" in line.fails("event", "set", "--rounds", "many")
    assert "1 to 99" in line.fails("event", "set", "--rounds", "0")
    for given in (("ms",), ("-e", "ms"), (), ("ms", "-e", "ms")):
        assert "Men A (ms)" in line.ok("event", "set", *given, "--name", "Men A", "--rounds", "4")
    assert "ms" in line.fails("event", "set", "ms", "-e", "xd", "--rounds", "4")
    assert "Men A is deleted" in line.ok("event", "delete", "-e", "ms", "--yes")
