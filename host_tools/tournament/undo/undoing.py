"""Undoes acts of the desk: what they changed is as before (changes.py), and what follows is worked out again.

An act on which a later one stands is undone with it, or not at all. What a table reported since is no act: it
counts, or the act stays.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select

from host_tools.reasons import Cause, to_json
from host_tools.store.schema import commands
from host_tools.tournament.draw import swiss
from host_tools.tournament.entries import entering, renaming
from host_tools.tournament.entries.entering import NewEntry
from host_tools.tournament.matches import calling, clearing, end_orders, reports, table_results
from host_tools.tournament.matches.clearing import Change, Standing
from host_tools.tournament.model import finding, rows
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError, several
from host_tools.tournament.model.hall_tables import called_ids_among
from host_tools.tournament.model.model import (
    AT_TABLE,
    BEGUN,
    Act,
    Competition,
    Correction,
    Fixture,
    Place,
    Stage,
)
from host_tools.tournament.model.people import person_of
from host_tools.tournament.rounds import advancing
from host_tools.tournament.undo import changes
from host_tools.tournament.undo.changes import Json, Rows, Touched

TAKEN_BACK = "act taken back"
#: At most so many later acts are named.
_NAMED_MOST = 5
#: The columns of a match that is at no table.
_AT_NO_TABLE: Json = {
    **dict.fromkeys(("table_no", "command", "called_at", "report_by", "journal", "first_seq")),
    **dict.fromkeys(("hall", "umpire"), ""),
}
#: Its columns that tables change, too.
_CHANGED_AT_TABLES = {*_AT_NO_TABLE, "decided_at", "note", "note_code"}


@dataclass(frozen=True, slots=True)
class Effects:
    """An act, and what undoing it would do. by: the act that undid it. later: the acts that stand on it and
    would be undone with it, the newest first. refused: why it cannot be undone. changes, standings, stages:
    as of a cleared result; begun: stages whose draw would be made.
    """

    act: Act
    by: int | None = None
    later: tuple[Act, ...] = ()
    refused: Cause | None = None
    changes: tuple[Change, ...] = ()
    standings: tuple[Standing, ...] = ()
    stages: tuple[Stage, ...] = ()
    begun: tuple[Stage, ...] = ()
    competition: Competition | None = None


class _Stands(Exception):  # noqa: N818
    """These matches were called or played since, with what is to be undone."""

    def __init__(self, matches: Iterable[str], error: DeskError) -> None:
        super().__init__(matches)
        self.rows = {("fixtures", match) for match in matches}
        self.error = error


def act_of(book: Book, number: int) -> Act:
    """The act with this number. DeskError."""
    acts = [act for act in book.acts_since(number)[:1] if act.number == number]
    if not acts or not (acts[0].undo or acts[0].name == TAKEN_BACK):
        raise DeskError("no_act", number=number)
    return acts[0]


def _undone_by(acts: Sequence[Act]) -> dict[int, int]:
    """The numbers of the acts that were undone, each with that of the act that did."""
    return {act.detail["act"]: act.number for act in acts if act.name == TAKEN_BACK}


def take_back(book: Book, act: Act, reason: str, actor: str, at: int, with_later: bool = False) -> list[Act]:
    """Undo an act, with the later ones that stand on it if asked; returns the acts that were undone, the
    newest first. Raises DeskError: then nothing has changed.
    """
    if not reason.strip():
        raise DeskError("undo_needs_reason")
    since = book.acts_since(act.number)
    gone = _undone_by(since)
    if act.number in gone:
        raise DeskError("act_taken_back", number=act.number, by=gone[act.number])
    if not act.undo:
        raise DeskError("act_of_taking_back", number=act.number)
    candidates = {each.number: Touched(each) for each in since if each.undo and each.number not in gone}
    chosen = {act.number}
    while True:
        for number, touched in candidates.items():
            if any(touched.stands_on(candidates[earlier]) for earlier in chosen if earlier < number):
                chosen.add(number)
        acts = [each for each in reversed(since) if each.number in chosen]
        if len(acts) > 1 and not with_later:
            later = [_named(each) for each in acts[: min(_NAMED_MOST, len(acts) - 1)]]
            raise DeskError("later_act_stands", number=act.number, later=later)
        try:
            with book.connection.begin_nested():
                _Undoing(book, acts, reason.strip(), actor, at).run()
            return acts
        except _Stands as stands:
            more = {number for number, touched in candidates.items() if touched.rows & stands.rows} - chosen
            if not more:
                raise stands.error from None
            chosen |= more


def _named(act: Act) -> Json:
    return {"number": act.number, "act": act.name, "match": act.match, "who": act.actor, "at": act.at}


class _Undoing:
    """Undoes these acts, the newest first."""

    def __init__(self, book: Book, acts: Sequence[Act], reason: str, actor: str, at: int) -> None:
        self.book, self.acts, self.reason, self.actor, self.at = book, acts, reason, actor, at
        touched = [Touched(act) for act in acts]
        self.events = sorted(set().union(*(each.events for each in touched)))
        self.before = changes.seen(book.connection)
        self.after: Rows = {table: {**table_rows} for table, table_rows in self.before.items()}
        own = {key for each in touched for table, key in each.rows if table == "fixtures"}
        self.were = {fixture.id: fixture for fixture in book.fixtures(ids=sorted(own))}

    def run(self) -> None:
        """Raises DeskError and _Stands."""
        book, wrong = self.book, self._contradictions()
        known = called_ids_among(book, self.before["fixtures"])
        for act in self.acts:
            present = {table: {**rows} for table, rows in self.after.items()}
            self._withdraw_orders(act)
            self._restore(act, "follows")
            self._restore(act, "rows")
            self._tidy()
            for match, was in self.were.items():
                now, row = self.after["fixtures"].get(match), present["fixtures"].get(match)
                if row is not None and not changes.is_open(row) and (now is None or changes.is_open(now)):
                    calling.withdraw_command(book, was)
            changes.write(book.connection, present, self.after)
            detail: Json = {"act": act.number, "what": act.name}
            detail |= {name: act.detail[name] for name in ("match", "matches") if name in act.detail}
            book.note(self.actor, TAKEN_BACK, {**detail, "reason": self.reason}, self.at)
        self._require_unknown(known)
        self._correct()
        self._require_entries()
        self._tell_names()
        fixtures = book.fixtures(ids=list(self.were))
        for fixture in fixtures:
            self._tell_table(fixture, self.were[fixture.id])
        table_results.settle(book, self.at)
        later: list[Cause] = []
        for competition in self._competitions():
            finding.tournament_of(book, competition)
            later += clearing.follow(book, competition, 1, self.at)[1]
        for fixture in fixtures:
            end_orders.tell(book, fixture.id)
        self._require_nothing(later, wrong)

    def _competitions(self) -> list[Competition]:
        return [each for each in map(self.book.competition, self.events) if each is not None]

    def _contradictions(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for competition in self._competitions():
            found |= advancing.contradictions(self.book, competition)
        return found

    # The rows

    def _restore(self, act: Act, part: str) -> None:
        """Own cells (`rows`) must be as the act has left them; others are left if they have changed since."""
        is_own = part == "rows"
        for table, key, old, new in changes.each_row(act.undo[part]):
            rows = self.after[table]
            row = rows.get(key)
            if new is None or row is None:
                if new is None and row is None:
                    rows[key] = self._again(table, old or {})
                elif is_own and old is not None and new is not None:
                    raise DeskError("changed_since", number=act.number)
                continue
            if old is None or is_own:
                compared = new.keys() if old else {"state", "result"}
                if table == "fixtures" and (old or not changes.is_open(row)):
                    if any(row[name] != new.get(name) for name in compared - _CHANGED_AT_TABLES):
                        raise _of_table(row)
                elif old and any(row.get(name) != value for name, value in new.items()):
                    raise DeskError("changed_since", number=act.number)
            if old is None:
                if table != "corrections":
                    del rows[key]
                continue
            rows[key] = row | (
                old if is_own else {name: value for name, value in old.items() if row.get(name) == new[name]}
            )
            if table == "fixtures" and is_own and "state" in old and changes.is_open(rows[key]):
                rows[key] |= _AT_NO_TABLE

    def _again(self, table: str, row: Json) -> Json:
        """The row that was gone. DeskError: its person is forgotten, its key is taken."""
        rows = self.after[table].values()
        if table == "players":
            if not row["name"]:
                raise DeskError("player_deleted", number=row["number"])
            numbers = {each["number"] for each in rows if each["tournament_id"] == row["tournament_id"]}
            row = {**row, "number": max(numbers) + 1} if row["number"] in numbers else row
        owner = row.get("tournament_id")
        if table in ("competitions", "tournaments") and any(
            (each.get("tournament_id"), each["key"]) == (owner, row["key"]) for each in rows
        ):
            if owner is None:
                raise DeskError("tournament_exists", key=row["key"])
            raise DeskError(
                "event_exists", tournament=self.after["tournaments"][str(owner)]["name"], key=row["key"]
            )
        return changes.whole(table, row)

    def _tidy(self) -> None:
        """Keep people who are in another entry; let go what belonged to rows that are gone."""
        after = self.after
        for table, column, parent in (
            ("players", "tournament_id", "tournaments"),
            ("entry_players", "entry_id", "entries"),
            ("corrections", "fixture", "fixtures"),
        ):
            rows = after[table]
            after[table] = {key: row for key, row in rows.items() if str(row[column]) in after[parent]}
        for row in after["entry_players"].values():
            key = str(row["player_id"])
            after["players"].setdefault(key, self.before["players"].get(key, {}))

    def _require_unknown(self, known: Collection[str]) -> None:
        """A match that is gone while its event stays drawn was never at a table (known: those that were): its
        id comes again with the next draw.
        """
        for match, row in self.before["fixtures"].items():
            event = self.after["competitions"].get(str(row["competition_id"]))
            if match in self.after["fixtures"] or event is None or event["state"] == "entries":
                continue
            of_swiss = self.before["stages"][str(row["stage_id"])]["kind"] == swiss.KIND
            if match in known or (of_swiss and row["round"] > 1 and row["called_at"] is not None):
                raise DeskError("round_at_table", event=event["name"], round=row["round"], matches=[match])

    # Beside the rows

    def _withdraw_orders(self, act: Act) -> None:
        of_act = commands.c.id.in_(act.undo["orders"])
        self.book.connection.execute(delete(commands).where(of_act, commands.c.state == "pending"))
        order = self.book.connection.execute(select(commands.c.id).where(of_act)).first()
        if act.name == "protest rule" and order is not None:
            raise DeskError("act_of_protest", number=act.number)

    def _correct(self) -> None:
        """Put on record the results that are others now. One that was by hand before is by hand again."""
        new = {key for act in self.acts for key in act.undo["rows"].get("corrections", ())}
        last: dict[str, str | None] = {}
        for key, row in sorted(self.before["corrections"].items(), key=lambda pair: pair[1]["id"]):
            if key not in new:
                last[row["fixture"]] = row["after"]
        places = sorted(self.were.values(), key=lambda each: (each.stage, each.round, each.number))
        for fixture in reversed(places):
            now = self.after["fixtures"].get(fixture.id)
            before = rows.result_text(fixture.result)
            if now is not None and now["result"] != before and (before or now["result"]):
                after = rows.result(now["result"]) if last.get(fixture.id) == now["result"] else None
                self.book.add_correction(
                    Correction(fixture.id, self.at, self.actor, self.reason, fixture.result, after)
                )

    def _require_entries(self) -> None:
        """Who plays again, or again with others, can be entered beside those who are there. DeskError."""
        again = {
            row["entry_id"]
            for key, row in self.after["entry_players"].items()
            if row != self.before["entry_players"].get(key)
        }
        again |= {
            row["id"]
            for key, row in self.after["entries"].items()
            if row["state"] == "in" != self.before["entries"].get(key, {}).get("state")
        }
        for competition in self._competitions() if again else ():
            entries = [
                each for each in self.book.entries(competition.id) if each.reserve or not each.withdrawn
            ]
            for entry in entries:
                if entry.id in again:
                    others = [each for each in entries if each.id != entry.id]
                    people = tuple(map(person_of, entry.players))
                    new = NewEntry(people, entry.name, entry.seeding)
                    limited = not entry.withdrawn
                    if problems := entering.problems_of(competition, others, [new], is_limited=limited):
                        raise several(problems)

    def _tell_names(self) -> None:
        """Tell tables the names and titles that are others now."""
        book = self.book

        def differing(table: str, *names: str) -> list[Json]:
            before = self.before[table]
            pairs = [(row, before.get(key)) for key, row in self.after[table].items()]
            return [row for row, old in pairs if old and any(row[name] != old[name] for name in names)]

        entries = {row["id"] for row in differing("entries", "name")}
        links = self.after["entry_players"].values()
        people = {link["player_id"] for link in links if link["entry_id"] in entries}
        people |= {row["id"] for row in differing("players", "name", "latin")}
        people |= {row["player_id"] for row in differing("entry_players", "player_id")}
        for owner in book.tournaments() if people else ():
            renaming.tell_tables(book, owner, people, self.at)
        for row in differing("competitions", "name"):
            competition = book.competition(row["id"])
            if competition is not None:
                renaming.tell_title(book, competition, self.at)

    def _tell_table(self, fixture: Fixture, was: Fixture) -> None:
        """Call the match again if its table does not have it any more; it is ready if that cannot be."""
        book = self.book
        if fixture.state == was.state:
            return
        if fixture.state != "done":
            end_orders.withdraw(book, fixture.id)
        if fixture.state not in AT_TABLE or clearing.of_table(book, fixture) is not None:
            return
        at_table = reports.gather(book, [fixture.id]).get(fixture.id, [])
        is_ended = any(each.is_by_desk or end_orders.was_sent(book, each, fixture.id) for each in at_table)
        order = select(commands.c.state).where(commands.c.id == book.command_of(fixture.id))
        has_order = book.connection.execute(order).scalar() in ("pending", "sent", "done")
        if fixture.state == "called" and has_order and not is_ended:
            return
        ready = calling.to_be_called(book, fixture)
        if fixture.state == "called" and fixture.table is not None:
            try:
                calling.call(book, ready, fixture.table, fixture.umpire, None, self.at)
            except DeskError:
                if was.state != "done":
                    raise

    def _require_nothing(self, later: Sequence[Cause], wrong: Mapping[str, Any]) -> None:
        """Raises _Stands for what was called or played with what is undone."""
        later = [each for each in later if each.facts.get("match") not in wrong]
        if not later:
            return
        matches = {str(each.facts["match"]) for each in later if "match" in each.facts}
        positions = {each.facts["position"] for each in later if "position" in each.facts}
        for competition in self._competitions() if positions else ():
            begun = self.book.fixtures(competition.id, states=BEGUN)
            matches |= {each.id for each in begun if each.stage in positions}
        raise _Stands(matches, DeskError("later_match_called", later=to_json(later)))


def _of_table(row: Mapping[str, Any]) -> DeskError:
    """A table has the match, or has decided it."""
    is_done = row["state"] == "done"
    return DeskError("result_of_table" if is_done else "being_played", match=row["id"], table=row["table_no"])


# What undoing would do


def effects(book: Book, act: Act, at: int) -> Effects:
    """What undoing an act would do, with the acts that stand on it. Nothing changes."""
    by = _undone_by(book.acts_since(act.number)).get(act.number)
    if by is not None:
        return Effects(act, by=by)
    try:
        competition = _competition_of(book, act)
        trial = book.connection.begin_nested()
        try:
            undone = take_back(book, act, "-", "-", at, with_later=True)
            after = _seen(book, competition)
        finally:
            trial.rollback()
    except DeskError as error:
        return Effects(act, refused=error.cause)
    fixtures_before, standings_before, stages_before = _seen(book, competition)
    fixtures, standings, stages = after
    drawn = {stage.position: stage.state != "waiting" for stage in stages}
    return Effects(
        act,
        later=tuple(each for each in undone if each.number != act.number),
        changes=tuple(clearing.changes(fixtures_before, {each.id: each for each in fixtures})),
        standings=clearing.changed_standings(standings_before, standings),
        stages=tuple(
            each for each in stages_before if each.state != "waiting" and not drawn.get(each.position)
        ),
        begun=tuple(each for each in stages_before if each.state == "waiting" and drawn.get(each.position)),
        competition=competition,
    )


def _seen(
    book: Book, competition: Competition | None
) -> tuple[list[Fixture], dict[tuple[int, int], list[Place]], list[Stage]]:
    if competition is None:
        return [], {}, []
    fixtures, stages = book.fixtures(competition.id), book.stages(competition.id)
    return fixtures, clearing.standings(book, competition, stages, fixtures), stages


def _competition_of(book: Book, act: Act) -> Competition | None:
    events = Touched(act).events if act.undo else ()
    return next(filter(None, map(book.competition, sorted(events))), None)
