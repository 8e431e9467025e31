"""The match of a card's address, read from SoL's page; nothing is written on the card of another match."""

from collections.abc import Callable

import pytest
from desk_hall import Hall, desk_of
from sol_exports import GUID, export, match

from host_tools.integrations.sol import importing, reading
from host_tools.integrations.sol import reasons as sol_remarks
from host_tools.integrations.sol.board_page import Answer, Seen, is_of, look, seen
from host_tools.integrations.sol.sender import Sender
from host_tools.store import Store
from host_tools.tournament.acts.tournament import NewTournament
from tests.sol.sol_refused import spoken, whys

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


def test_without_a_page_to_look_at_nothing_is_sent(hall: Hall) -> None:
    sent: list[str] = []
    sender = sender_for(
        hall,
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
def hall(store: Store) -> Hall:
    """A board was played at table 1."""
    made = Hall(store, tables=2)
    desk = desk_of(made)
    sol_round = reading.parse(export(1, [match(1, 1, 2), match(2, 3, 4)]))
    event = importing.event_for(desk, desk.do(NewTournament(key="open", name="Open"), None), "ms", sol_round)
    importing.take(desk, event, sol_round)
    importing.call(desk, event, sol_round)
    made.take()
    made.begin(1)
    made.enter(1, {"kind": "board", "winner": "a", "left": 5, "queen": "a", "demand": 0})
    desk.settle()
    return made


def sender_for(hall: Hall, sent: list[str], look_at: Callable[[str], Seen]) -> Sender:
    def post(url: str, _: object) -> Answer:
        sent.append(url)
        return Answer("taken")

    return Sender(hall.store, {1: "http://sol/lit/match/1-1.x"}, hall.clock, post, look_at)


def test_a_card_of_other_people_is_left_alone_until_it_is_ours(hall: Hall) -> None:
    sent: list[str] = []
    shown = [Seen(GUID, ("Sen Chitra", "Nair Bela")), OURS]
    sender = sender_for(hall, sent, lambda _: shown[0])
    sender.step()
    assert spoken(sender.problems) == [
        "SoL, board 1, round 1 (sol-01234567-1-1): SoL has Sen Chitra - Nair Bela on its card, here Asha Rao "
        "- Bela Nair play. Drawn again in SoL, or a name changed there? Import the round again. Not sent: 1 "
        "board."
    ]
    del shown[0]
    sender.step()
    assert sent == []  # not at once
    hall.at += 15_000
    sender.step()
    assert sent == ["http://sol/lit/match/1-1.x"]
    assert sender.problems == []


def test_of_another_round_sol_itself_refuses_the_card(hall: Hall) -> None:
    sent: list[str] = []
    sender_for(hall, sent, lambda _: Seen(GUID, ("Sen Chitra", "Nair Bela"), 2)).step()
    assert len(sent) == 1


@pytest.mark.parametrize("sides", [None, ("Nair Bela", "Rao Asha")])
def test_a_card_of_another_tourney_is_left_alone(hall: Hall, sides: tuple[str, str] | None) -> None:
    sent: list[str] = []
    sender = sender_for(hall, sent, lambda _: Seen("f" * 32, sides))
    sender.step()
    assert whys(sender.problems) == ["sol_other_tourneys_card"]
    assert "[ms]" in spoken(sender.problems)[0]
    assert sent == []


def test_sides_that_changed_places_are_not_ours(hall: Hall) -> None:
    sent: list[str] = []
    sender = sender_for(hall, sent, lambda _: Seen(GUID, ("Nair Bela", "Rao Asha")))
    sender.step()
    assert sent == []
    assert "Nair Bela - Rao Asha on its card" in spoken(sender.problems)[0]


def test_what_is_not_understood_does_not_hold_it_up(hall: Hall) -> None:
    sent: list[str] = []
    sender_for(hall, sent, lambda _: Seen()).step()
    assert len(sent) == 1
