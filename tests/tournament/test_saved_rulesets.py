"""Own rulesets that the organiser saves: by the desk and by command, chosen by events, played at tables."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from host_tools.cli import build
from host_tools.store import Store
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call
from host_tools.tournament.acts.tournament import NewTournament, RemoveRuleset, SaveRuleset
from host_tools.tournament.desk.desk import Desk, DeskError, NewEntry, Person
from tests.refusals import refused

CLUB = '{"base": "icf", "name": "Club nights", "points": 23, "games": 1}\n'
ROUNDS = '{"base": "wcc", "name": "Long finals", "games": {"final": 5}}'


def test_a_ruleset_is_saved_and_read_again(desk: Desk) -> None:
    assert desk.rulesets() == []
    made = desk.do(SaveRuleset(key="club", file=CLUB), None, actor="Asha")
    assert (made.key, made.text, made.by) == ("club", CLUB, "Asha")
    assert made.own == ("icf", "Club nights", {"points": 23, "games": 1}, "")
    assert desk.rulesets() == [made]
    assert desk.ruleset("club") == made
    (act,) = desk.store.admins.acts()
    assert (act["who"], act["what"]) == ("Asha", "ruleset save")
    assert act["detail"] | {"undo": {}} == {
        "key": "club",
        "name": "Club nights",
        "base": "icf",
        "undo": {},
    }
    desk.do(RemoveRuleset(), desk.ruleset("club"), actor="Ben")
    assert desk.rulesets() == []
    assert [row["what"] for row in desk.store.admins.acts()] == ["ruleset remove", "ruleset save"]


@pytest.mark.parametrize(
    ("key", "text", "reason"),
    [
        ("Club", CLUB, "bad_key"),
        ("", CLUB, "bad_key"),
        ("c" * 21, CLUB, "bad_key"),
        ("icf", CLUB, "ruleset_of_boardside"),
        ("club", "{}", "rules_file"),
        ("club", '{"base": "wcc", "games": 2}', "rules_file"),
    ],
)
def test_what_cannot_be_saved(desk: Desk, key: str, text: str, reason: str) -> None:
    with pytest.raises(DeskError) as refused:
        desk.do(SaveRuleset(key=key, file=text), None)
    assert refused.value.reason == reason
    assert (desk.rulesets(), desk.store.admins.acts()) == ([], [])


def test_one_is_replaced_only_when_somebody_says_so(desk: Desk) -> None:
    desk.do(SaveRuleset(key="club", file=CLUB), None)
    other = CLUB.replace("23", "21")
    with refused("ruleset_exists"):
        desk.do(SaveRuleset(key="club", file=other), None)
    assert desk.ruleset("club").text == CLUB
    assert desk.do(SaveRuleset(key="club", file=other, replace=True), None).own.changes["points"] == 21
    assert len(desk.rulesets()) == 1


def test_what_is_not_there_is_named_with_what_is(desk: Desk) -> None:
    desk.do(SaveRuleset(key="club", file=CLUB), None)
    with pytest.raises(DeskError) as refused:
        desk.ruleset("klub")
    assert refused.value.reason == "unknown_ruleset"
    assert refused.value.facts["rulesets"][-1] == "club"


def test_an_event_keeps_the_rules_that_it_chose_and_its_tables_get_them(desk: Desk) -> None:
    desk.do(SaveRuleset(key="club", file=CLUB), None)
    tournament = desk.do(NewTournament(key="open", name="City Open"), None)
    event = desk.do(AddEvent(key="ms", name="Men's Singles", ruleset="club"), tournament).event
    assert (event.ruleset, event.rules, event.variant) == ("icf", {"points": 23, "games": 1}, "Club nights")
    desk.do(SaveRuleset(key="club", file=CLUB.replace("23", "21"), replace=True), None)
    desk.do(RemoveRuleset(), desk.ruleset("club"))
    desk.add_entries(event, [NewEntry((Person(name),)) for name in ("Asha", "Ben")])
    desk.do(Draw(seed="1"), event)
    desk.do(Call(table=3, force=True), desk.fixtures(event)[0])
    (command,) = desk.store.open_commands()
    sent = command["event"]
    assert (sent["ruleset"], sent["rules"]["points"], sent["variant"]) == ("icf", 23, "Club nights")


def test_own_rules_lie_over_the_format_of_the_rulebook(desk: Desk) -> None:
    """A preliminary's match is one game (D83), also by own rules that change the final."""
    desk.do(SaveRuleset(key="tour", file=ROUNDS), None)
    tournament = desk.do(NewTournament(key="open", name="City Open", ruleset="wcc"), None)
    event = desk.do(AddEvent(key="ck", name="Crokinole", ruleset="tour", category="adult"), tournament).event
    assert event.rules == {"games": {"group": 1, "round": 1, "final": 5}}
    with refused("own_rules_twice"):
        desk.do(AddEvent(key="c2", name="Crokinole", ruleset="tour", rules={"draws": True}), tournament)
    with refused("unknown_ruleset"):
        desk.do(AddEvent(key="c3", name="Crokinole", ruleset="town"), tournament)


def call(url: str, *words: str, code: int = 0) -> Result:
    done = CliRunner().invoke(build(words[0]), [*words, "--db", url])
    assert done.exit_code == code, done.output
    return done


def test_by_command(store: Store, url: str, tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text(CLUB, encoding="utf-8")
    assert "No own ruleset is saved" in call(url, "tournament", "rules", "list").stdout
    assert (
        "“Club nights” is saved as club" in call(url, "tournament", "rules", "save", "club", str(file)).stdout
    )
    assert "--replace" in call(url, "tournament", "rules", "save", "club", str(file), code=2).stderr
    call(url, "tournament", "rules", "save", "club", str(file), "--replace")
    assert "Club nights" in call(url, "tournament", "rules", "list").stdout
    assert call(url, "tournament", "rules", "show", "club").stdout == CLUB
    assert (
        "none.json"
        in call(url, "tournament", "rules", "save", "x", str(tmp_path / "none.json"), code=2).stderr
    )
    call(url, "tournament", "new", "open", "City Open")
    assert "by Club nights" in call(url, "event", "add", "ms", "Men", "--ruleset", "club").stdout
    call(url, "assign", "--table", "3", "--a", "Asha", "--b", "Ben", "--ruleset", "club")
    (command,) = store.open_commands()
    assert command["event"]["variant"] == "Club nights"
    assert command["event"]["rules"] == {"points": 23, "games": 1}
    twice = ("--ruleset", "club", "--rules", '{"points": 21}')
    done = call(url, "assign", "--table", "3", "--a", "Asha", "--b", "Ben", *twice, code=2)
    assert "give no others" in done.stderr
    assert "klub" in call(url, "tournament", "rules", "remove", "klub", code=2).stderr
    assert "removed" in call(url, "tournament", "rules", "remove", "club", "--yes").stdout
    assert "No own ruleset is saved" in call(url, "tournament", "rules", "list").stdout
