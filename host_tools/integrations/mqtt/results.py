"""Makes messages of the tournaments' results."""

from sqlalchemy import func, select

from host_tools.integrations.mqtt import topics
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.store.schema import acts
from host_tools.store.tournament_schema import fixtures
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.desk.shapes import EventFacts

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
            facts = EventFacts.read(desk, competition)
            for fixture in desk.fixtures(competition):
                if fixture.state in DECIDED:
                    match = facts.match(fixture).model_dump(by_alias=True)
                    topic, text = topics.result(prefix, tournament.key, match)
                    messages[topic] = text
    return messages
