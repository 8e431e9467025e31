"""What becomes of the results of an entry that withdraws from a group: a choice for each event (D471)."""

from host_tools.tournament.book import Book
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import StageKind, Tournament, TournamentSettings, Withdrawals

SETTING = "event_withdrawals"
#: all: what was played counts, and the rest are walk-overs. none: no match counts. "": as usual (D205).
CHOICES: tuple[Withdrawals, ...] = ("all", "none", "")


def checked(how: str) -> Withdrawals:
    """The choice with this name. DeskError."""
    for choice in CHOICES:
        if how == choice:
            return choice
    raise DeskError("bad_withdrawals", how=how)


def of_event(owner: Tournament | None, key: str) -> Withdrawals:
    """What was chosen for the event with this key."""
    chosen = {} if owner is None else owner.settings.get("event_withdrawals") or {}
    return chosen.get(key, "")


def choose(book: Book, owner: Tournament, key: str, chosen: Withdrawals) -> None:
    """Set the choice of the event with this key."""
    choices = {**(owner.settings.get("event_withdrawals") or {}), key: chosen}
    settings: TournamentSettings = {
        **owner.settings,
        "event_withdrawals": {event: each for event, each in choices.items() if each},
    }
    book.set_tournament(owner.id, settings=settings)


def count(how: Withdrawals, kind: StageKind) -> bool:
    """Whether the matches of who left a stage of this kind count."""
    return how == "all" or (how == "" and kind in ("preliminary", "swiss"))
