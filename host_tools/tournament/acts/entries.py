"""The acts on entries: edited, exchanged, withdrawn, taken in again, given a place, deleted; who is here;
who is one person.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, cast

from pydantic import Field

from host_tools.reasons import Cause, to_json
from host_tools.tournament.acts.act import INT_MAX, Act, Needed, Positional, Transaction, Typed, Why
from host_tools.tournament.entries import editing, entering, joining, leaving, reserves
from host_tools.tournament.entries.editing import EntryChanges, PlayerChanges
from host_tools.tournament.entries.leaving import Leaving
from host_tools.tournament.matches import clearing
from host_tools.tournament.model import check_in, checks, finding, line_ups, wording
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.checks import seeding_remarks
from host_tools.tournament.model.errors import DeskError, several
from host_tools.tournament.model.model import Competition, Entry, Player
from host_tools.tournament.model.people import PERSON, Person, is_alike, person_of
from host_tools.tournament.rounds import advancing, swiss_requests
from host_tools.tournament.standings import withdrawals

CLUB = Field(max_length=80, description="Club or department.")
MEMBER = Field(max_length=80, description="Of a pair or team: which player, name or start number.")
SHORT = Field(max_length=40)
LATIN = Field(max_length=80, title="In Latin letters", description="The name in Latin letters, for displays.")


@dataclass(frozen=True, slots=True)
class EntryDone:
    """An entry as it is now. tables: those in play that get a new name of it. remarks: what may be wrong with
    it.
    """

    entry: Entry
    tables: tuple[int, ...] = ()
    remarks: tuple[Cause, ...] = ()

    @property
    def place(self) -> str:
        """Whether it plays: "in", or "reserve 2 of"."""
        return f"reserve {self.entry.reserve} of" if self.entry.reserve else "in"


def member(entry: Entry, player_name: str | None) -> Player:
    """The player of an entry; None: the only one. DeskError."""
    return (
        entry.players[0]
        if player_name is None and len(entry.players) == 1
        else line_ups.member(entry, player_name or "")
    )


def _alike(entry: Entry, player_name: str | None, other: Player) -> Player:
    """The player of an entry; None: the only one who is, or may be, the other one. DeskError."""
    if player_name is None:
        is_other = [player for player in entry.players if player.id == other.id]
        alike = [player for player in entry.players if is_alike(person_of(player), person_of(other))]
        if len(is_other or alike) == 1:
            return (is_other or alike)[0]
    return member(entry, player_name)


def remarks(at: Transaction, entered: Sequence[Entry]) -> tuple[Cause, ...]:
    """Seedings of the event that are missing or double, and players who may be the same person as another."""
    among = {player.id for entry in entered for player in entry.players}
    owner = finding.tournament_of(at.book, at.event)
    return (*seeding_remarks(at.book.entries(at.event.id)), *entering.namesakes(at.book, owner, among))


class Edit(Act[Entry, EntryDone]):
    """Correct a name, club, licence or seeding; a player has them in every event, and tables in play get a
    new name.
    """

    act = "entry edit"
    record = "Entry changed"
    done = "{entry} is in {event} now."

    player: Annotated[str | None, MEMBER] = None
    name: str | None = Field(default=None, description="The player's name.")
    club: Annotated[str | None, CLUB] = None
    country: Annotated[str | None, SHORT] = None
    licence: Annotated[str | None, SHORT] = None
    latin: Annotated[str | None, LATIN] = None
    team: str | None = Field(default=None, description="The team's name.")
    seeding: int | None = Field(
        default=None, ge=1, le=INT_MAX, description="1 is the best; none: not seeded."
    )
    reserve: int = Field(
        default=1, ge=1, le=INT_MAX, description="Its place among the reserves; 1 is the first."
    )
    reason: Why = ""

    def do(self, at: Transaction, entry: Entry) -> EntryDone:
        """Change what was given, and is another value than the entry has."""
        given = self.model_dump(exclude_unset=True)
        changes, people = EntryChanges(), dict[int, PlayerChanges]()
        if self.team is not None and self.team != entry.name:
            changes["name"] = self.team
        if "seeding" in given and self.seeding != entry.seeding:
            changes["seeding"] = self.seeding
        if "reserve" in given and self.reserve != entry.reserve:
            changes["reserve"] = self.reserve
        new = {name: text for name in PERSON if (text := given.get(name)) is not None}
        if new:
            player = member(entry, self.player)
            at.book.facts["player_id"] = player.id
            differs = {name: text for name, text in new.items() if text != getattr(player, name)}
            people = {player.number: cast(PlayerChanges, differs)} if differs else {}
        edited = editing.entry(at.book, at.event, entry, changes, people, at.now)
        return EntryDone(edited.entry, edited.tables, remarks(at, [edited.entry]))


class Replace(Act[Entry, EntryDone]):
    """Replace a player before the event begins, as often as its rulebook allows (Spandan 5: once a pair)."""

    act = "entry replace"
    record = "Player replaced"
    done = "{entry} plays in {event} now."
    within = "entry edit"

    out: Annotated[str, Positional("OUT")] = Field(
        max_length=80, title="Who leaves", description="Name or start number of the player who leaves."
    )
    name: Annotated[str, Positional("IN")] = Field(
        title="Who comes", description="The player who comes instead."
    )
    club: Annotated[str, CLUB] = ""
    country: Annotated[str, SHORT] = ""
    licence: Annotated[str, SHORT] = ""
    latin: Annotated[str, LATIN] = ""

    def do(self, at: Transaction, entry: Entry) -> EntryDone:
        """Replace the one by the other."""
        person = Person(self.name, self.club, self.country, self.licence, self.latin)
        new = entering.change_player(at.book, at.event, entry, self.out, person)
        at.book.facts["player_id"] = new.id
        return EntryDone(finding.entry(at.book, at.event, entry.id))


class Join(Act[Entry, EntryDone]):
    """Say that a player is the same person as another of the tournament, who stays, with all entries and one
    start number.
    """

    act = "entry join"
    record = "Two players are one person"
    done = "{entry}: one person now."

    number: Annotated[int, Positional("NUMBER")] = Field(
        ge=1, le=INT_MAX, title="The same as number", description="The start number that stays."
    )
    player: Annotated[str | None, MEMBER] = None
    reason: Why = ""

    def do(self, at: Transaction, entry: Entry) -> EntryDone:
        """Join them. DeskError: they cannot be one person."""
        owner = finding.tournament_of(at.book, at.event)
        other = joining.by_number(at.book, owner, self.number)
        gone = _alike(entry, self.player, other)
        joined = joining.join(at.book, owner, gone, other, at.now)
        at.book.facts |= {"player_id": joined.player.id, "before": gone.name, "joined": gone.id}
        fresh = finding.entry(at.book, at.event, entry.id)
        return EntryDone(fresh, joined.tables, (*joined.remarks, *remarks(at, [fresh])))


class Part(Act[Entry, EntryDone]):
    """Say that a player is somebody else than another of the tournament. One who has the same start number
    gets one of its own in this entry.
    """

    act = "entry part"
    record = "Two players are two people"
    done = "{entry}: a person of its own."
    within = "entry join"

    number: Annotated[int, Positional("NUMBER")] = Field(
        ge=1, le=INT_MAX, title="Somebody else than number", description="The other's start number."
    )
    player: Annotated[str | None, MEMBER] = None
    name: str | None = Field(default=None, description="Its name, if it is another one.")
    club: Annotated[str | None, CLUB] = None
    licence: Annotated[str | None, SHORT] = None
    reason: Why = ""

    def do(self, at: Transaction, entry: Entry) -> EntryDone:
        """Part them. DeskError: it is in no other entry."""
        owner = finding.tournament_of(at.book, at.event)
        other = joining.by_number(at.book, owner, self.number)
        player = _alike(entry, self.player, other)
        given = self.model_dump(include={"name", "club", "licence"}, exclude_none=True)
        if other.id != player.id:
            joining.part(at.book, owner, player, other)
            return EntryDone(entry)
        if problems := checks.name_problems([text for text in given.values() if text]):
            raise several(problems)
        parted = joining.split(at.book, at.event, entry, player, given, at.now)
        at.book.facts |= {"player_id": parted.player.id, "now": parted.player.name}
        fresh = finding.entry(at.book, at.event, entry.id)
        return EntryDone(fresh, parted.tables, remarks(at, [fresh]))


class Present(Act[Entry, EntryDone]):
    """Check an entry in: its players are here, for all their events."""

    act = "entry present"
    record = "Checked in, or that taken back"
    done = "{entry}: checked in."

    player: Annotated[str | None, MEMBER] = None
    absent: bool = Field(default=False, description="Not here after all: take the check-in back.")

    def do(self, at: Transaction, entry: Entry) -> EntryDone:
        """Note when its players came; who is here already keeps the time."""
        owner = finding.tournament_of(at.book, at.event)
        players = entry.players if self.player is None else [line_ups.member(entry, self.player)]
        check_in.change(at.book, owner, players, at.now, absent=self.absent)
        return EntryDone(entry)


class Withdraw(Act[Entry, Leaving]):
    """Withdraw an entry; after the draw its opponents get walk-overs, and a reserve leaves the list. `return`
    takes it in again.
    """

    act = "entry withdraw"
    record = "Withdrawn"
    asks = "Withdraw {entry} from {event}?"
    done = "{entry} has withdrawn from {event}."

    reason: Why = ""

    def do(self, at: Transaction, entry: Entry) -> Leaving:
        """Withdraw it, and say what became of its results, its matches and its place."""
        entering.withdraw(at.book, at.event, entry)
        reserves.leave(at.book, at.event, entry)
        changed = advancing.advance(at.book, at.event, at.now)
        return leaving.gather(at.book, at.event, finding.entry(at.book, at.event, entry.id), changed)


class Return(Act[Entry, EntryDone]):
    """Take a withdrawn entry in again, also after the event has begun: its unplayed matches come back."""

    act = "entry return"
    record = "Taken in again"
    done = "{entry} is in {event} again."
    within = "entry withdraw"

    reason: Annotated[Why, Needed("return_needs_reason")] = Field(min_length=1)
    force: bool = Field(
        default=False, description="Also if a match that follows was called; it stays, marked."
    )

    def do(self, at: Transaction, entry: Entry) -> EntryDone:
        """Take it in. DeskError: it was not in the draw, its players are in another entry, a match that
        follows was called.
        """
        if not self.reason.strip():
            raise DeskError("return_needs_reason")
        for given in withdrawals.given_away(at.book, at.event, entry):
            clearing.reopen(at.book, given, self.reason, at.actor, at.now)
        entering.take_in(at.book, at.event, entry)
        reserves.leave(at.book, at.event, entry)
        _, later = clearing.follow(at.book, at.event, 1, at.now)
        if later and not self.force:
            raise DeskError("return_changes_later", entry=entry.title, later=to_json(later))
        return EntryDone(finding.entry(at.book, at.event, entry.id))


_PLACE = "Who withdrew (name or start number), a bye (MS3, or its id), or the letter of a short group."


def _typed_place(book: Book, event: Competition, text: str) -> str:
    """The place that people name, as `boardside entries list` shows it: the letter of a short group, who
    withdrew, a match that is a bye.
    """
    free = reserves.places(book, event)
    for place in free:
        if place.group and wording.group_letter(place.group) == text.upper():
            return place.match.id
    try:
        return str(finding.entry(book, event, text).id)
    except DeskError as error:
        for place in free:
            if place.entry is None and place.match.id.endswith(f"-{text}"):
                return place.match.id
        try:
            return finding.fixture(book, text).id
        except DeskError:
            raise error from None


def typed_entry(book: Book, event: Competition, text: str) -> int:
    """The id of the entry that people name: its title, a player's name or start number. DeskError."""
    return finding.entry(book, event, text).id


