"""The acts on an event's set-up: added, set, deleted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema, WithJsonSchema
from pydantic_core import core_schema

from boardside.game import rules as game_rules
from host_tools import live_values
from host_tools.outside import json_text
from host_tools.reasons import Cause
from host_tools.store import halls
from host_tools.store.halls import read_layout
from host_tools.store.reasons import HallRefused
from host_tools.tournament.acts.act import Act, Parsed, Positional, Transaction, Why
from host_tools.tournament.entries import editing, renaming
from host_tools.tournament.matches import correcting
from host_tools.tournament.model import checks, finding, hall_tables, planning, shelf, wording
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import (
    Competition,
    Kind,
    Stage,
    StageKind,
    StagePlan,
    StageSettings,
    Tournament,
    Withdrawals,
)
from host_tools.tournament.model.planning import preset, preset_plan
from host_tools.tournament.reasons import cause
from host_tools.tournament.rounds import advancing, swiss_rounds
from host_tools.tournament.standings import withdrawals

_PLAIN = [{"type": kind} for kind in ("integer", "boolean", "string", "null")]
#: A ruleset's changes, such as {"points": 23, "clocks": {"stroke": 10000}}; the rules look at each.
RULES_SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": {
        "anyOf": [*_PLAIN, {"type": "object", "additionalProperties": {"anyOf": _PLAIN}}]
    },
}
RulesJson = Annotated[live_values.Rules, WithJsonSchema(RULES_SCHEMA)]


def _typed_rules(text: str) -> live_values.Rules:
    try:
        changes = json_text.value(text)
    except ValueError as error:
        raise DeskError("rules_no_json", why=str(error)) from error
    if not isinstance(changes, dict):
        raise DeskError("rules_no_object")
    return changes


def _typed_stages(text: str) -> list[StagePlan]:
    return [planning.parse(line) for line in text.splitlines() if line.strip()]


class _Stage(BaseModel):
    """A stage as scripts send it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    kind: StageKind = Field(description="external: another system draws it, round by round")
    name: str = Field("", max_length=80)
    settings: dict[str, int | bool] = Field({}, examples=[{"size": 4, "advance": 2}])


def _stage(given: object) -> StagePlan:
    if isinstance(given, StagePlan):
        return given
    stage = _Stage.model_validate(given)
    return StagePlan(stage.kind, stage.name, cast(StageSettings, stage.settings))


StageJson = Annotated[
    StagePlan,
    GetPydanticSchema(lambda source, handler: core_schema.no_info_plain_validator_function(_stage)),
    WithJsonSchema(_Stage.model_json_schema()),
]
Stages = Annotated[
    Sequence[StageJson] | None,
    Parsed(_typed_stages, each="stage"),
    Field(
        max_length=20,
        description="All its stages in order, one a line: groups:size=4,advance=2 or "
        "groups:groups=8,advance=2, round_robin:advance=4, preliminary:opponents=10,advance=8, "
        "swiss:rounds=7,clubs_apart=2, knockout, knockout:third; none: as the rulebook has them.",
    ),
]
Ruleset = Annotated[
    str | None,
    Field(
        max_length=20,
        title="Rules",
        description="icf, vkk, spandan, vaishali, wcc, or the key of a saved one.",
    ),
]
Category = Annotated[str | None, Field(max_length=40, description="Crokinole: adult, junior, cue.")]
Changes = Annotated[
    RulesJson | None,
    Parsed(_typed_rules),
    Field(title="Changes to the rules", description='As JSON: {"points": 23}; none: the rulebook\'s.'),
]
KindOf = Field(description="Of players, pairs or teams.")
#: A crokinole match of more games than this before the play-offs is asked about.
_MANY_GAMES = 3
#: The Laws' stages of all matches before the play-offs.
_PRELIMINARY = ("group", "round")
Games = Annotated[
    int | None,
    Field(
        ge=1,
        le=20,
        title="Games in a match",
        description="Of crokinole before the play-offs, where all are played (wcc: 10); else the best of so "
        "many. Empty: as the rules have them.",
    ),
]


@dataclass(frozen=True, slots=True)
class EventDone:
    """An event as it is now. hall: in which it is played; "": in any. remarks: what may not be meant."""

    event: Competition
    stages: tuple[Stage, ...]
    hall: str
    withdrawals: Withdrawals
    remarks: tuple[Cause, ...] = ()

    @property
    def plan(self) -> str:
        """Its stages in words."""
        return " → ".join(map(wording.stage, self.stages))

    @property
    def rules(self) -> str:
        """The name of its rules."""
        return self.event.variant or self.event.ruleset


