"""Where matches stand in their event, and what decided a place, in the current language: pages and paper.

Pure but for the language.
"""

from collections.abc import Mapping

from host_tools.i18n import gettext as _
from host_tools.i18n.labels import Words
from host_tools.live_values import Planned
from host_tools.tournament.model.model import SHOOT_OUT, Fixture, Source, Stage
from host_tools.tournament.model.wording import group_letter

WORDS = Words()
#: The names of stages in tournament/model/planning.py.
_RULEBOOKS = {
    "Knockout": "knockout",
    "Groups": "groups",
    "Preliminaries": "preliminary",
    "Play-off": "play_off",
    "Final": "final",
}


def planned(fixture: Fixture, event: str = "") -> Planned:
    """The place of a match in its event of this name."""
    return {
        "event": event,
        "stage": fixture.laws_stage,
        "group": fixture.group,
        "round": fixture.round,
        "number": fixture.number,
        "part": fixture.part,
        "is_third_place": fixture.source_a.kind == "loser",
    }


def where(place: Planned) -> str:
    """ "Group B, round 2", "Quarter-final 3", "Third place"; in a tie, also the number of the match."""
    if place["group"]:
        text = _("Group {group}, round {round}", group=group_letter(place["group"]), round=place["round"])
    elif place["is_third_place"]:
        text = _("Third place")
    elif place["stage"] == "final":
        text = WORDS.get("stage", "final")
    elif place["stage"] in ("round", "group"):
        text = _("Round {round}, match {number}", round=place["round"], number=place["number"])
    else:
        text = f"{WORDS.get('stage', place['stage'])} {place['number']}"
    return f"{text}, {part(place['part'])}" if place["part"] else text


def part(name: str) -> str:
    """A match in a tie of teams: "singles", "doubles 2"; a shoot-out."""
    if name == SHOOT_OUT:
        return WORDS.get("step", "shoot_out")
    kind, _space, number = name.partition(" ")
    if kind == "singles":
        return _("singles")
    return _("doubles {number}", number=number) if number else _("doubles")


def stage_name(stage: Stage) -> str:
    """The name of a stage: translated if it is one of the rulebooks' names, else unchanged."""
    if stage.name in _RULEBOOKS or not stage.name:
        return WORDS.get("kind", _RULEBOOKS.get(stage.name, stage.kind))
    return stage.name


def round_name(number: int, laws_stage: str = "round") -> str:
    """The head of the matches of one round."""
    if laws_stage in ("round", "group"):
        return _("Round {round}", round=number)
    return WORDS.get("stage", laws_stage)


def group_name(group: int) -> str:
    """The head of a group; empty where a stage has none."""
    return _("Group {group}", group=group_letter(group)) if group else ""


def origin(source: Source, matches: Mapping[str, str] = {}) -> str:
    """Where a side that is not known yet comes from, such as the winner of another match. matches: what each
    is called.
    """
    if source.kind == "bye":
        return _("bye")
    if source.kind == "place":
        if source.group:
            return _("Group {group}, place {place}", group=group_letter(source.group), place=source.place)
        return _("Place {place}", place=source.place)
    match = matches.get(source.fixture, source.fixture)
    if source.kind == "winner":
        return _("Winner of {match}", match=match)
    return _("Loser of {match}", match=match) if source.kind == "loser" else "?"
