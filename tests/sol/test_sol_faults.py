"""What comes from the network in place of SoL's answer: each is said in one line, and nothing is believed."""

import socket
import ssl
from collections.abc import Mapping
from pathlib import Path

import pytest
from desk_hall import Hall, desk_of
from sol_exports import GUID

from host_tools.integrations.sol import board_page, cards
from host_tools.integrations.sol import reasons as sol_remarks
from host_tools.integrations.sol.board_page import Answer, Seen
from host_tools.integrations.sol.sender import Sender
from host_tools.store import Store
from tests.mqtt.certificates import Authority
from tests.sol.called_round import called_round
from tests.sol.rude_server import OK, answering, http
from tests.sol.sol_refused import spoken, text_of, whys

SILENT = sol_remarks.REMARKS.cause("sol_timed_out", server="http://one", seconds="5")
CARD = {"turn": "1", "coins_1_1": "5"}
END = {**CARD, "end_match": "1", "score1": "25", "score2": "0"}
LOGIN = "Location: https://login.example/?next=/lit/match"
TOURNEY = f"Location: /lit/tourney/{GUID}?turn=1"


@pytest.mark.parametrize(
    ("form", "raw", "kind", "reason"),
    [
        (CARD, http("200 OK", OK), "taken", ""),
        (CARD, http("200 OK", b"<html>Log in</html>"), "refused", "answers with a page"),
        (CARD, http("200 OK", b"[" * 50_000), "refused", "not as SoL 5 does"),
        (CARD, http("200 OK", b"[]"), "refused", "not as SoL 5 does"),
        (CARD, http("200 OK", b'{"success": "no"}'), "refused", "does not say why"),
        (CARD, http("200 OK", b'{"location": "/auth/login"}'), "refused", "does not say why"),
        (CARD, http("200 OK", b'{"location": "/lit/tourney/abc?turn=2"}'), "closed", ""),
        (CARD, http("200 OK", OK[:12], length=len(OK)), "away", "broke off in the middle"),
        (CARD, http("200 OK")[:20], "away", "broke off in the middle"),
        (CARD, b"", "away", "broke off in the middle"),
        (CARD, b"220 mail.example ESMTP\r\n", "away", "speaks no HTTP"),
        (CARD, http("500 Internal Server Error", b"<html>"), "refused", "fails at this card (HTTP 500)"),
        (CARD, http("503 Service Unavailable"), "away", "HTTP 503"),
        (CARD, http("404 Not Found"), "refused", "does not know this address (HTTP 404)"),
        (CARD, http("401 Unauthorized"), "refused", "is there a login in front of SoL?"),
        (CARD, http("302 Found", b"", LOGIN), "refused", "leads on to https://login.example/"),
        (END, http("302 Found", b"", LOGIN), "refused", "is there a login"),
        (END, http("302 Found"), "refused", "leads on to no address"),
        (END, http("302 Found", b"", "Location: http://[::1"), "refused", "leads on to no address"),
        (END, http("303 See Other", b"", TOURNEY), "closed", ""),
        (END, http("303 See Other", b"", f"{TOURNEY}&board=1&check=x"), "taken", ""),
        (END, http("302 Found", b"", "Location: /login?check=1"), "refused", "leads on to /login"),
        (
            CARD,
            http("301 Moved", b"", "Location: https://sol.example/lit/match/1-1.x"),
            "refused",
            "it is at https://sol.example now: change http://127.0.0.1",
        ),
    ],
)
def test_what_an_answer_is_worth(form: dict[str, str], raw: bytes, kind: str, reason: str) -> None:
    with answering(lambda _: raw) as url:
        answer = board_page.post(url, form)
    assert (answer.kind, reason in text_of(answer)) == (kind, True), answer


def test_who_says_nothing_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_page, "TIMEOUT_S", 0.05)
    with answering(lambda _: None) as url:
        assert text_of(board_page.post(url, CARD)).startswith("nothing came from http://127.0.0.1:")
        assert board_page.look(url).failed == board_page.post(url, CARD)


