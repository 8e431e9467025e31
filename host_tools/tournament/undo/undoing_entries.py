"""Takes back what was entered: tournaments, events and entries added, edited, deleted, and places given to
reserves. Each act keeps what that needs; `taking_back_order` knows which acts stand on which.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from host_tools.tournament.entries import editing, entering, renaming, reserves
from host_tools.tournament.entries.editing import EntryChanges, PlayerChanges
from host_tools.tournament.entries.entering import NewEntry
from host_tools.tournament.matches import clearing
from host_tools.tournament.model import finding, rows
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError, several
from host_tools.tournament.model.model import (
    BEGUN,
    Competition,
    Entry,
    Fixture,
    Player,
    StagePlan,
    Tournament,
)
from host_tools.tournament.model.people import Person
from host_tools.tournament.rounds import advancing, swiss_rounds

Json = dict[str, Any]
#: What is known of a player.
PERSON = ("name", "club", "country", "licence", "latin")


def event_of(book: Book, undo: Json) -> Competition:
    """The event of an act. DeskError: it is gone, its tournament is closed."""
    competition = book.competition(undo["competition"])
    key = undo.get("event", "")
    if competition is None or key not in ("", competition.key):  # a later event may have its id
        raise DeskError("event_gone", key=key)
    finding.tournament_of(book, competition)
    return competition


# What an act keeps


def of_edited(entry: Entry, changes: EntryChanges, people: Mapping[int, PlayerChanges]) -> Json:
    """What taking back an edited entry needs: the values that it had."""
    players = {player.number: player for player in entry.players}
    return {
        "entry": entry.id,
        "ids": {str(number): players[number].id for number in people if number in players},
        "changes": {name: getattr(entry, name) for name in changes},
        "people": {
            str(number): {field: getattr(players[number], field) for field in new}
            for number, new in people.items()
            if number in players
        },
    }


def of_event(competition: Competition) -> Json:
    """The values of an event that can be edited."""
    return {
        "name": competition.name,
        "kind": competition.kind,
        "ruleset": competition.ruleset,
        "category": competition.category,
        "rules": competition.rules,
        "variant": competition.variant,
        "plan": [rows.plan_json(plan) for plan in competition.plan],
    }


def of_entry(entry: Entry) -> Json:
    """What entering an entry again needs."""
    people = [
        {"player": player.id, "number": player.number} | {field: getattr(player, field) for field in PERSON}
        for player in entry.players
    ]
    state = {"withdrawn": entry.withdrawn, "changes": entry.changes, "reserve": entry.reserve}
    return {"entry": entry.id, "name": entry.name, "seeding": entry.seeding, **state, "players": people}


def of_deleted_event(book: Book, competition: Competition, draw: Json | None) -> Json:
    """What bringing an event back needs. draw: what drawing it again needs, if it is drawn."""
    owner = finding.tournament_of(book, competition)
    settings: Mapping[str, Any] = owner.settings
    chosen = {name: (settings.get(name) or {}).get(competition.key) for name in editing.EVENT_SETTINGS}
    return {
        "competition": competition.id,
        "tournament": owner.key,
        "event": competition.key,
        "values": of_event(competition),
        "settings": {name: each for name, each in chosen.items() if each is not None},
        "entries": [of_entry(entry) for entry in book.entries(competition.id)],
        "draw": draw,
    }


def of_filled(
    reserve: Entry, gone: Entry | None, before: Sequence[Fixture], after: Sequence[Fixture]
) -> Json:
    """What taking back a filled place needs: the matches as they were before. gone: who had the place."""
    were, are = ({each.id: each for each in fixtures} for fixtures in (before, after))
    changed = [each for each in before if are.get(each.id) != each]
    return {
        "entry": reserve.id,
        "position": reserve.reserve,
        "place": None if gone is None else gone.id,
        "matches": [[each.stage, rows.fixture_row(each)] for each in changed],
        "added": [each.id for each in after if each.id not in were],
    }


# How each is taken back


def _entries_added(book: Book, undo: Json, at: int) -> None:
    competition = event_of(book, undo)
    there = {entry.id: entry for entry in book.entries(competition.id)}
    editing.delete_entries(book, competition, [there[each] for each in undo["entries"] if each in there])


def _entry_edited(book: Book, undo: Json, at: int) -> None:
    competition = event_of(book, undo)
    entry = finding.entry(book, competition, undo["entry"])
    changes: EntryChanges = undo["changes"].copy()
    position = changes.pop("reserve", None)
    if "reserve" in undo["changes"] and position is None:
        reserves.leave(book, competition, entry)
    elif position is not None:
        reserves.put(book, competition, entry, position)
    people = {int(number): values for number, values in undo["people"].items()}
    editing.entry(book, competition, entry, changes, people, at)


def _entry_deleted(book: Book, undo: Json, at: int) -> None:
    competition = event_of(book, undo)
    is_open = competition.state == "entries" or swiss_rounds.takes_entries(book, competition)
    if not undo["withdrawn"] and not is_open:
        raise DeskError.for_cause(entering.why_late(book, competition))
    _enter_again(book, competition, undo, at)


def _enter_again(book: Book, competition: Competition, kept: Json, at: int) -> None:
    """Enter it under its id, so that the same seed gives the same draw. DeskError: its people are in another
    entry by now.
    """
    owner = finding.tournament_of(book, competition)
    forgotten = [each["number"] for each in kept["players"] if not each["name"]]
    if forgotten:
        raise DeskError("player_deleted", number=forgotten[0])
    people = tuple(Person(**{field: each[field] for field in PERSON}) for each in kept["players"])
    others = [each for each in book.entries(competition.id) if each.reserve or not each.withdrawn]
    wanted = NewEntry(people, kept["name"], kept["seeding"])
    problems = entering.problems_of(competition, others, [wanted], is_limited=not kept["withdrawn"])
    if problems:
        raise several(problems)
    there = {player.number: player for player in book.players(owner.id)}
    players = tuple(
        _player_again(book, owner, there.get(each["number"]), each["number"], person)
        for each, person in zip(kept["players"], people, strict=True)
    )
    entry = Entry(kept["entry"], players, kept["name"], kept["seeding"], changes=kept["changes"])
    made = book.add_entry(competition.id, entry, at, again=True)
    if kept["withdrawn"]:
        book.set_entry(made, state="withdrawn")
    if kept["reserve"] is not None:
        reserves.put(book, competition, finding.entry(book, competition, made), kept["reserve"])


def _player_again(book: Book, owner: Tournament, there: Player | None, number: int, person: Person) -> Player:
    """The player with this start number; with the next one, when somebody else has it now."""
    if there is not None and there.name == person.name:
        return there
    free = number if there is None else None
    values = (person.name, person.club, person.country, person.licence, person.latin)
    return book.add_player(owner.id, *values, number=free)


def _player_exchanged(book: Book, undo: Json, at: int) -> None:
    competition = event_of(book, undo)
    if finding.has_begun(book, competition):
        raise DeskError("begun_no_exchange", event=competition.name)
    entry = finding.entry(book, competition, undo["entry"])
    book.set_entry_players(entry.id, undo["players"])
    book.set_entry(entry.id, changes=undo["changes"])
    book.remove_alone([player for player in entry.players if player.id == undo["new"]])


def _place_filled(book: Book, undo: Json, at: int) -> None:
    competition = event_of(book, undo)
    reserve = finding.entry(book, competition, undo["entry"])
    own = [each for each in book.fixtures(competition.id) if reserve.id in (each.a, each.b)]
    begun = [each.id for each in own if each.state in BEGUN and not advancing.is_automatic(each)]
    if begun:
        more = max(0, len(begun) - 5)
        raise DeskError("place_played", entry=reserve.title, matches=begun[:5], more=more)
    there = {each.id for each in book.fixtures(competition.id)}
    lost = []
    for match in undo["added"]:
        book.remove_fixture(match)
    for stage, row in undo["matches"]:
        if row["id"] in there:
            book.set_fixture(row["id"], **{name: value for name, value in row.items() if name != "id"})
        else:
            lost.append((stage, row))
    book.add_fixture_rows(competition.id, book.stages(competition.id), lost)
    book.set_entry(reserve.id, state="withdrawn")
    reserve = finding.entry(book, competition, reserve.id)
    reserves.put(book, competition, reserve, undo["position"])
    clearing.follow(book, competition, 1, at)


def _event_added(book: Book, undo: Json, at: int) -> None:
    competition = event_of(book, undo)
    entries = book.entries(competition.id)
    if entries:
        raise DeskError("event_entered", event=competition.name, key=competition.key, count=len(entries))
    editing.delete_event(book, competition)


def _event_edited(book: Book, undo: Json, at: int) -> None:
    competition = event_of(book, undo)
    new = _valued(competition, undo["values"])
    editing.event(book, competition, new, at)
    if new.name != competition.name:
        renaming.tell_title(book, new, at)


def _valued(competition: Competition, values: Json) -> Competition:
    plan = tuple(StagePlan(each["kind"], each["name"], each["settings"]) for each in values["plan"])
    return replace(competition, **{**values, "plan": plan})


def bring_back(book: Book, undo: Json, at: int) -> Competition:
    """Bring a deleted event back with its entries and settings, not drawn. DeskError: another one has its
    key.
    """
    owner = finding.tournament(book, undo["tournament"])
    if owner.state != "open":
        raise DeskError("tournament_closed", tournament=owner.name)
    if any(each.key == undo["event"] for each in book.competitions(owner.id)):
        raise DeskError("event_exists", tournament=owner.name, key=undo["event"])
    empty = Competition(undo["competition"], undo["event"], "", "singles", "icf")
    made = book.competition(book.add_competition(owner.id, _valued(empty, undo["values"]), again=True))
    assert made is not None
    settings: Json = {**owner.settings}
    for name, chosen in undo["settings"].items():
        if name != "event_reserves":  # the entries put themselves into this list again
            settings[name] = {**(settings.get(name) or {}), made.key: chosen}
    book.set_tournament(owner.id, settings=settings)
    for kept in sorted(undo["entries"], key=lambda each: each["reserve"] or 0):
        _enter_again(book, made, kept, at)
    return made


def _tournament_edited(book: Book, undo: Json, at: int) -> None:
    book.set_tournament(finding.tournament(book, undo["tournament"]).id, **undo["values"])


def _tournament_added(book: Book, undo: Json, at: int) -> None:
    owner = finding.tournament(book, undo["tournament"])
    events = book.competitions(owner.id)
    if events:
        raise DeskError("tournament_has_events", tournament=owner.name, keys=[each.key for each in events])
    book.remove_tournament(owner.id)


WAYS: Mapping[str, Callable[[Book, Json, int], None]] = {
    "tournament new": _tournament_added,
    "tournament edit": _tournament_edited,
    "tournament close": _tournament_edited,
    "event add": _event_added,
    "event edit": _event_edited,
    "entries add": _entries_added,
    "entry edit": _entry_edited,
    "entry delete": _entry_deleted,
    "entry change": _player_exchanged,
    "event fill": _place_filled,
}
