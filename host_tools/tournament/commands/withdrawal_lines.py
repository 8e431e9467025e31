"""What withdrawing an entry would do, in lines for people: for the command and the organiser's page."""

from host_tools.reasons import Door
from host_tools.tournament.entries.leaving import Leaving, LeftStage
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Competition, Fixture, Side


def lines(leaving: Leaving, competition: Competition, way: Door) -> list[str]:
    """What becomes of its results and matches, a line for each."""
    rows = [_results(left, competition, way) for left in leaving.stages]
    entry = leaving.entry.id
    void = {left.stage.position for left in leaving.stages if left.count == "none"}
    for each in leaving.at_tables:
        other: Side = "b" if each.a == entry else "a"
        rows.append(_still_there(each, other, each.stage in void, way))
    if leaving.changed:
        rows.append(f"Matches that change: {', '.join(leaving.changed)}.")
    if leaving.reserve is not None:
        name = wording.numbered(leaving.reserve)
        number = leaving.entry.players[0].number
        how = f": `boardside event fill {number} -e {competition.key}`" if way == "command_line" else ""
        rows.append(f"Its place is free for the first reserve, {name}{how}.")
    return rows


def _results(left: LeftStage, competition: Competition, way: Door) -> str:
    name = wording.stage(left.stage)
    if not left.count:
        return f"All its matches of the {name} are played: they count, and its place stays."
    text, other, aim = {
        "all": (
            "All its {name} matches count that are played ({count}), the others are walk-overs",
            "none",
            "none",
        ),
        "none": ("None of its {name} matches will count", "all", "those already played ({count})"),
    }[left.count]
    how = "change this on the event’s page"
    if way == "command_line":
        how = f"`boardside event set {competition.key} --withdrawals {other}`"
    return f"{text}, and it is placed last. To count {aim}: {how}.".format(name=name, count=left.decided)


def _still_there(fixture: Fixture, other: Side, is_void: bool, way: Door) -> str:
    """What to do about a match that was called or is in play. is_void: its result does not count."""
    if fixture.state == "called":
        text = f"Match {fixture.id} is called to table {fixture.table}: "
        if way == "command_line":
            given = f"`boardside result {fixture.id} --walkover {other} --early`"
            return f"{text}{given} gives it to the other side."
        return f"{text}a walk-over gives it to the other side."
    how = f": `boardside result {fixture.id} … --winner {other} --reason …`" if way == "command_line" else ""
    return (
        f"Match {fixture.id} is being played at table {fixture.table}: it goes on, and its result "
        f"{'does not count either' if is_void else 'counts'}. "
        f"If it is over, the umpire enters the concession there, or you{how}."
    )
