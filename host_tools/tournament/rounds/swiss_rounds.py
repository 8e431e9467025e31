"""The rounds of a Swiss stage: drawn one by one, taken back, changed by hand (the pairs: swiss.py)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from host_tools.reasons import Cause
from host_tools.tournament.draw import draw_order, swiss
from host_tools.tournament.draw.draw_order import DrawError
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.hall_tables import was_called_id
from host_tools.tournament.model.model import BEGUN, Competition, Entry, Fixture, Result, Stage, StageSettings
from host_tools.tournament.reasons import cause
from host_tools.tournament.rounds import swiss_requests
from host_tools.tournament.standings import results, stage_standings, standings
from host_tools.tournament.standings.results import without_shoot_outs


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a Swiss is. round: the last that is drawn, of `rounds`. is_decided: all its matches are over;
    is_begun: one was called or decided. entries: the ids of those in it. remarks: what the organiser should
    know of the last round.
    """

    round: int
    rounds: int
    is_decided: bool
    is_begun: bool
    entries: tuple[int, ...]
    remarks: tuple[Cause, ...] = ()


def progress(book: Book, competition: Competition) -> Progress | None:
    """How far the Swiss of the event is; None: it has none in play."""
    stage = in_play(book, competition)
    if stage is None:
        return None
    own = _of_stage(book.fixtures(competition.id), stage)
    number = swiss.last_round(own)
    present = [fixture for fixture in own if fixture.round == number]
    is_decided = all(fixture.state in stage_standings.ENDED for fixture in present)
    is_begun = bool(_begun(book, own, number))
    rounds = stage.settings.get("rounds", 0)
    entries = tuple(standings.entries_of(present))
    remarks = _remarks(len(entries), rounds) if number == 1 else ()
    remarks += swiss_requests.not_kept(book.entries(competition.id), stage, present)
    return Progress(number, rounds, is_decided, is_begun, entries, remarks)


def _remarks(count: int, rounds: int) -> tuple[Cause, ...]:
    """A round robin has at most one round more than this Swiss, and nobody is paired by lot or left over."""
    most = most_rounds(count)
    if rounds < most - 1:
        return ()
    return (cause("round_robin_would_do", count=count, rounds=rounds, most=most),)


def most_rounds(count: int) -> int:
    """How many rounds so many entries can play without a second meeting, or a second bye."""
    return count - 1 + count % 2


def in_play(book: Book, competition: Competition) -> Stage | None:
    """The Swiss stage of the event whose first round is drawn; None: there is none. Of several the last."""
    stages = [stage for stage in book.stages(competition.id) if stage.kind == swiss.KIND]
    return next((stage for stage in reversed(stages) if stage.state != "waiting"), None)


def to_come(book: Book, competition: Competition) -> Stage | None:
    """The same, as long as a round of it is still to be drawn."""
    stage = in_play(book, competition)
    if stage is None:
        return None
    drawn = swiss.last_round(_of_stage(book.fixtures(competition.id), stage))
    return stage if drawn < stage.settings.get("rounds", 0) else None


def last_round(book: Book, competition: Competition, stage: Stage) -> int:
    """The number of its last round that is drawn."""
    return swiss.last_round(_of_stage(book.fixtures(competition.id), stage))


def takes_entries(book: Book, competition: Competition) -> bool:
    """Whether somebody who enters now plays from the next round: the event begins with a Swiss."""
    stage = to_come(book, competition)
    return stage is not None and stage.position == 1


def first(
    competition: Competition, stage: Stage, playing: Sequence[Entry], seed: str, prefix: str
) -> list[Fixture]:
    """The matches of the first round. Raises DrawError."""
    rounds = stage.settings.get("rounds", 0)
    most = most_rounds(len(playing))
    if rounds > most:
        raise DrawError("too_many_rounds", rounds=rounds, count=len(playing), most=most)
    return _round(competition, stage, playing, [], 1, seed, prefix)


def following(
    book: Book, competition: Competition, stage: Stage, playing: Sequence[Entry], prefix: str
) -> list[Fixture]:
    """The matches of the next round, when the one before is decided. Raises DeskError, DrawError."""
    before = _of_stage(book.fixtures(competition.id), stage)
    number = swiss.last_round(before)
    still_open = [fixture.id for fixture in before if fixture.state not in stage_standings.ENDED]
    if still_open:
        raise DeskError(
            "round_not_decided",
            event=competition.name,
            round=number,
            count=len(still_open),
            matches=still_open[:5],
        )
    return _round(competition, stage, playing, before, number + 1, stage.seed or "", prefix)


