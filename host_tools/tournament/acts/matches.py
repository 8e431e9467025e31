"""The acts on matches: called, decided, cleared."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from boardside.game.terms import CLOCK_LEAST_MS, CLOCK_MOST_MS
from host_tools.orders import clock_ms
from host_tools.reasons import Cause, to_json
from host_tools.tournament.acts.act import Act, Needed, Parsed, Positional, Seen, Transaction, Why
from host_tools.tournament.matches import (
    calling,
    clearing,
    correcting,
    exchanging,
    protesting,
    stale_results,
)
from host_tools.tournament.matches.calling import Called
from host_tools.tournament.matches.clearing import Cleared
from host_tools.tournament.matches.exchanging import Exchanged
from host_tools.tournament.model import finding, line_ups
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Entry, Fixture
from host_tools.tournament.reasons import cause
from host_tools.tournament.rounds import advancing
from host_tools.tournament.standings import results

Side = Literal["a", "b"]
Umpire = Annotated[str, Field(max_length=80, description="Umpire of the match, by name.")]
ReportTime = Annotated[
    int | None,
    Parsed(clock_ms),
    Field(
        ge=CLOCK_LEAST_MS,
        le=CLOCK_MOST_MS,
        title="Time to report",
        description="Time to report in minutes and seconds, 10:00; else the rulebook's, 15:00.",
    ),
]


class Call(Act[Fixture, Called]):
    """Call a match to a table: it appears there, and both sides have 15 minutes to report (143i)."""

    act = "match call"
    record = "Called"

    table: Annotated[int, Positional("TABLE"), Needed("call_needs_table")] = Field(
        ge=1, le=9999, description="Table where it is played."
    )
    umpire: Umpire = ""
    report_ms: ReportTime = None
    anyway: bool = Field(default=False, description="Also if a player is at another table.")
    force: bool = Field(default=False, description="Also if the table or a player is not free.")

    def do(self, at: Transaction, fixture: Fixture) -> Called:
        """Call it. DeskError: it is not ready; the table or a player is not free, unless `force`."""
        return calling.call(
            at.book, fixture, self.table, self.umpire, self.report_ms, at.now, self.force, self.anyway
        )


@dataclass(frozen=True, slots=True)
class Recalled:
    """A match whose call was taken back. remarks: that a table still has it in play."""

    fixture: Fixture
    remarks: tuple[Cause, ...]


class Recall(Act[Fixture, Recalled]):
    """Take a call back: the match is ready again, or a walk-over when a side has withdrawn since."""

    act = "match recall"
    record = "Call taken back"
    done = "The call of match {match} is taken back."

    force: bool = Field(default=False, description="Also if it is being played.")

    def do(self, at: Transaction, fixture: Fixture) -> Recalled:
        """Take it back. DeskError: it is at no table, or is being played, unless `force`."""
        calling.recall(at.book, fixture, self.force)
        advancing.advance(at.book, at.event, at.now)
        in_play = cause("recalled_in_play", match=fixture.id, table=fixture.table)
        remarks = () if fixture.state == "called" else (in_play,)
        return Recalled(finding.fixture(at.book, fixture.id), remarks)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


class LineUp(Act[Fixture, Fixture]):
    """Name the players of a team for one match of a tie; without, they follow the order of its list."""

    act = "match line-up"
    record = "Players named"

    side: Annotated[Side, Positional("a|b")] = Field(description="Of which team.")
    players: Annotated[list[str], Parsed(_names), Positional("PLAYERS")] = Field(
        min_length=1, max_length=2, description="Players by name or start number, with a comma between."
    )

    def do(self, at: Transaction, fixture: Fixture) -> Fixture:
        """Name them. DeskError: no such players, or they are named for another match of the tie."""
        return line_ups.name(at.book, at.event, fixture, self.side, self.players)


class Exchange(Act[Fixture, Exchanged]):
    """The table's device died: the match goes on at another device, with the boards played so far."""

    act = "match exchange"
    record = "Table exchanged in mid-match"
    done = "Match {match} goes on at table {table}, from {value.shown_score}."
    within = "match call"

    table: Annotated[int, Positional("TABLE")] = Field(
        ge=1, le=9999, description="Where it goes on; the same number when a spare has it now."
    )
    reason: Why = ""
    force: bool = Field(default=False, description="Also if that table is not free.")

    def do(self, at: Transaction, fixture: Fixture) -> Exchanged:
        """Call it there, with what was played."""
        return exchanging.exchange(
            at.book, fixture, self.table, self.reason, at.actor, at.now, force=self.force
        )


