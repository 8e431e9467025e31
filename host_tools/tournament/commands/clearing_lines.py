"""What clearing a result would do, in lines for people: for the command and the organiser's page."""

from collections.abc import Mapping, Sequence

from host_tools.reasons import Door
from host_tools.tournament.acts.matches import Given
from host_tools.tournament.desk.desk_base import Done
from host_tools.tournament.matches.clearing import Change, Cleared, Standing
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Competition, Entry, Fixture, Stage
from host_tools.tournament.standings import results


def lines(
    done: Done[Cleared],
    competition: Competition,
    entries: Mapping[int, Entry],
    stages: Sequence[Stage],
    way: Door,
) -> list[str]:
    """One line for each thing that clearing changes, that of the match itself first. stages: of the event."""
    before, now = done.value.before, done.value.fixture
    if now.result is not None:
        texts = [f"Table {before.table}'s result counts again: {results.shown(now.result)}."]
    elif now.state in ("playing", "held"):
        texts = [f"The match goes on at table {before.table}."]
    else:
        was = results.shown(before.result)
        texts = [f"{was[:1].upper()}{was[1:]} counts no more; the match can be called."]
    others = [each for each in done.effects.changes if each.before.id != now.id]
    texts += changes(competition, others, entries)
    texts += standings(done.effects.standings, stages)
    texts += [
        f"The draw of the {wording.stage(stage)} is taken back; it is made again, with the same seed, when "
        "the stage before it is complete."
        for stage in done.effects.undrawn
    ]
    return [*texts, *(why.say(way) for why in done.value.later)]


def giving(done: Done[Given], stages: Sequence[Stage]) -> list[str]:
    """What a walk-over does to standings. stages: of the event."""
    texts = [] if done.value.called else ["Nobody has called this match."]
    texts += [f"{entry.title} has withdrawn; the walk-over is part of that." for entry in done.value.gone]
    changed = standings(done.effects.standings, stages)
    return [*texts, *(changed or ["No standing changes."])]


def changes(competition: Competition, changed: Sequence[Change], entries: Mapping[int, Entry]) -> list[str]:
    """One line for each other match that changes."""
    return [f"{wording.title(competition, change.before)}: {_changed(change, entries)}" for change in changed]


def standings(changed: Sequence[Standing], stages: Sequence[Stage]) -> list[str]:
    """One line for each standing that changes."""
    by_position = {stage.position: wording.stage(stage) for stage in stages}
    names = [
        f"group {wording.group_letter(each.group)}" if each.group else f"the {by_position[each.stage]}"
        for each in changed
    ]
    return [f"The standing of {name} changes." for name in names]


def _changed(change: Change, entries: Mapping[int, Entry]) -> str:
    before, after = (_seen(fixture, entries) for fixture in (change.before, change.after))
    return f"{before} becomes {after}"


def _seen(fixture: Fixture, entries: Mapping[int, Entry]) -> str:
    """ "Asha - winner of open-ms-1-1-2, waiting": as it is, or would be."""
    sides = [
        wording.side(entry, source, entries, {})  # whoever shows it replaces ids
        for entry, source in ((fixture.a, fixture.source_a), (fixture.b, fixture.source_b))
    ]
    score = results.shown(fixture.result, sides=sides)
    return f"{' - '.join(sides)}, {fixture.state}{f' ({score})' if score else ''}"
