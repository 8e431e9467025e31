"""The end of a board by the ICF Laws: the table of docs/strokes.md, "The end of a board", row by row.

P is the side whose stroke it is, O the other. A result is a dict, JSON-ready, with the fields of a `board`
event that it proposes (winner, left, queen, law, slam) and besides

    demand      most points on demand, 0 to 2 (87b)
    points      what the board is worth without points on demand
    most        what it is worth with all of them
    laws        list of the Laws it rests on
"""

from .situation import MEN, SIDES, Situation, owing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .situation import Result

    Row = tuple[str, bool, str, tuple[str, ...]]

# (last c/m down, Queen): ((proper, no striker: winner, c/m of the loser that count, Queen, (Laws,)),
#                          (otherwise: winner, c/m of the loser that count, Queen,
#                           (Laws with the striker, Laws when improper, Laws with both)))
# Queen as she was: "P" or "O" covered by that side, "board", "covering" by P, "stroke" went down in this one.
# LEFT: the loser's c/m on the board count; NO_CM: only the Queen, or one point. Otherwise None: own c/m come
# back, the board goes on.
LEFT = True
NO_CM = False
ENDS: "dict[tuple[str, str], tuple[Row, Row | None]]" = {
    ("own", "P"): (("P", LEFT, "P", ("53a 53b",)), None),
    ("own", "stroke"): (("P", LEFT, "P", ("53a 53b 97a",)), None),
    ("own", "covering"): (("P", LEFT, "P", ("53a 53b 96",)), None),
    ("own", "O"): (("P", LEFT, "O", ("53a 53c",)), None),
    ("own", "board"): (("O", NO_CM, "board", ("107a",)), ("O", NO_CM, "board", ("108a", "107b", "108b"))),
    ("opponent", "P"): (("O", LEFT, "P", ("53a 53c",)), ("O", LEFT, "P", ("53a 53c",) * 3)),
    ("opponent", "O"): (("O", LEFT, "O", ("53a 53b",)), ("O", LEFT, "O", ("53a 53b",) * 3)),
    ("opponent", "board"): (("O", LEFT, "board", ("106a",)), ("O", LEFT, "board", ("111a", "106b", "111b"))),
    ("opponent", "covering"): (("O", LEFT, "board", ("103a",)), ("O", LEFT, "board", ("103b",) * 3)),
    ("opponent", "stroke"): (("O", LEFT, "board", ("103a",)), ("O", LEFT, "board", ("103b",) * 3)),
    ("both", "covering"): (("P", NO_CM, "P", ("102a",)), ("O", NO_CM, "board", ("102b",) * 3)),
    ("both", "stroke"): (("P", NO_CM, "P", ("104a",)), ("O", NO_CM, "board", ("109a", "104b", "109b"))),
    ("both", "board"): (("O", NO_CM, "board", ("105a",)), ("O", NO_CM, "board", ("105b",) * 3)),
    ("both", "P"): (("P", NO_CM, "P", ("D4",)), ("O", NO_CM, "P", ("110a", "110", "110b"))),
    ("both", "O"): (("P", NO_CM, "O", ("D5",)), ("O", NO_CM, "O", ("112a", "112", "112b"))),
}


def end(
    before: Situation, own: int, opponent: int, queen: bool, striker: bool, improper: bool
) -> "Result | None":
    """The result when a stroke pockets a side's last c/m; None when the board goes on."""
    p = before.seat & 1
    last_own = own and before.down[p] + own == MEN
    if opponent and before.down[1 - p] + opponent == MEN:
        last = "both" if last_own else "opponent"
    elif last_own:
        last = "own"
    else:
        return None
    clean = not (striker or improper)
    held = "stroke" if queen else _holder(before, p)
    row = ENDS[(last, held)][0 if clean else 1]
    if row is None:
        return None
    laws = row[3][0 if clean or not improper else 2 if striker else 1]
    if clean and last == "own" and owing(before, p):
        laws += " D3 D45" if queen else " D3"
    elif clean and last == "opponent" and own and held in ("covering", "stroke"):
        laws += " D44"
    winner = p if row[0] == "P" else 1 - p
    left = 0
    if row[1]:
        left = MEN - before.down[1 - winner]
        if winner == p:
            left -= opponent  # they went down in this stroke and stay down (48)
        elif clean:  # otherwise the own c/m of this stroke come back
            left -= own
    shown = row[2]
    if shown != "board":
        shown = SIDES[p if shown == "P" else 1 - p]
    demand = 0
    if winner != p:
        demand = (1 if striker else 0) + (1 if improper else 0)
    result = value(before, winner, left, shown, demand, laws)
    if winner == p and last == "own" and before.turns[p] == 1:
        _note_slam(before, result)
    return result


def _holder(before: Situation, p: int) -> str:
    if before.queen in ("board", "covering"):
        return before.queen
    return "P" if before.queen == SIDES[p] else "O"


def _note_slam(before: Situation, result: "Result") -> None:
    """White slam: all nine and the Queen; black slam: all that were left; in the first turn (26, D54)."""
    if result["winner"] != before.white:
        result["slam"] = "black"
        result["laws"].append("26b")
    elif result["queen"] == result["winner"]:
        result["slam"] = "white"
        result["laws"].append("26a")


def value(before: Situation, winner: int, left: int, queen: str, demand: int, laws: str) -> "Result":
    """The result of a board: the loser's c/m, the Queen unless the winner is high (54); 1 to 12 points (55).

    winner: index of the side. queen: the side that covered her, or "board". laws: a text, parted by spaces.
    """
    rules = before.rules
    named = laws.split()
    side = SIDES[winner]
    points = left
    if queen in (side, "board"):
        if before.high[winner]:
            named.append("54")
        else:
            points += rules["queen"]
    points = max(points, 1)
    if demand:
        named.append("87b")
    most = rules["most"]
    if points + demand > most:
        named.append("55")
    return {
        "winner": side,
        "left": left,
        "queen": queen,
        "demand": demand,
        "points": min(points, most),
        "most": min(points + demand, most),
        "laws": named,
        "law": None,
        "slam": None,
    }