@dataclass(frozen=True, slots=True)
class Given:
    """A match that was given. called: whether it had been called. winner: None for a walk-over of both. gone:
    sides that have withdrawn; the walk-over is part of that.
    """

    fixture: Fixture
    called: bool
    winner: Entry | None
    gone: tuple[Entry, ...]

    @property
    def goes_to(self) -> str:
        """The winner's title."""
        return "nobody" if self.winner is None else self.winner.title


class WalkOver(Act[Fixture, Given]):
    """Give the match to the other side: a side did not report in time (143i)."""

    act = "match walk-over"
    record = "Walk-over given"
    asks = "Give match {match} to {value.goes_to}, walk-over?"
    done = "Match {match} goes to {value.goes_to}, walk-over."

    winner: Annotated[Side | None, Positional("a|b|none")] = Field(
        description="The side that is here; none: neither."
    )
    early: bool = Field(
        default=False,
        description="Before the time to report is over, or without a call: the other side will not come.",
    )

    def do(self, at: Transaction, fixture: Fixture) -> Given:
        """Give it. DeskError while their time to report runs, or when nobody called it, unless `early`."""
        calling.walk_over(at.book, fixture, self.winner, at.now, self.early)
        advancing.advance(at.book, at.event, at.now)
        entries = {entry.id: entry for entry in at.book.entries(at.event.id)}
        sides = {side: entries[key] for side, key in (("a", fixture.a), ("b", fixture.b)) if key in entries}
        given = Given(
            finding.fixture(at.book, fixture.id),
            fixture.state == "called",
            sides.get(self.winner or ""),
            tuple(entry for entry in sides.values() if entry.withdrawn),
        )
        at.book.facts["winner"] = given.goes_to
        return given


def _version(fixture: Fixture) -> str:
    return stale_results.version(fixture.result)


Known = Annotated[
    str | None,
    Seen(_version, stale_results.NONE),
    Field(max_length=12, description="The version of the result that you saw; another one is refused."),
]


class EnterResult(Act[Fixture, Fixture]):
    """Enter a result by hand, or with --known correct the valid one; the result is marked."""

    act = "match result"
    record = "Result entered"

    games: Annotated[list[str], Positional("GAMES")] = Field(
        default=[],
        max_length=20,
        title="Points of each game",
        description="A's first: 25-10 12-25 25-20; 17-10+ with an extra board.",
        examples=[["25-10", "12-25", "25-20"]],
    )
    winner: Literal["a", "b", "draw"] | None = Field(
        default=None, description="a or b, if the games do not decide it; draw: nobody has won."
    )
    twenties: str | None = Field(
        default=None, title="20s", description="Crokinole: 20s of both, 12-9.", examples=["12-9"]
    )
    reason: Annotated[Why, Needed("result_needs_reason")] = Field(
        min_length=1, description="Why it is entered or corrected by hand; shown next to the result."
    )
    known: Known = None
    force: bool = Field(
        default=False,
        description="Also if a later match was called with the other side, or a protest is open.",
    )

    def do(self, at: Transaction, fixture: Fixture) -> Fixture:
        """Enter it. Later slots are filled again while their matches were not called (correcting.enter)."""
        side = None if self.winner == "draw" else self.winner
        typed = results.typed_in(self.games, self.twenties, side, self.winner == "draw")
        if self.known is not None:
            stale_results.check(at.book, at.event, fixture, typed, self.known)
        if not self.force:
            protesting.require_none(at.book, fixture.id)
        correcting.enter(at.book, fixture, typed, self.reason, at.actor, at.now, self.force)
        return finding.fixture(at.book, fixture.id)


class ClearResult(Act[Fixture, Cleared]):
    """Take a result by hand, or a walk-over, away, with what followed from it: the match can be played."""

    act = "match clear"
    record = "Result cleared"
    asks = "Clear the result of match {match}?"
    done = "The result of match {match} is cleared."

    reason: Annotated[Why, Needed("clearing_needs_reason")] = Field(
        min_length=1, title="Why it is cleared", description="It is kept in the record."
    )
    known: Known = None
    force: bool = Field(default=False, description="Keep matches called since then, and mark them.")

    def do(self, at: Transaction, fixture: Fixture) -> Cleared:
        """Clear it. DeskError: there is no such result; what followed was called, unless `force`."""
        clearing.check(at.book, fixture)
        stale_results.check_cleared(at.book, at.event, fixture, self.known)
        at.book.facts["was"] = fixture.result and fixture.result.to_json()
        cleared = clearing.clear(at.book, at.event, fixture, self.reason, at.actor, at.now)
        if cleared.later and not self.force:
            raise DeskError("later_play_stands", match=fixture.id, later=to_json(cleared.later))
        return cleared
