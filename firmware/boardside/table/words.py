"""A ruling in eight digits: what it comes to, and its first Law, e.g. `duE2 72A`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import Ruling

_WORDS = {
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
_LETTERS = {"a": "A", "c": "C", "e": "E", "f": "F", "g": "G", "h": "H", "D": "d", "V": "U"}


def of(ruling: "Ruling") -> str:
    """Four digits of what happened, the Law on the others; "" when a page of its own follows."""
    facts = ruling.facts
    what = facts.get("what")
    if what is None or facts.get("board") or facts.get("replay"):
        return ""
    return "%-4s%4s" % (_what(what, facts), law_digits(ruling.laws))


def _what(what: str, facts: dict) -> str:
    if what == "no break":
        return "trY" if facts["goes_on"] else "turn"
    if what != "stroke":
        return _WORDS[what]
    if facts["dues"]:
        return "duE%d" % facts["dues"]
    move = facts.get("queen_move")
    if move:
        return _QUEEN[move]
    return "Go" if facts["goes_on"] else "turn"


def law_digits(laws: "tuple[str, ...]") -> str:
    """The first of the Laws in letters that seven segments can show, at most 4 digits."""
    if not laws:
        return ""
    text = ""
    for letter in laws[0][:4]:
        text += _LETTERS.get(letter, letter)
    return text
