"""What tables report: results, protests, confirmations taken back, one match at two tables.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

from desk_hall import Hall, event_with, play, title_of

from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.matches import Call, EnterResult, Recall
from host_tools.tournament.acts.rulings import Rule
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.reasons import cause
from host_tools.web.pages import fixtures
from tests.refusals import noted, refused


def test_a_walk_over_at_the_table_is_one(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 2)
    fixture = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=1), fixture)
    hall.take()
    hall.enter(1, {"kind": "lost", "side": "a", "law": "143i"})
    hall.enter(1, {"kind": "confirm"})
    desk.settle()
    result = desk.fixture(fixture.id).result
    assert result is not None
    assert (result.how, result.winner) == ("walk_over", "b")


def test_a_match_goes_from_called_to_playing_to_done(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 2)
    fixture = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=1), fixture)
    hall.take()
    desk.settle()
    assert desk.fixture(fixture.id).state == "called"
    hall.begin(1)
    desk.settle()
    in_play = desk.fixture(fixture.id)
    assert (in_play.state, in_play.unconfirmed) == ("playing", False)
    hall.win(1, confirm=False)
    desk.settle()
    decided = desk.fixture(fixture.id)
    assert (decided.state, decided.unconfirmed) == ("playing", True)  # provisional till the umpire confirms
    assert fixtures.standing(decided) == "decided at table 1, not confirmed"
    assert fixtures.standing(in_play) == "in play at table 1"
    hall.enter(1, {"kind": "confirm"})
    desk.settle()
    done = desk.fixture(fixture.id)
    assert (done.state, done.unconfirmed) == ("done", False)


def test_a_match_is_named_by_its_number_for_people(desk: Desk) -> None:
    event = event_with(desk, 4)
    drawn = desk.do(Draw(), event).fixtures
    key = event.key.upper()
    assert [desk.fixture(f"{key} {number}").id for number in (1, 2, 3)] == [match.id for match in drawn]
    assert desk.fixture(f"{event.key}3").id == drawn[2].id
    with refused("no_match", match=f"{key} 4"):
        desk.fixture(f"{key} 4")


def test_a_protest_holds_the_result_until_it_is_ruled_on(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 2)
    fixture = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=1), fixture)
    hall.take()
    hall.win(1, confirm=False)
    hall.at += 1_000
    hall.enter(1, {"kind": "protest", "side": "b", "about": "last", "text": "Queen not covered"})
    desk.settle()
    assert desk.fixture(fixture.id).state == "held"
    [protest] = desk.protests()
    assert (protest.match, protest.table, protest.number, protest.side) == (fixture.id, 1, 1, "b")
    assert protest.text == "Queen not covered"
    assert protest.decide_by == hall.at + 3_600_000
    assert protest.fixture == desk.fixture(fixture.id)
    with refused("no_protest", match="x"):
        desk.protest("x")
    desk.do(Rule(ruling="overrule"), desk.protest(fixture.id))
    hall.take()
    hall.enter(1, {"kind": "confirm"})
    desk.settle()
    assert desk.fixture(fixture.id).state == "done"
    assert desk.protests() == []
    assert [protest.state for protest in desk.protests(only_open=False)] == ["overruled"]


def test_a_ruling_is_seen_until_the_table_has_taken_it(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 2)
    fixture = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=1), fixture)
    hall.take()
    hall.win(1, confirm=False)
    hall.enter(1, {"kind": "protest", "side": "b", "about": "last"})
    desk.settle()
    [protest] = desk.protests()
    assert (protest.standing, protest.sent, protest.refused) == (
        cause("protest_stands", state="open"),
        None,
        None,
    )
    command = desk.do(Rule(ruling="uphold"), desk.protest(fixture.id)).command
    facts = {"state": "open", "ruling": "uphold", "table": 1}
    assert desk.protests()[0].standing == cause("ruling_not_answered", **facts)
    with refused("ruling_sent", ruling="uphold", table=1):
        desk.do(Rule(ruling="uphold"), desk.protest(fixture.id))
    hall.refuse(command, "the journal is full")
    assert desk.protests()[0].standing == cause(
        "ruling_not_taken",
        **facts,
        answer={"code": "not_now", "message": "the journal is full", "reason": None, "facts": {}},
    )
    assert (desk.protests()[0].standing).say("page") == (
        "open; table 1 does not take “uphold”: the journal is full"
    )
    desk.do(Rule(ruling="overrule"), desk.protest(fixture.id))
    hall.take()
    assert [(protest.state, protest.sent) for protest in desk.protests(only_open=False)] == [
        ("overruled", None)
    ]


def test_d290_no_result_by_hand_while_a_protest_is_open_unless_forced(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 2)
    fixture = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=1), fixture)
    hall.take()
    hall.begin(1)
    hall.enter(1, {"kind": "board", "winner": "a", "left": 5, "queen": "a"})
    hall.enter(1, {"kind": "protest", "side": "b"})
    desk.settle()
    with refused("protest_open"):
        desk.do(EnterResult(games=["0-10"], reason="paper"), fixture)
    assert desk.fixture(fixture.id).state == "playing"
    desk.do(EnterResult(games=["0-10"], reason="the committee has left", force=True), fixture)
    assert desk.fixture(fixture.id).state == "done"


def test_a_confirmation_that_is_taken_back_opens_the_match_and_what_follows(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    play(desk, hall, first, 1)
    play(desk, hall, second, 2)
    hall.undo_confirmation(1)
    assert desk.settle() == [first.id, final.id]
    assert desk.fixture(first.id).state == "playing"
    assert desk.fixture(final.id).state == "waiting"
    hall.enter(1, {"kind": "lost", "side": "a", "law": "143c"})
    hall.enter(1, {"kind": "confirm"})
    desk.settle()
    final = desk.fixture(final.id)
    assert (final.state, final.a) == ("ready", first.b)


def test_a_winner_who_changes_after_the_next_call_is_marked_there(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    play(desk, hall, first, 1)
    play(desk, hall, second, 2)
    desk.do(Call(table=3), final)
    hall.undo_confirmation(1)
    hall.enter(1, {"kind": "lost", "side": "a", "law": "143c"})
    hall.enter(1, {"kind": "confirm"})
    assert desk.settle() == [first.id, final.id]
    was, instead = title_of(desk, first.a), title_of(desk, first.b)
    assert noted(desk.fixture(final.id)) == ("called_with", {"called": was, "instead": instead})
    desk.do(Recall(), final)
    assert desk.settle() == []
    desk.do(EnterResult(games=["0-10"], reason="checked"), first)  # the same once more: the slots are filled
    assert (desk.fixture(final.id).a, desk.fixture(final.id).note_code) == (first.b, None)


def test_the_score_so_far_of_a_match_in_play_is_told(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4, rules={"games": 3, "points": 10})
    first, second, _ = desk.do(Draw(), event).fixtures
    desk.do(Call(table=1), first)
    desk.do(Call(table=2), second)
    hall.take()
    desk.settle()
    assert desk.live_scores() == {}  # both wait for the toss
    hall.begin(1)
    desk.settle()
    assert desk.live_scores() == {first.id: "0-0"}
    for winner, left in (("a", 5), ("a", 5), ("b", 4)):
        if hall.states[1].phase == "change":
            hall.enter(1, {"kind": "sides"})
        hall.enter(1, {"kind": "board", "winner": winner, "left": left, "queen": winner})
    assert desk.live_scores() == {first.id: "10-0, 0-7"}
    desk.do(Recall(force=True), first)
    assert desk.live_scores() == {}
