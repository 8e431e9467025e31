"""A match set up at the table, and its toss (39)."""

from ...game import rulesets
from ...game.errors import GameError
from ..pages.forms import Field, Form
from ..show.segments import GLYPHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.core import Sport
    from ..pages.panel import Page, Panel

_STAGES = (
    ("GrP", "group"),
    ("rnd", "round"),
    ("PrEq", "pre_quarter_final"),
    ("qF", "quarter_final"),
    ("SF", "semi_final"),
    ("Fin", "final"),
)
_TYPES = (("SinG", False), ("dbL", True))
_SIDES = (("LEFt", "left"), ("rGHt", "right"))
_BREAKS = (("toSS", None),) + _SIDES
# The five as four digits can show them.
_LINE = "Rules of new matches; QUEEN chooses"
_NAMES = {"icf": "iCF", "vkk": "UCC", "spandan": "SPAn", "vaishali": "UAiS", "wcc": "Cro"}


def ask(panel: "Panel", menu: "Page") -> None:
    """The form for a match by the rules this table is set to (`rULES` in the menu)."""
    rules = usual(panel.core.settings)
    panel.open(NewMatch(_fields(panel.core.sport_named(_sport(rules))), _beginner(rules), menu))


class NewMatch(Form):
    """As `Form`; CLOCK takes all the fields as they stand."""

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the form is open."""
        if key == "CLOCK":
            self.at = len(self.fields) - 1
            key = "OK"
        Form.press(self, panel, key, now)


def rules(panel: "Panel", menu: "Page") -> None:
    """Choose the rules by which matches are set up here: the five, or one of the organiser's own."""
    rows = choices(panel.core.settings)
    now = usual(panel.core.settings)
    fields = [Field("rULE", _LINE, tuple((digits(row[0]), row[0]) for row in rows), rows.index(now))]

    def done(panel: "Panel", values: list, now: int) -> bool:
        panel.core.set("ruleset", values[0])
        return True

    panel.open(Form(fields, done, menu))


def choices(settings: "dict[str, Any]") -> "list[tuple]":
    """The rules to choose from: (name, ruleset, changes); the organiser's own have changes, the five None."""
    rows: "list[tuple]" = [(name, name, None) for name in rulesets.IDS]
    for name, base, changes in settings.get("rulesets") or ():
        rows.append((name, base, changes))
    return rows


def usual(settings: "dict[str, Any]") -> tuple:
    """The row of `choices` this table is set to; the first if that row no longer exists."""
    rows = choices(settings)
    ruleset = settings.get("ruleset", "icf")
    for row in rows:
        if row[0] == ruleset:
            return row
    return rows[0]


def digits(name: str) -> str:
    """A ruleset's name on four digits: its first letters that seven segments can show."""
    if name in _NAMES:
        return _NAMES[name]
    text = ""
    for letter in name:
        for form in (letter, letter.upper(), letter.lower()):
            if form in GLYPHS and form != " ":
                text += form
                break
    return text[:4] or "----"


def _sport(rules: tuple) -> str:
    try:
        return rulesets.load(rules[1]).get("sport", "carrom")
    except GameError:
        return "carrom"


def _fields(sport: "Sport") -> "list[Field]":
    fields = [
        Field("StAG", "Stage. CLOCK: all as it stands", _STAGES, 1),
        Field("tYPE", "Singles or doubles", _TYPES, 0),
    ]
    categories = sport.categories()
    if categories:
        fields.append(Field("CAtE", "Category: it decides the discs", categories, 0))
    fields.append(Field("br", sport.who_begins, _BREAKS, 0))
    return fields


def _beginner(rules: tuple):
    """Return the action of OK on the last field: it begins the match."""

    def begin(panel: "Panel", values: list, now: int) -> bool:
        name, ruleset, changes = rules
        event = {"kind": "match", "match": panel.core.new_match_id(), "ruleset": ruleset, "a": [], "b": []}
        event["stage"], event["doubles"], breaks = values[0], values[1], values[-1]
        if len(values) > 3:
            event["category"] = values[2]
        if changes is not None:
            event["rules"] = changes
            event["variant"] = name
        if breaks is not None:
            event["breaks"] = "a" if breaks == "left" else "b"
        return panel.commit(event, now)

    return begin


def toss(panel: "Panel", back: "Page | None") -> None:
    """Who won the toss, whether it took the break or the side, and where the winner sits (39)."""
    fields = [Field("bY", "Who won the toss? QUEEN chooses", _SIDES)]
    if panel.state.extra:  # the break alone (56b)
        fields.append(Field("CHoS", "It takes the break (56b)", (("br", "break"),), 0))
    elif panel.state.setup.rules.get("toss") == "break":
        fields.append(Field("CHoS", "It takes the break (rules)", (("br", "break"),), 0))
    else:
        fields.append(
            Field("CHoS", "It takes break or side? QUEEN chooses", (("br", "break"), ("SidE", "side")))
        )
    panel.open(Form(fields, _tossed, back))


def _tossed(panel: "Panel", values: list, now: int) -> bool:
    won, choice = panel.side(values[0]), values[1]
    other = "b" if won == "a" else "a"
    event = {"kind": "toss", "won": won, "choice": choice, "breaks": won if choice == "break" else other}
    if not panel.commit(event, now):
        return False
    if choice == "side":
        form = Form([Field("Sit", "Where does the winner of the toss sit?", _SIDES, 0)], _seated(won))
        panel.open(form)
        return False
    return True


def _seated(won: str):
    """Return the action of OK after the toss winner has chosen its side: it sets the sides of the table."""

    def seat(panel: "Panel", values: list, now: int) -> bool:
        left = won if values[0] == "left" else ("b" if won == "a" else "a")
        return left == panel.state.left_side or panel.commit({"kind": "sides"}, now)

    return seat
