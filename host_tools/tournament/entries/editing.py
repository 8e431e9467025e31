"""Entries, players and events edited and deleted, as long as nothing that is decided depends on it.

What a draw depends on is tried: its lots are drawn again with the new values, and must give the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict, cast

from host_tools.tournament.draw import swiss
from host_tools.tournament.draw.draw_order import DrawError
from host_tools.tournament.entries import renaming, reserves
from host_tools.tournament.matches import clearing
from host_tools.tournament.model import checks, finding, line_ups, wording
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.checks import SEEDING_MAX, is_seeding, limit_problems
from host_tools.tournament.model.errors import DeskError, several
from host_tools.tournament.model.model import (
    BEGUN,
    Competition,
    Entry,
    Fixture,
    Player,
    Stage,
    StagePlan,
    Tournament,
)
from host_tools.tournament.model.people import is_same, is_visible, name_words, person_of, seen, told_apart
from host_tools.tournament.reasons import cause
from host_tools.tournament.rounds import advancing, drawing, swiss_rounds

#: Settings of a tournament that hold a value for each event, by its key.
EVENT_SETTINGS = ("event_halls", "event_withdrawals", "event_reserves")


class PlayerChanges(TypedDict, total=False):
    """New values of a player; those that are missing stay."""

    name: str
    club: str
    country: str
    licence: str
    latin: str


class EntryChanges(TypedDict, total=False):
    """New values of an entry; those that are missing stay. name: of a team. seeding: None takes it away.
    reserve: the place in the list of reserves, from 1, of an entry that does not play.
    """

    name: str
    seeding: int | None
    reserve: int


@dataclass(frozen=True, slots=True)
class Edited:
    """An entry as it is now. tables: those that show a player of it, and get the new name."""

    entry: Entry
    tables: tuple[int, ...] = ()


# Entries


def entry(
    book: Book,
    competition: Competition,
    edited: Entry,
    changes: EntryChanges,
    people: Mapping[int, PlayerChanges],
    at: int,
) -> Edited:
    """Give an entry, and players of it (by start number), new values; tables in play get new names. Raises
    DeskError: a value is unfit, a draw was made with the old one, a rulebook's limit would be broken.
    """
    owner = finding.tournament_of(book, competition)
    by_number = {player.number: player for player in edited.players}
    changed = [(line_ups.member(edited, str(number)), people[number]) for number in people]
    _check_entry(book, competition, edited, changes)
    _check_players(book, owner, changed)
    by_club = {player.id for player, new in changed if new.get("club", player.club) != player.club}
    affected = [
        (each, entries)
        for each in book.competitions(owner.id)
        if (entries := book.entries(each.id))
        and (
            (each.id == competition.id and changes.get("seeding", edited.seeding) != edited.seeding)
            or any(player.id in by_club for each_entry in entries for player in each_entry.players)
        )
    ]
    before = [lots(book, each, entries) for each, entries in affected]
    if "reserve" in changes:
        reserves.put(book, competition, edited, changes["reserve"])
    columns = {name: value for name, value in changes.items() if name != "reserve"}
    if columns:
        book.set_entry(edited.id, **columns)
    for player, new in changed:
        renaming.change(book, player, cast(Mapping[str, str], new))
    for (each, _), drawn in zip(affected, before, strict=True):
        now = book.entries(each.id)
        if lots(book, each, now) != drawn:
            raise _drawn_with(book, each, edited)
        _check_limits(each, now, by_club)
    player_ids = {
        player.id
        for player, new in changed
        if any(
            new.get(name, value) != value for name, value in (("name", player.name), ("latin", player.latin))
        )
    }
    if changes.get("name", edited.name) != edited.name:
        player_ids |= {player.id for player in by_number.values()}
    tables = renaming.tell_tables(book, owner, player_ids, at) if player_ids else {}
    again = next(each for each in book.entries(competition.id) if each.id == edited.id)
    return Edited(again, tuple(sorted(set().union(*tables.values()))))


def _check_entry(book: Book, competition: Competition, edited: Entry, changes: EntryChanges) -> None:
    if "name" in changes:
        if competition.kind != "team" or not is_visible(changes["name"]):
            raise DeskError("team_needs_name" if competition.kind == "team" else "no_team_to_name")
        problems = checks.name_problems([changes["name"]])
        if problems:
            raise several(problems)
        changes["name"] = seen(changes["name"]).strip()
        others = [
            each for each in book.entries(competition.id) if each.id != edited.id and not each.withdrawn
        ]
        if name_words(changes["name"]) in [name_words(each.name) for each in others]:
            raise DeskError("team_entered", team=changes["name"], event=competition.name)
    if not is_seeding(changes.get("seeding")):
        seeding = changes.get("seeding")
        raise DeskError("bad_seeding", entry=edited.title, most=SEEDING_MAX, seeding=seeding)


def _check_players(book: Book, owner: Tournament, changed: Sequence[tuple[Player, PlayerChanges]]) -> None:
    """The new values are fit, and nobody becomes the same person as somebody else here."""
    players = book.players(owner.id)
    people_by_id = {player.id: person_of(player) for player in players if player.name}
    apart = told_apart(owner, players)
    problems = []
    for player, new in changed:
        if player.id not in people_by_id:
            raise DeskError("player_deleted", number=player.number)
        texts = [text for text in new.values() if isinstance(text, str)]
        problems += checks.name_problems([new.get("name", player.name), *filter(None, texts)])
        people_by_id[player.id] = replace(
            people_by_id[player.id], **{name: str(text).strip() for name, text in new.items()}
        )
    for player, _ in changed:
        for other in players:
            if other.id not in people_by_id or other.id == player.id or {player.id, other.id} in apart:
                continue
            if is_same(people_by_id[player.id], people_by_id[other.id]):
                problems.append(
                    cause("player_known", player=people_by_id[player.id].name, number=other.number)
                )
    if problems:
        raise several(problems)


def _check_limits(competition: Competition, entries: Sequence[Entry], by_club: set[int]) -> None:
    remaining = [each for each in entries if not each.withdrawn]
    moved = [each for each in remaining if any(player.id in by_club for player in each.players)]
    stay = [each for each in remaining if each not in moved]
    new = [(each.title, [player.club for player in each.players]) for each in moved]
    problems = limit_problems(competition, stay, new)
    if problems:
        raise several(problems)


def lots(book: Book, competition: Competition, entries: Sequence[Entry]) -> list[object]:
    """What the lots of this event's draws give with these entries, stage by stage."""
    drawn: list[object] = []
    fixtures = book.fixtures(competition.id)
    for stage in book.stages(competition.id):
        own = [each for each in fixtures if each.stage == stage.position]
        if not stage.seed or not own or any(each.source_a.kind == "place" for each in own):
            continue  # not drawn, or from places: without lots
        entry_ids = {side for each in own for side in (each.a, each.b)}
        playing = {each.id: replace(each, withdrawn=False) for each in entries if each.id in entry_ids}
        is_swiss = stage.kind == swiss.KIND
        for number in sorted({each.round for each in own}) if is_swiss else (1,):
            try:
                if is_swiss:
                    again = swiss_rounds.drawn_again(competition, stage, own, playing, number)
                else:
                    again = drawing.first(competition, stage, list(playing.values()), stage.seed, "")
                drawn.append(again)
            except DrawError as error:
                drawn.append(error.cause)
    return drawn