class AskForBye(Act[Entry, EntryDone]):
    """Give an entry a bye in a round of a Swiss that is not drawn yet, as it has asked: half of a win."""

    act = "entry bye"
    record = "Bye asked for"
    done = "{entry}: {event} will be drawn so."

    round: Annotated[int, Positional("ROUND")] = Field(
        ge=1, le=99, title="Round", description="The number of the round."
    )
    cancel: bool = Field(default=False, description="It plays in that round after all.")
    reason: Why = ""

    def do(self, at: Transaction, entry: Entry) -> EntryDone:
        """Keep it for the draw. DeskError: the round is drawn, or there is none."""
        swiss_requests.ask_for_bye(at.book, at.event, entry, self.round, self.cancel)
        return EntryDone(finding.entry(at.book, at.event, entry.id))


class KeepApart(Act[Entry, EntryDone]):
    """Let two entries not meet in the rounds of a Swiss to come, as far as the others can be paired."""

    act = "entry apart"
    record = "Pair kept apart"
    done = "{entry}: {event} will be drawn so."

    other: Annotated[int, Positional("OTHER"), Typed(typed_entry, "The other entry.")] = Field(
        ge=1, le=INT_MAX, title="Not against", description="The id of the other entry."
    )
    cancel: bool = Field(default=False, description="They may meet again.")
    reason: Why = ""

    def do(self, at: Transaction, entry: Entry) -> EntryDone:
        """Keep it for the draw. DeskError: no round is to come, the other is unknown."""
        other = finding.entry(at.book, at.event, self.other)
        swiss_requests.keep_apart(at.book, at.event, entry, other, self.cancel)
        return EntryDone(finding.entry(at.book, at.event, entry.id))


