"""The draw of an event, and of the stages that follow it.

One seed repeats all of it: the first stage is drawn with the seed itself, a later one that needs lots with
"SEED/n". A knockout after groups is known at once ("winner of group A"), other stages when the one before is
complete.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from host_tools.reasons import Cause
from host_tools.tournament.draw import draw_order, groups, knockout, swiss
from host_tools.tournament.draw.groups import draw_preliminary
from host_tools.tournament.model import check_in, progress, ties, wording
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.finding import has_begun, tournament_of
from host_tools.tournament.model.hall_tables import are_ids_begun, is_known_id
from host_tools.tournament.model.model import SHOOT_OUT, Competition, Entry, Fixture, Place, Stage
from host_tools.tournament.rounds import swiss_rounds
from host_tools.tournament.standings import stage_standings, standings

SEED_MAX = 32


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw: the seed that repeats it, and the matches that it gave. round: of a Swiss, its number.
    remarks: what the organiser should know of it.
    """

    seed: str
    fixtures: tuple[Fixture, ...]
    round: int = 1
    remarks: tuple[Cause, ...] = ()


def draw(book: Book, competition: Competition, seed: str | None = None) -> Drawn:
    """Draw the first stage, and the knockouts that take its places; of a Swiss in play the next round. Raises
    DeskError.
    """
    stages = book.stages(competition.id)
    if competition.state != "entries":
        return _next_round(book, competition, stages, seed)
    if stages[0].kind == "external":
        raise DeskError("drawn_elsewhere", event=competition.name)
    playing = _playing(book, competition)
    chosen = _chosen(seed)
    try:
        made = first(competition, stages[0], playing, chosen, prefix_of(book, competition))
        begin(book, competition, stages, made, chosen)
    except draw_order.DrawError as error:
        raise DeskError("draw_impossible", event=competition.name, why=error.to_json()) from error
    remarks = _remarks(book, competition, playing)
    return Drawn(chosen, tuple(book.fixtures(competition.id)), remarks=remarks)


def _remarks(book: Book, competition: Competition, playing: Sequence[Entry]) -> tuple[Cause, ...]:
    progress = swiss_rounds.progress(book, competition)
    of_round = () if progress is None else progress.remarks
    return (*of_round, *check_in.of_entries(tournament_of(book, competition), playing))


def _chosen(seed: str | None) -> str:
    """This seed, or a new one. DeskError."""
    chosen = draw_order.new_seed() if seed is None else seed.strip()
    if not 0 < len(chosen) <= SEED_MAX or not chosen.isprintable():
        raise DeskError("bad_seed", most=SEED_MAX)
    return chosen


def _playing(book: Book, competition: Competition) -> list[Entry]:
    """The entries that have not withdrawn. DeskError for fewer than two."""
    playing = [entry for entry in book.entries(competition.id) if not entry.withdrawn]
    if len(playing) < 2:
        raise DeskError("too_few_entries", event=competition.name, count=len(playing))
    return playing


def _next_round(book: Book, competition: Competition, stages: Sequence[Stage], seed: str | None) -> Drawn:
    stage = swiss_rounds.to_come(book, competition)
    if stage is None or (stage.seed and seed not in (None, stage.seed)):
        raise DeskError(
            "drawn_already", event=competition.name, seed=_seed(book, competition), key=competition.key
        )
    if not stage.seed:  # its rounds so far were drawn elsewhere
        stage = replace(stage, seed=_chosen(seed))
    playing = _playing(book, competition)
    if stage.position > 1:
        fixtures = [fixture for fixture in book.fixtures(competition.id) if fixture.stage == stage.position]
        going = set(standings.entries_of(fixtures))
        playing = [entry for entry in playing if entry.id in going]
    try:
        made = swiss_rounds.following(book, competition, stage, playing, prefix_of(book, competition))
    except draw_order.DrawError as error:
        raise DeskError("draw_impossible", event=competition.name, why=error.to_json()) from error
    _put(book, competition, stages, stage, made, stage.seed or "")
    number = swiss.last_round(made)
    own = [fixture for fixture in book.fixtures(competition.id) if fixture.stage == stage.position]
    of_round = tuple(fixture for fixture in own if fixture.round == number)
    return Drawn(stage.seed or "", of_round, number, _remarks(book, competition, playing))


def begin(
    book: Book, competition: Competition, stages: Sequence[Stage], made: Sequence[Fixture], seed: str | None
) -> None:
    """Write the first stage with these matches, and the knockout that takes its places. seed: None when lots
    did not make them. Raises DrawError.
    """
    _put(book, competition, stages, stages[0], made, seed)
    draw_places(book, competition)
    book.set_competition(competition.id, state="drawn")


def draw_places(book: Book, competition: Competition) -> None:
    """Draw the knockout that follows the first stage from its places, if there is one that is not drawn. One
    after a Swiss is drawn when that is over: rounds that come would change the numbers of its matches.
    """
    stages = book.stages(competition.id)
    if len(stages) < 2 or stages[1].kind != "knockout" or stages[1].state != "waiting":
        return
    if stages[0].kind == swiss.KIND:
        return
    own = [fixture for fixture in book.fixtures(competition.id) if fixture.stage == 1]
    made = _from_places(stages[0], stages[1], own, prefix_of(book, competition))
    _put(book, competition, stages, stages[1], made, _seed(book, competition) or None)


