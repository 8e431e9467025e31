"""What an act changes in its event: matches, standings, stages. The same for every act, done or only
previewed.
"""

from dataclasses import dataclass

from host_tools.tournament.matches import clearing
from host_tools.tournament.matches.clearing import Change, Standing
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Competition, Fixture, Place, Stage


@dataclass(frozen=True, slots=True)
class Effects:
    """What changed. new: matches that were not there. gone: ids of those that are no more. drawn, undrawn:
    stages whose draw was made, or taken back. completed: whether the event is complete now, and was not.
    """

    changes: tuple[Change, ...] = ()
    new: tuple[Fixture, ...] = ()
    gone: tuple[str, ...] = ()
    standings: tuple[Standing, ...] = ()
    drawn: tuple[Stage, ...] = ()
    undrawn: tuple[Stage, ...] = ()
    completed: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """An event at one moment."""

    fixtures: dict[str, Fixture]
    standings: dict[tuple[int, int], list[Place]]
    stages: dict[int, Stage]

    @property
    def is_complete(self) -> bool:
        """Whether every stage is decided."""
        return bool(self.stages) and all(stage.state == "done" for stage in self.stages.values())


def seen(book: Book, event: Competition | None) -> Seen:
    """The event as it is now; nothing for None, or once it is deleted."""
    if event is None or book.competition(event.id) is None:
        return Seen({}, {}, {})
    fixtures, stages = book.fixtures(event.id), book.stages(event.id)
    standings = clearing.standings(book, event, stages, fixtures)
    by_position = {stage.position: stage for stage in stages}
    return Seen({each.id: each for each in fixtures}, standings, by_position)


def between(before: Seen, after: Seen) -> Effects:
    """What is another thing after than before."""

    def begun(some: Seen, other: Seen) -> tuple[Stage, ...]:
        return tuple(
            stage
            for position, stage in some.stages.items()
            if stage.state != "waiting"
            and getattr(other.stages.get(position), "state", "waiting") == "waiting"
        )

    return Effects(
        changes=tuple(clearing.changes(list(before.fixtures.values()), after.fixtures)),
        new=tuple(each for match, each in after.fixtures.items() if match not in before.fixtures),
        gone=tuple(match for match in before.fixtures if match not in after.fixtures),
        standings=clearing.changed_standings(before.standings, after.standings),
        drawn=begun(after, before),
        undrawn=begun(before, after),
        completed=after.is_complete and not before.is_complete,
    )
