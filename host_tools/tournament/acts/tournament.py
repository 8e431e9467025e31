"""The acts on a tournament: its name, settings and halls, closing and deleting it; and on own rulesets."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema

from host_tools.orders import RULESETS
from host_tools.store.halls import HALL_NAME_MAX, HALLS_SETTING, hall_name_trouble
from host_tools.tournament.acts.act import Act, OfFile, Parsed, Positional, Transaction, Why
from host_tools.tournament.acts.events import RULES_SCHEMA
from host_tools.tournament.entries import entering
from host_tools.tournament.model import checks, finding, shelf
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.hall_tables import REST_MINUTES_MAX, numbered
from host_tools.tournament.model.model import Tournament
from host_tools.tournament.model.shelf import Shelved


class NewTournament(Act[None, Tournament]):
    """Make a tournament, and a database if there is none."""

    act = "tournament new"
    record = "Tournament begun"
    adds_to = "tournaments"
    done = "{value.name} ({value.key}) is open. Its events come next: boardside event add KEY NAME"

    key: Annotated[str, Positional("KEY")] = Field(
        max_length=20, examples=["open-2026"], description="A short word for it, such as open-2026."
    )
    name: Annotated[str, Positional("NAME")] = Field(
        examples=["City Open 2026"], description='For instance "Spring Open 2026".'
    )
    ruleset: str = Field(
        default="icf", max_length=20, title="Rulebook", description="icf, vkk, spandan, vaishali or wcc."
    )
    place: str = Field(default="", max_length=200, description="Where it is played.")
    days: str = Field(default="", max_length=80, description='As people write it: "12-14 March".')

    def do(self, at: Transaction, target: None) -> Tournament:
        """Make it. DeskError: a value is unfit, or the key is taken."""
        checks.checked_key(self.key)
        at.book.facts["tournament"] = self.key
        if self.ruleset not in RULESETS:
            raise DeskError("unknown_ruleset", ruleset=self.ruleset, rulesets=list(RULESETS))
        checks.check_name(self.name, "bad_tournament_name")
        if not all(map(checks.is_line, (self.place, self.days))):
            raise DeskError("bad_place_or_days")
        if any(known.key == self.key for known in at.book.tournaments()):
            raise DeskError("tournament_exists", key=self.key)
        new = Tournament(
            0, self.key, self.name.strip(), self.ruleset, self.place, self.days, "open", {}, at.now
        )
        at.book.add_tournament(new)
        return finding.tournament(at.book, self.key)


class Set(Act[Tournament, Tournament]):
    """Give a tournament another name, place, days, rest between matches, presses of CLOCK, or put tables into
    a hall; what is left out stays, and so does the key: it is in the ids of matches.
    """

    act = "tournament set"
    record = "Tournament changed"
    done = "{value.name}: saved."

    name: str | None = Field(default=None, description="Its name.")
    place: str | None = Field(default=None, max_length=200, description="Where it is played.")
    days: str | None = Field(default=None, max_length=80, description='As people write it: "12-14 March".')
    rest_minutes: int = Field(
        default=0,
        ge=0,
        le=REST_MINUTES_MAX,
        description="Minutes between two matches of a player, below which a call warns; 0: do not check.",
    )
    presses: int | None = Field(
        default=None,
        ge=0,
        le=2,
        description="Of CLOCK a stroke, in the next calls; 0: results only; none: as tables are set.",
    )
    hall: str | None = Field(
        default=None, max_length=HALL_NAME_MAX, description="The hall to which `tables` go."
    )
    tables: Annotated[list[Annotated[int, Field(ge=1, le=9999)]], Parsed(numbered)] = Field(
        default=[],
        max_length=9999,
        description="Such as 1-20,25; they leave the hall they were in. Without any: no such hall any more.",
    )
    reason: Why = ""

    def do(self, at: Transaction, tournament: Tournament) -> Tournament:
        """Change what was given. DeskError: a value is unfit."""
        given = self.model_fields_set
        texts = {
            name: getattr(self, name) for name in ("name", "place", "days") if getattr(self, name) is not None
        }
        texts = {name: text.strip() for name, text in texts.items()}
        if self.name is not None:
            checks.check_name(self.name, "bad_tournament_name")
        if not all(map(checks.is_line, texts.values())):
            raise DeskError("bad_place_or_days")
        settings: dict[str, Any] = {
            name: getattr(self, name) for name in ("rest_minutes", "presses") if name in given
        }
        if self.hall is not None:
            settings[HALLS_SETTING] = self._halls(tournament)
        old: Mapping[str, Any] = {**tournament.settings}
        kept = {name: value for name, value in {**old, **settings}.items() if value is not None}
        if not checks.are_settings(kept):
            raise DeskError("import_bad_settings")
        at.book.set_tournament(tournament.id, **texts, settings=kept)
        return finding.tournament(at.book, tournament.key)

    def _halls(self, tournament: Tournament) -> dict[str, list[int]] | None:
        name = (self.hall or "").strip()
        before = tournament.settings.get(HALLS_SETTING) or {}
        if self.tables and (why := hall_name_trouble(name)):
            raise DeskError.for_cause(why)
        if not self.tables and name not in before:
            raise DeskError("which_tables", hall=name, example="1-20, 25")
        halls = {
            hall: [number for number in numbers if number not in self.tables]
            for hall, numbers in before.items()
            if hall != name
        }
        if self.tables:
            halls[name] = sorted(set(self.tables))
        return {hall: numbers for hall, numbers in halls.items() if numbers} or None


class CheckIn(Act[Tournament, Tournament]):
    """Begin a new check-in, as on the next day: nobody is here then."""

    act = "tournament check-in"
    record = "New check-in"
    asks = "Begin a new check-in?"
    done = "{value.name}: nobody is checked in."
    within = "tournament set"

    def do(self, at: Transaction, tournament: Tournament) -> Tournament:
        """Forget who is here. DeskError: it is closed."""
        if tournament.state != "open":
            raise DeskError("tournament_closed", tournament=tournament.name)
        at.book.set_tournament(tournament.id, settings={**tournament.settings, "here": {}})
        return finding.tournament(at.book, tournament.key)


class Close(Act[Tournament, Tournament]):
    """Close a tournament against changes; refused while matches are at tables. What they report later is
    taken when it is opened again.
    """

    act = "tournament close"
    record = "Tournament closed, or opened again"
    done = "{value.name} is {value.state}."

    anyway: bool = Field(default=False, description="Close although matches are at tables.")
    undo: bool = Field(default=False, description="Open it again.")

    def do(self, at: Transaction, tournament: Tournament) -> Tournament:
        """Close or open it."""
        if not self.undo and not self.anyway:
            entering.check_nothing_is_played(at.book, tournament)
        at.book.set_tournament(tournament.id, state="open" if self.undo else "closed")
        return finding.tournament(at.book, tournament.key)


@dataclass(frozen=True, slots=True)
class Contents:
    """What was deleted with a tournament. results: of how many of its matches."""

    name: str
    events: int
    entries: int
    matches: int
    results: int


class Delete(Act[Tournament, Contents]):
    """Delete a tournament with its events, entries, draws and results, such as one that was only a test; not
    while it is closed, or its matches are at tables. What tables recorded stays, and the record keeps what
    was deleted.
    """

    act = "tournament delete"
    record = "Tournament deleted"
    asks = (
        "Delete {value.name}: {value.events} events, {value.entries} entries, {value.matches} matches, "
        "{value.results} of them with a result? Back up first: `boardside backup FILE`."
    )
    done = "{value.name} is deleted."
    removes = True

    reason: Why = ""

    def do(self, at: Transaction, tournament: Tournament) -> Contents:
        """Delete it. DeskError: it is closed, or matches of it are at tables."""
        if tournament.state != "open":
            raise DeskError("tournament_closed", tournament=tournament.name)
        entering.check_nothing_is_played(at.book, tournament)
        events = at.book.competitions(tournament.id)
        fixtures = [fixture for event in events for fixture in at.book.fixtures(event.id)]
        entries = sum(len(at.book.entries(event.id)) for event in events)
        results = sum(fixture.result is not None for fixture in fixtures)
        at.book.remove_tournament(tournament.id)
        return Contents(tournament.name, len(events), entries, len(fixtures), results)


def _as_text(file: object) -> object:
    return json.dumps(file, indent=2, ensure_ascii=False) + "\n" if isinstance(file, dict) else file


class SaveRuleset(Act[None, Shelved]):
    """Save a file of own rules, by which matches can be played, for events and matches to choose."""

    act = "ruleset save"
    record = "Own rules saved"
    adds_to = "rulesets"
    done = "“{value.own.name}” is saved as {value.key}: boardside event add KEY NAME --ruleset {value.key}"

    key: Annotated[str, Positional("KEY")] = Field(
        examples=["club"], description="A short word for it, such as club."
    )
    file: Annotated[
        str,
        BeforeValidator(_as_text),
        Positional("FILE"),
        OfFile(),
        WithJsonSchema({"anyOf": [RULES_SCHEMA, {"type": "string"}]}),
    ] = Field(
        exclude=True, description="Such as `boardside rules new` writes: `base`, `name`, and what differs."
    )
    replace: bool = Field(default=False, description="Replace the one that has this key; events keep theirs.")

    def do(self, at: Transaction, target: None) -> Shelved:
        """Save it. DeskError: no matches can be played by it, or the key has a ruleset already."""
        saved = shelf.save(at.book, self.key, self.file, at.actor, at.now, replace=self.replace)
        at.book.facts |= {"name": saved.own.name, "base": saved.own.base}
        return saved


class RemoveRuleset(Act[Shelved, Shelved]):
    """Remove a saved ruleset; events that chose it keep its rules."""

    act = "ruleset remove"
    record = "Own rules removed"
    asks = "Remove “{value.own.name}”?"
    done = "“{value.own.name}” is removed; events that chose it keep its rules."
    removes = True

    def do(self, at: Transaction, ruleset: Shelved) -> Shelved:
        """Remove it; returns what it was."""
        shelf.remove(at.book, ruleset.key)
        return ruleset
