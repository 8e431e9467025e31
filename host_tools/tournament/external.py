"""A stage that another system draws: its rounds come one by one, with who plays whom on which table.

Taking a round again adds what is new (D231), and puts what was drawn again in the place of what has not begun
here (D285).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from host_tools.tournament import called_ids, entering, finding, renaming
from host_tools.tournament.book import Book
from host_tools.tournament.entering import NewEntry
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import BYE, Competition, Fixture, Result, Stage
from host_tools.tournament.people import Person
from host_tools.tournament.renaming import Renamed

KIND = "external"


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match as the other system has it. id: of the match here, unless a table may know another by it;
    number: of its board there, from 1; b: None has a bye; result: what the other system knows already.
    """

    id: str
    number: int
    a: NewEntry
    b: NewEntry | None
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """What a round brought: matches that are new, all entries that are new (titles), the ids of matches that
    it took the place of, and who has another name now.
    """

    fixtures: tuple[Fixture, ...]
    entered: tuple[str, ...]
    replaced: tuple[str, ...] = ()
    renamed: tuple[Renamed, ...] = ()


@dataclass(frozen=True, slots=True)
class Players:
    """Everybody whom the other system has in this event, each with a licence that names her there for ever.
    former: licences of before, where it has made one player of two, and which one it is now.
    """

    people: tuple[Person, ...] = ()
    former: Mapping[str, str] = field(default_factory=dict)


def take_round(
    book: Book,
    of: Competition,
    number: int,
    pairings: Sequence[Pairing],
    at: int,
    players: Players | None = None,
) -> Taken:
    """Add a round of the stage that another system draws: all of its matches. One that is there with other
    players, or is not in it any more, goes, if nobody was called to it; who has another name there gets it
    (D300). Raises DeskError: the event is drawn here; such a match has been called, or begun.
    """
    stage = _stage(book, of)
    owner = entering.tournament_of(book, of)
    players = players or Players()
    renamed = renaming.take(book, owner, players.people, players.former, at)
    before = {entry.id for entry in book.entries(of.id)}
    gone = {one.number: one for one in book.fixtures(of.id) if one.round == number}
    wanted = []
    for one in pairings:
        a = entering.known_or_new(book, of, owner, one.a, at)
        b = None if one.b is None else entering.known_or_new(book, of, owner, one.b, at)
        there = gone.get(one.number)
        if there is not None and (there.a, there.b) == (a, b):
            del gone[one.number]
        else:
            wanted.append((one, a, b))
    _refuse_begun(book, of, gone.values(), {one.number: one for one, _, _ in wanted})
    for old in gone.values():
        book.remove_fixture(old.id)
    new = [_fixture(stage, number, _with_free_id(book, one), a, b, at) for one, a, b in wanted]
    book.add_fixtures(of.id, [stage], new)
    if new:
        book.set_stage(stage.id, state="drawn", draw_seed=None)
        book.set_competition(of.id, state="drawn")
    entered = [entry.title for entry in book.entries(of.id) if entry.id not in before]
    return Taken(tuple(new), tuple(entered), tuple(old.id for old in gone.values()), tuple(renamed))


def _refuse_begun(
    book: Book, of: Competition, gone: Iterable[Fixture], instead: Mapping[int, Pairing]
) -> None:
    """Raise DeskError for matches that cannot go, each with what is to be done about it."""
    titles = {entry.id: entry.title for entry in book.entries(of.id)}
    problems = []
    for one in gone:
        if one.state in ("ready", "bye"):
            continue
        there = " - ".join(titles.get(entry, "?") for entry in (one.a, one.b) if entry is not None)
        new = instead.get(one.number)
        now = "nothing" if new is None else " - ".join(side.title for side in (new.a, new.b) if side)
        what = _WHAT_TO_DO.get(one.state, _DECIDED).format(one=one)
        problems.append(
            f"Board {one.number} of the round that comes now has {now}. Match {one.id} ({there}) {what}"
        )
    if problems:
        raise DeskError("\n".join([*problems, "Nothing was imported."]))


_DECIDED = (
    "is decided here. Put its players back on that board there; or, if what was played shall count no more, "
    "close this tournament (`boardside tournament close`) and import into a new one."
)
_WHAT_TO_DO = {
    "called": "is called to table {one.table} here: take the call back (`boardside call {one.id} --recall`) "
    "and import again.",
    "playing": "is being played at table {one.table} here: if it shall count no more, recall it (`boardside "
    "call {one.id} --recall --force`) and import again.",
    "held": "waits for a protest here: decide it first (`boardside protests`).",
}


def _with_free_id(book: Book, one: Pairing) -> Pairing:
    """Under the id that it brings, unless a match has it, or a table may have one of it: then with a number
    behind it.
    """
    found, count = one.id, 1
    while called_ids.is_known(book, found):
        count += 1
        found = f"{one.id}-{count}"
    return replace(one, id=found)


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
