"""One stroke by the ICF Laws (42-48, 62-64, 72-78, 92-112), by the two tables."""

from . import ends
from .ruling import Verdict
from .situation import MEN, Situation, owing
from .table import row as row_in_table


def rule(before: Situation, own: int, opponent: int, queen: bool, striker: bool, improper: bool) -> Verdict:
    """The verdict on a stroke of the side in turn; the counts are possible ones (engine.py has checked)."""
    back = own if striker or improper else 0
    down, p = before.down, before.seat & 1
    if down[p] + own == MEN or down[1 - p] + opponent == MEN:  # else no stroke ends a board
        board = ends.end(before, own, opponent, queen, striker, improper)
        if board:
            verdict = Verdict(back, 0, "", False, "")
            verdict.board = board
            return verdict
    row = row_of(before, own, opponent, queen, striker)
    new_queen, goes_on, laws, new_queen_improper, laws_improper = row_in_table(row)
    dues = 1 if striker else 0
    if improper:
        return Verdict(back, dues + 1, new_queen_improper, False, laws_improper)
    if row in ("Q", "QX") and not down[p]:
        laws += " 95c"
    return Verdict(back, dues, new_queen, goes_on, laws)


def row_of(before: Situation, own: int, opponent: int, queen: bool, striker: bool) -> str:
    """The name of the stroke's row in the table (table.py)."""
    p = before.seat & 1
    all_nine = before.down[p] == 0
    row = ""
    if before.queen == "covering":
        row = "C"
    elif queen:
        row = "Q"
        if owing(before, p):
            row = "d"
        elif not own and (all_nine if striker else not before.right[p]):
            row = "q"
    if striker:
        row += "S"
    if own:
        row += "O"
    if opponent:
        row += "X"
    if row[:1] == "Q" and own == 1 and all_nine and not striker:
        row += "1"
    return row
