"""Matches of a tournament, and matches given to a table directly: neither takes the place of the other."""

from sqlalchemy import Connection, select

from host_tools.store.tournament_schema import competitions, fixtures, tournaments

_AT_TABLE = ("called", "playing", "held")


class MatchPlanned(Exception):  # noqa: N818
    """A match cannot be given to this table as asked; the message says which match of a tournament is in the
    way, and what to do.
    """


def require_free(connection: Connection, table_no: int, match_id: str) -> None:
    """Raises MatchPlanned when `match_id` is a match of a tournament, whose names and result are the desk's,
    or when an open tournament has called one of its matches to this table.
    """
    planned = connection.execute(select(fixtures.c.id).where(fixtures.c.id == match_id)).scalar()
    if planned is not None:
        raise MatchPlanned(
            f"Match {match_id} is planned in a tournament, with its own names: "
            f"`boardside call {match_id} --table {table_no}` brings it to the table. Or give another id."
        )
    called = connection.execute(
        select(fixtures.c.id)
        .join(competitions, competitions.c.id == fixtures.c.competition_id)
        .join(tournaments, tournaments.c.id == competitions.c.tournament_id)
        .where(
            fixtures.c.table_no == table_no,
            fixtures.c.state.in_(_AT_TABLE),
            tournaments.c.state == "open",
        )
    ).scalar()
    if called is not None:
        raise MatchPlanned(
            f"Table {table_no} has match {called} of the tournament; when that is not to be played there, "
            f"`boardside call {called} --recall` first."
        )
