"""The organiser's tournament by its forms: from an empty database to a champion, and what is not taken."""

import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from admin_client import AdminHall, admin_hall

sys.path.insert(0, str(Path(__file__).parent.parent / "tournament"))

from desk_hall import Hall

from host_tools.store.database import now_ms
from host_tools.tournament.acts.entries import Withdraw
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.reasons import cause

ROOM = "/admin/tournament"
EVENT = f"{ROOM}/events/ms"


def sent(hall: AdminHall, page: str, action: str, **typed: str) -> str:
    """The page that a form leads to; it must be taken."""
    answer = hall.admin.send(page, action, **typed)
    assert answer.status_code == 303, answer.text
    return hall.admin.get(answer.headers["location"])


def refused(hall: AdminHall, page: str, action: str, **typed: str) -> str:
    """The sentence of a form that is not taken."""
    answer = hall.admin.send(page, action, **typed)
    assert answer.status_code in (409, 422), answer.text
    sentence = re.search(r'role="alert"[^>]*>.*?<span dir="auto">(.*?)</span></p>', answer.text, re.DOTALL)
    assert sentence
    return sentence[1]


@pytest.fixture(scope="module")
def begin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament with an empty event, in a database."""
    with admin_hall(tmp_path_factory.mktemp("begin")) as hall:
        hall.admin.log_in()
        sent(hall, ROOM, f"{ROOM}/tournaments", name="City Open", key="open", ruleset="icf")
        sent(hall, ROOM, f"{ROOM}/events", name="Men's Singles", key="ms", kind="singles")
    return hall.path


@pytest.fixture(scope="module")
def draw(begin: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four players, drawn."""
    with _copy(begin, tmp_path_factory.mktemp("draw")) as hall:
        text = "name,club\nAsha,Pune\nBela,Basel\nCem,Köln\nDora,Pune\n"
        sent(hall, EVENT, f"{EVENT}/import", lines=text)
        sent(hall, EVENT, f"{EVENT}/draw", seed="2026")
    return hall.path


@contextmanager
def _copy(database: Path, folder: Path) -> Iterator[AdminHall]:
    """A hall with a copy of this database; the organiser is logged in."""
    shutil.copy(database, folder)
    with admin_hall(folder) as hall:
        hall.admin.log_in()
        yield hall


@pytest.fixture
def begun(begin: Path, tmp_path: Path) -> Iterator[AdminHall]:
    with _copy(begin, tmp_path) as hall:
        yield hall


@pytest.fixture
def drawn(draw: Path, tmp_path: Path) -> Iterator[AdminHall]:
    with _copy(draw, tmp_path) as hall:
        yield hall


def ids(page: str) -> list[str]:
    return re.findall(r'href="/admin/tournament/matches/([^"]+)"', page)


