"""Reads chess's tournament report, TRF16 (FIDE Handbook C.04, Annex 2), as entries and the rounds of a Swiss.

Only the lines of players (001) are read. White is side a. A round without an opponent is a bye (U, F) or none
at all (H, Z, blank); a half point of chess is nothing here.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from host_tools.reasons import Cause
from host_tools.tournament.reasons import cause

#: Notes what is wrong with a line: its number, the column, why.
Add = Callable[[int, str, Cause], None]

_PLAYER = "001 "
#: Columns of a player's line, from 0.
_NUMBER, _NAME, _FEDERATION, _LICENCE = slice(4, 8), slice(14, 47), slice(53, 56), slice(57, 68)
_ROUNDS, _WIDTH = 91, 10
#: Of a round's ten columns: the opponent's number, the colour, the result.
_CELL = re.compile(r"([ \d]{4}) ([wb-]) ([-+WDLwdl10=HFUZhfuz ])")
_WON, _LOST, _DRAWN, _BYES = "+1W", "-0L", "=D", "UF"
_NO_GAME = "+-"


def is_trf(text: str) -> bool:
    """Whether a text has lines of players of this format."""
    return re.search(r"(?m)^001 [ \d]{4} ", text) is not None


def rows(text: str, add: Add) -> Iterator[tuple[Literal["entries", "matches"], int, dict[str, Any]]]:
    """The entries, and the matches of all rounds: each with its line and cells."""
    players: dict[int, tuple[int, list[tuple[int, str, str]]]] = {}
    for line, content in enumerate(text.splitlines(), 1):
        if not content.startswith(_PLAYER):
            continue
        text_number = content[_NUMBER].strip()
        if not text_number.isdecimal() or int(text_number) in players:
            add(line, "number", cause("cell_no_number", text=text_number))
            continue
        number = int(text_number)
        name = " ".join(content[_NAME].split())
        cells: dict[str, Any] = {"entry": number, "name": name, "country": content[_FEDERATION].strip()}
        licence = content[_LICENCE].strip()
        cells |= {"licence": licence if licence.strip("0") else ""}
        yield "entries", line, {key: value for key, value in cells.items() if value != ""}
        players[number] = line, list(_played(line, content, add))
    for number, (line, played) in players.items():
        for of_round, (opponent, colour, result) in enumerate(played, 1):
            theirs = players[opponent][1] if opponent in players else []
            back = theirs[of_round - 1] if of_round <= len(theirs) else (0, "-", " ")
            if opponent and back[0] != number:
                add(line, f"round {of_round}", cause("trf_one_sided", opponent=opponent))
            elif opponent == 0 and result in _BYES:
                yield "matches", line, {"round": of_round, "entry_a": number}
            elif opponent and (colour == "w" or (colour != "b" and number < opponent)):
                known = _result(result, back[2])
                if known is None:
                    difference = cause("trf_results_differ", opponent=opponent, results=[result, back[2]])
                    add(line, f"round {of_round}", difference)
                    continue
                yield "matches", line, {"round": of_round, "entry_a": number, "entry_b": opponent, **known}


def _played(line: int, content: str, add: Add) -> Iterator[tuple[int, str, str]]:
    """(opponent, colour, result) of each round; opponent 0: none."""
    for at in range(_ROUNDS, len(content.rstrip()), _WIDTH):
        cell = content[at : at + _WIDTH - 2].ljust(_WIDTH - 2)
        found = _CELL.fullmatch(cell)
        if found is None and cell.strip():
            add(line, f"round {(at - _ROUNDS) // _WIDTH + 1}", cause("trf_cell", text=cell))
        opponent = found[1].strip() if found else ""
        yield (int(opponent or 0), found[2], found[3].upper()) if found else (0, "-", " ")


def _result(own: str, other: str) -> Mapping[str, Any] | None:
    """The cells of a result, from both players' lines; None: these contradict each other."""
    if own == other == " ":
        return {}
    how = {"how": "walk_over"} if own in _NO_GAME or other in _NO_GAME else {}
    if own in _WON and other in _LOST:
        return {"winner": "a", **how}
    if own in _LOST and other in _WON:
        return {"winner": "b", **how}
    if own == other == "-":
        return {"winner": "none", **how}
    return {"winner": "draw"} if own in _DRAWN and other in _DRAWN else None
