"""One stroke by the rulebook of GEC Vaishali, as docs/maintainer/strokes.md reads it (V1 to V11 there).

Its own word for what a foul costs is a penalty, the striker included (D16). Where it is silent the ICF Laws
hold: the tries to break, penalties that wait, their placing, the right to the Queen, an improper stroke. Of
the rules are read, besides what all strokes need:

    foul_striker        penalties for the striker alone, by default 1
    foul_with_piece     for the striker with any piece, by default 2
    foul_opponent       for an opponent's piece, by default 1
    foul_last           for the own last piece with the Queen on the board, by default 5
    foul_last_own       of these, placed by the player himself, by default 3
"""

from .ends import value
from .situation import MEN, SIDES, Situation, owing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .ruling import Verdict


def rule(before: Situation, own: int, opponent: int, queen: bool, striker: bool, improper: bool) -> "Verdict":
    """The verdict on a stroke of the side in turn; the counts are possible ones (engine.py has checked)."""
    rules = before.rules
    p = before.seat & 1
    foul = striker or improper or opponent > 0
    held, law = _queen(before, own, queen, striker, improper, foul)
    covered = held == "covered" or (held == "" and before.queen == SIDES[p])
    covered_at_all = covered or (held == "" and before.queen == SIDES[1 - p])
    last_own = own > 0 and before.down[p] + own == MEN and not improper
    if last_own and covered_at_all and not foul:
        return _finish(before, held, covered)
    goes_on = not foul and (own > 0 or held == "covering") and held != "board"
    laws = law if law or foul else "V1"
    penalties = 0
    if improper:
        penalties = 2 if striker else 1
        laws += " 64b" if own or queen else " 64a"
    elif striker:
        alone = not (own or opponent or queen)
        penalties = rules.get("foul_striker", 1) if alone else rules.get("foul_with_piece", 2)
        laws += " V2" if alone else " V3"
    elif opponent:
        penalties = rules.get("foul_opponent", 1)
        laws += " V4"
    before_her = last_own and not covered_at_all
    if before_her and laws == "V1":
        laws = ""  # no other strike: the turn ends
    own_share = centre = 0
    if before_her:
        penalties = rules.get("foul_last", 5)
        own_share = rules.get("foul_last_own", 3)
        goes_on = False
        laws += " V6 D12"
    if opponent and before.down[1 - p] + opponent == MEN:
        centre = 1
        laws += " V5"
    back = own if improper else 0
    if (
        last_own and not penalties
    ):  # rules without a penalty: the board would go on without a piece of its own
        back = 1
        laws += " D46"
    return back, 0, penalties, held, goes_on, laws, None, own_share, centre


def _queen(
    before: Situation, own: int, queen: bool, striker: bool, improper: bool, foul: bool
) -> "tuple[str, str]":
    """What becomes of the Queen, and by which line."""
    p = before.seat & 1
    if queen:
        if foul:
            return "board", "V4" if not (striker or improper) else "V8"
        if not before.right[p] or owing(before, p):
            return "board", "V7"
        return ("covered", "V8") if own else ("covering", "V8")
    if before.queen == "covering":
        return ("covered", "V8") if own and not (striker or improper) else ("board", "V8")
    return "", ""


def _finish(before: Situation, held: str, covered: bool) -> "Verdict":
    """The side has pocketed its last piece after the Queen: the opponent's left, and the Queen (V9)."""
    p = before.seat & 1
    holder = SIDES[p] if covered else SIDES[1 - p]
    board = value(before, p, before.left(SIDES[1 - p]), holder, 0, "V9")
    return 0, 0, 0, held, False, "", board, 0, 0
