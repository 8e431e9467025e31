"""Reads what SoL gives: the export of a tourney (`.sol`, `.sol.gz`), and the addresses of its boards.

The export is YAML or JSON: first a document with players and clubs, then one for each tourney. Players and
competitors have numbers from 1, in the order of their lists.

The addresses are those of SoL's QR labels, one for each board, the same in all rounds. Tourneys that are
played at the same time have boards with the same numbers: a line `[ms]` says that the addresses after it are
of the event `ms`. An address ends with `/lit/match/TOURNEY-BOARD.SIGNATURE`. The signature is SoL's, and
everybody with the address may write that board's card: keep the file like a password.
"""

import csv
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import unquote, urlsplit

from host_tools.console import installation
from host_tools.integrations.sol.reasons import SolError
from host_tools.outside import json_text
from host_tools.outside.files import read_input

#: An object of SoL's file. Each value is used as what it should be; a file in which it is something else is
#: refused as "not_of_sol_5".
Fields: TypeAlias = dict[str, Any]
#: Unpacked; a tourney with a hundred players and all its boards has some 300 KB.
MOST_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class SolPlayer:
    """A person; `guid` never changes. SoL shortens the name of a person who did not agree to its publication.
    former: guids of players that were merged with this one.
    """

    guid: str
    name: str
    club: str = ""
    country: str = ""
    former: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SolMatch:
    """A match of the round `turn`: `b` is None for a bye. score: None until it is played."""

    turn: int
    board: int
    a: tuple[SolPlayer, ...]
    b: tuple[SolPlayer, ...] | None
    score: tuple[int, int] | None
    is_final: bool = False


@dataclass(frozen=True, slots=True)
class SolRound:
    """The current round of a tourney; `players`: all players of the tourney. earlier: the matches of the
    rounds before it. ranked_turn: the last round that SoL has ranked. unranked: why SoL's order cannot be
    told from the matches.
    """

    guid: str
    title: str
    date: str
    turn: int
    matches: tuple[SolMatch, ...]
    players: tuple[SolPlayer, ...] = ()
    earlier: tuple[SolMatch, ...] = ()
    ranked_turn: int = 0
    unranked: str | None = None

    @property
    def prefix(self) -> str:
        """The beginning of the ids of its matches."""
        return f"sol-{self.guid[:8]}"


def read(path: Path, tourney: str | None = None) -> SolRound:
    """The current round in a file. tourney: the tourney, by a part of its name, guid or date, if the file has
    several. Raises SolError.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise SolError("file_unreadable", file=str(path), why=error.strerror) from error
    try:
        return parse(raw, tourney)
    except SolError as error:
        raise SolError("in_file", file=str(path), why=error.to_json()) from error


def parse(raw: bytes, tourney_name: str | None = None) -> SolRound:
    """As `read`, from the file's bytes."""
    documents = _documents(_unpacked(raw))
    if not documents or not isinstance(documents[0], dict) or "players" not in documents[0]:
        raise SolError("no_players_listed")
    tourneys = [item for item in documents[1:] if isinstance(item, dict) and "competitors" in item]
    chosen = [tourney for tourney in tourneys if tourney_name is None or _is_meant(tourney, tourney_name)]
    if len(chosen) != 1:
        names = [
            {"title": str(tourney.get("description")), "date": str(tourney.get("date"))}
            for tourney in tourneys
        ]
        raise SolError("which_tourney", tourneys=names)
    try:
        return _round(documents[0], chosen[0])
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise SolError("not_of_sol_5", kind=type(error).__name__, why=str(error)) from error


