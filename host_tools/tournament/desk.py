"""The tournament director's desk: entries, draw, calls, results, standings, for command line and pages alike.

Every method is one transaction, may be called from any thread, and raises DeskError (its message says what to
do) or StoreError. `who` stands in the record of what was done (`Store.admins.acts`). Times are UTC ms.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from host_tools.orders import RULESETS
from host_tools.store import Store
from host_tools.store.database import reading, writing
from host_tools.store.store import now_ms
from host_tools.tournament import (
    advancing,
    calling,
    correcting,
    drawing,
    entering,
    finding,
    hall_tables,
    line_ups,
    placing,
    planning,
    presets,
    protesting,
    settling,
)
from host_tools.tournament.book import Book
from host_tools.tournament.calling import Called
from host_tools.tournament.drawing import Drawn
from host_tools.tournament.entering import NewEntry, Person
from host_tools.tournament.errors import DeskError
from host_tools.tournament.hall_tables import HallTable
from host_tools.tournament.model import (
    KINDS,
    Competition,
    Correction,
    Decision,
    Entry,
    Fixture,
    FixtureState,
    Kind,
    Place,
    Player,
    Result,
    Side,
    Stage,
    StagePlan,
    Tournament,
)
from host_tools.tournament.protesting import ProtestView

__all__ = [
    "COMMAND_LINE",
    "Called",
    "Desk",
    "DeskError",
    "Drawn",
    "HallTable",
    "NewEntry",
    "Person",
    "ProtestView",
]

#: Who acts when nobody says so.
COMMAND_LINE = "command line"


class Desk:
    """The desk on an open database. `clock()` gives UTC ms."""

    def __init__(self, store: Store, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self._clock = clock

    @contextmanager
    def _looking(self) -> Iterator[Book]:
        with reading(self.store.engine) as connection:
            yield Book(connection)

    @contextmanager
    def _acting(self, who: str, what: str, **detail: Any) -> Iterator[Book]:
        """A transaction that changes something, and puts on record who did what."""
        with writing(self.store.engine) as connection:
            book = Book(connection)
            yield book
            book.note(who, what, detail, self._clock())

    # Tournaments and events

    def tournaments(self) -> list[Tournament]:
        """All tournaments in this database, the newest first."""
        with self._looking() as book:
            return book.tournaments()

    def tournament(self, key: str | None = None) -> Tournament:
        """By its key; None: the only one that is open. DeskError when there is none, or several."""
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
        settings: dict[str, Any] | None = None,
        who: str = COMMAND_LINE,
    ) -> Tournament:
        """Make a tournament. key: 1 to 20 of a-z, 0-9 and -. settings: what else pages and exports keep."""
        finding.checked_key(key)
        _check_ruleset(ruleset)
        _check_name(name, "A tournament")
        with self._acting(who, "tournament new", tournament=key, name=name) as book:
            if any(one.key == key for one in book.tournaments()):
                raise DeskError(f"There is a tournament {key!r} already; choose another key.")
            values: dict[str, Any] = {
                "key": key,
                "name": name.strip(),
                "ruleset": ruleset,
                "place": place,
                "days": days,
            }
            values |= {"state": "open", "made_at": self._clock(), "settings": settings or {}}
            book.add_tournament(values)
            return finding.tournament(book, key)

    def close_tournament(
        self, tournament: Tournament, is_closed: bool = True, *, who: str = COMMAND_LINE
    ) -> Tournament:
        """Close it: nothing of it changes any more; or open it again."""
        with self._acting(who, "tournament close", tournament=tournament.key, closed=is_closed) as book:
            book.set_tournament(tournament.id, state="closed" if is_closed else "open")
            return finding.tournament(book, tournament.key)

    def set_settings(
        self, tournament: Tournament, settings: dict[str, Any], *, who: str = COMMAND_LINE
    ) -> Tournament:
        """Change some of the tournament's settings; a value of None removes one. The others stay."""
        with self._acting(
            who, "tournament settings", tournament=tournament.key, changed=sorted(settings)
        ) as book:
            kept = {**finding.tournament(book, tournament.key).settings, **settings}
            kept = {name: value for name, value in kept.items() if value is not None}
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
        rules: dict[str, Any] | None = None,
        variant: str | None = None,
        plan: Sequence[StagePlan] | None = None,
        who: str = COMMAND_LINE,
    ) -> Competition:
        """Add an event. ruleset: the tournament's when None. plan: the stages; None: as its rulebook has them
        (presets.py). rules, variant, category: as in the `match` event (docs/events.md).
        """
        finding.checked_key(key)
        _check_name(name, "An event")
        if kind not in KINDS:
            raise DeskError(f"{kind!r} is no kind of event; it is one of {', '.join(KINDS)}.")
        chosen = ruleset or tournament.ruleset
        _check_ruleset(chosen)
        stages = tuple(plan) if plan is not None else presets.plan(chosen, kind)
        planning.check(stages)
        if plan is None and rules is None:
            rules = presets.preset(chosen).rules
        new = Competition(0, key, name.strip(), kind, chosen, category, rules, variant, stages)
        planning.check_rules(new)
        with self._acting(who, "event add", tournament=tournament.key, event=key, name=name) as book:
            if any(one.key == key for one in book.competitions(tournament.id)):
                raise DeskError(f"{tournament.name} has an event {key!r} already; choose another key.")
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
        who: str = COMMAND_LINE,
    ) -> Entry:
        """Enter a player, a pair, a team (with its name). DeskError: late, there already, over a limit."""
        return self.add_entries(competition, [NewEntry(tuple(people), name, seeding)], who=who)[0]

    def add_entries(
        self, competition: Competition, new: Sequence[NewEntry], *, who: str = COMMAND_LINE
    ) -> list[Entry]:
        """Enter all of them, or none. DeskError with every problem, one a line."""
        with self._acting(who, "entries add", event=competition.key, count=len(new)) as book:
            of = self._fresh(book, competition)
            made = entering.add(book, of, new, self._clock())
            by_id = {entry.id: entry for entry in book.entries(of.id)}
            return [by_id[one] for one in made]

    def import_entries(self, competition: Competition, text: str, *, who: str = COMMAND_LINE) -> list[Entry]:
        """Enter all of an entry list (CSV, see entry_list.py), or none. DeskError has every problem."""
        return self.add_entries(competition, entering.read(text, competition.kind), who=who)

    def withdraw(self, competition: Competition, entry: Entry, *, who: str = COMMAND_LINE) -> list[str]:
        """An entry withdraws. After the draw its matches are walk-overs when they become ready; the ids of
        the matches that changed.
        """
        with self._acting(who, "entry withdraw", event=competition.key, entry=entry.title) as book:
            of = self._fresh(book, competition)
            entering.withdraw(book, of, finding.entry(book, of, entry.id))
            return advancing.advance(book, of, self._clock())

    def change_player(
        self, competition: Competition, entry: Entry, out: str, person: Person, *, who: str = COMMAND_LINE
    ) -> Entry:
        """Exchange the player `out` (name or start number) of an entry for `person`, before the event begins
        and as often as its rulebook allows (Spandan 5: once in a pair).
        """
        detail = {"event": competition.key, "entry": entry.title, "out": out, "new": person.name}
        with self._acting(who, "entry change", **detail) as book:
            of = self._fresh(book, competition)
            entering.change_player(book, of, finding.entry(book, of, entry.id), out, person)
            return finding.entry(book, of, entry.id)

    # Draw

    def draw(self, competition: Competition, seed: str | None = None, *, who: str = COMMAND_LINE) -> Drawn:
        """Draw the event. The seed is made up when None, and given back: the same seed and entries make the
        same draw again.
        """
        with self._acting(who, "draw", event=competition.key) as book:
            of = self._fresh(book, competition)
            drawn = drawing.draw(book, of, seed)
            advancing.advance(book, self._fresh(book, of), self._clock())
            return Drawn(drawn.seed, tuple(book.fixtures(of.id)))

    def undraw(self, competition: Competition, *, who: str = COMMAND_LINE) -> None:
        """Take the draw back, as long as nothing of it was called."""
        with self._acting(who, "draw undo", event=competition.key) as book:
            drawing.undraw(book, self._fresh(book, competition))

    # Matches

    def fixtures(
        self, competition: Competition | None = None, state: FixtureState | None = None
    ) -> list[Fixture]:
        """Of an event (of all), by stage, round, group and number; only those in `state`."""
        with self._looking() as book:
            found = book.fixtures(None if competition is None else competition.id)
        return [one for one in found if state is None or one.state == state]

    def fixture(self, fixture_id: str) -> Fixture:
        """By its id, or an end of it that only one has ("ms-1-2-3"). DeskError."""
        with self._looking() as book:
            return finding.fixture(book, fixture_id)

    def next_for(self, table: int) -> Fixture | None:
        """The match to be called to this table next: the first that is ready and whose players are free."""
        with self._looking() as book:
            hall = hall_tables.hall_of(finding.tournament(book, None), table)
            return calling.next_for(book, book.fixtures(states=["ready"]), hall)

    def call(
        self,
        fixture: Fixture,
        table: int,
        umpire: str = "",
        report_ms: int | None = None,
        *,
        force: bool = False,
        who: str = COMMAND_LINE,
    ) -> Called:
        """Call a match to a table: it gets the `match` event, and its report clock starts (143i).

        report_ms: how long both sides have to report, 1 second to 2 hours; None: as the rulebook has it (15
        minutes; crokinole's has no such clock). DeskError: the match is not ready, the table is not free, a
        player is at another table; with `force` the latter two are in `Called.remarks`.
        """
        with self._acting(who, "call", match=fixture.id, table=table) as book:
            one = finding.fixture(book, fixture.id)
            self._fresh(book, finding.competition_of(book, one))
            return calling.call(book, one, table, umpire, report_ms, self._clock(), force)

    def call_next(
        self, table: int, umpire: str = "", report_ms: int | None = None, *, who: str = COMMAND_LINE
    ) -> Called:
        """Call the next match to this table. DeskError when none is ready."""
        one = self.next_for(table)
        if one is None:
            raise DeskError(
                "No match can be called: none is ready, or its players are at other tables. "
                "`boardside matches` shows what waits for what."
            )
        return self.call(one, table, umpire, report_ms, who=who)

    def recall(self, fixture: Fixture, *, force: bool = False, who: str = COMMAND_LINE) -> Fixture:
        """Take a call back; the match is ready again. One that is being played only with `force`."""
        with self._acting(who, "recall", match=fixture.id) as book:
            one = finding.fixture(book, fixture.id)
            self._fresh(book, finding.competition_of(book, one))
            return calling.recall(book, one, force)

    def line_up(
        self, fixture: Fixture, side: Side, players: Sequence[str], *, who: str = COMMAND_LINE
    ) -> Fixture:
        """A team names who plays (names or start numbers) in one match of a tie; before that they are the
        first of the team in the order of its list.
        """
        with self._acting(who, "line-up", match=fixture.id, side=side, players=list(players)) as book:
            one = finding.fixture(book, fixture.id)
            of = self._fresh(book, finding.competition_of(book, one))
            return line_ups.name(book, of, one, side, players)

    def overdue(self) -> list[Fixture]:
        """The matches whose report clock has run out before anything was played: a walk-over is offered."""
        now = self._clock()
        with self._looking() as book:
            called = book.fixtures(states=["called"])
        return [one for one in called if one.report_by is not None and one.report_by <= now]

    def walk_over(self, fixture: Fixture, winner: Side | None, *, who: str = COMMAND_LINE) -> list[str]:
        """`winner` has the match, the other side did not report (143i); None: neither did. The ids of the
        matches that changed.
        """
        with self._acting(who, "walk-over", match=fixture.id, winner=winner) as book:
            one = finding.fixture(book, fixture.id)
            of = self._fresh(book, finding.competition_of(book, one))
            calling.walk_over(book, one, winner, self._clock())
            return list(dict.fromkeys([one.id, *advancing.advance(book, of, self._clock())]))

    def enter_result(
        self,
        fixture: Fixture,
        result: Result,
        reason: str,
        *,
        force: bool = False,
        who: str = COMMAND_LINE,
    ) -> list[str]:
        """The result of a match by the organiser's word (results.typed_in makes one), marked, with its
        reason. The ids of the matches that changed.

        Later slots are filled again as long as their matches were not called; otherwise DeskError, unless
        `force`: then those matches stay, and are marked (`Fixture.note`).
        """
        with self._acting(who, "result", match=fixture.id, reason=reason) as book:
            one = finding.fixture(book, fixture.id)
            self._fresh(book, finding.competition_of(book, one))
            return correcting.enter(book, one, result, reason, who, self._clock(), force)

    #: Putting another result in the place of one is entering it.
    correct = enter_result

    def settle(self) -> list[str]:
        """Take what the tables report: results, what follows from them, the stages that are due. The ids of
        the matches that changed. Idempotent; several collectors may do it.
        """
        with self._looking() as book:
            if not settling.changes(book):
                return []
        with writing(self.store.engine) as connection:
            return settling.settle(Book(connection), self._clock())

    # The hall

    def tables(self, tournament: Tournament | None = None) -> list[HallTable]:
        """Every table ever heard, by number: link, what was called to it, what is played, if it is free."""
        with self._looking() as book:
            of = tournament or finding.tournament(book, None)
            return hall_tables.all_tables(book, of, self._clock())

    def free_tables(self, tournament: Tournament | None = None) -> list[int]:
        """The numbers of the tables to which a match can be called now."""
        return [table.number for table in self.tables(tournament) if table.is_free]

    def set_hall(
        self, tournament: Tournament, name: str, tables: Sequence[int], *, who: str = COMMAND_LINE
    ) -> Tournament:
        """The tables (numbers) that stand in the hall `name`; they leave the hall they were in. None: no such
        hall any more.
        """
        halls = {
            hall: [number for number in numbers if number not in tables]
            for hall, numbers in (tournament.settings.get("halls") or {}).items()
            if hall != name
        }
        if tables:
            halls[name] = sorted(set(tables))
        kept = {hall: numbers for hall, numbers in halls.items() if numbers}
        return self.set_settings(tournament, {"halls": kept or None}, who=who)

    # Protests

    def protests(self, only_open: bool = True) -> list[ProtestView]:
        """The protests at the tables, the most urgent first (151c: decided within an hour)."""
        with self._looking() as book:
            return protesting.gather(book, only_open)

    def rule(self, match: str, upheld: bool, number: int | None = None, *, who: str = COMMAND_LINE) -> str:
        """Decide an open protest (151): the table goes back to that board, or the result stands. The
        command's id. number: of the protest, when the match has several.
        """
        with self._acting(who, "protest ruled", match=match, upheld=upheld) as book:
            return protesting.rule(book, match, upheld, number)

    def competition_of(self, fixture: Fixture) -> Competition:
        """The event that a match belongs to."""
        with self._looking() as book:
            return finding.competition_of(book, fixture)

    def tournament_of(self, competition: Competition) -> Tournament:
        """The tournament that it is an event of."""
        with self._looking() as book:
            found = book.tournament_of(competition.id)
        if found is None:
            raise DeskError(f"The event {competition.key} is gone.")
        return found

    def corrections(self, competition: Competition) -> list[Correction]:
        """The results that were entered or corrected by hand, the oldest first."""
        with self._looking() as book:
            return book.corrections(competition.id)

    # Standings

    def standings(self, competition: Competition, stage: int | None = None) -> dict[int, list[Place]]:
        """The standing of each group of a stage (position; None: the one that is played), by group from 1;
        the key is 0 when the stage has no groups. Empty before the draw.
        """
        with self._looking() as book:
            found = finding.stage(book, competition, stage)
            return placing.of_stage(book, competition, found, book.fixtures(competition.id))

    def decisions(self, competition: Competition, stage: int | None = None) -> list[Decision]:
        """What was decided beside the matches of a stage, the oldest first."""
        with self._looking() as book:
            return book.decisions(finding.stage(book, competition, stage).id)

    def decide(
        self,
        competition: Competition,
        decision: Decision,
        stage: int | None = None,
        *,
        who: str = COMMAND_LINE,
    ) -> list[str]:
        """The order that a shoot-out, a toss or the organiser gives to entries that are level. stage: its
        position; None: the one that is played. The ids of the matches that changed.
        """
        order = [entry for entry, _ in decision.order]
        with self._acting(who, "decide", event=competition.key, kind=decision.kind, order=order) as book:
            of = self._fresh(book, competition)
            found = finding.stage(book, of, stage)
            lines = placing.of_stage(book, of, found, book.fixtures(of.id)).get(decision.group)
            if lines is None:
                raise DeskError(f"{of.name} has no group {decision.group} in stage {found.position}.")
            correcting.check_decision(found, lines, decision)
            book.add_decision(found.id, decision, self._clock(), who)
            return advancing.advance(book, of, self._clock())

    def _fresh(self, book: Book, competition: Competition) -> Competition:
        """The event as it stands in this transaction; DeskError when its tournament is closed."""
        entering.tournament_of(book, competition)
        found = book.competition(competition.id)
        if found is None:
            raise DeskError(f"The event {competition.key} is gone.")
        return found


def _check_ruleset(ruleset: str) -> None:
    if ruleset not in RULESETS:
        raise DeskError(f"{ruleset!r} is no ruleset; it is one of {', '.join(RULESETS)}.")


def _check_name(name: str, what: str) -> None:
    if not name.strip() or len(name) > entering.NAME_MAX:
        raise DeskError(f"{what} needs a name of 1 to {entering.NAME_MAX} characters.")
