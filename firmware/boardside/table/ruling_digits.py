"""A ruling in eight digits: what happened, then its first Law, as `duE    2` and `  L72A  `. In words:
ruling_words.py.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import Ruling
    from ..game.strokes import StrokeRuling

_RULED = {
    "foul": "FoUL",
    "technical foul": "tECHFoUL",
    "pass": "PASS",
    "turn": "turn",
    "done": "PLACEd",
    "forgone": "ForGonE",
    "lapsed": "LAPSEd",
    "not_completed": "not donE",
    "no room": "FULL",
    "room": "SPACE",
}
REPLAY = " rEPLAY "
_QUEEN = {"to cover": "CoUEr", "covered": "qUEEn in", "back": "qUEEnoUt"}
_LETTERS = {"a": "A", "c": "C", "e": "E", "f": "F", "g": "G", "h": "H", "D": "d", "R": "r", "V": "U"}


def digits_of(ruling: "Ruling", goes: str) -> str:
    """What happened; "" when a page of its own follows. goes: LEFt or rGHt, whose turn it is now."""
    stroke = ruling.stroke  # not its facts: making them takes longer than all the rest
    if stroke is None or stroke.board is not None:
        return ""
    if stroke.replay:
        return REPLAY
    return _act_digits(stroke, goes)


def _act_digits(stroke: "StrokeRuling", goes: str) -> str:
    kind = stroke.act
    if kind == "no break":
        return "AGAin" if stroke.goes_on else "Go  " + goes
    if kind != "stroke":
        return _RULED[kind]
    if stroke.dues and stroke.penalties:
        return "duE%d PE%d" % (stroke.dues, stroke.penalties)
    if stroke.dues:
        return "duE %4d" % stroke.dues
    if stroke.penalties:
        return "PEnALt%2d" % stroke.penalties
    if stroke.queen_move:
        return _QUEEN[stroke.queen_move]
    return "Go   on" if stroke.goes_on else "Go  " + goes


def law_digits(laws: "tuple[str, ...]") -> str:
    """The first of the Laws behind L in the middle, in letters that seven segments can show, apart from L if
    it begins with one: `  L72A  `, `  L U4  `; "" without.
    """
    if not laws:
        return ""
    law = laws[0][:5]
    text = "L" if law[0].isdigit() else "L "
    for letter in law:
        text += _LETTERS.get(letter, letter)
    return " " * ((9 - len(text) + text.count(".")) // 2) + text
