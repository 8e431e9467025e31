"""The JSON shapes of tournaments, events, entries, matches, places and so on. Times are UTC ms.

They are the same in the API's answers, in what `--json` prints and in what goes to a broker.

Within version 1 fields may be added, but no field changes its meaning or is removed. A shape takes the fields
of its value by their names (`Shape.from_value`); only fields with another name, or computed ones, are set
here. A field that is called otherwise in version 1 has that name as its alias.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from host_tools.laws import refusals
from host_tools.live_values import Facts, Rules
from host_tools.reasons import Cause
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.imports.import_files import Sheet
from host_tools.tournament.imports.import_run import ChangeKind
from host_tools.tournament.imports.importing import Imported
from host_tools.tournament.matches import stale_results
from host_tools.tournament.matches.protesting import ProtestView
from host_tools.tournament.matches.report_views import ReportView
from host_tools.tournament.model import remarks, wording
from host_tools.tournament.model.hall_tables import HallTable
from host_tools.tournament.model.model import (
    ByHand,
    Competition,
    Correction,
    Entry,
    Fixture,
    Place,
    ReportState,
    Stage,
)
from host_tools.tournament.model.shelf import Shelved
from host_tools.tournament.reasons import REASONS
from host_tools.tournament.undo.undoing import Effects

Side = Literal["a", "b"]


def _one_of(names: Iterable[str]) -> WithJsonSchema:
    """A name of a closed list."""
    return WithJsonSchema({"type": "string", "enum": list(names)})


#: A reason of the desk.
Reason = Annotated[str, _one_of(REASONS.names)]
NoteCode = Annotated[str, _one_of(remarks.NOTES)]
CorrectionCode = Annotated[str, _one_of(remarks.CORRECTIONS)]
ReportReason = Annotated[str, _one_of(remarks.REPORTS)]


class Shape(BaseModel):
    """The JSON shape of one of the tournament's values."""

    model_config = ConfigDict(from_attributes=True)

    @classmethod
    def from_value(cls, value: object, **put_together: object) -> Self:
        """The shape of `value`: the fields of the same name, and the given ones."""
        named = {name: getattr(value, name) for name in cls.model_fields if name not in put_together}
        return cls.model_validate({**named, **put_together})


class TournamentShape(Shape):
    """A tournament. state: open or closed."""

    key: str
    name: str
    place: str
    days: str
    ruleset: str
    state: str
    made_at: int


class PlayerShape(Shape):
    """A player; the name is empty once it was deleted at the player's wish."""

    number: int = Field(description="Start number in this tournament")
    name: str
    club: str
    country: str


class SwapShape(Shape):
    """Two entries that were exchanged in a draw by hand."""

    a: int = Field(description="An entry's id")
    b: int
    reason: str
    actor: str = Field(serialization_alias="who", description="Who did it")
    at: int


class StageShape(Shape):
    """A stage of an event. state: waiting, drawn, done. seed: of its draw."""

    position: int
    kind: str
    name: str
    settings: dict[str, Any] = Field(description="How it is played, such as its number of groups")
    state: str
    seed: str | None
    swaps: list[SwapShape] = Field(description="How its draw was changed by hand")


class EventShape(Shape):
    """An event of a tournament. state: entries, drawn, done."""

    key: str
    name: str
    kind: str
    ruleset: str
    variant: str | None = Field(description="The name of own rules, if it is played by some")
    category: str | None
    rules: dict[str, Any] | None = Field(description="What differs from the ruleset, as at the tables")
    state: str
    seed: str | None = Field(description="Of its first draw; null before it")
    stages: list[StageShape]


class EntryShape(Shape):
    """An entry: a player, a pair or a team. id: unique in this database."""

    id: int
    title: str
    name: str = Field(description="Of a team; otherwise empty")
    players: list[PlayerShape]
    seeding: int | None
    withdrawn: bool = Field(description="It does not play; a reserve, too")
    reserve: int | None = Field(description="Its place in the list of reserves, from 1")
    changes: int = Field(description="How often its players were changed")
    byes: list[int] = Field(description="The rounds of a Swiss for which it has asked for a bye")
    apart: list[int] = Field(description="Ids of entries that it is kept apart from in the draw")


