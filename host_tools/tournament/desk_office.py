"""The desk before play: tournaments, events, entries, the draw."""

from collections.abc import Sequence

from host_tools.live_values import Rules
from host_tools.orders import RULESETS
from host_tools.reasons import Reason, to_json
from host_tools.tournament import (
    advancing,
    clearing,
    correcting,
    drawing,
    entering,
    external,
    finding,
    planning,
    presets,
    table_results,
    withdrawals,
)
from host_tools.tournament.desk_base import COMMAND_LINE
from host_tools.tournament.desk_rulesets import Rulesets, laid_over
from host_tools.tournament.drawing import Drawn
from host_tools.tournament.entering import NewEntry
from host_tools.tournament.errors import DeskError
from host_tools.tournament.external import Pairing, Taken
from host_tools.tournament.model import (
    KINDS,
    Competition,
    Entry,
    Kind,
    Player,
    Stage,
    StagePlan,
    Tournament,
    TournamentSettings,
    Withdrawals,
)
from host_tools.tournament.people import Person


class Office(Rulesets):
    """Tournaments, events, entries, draws."""

    # Tournaments and events

    def tournaments(self) -> list[Tournament]:
        """All tournaments in this database, the newest first."""
        with self._looking() as book:
            return book.tournaments()

    def tournament(self, key: str | None = None) -> Tournament:
        """A tournament by its key; None: the only open one. DeskError when there is none, or several."""
        with self._looking() as book:
            return finding.tournament(book, key)

    def new_tournament(
        self,
        key: str,
        name: str,
        ruleset: str = "icf",
        *,
        place: str = "",
        days: str = "",
        settings: TournamentSettings | None = None,
        actor: str = COMMAND_LINE,
    ) -> Tournament:
        """Make a tournament. key: 1 to 20 of a-z, 0-9 and -. settings: further values that pages and exports
        keep.
        """
        finding.checked_key(key)
        _check_ruleset(ruleset)
        _check_name(name, "bad_tournament_name")
        with self._acting(actor, "tournament new", tournament=key, name=name) as book:
            if any(known.key == key for known in book.tournaments()):
                raise DeskError("tournament_exists", key=key)
            kept = settings if settings is not None else TournamentSettings()
            made_at = self._clock()
            book.add_tournament(Tournament(0, key, name.strip(), ruleset, place, days, "open", kept, made_at))
            return finding.tournament(book, key)

    def close_tournament(
        self,
        tournament: Tournament,
        is_closed: bool = True,
        *,
        anyway: bool = False,
        actor: str = COMMAND_LINE,
    ) -> Tournament:
        """Close a tournament against changes, or open it again. DeskError while matches are at tables, unless
        `anyway`: then what they report is taken when it is opened again.
        """
        with self._acting(actor, "tournament close", tournament=tournament.key, closed=is_closed) as book:
            table_results.settle(book, self._clock())
            if is_closed and not anyway:
                entering.check_nothing_is_played(book, tournament)
            book.set_tournament(tournament.id, state="closed" if is_closed else "open")
            return finding.tournament(book, tournament.key)

    def set_settings(
        self, tournament: Tournament, settings: TournamentSettings, *, actor: str = COMMAND_LINE
    ) -> Tournament:
        """Change some of the tournament's settings; a value of None removes one. The others stay."""
        with self._acting(
            actor, "tournament settings", tournament=tournament.key, changed=sorted(settings)
        ) as book:
            old = finding.tournament(book, tournament.key).settings
            kept = {name: value for name, value in {**old, **settings}.items() if value is not None}
            book.set_tournament(tournament.id, settings=kept)
            return finding.tournament(book, tournament.key)

    def competitions(self, tournament: Tournament) -> list[Competition]:
        """The events of a tournament, in the order in which they were added."""
        with self._looking() as book:
            return book.competitions(tournament.id)

    def competition(self, tournament: Tournament, key: str | None = None) -> Competition:
        """An event by its key; None: the only one. DeskError when there is none, or several."""
        with self._looking() as book:
            return finding.competition(book, tournament, key)

    def add_competition(
        self,
        tournament: Tournament,
        key: str,
        name: str,
        kind: Kind = "singles",
        *,
        ruleset: str | None = None,
        category: str | None = None,
        rules: Rules | None = None,
        variant: str | None = None,
        plan: Sequence[StagePlan] | None = None,
        actor: str = COMMAND_LINE,
    ) -> Competition:
        """Add an event. ruleset: the tournament's when None; the key of a saved one brings rules and variant.
        plan: the stages; None: as its rulebook has them (presets.py). rules, variant, category: as in the
        `match` event (docs/scripts/events.md); with rules None the rulebook's own for its stages, and for a
        preliminary in any plan: there a match is one game (D83).
        """
        finding.checked_key(key)
        _check_name(name, "bad_event_name")
        if kind not in KINDS:
            raise DeskError("unknown_kind", kind=kind, kinds=list(KINDS))
        own = self._own(ruleset or tournament.ruleset, rules)
        chosen, variant = (own.base, own.name) if own else (ruleset or tournament.ruleset, variant)
        stages = tuple(plan) if plan is not None else presets.plan(chosen, kind)
        planning.check(stages)
        if rules is None and (plan is None or any(stage.kind == "preliminary" for stage in plan)):
            rules = presets.preset(chosen).rules
        if own:
            rules = laid_over(rules or {}, own.changes)
        new = Competition(0, key, name.strip(), kind, chosen, category, rules, variant, stages)
        planning.check_rules(new)
        with self._acting(actor, "event add", tournament=tournament.key, event=key, name=name) as book:
            if any(known.key == key for known in book.competitions(tournament.id)):
                raise DeskError("event_exists", tournament=tournament.name, key=key)
            made = book.competition(book.add_competition(tournament.id, new))
            assert made is not None
            entering.tournament_of(book, made)
            return made

    def stages(self, competition: Competition) -> list[Stage]:
        """The stages of an event, by position."""
        with self._looking() as book:
            return book.stages(competition.id)

    # Entries

    def players(self, tournament: Tournament) -> list[Player]:
        """All players of a tournament, by start number."""
        with self._looking() as book:
            return book.players(tournament.id)

    def entries(self, competition: Competition) -> list[Entry]:
        """In the order in which they were entered, withdrawn ones too."""
        with self._looking() as book:
            return book.entries(competition.id)

    def entry(self, competition: Competition, wanted: str | int) -> Entry:
        """By its id (a number), or by title, a player's name or start number (text). DeskError."""
        with self._looking() as book:
            return finding.entry(book, competition, wanted)

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
        self, competition: Competition, new: Sequence[NewEntry], *, actor: str = COMMAND_LINE
    ) -> list[Entry]:
        """Enter all of them, or none. DeskError with every problem, one a line."""
        with self._acting(actor, "entries add", event=competition.key, count=len(new)) as book:
            competition = self._fresh(book, competition)
            made = entering.add(book, competition, new, self._clock())
            by_id = {entry.id: entry for entry in book.entries(competition.id)}
            return [by_id[entry_id] for entry_id in made]

    def import_entries(
        self, competition: Competition, text: str, *, actor: str = COMMAND_LINE
    ) -> list[Entry]:
        """Enter all of an entry list (CSV, see entry_list.py), or none. DeskError has every problem."""
        return self.add_entries(competition, entering.read(text, competition.kind), actor=actor)

    def withdraw(self, competition: Competition, entry: Entry, *, actor: str = COMMAND_LINE) -> list[str]:
        """Withdraw an entry. After the draw its matches become walk-overs when they are ready. Returns the
        ids of the matches that changed.
        """
        with self._acting(actor, "entry withdraw", event=competition.key, entry=entry.title) as book:
            competition = self._fresh(book, competition)
            entering.withdraw(book, competition, finding.entry(book, competition, entry.id))
            return advancing.advance(book, competition, self._clock())

    def return_entry(
        self,
        competition: Competition,
        entry: Entry,
        reason: str,
        *,
        force: bool = False,
        actor: str = COMMAND_LINE,
    ) -> list[str]:
        """Take a withdrawn entry in again, also after the event has begun: its matches that were not played
        come back. Returns the ids of the matches that changed. DeskError: it was not in the draw, its players
        are in another entry; a match that follows was called, unless `force`: then that stays, marked.
        """
        if not reason.strip():
            raise DeskError("return_needs_reason")
        detail = {"event": competition.key, "entry": entry.title, "reason": reason.strip()}
        with self._acting(actor, "entry return", **detail) as book:
            table_results.settle(book, self._clock())
            competition = self._fresh(book, competition)
            before = {fixture.id: fixture for fixture in book.fixtures(competition.id)}
            entering.take_in(book, competition, finding.entry(book, competition, entry.id))
            _, later = clearing.follow(book, competition, 1, self._clock())
            if later and not force:
                raise DeskError("return_changes_later", entry=entry.title, later=to_json(later))
            return [
                fixture.id
                for fixture in book.fixtures(competition.id)
                if fixture != before.get(fixture.id, fixture)
            ]

    def withdrawals_of(self, competition: Competition) -> Withdrawals:
        """Which matches of an entry that withdraws from a group count: "all", "none", "" as usual (D205)."""
        with self._looking() as book:
            return withdrawals.of_event(book.tournament_of(competition.id), competition.key)

    def set_withdrawals(
        self, competition: Competition, how: str, *, force: bool = False, actor: str = COMMAND_LINE
    ) -> list[str]:
        """Choose which matches of an entry that withdraws from a group count (withdrawals.CHOICES). Returns
        the ids of the matches that changed. DeskError when a match was called with a side that this would
        change, unless `force`.
        """
        chosen = withdrawals.checked(how)
        with self._acting(actor, "withdrawals", event=competition.key, count=chosen) as book:
            competition = self._fresh(book, competition)
            owner = entering.tournament_of(book, competition)
            choices: dict[str, Withdrawals] = {
                **(owner.settings.get("event_withdrawals") or {}),
                competition.key: chosen,
            }
            kept: dict[str, Withdrawals] = {key: each for key, each in choices.items() if each}
            settings: TournamentSettings = {**owner.settings, "event_withdrawals": kept}
            book.set_tournament(owner.id, settings=settings)
            return correcting.follow_all(book, competition, self._clock(), force)

    def change_player(
        self, competition: Competition, entry: Entry, out: str, person: Person, *, actor: str = COMMAND_LINE
    ) -> Entry:
        """Exchange the player `out` (name or start number) of an entry for `person`, before the event begins
        and as often as its rulebook allows (Spandan 5: once in a pair).
        """
        detail = {"event": competition.key, "entry": entry.title, "out": out, "new": person.name}
        with self._acting(actor, "entry change", **detail) as book:
            competition = self._fresh(book, competition)
            entering.change_player(book, competition, finding.entry(book, competition, entry.id), out, person)
            return finding.entry(book, competition, entry.id)

    # Draw

    def draw(self, competition: Competition, seed: str | None = None, *, actor: str = COMMAND_LINE) -> Drawn:
        """Draw the event. A new seed is made when None. The seed is part of the result: the same seed and
        entries give the same draw.
        """
        with self._acting(actor, "draw", event=competition.key) as book:
            competition = self._fresh(book, competition)
            drawn = drawing.draw(book, competition, seed)
            advancing.advance(book, self._fresh(book, competition), self._clock())
            return Drawn(drawn.seed, tuple(book.fixtures(competition.id)))

    def take_round(
        self,
        competition: Competition,
        number: int,
        pairings: Sequence[Pairing],
        players: external.Players | None = None,
        *,
        actor: str = COMMAND_LINE,
    ) -> Taken:
        """Add a round of a stage that another system draws; when it is taken again, only what is new is
        added, and new names are taken (D300). Raises DeskError.
        """
        with self._acting(actor, "round", event=competition.key, round=number) as book:
            drawn_in, now = self._fresh(book, competition), self._clock()
            taken = external.take_round(book, drawn_in, number, pairings, now, players)
            for player in taken.renamed:
                detail = {
                    "event": drawn_in.key,
                    "number": player.number,
                    "before": player.before,
                    "now": player.now,
                }
                book.note(actor, "player renamed", detail, now)
            return taken

    def undraw(self, competition: Competition, *, actor: str = COMMAND_LINE) -> None:
        """Take the draw back; none of its matches may have been called."""
        with self._acting(actor, "draw undo", event=competition.key) as book:
            drawing.undraw(book, self._fresh(book, competition))


def _check_ruleset(ruleset: str) -> None:
    if ruleset not in RULESETS:
        raise DeskError("unknown_ruleset", ruleset=ruleset, rulesets=list(RULESETS))


def _check_name(name: str, refused: Reason) -> None:
    if not name.strip() or len(name) > entering.NAME_MAX or len(name.splitlines()) > 1:
        raise DeskError(refused, most=entering.NAME_MAX)
