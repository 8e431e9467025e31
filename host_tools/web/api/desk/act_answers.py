"""What the API answers to an act, by the type of its result (tournament/acts)."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from pydantic import BaseModel, Field

from host_tools.store.halls import HALLS_SETTING
from host_tools.tournament.acts.draws import Matches, Undrawn
from host_tools.tournament.acts.entering import Entered
from host_tools.tournament.acts.entries import EntryDone
from host_tools.tournament.acts.events import Deleted, EventDone
from host_tools.tournament.acts.matches import Given, Recalled
from host_tools.tournament.acts.rounds import Calls
from host_tools.tournament.acts.rulings import Ruled
from host_tools.tournament.acts.tournament import Contents
from host_tools.tournament.desk import shapes
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.desk.desk_base import Done
from host_tools.tournament.desk.shapes import EventFacts
from host_tools.tournament.entries.leaving import Leaving
from host_tools.tournament.matches.calling import Called
from host_tools.tournament.matches.clearing import Cleared
from host_tools.tournament.matches.exchanging import Exchanged
from host_tools.tournament.matches.protesting import ProtestView
from host_tools.tournament.matches.report_views import ReportView
from host_tools.tournament.model import hall_tables
from host_tools.tournament.model.model import Competition, Entry, Fixture, Tournament, Withdrawals
from host_tools.tournament.model.shelf import Shelved
from host_tools.tournament.rounds.drawing import Drawn
from host_tools.web.api.desk import answers
from host_tools.web.http.refusals import Answer


class Changed(Answer):
    """What an act changed in its event, or would change."""

    changed: list[str] = Field(description="Ids of matches, also of new ones")
    standings: list[shapes.GroupShape] = Field(description="Those that are another now")
    drawn: list[int] = Field(description="Positions of stages that were drawn by it")
    undrawn: list[int] = Field(description="Positions of stages whose draw was undone by it")


class EntryAct(Changed):
    """An entry as it is after the act."""

    entry: shapes.EntryShape
    tables: list[int] = Field(description="In play, which get a new name")
    remarks: list[shapes.CauseShape] = Field(
        description="Such as players who may be the same person as another"
    )


class EntriesAct(Changed):
    """The entries of a list."""

    entries: list[shapes.EntryShape]
    remarks: list[shapes.CauseShape] = Field(
        description="Columns of the list that are not used, and players who may be the same person as another"
    )


class TournamentAct(Changed):
    """A tournament as it is after the act."""

    tournament: shapes.TournamentShape
    rest_minutes: int = Field(description="Between two matches of a player; 0: not looked at")
    presses: int | None = Field(description="Of CLOCK a stroke, 0: results only; null: as tables are set")
    halls: dict[str, list[int]] = Field(description="The tables of each")


class ContentsAct(Changed):
    """A tournament that was deleted, or would be: how much was in it."""

    name: str
    events: int
    entries: int
    matches: int
    results: int


class CalledMatch(BaseModel):
    """A match that was called to a table."""

    match: shapes.MatchShape
    command: str = Field(description="Of the order to the table; GET /api/v1/orders/{id} tells how far it is")
    remarks: list[shapes.CauseShape] = Field(description="Such as a player without rest")


class CallsAct(Changed):
    """The matches that were called to the tables."""

    calls: list[CalledMatch]
    waiting: int = Field(description="Tables that got no match")


class EventAct(Changed):
    """An event as it is after the act."""

    event: shapes.EventShape
    hall: str = Field(description="In which it is played; empty: in any")
    withdrawals: Withdrawals = Field(
        description="Which matches of who withdraws from a group count; empty: as usual"
    )
    remarks: list[shapes.CauseShape] = Field(description="Such as ten games against each opponent")


class MatchesAct(Changed):
    """The matches that were made, or changed."""

    matches: list[shapes.MatchShape]


class DrawAct(MatchesAct):
    """A draw, of a Swiss of a round."""

    seed: str
    remarks: list[shapes.CauseShape] = Field(description="What the organiser should know of this draw")


class LeavingAct(Changed):
    """An entry that has withdrawn."""

    entry: shapes.EntryShape
    stages: list[answers.LeftStage]
    at_tables: list[shapes.MatchShape] = Field(description="Its matches that go on at their tables")
    reserve: shapes.EntryShape | None = Field(description="The first one, if the place is free for it")


class MatchAct(Changed):
    """A match as it is after the act."""

    match: shapes.MatchShape


class RecallAct(MatchAct):
    """A match whose call was taken back."""

    remarks: list[shapes.CauseShape] = Field(description="That a table still has it in play")


class CallAct(Changed, CalledMatch):
    """A match that was called to a table."""


class ExchangeAct(CallAct):
    """A match that goes on at another device."""

    score: str = Field(description="What was carried over; empty: nothing was played")


class ProtestAct(Changed):
    """A protest as it is after the act."""

    protest: shapes.ProtestShape


class RulingAct(ProtestAct):
    """A protest whose ruling was sent to its table."""

    command: str = Field(description="Of the order to the table; GET /api/v1/orders/{id} tells how far it is")


class ReportAct(Changed):
    """A table's report as it is after the act."""

    report: shapes.ReportShape