def _unpacked(raw: bytes) -> bytes:
    if raw[:2] != b"\x1f\x8b":
        return raw
    try:
        unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        text = unpacker.decompress(raw, MOST_BYTES)
    except zlib.error as error:
        raise SolError("not_unpacked", why=str(error)) from error
    if unpacker.unconsumed_tail or len(raw) > MOST_BYTES:
        raise SolError("too_large", most_mb=MOST_BYTES // 1_000_000)
    if not unpacker.eof:
        raise SolError("cut_off")
    return text


def _documents(raw: bytes) -> list[Any]:
    try:
        text = raw.decode("utf-8")
        if text.lstrip().startswith("["):
            documents = json_text.value(text)
            return documents if isinstance(documents, list) else []
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise _no_export(error) from error
    installation.require("yaml")
    from host_tools.outside import yaml_text

    try:
        return yaml_text.documents(text)
    except yaml_text.YamlError as error:
        raise _no_export(error) from error


def _no_export(error: Exception) -> SolError:
    return SolError("no_export", why=" ".join(str(error).split())[:200])


def _is_meant(tourney: Fields, part: str) -> bool:
    names = (str(tourney.get("description", "")), str(tourney.get("guid", "")), str(tourney.get("date", "")))
    return any(part.casefold() in name.casefold() for name in names)


def _round(shared: Fields, tourney: Fields) -> SolRound:
    clubs = [str(club.get("description", "")) for club in shared.get("clubs") or []]
    players = [_player(person, clubs) for person in shared["players"]]
    competitors = [
        tuple(players[_number(number) - 1] for number in competitor["players"])
        for competitor in tourney["competitors"]
    ]
    for people in competitors:
        if len(people) not in (1, 2):
            raise SolError("teams", players=len(people))
    if _championship(shared, tourney).get("trainingboards"):
        raise SolError("training")
    turn = _number(tourney["currentturn"], 0)
    every = sorted(
        (_match(match, competitors) for match in tourney.get("matches") or []),
        key=lambda match: (match.turn, match.board),
    )
    if len({(match.turn, match.board) for match in every}) < len(every):
        raise ValueError("two matches of a turn are at one board")
    matches = [match for match in every if match.turn == turn]
    if not matches:
        raise SolError("no_matches_yet")
    return SolRound(
        guid=_guid(tourney["guid"]),
        title=str(tourney["description"]),
        date=str(tourney.get("date", "")),
        turn=turn,
        matches=tuple(matches),
        players=tuple(dict.fromkeys(player for people in competitors for player in people)),
        earlier=tuple(match for match in every if match.turn < turn),
        ranked_turn=int(tourney.get("rankedturn") or 0),
        unranked=_unranked(tourney),
    )


def _number(value: Any, least: int = 1) -> int:
    """A whole number from `least` to 9999. Raises TypeError and ValueError."""
    number = int(value)
    if not least <= number <= 9999:
        raise ValueError(f"number {number}")
    return number


def _guid(value: object) -> str:
    """The guid, of which ids of matches begin. Raises ValueError."""
    guid = str(value)
    if not re.fullmatch(r"[A-Za-z0-9-]{1,64}", guid):
        raise ValueError(f"guid {guid[:20]!r}")
    return guid


def _unranked(tourney: Fields) -> str | None:
    """Why SoL's order is another than that of its points, Buchholz, net and total points."""
    if tourney.get("matcheskind", "simple") != "simple":
        return "best_of_three"
    if tourney.get("system") == "knockout":
        return "knockout"
    is_estimated = tourney.get("retirements", "none") != "none"
    if is_estimated and any(competitor.get("retired") for competitor in tourney["competitors"]):
        return "retirements"
    return None


def _championship(shared: Fields, tourney: Fields) -> Fields:
    known, number = shared.get("championships") or [], int(tourney.get("championship") or 0)
    championship = known[number - 1] if 0 < number <= len(known) else {}
    return championship if isinstance(championship, dict) else {}


def _player(person: Fields, clubs: list[str]) -> SolPlayer:
    name = " ".join(filter(None, (str(person.get("firstname") or ""), str(person.get("lastname") or ""))))
    club = clubs[_number(person["club"]) - 1] if person.get("club") else ""
    former = tuple(str(guid) for guid, *_ in person.get("merged") or () if guid)
    return SolPlayer(str(person["guid"]), name, club, str(person.get("nationality") or ""), former)


def _match(match: Fields, competitors: list[tuple[SolPlayer, ...]]) -> SolMatch:
    b = match.get("competitor2")
    score = _number(match.get("score1") or 0, 0), _number(match.get("score2") or 0, 0)
    return SolMatch(
        turn=_number(match["turn"]),
        board=_number(match["board"]),
        a=competitors[_number(match["competitor1"]) - 1],
        b=None if b is None else competitors[_number(b) - 1],
        score=score if any(score) else None,
        is_final=bool(match.get("final")),
    )


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


def read_addresses(path: Path) -> Addresses:
    """From a file with one address in each line, or a CSV `board,url`. Raises SolError with the line."""
    try:
        text = read_input(path).decode("utf-8-sig")
    except OSError as error:
        raise SolError("addresses_unreadable", file=str(path), why=error.strerror) from error
    except UnicodeDecodeError as error:
        raise SolError("addresses_not_utf8", file=str(path)) from error
    return parse_addresses(text, str(path))


def parse_addresses(text: str, where: str = "addresses") -> Addresses:
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
