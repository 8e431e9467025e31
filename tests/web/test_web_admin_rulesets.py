"""The ten questions of `rules new` as a form of the admin pages: looked at, saved, chosen, on record."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from admin_client import AdminHall, admin_hall

from host_tools.rules.questions import COUNT, QUESTIONS
from host_tools.tournament.acts.tournament import NewTournament, SaveRuleset
from host_tools.tournament.desk.desk import Desk

NEW, SAVED = "/admin/rules/new", "/admin/rules/saved"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AdminHall]:
    """For what changes nothing."""
    with admin_hall(tmp_path_factory.mktemp("shared")) as built:
        built.admin.log_in()
        yield built


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[AdminHall]:
    with admin_hall(tmp_path) as built:
        built.admin.log_in()
        yield built


def send(hall: AdminHall, do: str, **typed: str) -> Any:
    return hall.admin.send(NEW, NEW, do=do, **{"base": "icf", **typed})


def asked(page: str) -> list[str]:
    """The names of the fields that the form asks for."""
    return re.findall(r'<(?:input|select) id="q-[^"]*" name="([^"]*)"', page)


def value(page: str, name: str) -> str:
    field = re.search(rf'<input id="q-{name}" name="{name}" value="([^"]*)"', page)
    assert field, name
    return html.unescape(field[1])


def text(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


@pytest.mark.parametrize(("base", "sport"), [("icf", "carrom"), ("spandan", "carrom"), ("wcc", "crokinole")])
def test_the_form_has_the_ten_questions_of_the_command(shared: AdminHall, base: str, sport: str) -> None:
    page = send(shared, "questions", base=base).text
    assert asked(page) == ["base", "name", *(question.option for question in QUESTIONS[sport])]
    assert len(asked(page)) == COUNT
    assert f'<option value="{base}" selected>' in page
    for question in QUESTIONS[sport]:
        assert question.text(sport)[1:] in text(page)


def test_the_answers_are_shown_in_words_with_a_match_and_the_difference(shared: AdminHall) -> None:
    answer = send(shared, "look", name="Club nights", points="29", queen="5", games="1", boards="group=6")
    assert answer.status_code == 200
    page_text = text(answer.text)
    assert "one game to 29, boards 6, then 8, then no limit, Queen 5 up to 21" in page_text
    assert "points: 25 in icf, 29 in Club nights points that win a game" in page_text
    assert "most: 12 in icf, 14 in Club nights" in page_text, "it moves with the Queen"
    assert "Won by A" in page_text
    assert '"board_limit": { "group": 6 }' in page_text
    assert value(answer.text, "boards") == "group=6"
    assert shared.store.rulesets.rows() == []


def test_answers_as_in_the_base_are_said_to_be_none(shared: AdminHall) -> None:
    page_text = text(send(shared, "look", name="As ever", points="25").text)
    assert "Nothing: all rules are those of icf." in page_text


@pytest.mark.parametrize("do", ["look", "save"])
def test_what_is_wrong_stands_beside_its_field_and_nothing_typed_is_lost(shared: AdminHall, do: str) -> None:
    typed = {"name": "<b>Klub</b> नाइट", "points": "0", "stroke": "soon", "games": "1", "key": "club"}
    answer = send(shared, do, **typed)
    assert answer.status_code == 422
    for name in ("points", "stroke"):
        assert re.search(
            rf'id="q-{name}"[^>]*aria-invalid="true" aria-describedby="q-{name}-wrong"', answer.text
        )
    assert answer.text.count("aria-invalid") == 2
    page_text = text(answer.text)
    assert "your answer: rules.points: 0 must be 1 to 99." in page_text
    assert 'your answer: "soon" must be 1 to 7200 seconds, or none.' in page_text
    assert "Some answers cannot be used; they are marked." in page_text
    for name in ("name", "points", "stroke", "games"):
        assert value(answer.text, name) == typed[name]
    assert 'name="key" value="club"' in answer.text
    assert shared.store.rulesets.rows() == []


@pytest.mark.parametrize("name", ["", "x" * 81, "two\nlines"])
def test_rules_need_a_name(shared: AdminHall, name: str) -> None:
    answer = send(shared, "look", name=name)
    assert answer.status_code == 422
    assert 'aria-describedby="q-name-wrong"' in answer.text


def test_answers_that_do_not_go_together_are_said_above(shared: AdminHall) -> None:
    answer = send(
        shared, "look", **{"base": "wcc", "asked": "wcc", "name": "Tour", "games": "4", "all-games": "no"}
    )
    assert answer.status_code == 422
    assert "no match can be played by it at group, round" in text(answer.text)
    assert value(answer.text, "games") == "4"


def test_another_sport_has_other_questions_and_keeps_what_was_answered(shared: AdminHall) -> None:
    page = send(shared, "look", base="wcc", name="Tour", points="29", games="5").text
    assert "These are the questions of the rulebook that you chose now." in text(page)
    assert "points" not in asked(page)
    assert value(page, "games") == "5"
    assert '<input type="hidden" name="points" value="29">' in page
    back = send(shared, "questions", base="icf", asked="wcc", name="Tour", points="29", games="5").text
    assert value(back, "points") == "29"


def test_no_such_base(shared: AdminHall) -> None:
    answer = send(shared, "look", base="own", name="x")
    assert answer.status_code == 422
    assert 'id="q-base-wrong"' in answer.text


def test_a_saved_one_is_shown_downloaded_on_record_and_removed(hall: AdminHall) -> None:
    answer = send(hall, "save", name="Club nights", points="23", key="club")
    assert answer.headers["location"] == f"{SAVED}/club?said=saved"
    (saved,) = hall.store.rulesets.rows()
    assert (saved.key, saved.by) == ("club", "organiser")
    page = hall.admin.get(f"{SAVED}/club?said=saved")
    assert "points: 25 in icf, 23 in Club nights" in text(page)
    file = hall.admin.client.get(f"{SAVED}/club/file")
    assert file.headers["content-disposition"] == 'attachment; filename="club.json"'
    assert json.loads(file.text) == {"name": "Club nights", "base": "icf", "points": 23}
    assert "Club nights" in hall.admin.get("/admin/rules")
    assert "Own rules saved" in hall.admin.get("/admin/acts")
    assert (
        hall.admin.send(f"{SAVED}/club", f"{SAVED}/club/remove").headers["location"]
        == "/admin/rules?said=removed"
    )
    assert hall.store.rulesets.rows() == []
    assert [act["what"] for act in hall.store.admins.acts()][:2] == ["ruleset remove", "ruleset save"]
    hall.admin.get(f"{SAVED}/club", 404)
    hall.admin.get(f"{SAVED}/club/file", 404)
    hall.admin.get(f"{SAVED}/club/remove", 303)


@pytest.mark.parametrize(
    ("key", "says"), [("", "is no key"), ("Klub!", "is no key"), ("icf", "of Boardside's own")]
)
def test_a_key_that_cannot_be_is_said_beside_its_field(shared: AdminHall, key: str, says: str) -> None:
    answer = send(shared, "save", name="Club", key=key)
    assert answer.status_code == 422
    assert 'id="key-wrong"' in answer.text
    assert says in text(answer.text)


def test_one_is_replaced_only_when_the_box_says_so(hall: AdminHall) -> None:
    send(hall, "save", name="Club", points="23", key="club")
    answer = send(hall, "save", name="Club", points="21", key="club")
    assert answer.status_code == 422
    assert "tick “replace it”" in text(answer.text)
    assert send(hall, "save", name="Club", points="21", key="club", replace="yes").status_code == 303
    assert '"points": 21' in hall.store.rulesets.rows()[0].text


def test_a_form_that_is_sent_twice_saves_once(hall: AdminHall) -> None:
    fields = {"base": "icf", "name": "Club", "key": "club", "do": "save"}
    fields |= {name: value for name, value in hidden(hall.admin.get(NEW)).items() if name not in fields}
    answers = [hall.admin.post(NEW, fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert [act["what"] for act in hall.store.admins.acts()].count("ruleset save") == 1


def hidden(page: str) -> dict[str, str]:
    inside = page[page.index(f'action="{NEW}"') :]
    return dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', inside))


def test_without_the_token_nothing_is_saved(hall: AdminHall) -> None:
    fields = {"base": "icf", "name": "Club", "key": "club", "do": "save"}
    assert hall.admin.post(NEW, fields).status_code == 403
    assert hall.browser().get(NEW, 303) == ""
    assert hall.store.rulesets.rows() == []


def test_an_event_and_an_assigned_match_can_choose_it(hall: AdminHall) -> None:
    send(hall, "save", name="Club nights", points="23", key="club")
    desk = Desk(hall.store)
    desk.do(NewTournament(key="open", name="City Open"), None)
    room = "/admin/tournament"
    assert '<option value="club">Club nights</option>' in hall.admin.get(room)
    answer = hall.admin.send(room, f"{room}/events", name="Men", key="ms", kind="singles", ruleset="club")
    assert answer.status_code == 303
    event = desk.competition(desk.tournament())
    assert (event.ruleset, event.rules, event.variant) == ("icf", {"points": 23}, "Club nights")
    assert "singles, <bdi>Club nights</bdi>" in hall.admin.get(room)
    assert "singles, <bdi>Club nights</bdi>" in hall.admin.get(f"{room}/events/ms")
    assert '<option value="club">own: club</option>' in hall.admin.get("/admin/assign")
    typed = {"table": "3", "a": "Asha", "b": "Ben", "stage": "round", "ruleset": "club"}
    assert hall.admin.send("/admin/assign", "/admin/assign", **typed).status_code == 303
    (command,) = hall.store.open_commands()
    assert (command["event"]["rules"], command["event"]["variant"]) == ({"points": 23}, "Club nights")
    twice = hall.admin.send("/admin/assign", "/admin/assign", **typed, rules='{"points": 21}')
    assert twice.status_code == 422
    assert "give no others" in text(twice.text)


def test_a_saved_one_is_changed_in_the_form_and_saved_as_a_new_version(hall: AdminHall) -> None:
    desk = Desk(hall.store)
    changes = {"points": 21, "lead": 2, "interval_after": 0, "clocks": {"break": None}}
    before = json.dumps({"name": "Evening", "base": "icf", **changes})
    desk.do(SaveRuleset(key="evening", file=before), None)
    desk.do(NewTournament(key="open", name="City Open"), None)
    room = "/admin/tournament"
    hall.admin.send(room, f"{room}/events", name="Men", key="ms", kind="singles", ruleset="evening")
    assert f'href="{NEW}?saved=evening"' in hall.admin.get(f"{SAVED}/evening")
    form = f"{NEW}?saved=evening"
    page = hall.admin.get(form)
    assert (value(page, "points"), value(page, "name")) == ("21", "Evening")
    assert '<input id="f-lead" name="lead" value="2"' in page
    assert "no question asks for them: interval_after , clocks ." in text(page)
    typed = dict(re.findall(r'<input id="[qf]-[^"]*" name="([^"]*)" value="([^"]*)"', page))
    typed |= {"base": "icf", "key": "evening", "replace": "yes", "do": "save"}
    assert 'name="key" value="evening"' in page
    answer = hall.admin.send(form, NEW, **typed | {"score-cut": "no", "time-by": "hall", "stroke": "10"})
    assert answer.headers["location"] == f"{SAVED}/evening?said=saved"
    assert json.loads(desk.ruleset("evening").text) == {
        "name": "Evening", "base": "icf", "points": 21, "lead": 2, "score_cut": False, "time_by": "hall",
        "interval_after": 0, "clocks": {"break": None, "stroke": 10_000},
    }  # fmt: skip
    assert desk.competition(desk.tournament()).rules == changes, "who chose it keeps it"
    hall.admin.get(f"{NEW}?saved=none", 404)


def test_what_lies_beside_the_answers_is_checked_too(shared: AdminHall) -> None:
    for beyond in ("[", "[1]", '{"points": 0}', '{"base": "wcc"}'):
        answer = send(shared, "look", name="Club", beyond=beyond)
        assert answer.status_code == (200 if "base" in beyond else 422), beyond
