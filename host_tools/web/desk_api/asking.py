"""What a request may bring: the bodies that make, enter, draw, call and decide. A field that is not known is
refused, so that no slip of the pen passes.
"""

import unicodedata
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from host_tools.tournament.desk import Person
from host_tools.tournament.model import StageKind
from host_tools.web.desk_api.shapes import Side

ENTRIES_MOST = 2000
#: Numbers that the database has room for.
INT_MAX = 2**31 - 1


#: Letters' categories that no keyboard gives: controls (line breaks too), half letters, private ones.
_NO_TEXT = {"Cc", "Cs", "Co"}
#: They turn what follows around: a name with one of them would change how a whole line reads.
_TURNING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Asked(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _is_said_in_letters(cls, given: Any) -> Any:
        for field, value in given.items() if isinstance(given, dict) else ():
            if not _has_letters_only([field, value]):
                raise ValueError(f"{field!a} has a character that cannot be shown")
        return given


class NewTournament(Asked):
    """A tournament to be made."""

    key: str = Field(examples=["open-2026"])
    name: str = Field(examples=["City Open 2026"])
    ruleset: str = "icf"
    place: str = Field("", max_length=200)
    days: str = Field("", max_length=80)


class NewStage(Asked):
    """A stage of a new event; settings as `--stage` of `boardside event add` has them."""

    kind: StageKind = Field(description="external: another system draws it, round by round")
    name: str = Field("", max_length=80)
    settings: dict[str, int | bool] = Field({}, examples=[{"size": 4, "advance": 2}])


class NewEvent(Asked):
    """An event to be added."""

    key: str = Field(examples=["ms"])
    name: str = Field(examples=["Men's Singles"])
    kind: Literal["singles", "doubles", "team"] = "singles"
    ruleset: str | None = None
    category: str | None = None
    rules: dict[str, Any] | None = None
    stages: list[NewStage] | None = Field(None, description="null: as the rulebook has them")


class NewPerson(Asked):
    """A person who enters, or takes another one's place."""

    name: str
    club: str = Field("", max_length=80)
    country: str = Field("", max_length=40)
    licence: str = Field("", max_length=40)

    def person(self) -> Person:
        """As the desk takes it."""
        return Person(self.name, self.club, self.country, self.licence)


class NewEntryShape(Asked):
    """An entry: one person, two of a pair, all of a team."""

    people: list[NewPerson] = Field(min_length=1, max_length=20)
    name: str = Field("", description="Of a team")
    seeding: int | None = Field(None, ge=1, le=INT_MAX)


class NewEntries(Asked):
    """Entries: all of them, or none."""

    entries: list[NewEntryShape] = Field(min_length=1, max_length=ENTRIES_MOST)


class PlayerChange(Asked):
    """Who leaves an entry, and who comes."""

    out: str = Field(description="Name or start number of who leaves", max_length=80)
    new: NewPerson


class DrawAsked(Asked):
    """A draw."""

    seed: str | None = Field(None, max_length=40, description="null: a new one, which is given back")


_REPORT_MS = Field(
    None, ge=1_000, le=7_200_000, description="Of the report clock (143i); null: the rulebook's"
)


class CallAsked(Asked):
    """A call of a certain match."""

    table: int = Field(ge=1, le=9999)
    umpire: str = Field("", max_length=80)
    report_ms: int | None = _REPORT_MS
    force: bool = Field(False, description="Though the table is not free, or a player is at another one")
    anyway: bool = Field(False, description="Though a player is at another table")


class CallNextAsked(Asked):
    """A call of whatever comes next."""

    umpire: str = Field("", max_length=80)
    report_ms: int | None = _REPORT_MS


class RecallAsked(Asked):
    """A call to be taken back."""

    force: bool = Field(False, description="Though it is being played")


class WalkOverAsked(Asked):
    """A walk-over."""

    winner: Side | None = Field(description="Who reported; null: neither did")
    early: bool = Field(False, description="Though their time to report is not over (143i)")


class ResultAsked(Asked):
    """A result by the organiser's word."""

    games: list[str] = Field([], max_length=20, examples=[["25-10", "12-25", "25-20"]])
    twenties: str | None = Field(None, examples=["12-9"])
    winner: Side | None = Field(None, description="Who was given it; null: as the games say")
    draw: bool = Field(False, description="Nobody has won, where the rules have draws")
    reason: str = Field(min_length=1, max_length=500)
    known: str | None = Field(
        None,
        max_length=12,
        description="`result_version` of the match you saw; another one is refused, null: not looked at",
    )
    force: bool = Field(
        False, description="Though later matches have begun (they are marked), or a protest is open"
    )


class LineUpAsked(Asked):
    """Who plays for a team."""

    side: Side
    players: list[str] = Field(min_length=1, max_length=2, description="Names or start numbers")


class PlaceScore(Asked):
    """What an entry that was level reached."""

    entry: int = Field(ge=1, le=INT_MAX)
    score: int = Field(ge=-INT_MAX, le=INT_MAX)


class DecisionAsked(Asked):
    """What decided between entries that were level."""

    kind: Literal["shoot_out", "toss", "organiser"]
    order: list[PlaceScore] = Field(min_length=2, max_length=500, description="The best first")
    group: int = Field(0, ge=0, le=INT_MAX)
    stage: int | None = Field(None, ge=1, le=INT_MAX)


class RulingAsked(Asked):
    """The committee's decision."""

    upheld: bool
    number: int | None = Field(
        None, ge=1, le=INT_MAX, description="Of the protest, when the match has several"
    )


def _has_letters_only(given: Any) -> bool:
    """Whether every text in JSON is one line that people can read."""
    if isinstance(given, str):
        return not any(letter in _TURNING or unicodedata.category(letter) in _NO_TEXT for letter in given)
    if isinstance(given, dict):
        return all(_has_letters_only([key, value]) for key, value in given.items())
    return not isinstance(given, list) or all(map(_has_letters_only, given))
