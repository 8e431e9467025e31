"""What is sent to SoL's cards, when, and what is not: against a SoL that is played by the test."""

from collections.abc import Callable, Mapping

import pytest
from desk_hall import Hall, desk_of
from sol_exports import GUID

from boardside.game import fold
from host_tools.integrations.sol import reasons as sol_remarks
from host_tools.integrations.sol.board_page import Answer, Seen, is_of, look, post, seen
from host_tools.integrations.sol.sender import Sender
from host_tools.store import Store
from host_tools.tournament.acts.matches import ClearResult, EnterResult, WalkOver
from host_tools.tournament.desk.desk import Desk
from tests.sol.called_round import called_round
from tests.sol.sol_refused import spoken, whys

ADDRESSES = {1: "http://sol/lit/match/1-1.x", 2: "http://sol/lit/match/1-2.y"}
OK = Answer("taken")


class Sol:
    """Answers in order, then always "taken"; `forms` are (address, form)."""

    def __init__(self) -> None:
        self.forms: list[tuple[str, dict[str, str]]] = []
        self.answers: list[Answer] = []

    def __call__(self, url: str, form: Mapping[str, str]) -> Answer:
        self.forms.append((url, dict(form)))
        return self.answers.pop(0) if self.answers else OK


@pytest.fixture
def hall(store: Store) -> Hall:
    """Two tables with the first round on them, the toss made at table 1."""
    made = called_round(store)
    made.begin(1, "b")
    desk_of(made).settle()
    return made


def sender_for(hall: Hall, sol: Sol) -> Sender:
    return Sender(hall.store, ADDRESSES, hall.clock, sol, lambda _: Seen())


def play(hall: Hall, winner: str, left: int, queen: str) -> None:
    hall.enter(1, {"kind": "board", "winner": winner, "left": left, "queen": queen, "demand": 0})
    desk_of(hall).settle()


def test_each_board_then_the_result_and_nothing_twice(hall: Hall) -> None:
    sol = Sol()
    sender = sender_for(hall, sol)
    assert sender.step() == []
    assert sol.forms == []  # nothing played, nothing sent
    play(hall, "a", 5, "a")
    assert spoken(sender.step()) == ["SoL, board 1, round 1 (sol-01234567-1-1): 1 board"]
    first = {"turn": "1", "breaker": "2", "coins_1_1": "5", "coins_1_2": "0", "queen_1": "1"}
    assert sol.forms == [(ADDRESSES[1], first)]
    assert sender.step() == []
    play(hall, "b", 3, "board")
    sender.step()
    both = {**first, "coins_2_1": "0", "coins_2_2": "3", "queen_2": "2"}
    assert sol.forms[1:] == [(ADDRESSES[1], both)]
    while hall.states[1].phase != "over":
        play(hall, "a", 9, "a")
    sender.step()
    assert "end_match" not in sol.forms[-1][1]  # not before it is confirmed
    hall.enter(1, {"kind": "confirm"})
    desk_of(hall).settle()
    sender.step()
    last = sol.forms[-1][1]
    assert (last["end_match"], last["score1"], last["score2"]) == ("1", "25", "6")
    count = len(sol.forms)
    assert sender_for(hall, sol).step() == []  # another run
    assert len(sol.forms) == count
    assert sender.problems == []


def undo(hall: Hall) -> None:
    """The umpire takes the last board back."""
    hall.seq[1] += 1
    kept = [row for row in hall.store.events(table=1, limit=100) if row["kind"] != "undo"][:-1]
    state = fold.fold(lambda: iter([row["event"] for row in kept])).state
    hall._write(1, hall.seq[1], {"kind": "undo", "target": hall.seq[1] - 1}, state)
    desk_of(hall).settle()


def test_an_undone_board_is_taken_away(hall: Hall) -> None:
    sol = Sol()
    sender = sender_for(hall, sol)
    play(hall, "a", 5, "a")
    play(hall, "b", 2, "b")
    sender.step()
    undo(hall)
    sender.step()
    form = sol.forms[-1][1]
    assert form["coins_2_1"] == "-"
    assert not {"coins_2_2", "queen_2"} & form.keys()
    assert form["coins_1_1"] == "5"


def test_sol_away_is_tried_again_and_said(hall: Hall) -> None:
    sol = Sol()
    refused = sol_remarks.REMARKS.cause("sol_connection_refused", server="http://sol")
    sol.answers = [Answer("away", refused, False)]
    sender = sender_for(hall, sol)
    play(hall, "a", 5, "a")
    assert sender.step() == []
    assert spoken(sender.problems) == [
        "SoL does not answer: connection refused at http://sol; does SoL run there? It is tried again."
    ]
    assert sender.step() == []
    assert len(sol.forms) == 1  # not at once
    hall.at += 3_000
    sender.step()
    assert len(sol.forms) == 2
    assert sender.problems == []