class AddEvent(Act[Tournament, EventDone]):
    """Add an event."""

    act = "event add"
    record = "Event added"
    adds_to = "events"
    prompts: ClassVar[Mapping[str, str]] = {"many_games": "games"}
    done = "{value.event.name} ({value.event.key}): {value.plan}, by {value.rules}."

    key: Annotated[str, Positional("KEY")] = Field(
        examples=["ms"], max_length=20, description="A short word for it, such as ms."
    )
    name: Annotated[str, Positional("NAME")] = Field(
        examples=["Men's Singles"], description='For instance "Men\'s Singles".'
    )
    kind: Annotated[Kind, KindOf] = "singles"
    ruleset: Ruleset = None
    category: Category = None
    stages: Stages = None
    games: Games = None
    rules: Changes = None
    variant: str | None = Field(
        default=None, max_length=80, title="Name of the rules", description="If they are changed."
    )
    hall: str = Field(default="", max_length=40, description="In which it is played; empty: in any.")

    def do(self, at: Transaction, tournament: Tournament) -> EventDone:
        """Add it. DeskError: a value is unfit, the key is taken, a table would not take its matches."""
        book = at.book
        checks.checked_key(self.key)
        at.book.facts["event"] = self.key
        checks.check_name(self.name, "bad_event_name")
        ruleset = self.ruleset or tournament.ruleset
        plan = self.stages if self.stages is not None else preset_plan(_base(book, ruleset), self.kind)
        planning.check(plan)
        new = Competition(
            0,
            self.key,
            self.name.strip(),
            self.kind,
            ruleset,
            self.category,
            self.rules,
            self.variant,
            tuple(plan),
        )
        new = _of_games(_ruled(book, new, ruleset, self.rules, self.stages is None), self.games)
        planning.check_rules(new)
        if any(known.key == self.key for known in book.competitions(tournament.id)):
            raise DeskError("event_exists", tournament=tournament.name, key=self.key)
        made = book.competition(book.add_competition(tournament.id, new))
        assert made is not None
        finding.tournament_of(book, made)  # it must be open
        _play_in(book, made, self.hall)
        return replace(_done(book, made), remarks=() if self.games else _remarks(made))


class SetEvent(Act[Competition, EventDone]):
    """Change an event: its name, hall and rounds at any time, the rest as long as nothing decided depends on
    it; what is left out stays.
    """

    act = "event set"
    record = "Event changed"
    done = "{value.event.name} ({value.event.key}): {value.plan}, by {value.rules}."

    name: str | None = Field(default=None, description="Its name.")
    kind: Annotated[Kind, KindOf] = "singles"
    ruleset: Ruleset = None
    category: Category = None
    stages: Stages = None
    games: Games = None
    rules: Changes = None
    rounds: int | None = Field(
        default=None,
        ge=1,
        le=99,
        title="Number of rounds",
        description="Of its Swiss, also during play: as many as are drawn, or more.",
    )
    hall: str = Field(
        default="",
        max_length=40,
        title="Played in",
        description="The hall: its next matches are called to tables there; empty: in any.",
    )
    withdrawals: Literal["all", "none", "usual"] = Field(
        default="usual",
        title="Who withdraws from a group: which matches count",
        description="Usual: none in a group, all in a preliminary or a Swiss.",
    )
    force: bool = Field(
        default=False, description="Also if a match that follows was called; it stays, marked."
    )
    reason: Why = ""

    def do(self, at: Transaction, event: Competition) -> EventDone:
        """Change what was given. DeskError: a value is unfit, what is decided depends on the old one."""
        book, given = at.book, self.model_fields_set
        new = self._new(book, event)
        if new != event:
            editing.event(book, event, new, at.now)
            if new.name != event.name:
                renaming.tell_title(book, new, at.now)
        if self.rounds is not None:
            swiss_rounds.set_rounds(book, new, self.rounds)
            advancing.advance(book, _as_it_is(book, event), at.now)
        if "hall" in given:
            _play_in(book, event, self.hall)
        if "withdrawals" in given:
            chosen: Withdrawals = "" if self.withdrawals == "usual" else self.withdrawals
            withdrawals.choose(book, finding.tournament_of(book, event), event.key, chosen)
            correcting.follow_all(book, _as_it_is(book, event), at.now, self.force)
        return _done(book, event)

    def _new(self, book: Book, event: Competition) -> Competition:
        """The event with the values that were given."""
        given, new = self.model_fields_set, event
        if self.name is not None:
            checks.check_name(self.name, "bad_event_name")
            new = replace(new, name=self.name.strip())
        if "kind" in given:
            new = replace(new, kind=self.kind)
        if "category" in given:
            new = replace(new, category=self.category)
        if self.stages is not None:
            new = replace(new, plan=_named(self.stages, event.plan))
            planning.check(new.plan)
        if self.ruleset is not None or "rules" in given:
            ruleset = self.ruleset or event.ruleset
            has_preset = _named(preset_plan(_base(book, ruleset), new.kind), new.plan) == new.plan
            new = _ruled(book, replace(new, variant=None), ruleset, self.rules, has_preset)
        new = _of_games(new, self.games)
        if new != event:
            planning.check_rules(new)
        return new


