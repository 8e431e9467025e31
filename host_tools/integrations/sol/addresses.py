"""Reads the addresses of SoL's boards: those of its QR labels, one for each board, the same in all rounds.

Tourneys that are played at the same time have boards with the same numbers: a line `[ms]` says that the
addresses after it are of the event `ms`. An address ends with `/lit/match/TOURNEY-BOARD.SIGNATURE`. The
signature is SoL's, and everybody with the address may write that board's card: keep the file like a password.
"""

import csv
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from host_tools.integrations.sol.reasons import SolError
from host_tools.outside.files import read_input

_SECTION = re.compile(r"\[([\w-]{1,20})\]")
_SIGNED = re.compile(r"/lit/match/\d+-(\d+)\.[\w-]+/?")
#: SoL's addresses have no other characters, which could not be sent.
_PLAIN = re.compile(r"[!-~]+")


class Addresses(dict[int, str]):
    """Board number: address, for any event; `of_event`: the addresses of one event, by its key."""

    def __init__(self, of_all: Mapping[int, str] | None = None) -> None:
        super().__init__(of_all or {})
        self.of_event: dict[str, dict[int, str]] = {}

    def find(self, event: str, board: int) -> str | None:
        """The address of a board for the event with this key."""
        of_event = self.of_event.get(event)
        return self.get(board) if of_event is None else of_event.get(board)


def read(path: Path) -> Addresses:
    """From a file with one address in each line, or a CSV `board,url`. Raises SolError with the line."""
    try:
        text = read_input(path).decode("utf-8-sig")
    except OSError as error:
        raise SolError("addresses_unreadable", file=str(path), why=error.strerror) from error
    except UnicodeDecodeError as error:
        raise SolError("addresses_not_utf8", file=str(path)) from error
    return parse(text, str(path))


def parse(text: str, where: str = "addresses") -> Addresses:
    """As `read`, from the text of the file."""
    addresses = Addresses()
    section: dict[int, str] = addresses
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if heading := _SECTION.fullmatch(line.strip()):
            section = addresses.of_event.setdefault(heading[1], {})
            continue
        cells = [cell.strip() for cell in next(csv.reader([line.replace(";", ",").replace("\t", ",")]))]
        if cells[:2] == ["board", "url"]:
            continue
        board = board_of(cells[-1])
        if board is None:
            raise SolError("no_address", file=where, line=number, text=cells[-1])
        if len(cells) > 1 and cells[0] != str(board):
            raise SolError("address_of_other_board", file=where, line=number, board=board, written=cells[0])
        if section.get(board, cells[-1]) != cells[-1]:
            raise SolError("second_address", file=where, line=number, board=board)
        section[board] = cells[-1]
    if not addresses and not any(addresses.of_event.values()):
        raise SolError("no_addresses", file=where)
    return addresses


def board_of(url: str) -> int | None:
    """The number of the board of an address; None for any other text."""
    try:
        parts = urlsplit(url)
        is_web = parts.scheme in ("http", "https") and parts.hostname is not None and parts.port != 0
    except ValueError:  # such as a port that is no number
        return None
    signed = _SIGNED.search(unquote(parts.path))
    return int(signed[1]) if is_web and signed and _PLAIN.fullmatch(url) else None
