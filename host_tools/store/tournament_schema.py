"""The database tables of a tournament: who plays, in which event, when, at which table, and the results.

The tables' reports are in `events` and `matches` (schema.py); a row here refers to them by the match id.
Times are UTC in milliseconds since 1970. Keys are short words that people type, such as `ms`. The id of a
deleted row never becomes another row's (`sqlite_autoincrement`): acts name rows by their ids.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from host_tools.store.schema import metadata

__all__ = [
    "competitions",
    "corrections",
    "decisions",
    "entries",
    "entry_players",
    "fees",
    "fixtures",
    "metadata",
    "players",
    "reports",
    "stages",
    "tournaments",
]

_Serial = BigInteger().with_variant(Integer, "sqlite")

#: `settings`: JSON, the organiser's other choices. `state`: open, closed.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("key", String(40), nullable=False),
    Column("name", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("days", Text, nullable=False),  # as people write it: "12-14 March 2026"
    Column("ruleset", String(40), nullable=False),
    Column("state", String(10), nullable=False),
    Column("settings", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    UniqueConstraint("key"),
    sqlite_autoincrement=True,
)

#: When a person's data are deleted, `name` becomes "" and `removed_at` is set.
players = Table(
    "players",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("tournament_id", BigInteger, ForeignKey("tournaments.id"), nullable=False),
    Column("number", Integer, nullable=False),  # start number in this tournament, from 1
    Column("name", Text, nullable=False),
    Column("club", Text, nullable=False),
    Column("country", String(40), nullable=False),
    Column("licence", String(40), nullable=False),
    Column("latin", Text),  # how the name is spelled in Latin letters; null and "": not known
    Column("removed_at", BigInteger),
    UniqueConstraint("tournament_id", "number"),
    sqlite_autoincrement=True,
)

#: An event of the tournament, "Men's Singles". `kind`: singles, doubles, team. `rules`: JSON, changes to the
#: ruleset, or null. `state`: entries, drawn, done.
competitions = Table(
    "competitions",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("tournament_id", BigInteger, ForeignKey("tournaments.id"), nullable=False),
    Column("key", String(20), nullable=False),
    Column("name", Text, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("ruleset", String(40), nullable=False),
    Column("category", String(20)),
    Column("rules", Text),
    Column("variant", Text),
    Column(
        "format", Text, nullable=False
    ),  # JSON: the stages to be played (tournament/model/model.py, Format)
    Column("state", String(10), nullable=False),
    UniqueConstraint("tournament_id", "key"),
    sqlite_autoincrement=True,
)

#: Who entered: a player, a pair, a team. `state`: in, withdrawn.
entries = Table(
    "entries",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("competition_id", BigInteger, ForeignKey("competitions.id"), nullable=False),
    Column(
        "name", Text, nullable=False
    ),  # of a team; "" for players and pairs, whose names are their players'
    Column("seeding", Integer),
    Column("state", String(10), nullable=False),
    Column("changes", Integer, nullable=False),  # players exchanged since the entry (Spandan 5)
    Column("byes", Text, nullable=False),  # JSON: [stage, round] of a Swiss that it has asked not to play
    Column("apart", Text, nullable=False),  # JSON: [entry, since, until] whom it must not meet in a Swiss
    Column("entered_at", BigInteger, nullable=False),
    Index("entries_of_competition", "competition_id"),
    sqlite_autoincrement=True,
)

entry_players = Table(
    "entry_players",
    metadata,
    Column("entry_id", BigInteger, ForeignKey("entries.id"), primary_key=True),
    Column("position", Integer, primary_key=True),  # from 1
    Column("player_id", BigInteger, ForeignKey("players.id"), nullable=False),
    Index("entries_of_player", "player_id"),
)

#: One stage of an event: its `kind` is a StageKind of tournament/model/model.py. `draw_seed` reproduces it.
stages = Table(
    "stages",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("competition_id", BigInteger, ForeignKey("competitions.id"), nullable=False),
    Column("position", Integer, nullable=False),  # from 1
    Column("kind", String(20), nullable=False),
    Column("name", Text, nullable=False),
    Column("settings", Text, nullable=False),  # JSON
    Column("draw_seed", String(40)),
    Column("state", String(10), nullable=False),  # waiting, drawn, done
    UniqueConstraint("competition_id", "position"),
    sqlite_autoincrement=True,
)

#: A planned match. Its id is the id of the `match` event at the table. Each match of a tie of teams is a row;
#: these rows have the same `tie`. `state` and `how`: tournament/model/model.py, Fixture and Result.
fixtures = Table(
    "fixtures",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("competition_id", BigInteger, ForeignKey("competitions.id"), nullable=False),
    Column("stage_id", BigInteger, ForeignKey("stages.id"), nullable=False),
    Column("round", Integer, nullable=False),  # from 1
    Column("group_no", Integer, nullable=False),  # from 1; 0: the stage has no groups
    Column("number", Integer, nullable=False),  # in the round (of the group), from 1
    Column("laws_stage", String(20), nullable=False),  # of the `match` event: group, round, … final
    Column("entry_a", BigInteger, ForeignKey("entries.id")),
    Column("entry_b", BigInteger, ForeignKey("entries.id")),
    Column("source_a", Text, nullable=False),  # tournament/model/model.py, Source
    Column("source_b", Text, nullable=False),
    Column("tie", String(64)),
    Column("part", String(20)),  # of a tie: "doubles 1", "singles"
    Column("line_up", Text),  # JSON {"a": [player id, …], "b": […]}: who plays for the teams
    Column("state", String(10), nullable=False),
    Column("hall", String(40), nullable=False),
    Column("table_no", Integer),
    Column("command", String(16)),  # of the outbox
    Column("umpire", Text, nullable=False),
    Column("called_at", BigInteger),
    Column("report_by", BigInteger),
    Column("decided_at", BigInteger),
    Column("result", Text),  # JSON: tournament/model/model.py, Result
    Column("journal", String(16)),  # of the match at the table, once it is known
    Column("first_seq", Integer),
    Column("note", Text, nullable=False),  # the facts of note_code as JSON (store/rows.py); "": none
    Column("note_code", String(20)),  # what should be known (tournament/model/model.py); null: nothing
    Index("fixtures_of_competition", "competition_id", "stage_id", "round", "number"),
    Index("fixtures_by_state", "state"),
)

#: A match at a table that has a fixture's id and does not count automatically: the organiser decides on it
#: (tournament/matches/report_matching.py). `reason`: a code, with its arguments in `detail`. `state`:
#: open, taken, left, settled. `result`: the result confirmed at the table when the row was last changed.
#: There is no foreign key: a new draw deletes fixtures, but a table's report stays.
reports = Table(
    "reports",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("fixture", String(64), nullable=False),
    Column("journal", String(16), nullable=False),
    Column("first_seq", Integer, nullable=False),
    Column("table_no", Integer, nullable=False),
    Column("reason", String(20), nullable=False),
    Column("detail", Text, nullable=False),  # JSON
    Column("result", Text),  # JSON Result, or null
    Column("state", String(10), nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("who", Text),
    Column("why", Text),
    Column("decided_at", BigInteger),
    UniqueConstraint("journal", "first_seq"),
    Index("reports_of_fixture", "fixture"),
    Index("reports_by_state", "state"),
    sqlite_autoincrement=True,
)

#: A result that the organiser changed, or entered in place of a table: the old one, the new one, the reason.
corrections = Table(
    "corrections",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("fixture", String(64), ForeignKey("fixtures.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("who", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("before", Text),  # JSON Result, or null
    Column("after", Text),
    Index("corrections_of_fixture", "fixture"),
    sqlite_autoincrement=True,
)

#: Decisions other than matches: an order of entries by a shoot-out, a toss or the organiser.
decisions = Table(
    "decisions",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("stage_id", BigInteger, ForeignKey("stages.id"), nullable=False),
    Column("group_no", Integer, nullable=False),
    Column("kind", String(20), nullable=False),  # shoot_out, toss, organiser
    Column("entries", Text, nullable=False),  # JSON: list of {"entry": id, "score": number}, the best first
    Column("at", BigInteger, nullable=False),
    Column("who", Text, nullable=False),
    Index("decisions_of_stage", "stage_id"),
    sqlite_autoincrement=True,
)

#: The scrutiny fee that was paid for a protest (145). `match`: also one that was not planned, so there is no
#: foreign key.
fees = Table(
    "fees",
    metadata,
    Column("match", String(64), primary_key=True),
    Column("protest", Integer, primary_key=True),  # its number in the match, from 1
    Column("paid", Text, nullable=False),  # as people write it, "500 INR"; "": the amount is not known
)
