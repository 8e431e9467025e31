"""The end of a board by the ICF Laws: the table of docs/maintainer/strokes.md, "The end of a board", row by
row.

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

    Row = tuple[str, bool, str, list[str]]

# last c/m down | Queen | and twice four cells, first for a proper stroke without the striker, then otherwise:
# winner | "left": the loser's c/m on the board count, "": only the Queen, or one | Queen | Laws; otherwise
# those with the striker; when improper; with both. Without a winner own c/m come back, and the board goes on.
# Queen as she was: "P" or "O" covered by that side, "board", "covering" by P, "stroke" went down in this one,
# "nine" so with all nine own c/m.
# One text, as in table.py.
ENDS = """
own|P|P|left|P|53a 53b||||
own|stroke|P|left|P|53a 53b 97a||||
own|nine|P|left|P|53a 53b 97b||||
own|covering|P|left|P|53a 53b 15||||
own|O|P|left|O|53a 53c||||
own|board|O||board|107a|O||board|108a;107b;108b
opponent|P|O|left|P|53a 53c|O|left|P|53a 53c;53a 53c;53a 53c
opponent|O|O|left|O|53a 53b|O|left|O|53a 53b;53a 53b;53a 53b
opponent|board|O|left|board|106a|O|left|board|111a;106b;111b
opponent|covering|O|left|board|103a|O|left|board|111a D450;103b;111b D450
opponent|stroke|O|left|board|103a|O|left|board|111a D450;103b;111b D450
both|covering|P||P|102a|O||board|109a D450;102b;109b D450
both|stroke|P||P|104a|O||board|109a;104b;109b
both|board|O||board|105a|O||board|109a 112a D450;105b;109b 112b D450
both|P|P||P|D4|O||P|110a;110;110b
both|O|P||O|D5|O||O|112a;112;112b
"""


def row(last: str, held: str, is_clean: bool) -> "Row | None":
    """(winner, whether the loser's c/m count, Queen, Laws); None: the board goes on."""
    name = "\n" + last + "|" + held + "|"
    start = ENDS.index(name) + len(name)
    cells = ENDS[start : ENDS.index("\n", start)].split("|")[0 if is_clean else 4 :]
    return (cells[0], cells[1] == "left", cells[2], cells[3].split(";")) if cells[0] else None


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
    held = _holder(before, p, queen)
    owed = owing(before, p)
    if queen and clean and owed:
        held = "board"  # the Queen comes out (95b, D13)
    elif queen and last == "own" and not before.down[p]:
        held = "nine"
    end = row(last, held, clean)
    if end is None:
        return None
    by, counts, shown, named = end
    laws = named[0 if clean or not improper else 2 if striker else 1]
    if clean and queen and owed:
        laws += " 95b D13"
    elif clean and last == "own" and owed:
        laws += " D3"
    elif clean and last == "opponent" and own and held in ("covering", "stroke"):
        laws += " D44"
    winner = p if by == "P" else 1 - p
    left = 0
    if counts:
        left = MEN - before.down[1 - winner]
        if winner == p:
            left -= opponent  # they went down in this stroke and stay down (48)
        elif clean:  # otherwise the own c/m of this stroke come back
            left -= own
    if shown != "board":
        shown = SIDES[p if shown == "P" else 1 - p]
    demand = 0
    if winner != p:
        demand = (1 if striker else 0) + (1 if improper else 0)
    result = value(before, winner, left, shown, demand, laws)
    if winner == p and last == "own" and before.turns[p] == 1:
        _note_slam(before, result)
    return result


def _holder(before: Situation, p: int, queen: bool) -> str:
    if queen:
        return "stroke"
    if before.queen in ("board", "covering"):
        return before.queen
    return "P" if before.queen == SIDES[p] else "O"


def _note_slam(before: Situation, result: "Result") -> None:
    """White slam: all nine and the Queen; black slam: all that were left; in the first turn (26)."""
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