class ResultShape(Shape):
    """The result of a match; lists are [a, b]. how: played, walk_over, conceded, lost, entered."""

    winner: Side | None
    how: str
    games: list[list[int]]
    games_won: list[int]
    points: list[int]
    net: int = Field(description="Net points of a; b's are the negative")
    twenties: list[int]


class MatchShape(Shape):
    """A match of an event. state: waiting, ready, called, playing, held, done, bye, off.

    a, b: ids of entries, null while not known; source_a, source_b say where they come from then, such as
    "winner:ID" or "place:STAGE:GROUP:PLACE", and title_a, title_b say it in words. group: 0 when the stage
    has none. corrected: the result was entered or changed by the organiser; by_hand says which: entered
    (there was none), corrected, or null.
    result_version: differs for each result, "0" without one; send it as `known` with a result by hand.
    """

    id: str
    match_number: str = Field(description="Its number for people, such as MS 3; empty for a tie as a whole")
    event: str
    where: str = Field(description="Its place in the event, such as Group B, round 2")
    stage: int
    round: int
    group: int
    number: int
    laws_stage: str
    a: int | None
    b: int | None
    title_a: str
    title_b: str
    source_a: Annotated[str, BeforeValidator(str)]
    source_b: Annotated[str, BeforeValidator(str)]
    tie: str | None
    part: str | None
    state: str
    hall: str
    table: int | None
    umpire: str
    called_at: int | None
    report_by: int | None
    decided_at: int | None
    live: str | None = Field(description="The score so far at its table, such as 25-10, 3-8")
    result: ResultShape | None
    corrected: bool
    by_hand: ByHand | None
    unconfirmed: bool = Field(
        description="Decided at its table, and not confirmed by its umpire; state is still playing"
    )
    note: str = Field(description="What should be known of it, in words")
    note_code: NoteCode | None = Field(description="The same as a code; null: nothing")
    note_facts: Facts = Field(description="The arguments of the code")
    result_version: str


class PlaceShape(Shape):
    """A line of a standing. step, why: which step of the tie-break put it there. open: still level."""

    place: int
    entry: int
    title: str
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    net: int
    twenties: int
    buchholz: int | None = Field(description="Points of all opponents; null where it does not count")
    step: str
    why: str
    reason: str | None = Field(description="What `why` says, as a code; null: nothing more than the step")
    facts: Facts = Field(description="The arguments of reason")
    open: bool


class CorrectionShape(Shape):
    """A result that was entered or changed by hand."""

    match: str
    at: int
    actor: str = Field(serialization_alias="who")
    reason: str
    reason_code: CorrectionCode | None = Field(
        description="Boardside put it there itself; null: a person did"
    )
    reason_facts: dict[str, str] = Field(description="The arguments of reason_code")
    before: ResultShape | None
    after: ResultShape | None


class GroupShape(Shape):
    """A standing: the stage's position, and the group; 0: the only one."""

    stage: int
    group: int


class CauseShape(Shape):
    """A reason in words, and as a code with its arguments."""

    message: str
    reason: Reason
    facts: Facts


class ActShape(Shape):
    """An act of the desk, and what taking it back would do."""

    id: int
    at: int
    actor: str = Field(serialization_alias="who")
    name: str = Field(serialization_alias="what")
    match: str | None = Field(description="The match that it was about")
    reason: str = Field(serialization_alias="why")
    taken_back_by: int | None = Field(description="The act that took it back")
    later: list[int] = Field(description="Acts that stand on it, and would be taken back first")
    refused: CauseShape | None = Field(description="Why it cannot be taken back")
    matches: list[str] = Field(description="Matches that would change")
    standings: list[GroupShape] = Field(description="Whose order or sums would change")
    stages: list[int] = Field(description="Positions of stages whose draw would be taken back")
    drawn: list[int] = Field(description="Positions of stages that would be drawn")


