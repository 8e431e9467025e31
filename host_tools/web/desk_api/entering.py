"""What a script does before the first match: tournament, events, entries, draw."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body
from pydantic import Field

from host_tools.tournament.desk import Desk, NewEntry, Person
from host_tools.tournament.model import StagePlan
from host_tools.web.desk_api import shapes
from host_tools.web.desk_api.bearer import Who
from host_tools.web.desk_api.reading import (
    Entries,
    EventKey,
    Matches,
    OneEntry,
    OneEvent,
    OneTournament,
    TournamentKey,
    event_of,
    found,
    titles_of,
)

ENTRIES_MOST = 2000


class NewTournament(shapes.Asked):
    key: str = Field(examples=["open-2026"])
    name: str = Field(examples=["City Open 2026"])
    ruleset: str = "icf"
    place: str = Field("", max_length=200)
    days: str = Field("", max_length=80)


class NewStage(shapes.Asked):
    kind: Literal["knockout", "groups", "round_robin", "preliminary"]
    name: str = Field("", max_length=80)
    settings: dict[str, int | bool] = Field({}, examples=[{"size": 4, "advance": 2}])


class NewEvent(shapes.Asked):
    key: str = Field(examples=["ms"])
    name: str = Field(examples=["Men's Singles"])
    kind: Literal["singles", "doubles", "team"] = "singles"
    ruleset: str | None = None
    category: str | None = None
    rules: dict[str, Any] | None = None
    stages: list[NewStage] | None = Field(None, description="null: as the rulebook has them")


class NewPerson(shapes.Asked):
    name: str
    club: str = Field("", max_length=80)
    country: str = Field("", max_length=40)
    licence: str = Field("", max_length=40)

    def person(self) -> Person:
        return Person(self.name, self.club, self.country, self.licence)


class NewEntryShape(shapes.Asked):
    people: list[NewPerson] = Field(min_length=1, max_length=20)
    name: str = Field("", description="Of a team")
    seeding: int | None = Field(None, ge=1)


class NewEntries(shapes.Asked):
    entries: list[NewEntryShape] = Field(min_length=1, max_length=ENTRIES_MOST)


class PlayerChange(shapes.Asked):
    out: str = Field(description="Name or start number of who leaves", max_length=80)
    new: NewPerson


class DrawAsked(shapes.Asked):
    seed: str | None = Field(None, max_length=40, description="null: a new one, which is given back")


class Drawn(shapes.Answer):
    seed: str
    matches: list[shapes.MatchShape]


def router(desk: Desk) -> APIRouter:
    """The routes; all need a token."""
    api = APIRouter(tags=["tournament"])
    of = "/tournaments/{tournament}"
    event_path = f"{of}/events/{{event}}"

    @api.post("/tournaments", status_code=201)
    def new_tournament(asked: NewTournament, who: Who) -> OneTournament:
        """Make a tournament."""
        made = desk.new_tournament(
            asked.key, asked.name, asked.ruleset, place=asked.place, days=asked.days, who=who
        )
        return OneTournament(tournament=shapes.TournamentShape.of(made))

    @api.post(f"{of}/close")
    def close(tournament: TournamentKey, who: Who) -> OneTournament:
        """Close it: nothing of it changes any more."""
        one, _ = found(desk, tournament)
        closed = desk.close_tournament(one, who=who)
        return OneTournament(tournament=shapes.TournamentShape.of(closed))

    @api.post(f"{of}/open")
    def reopen(tournament: TournamentKey, who: Who) -> OneTournament:
        """Open it again."""
        one, _ = found(desk, tournament)
        opened = desk.close_tournament(one, False, who=who)
        return OneTournament(tournament=shapes.TournamentShape.of(opened))

    @api.post(f"{of}/events", status_code=201)
    def add_event(tournament: TournamentKey, asked: NewEvent, who: Who) -> OneEvent:
        """Add an event."""
        one, _ = found(desk, tournament)
        stages = asked.stages
        plan = None if stages is None else [StagePlan(each.kind, each.name, each.settings) for each in stages]
        made = desk.add_competition(
            one,
            asked.key,
            asked.name,
            asked.kind,
            ruleset=asked.ruleset,
            category=asked.category,
            rules=asked.rules,
            plan=plan,
            who=who,
        )
        return OneEvent(event=shapes.EventShape.of(made, desk.stages(made)))

    @api.post(f"{event_path}/entries", status_code=201)
    def add_entries(tournament: TournamentKey, event: EventKey, asked: NewEntries, who: Who) -> Entries:
        """Enter all of them, or none."""
        competition = event_of(desk, tournament, event)
        new = [
            NewEntry(tuple(person.person() for person in one.people), one.name, one.seeding)
            for one in asked.entries
        ]
        made = desk.add_entries(competition, new, who=who)
        return Entries(entries=[shapes.EntryShape.of(entry) for entry in made])

    @api.post(f"{event_path}/entries/import", status_code=201)
    def import_entries(
        tournament: TournamentKey,
        event: EventKey,
        text: Annotated[str, Body(media_type="text/csv", max_length=1_000_000)],
        who: Who,
    ) -> Entries:
        """Enter all of an entry list (CSV), or none; a refusal names each line and column."""
        competition = event_of(desk, tournament, event)
        made = desk.import_entries(competition, text, who=who)
        return Entries(entries=[shapes.EntryShape.of(entry) for entry in made])

    @api.post(f"{event_path}/entries/{{entry}}/withdraw")
    def withdraw(tournament: TournamentKey, event: EventKey, entry: int, who: Who) -> OneEntry:
        """An entry withdraws; its matches that are still to be played become walk-overs."""
        competition = event_of(desk, tournament, event)
        desk.withdraw(competition, desk.entry(competition, entry), who=who)
        return OneEntry(entry=shapes.EntryShape.of(desk.entry(competition, entry)))

    @api.post(f"{event_path}/entries/{{entry}}/change")
    def change(
        tournament: TournamentKey, event: EventKey, entry: int, asked: PlayerChange, who: Who
    ) -> OneEntry:
        """Exchange a player of an entry, as far as the rulebook allows."""
        competition = event_of(desk, tournament, event)
        one = desk.entry(competition, entry)
        changed = desk.change_player(competition, one, asked.out, asked.new.person(), who=who)
        return OneEntry(entry=shapes.EntryShape.of(changed))

    @api.post(f"{event_path}/draw")
    def draw(tournament: TournamentKey, event: EventKey, asked: DrawAsked, who: Who) -> Drawn:
        """Draw the event: the same seed and entries make the same draw again."""
        competition = event_of(desk, tournament, event)
        drawn = desk.draw(competition, asked.seed, who=who)
        titles = titles_of(desk, competition)
        return Drawn(
            seed=drawn.seed,
            matches=[shapes.MatchShape.of(one, competition.key, titles) for one in drawn.fixtures],
        )

    @api.delete(f"{event_path}/draw")
    def undraw(tournament: TournamentKey, event: EventKey, who: Who) -> Matches:
        """Take the draw back, as long as nothing of it was called."""
        desk.undraw(event_of(desk, tournament, event), who=who)
        return Matches(matches=[])

    return api
