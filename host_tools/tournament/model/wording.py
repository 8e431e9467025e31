"""Names of matches, stages and sides in English: for a table's display, messages and lists of the command
line.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Competition, Entry, Fixture, Source, Stage, Swap

STAGES = {
    "round": "round",
    "pre_quarter_final": "pre-quarter-final",
    "quarter_final": "quarter-final",
    "semi_final": "semi-final",
    "final": "final",
}
TITLE_MAX = 80
#: The marks beside results that are not the table's, and what each means.
MARKS = {"*": "entered by hand", "†": "corrected by hand", "§": "imported"}


def stage(stage: Stage) -> str:
    """The name of a stage: "play-off", "round robin"."""
    return stage.name.lower() or stage.kind.replace("_", " ")


def swaps(stages: Sequence[Stage], entries: Mapping[int, Entry]) -> list[str]:
    """What was changed by hand in the draws of these stages."""
    return [
        f"The draw of the {stage(each)} was changed by hand: {pair(swap, entries)} ({swap.reason})."
        for each in stages
        for swap in each.swaps
    ]


def pair(swap: Swap, entries: Mapping[int, Entry]) -> str:
    """The two entries that were exchanged: "Asha and Bela"."""
    return " and ".join(entries[side].title if side in entries else str(side) for side in (swap.a, swap.b))


def group_letter(group: int) -> str:
    """1: "A", 26: "Z", 27: "AA"."""
    text = ""
    while group > 0:
        group, rest = divmod(group - 1, 26)
        text = chr(65 + rest) + text
    return text


def where(fixture: Fixture) -> str:
    """ "group B, round 2", "quarter-final 3", "final", "third place"."""
    if fixture.is_shoot_out:
        text = f"group {group_letter(fixture.group)}, shoot-out" if fixture.group else "shoot-out"
        return f"{text} {fixture.number}"
    if fixture.group:
        text = f"group {group_letter(fixture.group)}, round {fixture.round}"
    elif fixture.source_a.kind == "loser":
        text = "third place"
    elif fixture.laws_stage == "final":
        text = "final"
    elif fixture.laws_stage in ("round", "group"):
        text = f"round {fixture.round}, match {fixture.number}"
    else:
        text = f"{STAGES.get(fixture.laws_stage, fixture.laws_stage)} {fixture.number}"
    return f"{text}, {fixture.part}" if fixture.part else text


def numbers(competition: Competition, fixtures: Sequence[Fixture]) -> dict[str, str]:
    """The number of each match for people, by the match's id: "MS 3". fixtures: all of the event, in their
    order (`Book.fixtures`). Byes are counted, so no number changes while the draw stands; matches that came
    later than the draw have their own (`late_id`).
    """
    own = {each.id: int(match[1]) for each in fixtures if (match := _LATE.search(each.id))}
    taken = {*own.values()}
    free = (n for n in range(1, len(fixtures) + len(own) + 1) if n not in taken)
    return {
        each.id: f"{competition.key.upper()} {own[each.id] if each.id in own else next(free)}"
        for each in fixtures
    }


_LATE = re.compile(r"-late(\d+)$")


def numbered(entry: Entry) -> str:
    """ "Asha (No. 3, Civil, licence 17)": what tells an entry apart from others of its name."""
    numbers = ", ".join(str(player.number) for player in entry.players)
    licences = " / ".join(player.licence for player in entry.players if player.licence)
    more = [f"No. {numbers}", entry.club, f"licence {licences}" if licences else ""]
    return f"{entry.title} ({', '.join(filter(None, more))})"


def late_id(match: str, number: int) -> str:
    """The id of a match that came later than the draw, with its number for people."""
    return f"{match}-late{number}"


def mark(fixture: Fixture) -> str:
    """The mark beside a result: "" when it is as the table reported it."""
    return {"entered": "*", "corrected": "†", "imported": "§"}.get(fixture.by_hand or "", "")


def title(competition: Competition, fixture: Fixture) -> str:
    """ "Men's Singles, quarter-final 3": at most 80 characters."""
    place = where(fixture)
    room = TITLE_MAX - len(place) - 2
    name = competition.name
    return f"{name if len(name) <= room else name[: room - 1] + '…'}, {place}"


def side(
    entry_id: int | None,
    source: Source,
    entries: Mapping[int, Entry],
    numbers: Mapping[str, str],
) -> str:
    """The entry, or where the side comes from: "Asha", "winner of MS 3", "group A, place 2", "bye". numbers:
    of matches for people, by id; a match without one is shown by its id.
    """
    if entry_id is not None and entry_id in entries:
        return entries[entry_id].title
    if source.kind == "bye":
        return "bye"
    if source.kind == "place":
        group = f"group {group_letter(source.group)}, " if source.group else ""
        return f"{group}place {source.place}"
    if source.kind in ("winner", "loser"):
        return f"{source.kind} of {numbers.get(source.fixture, source.fixture)}"
    return "?"


# Texts for people with the numbers of matches in place of their ids.


#: What may be the id of a match: words of letters and digits, joined by three hyphens or more. One in square
#: brackets is meant to be the id.
_ID = re.compile(r"(?<![\[\w-])[a-z0-9]+(?:-[a-z0-9]+){3,}(?![\w-])")
_COMMAND = re.compile(r"`[^`]*`")


def ids_in(text: str) -> set[str]:
    """What may be ids of matches in a text."""
    return set(_ID.findall(text))


def numbers_of_ids(book: Book, ids: Iterable[str]) -> dict[str, str]:
    """The numbers of those of these ids that are matches, except where several have the same: of events with
    one key in two tournaments.
    """
    competitions = book.competitions_of(sorted(ids))
    known: dict[str, str] = {}
    for event in {*competitions.values()}:
        competition = book.competition(event)
        if competition is not None:
            known |= numbers(competition, book.fixtures(event))
    same = Counter(known[match] for match in competitions if match in known)
    return {match: known[match] for match in competitions if same[known.get(match, "")] == 1}


def with_numbers(text: str, numbers: Mapping[str, str]) -> str:
    """The text with the numbers, without their space within a command, where they are one word."""

    def joined(command: re.Match[str]) -> str:
        return _ID.sub(lambda match: numbers.get(match[0], match[0]).replace(" ", ""), command[0])

    text = _COMMAND.sub(joined, text)
    return _ID.sub(lambda match: numbers.get(match[0], match[0]), text)
