"""One stroke by the ICF Laws: the table of docs/maintainer/strokes.md, "One stroke", row by row.

A row is named by what the stroke met and what went down:

    Q  the Queen goes down, the side has the right to her       O  own c/m (one or more)
    q  the Queen goes down, none of its own has been down yet   X  the opponent's c/m (one or more)
    d  the Queen goes down while the side owes a due            S  the striker
    C  the Queen went down before and is being covered          1  exactly one own, all nine were on the board
                                                                2  two or more own, all nine were on the board

Its cells are the proper and the improper stroke. Not in the cells, because the Laws have no exception: own
c/m stay down in a proper stroke without the striker, else they come out; the opponent's stay down always; the
striker makes one due, the improper stroke one penalty; after an improper stroke the turn passes.
"""

# row | proper: Queen | turn | Laws | improper: Queen | Laws. The Queen: "" stays as she is, "covering" is
# pocketed, and the next stroke has to cover her, "covered", "board" is put back into the centre circle.
# One text: where bytecode stays in flash it takes no memory, a hundred tuples would.
ROWS = """
# the Queen neither goes down nor is she being covered
|||48||64a
O||on|48||77a
X|||48 125||76
OX||on|48||64b 76 77a
S|||72a||72b
SO||on|73||77b
SX|||74||72b 76
SOX||on|75||76 77b
# the Queen, no own c/m
Q|covering|on|48 15|board|64b
QX|covering|on|D1|board|64b 76
q|board||95a|board|64b
qX|board||95a 125|board|64b 76
d|board||95b|board|64b
dX|board||95b 125|board|64b 76
# the Queen and own c/m
QO|covered|on|97a|board|64b
QOX|covered|on|97a|board|64b 76
QO1|covering|on|97b|board|64b
QOX1|covering|on|97b|board|64b 76
QO2|covered|on|97b|board|64b
QOX2|covered|on|97b|board|64b 76
dO|board||95b D11|board|64b
dOX|board||95b D11|board|64b 76
# the Queen, own c/m and the striker
QSO|board|on|98a|board|98b
QSOX|board|on|98a 75|board|98b 76
dSO|board||98a 95b D42|board|98b
dSOX|board||98a 75 95b D42|board|98b 76
# the Queen and the striker; here q: all nine own c/m were on the board
QS|board|on|99a|board|99b
QSX|board||D2 74|board|D2 99b 76
qS|board||95d|board|99b
qSX|board||D2 74|board|D2 99b 76
dS|board||95b D42|board|99b
dSX|board||D2 74|board|D2 99b 76
# the Queen is being covered
C|board||96|board|96 64a
CX|board||96 125|board|96 76
CO|covered|on|15|board|77a 96
COX|covered|on|15|board|77a 76 96
CS|board||100a|board|100b
CSX|board||96 74|board|96 72b 76
CSO||on|101a|board|101b
CSOX||on|101a 75|board|101b 76
"""


_MOST_READ = 8
_read: "dict[str, tuple[str, bool, str, str, str]]" = {}
"""Rows already read: a match uses few of them, again and again."""


def row(name: str) -> "tuple[str, bool, str, str, str]":
    """(proper stroke: Queen, whether the turn goes on, Laws; improper stroke: Queen, Laws)."""
    return _read.get(name) or _read_row(name)


def _read_row(name: str) -> "tuple[str, bool, str, str, str]":
    start = ROWS.index("\n" + name + "|") + len(name) + 2
    queen, turn, laws, other_queen, other_laws = ROWS[start : ROWS.index("\n", start)].split("|")
    if len(_read) == _MOST_READ:
        _read.clear()
    _read[name] = cells = (queen, turn == "on", laws, other_queen, other_laws)
    return cells