class RulesetAct(Changed):
    """A ruleset that was saved."""

    ruleset: shapes.RulesetShape


class ClearAct(MatchAct):
    """A match whose result was taken away; the table's may count again."""

    later: list[shapes.CauseShape] = Field(description="What was called since, and stays, marked")


class GivenAct(MatchAct):
    """A match that was given by a walk-over."""

    withdrawn: list[shapes.EntryShape] = Field(description="Sides that have withdrawn; it is part of that")


@dataclass(frozen=True, slots=True)
class Answered:
    """How a result is answered. fill: the fields beside those of `Changed`."""

    model: type[Changed]
    fill: Callable[[Desk, Any, Any], dict[str, Any]]

    def of(self, desk: Desk, target: Any, done: Done[Any]) -> Changed:
        """The answer about this act."""
        seen = done.effects
        return self.model.model_validate(
            {
                "changed": [each.before.id for each in seen.changes] + [each.id for each in seen.new],
                "standings": [shapes.GroupShape.from_value(each) for each in seen.standings],
                "drawn": [stage.position for stage in seen.drawn],
                "undrawn": [stage.position for stage in seen.undrawn],
                **self.fill(desk, target, done.value),
            }
        )


def _entry(_desk: Desk, _target: Entry, value: EntryDone) -> dict[str, Any]:
    return {
        "entry": shapes.of_entry(value.entry),
        "tables": list(value.tables),
        "remarks": [shapes.of_cause(why) for why in value.remarks],
    }


def _entries(_desk: Desk, _target: Competition, value: Entered) -> dict[str, Any]:
    return {
        "entries": [shapes.of_entry(entry) for entry in value.entries],
        "remarks": [shapes.of_cause(why) for why in value.remarks],
    }


def _tournament(_desk: Desk, _target: Tournament, value: Tournament) -> dict[str, Any]:
    return {
        "tournament": shapes.TournamentShape.from_value(value),
        "rest_minutes": hall_tables.rest_minutes(value),
        "presses": value.settings.get("presses"),
        "halls": value.settings.get(HALLS_SETTING) or {},
    }


def _event(_desk: Desk, _target: object, value: EventDone) -> dict[str, Any]:
    return {
        "event": shapes.of_event(value.event, value.stages),
        "hall": value.hall,
        "withdrawals": value.withdrawals,
        "remarks": [shapes.of_cause(why) for why in value.remarks],
    }


def _matches(desk: Desk, target: Competition, value: Matches | Drawn) -> dict[str, Any]:
    facts = EventFacts.read(desk, target)
    return {"matches": [facts.match(each) for each in value.fixtures]}


