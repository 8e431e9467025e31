"""One stroke by the ICF Laws: the table of docs/strokes.md, "One stroke", row by row.

A row is named by what the stroke met and what went down:

    Q  the Queen goes down, the side has the right to her       O  own c/m (one or more)
    q  the Queen goes down, none of its own has been down yet   X  the opponent's c/m (one or more)
    d  the Queen goes down while the side owes a due            S  the striker
    C  the Queen went down before and is being covered          1  exactly one own, all nine were on the board

Its cells are the proper and the improper stroke. Not in the cells, because the Laws know no exception: own
c/m stay down in a proper stroke without the striker, else they come out; the opponent's stay down always; the
striker makes one due, the improper stroke one penalty; after an improper stroke the turn passes.
"""

KEEP = ""  # the Queen stays as she is
COVER = "covering"  # pocketed: the next stroke has to cover her
COVERED = "covered"
OUT = "board"  # the umpire puts her into the centre circle

ON = True  # the turn goes on
PASS = False

# row: ((proper: Queen, turn, Laws), (improper: Queen, Laws))
ROWS = {
    # the Queen neither goes down nor is she being covered
    "": ((KEEP, PASS, "48"), (KEEP, "64a")),
    "O": ((KEEP, ON, "48"), (KEEP, "77a")),
    "X": ((KEEP, PASS, "48 125"), (KEEP, "76")),
    "OX": ((KEEP, ON, "48"), (KEEP, "64b 76 77a")),
    "S": ((KEEP, PASS, "72a"), (KEEP, "72b")),
    "SO": ((KEEP, ON, "73"), (KEEP, "77b")),
    "SX": ((KEEP, PASS, "74"), (KEEP, "72b 76")),
    "SOX": ((KEEP, ON, "75"), (KEEP, "76 77b")),
    # the Queen, no own c/m
    "Q": ((COVER, ON, "48 15"), (OUT, "64b")),
    "QX": ((COVER, ON, "D1"), (OUT, "64b 76")),
    "q": ((OUT, PASS, "95a"), (OUT, "64b")),
    "qX": ((OUT, PASS, "95a 125"), (OUT, "64b 76")),
    "d": ((OUT, PASS, "95b"), (OUT, "64b")),
    "dX": ((OUT, PASS, "95b 125"), (OUT, "64b 76")),
    # the Queen and own c/m
    "QO": ((COVERED, ON, "97a"), (OUT, "64b")),
    "QOX": ((COVERED, ON, "97a"), (OUT, "64b 76")),
    "QO1": ((COVER, ON, "97b"), (OUT, "64b")),
    "QOX1": ((COVER, ON, "97b"), (OUT, "64b 76")),
    "dO": ((OUT, PASS, "95b D11"), (OUT, "64b")),
    "dOX": ((OUT, PASS, "95b D11"), (OUT, "64b 76")),
    # the Queen, own c/m and the striker
    "QSO": ((OUT, ON, "98a"), (OUT, "98b")),
    "QSOX": ((OUT, ON, "98a 75"), (OUT, "98b 76")),
    "dSO": ((OUT, PASS, "98a 95b D42"), (OUT, "98b")),
    "dSOX": ((OUT, PASS, "98a 75 95b D42"), (OUT, "98b 76")),
    # the Queen and the striker; here q: all nine own c/m were on the board
    "QS": ((OUT, ON, "99a"), (OUT, "99b")),
    "QSX": ((OUT, PASS, "D2 74"), (OUT, "D2 99b 76")),
    "qS": ((OUT, PASS, "95d"), (OUT, "99b")),
    "qSX": ((OUT, PASS, "D2 74"), (OUT, "D2 99b 76")),
    "dS": ((OUT, PASS, "95b D42"), (OUT, "99b")),
    "dSX": ((OUT, PASS, "D2 74"), (OUT, "D2 99b 76")),
    # the Queen is being covered
    "C": ((OUT, PASS, "96"), (OUT, "96 64a")),
    "CX": ((OUT, PASS, "96 125"), (OUT, "96 76")),
    "CO": ((COVERED, ON, "96"), (OUT, "77a 96")),
    "COX": ((COVERED, ON, "96"), (OUT, "77a 76 96")),
    "CS": ((OUT, PASS, "100a"), (OUT, "100b")),
    "CSX": ((OUT, PASS, "96 74"), (OUT, "96 72b 76")),
    "CSO": ((KEEP, ON, "101a"), (OUT, "101b")),
    "CSOX": ((KEEP, ON, "101a 75"), (OUT, "101b 76")),
}