@dataclass(frozen=True, slots=True)
class Deleted:
    """What was deleted with an event."""

    entries: int
    matches: int


class DeleteEvent(Act[Competition, Deleted]):
    """Delete an event of which no match is called or decided, with its entries and its draw."""

    act = "event delete"
    record = "Event deleted"
    asks = "Delete {event}: {value.entries} entries and {value.matches} matches?"
    done = "{event} is deleted."
    removes = True

    reason: Why = ""

    def do(self, at: Transaction, event: Competition) -> Deleted:
        """Delete it. DeskError: a match of it is called or decided."""
        gone = Deleted(len(at.book.entries(event.id)), len(at.book.fixtures(event.id)))
        editing.delete_event(at.book, event)
        return gone


def _done(book: Book, event: Competition) -> EventDone:
    owner = finding.tournament_of(book, event)
    return EventDone(
        _as_it_is(book, event),
        tuple(book.stages(event.id)),
        hall_tables.hall_of_event(book, owner, event.key),
        withdrawals.of_event(owner, event.key),
    )


def _as_it_is(book: Book, event: Competition) -> Competition:
    fresh = book.competition(event.id)
    assert fresh is not None
    return fresh


def _base(book: Book, ruleset: str) -> str:
    """The rulebook of a ruleset, or of a saved one. DeskError."""
    own = shelf.own_rules(book, ruleset)
    return own.base if own else ruleset


def _ruled(
    book: Book, new: Competition, ruleset: str, rules: live_values.Rules | None, has_preset: bool
) -> Competition:
    """The event with this ruleset, or saved one, and these changes. Without any: the rulebook's own, if the
    stages are its (has_preset), or have a preliminary: there a match is one game (D83).
    """
    own = shelf.own_rules(book, ruleset, rules)
    chosen, variant = (own.base, own.name) if own else (ruleset, new.variant)
    if rules is None and (has_preset or any(stage.kind == "preliminary" for stage in new.plan)):
        rules = preset(chosen).rules
    if own:
        rules = shelf.laid_over(rules or {}, own.changes)
    return replace(new, ruleset=chosen, rules=rules, variant=variant)


def _of_games(event: Competition, games: int | None) -> Competition:
    """The event with matches of so many games; None: as its rules have them."""
    if games is None:
        return event
    is_crokinole = game_rules.resolve(event.ruleset)["sport"] == "crokinole"
    changes = {"games": dict.fromkeys(_PRELIMINARY, games) if is_crokinole else games}
    return replace(event, rules=shelf.laid_over(event.rules or {}, changes))


def _remarks(event: Competition) -> tuple[Cause, ...]:
    """Ten games against each opponent are seldom meant: a championship spreads them over ten opponents."""
    games = game_rules.resolve(event.ruleset, event.rules)["games"]
    stage = next((each for each in event.plan if each.kind not in ("knockout", "external")), None)
    most = games[_PRELIMINARY[0]] if isinstance(games, dict) else games
    if stage is None or most <= _MANY_GAMES:
        return ()
    return (cause("many_games", stage=stage.kind.replace("_", " "), games=most, key=event.key),)


def _named(plan: Sequence[StagePlan], before: Sequence[StagePlan]) -> tuple[StagePlan, ...]:
    """The stages; one without a name keeps that of the stage of its kind that was there, and what is typed as
    it was stays as it was.
    """
    kept = []
    for index, stage in enumerate(plan):
        old = before[index] if index < len(before) and before[index].kind == stage.kind else stage
        same = old if planning.typed(old) == planning.typed(stage) else stage
        kept.append(replace(same, name=stage.name or old.name))
    return tuple(kept)


def _play_in(book: Book, event: Competition, hall: str) -> None:
    """Play an event in this hall only; "": anywhere. DeskError: there is no such hall."""
    try:
        name = halls.named(read_layout(book.connection), hall) if hall else ""
    except HallRefused as error:
        raise DeskError.for_cause(error.cause) from error
    owner = finding.tournament_of(book, event)
    kept = {**(owner.settings.get(hall_tables.EVENT_HALLS) or {}), event.key: name}
    kept = {key: where for key, where in kept.items() if where}
    settings = {name: value for name, value in owner.settings.items() if name != hall_tables.EVENT_HALLS}
    book.set_tournament(owner.id, settings=settings | ({hall_tables.EVENT_HALLS: kept} if kept else {}))
