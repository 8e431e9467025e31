"""The tournament's rows as values; the desk reads and writes them with this module, on one connection.

It decides nothing; the transaction belongs to the caller (host_tools/store/database.py). Methods that read
raise no errors of their own: for a missing row they return None or an empty list.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, Row, Table, bindparam, delete, func, insert, select, update

from host_tools.store import tournament_schema as schema
from host_tools.store.schema import acts
from host_tools.store.upserts import upsert
from host_tools.tournament.model import rows
from host_tools.tournament.model.model import (
    Act,
    Competition,
    Correction,
    Decision,
    Entry,
    Fixture,
    Player,
    Result,
    Stage,
    Swap,
    TableReport,
    Tournament,
)
from host_tools.tournament.model.rows import (
    COMPETITION,
    ENTRIES,
    ENTRY_PLAYERS,
    SETTINGS,
    STAGES,
    TOURNAMENT_OF,
    fixtures_query,
)

Json = dict[str, Any]


class Book:
    """The tables of host_tools/store/tournament_schema.py on `connection`, as the values of model.py."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        #: What the record keeps of the present act beside its name (tournament/acts).
        self.facts: Json = {}

    # Tournaments and competitions

    def tournaments(self) -> list[Tournament]:
        """All tournaments, the newest first."""
        table_rows = self._rows(select(schema.tournaments).order_by(schema.tournaments.c.id.desc()))
        return [rows.tournament(row) for row in table_rows]

    def add_tournament(self, tournament: Tournament) -> int:
        """Insert a tournament; its `id` is ignored."""
        return self._insert(schema.tournaments, rows.tournament_row(tournament))

    def set_tournament(self, tournament_id: int, **values: Any) -> None:
        """Change columns; `settings` as a dict."""
        if "settings" in values:
            values["settings"] = rows.dump(values["settings"])
        self._update(schema.tournaments, tournament_id, values)

    def competitions(self, tournament_id: int) -> list[Competition]:
        """The competitions of a tournament, in the order in which they were added."""
        query = select(schema.competitions).where(schema.competitions.c.tournament_id == tournament_id)
        return [rows.competition(row) for row in self._rows(query.order_by(schema.competitions.c.id))]

    def competition(self, competition_id: int) -> Competition | None:
        """The competition with this id."""
        table_rows = self._rows(COMPETITION, competition=competition_id)
        return rows.competition(table_rows[0]) if table_rows else None

    def tournament_of(self, competition_id: int) -> Tournament | None:
        """The tournament that this competition is an event of."""
        table_rows = self._rows(TOURNAMENT_OF, competition=competition_id)
        return rows.tournament(table_rows[0]) if table_rows else None

    def add_competition(self, tournament_id: int, competition: Competition) -> int:
        """Insert a competition with its stages; its `id` is ignored."""
        values = {
            "tournament_id": tournament_id,
            "key": competition.key,
            "name": competition.name,
            "kind": competition.kind,
            "ruleset": competition.ruleset,
            "category": competition.category,
            "rules": None if competition.rules is None else rows.dump(competition.rules),
            "variant": competition.variant,
            "format": rows.dump([rows.plan_json(plan) for plan in competition.plan]),
            "state": competition.state,
        }
        made = self._insert(schema.competitions, values)
        self._add_stages(made, 0, [rows.plan_json(plan) for plan in competition.plan])
        return made

    def set_competition(self, competition_id: int, **values: Any) -> None:
        """Change columns."""
        self._update(schema.competitions, competition_id, values)

    def put_competition(self, competition: Competition) -> None:
        """Write the values of a competition but for its key and state, and its stages as planned; those that
        are in the plan keep their draw, with its swaps.
        """
        there_now = self.competition(competition.id)
        before = () if there_now is None else there_now.plan
        planned = [rows.plan_json(plan) for plan in competition.plan]
        rules = None if competition.rules is None else rows.dump(competition.rules)
        values: Json = {"name": competition.name, "kind": competition.kind, "ruleset": competition.ruleset}
        values |= {"category": competition.category, "rules": rules, "variant": competition.variant}
        self._update(schema.competitions, competition.id, {**values, "format": rows.dump(planned)})
        stages = self.stages(competition.id)
        for stage, plan, old in zip(stages, competition.plan, before, strict=False):
            if plan != old:
                self.set_stage(stage.id, kind=plan.kind, name=plan.name)
                self.set_settings(replace(stage, settings=plan.settings))
        self._add_stages(competition.id, len(stages), planned)
        for stage in stages[len(planned) :]:
            of_stage = schema.decisions.c.stage_id == stage.id
            self.connection.execute(delete(schema.decisions).where(of_stage))
            self.connection.execute(delete(schema.stages).where(schema.stages.c.id == stage.id))

    def _add_stages(self, competition_id: int, count: int, planned: Sequence[Json]) -> None:
        for position, plan in enumerate(planned[count:], count + 1):
            stage: Json = {"competition_id": competition_id, "position": position, **plan}
            stage |= {"settings": rows.dump(plan["settings"]), "draw_seed": None, "state": "waiting"}
            self._insert(schema.stages, stage)

    def remove_competition(self, competition_id: int) -> None:
        """Delete a competition without fixtures and entries, and its stages."""
        of_it = schema.stages.c.competition_id == competition_id
        of_stage = schema.decisions.c.stage_id.in_(select(schema.stages.c.id).where(of_it))
        self.connection.execute(delete(schema.decisions).where(of_stage))
        self.connection.execute(delete(schema.stages).where(of_it))
        self.connection.execute(delete(schema.competitions).where(schema.competitions.c.id == competition_id))

    def remove_tournament(self, tournament_id: int) -> None:
        """Delete a tournament with all that is in it; what tables recorded, and what acts keep, stays."""
        for competition in self.competitions(tournament_id):
            for stage in self.stages(competition.id):
                self.remove_fixtures(stage.id)
            self.remove_entries(self.entries(competition.id))
            self.remove_competition(competition.id)
        of_it = schema.players.c.tournament_id == tournament_id
        self.connection.execute(delete(schema.players).where(of_it))
        self.connection.execute(delete(schema.tournaments).where(schema.tournaments.c.id == tournament_id))

    def stages(self, competition_id: int) -> list[Stage]:
        """The stages of a competition, by position."""
        return [rows.stage(row) for row in self._rows(STAGES, competition=competition_id)]

    def set_stage(self, stage_id: int, **values: Any) -> None:
        """Change columns (`draw_seed`, `state`)."""
        self._update(schema.stages, stage_id, values)

    def set_swaps(self, stage: Stage, swaps: Sequence[Swap]) -> None:
        """Write the changes of the stage's draw by hand."""
        self.set_settings(replace(stage, swaps=tuple(swaps)))

    def set_settings(self, stage: Stage) -> None:
        """Write how the stage is played; the changes of its draw by hand are kept beside it."""
        swaps = {"swaps": [asdict(swap) for swap in stage.swaps]} if stage.swaps else {}
        self.set_stage(stage.id, settings=rows.dump({**stage.settings, **swaps}))

    # Players and entries

    def players(self, tournament_id: int) -> list[Player]:
        """The players of a tournament, by start number."""
        query = select(schema.players).where(schema.players.c.tournament_id == tournament_id)
        return [rows.player(row) for row in self._rows(query.order_by(schema.players.c.number))]

    def add_player(
        self,
        tournament_id: int,
        name: str,
        club: str,
        country: str,
        licence: str,
        latin: str = "",
        number: int | None = None,
    ) -> Player:
        """Insert a player with this start number, or with the next free one."""
        highest = select(func.max(schema.players.c.number)).where(
            schema.players.c.tournament_id == tournament_id
        )
        if number is None:
            number = int(self.connection.execute(highest).scalar() or 0) + 1
        person = {"number": number, "name": name, "latin": latin}
        person |= {"club": club, "country": country, "licence": licence}
        made = self._insert(schema.players, {"tournament_id": tournament_id, **person, "removed_at": None})
        return Player(made, number, name, club, country, licence, latin)

    def set_player(self, player_id: int, **values: Any) -> None:
        """Change columns."""
        self._update(schema.players, player_id, values)

    def entries(self, competition_id: int) -> list[Entry]:
        """The entries in the order in which they were made, also withdrawn ones."""
        entry_rows = self._rows(ENTRIES, competition=competition_id)
        people: dict[int, list[Player]] = {}
        for row in self._rows(ENTRY_PLAYERS, competition=competition_id):
            people.setdefault(row.entry_id, []).append(rows.player(row))
        reserves = self._reserves(competition_id)
        return [rows.entry(row, people.get(row.id, []), reserves.get(row.id)) for row in entry_rows]

    def competition_of_entry(self, entry_id: int) -> int | None:
        """The id of the competition that an entry is in."""
        query = select(schema.entries.c.competition_id).where(schema.entries.c.id == entry_id)
        return self.connection.execute(query).scalar()

    def _reserves(self, competition_id: int) -> dict[int, int]:
        """The place of each reserve (id) in the list of its event, from 1."""
        for row in self._rows(SETTINGS, competition=competition_id):
            if "event_reserves" in row.settings:
                lists = json.loads(row.settings)["event_reserves"]
                return {entry: place for place, entry in enumerate(lists.get(row.key, []), 1)}
        return {}

    def add_entry(self, competition_id: int, entry: Entry, at: int) -> int:
        """Insert an entry of existing players; its `id` is ignored."""
        values = {"competition_id": competition_id, "name": entry.name, "seeding": entry.seeding}
        values |= {"state": "in", "changes": entry.changes, "entered_at": at, **rows.requests(entry)}
        made = self._insert(schema.entries, values)
        self.set_entry_players(made, [player.id for player in entry.players])
        return made

    def set_entry(self, entry_id: int, **values: Any) -> None:
        """Change columns."""
        self._update(schema.entries, entry_id, values)

    def remove_entries(self, gone: Sequence[Entry]) -> list[Player]:
        """Delete entries that are in no fixture, and the players who are in no other; returns these."""
        players = {player.id: player for entry in gone for player in entry.players}
        for entry in gone:
            self.set_entry_players(entry.id, [])
            self.connection.execute(delete(schema.entries).where(schema.entries.c.id == entry.id))
        return self.remove_alone(list(players.values()))

    def remove_alone(self, players: Sequence[Player]) -> list[Player]:
        """Delete those of these players who are in no entry; returns them."""
        of_entry = schema.entry_players.c
        still = {row.player_id for row in self._rows(select(of_entry.player_id).distinct())}
        alone = [player for player in players if player.id not in still]
        for player in alone:
            self.connection.execute(delete(schema.players).where(schema.players.c.id == player.id))
        return alone

    def set_entry_players(self, entry_id: int, players: Sequence[int]) -> None:
        """Set the players of the entry, in this order (ids)."""
        of_entry = schema.entry_players.c.entry_id == entry_id
        self.connection.execute(delete(schema.entry_players).where(of_entry))
        for position, player in enumerate(players, 1):
            row = {"entry_id": entry_id, "position": position, "player_id": player}
            self.connection.execute(insert(schema.entry_players).values(**row))

    # Fixtures

    def fixtures(
        self,
        competition_id: int | None = None,
        *,
        ids: Sequence[str] | None = None,
        states: Sequence[str] | None = None,
        only_open: bool = False,
    ) -> list[Fixture]:
        """The fixtures of a competition (of all), if asked only those with these ids or states, or of open
        tournaments; by stage, round, group, number.
        """
        query = fixtures_query(competition_id is not None, ids is not None, states is not None, only_open)
        given = {"competition": competition_id, "ids": ids, "states": states}
        asked = {name: value for name, value in given.items() if value is not None}
        return [rows.fixture(row) for row in self._rows(query, **asked)]

    def competition_of(self, fixture_id: str) -> int | None:
        """The id of the competition that a fixture is a match of."""
        query = select(schema.fixtures.c.competition_id).where(schema.fixtures.c.id == fixture_id)
        return self.connection.execute(query).scalar()

    def competitions_of(self, ids: Sequence[str]) -> dict[str, int]:
        """The id of the competition of each of these fixtures."""
        fixtures = schema.fixtures.c
        by_match: dict[str, int] = {}
        for at in range(0, len(ids), 500):
            query = select(fixtures.id, fixtures.competition_id).where(fixtures.id.in_(ids[at : at + 500]))
            by_match |= {row.id: row.competition_id for row in self._rows(query)}
        return by_match

    def add_fixtures(self, competition_id: int, stages: Sequence[Stage], fixtures: Iterable[Fixture]) -> None:
        """Insert fixtures; each `stage` (position) is one of `stages`."""
        by_position = {stage.position: stage.id for stage in stages}
        new = [
            {
                "competition_id": competition_id,
                "stage_id": by_position[fixture.stage],
                **rows.fixture_row(fixture),
            }
            for fixture in fixtures
        ]
        if new:
            self.connection.execute(insert(schema.fixtures), new)

    def remove_fixtures(self, stage_id: int, number: int | None = None) -> None:
        """Delete all fixtures of a stage, or of its round with this number, before the draw is made again,
        with what was corrected in them, and its swaps; the acts keep who entered, cleared and exchanged what.
        """
        for row in self._rows(select(schema.stages).where(schema.stages.c.id == stage_id)):
            stage = rows.stage(row)
            self.set_swaps(stage, [swap for swap in stage.swaps if number not in (None, swap.round)])
        gone = schema.fixtures.c.stage_id == stage_id
        if number is not None:
            gone &= schema.fixtures.c.round == number
        ids = select(schema.fixtures.c.id).where(gone)
        self.connection.execute(delete(schema.corrections).where(schema.corrections.c.fixture.in_(ids)))
        self.connection.execute(delete(schema.fixtures).where(gone))

    def remove_fixture(self, fixture_id: str) -> None:
        """Delete a fixture that is not called, with what was corrected in it; the acts keep who did what."""
        self.connection.execute(delete(schema.corrections).where(schema.corrections.c.fixture == fixture_id))
        self.connection.execute(delete(schema.fixtures).where(schema.fixtures.c.id == fixture_id))

    def put_fixture(self, fixture: Fixture) -> None:
        """Write the new values of a fixture."""
        self.put_fixtures([fixture])

    def put_fixtures(self, fixtures: Iterable[Fixture]) -> None:
        """The same for many."""
        of_id = update(schema.fixtures).where(schema.fixtures.c.id == bindparam("of_id"))
        new = [rows.fixture_row(fixture) for fixture in fixtures]
        for row in new:
            row["of_id"] = row.pop("id")
        if new:
            self.connection.execute(of_id, new)

    def set_fixture(self, fixture_id: str, **values: Any) -> None:
        """Change columns that `Fixture` does not have (`command`, `journal`, `first_seq`)."""
        of_id = schema.fixtures.c.id == fixture_id
        self.connection.execute(update(schema.fixtures).where(of_id).values(**values))

    def reported(self, ids: Sequence[str]) -> dict[str, tuple[str, int]]:
        """(journal, first_seq) of the match at a table that belongs to each of these fixtures, if known."""
        fixtures = schema.fixtures.c
        by_match: dict[str, tuple[str, int]] = {}
        for at in range(0, len(ids), 500):
            query = select(fixtures.id, fixtures.journal, fixtures.first_seq).where(
                fixtures.id.in_(ids[at : at + 500]), fixtures.journal.is_not(None)
            )
            by_match |= {row.id: (row.journal, row.first_seq) for row in self._rows(query)}
        return by_match

    def replaced(self, ids: Sequence[str]) -> dict[str, list[Result]]:
        """The results of these fixtures that the organiser replaced."""
        by_match: dict[str, list[Result]] = {}
        columns = schema.corrections.c
        for at in range(0, len(ids), 500):
            query = select(columns.fixture, columns.before).where(columns.fixture.in_(ids[at : at + 500]))
            for row in self._rows(query.where(columns.before.is_not(None)).order_by(columns.id)):
                before = rows.result(row.before)
                if before is not None:
                    by_match.setdefault(row.fixture, []).append(before)
        return by_match

    def table_reports(
        self,
        ids: Sequence[str] | None = None,
        *,
        number: int | None = None,
        states: Sequence[str] | None = None,
        only_open: bool = False,
    ) -> list[TableReport]:
        """Reports of matches at tables that do not count by themselves, the oldest first: of these fixtures
        (of all), with this number, in these states, of open tournaments.
        """
        query = select(schema.reports)
        if ids is not None:
            query = query.where(schema.reports.c.fixture.in_(ids))
        if number is not None:
            query = query.where(schema.reports.c.id == number)
        if states is not None:
            query = query.where(schema.reports.c.state.in_(states))
        if only_open:
            query = (
                query.join(schema.fixtures, schema.fixtures.c.id == schema.reports.c.fixture)
                .join(schema.competitions, schema.competitions.c.id == schema.fixtures.c.competition_id)
                .join(schema.tournaments, schema.tournaments.c.id == schema.competitions.c.tournament_id)
                .where(schema.tournaments.c.state == "open")
            )
        return [rows.table_report(row) for row in self._rows(query.order_by(schema.reports.c.id))]

    def put_table_report(self, row: TableReport) -> None:
        """Write a report's values; with number 0, insert a new report."""
        values = rows.table_report_row(row)
        if row.number:
            self._update(schema.reports, row.number, values)
        else:
            self._insert(schema.reports, values)

    def command_of(self, fixture_id: str) -> str | None:
        """The command with which it was called last; None: its call was taken back, or there was none."""
        return self.commands_of([fixture_id]).get(fixture_id)

    def commands_of(self, ids: Sequence[str]) -> dict[str, str]:
        """The command of each of these fixtures that has one."""
        fixtures = schema.fixtures.c
        by_match: dict[str, str] = {}
        for at in range(0, len(ids), 500):
            query = select(fixtures.id, fixtures.command).where(
                fixtures.id.in_(ids[at : at + 500]), fixtures.command.is_not(None)
            )
            by_match |= {row.id: row.command for row in self._rows(query)}
        return by_match

    # Beside the matches

    def corrections(self, competition_id: int, match: str | None = None) -> list[Correction]:
        """Of a competition, or of one match of it, the oldest first."""
        on = schema.fixtures.c.id == schema.corrections.c.fixture
        query = select(schema.corrections).join(schema.fixtures, on)
        query = query.where(schema.fixtures.c.competition_id == competition_id)
        if match is not None:
            query = query.where(schema.corrections.c.fixture == match)
        table_rows = self._rows(query.order_by(schema.corrections.c.id))
        return [rows.correction(row) for row in table_rows]

    def add_correction(self, correction: Correction) -> None:
        """Put it on record."""
        self.add_corrections([correction])

    def add_corrections(self, corrections: Iterable[Correction]) -> None:
        """Put them on record, in this order."""
        new = [
            {
                "fixture": correction.fixture,
                "at": correction.at,
                "who": correction.actor,
                "reason": rows.reason_text(correction),
                "before": rows.result_text(correction.before),
                "after": rows.result_text(correction.after),
            }
            for correction in corrections
        ]
        if new:
            self.connection.execute(insert(schema.corrections), new)

    def remove_decision_of(self, stage_id: int, decision: Decision) -> None:
        """Delete the decision that puts the same entries of the same group into a complete order."""
        columns, names = schema.decisions.c, {entry for entry, _ in decision.order}
        query = select(columns.id).where(columns.stage_id == stage_id).order_by(columns.id)
        ids = [row.id for row in self._rows(query)]
        for number, known in zip(ids, self.decisions(stage_id), strict=True):
            scores = dict(known.order)
            is_complete = len(set(scores.values())) == len(scores)
            if known.group == decision.group and scores.keys() == names and is_complete:
                self.connection.execute(delete(schema.decisions).where(columns.id == number))

    def decisions(self, stage_id: int) -> list[Decision]:
        """Of a stage, the oldest first."""
        query = select(schema.decisions).where(schema.decisions.c.stage_id == stage_id)
        return [
            Decision(
                row.kind,
                tuple((line["entry"], line["score"]) for line in json.loads(row.entries)),
                row.group_no,
            )
            for row in self._rows(query.order_by(schema.decisions.c.id))
        ]

    def recorded_decisions(self, stage_id: int) -> list[tuple[Decision, int, str]]:
        """The same as `decisions`, each with when it was made (UTC ms) and who made it."""
        query = select(schema.decisions.c.at, schema.decisions.c.who)
        query = query.where(schema.decisions.c.stage_id == stage_id).order_by(schema.decisions.c.id)
        recorded = self._rows(query)
        return [
            (decision, row.at, row.who)
            for decision, row in zip(self.decisions(stage_id), recorded, strict=True)
        ]

    def add_decision(self, stage_id: int, decision: Decision, at: int, actor: str) -> None:
        """Put it on record."""
        order = [{"entry": entry, "score": score} for entry, score in decision.order]
        values = {"stage_id": stage_id, "group_no": decision.group, "kind": decision.kind}
        self._insert(schema.decisions, {**values, "entries": rows.dump(order), "at": at, "who": actor})

    def fees(self, match: str | None = None) -> dict[tuple[str, int], str]:
        """The fees that were paid, by match and number of the protest (145); match: only of this one."""
        query = select(schema.fees)
        if match is not None:
            query = query.where(schema.fees.c.match == match)
        return {(row.match, row.protest): row.paid for row in self._rows(query)}

    def put_fee(self, match: str, protest: int, paid: str) -> None:
        """Note the fee of a protest, in place of what was noted."""
        row = {"match": match, "protest": protest, "paid": paid}
        upsert(self.connection, schema.fees, [row], ["match", "protest"])

    def acts_since(self, number: int) -> list[Act]:
        """What was done from the act with this number on, the oldest first."""
        return list(map(rows.act, self._rows(select(acts).where(acts.c.id >= number).order_by(acts.c.id))))

    def last_acts(self, limit: int, before: int | None) -> list[Act]:
        """The last acts that can be undone, the newest first; `before`: only those with a number below it."""
        query = select(acts).where(acts.c.detail.contains('"undo":{')).order_by(acts.c.id.desc()).limit(limit)
        return list(map(rows.act, self._rows(query if before is None else query.where(acts.c.id < before))))

    def note(self, actor: str, act: str, detail: Json, at: int) -> None:
        """Put on record that `who` did `what`, as `Admins.act` does, in this transaction."""
        self._insert(acts, {"at": at, "who": actor, "what": act, "detail": rows.dump(detail)})

    # How it is written

    def _rows(self, query: Any, **values: Any) -> Sequence[Row[Any]]:
        return self.connection.execute(query, values).all()

    def _insert(self, table: Table, values: Json) -> int:
        made = self.connection.execute(insert(table).values(**values)).inserted_primary_key
        return int(made[0]) if made is not None else 0

    def _update(self, table: Table, row_id: int, values: Json) -> None:
        if values:
            self.connection.execute(update(table).where(table.c.id == row_id).values(**values))
