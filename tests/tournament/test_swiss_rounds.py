"""A Swiss stage at the desk: its rounds, byes, late entries, withdrawals, changes by hand, corrections."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from desk_hall import Hall, clearing, event_with, ids_of, play
from desk_line import Line

from host_tools.tournament.acts.draws import Decide, Draw, Swap, Undraw
from host_tools.tournament.acts.entries import AskForBye, Edit, Fill, KeepApart, Return, Withdraw
from host_tools.tournament.acts.events import SetEvent
from host_tools.tournament.acts.matches import Call, ClearResult, EnterResult, Recall, WalkOver
from host_tools.tournament.commands import undoing_lines
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model.model import Competition, Decision, Fixture, StagePlan
from host_tools.tournament.rounds import swiss_requests
from tests.refusals import causes, refused

RULES = {"games": 1, "draws": True}


def swiss(desk: Desk, count: int, rounds: int = 3, **settings: int) -> Competition:
    plan = StagePlan("swiss", settings={"rounds": rounds, **settings})  # type: ignore[typeddict-item]
    return event_with(desk, count, plan, rules=RULES)


@pytest.mark.parametrize(
    ("count", "rounds", "would_do"), [(6, 5, True), (6, 4, True), (6, 3, False), (5, 4, True), (16, 7, False)]
)
def test_the_first_draw_says_when_a_round_robin_would_do(
    desk: Desk, count: int, rounds: int, would_do: bool
) -> None:
    event = swiss(desk, count, rounds)
    drawn = desk.do(Draw(seed="S"), event)
    assert [remark.reason for remark in drawn.remarks] == ["round_robin_would_do"] * would_do
    progress = desk.swiss(event)
    assert progress is not None
    assert progress.remarks == drawn.remarks


def titles(desk: Desk, event: Competition, fixtures: Sequence[Fixture]) -> list[tuple[str, str]]:
    names = {entry.id: entry.title for entry in desk.entries(event)}
    return [(names[each.a or 0], names.get(each.b or 0, "bye")) for each in fixtures]


def decide(desk: Desk, event: Competition, *scores: tuple[int, int]) -> None:
    """Give the open matches these results, in their order; the first side wins 25-5 where none is left."""
    for number, fixture in enumerate(desk.fixtures(event, "ready")):
        score = scores[number] if number < len(scores) else (25, 5)
        desk.do(EnterResult(games=["{}-{}".format(*score)], reason="paper"), fixture)


def standing(desk: Desk, event: Competition) -> list[tuple[int, str, int, int | None, int]]:
    names = {entry.id: entry.title for entry in desk.entries(event)}
    return [
        (line.place, names[line.entry], line.points, line.buchholz, line.net)
        for line in desk.standings(event)[0]
    ]


def names_of(desk: Desk, event: Competition, fixtures: Sequence[Fixture]) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in titles(desk, event, fixtures)}


def test_a_round_is_drawn_when_the_one_before_is_decided(desk: Desk, hall: Hall) -> None:
    event = swiss(desk, 5, rounds=2)
    drawn = desk.do(Draw(seed="S"), event)
    assert (drawn.round, drawn.seed, len(drawn.fixtures)) == (1, "S", 3)
    play(desk, hall, drawn.fixtures[0], 1)
    with refused("round_not_decided", round=1, count=1, matches=[drawn.fixtures[1].id]):
        desk.do(Draw(), event)
    assert not any(line.open for line in desk.standings(event)[0])
    decide(desk, event)
    with refused("drawn_already"):
        desk.do(Draw(seed="T"), event)
    second = desk.do(Draw(), event, actor="anna")
    assert (second.round, second.seed, {each.round for each in second.fixtures}) == (2, "S", {2})
    assert not names_of(desk, event, drawn.fixtures) & names_of(desk, event, second.fixtures)
    [act] = [row for row in desk.store.admins.acts() if row["who"] == "anna"]
    del act["detail"]["undo"]
    assert (act["what"], act["detail"]) == ("event draw", {"event": "ms", "seed": "S", "round": 2})
    decide(desk, event)
    assert (desk.stages(event)[0].state, desk.competition(desk.tournament()).state) == ("done", "done")
    assert any(line.open for line in desk.standings(event)[0])  # level ones are to be separated now
    with refused("drawn_already"):
        desk.do(Draw(), event)
    desk.do(SetEvent(rounds=3), event)
    assert desk.do(Draw(), event).round == 3
    with refused("rounds_out_of_range", drawn=3, count=2):
        desk.do(SetEvent(rounds=2), event)


def test_a_bye_counts_as_a_win_to_nothing_by_the_rules_of_the_event(desk: Desk) -> None:
    event = swiss(desk, 3)
    [match, bye] = desk.do(Draw(seed="S"), event).fixtures
    assert (bye.state, bye.result and bye.result.games) == ("bye", ((25, 0),))
    decide(desk, event)
    first = standing(desk, event)[0]
    assert first == (1, titles(desk, event, [bye])[0][0], 2, 0, 25)
    assert titles(desk, event, [match, bye])[1] != "bye"


def test_the_same_seed_and_results_make_the_same_rounds(desk: Desk) -> None:
    event = swiss(desk, 8)
    desk.do(Draw(seed="S"), event)
    decide(desk, event)
    once = titles(desk, event, desk.do(Draw(), event).fixtures)
    assert desk.do(Undraw(), event).round == 2
    assert titles(desk, event, desk.do(Draw(), event).fixtures) == once
    desk.do(Undraw(), event)
    with refused("played_draw_stands"):  # the first round is decided
        desk.do(Undraw(), event)


def test_a_round_is_taken_back_until_a_match_of_it_was_called(desk: Desk, hall: Hall) -> None:
    event = swiss(desk, 4)
    desk.do(Draw(seed="S"), event)
    decide(desk, event)
    [match, _] = desk.do(Draw(), event).fixtures
    desk.do(Call(table=1), match)
    hall.take()
    with refused("round_begun", round=2, matches=[match.id]):
        desk.do(Undraw(), event)
    desk.do(Recall(), desk.fixture(match.id))  # its table may still play it
    with refused("round_begun"):
        desk.do(Undraw(), event)
    with refused("round_begun"):
        desk.do(Swap(a=desk.entries(event)[0].id, b=desk.entries(event)[1].id, reason="why"), event)


def test_a_round_with_results_by_hand_is_taken_back_with_them(desk: Desk, hall: Hall) -> None:
    event = swiss(desk, 6)
    desk.do(Draw(seed="S"), event)
    decide(desk, event)
    first, second, third = desk.do(Draw(), event).fixtures
    drawn = desk.acts(1)[0].act.number
    desk.do(EnterResult(games=["25-5"], reason="paper"), first)
    desk.do(WalkOver(winner="a", early=True), second)
    desk.do(ClearResult(reason="the other match"), desk.fixture(second.id))
    by_hand = desk.acts(3)[-1].act.number
    seen = desk.act(drawn)
    assert [act.name for act in seen.later] == ["match clear", "match walk-over", "match result"]
    entries = {entry.id: entry for entry in desk.entries(event)}
    lines = undoing_lines.lines(seen, entries, desk.stages(event), "command_line")
    assert "3 matches are deleted." in lines
    assert (
        f"Act {by_hand} (match result of {first.id}, command line) stands on it and is taken back first."
        in lines
    )
    with refused("round_begun"):
        desk.do(Undraw(), event)
    once = titles(desk, event, [first, second, third])
    taken = desk.take_back(drawn, "drawn too early", with_later=True)
    assert [act.name for act in taken] == ["match clear", "match walk-over", "match result", "event draw"]
    assert {each.round for each in desk.fixtures(event)} == {1}
    again = desk.do(Draw(), event).fixtures
    assert titles(desk, event, again) == once
    play(desk, hall, again[1], 1)
    with refused("result_of_table", match=again[1].id):
        desk.take_back(desk.acts(2)[-1].act.number, "why", with_later=True)


def test_entries_come_late_and_go_between_the_rounds(desk: Desk) -> None:
    event = swiss(desk, 4)
    desk.do(Draw(seed="S"), event)
    decide(desk, event)
    late = desk.add_entry(event, [Person("Zoe")])
    gone = desk.entries(event)[0]
    desk.do(Withdraw(), gone)
    drawn = desk.do(Draw(), event).fixtures
    sides = {side for each in drawn for side in (each.a, each.b)}
    assert late.id in sides
    assert gone.id not in sides
    assert desk.standings(event)[0][-1].entry == gone.id
    desk.do(Return(reason="he is back"), gone)
    assert {side for each in desk.fixtures(event) if each.round == 2 for side in (each.a, each.b)} == sides
    decide(desk, event)
    assert gone.id in {side for each in desk.do(Draw(), event).fixtures for side in (each.a, each.b)}
    with refused("begun_no_entries"):  # it was the last round
        desk.add_entry(event, [Person("Ada")])


def test_a_walk_over_stays_once_the_next_round_is_drawn_by_it(desk: Desk) -> None:
    event = swiss(desk, 4)
    [match, _] = desk.do(Draw(seed="S"), event).fixtures
    gone = desk.entry(event, match.a or 0)
    desk.do(Withdraw(), gone)
    decide(desk, event)
    desk.do(Draw(), event)
    desk.do(Return(reason="he is back"), gone)
    walk_over = desk.fixture(match.id)
    assert (walk_over.state, walk_over.result and walk_over.result.winner) == ("done", "b")


def test_pairs_are_changed_by_hand_with_a_reason(desk: Desk) -> None:
    event = swiss(desk, 5)
    before = desk.do(Draw(seed="S"), event).fixtures
    by_id = {entry.id: entry for entry in desk.entries(event)}
    first, second, bye = before
    both = [by_id[first.b or 0], by_id[second.b or 0]]
    with refused("swap_needs_reason"):
        desk.do(Swap(a=both[0].id, b=both[1].id, reason=" "), event)
    with refused("meet_already"):
        desk.do(Swap(a=by_id[first.a or 0].id, b=both[0].id, reason="why"), event)
    changed = desk.do(
        Swap(a=both[0].id, b=both[1].id, reason="they came in one car"), event, actor="anna"
    ).ids
    assert [(each.a, each.b) for each in map(desk.fixture, changed)] == [
        (first.a, second.b),
        (second.a, first.b),
    ]
    [act] = [row for row in desk.store.admins.acts() if row["who"] == "anna"]
    detail = {"event": "ms", "entries": [entry.title for entry in both], "reason": "they came in one car"}
    assert act["what"] == "event swap"
    assert detail.items() <= act["detail"].items()
    [swap] = desk.stages(event)[0].swaps
    assert (swap.reason, swap.actor, swap.round) == ("they came in one car", "anna", 1)
    decide(desk, event)
    desk.do(Draw(), event)
    rested = by_id[bye.a or 0]
    now = [fixture for fixture in desk.fixtures(event) if fixture.round == 2]
    [resting] = [each for each in now if each.state == "bye"]
    with refused("second_bye", entry=rested.title):
        desk.do(Swap(a=rested.id, b=by_id[resting.a or 0].id, reason="why"), event)
    mine = next(each for each in now if rested.id in (each.a, each.b))
    other = next(each for each in now if each.state == "ready" and each is not mine)
    opponent = mine.b if mine.a == rested.id else mine.a
    met = [each for each in desk.fixtures(event) if each.round == 1]
    again = [side for each in met if opponent in (each.a, each.b) for side in (each.a, each.b)]
    known = next(
        (side for side in again if side not in (opponent, None) and side in (other.a, other.b)), None
    )
    if known is not None:
        with refused("meet_again"):
            desk.do(Swap(a=rested.id, b=by_id[known].id, reason="why"), event)


def test_a_correction_tells_what_the_next_round_would_have_been(desk: Desk) -> None:
    event = swiss(desk, 8)
    first = desk.do(Draw(seed="S"), event).fixtures[0]
    decide(desk, event)
    second = desk.do(Draw(), event).fixtures
    with refused("later_round_drawn") as refusal:
        desk.do(EnterResult(games=["5-25"], reason="the wrong way round"), first)
    later = [cause.facts for cause in causes(refusal.value.cause) if cause.reason == "later_pair"]
    assert later
    assert {fact["match"] for fact in later} <= {fixture.id for fixture in second}
    assert desk.fixture(first.id).result != None  # noqa: E711
    forced = EnterResult(games=["5-25"], reason="the wrong way round", force=True)
    assert set(ids_of(desk.done(forced, first))) == {first.id, *(str(fact["match"]) for fact in later)}
    now = [fixture for fixture in desk.fixtures(event) if fixture.round == 2]
    assert titles(desk, event, now) == titles(desk, event, second)  # not drawn again
    noted = {each.id: each.note_facts for each in now if each.note_code == "called_with"}
    assert noted == {fact["match"]: {k: fact[k] for k in ("called", "instead")} for fact in later}
    desk.do(EnterResult(games=["25-1"], reason="paper"), now[0])  # tells nothing, forgets nothing
    assert {each.id for each in desk.fixtures(event) if each.note_code == "called_with"} >= set(noted) - {
        now[0].id
    }
    desk.do(EnterResult(games=["25-5"], reason="it was right", force=True), first)
    assert not [each.id for each in desk.fixtures(event) if each.note_code == "called_with"]


def test_a_result_before_a_drawn_round_is_cleared_only_by_force(desk: Desk) -> None:
    event = swiss(desk, 4)
    first = desk.do(Draw(seed="S"), event).fixtures[0]
    decide(desk, event)
    second = desk.do(Draw(), event).fixtures
    assert "round_drawn_since" in [cause.reason for cause in clearing(desk, first).value.later]
    with refused("later_play_stands"):
        desk.do(ClearResult(reason="by mistake"), first)
    desk.do(ClearResult(reason="by mistake", force=True), first)
    assert desk.fixture(first.id).state == "ready"
    assert titles(desk, event, desk.fixtures(event)[2:]) == titles(desk, event, second)


def test_the_best_of_a_swiss_go_on_to_a_knockout(desk: Desk) -> None:
    plan = StagePlan("swiss", settings={"rounds": 2, "advance": 2}), StagePlan("knockout")
    event = event_with(desk, 4, *plan, rules={"games": 1})
    desk.do(Draw(seed="S"), event)
    decide(desk, event)
    assert desk.stages(event)[0].state == "drawn"
    desk.do(Draw(), event)
    decide(desk, event)
    while any(line.open for line in desk.standings(event, 1)[0]):
        level = [line.entry for line in desk.standings(event, 1)[0] if line.open]
        desk.do(Decide.of(Decision("toss", tuple((each, -each) for each in level)), stage=1), event)
    best = [line.entry for line in desk.standings(event, 1)[0]][:2]
    [final] = [fixture for fixture in desk.fixtures(event) if fixture.stage == 2]
    assert {final.a, final.b} == set(best)


def test_what_cannot_be_planned_or_drawn_is_refused(desk: Desk) -> None:
    with refused("rounds_missing"):
        event_with(desk, 4, StagePlan("swiss"))
    event = swiss(desk, 4, rounds=4)
    with refused("too_many_rounds", rounds=4, count=4, most=3):
        desk.do(Draw(), event)
    with refused("no_round_to_change"):
        desk.do(SetEvent(rounds=3), event)
    with refused("swap_not_drawn"):
        desk.do(Swap(a=desk.entries(event)[0].id, b=desk.entries(event)[1].id, reason="why"), event)


def taken_back(desk: Desk, name: str, *, with_later: bool = True) -> list[str]:
    """Take the last act with this name back; the names of what was taken back."""
    number = next(each.act.number for each in desk.acts() if each.act.name == name and each.by is None)
    return [act.name for act in desk.take_back(number, "by mistake", with_later=with_later)]


def test_rounds_swaps_and_numbers_of_rounds_are_taken_back_as_acts(desk: Desk) -> None:
    event = swiss(desk, 8)
    desk.do(Draw(seed="S"), event)
    decide(desk, event)
    drawn = [(each.a, each.b) for each in desk.do(Draw(), event).fixtures]
    assert taken_back(desk, "event draw") == ["event draw"]
    assert {each.round for each in desk.fixtures(event)} == {1}
    assert [(each.a, each.b) for each in desk.do(Draw(), event).fixtures] == drawn
    pair, other = [each for each in desk.fixtures(event) if each.round == 2][:2]
    by_id = {entry.id: entry for entry in desk.entries(event)}
    desk.do(Swap(a=by_id[pair.b or 0].id, b=by_id[other.b or 0].id, reason="same club"), event)
    desk.do(Undraw(), event)
    assert desk.stages(event)[0].swaps == ()
    assert taken_back(desk, "event undraw") == ["event undraw"]
    assert [(swap.round, swap.reason) for swap in desk.stages(event)[0].swaps] == [(2, "same club")]
    assert (desk.fixture(pair.id).b, desk.fixture(other.id).b) == (other.b, pair.b)
    desk.do(SetEvent(rounds=4), event)
    event = desk.competition(desk.tournament(), "ms")
    assert event.plan[0].settings["rounds"] == 4
    assert len(desk.stages(event)[0].swaps) == 1
    assert taken_back(desk, "event set") == ["event set"]
    assert desk.stages(event)[0].settings["rounds"] == 3
    with refused("later_act_stands"):
        taken_back(desk, "match result", with_later=False)
    assert taken_back(desk, "match result")[-2:] == ["event draw", "match result"]
    assert {each.round for each in desk.fixtures(event)} == {1}


def test_an_edit_that_would_change_a_drawn_round_is_refused(desk: Desk) -> None:
    event = swiss(desk, 6, clubs_apart=3)
    desk.do(Draw(seed="S"), event)
    decide(desk, event)
    desk.do(Draw(), event)
    match = next(each for each in desk.fixtures(event) if each.round == 2)
    a, b = (desk.entry(event, side or 0) for side in (match.a, match.b))
    desk.do(Edit(player=str(a.players[0].number), club="Deccan"), a)
    with refused("begun_with_value"):
        desk.do(Edit(player=str(b.players[0].number), club="Deccan"), b)


def test_a_reserve_has_a_place_of_the_first_round_or_the_bye_of_the_round_in_play(desk: Desk) -> None:
    event = swiss(desk, 5)
    drawn = desk.do(Draw(seed="S"), event).fixtures
    match, bye = drawn[0], drawn[-1]
    desk.add_entries(event, [NewEntry((Person("Zoe"),))], as_reserves=True)
    assert [place.match.id for place in desk.places(event)] == [bye.id]
    gone = desk.entry(event, match.a or 0)
    desk.do(Withdraw(), gone)
    assert [place.entry and place.entry.id for place in desk.places(event)] == [gone.id, None]
    decide(desk, event)
    assert [place.entry and place.entry.id for place in desk.places(event)] == [gone.id]
    desk.do(Draw(), event)
    assert desk.places(event) == []


@pytest.mark.parametrize("rounds_before", [0, 1])
def test_who_comes_late_plays_whoever_has_the_bye_of_the_round_in_play(
    desk: Desk, rounds_before: int
) -> None:
    event = swiss(desk, 5, 4)
    for _ in range(rounds_before):
        desk.do(Draw(seed=None if desk.swiss(event) else "S"), event)
        decide(desk, event)
    drawn = desk.do(Draw(seed=None if desk.swiss(event) else "S"), event)
    bye = next(each for each in drawn.fixtures if each.state == "bye" and each.round == drawn.round)
    desk.add_entries(event, [NewEntry((Person("Zoe"),))], as_reserves=True)
    done = desk.done(Fill(place=bye.id), event)
    zoe, changed = done.value.entry, ids_of(done)
    assert changed == [bye.id]
    match = desk.fixture(bye.id)
    assert (match.state, match.a, match.b, match.result) == ("ready", bye.a, zoe.id, None)
    with_bye = next(line for line in desk.standings(event)[0] if line.entry == bye.a)
    assert with_bye.played == rounds_before
    number = next(each.act.number for each in desk.acts() if each.act.name == "event fill")
    desk.take_back(number, "not here")
    assert (desk.fixture(bye.id).state, desk.fixture(bye.id).result) == ("bye", bye.result)
    desk.do(Fill(place=bye.id), event)
    decide(desk, event)
    following = desk.do(Draw(), event).fixtures
    assert all(each.state == "ready" for each in following)
    assert any(zoe.id in (each.a, each.b) for each in following)


@pytest.mark.parametrize("seed", ["S", "T", "U"])
def test_who_comes_late_or_has_won_without_playing_has_the_bye_last(desk: Desk, seed: str) -> None:
    event = swiss(desk, 4, 3)
    first, second = desk.do(Draw(seed=seed), event).fixtures
    desk.do(WalkOver(winner="a", early=True), first)
    desk.do(EnterResult(games=["25-3"], reason="from paper"), second)
    late = desk.add_entry(event, [Person("Zoe")])
    bye = desk.do(Draw(), event).fixtures[-1]
    assert bye.state == "bye"
    assert bye.a not in (late.id, first.a)


# What entries ask for


def test_a_bye_that_was_asked_for_counts_as_drawn_and_is_no_other_bye(desk: Desk) -> None:
    event = swiss(desk, 6, 4)
    away = desk.entries(event)[2]
    desk.do(AskForBye(round=1), away)
    assert "has_asked_for_byes" in [each.reason for each in swiss_requests.asked(desk.entries(event))]
    drawn = desk.do(Draw(seed="S"), event).fixtures
    own, other = [each for each in drawn if each.state == "bye"][::-1]
    assert own.a == away.id
    assert own.result is not None
    assert (own.result.winner, own.result.games, own.result.net) == (None, ((12, 12),), 0)
    assert other.result is not None
    assert other.result.winner == "a"
    with refused("no_round_to_come"):  # it is drawn
        desk.do(AskForBye(round=1, cancel=True), desk.entry(event, away.id))
    desk.add_entries(event, [NewEntry((Person("Zoe"),))], as_reserves=True)
    assert [place.match.id for place in desk.places(event)] == [other.id]
    with refused("not_in_round"):
        desk.do(Swap(a=away.id, b=drawn[0].a or 0, reason="why"), event)
    decide(desk, event)
    line = next(each for each in desk.standings(event)[0] if each.entry == away.id)
    assert (line.points, line.drawn, line.net, line.played) == (1, 1, 0, 1)
    second = desk.do(Draw(), event).fixtures
    assert not [each for each in second if each.state == "bye"]
    swapped = EnterResult(games=["5-25"], reason="the wrong way round", force=True)
    changed = desk.done(swapped, drawn[0]).effects.changes
    assert own.id not in [each.after.id for each in changed]


def test_a_bye_for_a_round_to_come_is_given_cancelled_and_undone(desk: Desk) -> None:
    event = swiss(desk, 6, 3)
    away, also = desk.entries(event)[:2]
    desk.do(AskForBye(round=2), away)
    desk.do(AskForBye(round=3), away)
    desk.do(AskForBye(round=2), also)
    with refused("no_round_to_come", rounds=3):
        desk.do(AskForBye(round=4), away)
    with refused("bye_not_asked"):
        desk.do(AskForBye(round=1, cancel=True), away)
    desk.do(Draw(seed="S"), event)
    decide(desk, event)
    desk.do(AskForBye(round=3, cancel=True), desk.entry(event, away.id))
    desk.take_back(desk.acts(1)[0].act.number, "she is away")
    assert desk.entry(event, away.id).byes == ((1, 2), (1, 3))
    second = desk.do(Draw(), event).fixtures
    assert {each.a for each in second if each.state == "bye"} == {away.id, also.id}
    with refused("later_act_stands"):
        number = next(
            each.act.number for each in desk.acts() if each.act.name == "entry bye" and each.by is None
        )
        desk.take_back(number, "the draw has read it")
    with refused("no_round_to_come", drawn=2):
        desk.do(AskForBye(round=2), desk.entries(event)[3])


def test_an_event_without_a_swiss_has_no_round_to_ask_for(desk: Desk) -> None:
    event = event_with(desk, 4, StagePlan("knockout"))
    for act in (AskForBye(round=1), KeepApart(other=desk.entries(event)[1].id)):
        with refused("no_swiss_to_come"):
            desk.do(act, desk.entries(event)[0])


def test_pairs_that_must_not_meet_do_not_as_long_as_the_others_can_be_paired(desk: Desk) -> None:
    event = swiss(desk, 6, 5)
    one, other = desk.entries(event)[:2]
    desk.do(KeepApart(other=other.id), one)
    desk.do(KeepApart(other=one.id), other)  # is so already
    assert [each.reason for each in swiss_requests.asked(desk.entries(event))] == ["must_not_meet"]
    for number in range(1, 6):
        drawn = desk.do(Draw(seed="S" if number == 1 else None), event)
        met = frozenset({one.title, other.title}) in names_of(
            desk, event, [each for each in drawn.fixtures if each.round == number]
        )
        assert met == (number == 5)  # six play five rounds: everybody meets everybody
        reasons = [each.reason for each in drawn.remarks]
        assert ("meet_though_apart" in reasons) == met
        decide(desk, event)


def test_who_must_not_meet_may_again_and_drawn_rounds_stay_as_they_were(desk: Desk) -> None:
    event = swiss(desk, 8, 3)
    one = desk.entries(event)[0]
    first = desk.do(Draw(seed="S"), event).fixtures
    decide(desk, event, *[(25, 5)] * 4)
    unhindered = desk.do(Draw(), event).fixtures
    mine = next(each for each in unhindered if one.id in (each.a, each.b))
    desk.do(Undraw(), event)
    other = mine.b if mine.a == one.id else mine.a
    assert other is not None
    desk.do(KeepApart(other=other), one)
    second = desk.do(Draw(), event).fixtures
    assert not [each for each in second if {each.a, each.b} == {one.id, other}]
    desk.do(KeepApart(other=one.id, cancel=True), desk.entry(event, other))
    assert list(swiss_requests.asked(desk.entries(event))) == []
    with refused("not_apart"):
        desk.do(KeepApart(other=one.id, cancel=True), desk.entry(event, other))
    # The same result again: the drawn round is as the lots then gave it.
    same = EnterResult(games=["25-5"], reason="looked at again", force=True)
    desk.do(same, desk.fixture(first[0].id))
    assert not [each for each in desk.fixtures(event) if each.note_code == "called_with"]


def test_a_place_is_named_as_the_list_names_it(tmp_path: Path) -> None:
    line = Line(tmp_path)
    line.ok("tournament", "new", "open", "Open")
    line.ok("event", "add", "ms", "Men", "--stage", "swiss:rounds=2", "--rules", '{"games": 1}')
    for name in ("Asha", "Bela", "Chitra", "Dev", "Esha", "Farid"):
        line.ok("entries", "add", name)
    line.ok("entries", "bye", "Dev", "1")
    line.ok("draw", "--seed", "S")
    line.ok("entries", "add", "Zoe", "--reserve")
    [row] = [row for row in line.ok("entries", "list").splitlines() if ": a bye of " in row]
    for text in ("MS4", "ms-1-1-4", "1-1-4"):  # Dev has asked for it
        assert "is not free" in line.fails("event", "fill", text)
    assert "is not free" in line.fails("event", "fill", "3")  # Chitra's number, no end of an id
    assert "plays in Men" in line.ok("event", "fill", row.split(":")[0])
