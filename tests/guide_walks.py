"""The walks of a panel guide: tables of presses and digits, pressed key by key at a table in memory."""

import re
from typing import Any

LOOKS = 40
"""How often to look, 256 ms apart, for what blinks or comes by turns, at most every eight seconds."""

Walk = tuple[str, list[tuple[str, str]]]


def walks(guide: str) -> list[Walk]:
    """(start, rows of (press, digits)) for each table that follows a `walk` comment."""
    tables = []
    for start, table in re.findall(r"<!-- walk: (.+?) -->\n\n((?:\|.*\n)+)", guide):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
        tables.append((start, [(row[0], row[1]) for row in rows]))
    return tables


def do(umpire: Any, press: str, keys: dict[str, str]) -> None:
    """Carry out a cell like `OK, BLACK ×3`, `DUE held`, `wait 2 s` or `-`; keys: name to the kit's letter."""
    for part in press.split(", "):
        if match := re.fullmatch(r"wait (\d+) s", part):
            umpire.wait(int(match[1]) * 1000)
        elif part != "-":
            match = re.fullmatch(r"([A-Z]+)(?: ×(\d+)| (held))?", part)
            assert match, part
            umpire.press(keys[match[1]] * int(match[2] or 1) + ("+" if match[3] else ""))


def walk(umpire: Any, rows: list[tuple[str, str]], keys: dict[str, str]) -> None:
    """Presses a walk and checks its digits; `a` / `b` come by turns."""
    for press, digits in rows:
        do(umpire, press, keys)
        expected = [text.strip("`").replace("·", " ") for text in digits.split(" / ")]
        pages: set[str] = set()
        begun = umpire.now
        for _ in range(LOOKS):
            pages.update(text for text in expected if umpire.shows(text))
            if len(pages) == len(expected):
                break
            umpire.now += 256
        assert pages == set(expected), f"{press}: {digits}, shown {umpire.show()!r}"
        umpire.now = begun
    assert umpire.is_fold()
