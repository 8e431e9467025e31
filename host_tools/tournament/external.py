"""A stage that another system draws: its rounds come one by one, with who plays whom on which table.

Taking a round again adds what is new and changes nothing else (D231).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from host_tools.tournament import entering, finding
from host_tools.tournament.book import Book
from host_tools.tournament.entering import NewEntry
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import BYE, Competition, Fixture, Result, Stage

KIND = "external"


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match as the other system has it. id: of the match here; number: of its board there, from 1; b: None
    has a bye; result: what the other system knows already.
    """

    id: str
    number: int
    a: NewEntry
    b: NewEntry | None
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """What a round brought: matches that are new, and all entries that are new (titles)."""

    fixtures: tuple[Fixture, ...]
    entered: tuple[str, ...]


def take_round(book: Book, of: Competition, number: int, pairings: Sequence[Pairing], at: int) -> Taken:
    """Add a round of the stage that another system draws. Raises DeskError: the event is drawn here; a match
    that is there already has other players.
    """
    stage = _stage(book, of)
    owner = entering.tournament_of(book, of)
    before = {entry.id for entry in book.entries(of.id)}
    there = {one.id: one for one in book.fixtures(of.id)}
    new = []
    for one in pairings:
        a = entering.known_or_new(book, of, owner, one.a, at)
        b = None if one.b is None else entering.known_or_new(book, of, owner, one.b, at)
        if one.id not in there:
            new.append(_fixture(stage, number, one, a, b, at))
        elif (there[one.id].a, there[one.id].b) != (a, b):
            raise DeskError(
                f"Match {one.id} has other players here than in the round that comes now. If it was drawn "
                "again there, take what is here away first: another event for the new draw."
            )
    book.add_fixtures(of.id, [stage], new)
    if new:
        book.set_stage(stage.id, state="drawn", draw_seed=None)
        book.set_competition(of.id, state="drawn")
    entered = [entry.title for entry in book.entries(of.id) if entry.id not in before]
    return Taken(tuple(new), tuple(entered))


def refuse_draw(of: Competition, first: Stage) -> None:
    """Raises DeskError when the event is drawn elsewhere."""
    if first.kind == KIND:
        raise DeskError(
            f"{of.name} is drawn by another system: import its rounds, such as with `boardside sol import`."
        )


def _stage(book: Book, of: Competition) -> Stage:
    stage = finding.stage(book, of, 1)
    if stage.kind != KIND:
        raise DeskError(
            f"{of.name} is drawn here ({stage.kind}). Rounds of another system need an event of their own: "
            f"`boardside event add KEY NAME --stage {KIND}`."
        )
    return stage


def _fixture(stage: Stage, number: int, one: Pairing, a: int, b: int | None, at: int) -> Fixture:
    made = Fixture(one.id, stage.position, number, one.number, "group", a=a, b=b, state="ready")
    if b is None:
        return replace(made, source_b=BYE, state="bye")
    if one.result is not None:
        return replace(made, state="done", result=one.result, decided_at=at)
    return made
