"""Keeps matches of a tournament, and matches given to a table directly, from replacing each other."""

from sqlalchemy import Connection, func, select

from host_tools.store.reasons import MatchPlanned
from host_tools.store.tournament_schema import competitions, fixtures, reports, tournaments

_AT_TABLE = ("called", "playing", "held")


def reports_waiting(connection: Connection) -> int:
    """The number of tables' reports that wait for the organiser, in open tournaments."""
    query = (
        select(func.count())
        .select_from(reports)
        .join(fixtures, fixtures.c.id == reports.c.fixture)
        .join(competitions, competitions.c.id == fixtures.c.competition_id)
        .join(tournaments, tournaments.c.id == competitions.c.tournament_id)
        .where(reports.c.state == "open", tournaments.c.state == "open")
    )
    return int(connection.execute(query).scalar() or 0)


def require_free(connection: Connection, table_no: int, match_id: str) -> None:
    """Raise MatchPlanned when `match_id` is a match of a tournament (the desk sets its names and result), or
    when an open tournament has called one of its matches to this table.
    """
    planned = connection.execute(select(fixtures.c.id).where(fixtures.c.id == match_id)).scalar()
    if planned is not None:
        raise MatchPlanned("match_planned", match=match_id, table=table_no)
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
        raise MatchPlanned("table_has_match", table=table_no, match=called)