def finish(hall: Hall, desk: Desk) -> None:
    hall.win(1)
    desk.settle()


def test_a_result_whose_answer_was_lost_counts_as_sent(hall: Hall) -> None:
    sol = Sol()
    sol.answers = [
        Answer("away", sol_remarks.REMARKS.cause("sol_broke_off", server="http://sol")),
        Answer("closed"),
    ]
    finish(hall, desk_of(hall))
    sender = sender_for(hall, sol)
    sender.step()
    again = sender_for(hall, sol)  # the program ended meanwhile
    again.step()
    assert again.problems == []
    assert len(sol.forms) == 2
    hall.at += 60_000
    again.step()
    assert len(sol.forms) == 2


def test_a_card_that_somebody_closed_in_sol_is_said(hall: Hall) -> None:
    sol = Sol()
    sol.answers = [Answer("closed")] * 3
    finish(hall, desk_of(hall))
    sender = sender_for(hall, sol)
    sender.step()
    assert whys(sender.problems) == ["sol_closed_there"]
    assert "final 25-0" in spoken(sender.problems)[0]
    hall.at += 15_000
    sender.step()
    assert len(sol.forms) == 2
    assert len(sender.problems) == 1


def test_a_correction_after_the_end_has_to_be_made_in_sol(hall: Hall) -> None:
    sol = Sol()
    desk = desk_of(hall)
    finish(hall, desk)
    sender = sender_for(hall, sol)
    sender.step()
    desk.do(EnterResult(games=["20-10"], reason="wrong board"), desk.fixture("sol-01234567-1-1"))
    sender.step()
    assert len(sol.forms) == 1
    assert spoken(sender.problems) == [
        "SoL, board 1, round 1 (sol-01234567-1-1): its card is closed. Correct it in SoL: final 20-10."
    ]


def test_a_result_that_is_cleared_has_to_be_taken_back_in_sol(hall: Hall) -> None:
    sol = Sol()
    desk = desk_of(hall)
    sender = sender_for(hall, sol)
    desk.do(WalkOver(winner="b", early=True), desk.fixture("sol-01234567-1-2"))
    sender.step()
    desk.do(ClearResult(reason="they are here"), desk.fixture("sol-01234567-1-2"))
    sender.step()
    assert spoken(sender.problems) == [
        "SoL, board 2, round 1 (sol-01234567-1-2): its result was cleared here, and SoL still has it: "
        "take it back in SoL."
    ]
    assert len(sol.forms) == 1


def test_a_result_by_hand_is_sent_without_the_boards_of_another(hall: Hall) -> None:
    sol = Sol()
    desk = desk_of(hall)
    finish(hall, desk)
    desk.do(EnterResult(games=["0-25"], reason="sides swapped"), desk.fixture("sol-01234567-1-1"))
    sender_for(hall, sol).step()
    form = {"turn": "1", "end_match": "1", "score1": "0", "score2": "25"}
    assert sol.forms == [(ADDRESSES[1], form)]


def test_a_walk_over_is_sent_without_boards(hall: Hall) -> None:
    sol = Sol()
    desk = desk_of(hall)
    desk.do(WalkOver(winner="b", early=True), desk.fixture("sol-01234567-1-2"))
    sender_for(hall, sol).step()
    form = {"turn": "1", "end_match": "1", "score1": "0", "score2": "25"}
    assert sol.forms == [(ADDRESSES[2], form)]


def test_a_board_without_an_address_is_said(hall: Hall) -> None:
    sender = Sender(hall.store, {2: ADDRESSES[2]}, hall.clock, Sol(), lambda _: Seen())
    play(hall, "a", 5, "a")
    sender.step()
    assert whys(sender.problems) == ["sol_no_address_of_board"]


def test_nobody_there_is_away_and_never_arrived() -> None:
    answer = post("http://127.0.0.1:9/lit/match/1-1.x", {"turn": "1"})
    assert (answer.kind, answer.arrived) == ("away", False)


# The match of a card's address, read from SoL's page; nothing is written on the card of another match.

#: As SoL 5.26 writes a card, what stands between left out.
PAGE = f"""<html><head><title>Rao Asha vs. Nair Bela “Bel”</title></head><body>
<h1><a href="/lit/tourney/{GUID}" target="_blank">Test Open</a></h1><span>1</span>
<form method="POST"><input type="hidden" name="turn" value="1"><table><thead><tr>
<th><div class="breaker"><input type="radio" name="breaker" value="1"></div><span><b>Rao</b> Asha</span></th>
<th><div class="breaker"><input type="radio" name="breaker" value="2"></div>
<span><b>Nair</b>  Bela “Bel”</span></th></tr></thead></table></form></body></html>"""

OURS = Seen(GUID, ("Rao Asha", "Nair Bela “Bel”"), 1)


