"""What the menu can do, item by item.

Every item is one row of `ITEMS`: what the eight digits say, what a longer display says, and what OK does:
`action(panel, menu, now)`. An action enters its event, or opens a page that leads to it.
"""

from ..game.events import BOARD_LAWS, MATCH_LAWS, REPLAY_LAWS
from . import texts
from .edit import Edit
from .entry import Entry
from .forms import Field, Form
from .pages import Info

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .pages import Page
    from .panel import Panel

_SIDES = (("LEFt", "left"), ("rGHt", "right"))
_STAGES = (
    ("GrP", "group"),
    ("rnd", "round"),
    ("PrEq", "pre_quarter_final"),
    ("qF", "quarter_final"),
    ("SF", "semi_final"),
    ("Fin", "final"),
)
_TYPES = (("SinG", False), ("dbL", True))
_BREAKS = (("toSS", None), ("LEFt", "left"), ("rGHt", "right"))
_LETTERS = "AbCdEFGHi"
BRIGHTNESS_MAX = 15
VOLUME_MAX = 10


def walkover(panel: "Panel", back: "Page | None" = None) -> None:
    """The form that offers the walk-over for a side that did not report in time (143i)."""
    letters = _numbered_laws()
    fields = [
        Field("143", "Not here in time: 143i", letters, len(letters) - 1),
        _side_field("Who is not here?"),
    ]
    form = Form(fields, _lose_match, back)
    form.at = 1
    panel.open(form)


def _side_field(line: str) -> "Field":
    return Field("SidE", line + " QUEEN chooses", _SIDES)


def _numbered_laws() -> tuple:
    return tuple((_LETTERS[at], MATCH_LAWS[at]) for at in range(len(MATCH_LAWS)))


def _need_match(panel: "Panel") -> bool:
    """Whether a match is here to act on; if not, that is said."""
    if panel.state.phase == "idle":
        panel.refuse("no_match")
        return False
    return True


def _new_match(panel: "Panel", menu: "Page", now: int) -> None:
    if panel.table.in_play():
        panel.refuse("unsealed" if panel.state.phase == "over" else "in_play")
        return
    fields = [
        Field("StAG", "Stage of the tournament", _STAGES, 1),
        Field("tYPE", "Singles or doubles", _TYPES, 0),
        Field("br", "Who breaks first", _BREAKS, 0),
    ]
    panel.open(Form(fields, _begin, menu))


def _begin(panel: "Panel", values: list, now: int) -> bool:
    stage, doubles, breaks = values
    event = {"kind": "match", "match": panel.table.new_match_id(), "stage": stage, "doubles": doubles}
    event["ruleset"] = panel.table.settings.get("ruleset", "icf")
    event["a"] = []
    event["b"] = []
    if breaks is not None:
        event["breaks"] = "a" if breaks == "left" else "b"
    return panel.commit(event, now)