def _drawn(desk: Desk, target: Competition, value: Drawn) -> dict[str, Any]:
    remarks = [shapes.of_cause(why) for why in value.remarks]
    return {"seed": value.seed, "remarks": remarks, **_matches(desk, target, value)}


def _leaving(desk: Desk, target: Entry, value: Leaving) -> dict[str, Any]:
    event = desk.event_of(target)
    facts = EventFacts.read(desk, event)
    return {
        "entry": shapes.of_entry(value.entry),
        "stages": [
            answers.LeftStage(stage=left.stage.position, decided=left.decided, count=left.count or None)
            for left in value.stages
        ],
        "at_tables": [facts.match(each) for each in value.at_tables],
        "reserve": None if value.reserve is None else shapes.of_entry(value.reserve),
    }


def _recalled(desk: Desk, target: Fixture, value: Called | Exchanged | Recalled) -> dict[str, Any]:
    remarks = [shapes.of_cause(why) for why in value.remarks]
    return {**_match(desk, target, value.fixture), "remarks": remarks}


def _called(desk: Desk, target: Fixture, value: Called | Exchanged) -> dict[str, Any]:
    return {**_recalled(desk, target, value), "command": value.command}


def _exchanged(desk: Desk, target: Fixture, value: Exchanged) -> dict[str, Any]:
    return {**_called(desk, target, value), "score": value.score}


def _match(desk: Desk, target: Fixture, value: Fixture) -> dict[str, Any]:
    event = desk.event_of(target)
    return {"match": EventFacts.read(desk, event).match(value)}


def _cleared(desk: Desk, target: Fixture, value: Cleared) -> dict[str, Any]:
    later = [shapes.of_cause(why) for why in value.later]
    return {**_match(desk, target, value.fixture), "later": later}


def _given(desk: Desk, target: Fixture, value: Given) -> dict[str, Any]:
    return {
        **_match(desk, target, value.fixture),
        "withdrawn": [shapes.of_entry(entry) for entry in value.gone],
    }


def _calls(desk: Desk, _target: Tournament, value: Calls) -> dict[str, Any]:
    return {
        "calls": [_called(desk, called.fixture, called) for called in value.calls],
        "waiting": value.waiting,
    }


#: By the type that an act's `do` returns.
ANSWERS: Mapping[Any, Answered] = {
    type(None): Answered(Changed, lambda desk, target, value: {}),
    Tournament: Answered(TournamentAct, _tournament),
    EventDone: Answered(EventAct, _event),
    Matches: Answered(MatchesAct, _matches),
    Drawn: Answered(DrawAct, _drawn),
    Undrawn: Answered(Changed, lambda desk, target, value: {}),
    Deleted: Answered(Changed, lambda desk, target, value: {}),
    Calls: Answered(CallsAct, _calls),
    Contents: Answered(ContentsAct, lambda desk, target, value: asdict(value)),
    EntryDone: Answered(EntryAct, _entry),
    Entered: Answered(EntriesAct, _entries),
    Leaving: Answered(LeavingAct, _leaving),
    Called: Answered(CallAct, _called),
    Recalled: Answered(RecallAct, _recalled),
    Exchanged: Answered(ExchangeAct, _exchanged),
    Fixture: Answered(MatchAct, _match),
    Cleared: Answered(ClearAct, _cleared),
    Given: Answered(GivenAct, _given),
    ProtestView: Answered(ProtestAct, lambda desk, target, value: {"protest": shapes.of_protest(value)}),
    Ruled: Answered(
        RulingAct,
        lambda desk, target, value: {
            "protest": shapes.of_protest(value.protest),
            "command": value.command,
        },
    ),
    Shelved: Answered(RulesetAct, lambda desk, target, value: {"ruleset": shapes.of_ruleset(value)}),
    ReportView: Answered(ReportAct, lambda desk, target, value: {"report": shapes.of_report(value)}),
}
