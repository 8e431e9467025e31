"""The contents of a score card's columns (Laws XIX), and the remarks beside them."""

from collections.abc import Mapping
from typing import Any

from boardside.game import net
from host_tools.i18n import gettext as _
from host_tools.i18n.labels import Words
from host_tools.live_values import Side

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