def _drawn_with(book: Book, competition: Competition, edited: Entry) -> DeskError:
    if finding.has_begun(book, competition):
        return DeskError("begun_with_value", entry=edited.title, event=competition.name)
    return DeskError("drawn_with_value", entry=edited.title, event=competition.name, key=competition.key)


def delete_entries(book: Book, competition: Competition, gone: Sequence[Entry]) -> list[Player]:
    """Delete entries that are in no draw, and their players who are in no other; returns these. DeskError."""
    finding.tournament_of(book, competition)
    fixtures = book.fixtures(competition.id)
    for entry in gone:
        matches = [each.id for each in fixtures if entry.id in (each.a, each.b)]
        if matches:
            raise DeskError(
                "entry_in_draw",
                entry=entry.title,
                event=competition.name,
                key=competition.key,
                matches=matches[:5],
                more=max(0, len(matches) - 5),
            )
        if entry.reserve is not None:
            reserves.leave(book, competition, entry)
    return book.remove_entries(gone)


# Events


def event(book: Book, competition: Competition, new: Competition, at: int) -> list[str]:
    """Give an event the name, kind, rules and stages of `new`; later stages that no match was called of are
    drawn again. Returns the ids of the matches that changed. Raises DeskError.
    """
    if new.kind != competition.kind and (entries := book.entries(competition.id)):
        raise DeskError("event_has_entries", event=competition.name, count=len(entries))
    if competition.state != "entries" and _played_by(new) != _played_by(competition):
        begun = _begun(book.fixtures(competition.id))
        if begun:
            raise DeskError(
                "begun_by_rules", event=competition.name, matches=begun[:5], more=max(0, len(begun) - 5)
            )
        raise DeskError("drawn_by_rules", event=competition.name, key=competition.key)
    before = {each.id: each for each in book.fixtures(competition.id)}
    if new.plan != competition.plan:
        _change_stages(book, competition, new.plan)
    book.put_competition(new)
    if competition.state != "entries" and new.plan != competition.plan:
        drawing.draw_places(book, new)
        advancing.advance(book, new, at)
    after = {each.id: each for each in book.fixtures(competition.id)}
    return [match for match in {**before, **after} if before.get(match) != after.get(match)]


