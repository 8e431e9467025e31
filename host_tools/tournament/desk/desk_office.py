"""The desk before play: tournaments, events, entries, the draw."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

from host_tools.reasons import Cause
from host_tools.tournament.desk.desk_base import COMMAND_LINE, DeskBase
from host_tools.tournament.entries import entering, entry_list, external, reserves
from host_tools.tournament.entries.entering import NewEntry
from host_tools.tournament.entries.external import Pairing, Taken
from host_tools.tournament.entries.reserves import OpenPlace
from host_tools.tournament.imports import import_files, importing
from host_tools.tournament.imports.import_files import ImportFile
from host_tools.tournament.imports.importing import Imported, Progress
from host_tools.tournament.matches import table_results
from host_tools.tournament.model import check_in, finding, shelf
from host_tools.tournament.model.check_in import Expected
from host_tools.tournament.model.model import (
    Competition,
    Entry,
    Player,
    Stage,
    Tournament,
    Withdrawals,
)
from host_tools.tournament.model.people import Person
from host_tools.tournament.model.shelf import Shelved
from host_tools.tournament.rounds import swiss_requests, swiss_rounds
from host_tools.tournament.standings import withdrawals
from host_tools.tournament.undo import changes


class Office(DeskBase):
    """Tournaments, events, entries, draws."""

    # Tournaments and events

    def tournaments(self) -> list[Tournament]:
        """All tournaments in this database, the newest first."""
        with self._looking() as book:
            return book.tournaments()

    def tournament(self, key: str | None = None) -> Tournament:
        """A tournament by its key; None: the chosen one, else the only open one. DeskError when there is
        none, or several.
        """
        with self._looking() as book:
            return finding.tournament(book, key or self.chosen)

    def choosing(self, key: str | None) -> Self:
        """The same desk where the tournament with this key is chosen, as long as it is open; else the one in
        play (`finding.shown`), if any is open.
        """
        with self._looking() as book:
            is_open = [each for each in book.tournaments() if each.state == "open"]
            default = finding.shown(book, is_open).key if is_open else None
        return type(self)(self.store, self._clock, key if key in {each.key for each in is_open} else default)

    def competitions(self, tournament: Tournament) -> list[Competition]:
        """The events of a tournament, in the order in which they were added."""
        with self._looking() as book:
            return book.competitions(tournament.id)

    def competition(self, tournament: Tournament, key: str | None = None) -> Competition:
        """An event by its key; None: the only one. DeskError when there is none, or several."""
        with self._looking() as book:
            return finding.competition(book, tournament, key)

    def stages(self, competition: Competition) -> list[Stage]:
        """The stages of an event, by position."""
        with self._looking() as book:
            return book.stages(competition.id)

    # Own rulesets

    def rulesets(self) -> list[Shelved]:
        """The saved rulesets, by key. One that this version cannot read is left out; `ruleset` says why."""
        with self._looking() as book:
            return shelf.readable(book)

    def ruleset(self, key: str) -> Shelved:
        """A saved ruleset by its key. DeskError."""
        with self._looking() as book:
            return shelf.saved(book, key)

    # Entries

    def players(self, tournament: Tournament) -> list[Player]:
        """All players of a tournament, by start number."""
        with self._looking() as book:
            return book.players(tournament.id)

    def entries(self, competition: Competition) -> list[Entry]:
        """In the order in which they were entered, withdrawn ones too."""
        with self._looking() as book:
            return book.entries(competition.id)

    def entry(self, competition: Competition, text: str | int) -> Entry:
        """By its id (a number), or by title, a player's name or start number (text). DeskError."""
        with self._looking() as book:
            return finding.entry(book, competition, text)

    def add_entry(
        self,
        competition: Competition,
        people: Sequence[Person],
        name: str = "",
        seeding: int | None = None,
        *,
        actor: str = COMMAND_LINE,
    ) -> Entry:
        """Enter a player, a pair, a team (with its name). DeskError: late, there already, over a limit."""
        return self.add_entries(competition, [NewEntry(tuple(people), name, seeding)], actor=actor)[0]

    def add_entries(
        self,
        competition: Competition,
        new: Sequence[NewEntry],
        *,
        as_reserves: bool = False,
        actor: str = COMMAND_LINE,
    ) -> list[Entry]:
        """Enter all of them, or none; as_reserves: at the end of the list of reserves, also after the draw.
        DeskError with every problem, one a line.
        """
        more = {"reserve": True} if as_reserves else {}
        with self._acting(actor, "entry add", event=competition.key, count=len(new), **more) as book:
            return reserves.enter(book, self._fresh(book, competition), new, self._clock(), as_reserves)

    def namesakes(self, competition: Competition, entries: Sequence[Entry] | None = None) -> list[Cause]:
        """A remark for each player of these entries, or of all of the event, who may be the same person as
        another player of the tournament.
        """
        with self._looking() as book:
            owner = book.tournament_of(competition.id)
            entered = book.entries(competition.id) if entries is None else entries
            among = {player.id for entry in entered for player in entry.players}
            return [] if owner is None else entering.namesakes(book, owner, among)

    def expected(self, owner: Tournament) -> list[Expected]:
        """Who is to come, and when each was checked in, by start number."""
        with self._looking() as book:
            return check_in.expected(book, finding.tournament(book, owner.key))

    def about_check_in(self, competition: Competition) -> list[Cause]:
        """Which players of an event are not checked in, once somebody of the tournament is."""
        with self._looking() as book:
            owner = book.tournament_of(competition.id)
            return [] if owner is None else check_in.of_entries(owner, book.entries(competition.id))

    def import_files(
        self,
        files: Sequence[ImportFile],
        tournament: str | None = None,
        event: str | None = None,
        *,
        dry_run: bool = False,
        progress: Progress = lambda done, total: None,
        actor: str = COMMAND_LINE,
    ) -> Imported:
        """Import everything in these files (import_files.py), or nothing of it. tournament, event: keys for
        rows that name none. dry_run: only say what would change. DeskError has every problem, by file and
        line; what `progress` raises ends it without a trace.
        """
        rows = import_files.read(files)
        names = [file.name for file in files]
        owner = tournament or (None if rows["tournaments"] else self.chosen)
        with self._trying_or_not() as (book, keep):
            table_results.settle(book, self._clock())
            detail: dict[str, Any] = {"files": names}
            with changes.recorded(book, actor, "import", detail, self._clock()):
                imported = importing.take(book, rows, actor, self._clock(), progress, owner, event)
                detail["counts"] = imported.counts()
            if imported.changes and not dry_run:
                keep()
        guesses = [why for file in files for why in entry_list.guessed(file.data, file.name)]
        return replace(imported, remarks=(*guesses, *imported.remarks))

    def withdrawals_of(self, competition: Competition) -> Withdrawals:
        """Which matches of an entry that withdraws from a group count: "all", "none", "" as usual."""
        with self._looking() as book:
            return withdrawals.of_event(book.tournament_of(competition.id), competition.key)

    def reserves(self, competition: Competition) -> list[Entry]:
        """The reserves of an event, the first one first."""
        with self._looking() as book:
            return reserves.in_order(book, competition)

    def places(self, competition: Competition) -> list[OpenPlace]:
        """The places that a reserve can take."""
        with self._looking() as book:
            return reserves.places(book, competition)

    # Draw

    def take_round(
        self,
        competition: Competition,
        number: int,
        pairings: Sequence[Pairing],
        players: external.Players | None = None,
        unranked: str | None = None,
        *,
        actor: str = COMMAND_LINE,
    ) -> Taken:
        """Add a round of a stage that another system draws; when it is taken again, only what is new is
        added, and new names are taken. unranked: why its order cannot be known here. Raises DeskError.
        """
        with self._acting(actor, "round", event=competition.key, round=number) as book:
            drawn_in, now = self._fresh(book, competition), self._clock()
            taken = external.take_round(book, drawn_in, number, pairings, now, players, unranked)
            for player in taken.renamed:
                detail = {
                    "event": drawn_in.key,
                    "player": player.player,
                    "number": player.number,
                    "before": player.before,
                    "now": player.now,
                }
                book.note(actor, "player renamed", detail, now)
            return taken

    def swiss(self, competition: Competition) -> swiss_rounds.Progress | None:
        """How far the Swiss of an event is; None: it has none in play."""
        with self._looking() as book:
            return swiss_rounds.progress(book, competition)

    def rounds_to_come(self, competition: Competition) -> range:
        """The numbers of the rounds of a Swiss that are not drawn yet."""
        with self._looking() as book:
            return swiss_requests.rounds_to_come(book, competition)

    def takes_entries(self, competition: Competition) -> bool:
        """Whether somebody can enter now: before the draw, or between the rounds of a Swiss."""
        with self._looking() as book:
            return competition.state == "entries" or swiss_rounds.takes_entries(book, competition)
