"""Where a match stands in its event, in the reader's language. Pure but for the language."""

from host_tools.i18n import gettext as _
from host_tools.i18n.labels import Words
from host_tools.live_values import Planned
from host_tools.tournament.model.model import SHOOT_OUT, Fixture
from host_tools.tournament.model.wording import group_letter

WORDS = Words()


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
