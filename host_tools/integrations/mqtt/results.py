"""Makes messages of the tournaments' results."""

from sqlalchemy import func, select

from host_tools.integrations.mqtt import topics
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.store.schema import acts
from host_tools.store.tournament_schema import fixtures
from host_tools.tournament.commands import views
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model import wording

DECIDED = ("done", "bye")


def signature(store: Store) -> tuple[int, ...]:
    """A value that differs whenever results may differ: decided matches and acts of people (blocking)."""
    column = fixtures.c
    with reading(store.engine) as connection:
        row = connection.execute(
            select(func.count(), func.max(column.decided_at)).where(column.state.in_(DECIDED))
        ).one()
        act = connection.execute(select(func.max(acts.c.id))).scalar()
    return int(row[0]), int(row[1] or 0), int(act or 0)


def decided(store: Store, prefix: str) -> topics.Messages:
    """The retained messages of all decided matches of all tournaments (blocking)."""
    desk = Desk(store)
    messages: topics.Messages = {}
    for tournament in desk.tournaments():
        for competition in desk.competitions(tournament):
            entries = {entry.id: entry for entry in desk.entries(competition)}
            planned = desk.fixtures(competition)
            numbers = wording.numbers(competition, planned)
            for fixture in planned:
                if fixture.state in DECIDED:
                    message = views.fixture(fixture, competition, entries, numbers)
                    topic, text = topics.result(prefix, tournament.key, message)
                    messages[topic] = text
    return messages
