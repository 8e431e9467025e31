"""Adds the shoot-outs that a group owes, as matches that can be called."""

from collections.abc import Sequence
from itertools import combinations

from host_tools.tournament.model import called_ids, wording
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import SHOOT_OUT, Competition, Fixture, Place, Stage
from host_tools.tournament.rounds import drawing
from host_tools.tournament.standings import stage_standings


def add(book: Book, competition: Competition, stage: Stage, group: int) -> list[Fixture]:
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
    where = f"{drawing.prefix_of(book, competition)}-{stage.position}{f'-g{group}' * bool(group)}-{number}"
    made: list[Fixture] = []
    for at, (a, b) in enumerate(_pairs(owed), 1):
        count += 1
        while called_ids.is_known(book, match := wording.late_id(f"{where}-{at}", count)):
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