def test_a_card_tells_its_tourney_and_both_sides() -> None:
    assert seen(PAGE) == OURS
    assert seen(f'<a href="/lit/tourney/{GUID}">Test Open</a>') == Seen(GUID)
    assert seen(f'"/lit/tourney/{GUID}?turn=1"') == Seen(GUID)
    assert seen(PAGE[: PAGE.index("<b>Nair")]) == Seen(GUID, None, 1)  # cut off
    assert seen(PAGE.replace('value="1"', 'value="one"')) == Seen(GUID, OURS.sides)
    assert seen("{}") == seen("") == Seen()


def test_nobody_there_has_shown_nothing() -> None:
    for url in ("http://127.0.0.1:9/lit/match/1-1.x", "http://127.0.0.1:9/lit/match/\n"):
        failed = look(url).failed
        assert failed is not None
        assert failed.kind == "away"


def test_without_a_page_to_look_at_nothing_is_sent(after_a_board: Hall) -> None:
    sent: list[str] = []
    sender = looking_sender(
        after_a_board,
        sent,
        lambda _: Seen(failed=Answer("refused", sol_remarks.REMARKS.cause("sol_leads_nowhere"), False)),
    )
    sender.step()
    assert sent == []
    assert "SoL does not take 1 board: it leads on to no address." in spoken(sender.problems)[0]


@pytest.mark.parametrize(
    ("caption", "names", "is_same"),
    [
        ("Rao Asha", ["Asha Rao"], True),
        ("Rao Asha “Ash”", ["Asha Rao"], True),
        ("Rao Asha and Nair Bela", ["Bela Nair", "Asha Rao"], True),
        ("Rao Asha", ["A. Rao"], True),
        ("R. A.", ["Asha Rao"], True),
        ("RÃO Asha", ["asha rão"], True),
        ("Rao Asha", [""], True),  # who was forgotten
        ("Rao Asha", ["Asha Das"], False),
        ("Rao Asha", ["Asha Rao", "Bela Nair"], False),
    ],
)
def test_who_is_meant_by_a_caption(caption: str, names: list[str], is_same: bool) -> None:
    assert is_of(caption, names) == is_same


@pytest.fixture
def after_a_board(hall: Hall) -> Hall:
    """A board was played at table 1."""
    play(hall, "a", 5, "a")
    return hall


def looking_sender(after_a_board: Hall, sent: list[str], look_at: Callable[[str], Seen]) -> Sender:
    def post(url: str, _: object) -> Answer:
        sent.append(url)
        return Answer("taken")

    return Sender(after_a_board.store, {1: "http://sol/lit/match/1-1.x"}, after_a_board.clock, post, look_at)


def test_a_card_of_other_people_is_left_alone_until_it_is_ours(after_a_board: Hall) -> None:
    sent: list[str] = []
    pages = [Seen(GUID, ("Sen Chitra", "Nair Bela")), OURS]
    sender = looking_sender(after_a_board, sent, lambda _: pages[0])
    sender.step()
    assert spoken(sender.problems) == [
        "SoL, board 1, round 1 (sol-01234567-1-1): SoL has Sen Chitra - Nair Bela on its card, here Asha Rao "
        "- Bela Nair play. Drawn again in SoL, or a name changed there? Import the round again. Not sent: 1 "
        "board."
    ]
    del pages[0]
    sender.step()
    assert sent == []  # not at once
    after_a_board.at += 15_000
    sender.step()
    assert sent == ["http://sol/lit/match/1-1.x"]
    assert sender.problems == []


def test_of_another_round_sol_itself_refuses_the_card(after_a_board: Hall) -> None:
    sent: list[str] = []
    looking_sender(after_a_board, sent, lambda _: Seen(GUID, ("Sen Chitra", "Nair Bela"), 2)).step()
    assert len(sent) == 1


@pytest.mark.parametrize("sides", [None, ("Nair Bela", "Rao Asha")])
def test_a_card_of_another_tourney_is_left_alone(after_a_board: Hall, sides: tuple[str, str] | None) -> None:
    sent: list[str] = []
    sender = looking_sender(after_a_board, sent, lambda _: Seen("f" * 32, sides))
    sender.step()
    assert whys(sender.problems) == ["sol_other_tourneys_card"]
    assert "[sol]" in spoken(sender.problems)[0]
    assert sent == []


def test_sides_that_changed_places_are_not_ours(after_a_board: Hall) -> None:
    sent: list[str] = []
    sender = looking_sender(after_a_board, sent, lambda _: Seen(GUID, ("Nair Bela", "Rao Asha")))
    sender.step()
    assert sent == []
    assert "Nair Bela - Rao Asha on its card" in spoken(sender.problems)[0]


def test_what_is_not_understood_does_not_hold_it_up(after_a_board: Hall) -> None:
    sent: list[str] = []
    looking_sender(after_a_board, sent, lambda _: Seen()).step()
    assert len(sent) == 1
