"""Which acts of the desk stand on which: an act is taken back together with those that stand on it."""

from collections.abc import Callable

from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import BEGUN, Act, Competition
from host_tools.tournament.rounds import advancing

#: Why a value of an entry or an event stays while the event is drawn.
_BY_DRAW = (
    "drawn_with_value",
    "begun_with_value",
    "drawn_by_rules",
    "begun_by_rules",
    "stage_drawn",
    "stage_begun",
)


def gives(act: Act) -> set[str]:
    """What later acts may stand on."""
    undo, event = act.undo, act.undo.get("competition")
    match act.name:
        case "draw" | "draw undo":
            return {f"draw {event}"}
        case "draw swap":
            return {f"swap {event} {undo['a']}", f"swap {event} {undo['b']}", f"swaps {event}"}
        case "entry withdraw" | "entry return" | "entry delete" | "entry change":
            return {f"entry {undo['entry']}"}
        case "entry edit":
            return {f"entry {undo['entry']}", *(f"player {number}" for number in undo["people"])}
        case "entries add":
            return {f"entry {each}" for each in undo["entries"]}
        case "import":
            there = {f"entry {each}" for each in undo["entries"]}
            return {*there, *(f"match {each}" for each in undo["results"])}
        case "event fill":
            there = {f"entry {each}" for each in (undo["entry"], undo["place"]) if each is not None}
            matches = {f"match {row['id']}" for _, row in undo["matches"]}
            return {f"draw {event}", *there, *matches, *(f"match {each}" for each in undo["added"])}
        case "event add" | "event edit" | "event delete":
            return {f"event {event} {act.detail['event']}"}  # a later event may have its id
        case "tournament new" | "tournament edit" | "tournament close":
            return {f"tournament {undo['tournament']}"}
        case "withdrawals":
            return {f"withdrawals {event}"}
        case "rounds":
            return {f"rounds {event}"}
        case "tournament settings":
            return {f"setting {undo['tournament']} {name}" for name in undo["settings"]}
        case "ruleset saved" | "ruleset removed":
            return {f"ruleset {undo['ruleset']}"}
        case "shoot-out":
            return {f"match {each}" for each in undo["matches"]}
        case "decide":
            return {f"decision {undo['stage']} {undo['group']}"}
    return {f"match {act.match}"}


def needs(act: Act) -> set[str]:
    """What an act stands on."""
    event = act.undo.get("competition")
    match act.name:
        case "draw swap":
            return {f"draw {event}", *gives(act)} - {f"swaps {event}"}
        case "draw" | "draw undo":
            return {f"draw {event}", f"swaps {event}"}
        case "event add":
            return {*gives(act), f"tournament {act.undo['tournament']}"}
    return gives(act)


def deletes_event_of(later: Act, act: Act) -> bool:
    """Whether a later act has deleted the event that this one was about."""
    event = act.undo.get("competition"), act.detail.get("event")
    return later.name == "event delete" and event == (later.undo["competition"], later.detail["event"])


def blocking(
    book: Book, act: Act, competition: Competition | None, error: DeskError
) -> Callable[[Act], bool]:
    """Which acts a refusal is due to."""
    event = act.undo.get("competition")
    if error.reason == "entry_in_draw" and event is None:  # of an import
        key = error.facts["key"]
        return lambda other: other.name == "draw" and other.detail.get("event") == key
    if error.reason in ("returned_not_drawn", "entry_in_draw", *_BY_DRAW):
        return lambda other: other.name == "draw" and other.undo.get("competition") == event
    if error.reason == "event_entered":
        return lambda other: other.name == "entries add" and other.undo.get("competition") == event
    matches: set[str | None] = set()
    for why in error.facts.get("later", ()):
        if why["reason"] == "later_match":
            matches.add(why["facts"]["match"])
        elif why["reason"] == "later_stage_begun":
            matches |= _begun(book, competition, why["facts"]["position"])
    if error.reason == "shoot_out_begun":
        matches |= set(error.facts["matches"])
    if error.reason in ("played_draw_stands", "called_draw_stands", "round_begun"):
        matches |= _begun(book, competition, None)
    reasons = {error.reason, *(why["reason"] for why in error.facts.get("later", ()))}
    if reasons & {"later_round_drawn", "round_drawn_since"}:
        owner = competition
        own = None if owner is None else owner.id
        return lambda other: other.name == "draw" and other.undo.get("competition") == own
    if error.reason == "swap_round_begun":
        matches |= _begun(book, competition, act.undo.get("stage"))
    return lambda other: other.match is not None and other.match in matches


def _begun(book: Book, competition: Competition | None, position: int | None) -> set[str | None]:
    return {
        each.id
        for each in book.fixtures(None if competition is None else competition.id)
        if each.state in BEGUN and not advancing.is_automatic(each) and position in (None, each.stage)
    }