class ProtestShape(Shape):
    """A protest (Laws 144-151). state: open, upheld, overruled. decide_by: an hour after it was lodged."""

    match: str
    table: int
    number: int
    side: Side
    names: dict[str, list[str]] = Field(description="Who plays at the table, by side")
    game: int
    board: int
    state: str
    text: str
    lodged_at: int
    decide_by: int
    sent: str | None = Field(description="The ruling last sent to the table: uphold or overrule")
    refused: str | None = Field(description="Why the table does not take it; null: no answer yet")
    answer: dict[str, object] | None = Field(description="The same as code, message, reason and facts")
    fee: str | None = Field(description="Paid, refunded (151a) or forfeited (151b); null: none was noted")
    paid: str | None = Field(description="The fee, as people wrote it; empty: paid, the amount is not known")


class ReportShape(Shape):
    """A match at a table that has the id of a planned match and does not count by itself. state: open, taken,
    left, settled (no decision is needed any more). seal: of its confirmation.
    """

    number: int
    match: str
    event: str
    title: str
    players: str = Field(description="Who is to play the match")
    table: int
    reason: ReportReason = Field(description="Why it does not count by itself; `says` has it in words")
    facts: Facts = Field(description="The arguments of the reason")
    state: ReportState
    says: str
    names: str = Field(description="Who plays at the table")
    score: str
    winner: Side | None
    is_confirmed: bool
    can_take: bool
    seal: str | None
    since: int
    actor: str | None = Field(serialization_alias="who")
    why: str | None
    decided_at: int | None
    version: str = Field(description="Of its result: `known` of a decision")


class RulesetShape(Shape):
    """A saved ruleset; an event names it by its key, as its `ruleset`."""

    key: str
    name: str
    base: str
    rules: Rules = Field(description="What differs from the base")
    at: int = Field(description="When it was saved")


class DeskTableShape(Shape):
    """A table as the desk sees it. link: up, stale, down, silent. free: a match can be called to it; why:
    else the reason. status: its last one, with battery and more (docs/maintainer/protocol.md).
    """

    number: int
    hall: str
    link: str
    heard_at: int
    firmware: str
    status: dict[str, object] | None
    problem: str | None
    called: str | None = Field(description="Id of the match that was called to it and is not over")
    free: bool
    why: str = Field(description="Why no match can be called to it, in words")
    reason: Reason | None = Field(description="The same as a code; null: it is free")
    facts: Facts = Field(description="The arguments of the code")


class ChangeShape(Shape):
    """Something new that an import brings."""

    kind: ChangeKind
    event: str = Field(description="Its key; empty for none")
    title: str = Field(description="A name, and of a match its id")
    text: str
    file: str
    line: int


