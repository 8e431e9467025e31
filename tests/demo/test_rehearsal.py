"""What the rehearsal makes up is what the rulebooks allow, and its robot comes to an end."""

import asyncio
import random
import secrets
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from boardside.game import match as game
from host_tools.demo import umpire
from host_tools.demo.recorded import RecordedBoard, championship, play_offs
from host_tools.demo.rehearsal_plans import CARD, CLEARED, PLANS, SWISS, WITHDRAWN, Swiss, entries
from host_tools.demo.report import all_arrived, audit_summary, judge, show, summary
from host_tools.demo.run import give_password
from host_tools.demo.umpire import DisplayError, RehearsalUmpire, result_keys
from host_tools.exports import scorecards
from host_tools.store import Store
from host_tools.store.admins import ORGANISER
from host_tools.tournament.acts.entries import Return
from host_tools.tournament.acts.matches import ClearResult, EnterResult
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.checks import limits_of
from host_tools.tournament.model.model import Result
from host_tools.verify.report import Finding, MatchReport, Report
from tests.recorded_events import assignment

MATCH = {"kind": "match", "match": "m1", "stage": "final", "a": ["Asha"], "b": ["Bela"]}


class Panel(RehearsalUmpire):
    """The robot with its hands free: keys are noted, the display shows what is wanted."""

    def __init__(self, seed: str) -> None:
        super().__init__(None, None, lambda: None, random.Random(seed))  # type: ignore[arg-type]
        self.keys: list[str] = []

    async def _press(self, key: str) -> None:
        self.keys.append(key)

    async def _see(self, state: str, seen: Any) -> None:
        pass

    async def _winner_alone(self, played: Any) -> None:
        raise AssertionError("rounds are made up so that their discs can be counted")


@pytest.mark.parametrize("count", [2, 8, 60])
@pytest.mark.parametrize("kind", ["singles", "doubles", "team"])
def test_nobody_enters_twice(kind: Any, count: int) -> None:
    made = entries(kind, count)
    names = [person.name for entry in made for person in entry.people]
    assert len(made) == count
    assert len(set(names)) == len(names)
    assert len({entry.title for entry in made}) == count


def test_every_plan_keeps_the_limits_of_its_rulebook() -> None:
    for ruleset, plan in PLANS.items():
        clubs = [person.club for entry in entries(plan.kind, plan.entries) for person in entry.people[:1]]
        most = {
            "singles": limits_of(ruleset).singles,
            "doubles": limits_of(ruleset).doubles,
        }.get(plan.kind)
        assert most is None or max(map(clubs.count, clubs)) <= most


@pytest.mark.parametrize("ruleset", sorted(PLANS))
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_robot_comes_to_the_end_of_every_match(ruleset: str, seed: str) -> None:
    event = MATCH | {"ruleset": ruleset}
    if ruleset == "wcc":
        event |= {"category": "adult"}
    panel = Panel(seed)
    asyncio.run(panel.conduct_match(event))
    assert panel.state.phase == "over"
    assert panel.state.winner in ("a", "b")
    assert panel.keys[:2] == ["WHITE", "OK"]
    asyncio.run(panel.confirm())
    assert panel.state.confirmed
    assert game.official(panel.state)["winner"] == panel.state.winner


def test_a_match_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(umpire, "MOST_STEPS", 3)
    panel = Panel("1")
    with pytest.raises(DisplayError, match="no end"):
        asyncio.run(panel.conduct_match(MATCH | {"ruleset": "icf"}))


# The Swiss of a rehearsal does its steps, and each step that does not go as it should is named.


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    yield Desk(store)
    store.close()


def played(desk: Desk, ruleset: str = "icf", games: str = "8-3") -> Swiss:
    """The Swiss after its last round; A wins each match by hand."""
    expected: dict[str, Result] = {}
    swiss = Swiss(desk, "S", expected, lambda text: None)
    swiss.prepare(desk.do(NewTournament(key="rehearsal", name="Rehearsal", ruleset=ruleset), None))
    while True:
        ready = desk.fixtures(state="ready")
        for fixture in ready:
            desk.do(EnterResult(games=[games], reason="on paper"), fixture)
        if not swiss.goes_on() and not desk.fixtures(state="ready"):
            return swiss


def test_every_step_goes_as_it_should_also_when_all_matches_are_level(desk: Desk) -> None:
    assert played(desk, "wcc", "4-4").steps == dict.fromkeys((SWISS, CLEARED, WITHDRAWN, CARD), "")


def test_a_card_that_names_the_other_winner_is_noticed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    right = scorecards.cards

    def wrong(*chosen: Any) -> Any:
        return [replace(card, winner="ab".replace(card.winner, "")) for card in right(*chosen)]

    monkeypatch.setattr(scorecards, "cards", wrong)
    steps = played(desk).steps
    assert "does not say Official result: corrected by the organiser" in steps.pop(CARD)
    assert not any(steps.values())


