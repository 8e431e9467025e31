"""The acts on the draw of an event: drawn, undrawn, changed by hand; the order of entries that are level."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema, WithJsonSchema
from pydantic_core import core_schema

from host_tools.tournament.acts.act import INT_MAX, Act, Needed, Parsed, Transaction, Typed
from host_tools.tournament.acts.entries import typed_entry
from host_tools.tournament.matches import correcting, swapping
from host_tools.tournament.model import finding
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Decision, Fixture
from host_tools.tournament.rounds import advancing, drawing
from host_tools.tournament.rounds.drawing import Drawn, add_shoot_outs
from host_tools.tournament.standings import stage_standings

Group = Annotated[int, Field(ge=0, le=INT_MAX, description="From 1; 0: the stage has none.")]
StageNumber = Annotated[
    int | None,
    Field(ge=1, le=INT_MAX, description="From 1; none: the one in play, or that waits for a decision."),
]


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches that an act made, or changed."""

    fixtures: tuple[Fixture, ...]

    @property
    def ids(self) -> list[str]:
        """Their ids."""
        return [fixture.id for fixture in self.fixtures]

    @property
    def count(self) -> int:
        """How many."""
        return len(self.fixtures)


class Draw(Act[Competition, Drawn]):
    """Draw the event, or the next round of its Swiss: the same seed, entries and results make the same draw
    again.
    """

    act = "event draw"
    record = "Drawn"
    within = "draw"

    seed: str | None = Field(
        default=None, max_length=40, description="Empty: a new one, which is given back."
    )

    def do(self, at: Transaction, event: Competition) -> Drawn:
        """Draw it. What `progress` raises ends the draw without a trace. DeskError."""
        at.progress(0, 2)
        drawn = drawing.draw(at.book, event, self.seed)
        at.book.facts |= {"seed": drawn.seed, "round": drawn.round}
        at.progress(1, 2)
        advancing.advance(at.book, at.book.competition(event.id) or event, at.now)
        at.progress(2, 2)
        return replace(drawn, fixtures=_of(at, event, [fixture.id for fixture in drawn.fixtures]))


@dataclass(frozen=True, slots=True)
class Undrawn:
    """round: of a Swiss, whose other rounds stay; None: entries are open."""

    round: int | None


class Undraw(Act[Competition, Undrawn]):
    """Take the draw back, of a Swiss the last round, as long as none of its matches was called."""

    act = "event undraw"
    record = "Draw taken back"
    within = "draw"

    def do(self, at: Transaction, event: Competition) -> Undrawn:
        """Take it back. DeskError: a match of it was called."""
        number = drawing.undraw(at.book, event)
        advancing.advance(at.book, at.book.competition(event.id) or event, at.now)
        return Undrawn(number)


class Swap(Act[Competition, Matches]):
    """Exchange two entries of the draw by hand, before the round begins: in the first round of a bracket, in
    groups, in a round robin, in the last round of a Swiss. The draw says so.
    """

    act = "event swap"
    record = "Two entries exchanged"
    within = "draw"

    a: Annotated[int, Typed(typed_entry)] = Field(ge=1, le=INT_MAX, title="Exchange", description="Its id.")
    b: Annotated[int, Typed(typed_entry)] = Field(ge=1, le=INT_MAX, title="With", description="Its id.")
    reason: Annotated[str, Needed("swap_needs_reason")] = Field(
        max_length=500, title="Why", description="Everybody sees it beside the draw."
    )

    def do(self, at: Transaction, event: Competition) -> Matches:
        """Exchange them; the matches that changed. DeskError."""
        entries = [finding.entry(at.book, event, each) for each in (self.a, self.b)]
        at.book.facts["entries"] = [entry.title for entry in entries]
        ids = swapping.swap(at.book, event, self.a, self.b, self.reason, at.actor, at.now)
        return Matches(_of(at, event, ids))


class _PlaceScore(BaseModel):
    """The score of one of the entries that were level, as scripts send it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    entry: int = Field(ge=1, le=INT_MAX)
    score: int = Field(ge=-INT_MAX, le=INT_MAX)


def _scored(given: object) -> tuple[int, int]:
    if isinstance(given, tuple):
        given = {"entry": given[0], "score": given[1]}
    place = _PlaceScore.model_validate(given)
    return place.entry, place.score


ScoreJson = Annotated[
    tuple[int, int],
    GetPydanticSchema(lambda source, handler: core_schema.no_info_plain_validator_function(_scored)),
    WithJsonSchema(_PlaceScore.model_json_schema()),
]


def _typed_order(text: str) -> list[tuple[int, int]]:
    """Lines of a form, "ID=SCORE", the highest score first."""
    scores = []
    for line in text.splitlines():
        entry, _, score = line.partition("=")
        if not (entry.isdecimal() and score.strip().isdecimal()):
            raise DeskError("bad_score", text=line)
        scores.append((int(entry), int(score)))
    return sorted(scores, key=lambda pair: -pair[1])


class Decide(Act[Competition, Matches]):
    """Record the order of level entries by a shoot-out, a toss or the organiser's decision; it replaces a
    complete order of the same entries.
    """

    act = "event decide"
    record = "Order of level ones noted"
    within = "standings"

    kind: Literal["shoot_out", "toss", "organiser"]
    order: Annotated[Sequence[ScoreJson], Parsed(_typed_order)] = Field(
        min_length=1, max_length=500, description="The best first."
    )
    group: Group = 0
    stage: StageNumber = None

    @classmethod
    def of(cls, decision: Decision, stage: int | None = None) -> Self:
        """The act that records this decision."""
        return cls(kind=decision.kind, order=decision.order, group=decision.group, stage=stage)

    def do(self, at: Transaction, event: Competition) -> Matches:
        """Record it; the matches that changed, of which those that were called with another side are marked.
        DeskError: the standing stays as it was.
        """
        book = at.book
        decision = Decision(self.kind, tuple(self.order), self.group)
        stage = stage_standings.stage_to_decide(book, event, self.stage)
        groups = stage_standings.of_stage(book, event, stage, book.fixtures(event.id))
        if (lines := groups.get(self.group)) is None:
            raise DeskError("no_group_in_stage", event=event.name, group=self.group, position=stage.position)
        correcting.check_decision(stage, lines, decision)
        book.remove_decision_of(stage.id, decision)
        book.add_decision(stage.id, decision, at.now, at.actor)
        decided = stage_standings.of_stage(book, event, stage, book.fixtures(event.id))
        correcting.check_decided(lines, decided[self.group])
        changed = advancing.advance(book, event, at.now)
        return Matches(_of(at, event, [*changed, *advancing.note_contradictions(book, event)]))


class ShootOut(Act[Competition, Matches]):
    """Make the shoot-outs that a group owes matches that can be called, each of one board (crokinole: 12
    shots); their results give the order.
    """

    act = "event shoot-out"
    record = "Shoot-out to be played"
    within = "standings"

    group: Group = 0
    stage: StageNumber = None

    def do(self, at: Transaction, event: Competition) -> Matches:
        """Add them. DeskError: it owes none, they are there already, or the event is one of teams."""
        stage = stage_standings.stage_to_decide(at.book, event, self.stage)
        return Matches(tuple(add_shoot_outs(at.book, event, stage, self.group)))


def _of(at: Transaction, event: Competition, ids: Sequence[str]) -> tuple[Fixture, ...]:
    known = {fixture.id: fixture for fixture in at.book.fixtures(event.id)}
    return tuple(known[match] for match in dict.fromkeys(ids) if match in known)