def test_an_answer_that_comes_too_slowly_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each piece is in time, but not the whole: it would hold up all other cards."""
    monkeypatch.setattr(board_page, "WHOLE_S", -1.0)
    with answering(lambda _: http("200 OK", OK)) as url:
        answer = board_page.post(url, CARD)
    assert (answer.kind, answer.arrived) == ("away", True)


def test_a_name_that_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    answer = board_page.post("http://sol.example:6996/lit/match/1-1.x", CARD)
    assert (answer.kind, answer.arrived) == ("away", False)
    assert "the name in http://sol.example:6996 is not known here" in text_of(answer)


def test_a_certificate_that_nobody_trusts(tmp_path: Path) -> None:
    certificate, key = Authority(tmp_path).sign("sol", "127.0.0.1")
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    with answering(lambda _: http("200 OK", OK), tls) as url:
        answer = board_page.post(url, CARD)
    assert (answer.kind, answer.arrived) == ("away", False)
    assert "is not trusted (unable to get local issuer certificate)" in text_of(answer)


def test_tls_where_there_is_none() -> None:
    with answering(lambda _: b"HTTP/1.1 400 Bad Request\r\n\r\n") as url:
        answer = board_page.post(url.replace("http:", "https:"), CARD)
    assert answer.kind == "away"
    assert "speaks no TLS" in text_of(answer)


@pytest.mark.parametrize(
    ("raw", "seen", "kind"),
    [
        (http("302 Found", b"", TOURNEY), Seen(GUID), None),
        (http("302 Found", b"", LOGIN), Seen(), "refused"),
        (http("500 Internal Server Error"), Seen(), "refused"),
        (http("502 Bad Gateway"), Seen(), "away"),
        (http("200 OK", b"<html>Something else</html>"), Seen(), None),
        (http("200 OK", b"<html>", length=600), Seen(), "away"),
        (http("200 OK", b"<![if x"), Seen(), None),
    ],
)
def test_what_a_page_is_worth(raw: bytes, seen: Seen, kind: str | None) -> None:
    with answering(lambda _: raw) as url:
        look = board_page.look(url)
    assert (look.tourney, look.sides, look.failed and look.failed.kind) == (seen.tourney, None, kind)


@pytest.fixture
def hall(store: Store) -> Hall:
    """A board was played at both tables."""
    made = called_round(store)
    for table in (1, 2):
        made.begin(table)
        made.enter(table, {"kind": "board", "winner": "a", "left": 5, "queen": "a", "demand": 0})
    desk_of(made).settle()
    return made


def test_the_server_gone_in_the_middle_of_a_match(hall: Hall) -> None:
    """Looked at, and then the form gets no answer; when it is back it has everything."""
    answers = {"GET": http("200 OK", b"<html></html>"), "POST": b""}
    with answering(answers.__getitem__) as url:
        sender = Sender(hall.store, {1: url, 2: url.replace("1-1", "1-2")}, hall.clock)
        assert sender.step() == []
        server = url.partition("/lit")[0]
        assert spoken(sender.problems) == [
            f"SoL does not answer: {server} broke off in the middle. It is tried again."
        ], "once, not for each card"
        answers["POST"] = http("200 OK", OK)
        hall.at += 3_000
        assert len(sender.step()) == 2
        assert sender.problems == []


def test_one_card_that_fails_does_not_hold_up_the_others(hall: Hall) -> None:
    """Not even by a server that is silent for it alone: the one longest untried comes first."""
    addresses = {1: "http://sol/lit/match/1-1.x", 2: "http://sol/lit/match/1-2.y"}
    for bad in (
        Answer("refused", sol_remarks.REMARKS.cause("sol_card_fails", status=500)),
        Answer("away", SILENT),
    ):
        forms: list[str] = []

        def post(url: str, _: Mapping[str, str], forms: list[str] = forms, bad: Answer = bad) -> Answer:
            forms.append(url)
            return bad if url == addresses[1] else Answer("taken")

        sender = Sender(hall.store, addresses, hall.clock, post, lambda _: Seen())
        sender.step()
        hall.at += 3_000
        sender.step()
        assert addresses[2] in forms
        cards.note_sent(hall.store, "sol-01234567-1-2", cards.Sent())


def test_two_servers_are_away_each_for_itself(hall: Hall) -> None:
    addresses = {1: "http://one/lit/match/1-1.x", 2: "http://two/lit/match/1-2.y"}

    def post(url: str, _: Mapping[str, str]) -> Answer:
        return Answer("away", SILENT) if "one" in url else Answer("taken")

    sender = Sender(hall.store, addresses, hall.clock, post, lambda _: Seen())
    assert spoken(sender.step()) == ["SoL, board 2, round 1 (sol-01234567-1-2): 1 board"]
    assert sender.problems == [sol_remarks.REMARKS.cause("sol_server_away", why=SILENT.to_json())]


def test_a_login_after_a_lost_answer_is_no_sign_that_the_result_arrived(hall: Hall) -> None:
    hall.win(1)
    desk_of(hall).settle()
    login = sol_remarks.REMARKS.cause("sol_leads_elsewhere", to="/login")
    given = [Answer("away", SILENT), Answer("refused", login, False), Answer("closed")]
    answers = iter(given)
    addresses = {1: "http://sol/lit/match/1-1.x"}
    sender = Sender(hall.store, addresses, hall.clock, lambda *_: next(answers), lambda _: Seen())
    sender.step()
    hall.at += 3_000
    sender.step()
    assert (
        "SoL does not take final 25-0: it leads on to /login: is there a login" in spoken(sender.problems)[0]
    )
    assert not cards.read_sent(hall.store, "sol-01234567-1-1").ended
    hall.at += 15_000
    sender.step()  # and now SoL itself says so
    assert cards.read_sent(hall.store, "sol-01234567-1-1").ended


def test_what_sol_refused_is_not_taken_for_sent_later(hall: Hall) -> None:
    """SoL said no; then somebody closed the card there, with another score perhaps."""
    hall.win(1)
    desk_of(hall).settle()
    no = sol_remarks.REMARKS.cause("sol_says", text="Out of range value for score 1!")
    answers = iter([Answer("refused", no, False), Answer("closed")])
    addresses = {1: "http://sol/lit/match/1-1.x"}
    sender = Sender(hall.store, addresses, hall.clock, lambda *_: next(answers), lambda _: Seen())
    sender.step()
    hall.at += 15_000
    sender.step()
    assert whys(sender.problems)[0] == "sol_closed_there"


def test_a_match_that_cannot_be_read_is_said_and_the_others_go_on(hall: Hall) -> None:
    hall.store.notes.put(cards._name("sol-01234567-1-1"), '{"digest": "x", "of_a_later_version": 1}')
    forms: list[str] = []

    def post(url: str, _: Mapping[str, str]) -> Answer:
        forms.append(url)
        return Answer("taken")

    addresses = {1: "http://sol/lit/match/1-1.x", 2: "http://sol/lit/match/1-2.y"}
    sender = Sender(hall.store, addresses, hall.clock, post, lambda _: Seen())
    sender.step()
    assert forms == [addresses[2]]
    assert (
        "(sol-01234567-1-1): what is kept of it here cannot be read (TypeError" in spoken(sender.problems)[0]
    )