class ImportShape(Shape):
    """What an import did, or would do."""

    changes: list[ChangeShape] = Field(description="What is new, by the line of the file that says it")
    counts: dict[ChangeKind, int]
    same: int = Field(description="Rows that say what is here already")
    left: dict[Sheet, int] = Field(description="Rows that are not imported, by kind")
    remarks: list[CauseShape] = Field(
        description="What should be looked at: a guessed encoding, new players who may be another"
    )
    dry_run: bool


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What the shape of a match needs of its event. numbers: of its matches for people, by id; live: the
    score so far of those in play, by id.
    """

    event: Competition
    entries: Mapping[int, Entry]
    numbers: Mapping[str, str]
    live: Mapping[str, str]

    @classmethod
    def read(cls, desk: Desk, event: Competition) -> "EventFacts":
        """Those of this event, as the database has them now."""
        entries = {entry.id: entry for entry in desk.entries(event)}
        return cls(event, entries, wording.numbers(event, desk.fixtures(event)), desk.live_scores())

    def match(self, fixture: Fixture) -> MatchShape:
        """A match of the event."""
        title_a, title_b = (
            wording.side(entry, source, self.entries, self.numbers)
            for entry, source in ((fixture.a, fixture.source_a), (fixture.b, fixture.source_b))
        )
        return MatchShape.from_value(
            fixture,
            match_number=self.numbers.get(fixture.id, ""),
            event=self.event.key,
            where=wording.where(fixture),
            title_a=title_a,
            title_b=title_b,
            live=self.live.get(fixture.id),
            note=remarks.note(fixture.note_code, fixture.note_facts),
            note_facts=remarks.note_facts(fixture.note_code, fixture.note_facts),
            result_version=stale_results.version(fixture.result),
        )


def of_event(event: Competition, stages: Sequence[Stage]) -> EventShape:
    """An event with its stages."""
    seed = next((stage.seed for stage in stages if stage.seed), None)
    return EventShape.from_value(event, stages=stages, seed=seed)


def of_entry(entry: Entry) -> EntryShape:
    """An entry with its players."""
    byes = [number for _, number in entry.byes]
    return EntryShape.from_value(
        entry, byes=byes, apart=[each.other for each in entry.apart if each.until is None]
    )


def of_import(made: Imported, dry_run: bool) -> ImportShape:
    """What an import did; dry_run: would do."""
    remarks_of_it = [of_cause(why) for why in made.remarks]
    return ImportShape.from_value(made, counts=made.counts(), remarks=remarks_of_it, dry_run=dry_run)


def of_protest(protest: ProtestView) -> ProtestShape:
    """A protest at a table."""
    why = None if protest.refused is None else refusals.of_answer(**protest.refused)
    return ProtestShape.from_value(protest, refused=why, answer=protest.refused)


def of_place(place: Place, entries: Mapping[int, Entry]) -> PlaceShape:
    """A line of a standing. entries: of the event, by id."""
    title = entries[place.entry].title if place.entry in entries else ""
    return PlaceShape.from_value(place, title=title, why=remarks.why(place))


def of_correction(correction: Correction) -> CorrectionShape:
    """A result that was entered or changed by hand."""
    reason = remarks.correction(correction)
    return CorrectionShape.from_value(
        correction,
        match=correction.fixture,
        reason=reason,
        reason_code=correction.code,
        reason_facts=correction.facts,
    )


def of_cause(why: Cause) -> CauseShape:
    """A reason of the desk."""
    return CauseShape.model_validate({"message": why.say("script"), **why.to_json()})


def of_report(report: ReportView) -> ReportShape:
    """A report of a table."""
    says = remarks.of_report(report.reason, report.table, report.facts, report.is_confirmed)
    return ReportShape.from_value(report, says=says)


def of_ruleset(saved: Shelved) -> RulesetShape:
    """A saved ruleset."""
    return RulesetShape.from_value(saved, name=saved.own.name, base=saved.own.base, rules=saved.own.changes)


def _why(table: HallTable) -> dict[str, object]:
    if table.why is None:
        return {"why": "", "reason": None, "facts": {}}
    return {"why": table.why.say("script"), **table.why.to_json()}


def of_table(table: HallTable) -> DeskTableShape:
    """A table of the hall."""
    called = None if table.fixture is None else table.fixture.id
    return DeskTableShape.from_value(table, called=called, free=table.is_free, **_why(table))


def of_act(seen: Effects) -> ActShape:
    """An act with what taking it back would do."""
    act = seen.act
    return ActShape(
        id=act.number,
        at=act.at,
        actor=act.actor,
        name=act.name,
        match=act.match,
        reason=act.reason,
        taken_back_by=seen.by,
        later=[each.number for each in seen.later],
        refused=None if seen.refused is None else of_cause(seen.refused),
        matches=[change.before.id for change in seen.changes],
        standings=[GroupShape.from_value(each) for each in seen.standings],
        stages=[stage.position for stage in seen.stages],
        drawn=[stage.position for stage in seen.begun],
    )
