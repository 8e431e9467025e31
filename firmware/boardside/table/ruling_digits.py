"""A ruling in eight digits: its result and its first Law, as `duE2 72A`. In words: ruling_words.py."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import Ruling
    from ..game.strokes import StrokeRuling

_RULED = {
    "foul": "FoUL",
    "technical foul": "tECH",
    "pass": "PASS",
    "turn": "turn",
    "done": "donE",
    "forgone": "ForG",
    "lapsed": "LAPS",
    "not_completed": "unFi",
    "no room": "FULL",
    "room": "SPAC",
}
_QUEEN = {"to cover": "q to", "covered": "q in", "back": "qout"}
_LETTERS = {"a": "A", "c": "C", "e": "E", "f": "F", "g": "G", "h": "H", "D": "d", "R": "r", "V": "U"}


def digits_of(ruling: "Ruling") -> str:
    """Four digits of what happened, the Law on the others; "" when a page of its own follows."""
    stroke = ruling.stroke  # not its facts: making them takes longer than all the rest
    if stroke is None or stroke.board is not None or stroke.replay:
        return ""
    return "%-4s%4s" % (_act_digits(stroke), law_digits(ruling.laws))


def _act_digits(stroke: "StrokeRuling") -> str:
    kind = stroke.act
    if kind == "no break":
        return "trY" if stroke.goes_on else "turn"
    if kind != "stroke":
        return _RULED[kind]
    if stroke.dues and stroke.penalties:
        return "d%dP%d" % (stroke.dues, stroke.penalties)
    if stroke.dues:
        return "duE%d" % stroke.dues
    if stroke.penalties:
        return "PEn%d" % stroke.penalties
    if stroke.queen_move:
        return _QUEEN[stroke.queen_move]
    return "Go" if stroke.goes_on else "turn"


def law_digits(laws: "tuple[str, ...]") -> str:
    """The first of the Laws in letters that seven segments can show, at most 4 digits."""
    if not laws:
        return ""
    text = ""
    for letter in laws[0][:4]:
        text += _LETTERS.get(letter, letter)
    return text
