"""The draw of an event, and of the stages that follow it.

One seed repeats all of it: the first stage is drawn with the seed itself, a later one that needs lots with
"SEED/n". A knockout after groups is known at once ("winner of group A"), other stages when the one before is
complete.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.tournament import (
    called_ids,
    draw_order,
    external,
    groups,
    knockout,
    preliminary,
    progress,
    stage_standings,
    ties,
)
from host_tools.tournament.book import Book
from host_tools.tournament.entering import has_begun, tournament_of
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Competition, Entry, Fixture, Stage

SEED_MAX = 32


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw: the seed that repeats it, and the matches that it gave."""

    seed: str
    fixtures: tuple[Fixture, ...]


def draw(book: Book, competition: Competition, seed: str | None = None) -> Drawn:
    """Draw the first stage, and the knockouts that take its places. Raises DeskError."""
    if competition.state != "entries":
        raise DeskError(
            "drawn_already", event=competition.name, seed=_seed(book, competition), key=competition.key
        )
    stages = book.stages(competition.id)
    external.refuse_draw(competition, stages[0])
    playing = [entry for entry in book.entries(competition.id) if not entry.withdrawn]
    if len(playing) < 2:
        raise DeskError("too_few_entries", event=competition.name, count=len(playing))
    chosen = draw_order.new_seed() if seed is None else seed.strip()
    if not 0 < len(chosen) <= SEED_MAX or not chosen.isprintable():
        raise DeskError("bad_seed", most=SEED_MAX)
    try:
        made = _first(stages[0], playing, chosen, prefix_of(book, competition))
        _put(book, competition, stages, stages[0], made, chosen)
        if len(stages) > 1 and stages[1].kind == "knockout":
            made = _from_places(stages[0], stages[1], made, prefix_of(book, competition))
            _put(book, competition, stages, stages[1], made, chosen)
    except draw_order.DrawError as error:
        raise DeskError("draw_impossible", event=competition.name, why=error.to_json()) from error
    book.set_competition(competition.id, state="drawn")
    return Drawn(chosen, tuple(book.fixtures(competition.id)))


def undraw(book: Book, competition: Competition) -> None:
    """Take the draw back and open the entries again. Raises DeskError when a match was called or played."""
    if competition.state == "entries":
        raise DeskError("not_drawn", event=competition.name)
    if has_begun(book, competition):
        if any(
            fixture.state == "done" and fixture.note_code != "withdrawn"
            for fixture in book.fixtures(competition.id)
        ):
            raise DeskError("played_draw_stands", event=competition.name)
        raise DeskError("called_draw_stands", event=competition.name)
    for stage in book.stages(competition.id):
        book.remove_fixtures(stage.id)
        book.set_stage(stage.id, state="waiting", draw_seed=None)
    book.set_competition(competition.id, state="entries")


def next_stage(
    book: Book, competition: Competition, stages: Sequence[Stage], fixtures: Sequence[Fixture]
) -> bool:
    """Draw the first waiting stage, if the one before is complete and its places are known; returns whether
    it did.
    """
    waiting = next((stage for stage in stages if stage.state == "waiting"), None)
    if waiting is None or waiting.position == 1:
        return False
    before = stages[waiting.position - 2]
    own = [fixture for fixture in fixtures if fixture.stage == before.position]
    if before.state == "waiting" or not all(fixture.state in stage_standings.ENDED for fixture in own):
        return False
    seed = f"{_seed(book, competition)}/{waiting.position}"
    prefix = prefix_of(book, competition)
    if waiting.kind == "knockout":
        made = _from_places(before, waiting, own, prefix)
    else:
        reached = stage_standings.places(book, competition, [before], fixtures)
        wanted = stage_standings.goes_on(before) * len(stage_standings.by_group(before, fixtures))
        if len(reached) < wanted:
            return False  # a shoot-out is owed
        by_id = {entry.id: entry for entry in book.entries(competition.id)}
        in_order = sorted(reached, key=lambda key: (key[2], key[1]))
        going = [by_id[entry] for key in in_order if (entry := reached[key]) is not None]
        made = _first(waiting, going, seed, prefix)
    _put(book, competition, stages, waiting, made, seed)
    return True


def prefix_of(book: Book, competition: Competition) -> str:
    """The beginning of the ids of its matches. It is unique in the database, and among all its draws of which
    a match was called, so that a table that still has such a match never plays one of the present draw
    (D249).
    """
    first = f"{tournament_of(book, competition).key}-{competition.key}"
    own = re.compile(rf"{re.escape(first)}(\.\d+)?(?=-)")
    for fixture in book.fixtures(competition.id):
        drawn = own.match(fixture.id)
        if drawn is not None:
            return drawn[0]
    number, prefix = 1, first
    while called_ids.begin_with(book, prefix):
        number += 1
        prefix = f"{first}.{number}"
    return prefix


def _put(
    book: Book,
    competition: Competition,
    stages: Sequence[Stage],
    stage: Stage,
    made: Sequence[Fixture],
    seed: str,
) -> None:
    """Write the fixtures of a stage that was drawn; ties of teams become their matches."""
    if competition.kind == "team":
        made = ties.expand(made)
    book.add_fixtures(competition.id, stages, progress.resolve(made))
    book.set_stage(stage.id, state="drawn", draw_seed=seed)


def _seed(book: Book, competition: Competition) -> str:
    return next((stage.seed for stage in book.stages(competition.id) if stage.seed), "")


def _first(stage: Stage, playing: Sequence[Entry], seed: str, prefix: str) -> list[Fixture]:
    position, settings = stage.position, stage.settings
    if stage.kind == "knockout":
        third, random = bool(settings.get("third")), bool(settings.get("random"))
        return knockout.draw(playing, seed, stage=position, prefix=prefix, third=third, random=random)
    if stage.kind == "groups":
        count, size = settings.get("groups"), settings.get("size")
        return groups.draw(playing, seed, stage=position, prefix=prefix, groups=count, size=size)
    if stage.kind == "preliminary":
        opponents = int(settings.get("opponents", 10))
        return preliminary.draw(playing, seed, stage=position, prefix=prefix, opponents=opponents)
    members = groups.members_of(playing, seed, groups=1)[0]
    return groups.round_robin(members, stage=position, prefix=prefix)


def _from_places(before: Stage, stage: Stage, own: Sequence[Fixture], prefix: str) -> list[Fixture]:
    numbers = {fixture.group for fixture in own}
    return knockout.from_places(
        len(numbers),
        stage_standings.goes_on(before),
        stage=stage.position,
        prefix=prefix,
        source_stage=before.position,
        third=bool(stage.settings.get("third")),
        first_group=min(numbers),
    )
