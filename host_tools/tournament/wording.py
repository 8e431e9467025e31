"""Names of matches, stages and sides in English: for a table's display, messages and lists of the command
line.
"""

from collections.abc import Mapping

from host_tools.tournament.model import Competition, Entry, Fixture, Source, Stage

STAGES = {
    "round": "round",
    "pre_quarter_final": "pre-quarter-final",
    "quarter_final": "quarter-final",
    "semi_final": "semi-final",
    "final": "final",
}
TITLE_MAX = 80
#: The marks beside results that are not the table's, and what each means.
MARKS = {"*": "entered by hand", "†": "corrected by hand"}


def stage(stage: Stage) -> str:
    """The name of a stage: "play-off", "round robin"."""
    return stage.name.lower() or stage.kind.replace("_", " ")


def group_letter(group: int) -> str:
    """1: "A", 26: "Z", 27: "AA"."""
    text = ""
    while group > 0:
        group, rest = divmod(group - 1, 26)
        text = chr(65 + rest) + text
    return text


def where(fixture: Fixture) -> str:
    """ "group B, round 2", "quarter-final 3", "final", "third place"."""
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


def mark(fixture: Fixture) -> str:
    """The mark beside a result: "" when it is as the table reported it (D211)."""
    return {"entered": "*", "corrected": "†"}.get(fixture.by_hand or "", "")


def title(competition: Competition, fixture: Fixture) -> str:
    """ "Men's Singles, quarter-final 3": at most 80 characters."""
    place = where(fixture)
    room = TITLE_MAX - len(place) - 2
    name = competition.name
    return f"{name if len(name) <= room else name[: room - 1] + '…'}, {place}"


def side(entry_id: int | None, source: Source, entries: Mapping[int, Entry]) -> str:
    """The entry, or where the side comes from: "Asha", "winner of ms-1-2-1", "group A, place 2", "bye"."""
    if entry_id is not None and entry_id in entries:
        return entries[entry_id].title
    if source.kind == "bye":
        return "bye"
    if source.kind == "place":
        group = f"group {group_letter(source.group)}, " if source.group else ""
        return f"{group}place {source.place}"
    if source.kind in ("winner", "loser"):
        return f"{source.kind} of {source.fixture}"
    return "?"