def take_back(book: Book, competition: Competition, stage: Stage) -> int | None:
    """Take the last round back, unless it is the first (None); returns its number. Raises DeskError when one
    of its matches was called or decided.
    """
    number = swiss.last_round(_of_stage(book.fixtures(competition.id), stage))
    if number < 2:
        return None
    _require_not_begun(book, competition, stage, number)
    book.remove_fixtures(stage.id, number)
    book.set_stage(stage.id, state="drawn")
    return number


def exchange(
    book: Book, competition: Competition, stage: Stage, entry: Entry, other: Entry
) -> tuple[int, list[str]]:
    """Let two entries change their places in the last round, before it begins; returns its number, and the
    matches (ids) that changed. Raises DeskError: the round has begun, one of them is not in it, or somebody
    would meet an opponent, or have a bye, a second time.
    """
    own = _of_stage(book.fixtures(competition.id), stage)
    number = swiss.last_round(own)
    _require_not_begun(book, competition, stage, number)
    before = [fixture for fixture in own if fixture.round < number]
    present = [each for each in own if each.round == number and not swiss.is_asked(each)]
    sides = {side for fixture in present for side in (fixture.a, fixture.b)}
    for candidate in (entry, other):
        if candidate.id not in sides:
            raise DeskError("not_in_round", entry=candidate.title, round=number)
    turned = {entry.id: other.id, other.id: entry.id}
    changed = []
    for old in present:
        if not {old.a, old.b} & turned.keys():
            continue
        if {old.a, old.b} == turned.keys():
            raise DeskError("meet_already", entry=entry.title, other=other.title, round=number)
        a, b = ((None if side is None else turned.get(side, side)) for side in (old.a, old.b))
        changed.append(replace(old, a=a, b=b, line_up=None).noted(None))
    titles = {each.id: each.title for each in book.entries(competition.id)}
    met, had_bye = swiss.meetings(before), swiss.byes(before)
    for new in changed:
        if new.a is not None and new.b is not None and (new.a, new.b) in met:
            raise DeskError("meet_again", entry=titles[new.a], other=titles[new.b])
        if new.state == "bye" and new.a in had_bye:
            raise DeskError("second_bye", entry=titles[new.a])
    for new in changed:
        book.put_fixture(new)
    return number, [new.id for new in changed]


def set_rounds(book: Book, competition: Competition, count: int) -> int:
    """Change how many rounds the Swiss of the event has: as many as are drawn, or more; returns how many it
    had. Raises DeskError.
    """
    stage = in_play(book, competition)
    if stage is None:
        raise DeskError("no_round_to_change", event=competition.name)
    drawn = swiss.last_round(_of_stage(book.fixtures(competition.id), stage))
    later = [each for each in book.stages(competition.id) if each.position > stage.position]
    fixed = [
        each for each in book.fixtures(competition.id) if each.stage > stage.position and each.a is not None
    ]
    if stage.state == "done" and later and fixed:
        raise DeskError("later_stage_plays", event=competition.name)
    if not drawn <= count <= 99:
        raise DeskError("rounds_out_of_range", drawn=drawn, count=count)
    plan = list(competition.plan)
    settings: StageSettings = {**stage.settings, "rounds": count}
    plan[stage.position - 1] = replace(plan[stage.position - 1], settings=settings)
    book.put_competition(replace(competition, plan=tuple(plan)))
    return stage.settings.get("rounds", 0)


def drawn_after(book: Book, competition: Competition, changed: Collection[str]) -> set[str]:
    """The ids of the matches of Swiss rounds that were drawn after those of these matches (ids)."""
    fixtures = book.fixtures(competition.id) if changed else []
    later: set[str] = set()
    for stage in book.stages(competition.id):
        own = _of_stage(fixtures, stage)
        rounds = [fixture.round for fixture in own if fixture.id in changed]
        if stage.kind == swiss.KIND and rounds:
            later |= {fixture.id for fixture in own if fixture.round > min(rounds)}
    return later