def test_a_match_in_play_shows_its_score_so_far(drawn: AdminHall, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ids(drawn.admin.get(EVENT))[0]
    monkeypatch.setattr(Desk, "live_scores", lambda _: {first: "25-10, 3-8"})
    for page in (EVENT, f"{ROOM}/matches/{first}"):
        assert drawn.admin.get(page).count("so far 25-10, 3-8") == 1


def test_who_withdrew_is_taken_in_again(drawn: AdminHall) -> None:
    desk = Desk(drawn.store)
    event = desk.competition(desk.tournament(), "ms")
    entry = desk.entries(event)[0]
    at = f"{EVENT}/entries/{entry.id}"
    assert "Matches that change: " in drawn.admin.get(at)
    page = sent(drawn, at, f"{at}/withdraw", reason="ill")
    assert "Take in again" in page
    assert "taken in again for a reason" in refused(drawn, at, f"{at}/return", reason="")
    page = sent(drawn, at, f"{at}/return", reason="she is here")
    assert "Take in again" not in page
    assert not desk.entry(event, entry.id).withdrawn
    page = sent(drawn, EVENT, f"{EVENT}/set", withdrawals="all")
    assert '<option value="all" selected>' in page


def test_a_walk_over_is_cleared_after_its_page_has_shown_what_follows(drawn: AdminHall) -> None:
    first, _, final = ids(drawn.admin.get(EVENT))
    at = f"{ROOM}/matches/{first}"
    assert "not been called" in refused(drawn, at, f"{at}/walk-over", winner="a", early="")
    page = sent(drawn, at, f"{at}/walk-over", winner="a", early="yes")
    assert "Walk-over counts no more" in page
    assert "Men&#39;s Singles, final: " in page
    known = re.search(r'name="known" value="([0-9a-f]+)"', page)
    assert known is not None
    assert "not the result that you saw" in refused(drawn, at, f"{at}/clear", known="0", reason="came")
    assert "is cleared for a reason" in refused(drawn, at, f"{at}/clear", known=known[1], reason="")
    page = sent(drawn, at, f"{at}/clear", known=known[1], reason="they waited at table 11")
    assert "walk-over became no result – they waited at table 11" in page
    assert "Call it" in page
    assert "Clear the result" not in page
    assert Desk(drawn.store).fixture(final).state == "waiting"


def test_an_act_is_taken_back_and_two_entries_are_exchanged(drawn: AdminHall) -> None:
    desk = Desk(drawn.store)
    event = desk.competition(desk.tournament(), "ms")
    first, second, _ = desk.fixtures(event)
    a, b = first.a, second.a
    given = {"a": str(a), "b": str(b)}
    assert "exchanged for a reason" in refused(drawn, EVENT, f"{EVENT}/swap", **given)
    page = sent(drawn, EVENT, f"{EVENT}/swap", **given, **{"reason": "the train is late"})
    assert "was changed by hand" in page
    assert "the train is late" in page
    assert desk.fixture(first.id).a == b
    acts = "/admin/acts/desk"
    number = desk.acts(1)[0].act.number
    assert " becomes " in drawn.admin.get(acts)
    assert "taken back for a reason" in refused(drawn, acts, f"{acts}/{number}", reason="")
    page = sent(drawn, acts, f"{acts}/{number}", reason="they came")
    assert f"Taken back by act {number + 1}" in page
    assert desk.fixture(first.id).a == a
    assert "Act taken back" in drawn.admin.get("/admin/acts")


def test_from_nothing_to_a_champion(drawn: AdminHall) -> None:
    page = drawn.admin.get(EVENT)
    assert "seed <code>2026</code>" in page
    assert "winner of semi-final 1" in page
    first, second, final = ids(page)
    at_first = f"{ROOM}/matches/{first}"
    assert 'name="early"' in drawn.admin.get(at_first)
    page = sent(drawn, at_first, f"{at_first}/walk-over", winner="a", early="yes")
    assert "walk-over" in page
    at_second = f"{ROOM}/matches/{second}"
    page = sent(drawn, at_second, f"{at_second}/result", games="25-10 25-3", reason="on paper")
    assert "on paper" in page
    at_final = f"{ROOM}/matches/{final}"
    sent(drawn, at_final, f"{at_final}/result", games="3-25 9-25", reason="on paper too")
    page = drawn.admin.get(EVENT)
    desk = Desk(drawn.store)
    event = desk.competition(desk.tournament(), "ms")
    places = desk.standings(event)[0]
    champion = {entry.id: entry.title for entry in desk.entries(event)}[places[0].entry]
    assert re.search(rf'<th scope="row" class="num">1</th><td class="match" dir="auto">{champion}</td>', page)
    acts = [act["what"] for act in drawn.store.admins.acts() if act["who"] == "organiser"]
    assert acts[:3] == ["match result", "match result", "match walk-over"]
    page = sent(drawn, ROOM, f"{ROOM}/close")
    assert "A new tournament" in page
    page = sent(drawn, ROOM, f"{ROOM}/close", undo="yes")
    assert "City Open" in page
    assert f'href="{EVENT}"' in page


def test_entries_one_by_one_and_who_withdraws(begun: AdminHall) -> None:
    sent(begun, EVENT, f"{EVENT}/entries", players="Asha", club="Pune", seeding="1")
    page = sent(begun, EVENT, f"{EVENT}/entries", players="Bela")
    assert "Asha" in page
    assert "Bela" in page
    desk = Desk(begun.store)
    event = desk.competition(desk.tournament(), "ms")
    at = f"{EVENT}/entries/{desk.entries(event)[0].id}"
    assert "· withdrawn" in sent(begun, at, f"{at}/withdraw", reason="ill")
    assert "<small>withdrawn</small>" in begun.admin.get(EVENT)
    assert "already" in refused(begun, EVENT, f"{EVENT}/entries", players="Bela")


def test_a_broken_list_is_shown_again_with_what_is_wrong(begun: AdminHall) -> None:
    text = "name,seeding\nAsha,1\nBela,first\n"
    answer = begun.admin.send(EVENT, f"{EVENT}/import", lines=text)
    assert answer.status_code == 422
    assert "ine 3" in answer.text
    assert "Bela,first" in answer.text, "what was typed is not lost"
    assert "Nobody has entered yet" in begun.admin.get(EVENT)


def test_a_call_that_does_not_fit_says_why_and_can_be_made_all_the_same(drawn: AdminHall) -> None:
    (first, _, _) = ids(drawn.admin.get(EVENT))
    at = f"{ROOM}/matches/{first}"
    answer = drawn.admin.send(at, f"{at}/call", form="call", table="5", umpire="Rao")
    assert answer.status_code == 422
    assert 'name="force"' in answer.text
    page = sent(drawn, at, f"{at}/call", table="5", umpire="Rao", force="yes")
    assert "Rao" in page
    assert "15:00 to report" in page or "14:59 to report" in page
    assert f'href="{at}"' in drawn.admin.get(ROOM)
    assert "Rao" not in sent(drawn, at, f"{at}/recall")


def test_a_called_match_says_what_its_table_shows_in_place_of_a_name(
    drawn: AdminHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    (first, _, _) = ids(drawn.admin.get(EVENT))
    remark = cause("seen_in_latin", table=5, name="ᏣᎳᎩ", latin="Tsalagi")
    monkeypatch.setattr(Desk, "about_names", lambda _desk, _fixture: [remark])
    assert "Table 5 shows ᏣᎳᎩ as Tsalagi." in drawn.admin.get(f"{ROOM}/matches/{first}")


def test_what_makes_no_sense_is_refused_with_words(drawn: AdminHall) -> None:
    (first, _, _) = ids(drawn.admin.get(EVENT))
    at = f"{ROOM}/matches/{first}"
    assert "reason" in refused(drawn, at, f"{at}/result", games="25-10 25-3")
    assert "25-10" in refused(drawn, at, f"{at}/result", games="25:x", reason="y")
    assert "number" in refused(drawn, at, f"{at}/call", table="five")
    assert "a|b|none" in refused(drawn, at, f"{at}/walk-over", winner="c")
    assert "stage" in refused(
        drawn, ROOM, f"{ROOM}/events", name="X", key="x", kind="singles", stages="league"
    )
    assert "key" in refused(drawn, ROOM, f"{ROOM}/events", name="X", key="No Key", kind="singles")


def test_the_draw_is_taken_back_while_nothing_is_called(drawn: AdminHall) -> None:
    page = sent(drawn, EVENT, f"{EVENT}/undraw")
    assert "Draw</button>" in page


def test_nothing_without_a_login_or_from_another_page(drawn: AdminHall) -> None:
    stranger = drawn.browser("10.0.0.8")
    for path in (ROOM, EVENT):
        assert stranger.client.get(path, follow_redirects=False).status_code == 303
    assert drawn.admin.post(f"{EVENT}/undraw", {"csrf": "x"}).status_code == 403
    assert drawn.admin.post(f"{EVENT}/nothing", {"csrf": "x"}).status_code == 404
    for path in (f"{ROOM}/events/none", f"{ROOM}/matches/none"):
        drawn.admin.get(path, 404)


def test_a_swiss_is_drawn_round_by_round_on_its_page(begun: AdminHall) -> None:
    event = f"{ROOM}/events/sw"
    sent(begun, ROOM, f"{ROOM}/events", name="Swiss", key="sw", kind="singles", stages="swiss:rounds=2")
    sent(begun, event, f"{event}/import", lines="name\nAsha\nBela\nCem\n")
    page = sent(begun, event, f"{event}/draw", seed="2026")
    assert "Round 1 of 2: the next one is drawn when it is decided" in page
    assert "late: from the next round" in page
    [match] = ids(page)
    at = f"{ROOM}/matches/{match}"
    sent(begun, at, f"{at}/result", games="25-10, 25-3", reason="paper")
    page = begun.admin.get(event)
    assert "Draw round 2 of 2" in page
    assert '<th scope="col">Buchholz</th>' in page
    page = sent(begun, event, f"{event}/draw")
    assert "Take round 2 back" in page
    desk = Desk(begun.store)
    competition = desk.competition(desk.tournament(), "sw")
    paired, resting = [fixture for fixture in desk.fixtures(competition) if fixture.round == 2]
    both = {"a": str(paired.a), "b": str(resting.a)}
    assert "for a reason" in refused(begun, event, f"{event}/swap", **both, **{"reason": " "})
    assert "already" in refused(
        begun, event, f"{event}/swap", **both, **{"reason": "hm"}
    )  # they would meet again
    sent(begun, event, f"{event}/set", rounds="3")
    page = sent(begun, event, f"{event}/undraw")
    assert "Draw round 2 of 3" in page
    assert "<td>2</td><td>0</td>" in page  # points and Buchholz


def test_what_was_entered_is_edited_and_deleted(drawn: AdminHall) -> None:
    desk = Desk(drawn.store)
    event = desk.competition(desk.tournament(), "ms")
    asha, opponent = (
        desk.entry(event, side or 0) for side in (desk.fixtures(event)[0].a, desk.fixtures(event)[0].b)
    )
    number = asha.players[0].number
    at = f"{EVENT}/entries/{asha.id}"
    typed = {"player": str(number), "name": "Asha Rao", "licence": "17", "reason": "typo"}
    assert f"Asha Rao (No. {number}, {asha.club}, licence 17)" in sent(drawn, at, f"{at}/edit", **typed)
    typed = {"player": str(number), "club": opponent.club, "name": "X"}
    assert "Take it back first" in refused(drawn, at, f"{at}/edit", **typed)
    assert desk.entry(event, asha.id).title == "Asha Rao"
    assert "is in the draw of" in refused(drawn, at, f"{at}/delete")
    stages = "knockout:third"
    assert "is drawn. Take the draw back" in refused(
        drawn, EVENT, f"{EVENT}/set", name="Singles", stages=stages
    )
    assert 'dir="auto">Singles</h1>' in sent(drawn, EVENT, f"{EVENT}/set", name="Singles", stages="knockout")
    assert "No event yet" in sent(drawn, EVENT, f"{EVENT}/delete", reason="nobody came")
    assert "City Open 2026" in sent(drawn, ROOM, f"{ROOM}/set", name="City Open 2026")


def test_a_reserve_is_put_in_order_and_gets_a_place(drawn: AdminHall) -> None:
    desk = Desk(drawn.store)
    event = desk.competition(desk.tournament(), "ms")
    assert "Enter a reserve" in drawn.admin.get(EVENT)
    for name in ("Xenia", "Zoe"):
        page = sent(drawn, EVENT, f"{EVENT}/entries", players=name)
    assert "<small>reserve 2</small>" in page
    page = sent(drawn, EVENT, f"{EVENT}/import", lines="Nr,name\n7,Yasmin\n")
    assert "Columns of the list that are not used: Nr" in page
    gone, zoe = desk.entries(event)[0], desk.entry(event, "Zoe")
    at = f"{EVENT}/entries/{zoe.id}"
    assert "No place is free" in drawn.admin.get(at)
    assert "· reserve 1" in sent(drawn, at, f"{at}/edit", reserve="1")
    desk.do(Withdraw(reason="ill"), gone)
    assert f"of {gone.title}, withdrawn" in drawn.admin.get(at)
    sent(drawn, at, f"{EVENT}/fill", place=str(gone.id), reserve=str(zoe.id))
    assert [entry.title for entry in desk.reserves(event)] == ["Xenia", "Yasmin"]
    assert not desk.entry(event, zoe.id).withdrawn


def test_settings_of_the_calls_and_the_time_to_report(drawn: AdminHall) -> None:
    page = sent(drawn, ROOM, f"{ROOM}/set", rest_minutes="10", presses="0")
    assert 'name="rest_minutes" value="10"' in page
    assert '<option value="0" selected>never – results only' in page
    settings = Desk(drawn.store).tournament().settings
    assert (settings["rest_minutes"], settings["presses"]) == (10, 0)
    assert "0 to 120" in refused(drawn, ROOM, f"{ROOM}/set", rest_minutes="999", presses="")
    sent(drawn, ROOM, f"{ROOM}/set", rest_minutes="10", presses="")
    assert "presses" not in Desk(drawn.store).tournament().settings
    at = f"{ROOM}/matches/{ids(drawn.admin.get(EVENT))[0]}"
    assert "soon" in refused(drawn, at, f"{at}/call", table="5", report_ms="soon", force="yes")
    page = sent(drawn, at, f"{at}/call", table="5", report_ms="10:00", force="yes")
    assert "10:00 to report" in page or "9:59 to report" in page


def test_a_player_of_a_pair_is_exchanged(begun: AdminHall) -> None:
    sent(begun, ROOM, f"{ROOM}/events", name="Doubles", key="md", kind="doubles", ruleset="spandan")
    doubles = f"{ROOM}/events/md"
    sent(begun, doubles, f"{doubles}/entries", players="Asha / Bela", club="CSE")
    desk = Desk(begun.store)
    [pair] = desk.entries(desk.competition(desk.tournament(), "md"))
    at = f"{doubles}/entries/{pair.id}"
    out = str(pair.players[1].number)
    page = sent(begun, at, f"{at}/replace", out=out, name="Chitra", club="CSE")
    assert "Asha / Chitra" in page
    assert "has exchanged 1 already" in refused(begun, at, f"{at}/replace", out=out, name="Dev", club="CSE")
    sent(begun, EVENT, f"{EVENT}/entries", players="Zoe")
    [single] = desk.entries(desk.competition(desk.tournament(), "ms"))
    assert "Exchange a player" not in begun.admin.get(f"{EVENT}/entries/{single.id}")


def test_what_is_no_number_is_asked_for_again(begun: AdminHall) -> None:
    sent(begun, ROOM, f"{ROOM}/events", name="Swiss", key="sw", kind="singles", stages="swiss:rounds=3")
    swiss = f"{ROOM}/events/sw"
    sent(begun, swiss, f"{swiss}/import", lines="name\nAsha\nBela\nChitra\nDev\n")
    sent(begun, swiss, f"{swiss}/draw")
    assert "It is a number" in refused(begun, swiss, f"{swiss}/set", rounds="many")
    assert "It is a number" in refused(begun, ROOM, f"{ROOM}/set", rest_minutes="much")
    page_text = refused(begun, swiss, f"{swiss}/swap", **{"a": "x", "b": "1", "reason": "y"})
    assert "Exchange: It is a number" in page_text


def test_the_check_in_at_the_door(draw: Path, tmp_path: Path) -> None:
    """Search, one tap, and what it says; an event's page and a match name who is missing from then on."""
    page, action = f"{ROOM}/check-in", f"{ROOM}/check-in/present"
    with _copy(draw, tmp_path) as hall:
        assert "Not checked in" not in hall.admin.get(EVENT)
        found = hall.admin.get(f"{page}?q=KOLN")
        assert re.findall(r"<li data-find=\"(\d+) [^>]*\">", found) == ["3"]
        assert "0 of 4 are here" in found
        assert "is here." in sent(hall, page, action, come="3")
        assert "1 of 4 are here" in hall.admin.get(page)
        [ready, *_] = Desk(hall.store).fixtures(Desk(hall.store).competition(Desk(hall.store).tournament()))
        assert "Not checked in: " in hall.admin.get(f"{ROOM}/matches/{ready.id}")
        assert refused(hall, page, action, come="99") == "No. 99 is in no entry."
        assert "is not checked in." in sent(hall, page, action, leave="3")


def test_a_round_at_a_glance_takes_its_results_from_paper(drawn: AdminHall) -> None:
    sheet = f"{EVENT}/round"
    page = drawn.admin.get(sheet)
    first, second = re.findall(r'name="of ([^"]+)"', page)
    action = f"{sheet}?round=1-1"
    wrong = refused(drawn, sheet, action, reason="paper", **{f"of {first}": "25-4 25-1", f"of {second}": "x"})
    assert "MS 2" in wrong
    typed = {f"of {first}": "25-4 25-1", f"of {second}": "25-4 4 − 25 25-2", "reason": "paper"}
    page = sent(drawn, sheet, action, **typed)
    assert "25-4, 4-25, 25-2" in page
    assert ids(drawn.admin.get(sheet)) != ids(page), "the next round is shown"


def test_the_fee_of_a_protest_stands_where_it_is_decided_and_with_its_match(drawn: AdminHall) -> None:
    first = ids(drawn.admin.get(EVENT))[0]
    match, protest = f"{ROOM}/matches/{first}", f"{ROOM}/protests/{first}"
    hall = Hall(drawn.store, at=now_ms())
    sent(drawn, match, f"{match}/call", table="1")
    hall.take()
    hall.win(1, confirm=False)
    for side in "ab":
        hall.enter(1, {"kind": "protest", "side": side, "about": "last", "text": "moved"})
    assert "fee paid" not in drawn.admin.get(ROOM)
    assert "1 to 40 characters" in refused(drawn, ROOM, f"{protest}/1/fee", paid="x" * 41)
    assert "fee paid, 500 INR" in sent(drawn, ROOM, f"{protest}/1/fee", paid="500 INR")
    sent(drawn, match, f"{protest}/2/fee", paid="")
    for number, ruling in (("1", "overrule"), ("2", "uphold")):
        drawn.admin.send(ROOM, f"{protest}/{number}/rule", ruling=ruling)
        hall.take()
    page = drawn.admin.get(match)
    assert "overruled · fee forfeited, 500 INR<" in page
    assert "upheld · fee refunded<" in page
    drawn.admin.send(match, f"{protest}/1/fee", paid="600 INR")
    assert "fee forfeited, 600 INR" in drawn.admin.get(match)
