"""The acts that enter somebody in an event: one entry, or a list."""

import re
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema, WithJsonSchema
from pydantic_core import core_schema

from host_tools.reasons import Cause
from host_tools.tournament.acts.act import INT_MAX, Act, OfFile, Parsed, Positional, Transaction
from host_tools.tournament.acts.entries import CLUB, SHORT, EntryDone, remarks
from host_tools.tournament.entries import entering, entry_list, reserves
from host_tools.tournament.entries.entering import NewEntry
from host_tools.tournament.model.model import Competition, Entry
from host_tools.tournament.model.people import Person


class _Player(BaseModel):
    """A player as scripts send one."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str
    club: Annotated[str, CLUB] = ""
    country: Annotated[str, SHORT] = ""
    licence: Annotated[str, SHORT] = ""
    latin: str = Field("", max_length=80, description="The name in Latin letters, for displays")


def _player(given: object) -> Person:
    return given if isinstance(given, Person) else Person(**_Player.model_validate(given).model_dump())


def _typed_players(text: str) -> list[Person]:
    return [Person(name.strip()) for name in re.split(r"[\n;/|]", text) if name.strip()]


PlayerJson = Annotated[
    Person,
    GetPydanticSchema(lambda source, handler: core_schema.no_info_plain_validator_function(_player)),
    WithJsonSchema(_Player.model_json_schema()),
]
AsReserve = Annotated[bool, Field(description="As a reserve, at the end of their list; also after the draw.")]


class AddEntry(Act[Competition, EntryDone]):
    """Enter one player, pair or team."""

    act = "entry add"
    record = "Entered"
    adds_to = "entries"
    done = "{entry} is {value.place} {event}."

    team: str = Field(default="", description="The team's name.")
    players: Annotated[list[PlayerJson], Parsed(_typed_players, each="player"), Positional("NAMES")] = Field(
        min_length=1,
        max_length=20,
        exclude=True,
        title="Who enters",
        description="The player, both players of a pair, or all of a team.",
    )
    club: Annotated[str, CLUB] = ""
    country: Annotated[str, SHORT] = ""
    licence: Annotated[str, SHORT] = ""
    latin: list[str] = Field(
        default=[],
        max_length=20,
        title="In Latin letters",
        description="The name in Latin letters; one for each player, in order.",
    )
    seeding: int | None = Field(default=None, ge=1, le=INT_MAX, description="1 is the best.")
    reserve: AsReserve = False

    def do(self, at: Transaction, event: Competition) -> EntryDone:
        """Enter it. DeskError: late, there already, over a limit."""
        latin = [*self.latin, *[""] * len(self.players)]
        people = [
            Person(
                player.name,
                player.club or self.club,
                player.country or self.country,
                player.licence or self.licence,
                player.latin or spelled,
            )
            for player, spelled in zip(self.players, latin, strict=False)
        ]
        new = NewEntry(tuple(people), self.team, self.seeding)
        at.book.facts["entry"] = new.title
        [made] = reserves.enter(at.book, event, [new], at.now, self.reserve)
        return EntryDone(made, remarks=remarks(at, [made]))


@dataclass(frozen=True, slots=True)
class Entered:
    """The entries of a list. there: how many the event has now. remarks: columns that are not used, who may
    be the same person as another, seedings.
    """

    entries: tuple[Entry, ...]
    there: int
    remarks: tuple[Cause, ...]

    @property
    def count(self) -> str:
        """How many."""
        return "one entry" if len(self.entries) == 1 else f"{len(self.entries)} entries"


class ImportEntries(Act[Competition, Entered]):
    """Enter all of a list (CSV with a header: name, latin, club, country, licence, seeding; doubles also
    partner; teams: team, players), or nothing of it.
    """

    act = "entry import"
    record = "List entered"
    done = "{value.count} in {event}; {value.there} in all."

    lines: Annotated[
        list[str],
        Parsed(lambda text: text.split("\n")),
        Positional("FILE"),
        OfFile(entry_list.decode, entry_list.guessed),
    ] = Field(
        min_length=1,
        max_length=10_000,
        exclude=True,
        title="A list",
        description="As CSV, with a line of column names.",
        examples=[["name,club", "Asha,Pune"]],
    )
    reserve: AsReserve = False

    def do(self, at: Transaction, event: Competition) -> Entered:
        """Enter them. DeskError has every problem, one a line."""
        text = "\n".join(self.lines)
        new = entering.read(text, event.kind)
        at.book.facts["count"] = len(new)
        made = reserves.enter(at.book, event, new, at.now, self.reserve)
        unused = entry_list.ignored(text, event.kind)
        return Entered(tuple(made), len(at.book.entries(event.id)), (*unused, *remarks(at, made)))
