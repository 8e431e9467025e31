"""What stands in the columns of a score card (Laws XIX) and what is to be said beside them."""

from collections.abc import Mapping
from typing import Any

SIDES = ("a", "b")
ICF_QUEEN = 3
ICF_QUEEN_UNTIL = 21


def queen_points(board: Mapping[str, Any], rules: Mapping[str, Any], before: int) -> int:
    """What the Queen gave the board's winner (53b, 53c, 54), who had `before` points.

    board: as `boardside.game.state.Board.to_dict` gives it.
    """
    winner = board.get("winner")
    if winner not in SIDES or board.get("queen") not in (winner, "board"):
        return 0
    until = rules.get("queen_until", ICF_QUEEN_UNTIL)
    return int(rules.get("queen", ICF_QUEEN)) if before <= until else 0


def board_remarks(board: Mapping[str, Any]) -> list[str]:
    """What is to be said of a finished board, in words."""
    remarks = []
    if board.get("replayed"):
        remarks.append("Replayed")
    if board.get("extra"):
        remarks.append("Extra board")
    if board.get("law"):
        remarks.append("Lost by ruling")
    if board.get("slam"):
        remarks.append(f"{str(board['slam']).capitalize()} slam")
    if board.get("queen") == "board":
        remarks.append("Queen on the board")
    if board.get("demand"):
        remarks.append(f"+{board['demand']} on demand")
    if board.get("withheld"):
        remarks.append(f"Account not open: {board['withheld']} not credited")
    if board.get("source") == "corrected":
        remarks.append("Corrected against the strokes")
    if board.get("override"):
        computed = board.get("computed")
        was = f" (computed {computed})" if computed is not None else ""
        remarks.append(f"Override by the umpire{was}")
    return remarks


def round_remarks(done: Mapping[str, Any]) -> list[str]:
    """What is to be said of a finished round of crokinole, in words."""
    remarks = []
    if done.get("unshot"):
        remarks.append("Not shot")
    elif done.get("winner") is None:
        remarks.append("Level")
    if done.get("extra"):
        remarks.append("Decides a level game")
    if done.get("law"):
        remarks.append("Forfeited")
    return remarks
