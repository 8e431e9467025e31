"""What an e-paper shows of a side's names, and the lines that are drawn for it.

A name whose letters the table's own font has is shown by the table. Another one is drawn here and sent, if
the fonts here have its letters. Else its Latin spelling is shown, if the entry list has one; else the
table's number and the side. Nothing is transliterated: how a name is spelled, its owner decides.
"""

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from boardside.table.show.screens import is_plain
from host_tools.live_values import Event
from host_tools.reasons import Cause, Reasons

if TYPE_CHECKING:
    from host_tools.glyphs.drawing import Bitmap, Room

#: What is seen of a name: itself by the table's font, itself as a drawing, its Latin spelling, or only the
#: table's number and the side.
Seen = Literal["plain", "drawn", "latin", "number"]
#: ASCII that the table's large font lacks (faces/paper/fonts.py); a test compares them.
LACKING = frozenset("#$%*<=>@[\\]^_`{|}~")
#: What a table may ask for: nothing larger is drawn.
WIDTH_MOST, HEIGHT_MOST, LINES_MOST = 400, 64, 2

#: The longest command that a table takes (boardside.link.commands.COMMAND_MAX).
COMMAND_MOST = 3072

Lines = list["str | list[int | str]"]


def is_shown(name: str) -> bool:
    """Whether the font of every table has all letters of a name."""
    return is_plain(name) and LACKING.isdisjoint(name)


def seen(name: str, latin: Mapping[str, str] | None, draws: bool) -> Seen:
    """What an e-paper shows of a name. draws: the table takes drawn names (its status says so)."""
    if is_shown(name):
        return "plain"
    if draws and _can_draw(name):
        return "drawn"
    return "latin" if _spelling(name, latin) else "number"


def room_of(status: object) -> "Room | None":
    """What a table says that names can be drawn in, from its status; None: it takes none, or what it says
    cannot be.
    """
    sizes = status.get("letters") if isinstance(status, Mapping) else None
    if not isinstance(sizes, list) or len(sizes) < 5 or any(type(part) is not int for part in sizes[:5]):
        return None
    width, height, cap, base, lines = sizes[:5]
    if not (0 < width <= WIDTH_MOST and 0 <= cap < base <= height <= HEIGHT_MOST and 0 < lines <= LINES_MOST):
        return None
    from host_tools.glyphs.drawing import Room  # only a hall with e-paper needs HarfBuzz

    return Room(width, height, cap, base, lines)


def command(match: str, side: str, names: Sequence[str], latin: object, room: "Room") -> str | None:
    """The `letters` command for a side (docs/maintainer/protocol.md) as JSON; None: the table needs none.

    latin: as in the `match` event, pairs of a name and its spelling.
    """
    known = tuple((pair[0], pair[1]) for pair in latin if _is_pair(pair)) if isinstance(latin, list) else ()
    lines = _lines(tuple(names), known, room)
    if lines is None:
        return None
    event = {"kind": "letters", "match": match, "side": side, "names": list(names), "lines": lines}
    text = json.dumps(event, separators=(",", ":"))
    return text if len(text) <= COMMAND_MOST else None


@lru_cache(maxsize=1024)
def _lines(names: tuple[str, ...], known: tuple[tuple[str, str], ...], room: "Room") -> Lines | None:
    from host_tools.glyphs import drawing

    latin = dict(known)
    how = [seen(name, latin, True) for name in names]
    if "drawn" not in how or "number" in how:
        return None
    kinds = list(zip(names, how, strict=True))
    texts = [_spelling(name, latin) if kind == "latin" else name for name, kind in kinds]
    each: list[str | list[int | str] | None] = [
        _sent(drawing.line(text, room)) if kind == "drawn" else text
        for text, kind in zip(texts, how, strict=True)
    ]
    if len(names) > 1 and room.lines == 1:
        each.insert(0, _sent(drawing.line(" / ".join(texts), room)))
    elif len(names) == 1 and room.lines > 1 and drawing.natural_width(texts[0], room) > room.width:
        each = [_sent(drawing.line(part, room)) for part in _halves(texts[0])]
    return None if None in each else [line for line in each if line is not None]


def _is_pair(pair: object) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and all(isinstance(text, str) for text in pair)


def _halves(name: str) -> list[str]:
    """A name in two lines at the blank that makes the longer one shortest; in one if it has no blank."""
    from host_tools.glyphs import drawing

    words = name.split()
    ways = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    if not ways:
        return [name]
    return list(min(ways, key=lambda way: max(drawing.width_of(part) for part in way)))


def _sent(line: "Bitmap | None") -> "list[int | str] | None":
    return None if line is None else [line.width, b64encode(line.data).decode("ascii")]


def _spelling(name: str, latin: Mapping[str, str] | None) -> str:
    """The Latin spelling of a name that every table can show; "": there is none."""
    spelled = latin.get(name) if latin else None
    return spelled if isinstance(spelled, str) and is_shown(spelled) else ""


@lru_cache(maxsize=4096)
def _can_draw(name: str) -> bool:
    from host_tools.glyphs import drawing

    return drawing.is_in_fonts(name)


REMARKS = Reasons(
    {
        "seen_in_latin": "Table {table} shows {name} as {latin}.",
        "seen_as_number": (
            "Table {table} cannot show {name}: its e-paper says Table {table} {side}. A Latin spelling "
            "(column latin of the entries) would be shown."
        ),
    }
)


def about(event: Event, table: int, status: object) -> list[Cause]:
    """The remarks on a `match` event for a table, whose last status this is. None on a table without e-paper,
    which shows no names, and on one that has not said what it has.
    """
    return [] if room_of(status) is None else list(_about(event, table))


def _about(event: Event, table: int) -> Iterator[Cause]:
    latin = dict(event.get("latin") or ())
    for side in ("a", "b"):
        names = event.get(side) or ()
        how = {name: seen(name, latin, True) for name in names}
        lost = [name for name in names if how[name] == "number"]
        if lost:  # then the partner is not shown either
            yield REMARKS.cause("seen_as_number", table=table, side=side.upper(), name=", ".join(lost))
            continue
        for name in names:
            if how[name] == "latin":
                yield REMARKS.cause("seen_in_latin", table=table, name=name, latin=latin[name])