def undraw(book: Book, competition: Competition) -> int | None:
    """Take the draw back and open the entries again; of a Swiss that is further the last round, whose number
    is returned. Raises DeskError when a match of it was called or played.
    """
    if competition.state == "entries":
        raise DeskError("not_drawn", event=competition.name)
    stage = swiss_rounds.in_play(book, competition)
    number = None if stage is None else swiss_rounds.take_back(book, competition, stage)
    if number is not None:
        return number
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
    return None


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
    if before.state == "waiting" or not stage_standings.is_over(before, own):
        return False
    seed = f"{_seed(book, competition) or draw_order.new_seed()}/{waiting.position}"
    prefix = prefix_of(book, competition)
    if waiting.kind == "knockout":
        made = _from_places(before, waiting, own, prefix)
    else:
        reached = stage_standings.places(book, competition, [before], fixtures)
        count = stage_standings.goes_on(before) * len(stage_standings.by_group(before, fixtures))
        if len(reached) < count:
            return False  # a shoot-out is owed
        by_id = {entry.id: entry for entry in book.entries(competition.id)}
        in_order = sorted(reached, key=lambda key: (key[2], key[1]))
        going = [by_id[entry] for key in in_order if (entry := reached[key]) is not None]
        made = first(competition, waiting, going, seed, prefix)
    _put(book, competition, stages, waiting, made, seed)
    return True


def prefix_of(book: Book, competition: Competition) -> str:
    """The beginning of the ids of its matches. It is unique in the database, and among all its draws of which
    a match was called, so that a table that still has such a match never plays one of the present draw.
    """
    first = f"{tournament_of(book, competition).key}-{competition.key}"
    own = re.compile(rf"{re.escape(first)}(\.\d+)?(?=-)")
    for fixture in book.fixtures(competition.id):
        drawn = own.match(fixture.id)
        if drawn is not None:
            return drawn[0]
    number, prefix = 1, first
    while are_ids_begun(book, prefix):
        number += 1
        prefix = f"{first}.{number}"
    return prefix


def _put(
    book: Book,
    competition: Competition,
    stages: Sequence[Stage],
    stage: Stage,
    made: Sequence[Fixture],
    seed: str | None,
) -> None:
    """Write the fixtures of a stage that was drawn; ties of teams become their matches."""
    if competition.kind == "team":
        made = ties.expand(made)
    book.add_fixtures(competition.id, stages, progress.resolve(made))
    book.set_stage(stage.id, state="drawn", draw_seed=seed)


def _seed(book: Book, competition: Competition) -> str:
    return next((stage.seed for stage in book.stages(competition.id) if stage.seed), "")


def first(
    competition: Competition, stage: Stage, playing: Sequence[Entry], seed: str, prefix: str
) -> list[Fixture]:
    """The matches of a stage that is drawn by lots, of a Swiss those of its first round. Raises DrawError."""
    position, settings = stage.position, stage.settings
    if stage.kind == "knockout":
        third, random = bool(settings.get("third")), bool(settings.get("random"))
        return knockout.draw(playing, seed, stage=position, prefix=prefix, third=third, random=random)
    if stage.kind == "groups":
        count, size = settings.get("groups"), settings.get("size")
        return groups.draw(playing, seed, stage=position, prefix=prefix, groups=count, size=size)
    if stage.kind == "preliminary":
        opponents = int(settings.get("opponents", 10))
        return draw_preliminary(playing, seed, stage=position, prefix=prefix, opponents=opponents)
    if stage.kind == swiss.KIND:
        return swiss_rounds.first(competition, stage, playing, seed, prefix)
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


# Adds the shoot-outs that a group owes, as matches that can be called.


def add_shoot_outs(book: Book, competition: Competition, stage: Stage, group: int) -> list[Fixture]:
    """Add a match for each two entries of the group that are level and owe a shoot-out, ready to be called.
    Raises DeskError: it owes none, its shoot-outs are not over, or the event is one of teams.
    """
    if competition.kind == "team":
        raise DeskError("shoot_out_of_teams", event=competition.name)
    fixtures = book.fixtures(competition.id)
    lines = stage_standings.of_stage(book, competition, stage, fixtures).get(group, [])
    owed = [line for line in lines if line.open]
    own = [each for each in fixtures if (each.stage, each.group) == (stage.position, group)]
    still_open = [each.id for each in own if each.is_shoot_out and each.state not in stage_standings.ENDED]
    if still_open:
        raise DeskError("shoot_out_open", matches=still_open)
    if not owed:
        raise DeskError("no_shoot_out_owed", event=competition.name)
    number, count = 1 + max(each.round for each in own), len(fixtures)
    where = f"{prefix_of(book, competition)}-{stage.position}{f'-g{group}' * bool(group)}-{number}"
    made: list[Fixture] = []
    for at, (a, b) in enumerate(_pairs(owed), 1):
        count += 1
        while is_known_id(book, match := wording.late_id(f"{where}-{at}", count)):
            count += 1
        made.append(
            Fixture(
                match, stage.position, number, at, "group", group, a=a, b=b, part=SHOOT_OUT, state="ready"
            )
        )
    book.add_fixtures(competition.id, [stage], made)
    return made


def _pairs(owed: Sequence[Place]) -> list[tuple[int, int]]:
    """Each two of the entries that share a place."""
    places = sorted({line.place for line in owed})
    return [
        pair
        for place in places
        for pair in combinations([line.entry for line in owed if line.place == place], 2)
    ]