def would_differ(
    book: Book, competition: Competition, changed: Collection[str]
) -> dict[str, dict[str, str | None]]:
    """Each match of a later round that the present results would have paired in another way, since these
    matches (ids) have other results now: `called`, the pair as it was drawn, and `instead`.
    Matches that were changed by hand are left out. Nothing is drawn again.
    """
    later = drawn_after(book, competition, changed)
    if not later:
        return {}
    fixtures = book.fixtures(competition.id)
    by_id = {entry.id: entry for entry in book.entries(competition.id)}
    wrong: dict[str, dict[str, str | None]] = {}
    for stage in book.stages(competition.id):
        own = _of_stage(fixtures, stage)
        for number in sorted({fixture.round for fixture in own if fixture.id in later}):
            drawn = [fixture for fixture in own if fixture.round == number]
            by_hand = {side for swap in stage.swaps if swap.round == number for side in (swap.a, swap.b)}
            try:
                again = drawn_again(competition, stage, own, by_id, number)
            except DrawError:
                continue
            meets = {a: b for each in again for a, b in ((each.a, each.b), (each.b, each.a))}
            for fixture in drawn:
                if fixture.a is None or by_hand & {fixture.a, fixture.b} or meets[fixture.a] == fixture.b:
                    continue
                old, new = (
                    f"{by_id[fixture.a].title} – {'bye' if side is None else by_id[side].title}"
                    for side in (fixture.b, meets[fixture.a])
                )
                wrong[fixture.id] = {"called": old, "instead": new}
    return wrong


def drawn_again(
    competition: Competition,
    stage: Stage,
    own: Sequence[Fixture],
    entries: Mapping[int, Entry],
    number: int,
) -> list[Fixture]:
    """What the lots give for a round that is drawn, between those in it, after the results of the rounds
    before as they are now. own: the stage's matches. Raises DrawError.
    """
    playing = [entries[side] for side in standings.entries_of([each for each in own if each.round == number])]
    before = [fixture for fixture in own if fixture.round < number]
    return _round(competition, stage, playing, before, number, stage.seed or "", "")


def _round(
    competition: Competition,
    stage: Stage,
    playing: Sequence[Entry],
    before: Sequence[Fixture],
    number: int,
    seed: str,
    prefix: str,
) -> list[Fixture]:
    """The matches of a round between these entries, after the matches of all rounds before; their byes."""
    resting = [entry.id for entry in playing if (stage.position, number) in entry.byes]
    playing = [entry for entry in playing if entry.id not in resting]
    if len(playing) < 2:
        raise DrawError("too_few_play", round=number, count=len(playing))
    ids = {entry.id for entry in playing}
    if before:
        everybody = sorted({*ids, *resting, *standings.entries_of(before)})
        places = standings.standing(competition.ruleset, stage.kind, everybody, before)
        points = {place.entry: place.points for place in places}
        lots = f"{seed}/{number}"
        ranked = sorted(places, key=lambda place: (place.place, draw_order.lot(lots, place.entry)))
        order = [place.entry for place in ranked if place.entry in ids]
    else:
        order, points = swiss.first_order(playing, seed), dict.fromkeys(ids, 0)
    standing = swiss.Standing(
        order,
        points,
        swiss.meetings(before),
        swiss.byes(before),
        swiss.kept_apart(playing, stage.settings, number),
        swiss.spared(before, ids),
        stage.settings.get("rounds", 0) - number,
        swiss_requests.apart(playing, (stage.position, number)),
        resting,
    )
    paired, bye = swiss.pairs(standing, f"{seed}/{number}")
    byes = [*([] if bye is None else [bye]), *resting]
    made = swiss.to_fixtures(paired, byes, stage=stage.position, number=number, prefix=prefix)
    return [
        each if each.state != "bye" else replace(each, result=of_bye(competition, each, each.a in resting))
        for each in made
    ]


def of_bye(competition: Competition, fixture: Fixture, is_asked: bool = False) -> Result:
    """A bye counts as a match won to nothing: 25-0 in each game needed, by the rules of the event; one that
    was asked for as drawn, with half of these points for each side.
    """
    full = replace(results.walk_over(competition, fixture, "a"), how="entered")
    if not is_asked:
        return full
    games = tuple((max(game) // 2, max(game) // 2) for game in full.games)
    half = max(full.points) // 2
    return replace(full, winner=None, games=games, games_won=(0, 0), points=(half, half), net=0)


def _of_stage(fixtures: Sequence[Fixture], stage: Stage) -> list[Fixture]:
    return [each for each in without_shoot_outs(fixtures) if each.stage == stage.position]


def _begun(book: Book, own: Sequence[Fixture], number: int) -> list[str]:
    """The matches (ids) of the round that were called, or decided by people: a table may know their ids."""
    return [
        fixture.id
        for fixture in own
        if fixture.round == number
        and (
            (fixture.state in BEGUN and (fixture.note_code != "withdrawn" or bool(fixture.note_facts)))
            or was_called_id(book, fixture.id)
        )
    ]


def _require_not_begun(book: Book, competition: Competition, stage: Stage, number: int) -> None:
    """Raise DeskError when the round has begun."""
    begun = _begun(book, _of_stage(book.fixtures(competition.id), stage), number)
    if begun:
        raise DeskError("round_begun", event=competition.name, round=number, matches=begun[:5])