class Fill(Act[Competition, EntryDone]):
    """Give a reserve the place of an entry that withdrew before its first match, of a bye, or one more in a
    group that is shorter than others.
    """

    act = "event fill"
    record = "Place given to a reserve"
    done = "{entry} plays in {event}."

    place: Annotated[str, Positional("PLACE"), Typed(_typed_place, _PLACE)] = Field(
        max_length=64,
        title="The place",
        description="The id of the entry that withdrew, of the match that is a bye, or of the short group",
    )
    reserve: Annotated[int | None, Typed(typed_entry, "Which reserve gets it; else the first.")] = Field(
        default=None, ge=1, le=INT_MAX, description="Which reserve gets it, by its id; else the first."
    )
    reason: Why = ""

    def do(self, at: Transaction, event: Competition) -> EntryDone:
        """Let the reserve play there. DeskError: there is none, the place is not free."""
        waiting = [each for each in reserves.in_order(at.book, event) if self.reserve in (None, each.id)]
        if not waiting:
            raise DeskError("no_reserve", event=event.name, key=event.key)
        gone = next(
            (each.title for each in at.book.entries(event.id) if str(each.id) == self.place), self.place
        )
        at.book.facts |= {"entry": waiting[0].title, "place": gone}
        for free in reserves.places(at.book, event):
            if self.place == (free.match.id if free.entry is None else str(free.entry.id)):
                reserves.fill(at.book, event, free, waiting[0], at.now)
                return EntryDone(finding.entry(at.book, event, waiting[0].id))
        raise DeskError("place_not_free", place=gone, event=event.name)


class Delete(Act[Entry, None]):
    """Delete an entry that is in no draw, entered twice or in the wrong event, with its players who are in no
    other.
    """

    act = "entry delete"
    record = "Entry deleted"
    asks = "Delete {entry} from {event}?"
    done = "{entry} is deleted from {event}."
    removes = True
    within = "entry withdraw"

    reason: Why = ""

    def do(self, at: Transaction, entry: Entry) -> None:
        """Delete it. DeskError: it is in the draw."""
        editing.delete_entries(at.book, at.event, [entry])
