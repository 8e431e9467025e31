"""The addresses of SoL's boards: what its QR labels carry, one for each board, the same in all rounds.

Several tourneys at once have boards of the same numbers: a line `[ms]` says that the addresses after it are
of the event `ms`. An address ends with `/lit/match/TOURNEY-BOARD.SIGNATURE`. The signature is SoL's: whoever
has the address may write that board's card, so the file is kept like a password.
"""

import csv
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from host_tools.sol.errors import SolError

_SECTION = re.compile(r"\[([\w-]{1,20})\]")
_SIGNED = re.compile(r"/lit/match/\d+-(\d+)\.[\w-]+/?")
#: Other characters stand in no address as SoL prints it, and could not be sent.
_PLAIN = re.compile(r"[!-~]+")
_EXAMPLE = "http://sol.example:6996/lit/match/12-3.Kf0…"


class Addresses(dict[int, str]):
    """Board number: address, for any event; `of_event`: those that are of one event, by its key."""

    def __init__(self, of_all: Mapping[int, str] | None = None) -> None:
        super().__init__(of_all or {})
        self.of_event: dict[str, dict[int, str]] = {}

    def find(self, event: str, board: int) -> str | None:
        """The address of a board in the tourney that is this event here."""
        of_event = self.of_event.get(event)
        return self.get(board) if of_event is None else of_event.get(board)


def read(path: Path) -> Addresses:
    """From a file with one address in each line, or a CSV `board,url`. Raises SolError with the line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise SolError(f"The addresses of SoL's boards cannot be read from {path}: {why}.") from error
    return parse(text, str(path))


def parse(text: str, where: str = "addresses") -> Addresses:
    """As `read`, from the text of the file."""
    addresses = Addresses()
    found: dict[int, str] = addresses
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if section := _SECTION.fullmatch(line.strip()):
            found = addresses.of_event.setdefault(section[1], {})
            continue
        cells = [cell.strip() for cell in next(csv.reader([line.replace(";", ",").replace("\t", ",")]))]
        if cells[:2] == ["board", "url"]:
            continue
        board = board_of(cells[-1])
        if board is None:
            raise SolError(
                f"{where}, line {number}: {cells[-1]!r} is no address of a board such as {_EXAMPLE}."
            )
        if len(cells) > 1 and cells[0] != str(board):
            raise SolError(f"{where}, line {number}: this is the address of board {board}, not {cells[0]}.")
        if found.get(board, cells[-1]) != cells[-1]:
            raise SolError(
                f"{where}, line {number}: board {board} has another address already. Of two tourneys, put a "
                "line with the event's key, such as [ms], before the addresses of each."
            )
        found[board] = cells[-1]
    if not addresses and not any(addresses.of_event.values()):
        raise SolError(f"{where} has no address. SoL prints them as labels; one looks like {_EXAMPLE}.")
    return addresses


def board_of(url: str) -> int | None:
    """The number of the board that an address belongs to; None when it is no such address."""
    try:
        parts = urlsplit(url)
        is_web = parts.scheme in ("http", "https") and parts.hostname is not None and parts.port != 0
    except ValueError:  # such as a port that is no number
        return None
    signed = _SIGNED.search(unquote(parts.path))
    return int(signed[1]) if is_web and signed and _PLAIN.fullmatch(url) else None
