"""Every refusal of the rules, found in their sources: said whole on each display, explained in the guide."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "portable" / "table"), str(ROOT / "tests" / "displays")]

from paper_kit import LAYOUTS  # noqa: E402  (the path comes first)
from table_kit import Umpire  # noqa: E402

from boardside.faces.paper import glyphs  # noqa: E402
from boardside.faces.paper.sheet import Sheet  # noqa: E402
from boardside.table import refusals, texts  # noqa: E402
from boardside.table.segments import DIGITS, legible  # noqa: E402

GAME = ROOT / "firmware" / "boardside" / "game"
GUIDE = (ROOT / "docs" / "panel.md").read_text(encoding="utf-8")

HOSTS = (
    "two names, but the match is singles",
    "match: the event is of match",
    "undo: the match has to be folded again",
    "unshot: true, but total",
)
"""Parts of messages to which no key leads: hosts and files of rules get them."""


def told(node: ast.expr, names: dict[str, list[str]]) -> list[str]:
    """The texts that an expression can be, as far as they stand in the source."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return told(node.left, names)
    if isinstance(node, ast.BinOp):
        return [left + right for left in told(node.left, names) for right in told(node.right, names) or [""]]
    if isinstance(node, ast.IfExp):
        return told(node.body, names) + told(node.orelse, names)
    if isinstance(node, ast.Name):
        return names.get(node.id, [])
    return []


def assigned(tree: ast.AST) -> dict[str, list[str]]:
    """What is assigned to each name in it."""
    names: dict[str, list[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            names.setdefault(node.targets[0].id, []).extend(told(node.value, names))
    return names


def messages() -> Iterator[tuple[str, str]]:
    """(file and line, message) of each refusal that is not about malformed fields."""
    for path in sorted(GAME.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        constants = assigned(ast.Module([node for node in tree.body if isinstance(node, ast.Assign)], []))
        for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
            names = constants | assigned(function)
            for node in ast.walk(function):
                if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "GameError"):
                    continue
                code = getattr(node.args[0], "value", "")
                if code in ("not_now", "impossible", "ambiguous"):
                    for message in told(node.args[1], names):
                        yield f"{path.name}:{node.lineno}", message
        if path.name == "play.py" and path.parent.name == "crokinole":
            why = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "_why_none")
            for node in ast.walk(why):
                if isinstance(node, ast.Return) and node.value is not None:
                    yield "crokinole/play.py: shot", told(node.value, {})[0]


@cache
def told_by_the_game() -> list[tuple[str, str]]:
    """Those that say something; read when a test wants them, as the whole game has to be parsed for them."""
    return [(where, text) for where, text in messages() if not re.fullmatch(r"(\w+: ?)?(%s: )?(%s)?", text)]


ALL = sorted(
    {(digits, line) for digits, line in [line.split("|")[1:] for line in refusals.LINES.splitlines()]}
    | {refusals.GENERAL}
    | set(texts.REASONS.values())
    | set(texts.NOTICES.values())
    | {(texts.REASONS["flash"][0], line) for line in texts.NOT_STORED.values()}
)
"""Everything that is said for a moment: digits and line."""


def test_the_sources_were_read() -> None:
    assert len(told_by_the_game()) > 60
    for part in HOSTS:
        assert any(part in text for _, text in told_by_the_game()), part


def test_every_refusal_has_words_of_its_own() -> None:
    for where, text in told_by_the_game():
        is_hosts = any(part in text for part in HOSTS)
        assert (refusals.words_of(text) == refusals.GENERAL) is is_hosts, f"{where}: {text}"


def test_every_row_is_somebodys() -> None:
    for row in refusals.LINES.splitlines():
        part = row.split("|")[0]
        assert any(part in text for _, text in told_by_the_game()) or part in PHASES, part


PHASES = (
    *("the result is confirmed", "the match is decided", "after the match's end", "there is no match"),
    *("the toss is awaited", "no board is in play", "a board is in play", "a change of sides is owed"),
    "it is the interval",
)
"""What stands in tables of the sources, by phase."""


@pytest.mark.parametrize(("digits", "line"), ALL)
def test_nothing_is_cut_on_any_display(digits: str, line: str) -> None:
    assert legible(digits)
    assert len(digits.replace(".", "")) <= DIGITS
    line = line.replace("%d", "123")
    assert texts.fit(line) == line
    umpire = Umpire()
    assert umpire.assign()[0]
    umpire.table.refuse_with(digits, line, umpire.now)
    screen = umpire.table.screen(umpire.now)
    assert screen.line == line
    for layout, _ in LAYOUTS.values():
        sheet = Sheet(len(layout.PARTS))
        for part, lay in enumerate(layout.PARTS):
            sheet.begin(part)
            lay(sheet, screen)
        assert bytes([glyphs.MORE]) not in bytes(sheet.letters), layout.__name__
        assert line.encode().replace(b" ", b"") in bytes(sheet.letters).replace(b" ", b""), layout.__name__


def test_the_guide_explains_the_digits_of_each() -> None:
    listed = set(re.findall(r"`([^`]+)`", GUIDE[GUIDE.index("### Reasons and notices") :]))
    assert {row.split("|")[1] for row in refusals.LINES.splitlines()} <= listed
