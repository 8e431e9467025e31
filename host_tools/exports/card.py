"""A score card as values, in the current language: the fields of the ICF's form (Laws XIX) or crokinole's,
the contents of its columns, and the remarks beside them.

`card_making` computes them from a match, `card_sheet` puts them on paper.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from boardside.game import net
from host_tools.i18n import gettext as _
from host_tools.i18n.labels import Words
from host_tools.live_values import Side
from host_tools.reasons import Cause

NIL = "Nil"
OVERRIDE, CORRECTED = "override", "corrected"


@dataclass(frozen=True, slots=True)
class Header:
    """The fields over the boards; "" is left blank, to be written by hand. match: its id; number: the one for
    people.
    """

    tournament: str = ""
    event: str = ""
    round: str = ""
    date: str = ""
    time: str = ""
    match: str = ""
    number: str = ""
    umpire: str = ""
    table: str = ""
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Half:
    """One side's three columns of a line: carrom's Queen, c/m, total; crokinole's 20s, discs, points."""

    first: str = ""
    second: str = ""
    total: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A board or a round. `mark`: why the line needs attention (OVERRIDE, CORRECTED), or ""."""

    number: str
    breaker: str = ""
    a: Half = Half()
    b: Half = Half()
    remark: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class GameCard:
    """The lines of one game; `score` and `twenties` by side, () while it is not finished."""

    number: int
    lines: tuple[Line, ...]
    score: tuple[int, ...] = ()
    twenties: tuple[int, ...] = ()
    how: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof of a result: the seal's state, the head of the hash chain, and where these are stored."""

    seal: str
    head: str
    events: int
    journal: str
    first_seq: int


@dataclass(frozen=True, slots=True)
class Card:
    """A whole card. names: by side, the players'; standing: "", or why it is not final, in capitals.

    winner, result: of the match as they stand. decided: who gave that result, in place of the table; "": it
    is the table's. table_had: the winner and result that the table has, where they do not stand.
    """

    sport: str
    header: Header
    names: tuple[tuple[str, ...], tuple[str, ...]]
    games: tuple[GameCard, ...]
    teams: tuple[str, str] = ("", "")
    toss_won_by: str = ""
    choice: str = ""
    started: str = ""
    finished: str = ""
    remarks: tuple[str, ...] = ()
    winner: str = ""  # "a", "b" or ""
    result: str = ""
    standing: str = ""
    proof: Proof | None = None
    decided: str = ""
    table_had: str = ""
    ids: tuple[str, str] = ("", "")  # start numbers, for crokinole's ID number
    latin: Mapping[str, str] = field(default_factory=dict)  # Latin spellings, by name


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was begun at a table: the fold of its events, and what is stored with them.

    state: `boardside.game.state.State`. events: those that hold, decoded. undone: those that were undone.
    left_out: what the rules refused. seal, soft: of `matches`. head: of the chain. times: started and
    finished, as written on the card. corrections: of the organiser. fees: that were paid, by the protest's
    number. seats: by game, the seat that broke each board, of a doubles (`match_state.breaking`). rulings:
    (number, `boardside.game.state.Ruling`) of the events, also of undos. at: by an event's number, when the
    collector stored it (UTC ms).
    """

    state: Any
    events: Sequence[Mapping[str, Any]]
    undone: Sequence[Mapping[str, Any]] = ()
    left_out: Sequence[Cause] = ()
    seal: str | None = None
    soft: bool = False
    head: str = ""
    journal: str = ""
    first_seq: int = 0
    count: int = 0
    started: str = ""
    finished: str = ""
    corrections: Sequence[Cause] = field(default=())
    seats: Mapping[int, Sequence[int | None]] = field(default_factory=dict)
    rulings: Sequence[tuple[int, Any]] = ()
    at: Mapping[int, int] = field(default_factory=dict)
    fees: Mapping[int, str] = field(default_factory=dict)


# The columns

SIDES: tuple[Side, Side] = ("a", "b")


def queen_points(board: Mapping[str, Any], rules: Mapping[str, Any], before: int) -> int:
    """What the Queen gave the board's winner (53b, 53c, 54), who had `before` points.

    board: as `boardside.game.dicts.board_dict` gives it.
    """
    winner = board.get("winner")
    if winner not in SIDES or board.get("queen") not in (winner, "board"):
        return 0
    return int(rules["queen"]) if before <= rules["queen_until"] else 0


def totals(board: Mapping[str, Any], rules: Mapping[str, Any]) -> Mapping[str, int]:
    """The game's score after a board as it is published, at most what wins the game (D6)."""
    return net.published({**rules}, board["after"]) if rules.get("score_cut") else board["after"]


def board_remarks(
    board: Mapping[str, Any], rules: Mapping[str, Any], *, names_law: bool = False
) -> list[str]:
    """Remarks on a finished board, in the current language. names_law: with the Law of a ruling."""
    remarks = []
    if board.get("replayed"):
        remarks.append(_("Replayed"))
    if board.get("extra"):
        remarks.append(_("Extra board"))
    if board.get("law"):
        lost = _("Lost by ruling")
        remarks.append(f"{lost} ({_('Law {law}', law=board['law'])})" if names_law else lost)
    if board.get("slam"):
        remarks.append(Words().get("slam", str(board["slam"])))
    if board.get("queen") == "board":
        remarks.append(_("Queen on the board"))
    if board.get("left") == 0 and not board.get("law"):
        computed, demand = board.get("computed"), board.get("demand") or 0
        if computed is not None and computed + (board.get("withheld") or 0) - demand == 1:
            remarks.append(_("The one point: no c/m, no Queen"))
    if board.get("demand"):
        remarks.append(_("+{points} on demand", points=board["demand"]))
    if board.get("withheld"):
        remarks.append(_("Account not open: {points} not credited", points=board["withheld"]))
    if board.get("source") == "corrected":
        remarks.append(_("Corrected against the strokes"))
    if board.get("override"):
        computed = board.get("computed")
        if computed is None:
            remarks.append(_("Override by the umpire"))
        else:
            remarks.append(_("Override by the umpire (computed {points})", points=computed))
    winner = board.get("winner")
    if winner in SIDES and (scored := board["after"][winner]) > (counted := totals(board, rules)[winner]):
        remarks.append(_("{scored} scored, {counted} count", scored=scored, counted=counted))
    return remarks


def round_remarks(done: Mapping[str, Any]) -> list[str]:
    """Remarks on a finished round of crokinole, in the current language."""
    remarks = []
    if done.get("unshot"):
        remarks.append(_("Not shot"))
    elif done.get("winner") is None:
        remarks.append(_("Level"))
    if done.get("extra"):
        remarks.append(_("Decides a level game"))
    if done.get("law"):
        remarks.append(_("Forfeited"))
    return remarks
