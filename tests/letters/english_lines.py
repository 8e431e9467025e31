"""All words of the table that an e-paper shows, in English: from the firmware's sources and its texts."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from boardside.table import refusals, ruling_words, texts
from boardside.table.crokinole import items as crokinole_items
from boardside.table.menu import items, learn

FIRMWARE = Path(__file__).resolve().parent.parent.parent / "firmware" / "boardside"

#: Where the line is among the arguments of what shows it.
_SHOWING = {"say": 1, "line_of": 1, "tell": 0, "notice": 1, "refuse_with": 1, "said": 0}
_SHOWING |= {"Field": 1, "_side_field": 0, "_switch": 3, "_setting": 3, "_address_pages": 1, "Number": 1}
#: A literal like this is a line, whatever is done with it.
_SENTENCE = re.compile(r"(?=.{9})[^\n]*[a-z]{3} [^\n]*")
#: Names of texts whose lines are no sentences.
_NAMED = ("_STAGES", "_BANNERS", "UP")
#: Sentences that no e-paper shows: they are for a log or a program.
_NOT_SHOWN = {
    "a clock runs 1..%d ms, not %r",
    "memory is short: try again",
    "no item %r",
    "no key %r; there are %s",
    "Undo  -%d",
    "technical foul or foul",
    "right to place lapses",
    "late after the interval",
}
#: What the app shows by a passing message.
_OF_APP = (
    "A new firmware is coming",
    "Battery at %d%%: charge it now",
    "Battery: about %d h left",
)
#: What a value in a line may be: clocks, kinds of event, causes of a start, colours, states of a network.
_VALUES = [
    "break",
    "stroke",
    "placing",
    "side_change",
    "interval",
    "round",
    "report",
    "hall",
    "white",
    "black",
    "queen",
    "striker",
    "improper",
    "up",
    "open",
    "stale",
    "down",
    "joined",
    "settling",
    "resting",
    "power_on",
    "dip",
    "watchdog",
    "service",
    "crash",
    "restart",
    "update",
    "soft",
    "group",
    "pre_quarter_final",
    "points",
    "games",
    "twenties",
    "breaks",
    "good",
    "weak",
    "too_weak",
    "none_yet",
]


@cache
def lines() -> list[str]:
    """Every line once; nobody changes the list."""
    return list(dict.fromkeys(line for line in _all() if re.search("[A-Za-z]", _bare(line))))


def _bare(line: str) -> str:
    return re.sub(r"%[-\d.]*[sd]", "", line)


def _all() -> Iterator[str]:
    for group in (texts.REASONS, texts.NOTICES):
        yield from (line for _, line in group.values())
    yield from texts.NOT_STORED.values()
    yield from (line for _, line in texts.WAYS)
    yield from (row[2] for row in texts.EXPIRED.values())
    yield from (row.rsplit("|:", 1)[1].split(":", 1)[1] for row in refusals.LINES.strip().split("\n"))
    yield refusals.GENERAL[1]
    yield from (row.split("|", 1)[1] for row in ruling_words._WORDS.strip().split("\n"))
    yield from (row[1] for row in items.ITEMS + crokinole_items.ITEMS)
    yield from (row[1] for row in learn.BOARD)
    yield from (value.replace("_", " ") for value in [*_VALUES, *texts.UNDONE])
    yield from _OF_APP
    for folder in ("table", "faces/paper", "app"):
        for path in sorted((FIRMWARE / folder).rglob("*.py")):
            if path.name != "sounds.py":
                yield from _shown(ast.parse(path.read_text()), folder == "table")


def _shown(tree: ast.Module, is_table: bool) -> Iterator[str]:
    nodes = list(ast.walk(tree))
    silent = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        for about in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            silent |= {id(part) for part in ast.walk(about)} if about else set()
    for node in nodes:
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
            place = _SHOWING.get(str(name), 99)
            if len(node.args) > place and (is_table or name == "said"):
                yield from _texts(node.args[place])
        elif is_table and isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in silent and node.value not in _NOT_SHOWN and _SENTENCE.fullmatch(node.value):
                yield node.value
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in _NAMED:
            values = node.value.values if isinstance(node.value, ast.Dict) else [node.value]
            yield from (
                text for value in values if not isinstance(value, ast.Tuple) for text in _texts(value)
            )


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may be: of a conditional both, of a formatted one the format."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.BinOp):
        yield from _texts(node.left)
        if isinstance(node.op, ast.Add):
            yield from _texts(node.right)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from _texts(value)
