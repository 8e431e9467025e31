"""One stroke by the ICF Laws (42-48, 62-64, 72-78, 92-112), by the two tables."""

from . import ends
from .situation import MEN, Situation, owing
from .table import row as row_in_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .ruling import Verdict


def rule(before: Situation, own: int, opponent: int, queen: bool, striker: bool, improper: bool) -> "Verdict":
    """The verdict on a stroke of the side in turn; the counts are possible ones (engine.py has checked)."""
    back = own if striker or improper else 0
    down, p = before.down, before.seat & 1
    if down[p] + own == MEN or down[1 - p] + opponent == MEN:  # else no stroke ends a board
        board = ends.end(before, own, opponent, queen, striker, improper)
        if board:
            return back, 0, 0, "", False, "", board, 0, 0
    row = row_of(before, own, opponent, queen, striker)
    new_queen, goes_on, laws, new_queen_improper, laws_improper = row_in_table(row)
    dues = 1 if striker else 0
    if improper:
        return back, dues, 1, new_queen_improper, False, laws_improper, None, 0, 0
    if row in ("Q", "QX") and not down[p]:
        laws += " 95c"
    return back, dues, 0, new_queen, goes_on, laws, None, 0, 0


def row_of(before: Situation, own: int, opponent: int, queen: bool, striker: bool) -> str:
    """The name of the stroke's row in the table (table.py)."""
    p = before.seat & 1
    row = ""
    if before.queen == "covering":
        row = "C"
    elif queen:
        row = "Q"
        if owing(before, p):
            row = "d"
        elif not own and not (before.down[p] if striker else before.right[p]):
            row = "q"
    if row == "Q" and own and not before.down[p] and not striker:
        return ("QOX" if opponent else "QO") + ("1" if own == 1 else "2")
    return row + _DOWN[(4 if striker else 0) + (2 if own else 0) + (1 if opponent else 0)]


_DOWN = ("", "X", "O", "OX", "S", "SX", "SO", "SOX")
"""What went down besides the Queen. Not letter by letter: MicroPython compares each new text with all names
that it knows.
"""
