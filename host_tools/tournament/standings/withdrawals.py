"""What becomes of the results of an entry that withdraws from a group: a choice for each event."""

from collections.abc import Collection
from dataclasses import replace

from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import (
    AT_TABLE,
    Competition,
    Entry,
    Fixture,
    StageKind,
    Tournament,
    TournamentSettings,
    Withdrawals,
)

SETTING = "event_withdrawals"


def of_event(owner: Tournament | None, key: str) -> Withdrawals:
    """What was chosen for the event with this key."""
    chosen = {} if owner is None else owner.settings.get("event_withdrawals") or {}
    return chosen.get(key, "")


def choose(book: Book, owner: Tournament, key: str, chosen: Withdrawals) -> None:
    """Set the choice of the event with this key."""
    choices = {**(owner.settings.get("event_withdrawals") or {}), key: chosen}
    settings: TournamentSettings = {
        **owner.settings,
        "event_withdrawals": {event: each for event, each in choices.items() if each},
    }
    book.set_tournament(owner.id, settings=settings)


def count(how: Withdrawals, kind: StageKind) -> bool:
    """Whether the matches of who left a stage of this kind count."""
    return how == "all" or (how == "" and kind in ("preliminary", "swiss"))


def noted(book: Book, competition: Competition, before: Fixture, after: Fixture) -> Fixture:
    """The match (after) with the result that people give it now, with its note: of who has withdrawn from a
    stage with a standing before it was decided. before: as it was.
    """
    is_undecided = before.state != "done" or before.note_code == "withdrawn"
    gone = {entry.id for entry in book.entries(competition.id) if entry.withdrawn}
    if is_undecided and before.stage in _with_standing(book, competition):
        return _marked(after, gone & {after.a, after.b})
    return after.noted(None)


def mark(book: Book, competition: Competition, entry: Entry) -> None:
    """Note on the entry's matches at tables, which go on, that it has withdrawn before they were decided."""
    stages = _with_standing(book, competition)
    for fixture in book.fixtures(competition.id, states=AT_TABLE):
        is_decided = fixture.state == "held" or fixture.unconfirmed
        if fixture.stage in stages and entry.id in (fixture.a, fixture.b) and not is_decided:
            book.put_fixture(_marked(fixture, {entry.id, *_entries(fixture)}))


def unmark(book: Book, competition: Competition, entry: Entry) -> None:
    """Take such notes away, since the entry plays."""
    for fixture in book.fixtures(competition.id):
        if entry.id in _entries(fixture):
            book.put_fixture(_marked(fixture, set(_entries(fixture)) - {entry.id}))


def given_away(book: Book, competition: Competition, entry: Entry) -> list[Fixture]:
    """The entry's matches that the desk has given to the other side since it withdrew."""
    return [
        fixture
        for fixture in book.fixtures(competition.id)
        if entry.id in _entries(fixture)
        and fixture.state == "done"
        and fixture.result is not None
        and fixture.result.how == "walk_over"
    ]


def _marked(fixture: Fixture, gone: Collection[int]) -> Fixture:
    if not gone:
        return fixture.noted(None)
    return replace(fixture, note_code="withdrawn", note_facts={"entries": sorted(gone)})


def _entries(fixture: Fixture) -> list[int]:
    return list(fixture.note_facts.get("entries", ())) if fixture.note_code == "withdrawn" else []


def _with_standing(book: Book, competition: Competition) -> set[int]:
    return {stage.position for stage in book.stages(competition.id) if stage.kind != "knockout"}