def _edit(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        if panel.state.confirmed:
            panel.refuse("sealed")
        else:
            panel.open(Edit(panel.state, menu))


def _redo(panel: "Panel", menu: "Page", now: int) -> None:
    if panel.table.redo(now):
        panel.leave()


def _swap(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel) and panel.commit({"kind": "sides"}, now):
        panel.leave()


def _replay(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        laws = tuple((law, law) for law in REPLAY_LAWS)
        laws = laws[:-1] + (("151A", REPLAY_LAWS[-1]),)
        panel.open(Form([Field("bY", "The board is replayed: by which Law", laws)], _replayed, menu))


def _replayed(panel: "Panel", values: list, now: int) -> bool:
    return panel.commit({"kind": "replayed", "law": values[0]}, now)


def _ruled_board(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        laws = tuple((law, law) for law in BOARD_LAWS)
        panel.open(Form([Field("bY", "The board is lost: by which Law", laws)], _count_ruled, menu))


def _count_ruled(panel: "Panel", values: list, now: int) -> bool:
    """The c/m of the loser are counted as in any entry; the rules tell there when no board can be entered."""
    if panel.state.phase in ("toss", "over", "confirmed"):
        panel.refuse({"toss": "toss", "over": "finish"}.get(panel.state.phase, "sealed"))
    else:
        panel.open(Entry(values[0]))
    return False


def _concede_game(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        panel.open(Form([_side_field("Who concedes the game?")], _conceded_game, menu))


def _concede_match(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        panel.open(Form([_side_field("Who concedes the match?")], _conceded_match, menu))


def _conceded_game(panel: "Panel", values: list, now: int) -> bool:
    return panel.commit({"kind": "concede", "side": panel.side(values[0]), "what": "game"}, now)


def _conceded_match(panel: "Panel", values: list, now: int) -> bool:
    return panel.commit({"kind": "concede", "side": panel.side(values[0]), "what": "match"}, now)


def _lost(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        fields = [Field("143", "Loses the match: 143, letter", _numbered_laws()), _side_field("Who loses?")]
        panel.open(Form(fields, _lose_match, menu))


def _lose_match(panel: "Panel", values: list, now: int) -> bool:
    return panel.commit({"kind": "lost", "side": panel.side(values[1]), "law": values[0]}, now)


def _time(panel: "Panel", menu: "Page", now: int) -> None:
    if _need_match(panel):
        choices = (("no", False), ("YES", True))
        panel.open(Form([Field("SUrE", "The organiser calls time (D20)?", choices, 0)], _called, menu))


def _called(panel: "Panel", values: list, now: int) -> bool:
    return not values[0] or panel.commit({"kind": "time"}, now)


def _brightness(panel: "Panel", menu: "Page", now: int) -> None:
    _setting(panel, menu, "bri", "Brightness", "brightness", 0, BRIGHTNESS_MAX, 8)


def _volume(panel: "Panel", menu: "Page", now: int) -> None:
    _setting(panel, menu, "SoUn", "Volume, 0 is mute", "volume", 0, VOLUME_MAX, 7)


def _setting(
    panel: "Panel", menu: "Page", label: str, line: str, name: str, low: int, high: int, usual: int
) -> None:
    choices = tuple((str(value), value) for value in range(low, high + 1))
    value = max(low, min(high, panel.table.settings.get(name, usual)))

    def live(panel: "Panel", value: int) -> None:
        panel.table.set(name, value)

    field = Field(label, line, choices, value - low, live, ring=False)
    panel.open(Form([field], lambda panel, values, now: True, menu))


def _link(panel: "Panel", menu: "Page", now: int) -> None:
    screen = panel.table.view
    states = {"up": "UP", "open": "UP", "stale": "oLd", "down": "doUn"}
    age = min(screen.link_age_s, 999)
    pages = [("Lin %4s" % states.get(screen.link, "nonE"), "Link: %s" % (screen.link or "none yet"))]
    if age < 0:
        pages.append(("AGE   --", "The host was never heard"))
    else:
        pages.append(("AGE  %3d" % age, "The host was last heard %d s ago" % age))
    panel.open(Info(pages, menu))


def _about(panel: "Panel", menu: "Page", now: int) -> None:
    settings = panel.table.settings
    firmware = settings.get("firmware", "")
    name = settings.get("name", "")
    pages = [
        ("%s%5d" % (texts.TABLE, panel.table.view.table), "Table %d %s" % (panel.table.view.table, name)),
        ("Fir" + _digits_only(firmware), "Firmware %s" % (firmware or "unknown")),
    ]
    panel.open(Info(pages, menu))


def _digits_only(version: str) -> str:
    """A version's numbers, right-aligned on five digits: a "." takes none."""
    numbers = "".join([letter for letter in version if letter in "0123456789"])[:5]
    return " " * (5 - len(numbers)) + ".".join(numbers)


ITEMS = (
    ("StArt", "New match", _new_match),
    ("Edit", "Edit the score (143c)", _edit),
    ("rEdo", "Take the last undo back", _redo),
    ("SidES", "The players change ends", _swap),
    ("rEPLAY", "Replay the board", _replay),
    ("LoSt bd", "Board lost by ruling", _ruled_board),
    ("ConCEdE", "Concede the game (139)", _concede_game),
    ("rEtirE", "Concede the match (139)", _concede_match),
    ("LoSt 143", "Match lost by ruling (143)", _lost),
    ("StoP", "The organiser calls time", _time),
    ("briGHt", "Brightness", _brightness),
    ("SoUnd", "Volume", _volume),
    ("Lin", "Link to the host", _link),
    ("AboUt", "About this table", _about),
)
