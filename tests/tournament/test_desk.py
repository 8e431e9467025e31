"""The desk from entries to the final: calls, results, what follows from them, and what goes wrong.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from desk_hall import Hall, desk_of, event_with, play

from host_tools.store import Store
from host_tools.tournament import results, wording
from host_tools.tournament.desk import Desk, DeskError, NewEntry, Person
from host_tools.tournament.model import Decision, StagePlan

GROUPS = (StagePlan("groups", settings={"size": 3, "advance": 2}), StagePlan("knockout"))


@pytest.fixture
def hall(store: Store) -> Hall:
    return Hall(store)


@pytest.fixture
def desk(hall: Hall) -> Desk:
    return desk_of(hall)


def title(desk: Desk, entry: int | None) -> str:
    of = desk.competition(desk.tournament())
    return next(one.title for one in desk.entries(of) if one.id == entry)


def test_a_knockout_goes_from_the_draw_to_the_final(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 4)
    drawn = desk.draw(of, "K7QM-3XWD")
    assert [one.state for one in drawn.fixtures] == ["ready", "ready", "waiting"]
    first, second, final = drawn.fixtures
    assert play(desk, hall, first, 1, "b") == [first.id, final.id]
    assert play(desk, hall, second, 2, "a") == [second.id, final.id]
    final = desk.fixture(final.id)
    assert (final.state, final.a, final.b) == ("ready", first.b, second.a)
    play(desk, hall, final, 1, "a")
    final = desk.fixture(final.id)
    assert final.state == "done"
    assert final.result is not None
    assert (final.result.winner, final.result.how, final.result.games) == ("a", "played", ((10, 0),))
    assert desk.competition(desk.tournament()).state == "done"
    assert desk.standings(of)[0][0].entry == first.b


def test_the_same_seed_draws_the_same(desk: Desk) -> None:
    of = event_with(desk, 7)
    first = desk.draw(of, "K7QM-3XWD")
    desk.undraw(of)
    assert desk.draw(of, "K7QM-3XWD") == first
    desk.undraw(of)
    other = desk.draw(of)
    assert other.seed != first.seed


def test_settling_twice_changes_nothing_more(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 4)
    one = desk.draw(of).fixtures[0]
    play(desk, hall, one, 1)
    before = desk.fixtures(of)
    assert desk.settle() == []
    assert desk.fixtures(of) == before


def test_groups_lead_to_a_knockout_of_their_first_two(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 6, *GROUPS)
    desk.draw(of)
    in_groups = [one for one in desk.fixtures(of) if one.stage == 1]
    for one in in_groups:
        play(desk, hall, one, 1, "a" if (one.a or 0) < (one.b or 0) else "b")
    semi_finals = [one for one in desk.fixtures(of) if one.laws_stage == "semi_final"]
    assert [one.state for one in semi_finals] == ["ready", "ready"]
    winners = {standing[0].entry for standing in desk.standings(of, 1).values()}
    for one in semi_finals:
        assert len(winners & {one.a, one.b}) == 1
    assert [stage.state for stage in desk.stages(of)] == ["done", "drawn"]


def test_a_shoot_out_that_is_owed_holds_the_next_stage_until_it_is_decided(desk: Desk, hall: Hall) -> None:
    of = event_with(
        desk, 3, StagePlan("round_robin", settings={"advance": 2}), StagePlan("knockout"), ruleset="vkk"
    )
    drawn = desk.draw(of)
    # Everybody wins once, by the same score.
    circle = {frozenset(pair): pair[0] for pair in ((1, 2), (2, 3), (3, 1))}
    for one in [one for one in drawn.fixtures if one.stage == 1]:
        winner = circle[frozenset((one.a, one.b))]  # type: ignore[arg-type]
        play(desk, hall, one, 1, "a" if one.a == winner else "b")
    assert all(line.open for line in desk.standings(of, 1)[0])
    final = desk.fixtures(of)[-1]
    assert final.state == "waiting"
    with pytest.raises(DeskError, match="each once"):
        desk.decide(of, Decision("shoot_out", ((1, 4), (1, 3))), 1)
    assert final.id in desk.decide(of, Decision("shoot_out", ((2, 8), (3, 5), (1, 1))), 1)
    final = desk.fixtures(of)[-1]
    assert (final.state, {final.a, final.b}) == ("ready", {2, 3})


# Calls


def test_a_call_brings_the_match_to_the_table_and_starts_the_report_clock(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 2)
    one = desk.draw(of).fixtures[0]
    called = desk.call(one, 2, "Rita", report_ms=60_000)
    command = hall.store.command(called.command)
    assert command is not None
    event = command["event"]
    assert (command["table"], event["match"], event["stage"]) == (2, one.id, "final")
    assert event["rules"] == {"games": 1, "points": 10, "clocks": {"report": 60_000}}
    assert event["title"] == "Men's Singles, final"
    fixture = desk.fixture(one.id)
    assert (fixture.state, fixture.table, fixture.umpire) == ("called", 2, "Rita")
    assert fixture.report_by == hall.at + 60_000
    assert desk.overdue() == []
    hall.at += 5_000
    hall.take()  # the table was away for a moment: its clock starts now
    desk.settle()
    assert desk.fixture(one.id).report_by == hall.at + 60_000
    hall.at += 60_000
    assert [late.id for late in desk.overdue()] == [one.id]


def test_the_clock_of_143i_is_the_rulebooks(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 2)
    assert desk.call(desk.draw(of).fixtures[0], 1).fixture.report_by == hall.at + 900_000
    other = event_with(desk, 2, key="cr", ruleset="wcc", rules=None)
    hall.take()
    desk.walk_over(desk.fixtures(of)[0], "a")
    assert desk.call(desk.draw(other).fixtures[0], 2).fixture.report_by is None


def test_only_a_free_table_and_free_players_are_called(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 4)
    first, second, final = desk.draw(of).fixtures
    with pytest.raises(DeskError, match=r"Table 9 was never heard \(tables: 1, 2, 3\)"):
        desk.call(first, 9)
    with pytest.raises(DeskError, match="waits for its players"):
        desk.call(final, 1)
    desk.call(first, 1)
    with pytest.raises(DeskError, match=f"Table 1 is not free: it has match {first.id}"):
        desk.call(second, 1)
    with pytest.raises(DeskError, match="at table 1 already; recall it first"):
        desk.call(first, 2)
    hall.hear(3, link="stale")
    with pytest.raises(DeskError, match="Table 3 is not free: its link is stale"):
        desk.call(second, 3)
    assert desk.free_tables() == [2]
    other = event_with(desk, 4, key="ws")
    desk.draw(other)
    busy = {first.a, first.b}
    for one in desk.fixtures(other, "ready"):
        # The same people entered both events: entries 5 to 8 are players 1 to 4.
        if {(one.a or 0) - 4, (one.b or 0) - 4} & busy:
            with pytest.raises(DeskError, match="is at table 1"):
                desk.call(one, 2)
            assert desk.call(one, 2, force=True).remarks
            break
    else:
        pytest.fail("nobody at table 1 plays in the other event")


def test_a_call_that_the_table_refuses_says_why(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 2)
    one = desk.draw(of).fixtures[0]
    called = desk.call(one, 1)
    hall.refuse(called.command, "match x is in play")
    assert desk.settle() == [one.id]
    fixture = desk.fixture(one.id)
    assert (fixture.state, fixture.note) == (
        "called",
        "Table 1 refuses it: match x is in play. Recall it, or call it to another table.",
    )
    assert desk.settle() == []
    assert desk.recall(one).note == ""
    desk.call(one, 2)
    hall.take()
    hall.win(2)
    assert desk.settle() == [one.id]
    assert desk.fixture(one.id).note == ""


def test_the_next_match_is_the_earliest_whose_players_are_free(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 3, StagePlan("round_robin"))
    desk.draw(of)
    one = desk.call_next(1).fixture
    assert (one.round, one.number) == (1, 1)
    with pytest.raises(DeskError, match="No match can be called"):
        desk.call_next(2)  # with three there is nobody left to play
    hall.take()
    hall.win(1)
    desk.settle()
    assert desk.call_next(2).fixture.round == 2


def test_a_recalled_match_is_ready_again_and_its_command_is_withdrawn(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 2)
    one = desk.draw(of).fixtures[0]
    called = desk.call(one, 1)
    desk.recall(one)
    assert hall.store.command(called.command) is None
    assert desk.fixture(one.id).state == "ready"
    desk.call(one, 1)
    hall.take()
    hall.begin(1)
    desk.settle()
    with pytest.raises(DeskError, match="being played at table 1"):
        desk.recall(one)
    desk.recall(one, force=True)
    desk.call(one, 2)
    assert desk.settle() == []  # what was begun at table 1 counts no more
    hall.take()
    hall.win(2, "b")
    desk.settle()
    fixture = desk.fixture(one.id)
    assert (fixture.state, fixture.table) == ("done", 2)


def test_a_walk_over_scores_as_the_laws_have_it(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 4, rules=None)
    first, second, final = desk.draw(of).fixtures
    desk.call(first, 1)
    assert desk.walk_over(first, "b") == [first.id, final.id]
    result = desk.fixture(first.id).result
    assert result is not None
    assert (result.how, result.winner, result.games) == ("walk_over", "b", ((0, 25), (0, 25)))
    assert hall.store.open_commands() == []
    desk.walk_over(second, None)  # neither came: the other half's winner goes through
    assert desk.fixture(final.id).state == "bye"
    with pytest.raises(DeskError, match="is bye"):
        desk.walk_over(final, "a")


# What tables report


def test_a_walk_over_at_the_table_is_one(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 2)
    one = desk.draw(of).fixtures[0]
    desk.call(one, 1)
    hall.take()
    hall.enter(1, {"kind": "lost", "side": "a", "law": "143i"})
    hall.enter(1, {"kind": "confirm"})
    desk.settle()
    result = desk.fixture(one.id).result
    assert result is not None
    assert (result.how, result.winner) == ("walk_over", "b")


def test_a_match_goes_from_called_to_playing_to_done(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 2)
    one = desk.draw(of).fixtures[0]
    desk.call(one, 1)
    hall.take()
    desk.settle()
    assert desk.fixture(one.id).state == "called"
    hall.begin(1)
    desk.settle()
    assert desk.fixture(one.id).state == "playing"
    hall.win(1, confirm=False)
    desk.settle()
    assert desk.fixture(one.id).state == "playing"  # provisional till the umpire confirms
    hall.enter(1, {"kind": "confirm"})
    desk.settle()
    assert desk.fixture(one.id).state == "done"


def test_a_protest_holds_the_result_until_it_is_ruled_on(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 2)
    one = desk.draw(of).fixtures[0]
    desk.call(one, 1)
    hall.take()
    hall.win(1, confirm=False)
    hall.at += 1_000
    hall.enter(1, {"kind": "protest", "side": "b", "about": "last", "text": "Queen not covered"})
    desk.settle()
    assert desk.fixture(one.id).state == "held"
    [protest] = desk.protests()
    assert (protest.match, protest.table, protest.number, protest.side) == (one.id, 1, 1, "b")
    assert protest.text == "Queen not covered"
    assert protest.decide_by == hall.at + 3_600_000
    assert protest.fixture == desk.fixture(one.id)
    with pytest.raises(DeskError, match="no open protest in match 'x'"):
        desk.rule("x", True)
    desk.rule(one.id, False)
    hall.take()
    hall.enter(1, {"kind": "confirm"})
    desk.settle()
    assert desk.fixture(one.id).state == "done"
    assert desk.protests() == []
    assert [one.state for one in desk.protests(only_open=False)] == ["overruled"]


def test_a_confirmation_that_is_taken_back_opens_the_match_and_what_follows(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 4)
    first, second, final = desk.draw(of).fixtures
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
    of = event_with(desk, 4)
    first, second, final = desk.draw(of).fixtures
    play(desk, hall, first, 1)
    play(desk, hall, second, 2)
    desk.call(final, 3)
    hall.undo_confirmation(1)
    hall.enter(1, {"kind": "lost", "side": "a", "law": "143c"})
    hall.enter(1, {"kind": "confirm"})
    assert desk.settle() == [first.id, final.id]
    note = desk.fixture(final.id).note
    assert (
        note
        == f"It was called with {title(desk, first.a)}; by the results before it: {title(desk, first.b)}."
    )
    desk.recall(final)
    assert desk.settle() == []
    desk.correct(first, results.typed_in(["0-10"]), "checked")  # the same once more: the slots are filled
    assert (desk.fixture(final.id).a, desk.fixture(final.id).note) == (first.b, "")


def test_a_result_from_paper_is_entered_and_one_that_takes_anothers_place_is_corrected(
    desk: Desk, hall: Hall
) -> None:
    of = event_with(desk, 4)
    first, second, final = desk.draw(of).fixtures
    play(desk, hall, first, 1)
    desk.enter_result(second, results.typed_in(["10-7"]), "played on the table without a board")
    by_hand = [(one.by_hand, wording.mark(one)) for one in desk.fixtures(of)]
    assert by_hand == [(None, ""), ("entered", "*"), (None, "")]
    desk.correct(first, results.typed_in(["0-10"]), "the umpire's slip")
    desk.correct(second, results.typed_in(["10-2"]), "misread")
    assert [one.by_hand for one in desk.fixtures(of)] == ["corrected", "corrected", None]
    assert desk.fixture(final.id).by_hand is None


@pytest.mark.parametrize(
    ("ruleset", "rules", "typed", "said"),
    [
        ("vkk", None, (["25-10", "25-9"],), "has one game here, not 2 (25-10, 25-9)"),
        ("vkk", None, (["28-10"],), "28-10: a game goes to 25 points"),
        ("vkk", None, (["25-25"], None, "a"), "25-25: only one side reaches 25"),
        ("vkk", None, (["25-10"], "3-2"), "There are no 20s in carrom"),
        ("vkk", None, ([], None, None, True), "By these rules a match has a winner"),
        ("icf", None, (["25-1", "25-2", "25-3"],), "the match was over after 2 of them"),
    ],
)
def test_a_result_that_the_rules_do_not_know_is_refused(
    desk: Desk, ruleset: str, rules: dict[str, int] | None, typed: tuple[Any, ...], said: str
) -> None:
    of = event_with(desk, 2, ruleset=ruleset, rules=rules)
    one = desk.draw(of).fixtures[0]
    with pytest.raises(DeskError, match=re.escape(said)):
        desk.enter_result(one, results.typed_in(*typed), "from paper")
    assert desk.fixture(one.id).result is None


def test_a_match_of_crokinole_is_entered_with_its_20s_and_may_be_drawn(desk: Desk) -> None:
    of = event_with(desk, 2, ruleset="wcc", rules=None)
    one = desk.draw(of).fixtures[0]
    desk.enter_result(one, results.typed_in(["5-3", "3-5"], "12-9", None, True), "from paper")
    found = desk.fixture(one.id).result
    assert found is not None
    assert (found.winner, found.twenties) == (None, (12, 9))


def test_two_results_under_one_id_count_neither_until_somebody_says_which(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 2)
    one = desk.draw(of).fixtures[0]
    desk.call(one, 1)
    hall.take()
    event = {**hall.store.events(table=1)[0]["event"]}
    event.pop("seq")
    hall.enter(2, event)
    hall.win(2, "a")
    hall.win(1, "b")
    desk.settle()
    fixture = desk.fixture(one.id)
    assert fixture.state == "called"
    assert fixture.note.startswith("Two matches with this id, at table 1 (0-10) and table 2 (10-0)")
    assert desk.settle() == []
    desk.enter_result(one, results.typed_in(["0-10"]), "table 1 counts")
    fixture = desk.fixture(one.id)
    assert (fixture.state, fixture.corrected) == ("done", True)
    assert fixture.result is not None
    assert fixture.result.winner == "b"


def test_a_match_moved_to_another_table_by_its_umpire_counts_there(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 2)
    one = desk.draw(of).fixtures[0]
    desk.call(one, 1)
    hall.take()
    event = {**hall.store.events(table=1)[0]["event"]}
    event.pop("seq")
    hall.enter(2, event)
    hall.win(2, "a")
    desk.settle()
    assert (desk.fixture(one.id).state, desk.fixture(one.id).table) == ("done", 2)
    assert desk.settle() == []


# Corrections


def test_a_correction_is_marked_and_fills_the_later_slots_again(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 4)
    first, _, final = desk.draw(of).fixtures
    play(desk, hall, first, 1, "a")
    desk.correct(first, results.typed_in(["3-10"]), "sides mixed up", who="anna")
    fixture = desk.fixture(first.id)
    assert fixture.corrected
    assert desk.fixture(final.id).a == first.b
    [kept] = desk.corrections(of)
    assert (kept.fixture, kept.who, kept.reason) == (first.id, "anna", "sides mixed up")
    assert kept.before is not None
    assert kept.after is not None
    assert (kept.before.winner, kept.after.winner) == ("a", "b")
    assert desk.settle() == []  # the organiser's word stands
    assert desk.fixture(first.id).result == kept.after
    hall.undo_confirmation(1)  # another result of the table's is noted beside it
    hall.enter(1, {"kind": "lost", "side": "a", "law": "143c"})
    hall.enter(1, {"kind": "confirm"})
    desk.settle()
    fixture = desk.fixture(first.id)
    assert fixture.result == kept.after
    assert fixture.note.startswith("The table reports another result: ")
    assert desk.settle() == []
    act = hall.store.admins.acts()[0]
    assert (act["who"], act["what"]) == ("anna", "result")


def test_a_correction_that_changes_a_called_match_is_refused_unless_forced(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 4)
    first, second, final = desk.draw(of).fixtures
    play(desk, hall, first, 1, "a")
    play(desk, hall, second, 2, "a")
    desk.call(final, 3)
    other = results.typed_in(["3-10"])
    with pytest.raises(DeskError, match="Recall or decide that match first"):
        desk.correct(first, other, "sides mixed up")
    assert not desk.fixture(first.id).corrected
    desk.correct(first, results.typed_in(["10-3"]), "a board was missing")  # the same winner: nothing follows
    assert final.id in desk.correct(first, other, "sides mixed up", force=True)
    assert desk.fixture(final.id).note.startswith("It was called with")


@pytest.mark.parametrize(
    ("scores", "winner", "message"),
    [
        (["25-10", "12;25"], None, "'12;25' is not the points of a game"),
        (["25-10", "12-25"], None, "Who has won"),
        (["25-10"], "b", "side A has won, not B"),
    ],
)
def test_results_that_make_no_sense_are_refused(scores: list[str], winner: None, message: str) -> None:
    with pytest.raises(DeskError, match=message):
        results.typed_in(scores, winner=winner)


def test_a_result_needs_a_match_that_is_on_and_a_reason(desk: Desk) -> None:
    of = event_with(desk, 4)
    first, _, final = desk.draw(of).fixtures
    with pytest.raises(DeskError, match="waits for its players: it can have no result"):
        desk.enter_result(final, results.typed_in(["10-0"]), "why not")
    with pytest.raises(DeskError, match="needs a reason"):
        desk.enter_result(first, results.typed_in(["10-0"]), " ")


# Entries


def test_who_withdraws_after_the_draw_gives_walk_overs(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 4)
    first, second, final = desk.draw(of).fixtures
    gone = desk.entry(of, title(desk, first.a))
    assert desk.withdraw(of, gone) == [first.id, final.id]
    assert desk.fixture(first.id).note == "withdrawn"
    play(desk, hall, second, 1, "a")
    desk.withdraw(of, desk.entry(of, second.a or 0))
    result = desk.fixture(final.id).result
    assert result is not None
    assert result.winner == "a"


def test_nobody_enters_late_or_twice_and_nothing_is_entered_by_half(desk: Desk) -> None:
    of = event_with(desk, 3)
    with pytest.raises(DeskError, match="asha is entered in Men's Singles already") as caught:
        desk.add_entries(
            of, [NewEntry((Person("New"),)), NewEntry((Person("asha"),)), NewEntry((Person(""),))]
        )
    assert "A name is empty." in str(caught.value)
    assert len(desk.entries(of)) == 3
    with pytest.raises(DeskError, match="line 3"):
        desk.import_entries(of, "name,seeding\nVera,1\nWilli,first\n")
    assert [entry.title for entry in desk.import_entries(of, "name;club\nVera;North\n")] == ["Vera"]
    desk.draw(of)
    with pytest.raises(DeskError, match="the draw is made"):
        desk.add_entry(of, [Person("Zoe")])
    desk.call(desk.fixtures(of, "ready")[0], 1)
    with pytest.raises(DeskError, match="first round has begun, and there are no late entries"):
        desk.add_entry(of, [Person("Zoe")])
    with pytest.raises(DeskError, match="has begun, so its draw stands"):
        desk.undraw(of)


def test_spandans_limits_hold(desk: Desk) -> None:
    owner = desk.new_tournament("spandan", "Spandan", "spandan")
    of = desk.add_competition(owner, "md", "Doubles", "doubles")

    def pair(number: int) -> NewEntry:
        return NewEntry((Person(f"P{number}", "Civil"), Person(f"Q{number}", "Civil")))

    desk.add_entries(of, [pair(1), pair(2)])
    with pytest.raises(DeskError, match=r"P3 / Q3: Civil has 2 pairs in Doubles already \(Spandan 2, 4, 5\)"):
        desk.add_entries(of, [pair(3)])
    entry = desk.entry(of, "P1")
    changed = desk.change_player(of, entry, "Q1", Person("R1", "Civil"))
    assert changed.title == "P1 / R1"
    with pytest.raises(DeskError, match="has exchanged 1 already"):
        desk.change_player(of, changed, "P1", Person("S1", "Civil"))
    desk.draw(of)
    desk.call(desk.fixtures(of)[0], 1)
    with pytest.raises(DeskError, match="nobody can be exchanged any more"):
        desk.change_player(of, desk.entry(of, "P2"), "Q2", Person("R2", "Civil"))


def test_one_person_in_two_events_is_one_player(desk: Desk) -> None:
    event_with(desk, 3)
    event_with(desk, 4, key="ws")
    assert [player.number for player in desk.players(desk.tournament("open"))] == [1, 2, 3, 4]


def test_keys_and_names_are_checked(desk: Desk) -> None:
    with pytest.raises(DeskError, match="`boardside tournament new KEY NAME` makes one"):
        desk.tournament()
    with pytest.raises(DeskError, match="is no key"):
        desk.new_tournament("Open 2026", "Open")
    owner = desk.new_tournament("open", "Open")
    with pytest.raises(DeskError, match="already"):
        desk.new_tournament("open", "Open")
    with pytest.raises(DeskError, match="no ruleset"):
        desk.add_competition(owner, "ms", "Singles", ruleset="chess")
    with pytest.raises(DeskError, match="No table would take a match"):
        desk.add_competition(owner, "ms", "Singles", rules={"points": 0})
    with pytest.raises(DeskError, match="how many go on"):
        desk.add_competition(owner, "ms", "Singles", plan=[GROUPS[1].__class__("round_robin"), GROUPS[1]])
    desk.close_tournament(owner)
    with pytest.raises(DeskError, match="is closed"):
        desk.add_competition(owner, "ms", "Singles")


# Teams


def test_a_tie_of_teams_is_decided_by_two_wins_and_its_third_match_is_off(desk: Desk, hall: Hall) -> None:
    owner = desk.new_tournament("tarang", "Tarang", "vaishali")
    of = desk.add_competition(owner, "t", "Teams", "team", rules={"points": 10})
    for team in ("Civil", "Power"):
        desk.add_entry(of, [Person(f"{team} {number}") for number in range(1, 6)], team)
    first, second, singles = desk.draw(of).fixtures
    assert [one.part for one in (first, second, singles)] == ["doubles 1", "doubles 2", "singles"]
    side_a = next(one for one in desk.entries(of) if one.id == first.a)
    desk.line_up(first, "a", [side_a.players[4].name, side_a.players[3].name])
    with pytest.raises(DeskError, match="named for doubles 1 of this tie already"):
        desk.line_up(singles, "a", [side_a.players[4].name])
    called = desk.call(first, 1)
    command = hall.store.command(called.command)
    assert command is not None
    assert command["event"]["a"] == [side_a.players[4].name, side_a.players[3].name]
    assert command["event"]["teams"]["a"] == side_a.name
    hall.take()
    hall.win(1, "a")
    with pytest.raises(DeskError, match="is at table 1"):
        desk.call(second, 2)  # nobody is named: it would be the third and the fourth of the list
    desk.line_up(second, "a", [side_a.players[0].name, side_a.players[1].name])
    play(desk, hall, second, 2, "a")
    assert desk.fixture(singles.id).state == "off"
    assert desk.competition(owner).state == "done"


def test_several_collectors_settle_at_once_and_each_result_counts_once(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 6, StagePlan("round_robin", settings={"advance": 2}), StagePlan("knockout"))
    drawn = desk.draw(of)
    for one in [one for one in drawn.fixtures if one.round == 1 and one.stage == 1]:
        number = desk.free_tables()[0]
        desk.call(one, number)
        hall.take()
        hall.win(number)
    several = [desk_of(hall) for _ in range(4)]
    with ThreadPoolExecutor(len(several)) as pool:
        changed = list(pool.map(Desk.settle, several))
    assert sorted(one for found in changed for one in found) == sorted(
        one.id for one in desk.fixtures(of, "done")
    )
    assert [line.played for line in desk.standings(of)[0]] == [1] * 6


def test_a_closed_tournament_is_left_alone(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 4)
    first, second, _ = desk.draw(of).fixtures
    desk.call(first, 1)
    hall.take()
    hall.win(1)
    owner = desk.close_tournament(desk.tournament())
    assert desk.settle() == []
    assert desk.next_for(2) is None
    assert desk.free_tables() == [1, 2, 3]
    with pytest.raises(DeskError, match="is closed"):
        desk.call(second, 2)
    desk.close_tournament(owner, is_closed=False)
    assert first.id in desk.settle()


def test_halls_own_their_tables(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 4)
    owner = desk.set_hall(desk.tournament(), "North", [1, 2])
    owner = desk.set_hall(owner, "South", [2, 3])
    assert {table.number: table.hall for table in desk.tables(owner)} == {1: "North", 2: "South", 3: "South"}
    one = desk.draw(of).fixtures[0]
    assert desk.call(one, 3).fixture.hall == "South"