@pytest.mark.parametrize(("act", "step"), [(ClearResult, CLEARED), (Return, WITHDRAWN)])
def test_an_act_that_does_nothing_is_noticed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, act: type, step: str
) -> None:
    monkeypatch.setattr(act, "do", lambda *_, **__: None)
    swiss = Swiss(desk, "S", {}, lambda text: None)
    swiss.prepare(desk.do(NewTournament(key="rehearsal", name="Rehearsal", ruleset="icf"), None))
    for fixture in desk.fixtures(state="ready"):
        desk.do(EnterResult(games=["8-3"], reason="on paper"), fixture)
    swiss.goes_on()
    assert swiss.steps[step] not in ("", "it was not reached")


# What the robots press and send is what the rules engine and the panel guide mean by it.


def test_the_umpire_counts_the_losers_colour() -> None:
    assert result_keys(RecordedBoard("a", 2, "a"), white="a") == [
        "OK", "BLACK", "BLACK", "QUEEN", "OK", "OK",
    ]  # fmt: skip
    assert result_keys(RecordedBoard("a", 1, "b"), white="b") == [
        "OK", "WHITE", "QUEEN", "QUEEN", "OK", "OK",
    ]  # fmt: skip
    assert result_keys(RecordedBoard("b", 1, None), white="a") == [
        "OK", "WHITE", "QUEEN", "QUEEN", "OK", "OK",
    ]  # fmt: skip


def test_every_recorded_match_can_be_assigned() -> None:
    for match in championship():
        state, _ = game.apply(game.new(), assignment(match))
        assert (state.phase, state.setup.rules["board_limit"]["group"]) == ("ready", 8)


# The demonstration's verdicts: it passes only when every match arrived as it was played.

RECORD = championship()
AS_PLAYED = {match.id: match.added_up for match in RECORD}


def test_everything_as_played_passes_and_lists_the_slips_of_the_record() -> None:
    verdicts = judge(RECORD, AS_PLAYED, {})
    assert all_arrived(verdicts)
    lines = summary(verdicts)
    assert lines[0] == "40 of 40 matches arrived exactly as they were played."
    assert [line.partition(":")[0] for line in lines[1:]] == [
        "Round 2, match 2",
        "Round 3, match 1",
        "Round 4, match 7",
    ]


def test_the_verdicts_are_a_table_that_fits_the_terminal() -> None:
    out = Console(width=80, file=StringIO())
    show(judge(RECORD, {**AS_PLAYED, "R2-2": (15, 22)}, {}), out)
    lines = out.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert lines[0] == "Recorded against collected"
    assert max(map(cell_len, lines)) <= 80  # of a terminal: not all letters are one wide
    assert "WRONG:" in " ".join(lines)


def test_a_missing_match_fails() -> None:
    collected = {key: score for key, score in AS_PLAYED.items() if key != "R3-3"}
    verdicts = judge(RECORD, collected, {})
    assert not all_arrived(verdicts)
    assert summary(verdicts)[-1] == "Round 3, match 3: did not arrive"


def test_a_wrong_score_fails_even_when_the_record_agrees_with_it() -> None:
    verdicts = judge(RECORD, {**AS_PLAYED, "R2-2": (15, 22)}, {})
    assert not all_arrived(verdicts)
    assert "WRONG: the boards add up to 11-10" in summary(verdicts)[-1]


def test_trouble_at_a_table_fails_even_with_the_right_result() -> None:
    verdicts = judge(RECORD, AS_PLAYED, {"R1-1": "the display shows 8.8.8.8."})
    assert not all_arrived(verdicts)


def test_a_crokinole_match_is_compared_with_its_20s() -> None:
    final = play_offs()[0]
    assert all_arrived(judge([final], {final.id: (11, 15, 22, 26)}, {}))
    wrong = judge([final], {final.id: (11, 15, 22, 25)}, {})
    assert not all_arrived(wrong)
    assert "WRONG: the boards add up to 11-15 (20s 22-26)" in summary(wrong)[-1]


def test_the_audit_is_summed_up_in_a_line_and_its_breaks_are_told() -> None:
    whole = Report([MatchReport("j", 1, "M1", 2, seal="sealed"), MatchReport("j", 1, "M2", 9)], [])
    (line,) = audit_summary(whole)
    assert line == "1 of 2 matches are sealed by their table's key; the record is whole (boardside verify)."
    broken = Report(whole.matches, [Finding(True, "j", 1, "M1", 5, "it was changed")])
    assert audit_summary(broken)[1:] == ["BROKEN  table 1, match M1, event 5: it was changed"]


# The demonstration sets a password for the admin pages and prints it.


def test_a_password_that_is_easy_to_guess_by_chance_is_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter(["5a1d1e306a", "1111111111", "c85f1b9ed0"])
    database = f"sqlite:///{tmp_path / 'demo.db'}"
    with monkeypatch.context() as patch:
        patch.setattr(secrets, "token_hex", lambda _count: next(drawn))
        assert give_password(database) == "c85f1b9ed0"
    store = Store.open(database)
    assert store.admins.verify(ORGANISER, "c85f1b9ed0")
    store.close()