def _played_by(competition: Competition) -> tuple[object, ...]:
    """How its matches are played."""
    return (competition.ruleset, competition.rules, competition.variant, competition.category)


def _change_stages(book: Book, competition: Competition, plan: Sequence[StagePlan]) -> None:
    """Take the draws back of stages that the new plan changes. DeskError: one has begun, or is the first."""
    stages = book.stages(competition.id)
    fixtures = book.fixtures(competition.id)
    for stage in stages[_first_changed(stages, plan) :]:
        own = [each for each in fixtures if each.stage == stage.position]
        begun = [each.id for each in own if clearing.has_begun(book, each)]
        name = wording.stage(stage)
        if begun:
            more = max(0, len(begun) - 5)
            raise DeskError("stage_begun", event=competition.name, stage=name, matches=begun[:5], more=more)
        if stage.state != "waiting" and stage.position == 1:
            raise DeskError("stage_drawn", event=competition.name, stage=name, key=competition.key)
        book.remove_fixtures(stage.id)
        book.set_stage(stage.id, state="waiting", draw_seed=None)


def _first_changed(stages: Sequence[Stage], plan: Sequence[StagePlan]) -> int:
    """The number of stages, from the first, whose draw the new plan leaves as it is."""
    for index, stage in enumerate(stages):
        if index == len(plan):
            return index
        kind, settings = plan[index].kind, plan[index].settings
        if (stage.kind, stage.settings) != (kind, settings):
            inside = {**stage.settings, "advance": 0} == {**settings, "advance": 0}
            return index + 1 if stage.kind == kind and inside else index
    return len(stages)


def _begun(fixtures: Sequence[Fixture]) -> list[str]:
    """The ids of those that are called, played or decided by people."""
    return [each.id for each in fixtures if each.state in BEGUN and not advancing.is_automatic(each)]


def delete_event(book: Book, competition: Competition) -> list[Player]:
    """Delete an event of which no match is called or decided, with its entries, its draw, and its players who
    are in no other; returns these. DeskError.
    """
    owner = finding.tournament_of(book, competition)
    begun = _begun(book.fixtures(competition.id))
    if begun:
        raise DeskError(
            "event_has_begun", event=competition.name, matches=begun[:5], more=max(0, len(begun) - 5)
        )
    for stage in book.stages(competition.id):
        book.remove_fixtures(stage.id)
    alone = book.remove_entries(book.entries(competition.id))
    book.remove_competition(competition.id)
    settings: dict[str, Any] = {**owner.settings}
    for name in EVENT_SETTINGS:
        if chosen := settings.get(name):
            settings[name] = {key: value for key, value in chosen.items() if key != competition.key}
    book.set_tournament(owner.id, settings=settings)
    return alone
