"""SoL's export of a tourney (`.sol`, `.sol.gz`): who plays whom on which board in the current round.

The file is YAML, or JSON: first players and clubs, then one document for each tourney, in which competitors
are numbered from 1 in the order of their list, and players likewise.
"""

import gzip
import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from host_tools.sol.errors import SolError

#: Unpacked; a tourney with a hundred players and all its boards has some 300 KB.
MOST_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class SolPlayer:
    """A person as SoL knows it; `guid` names it for ever. The name may be shortened where the person has not
    agreed to its publication. former: guids of players who turned out to be the same person.
    """

    guid: str
    name: str
    club: str = ""
    country: str = ""
    former: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SolMatch:
    """A match: `b` is None for the phantom. score: None while it is not played."""

    board: int
    a: tuple[SolPlayer, ...]
    b: tuple[SolPlayer, ...] | None
    score: tuple[int, int] | None
    is_final: bool = False


@dataclass(frozen=True, slots=True)
class SolRound:
    """The current round of a tourney; `players`: all who are in the tourney."""

    guid: str
    title: str
    date: str
    turn: int
    matches: tuple[SolMatch, ...]
    players: tuple[SolPlayer, ...] = ()

    @property
    def prefix(self) -> str:
        """What the ids of its matches begin with."""
        return f"sol-{self.guid[:8]}"


def read(path: Path, wanted: str | None = None) -> SolRound:
    """The current round in a file. wanted: the tourney (a part of its name, or of its guid), when the file
    has several. Raises SolError.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise SolError(f"{path} cannot be read: {error.strerror}.") from error
    try:
        return parse(raw, wanted)
    except SolError as error:
        raise SolError(f"{path}: {error}") from error


def parse(raw: bytes, wanted: str | None = None) -> SolRound:
    """As `read`, from the file's bytes."""
    documents = _documents(_unpacked(raw))
    if not documents or not isinstance(documents[0], dict) or "players" not in documents[0]:
        raise SolError("this is no export of SoL (.sol or .sol.gz): it has no list of players.")
    tourneys = [one for one in documents[1:] if isinstance(one, dict) and "competitors" in one]
    chosen = [one for one in tourneys if wanted is None or _is_meant(one, wanted)]
    if len(chosen) != 1:
        names = "; ".join(f"{one.get('description')} ({one.get('date')})" for one in tourneys) or "none"
        raise SolError(f"which tourney? The file has {names}. Name one with --of.")
    try:
        return _round(documents[0], chosen[0])
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise SolError(f"its tourney is not as SoL 5 writes it ({type(error).__name__}: {error}).") from error


def _unpacked(raw: bytes) -> bytes:
    if raw[:2] != b"\x1f\x8b":
        return raw
    try:
        unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        text = unpacker.decompress(raw, MOST_BYTES)
    except (zlib.error, gzip.BadGzipFile) as error:
        raise SolError(f"it cannot be unpacked ({error}); is it complete?") from error
    if unpacker.unconsumed_tail or len(raw) > MOST_BYTES:
        raise SolError(f"it is larger than {MOST_BYTES // 1_000_000} MB: no tourney is.")
    if not unpacker.eof:
        raise SolError("it is cut off; export it from SoL again.")
    return text


def _documents(raw: bytes) -> list[Any]:
    try:
        text = raw.decode("utf-8")
        if text.lstrip().startswith("["):
            found = json.loads(text)
            return found if isinstance(found, list) else []
        return list(yaml.safe_load_all(text))
    except (UnicodeDecodeError, json.JSONDecodeError, yaml.YAMLError, RecursionError) as error:
        first = " ".join(str(error).split())
        raise SolError(f"this is no export of SoL (.sol or .sol.gz): {first[:200]}") from error


def _is_meant(tourney: dict[str, Any], wanted: str) -> bool:
    names = (str(tourney.get("description", "")), str(tourney.get("guid", "")), str(tourney.get("date", "")))
    return any(wanted.casefold() in name.casefold() for name in names)


def _round(shared: dict[str, Any], tourney: dict[str, Any]) -> SolRound:
    clubs = [str(one.get("description", "")) for one in shared.get("clubs") or []]
    players = [_player(one, clubs) for one in shared["players"]]
    competitors = [
        tuple(players[int(number) - 1] for number in one["players"]) for one in tourney["competitors"]
    ]
    for people in competitors:
        if len(people) not in (1, 2):
            raise SolError(
                f"it has teams of {len(people)}; singles and doubles can be taken. Play it with an event of "
                "the kind `team` here, and type the results into SoL."
            )
    if _championship(shared, tourney).get("trainingboards"):
        raise SolError(
            "its championship is a training one, with a number of boards of its own and no cards at the "
            "tables: enter it in SoL."
        )
    turn = int(tourney["currentturn"])
    matches = [_match(one, competitors) for one in tourney.get("matches") or [] if int(one["turn"]) == turn]
    if not matches:
        raise SolError("its current round has no matches yet: make the round in SoL, and export again.")
    return SolRound(
        guid=str(tourney["guid"]),
        title=str(tourney["description"]),
        date=str(tourney.get("date", "")),
        turn=turn,
        matches=tuple(sorted(matches, key=lambda one: one.board)),
        players=tuple(dict.fromkeys(player for people in competitors for player in people)),
    )


def _championship(shared: dict[str, Any], tourney: dict[str, Any]) -> dict[str, Any]:
    known, number = shared.get("championships") or [], int(tourney.get("championship") or 0)
    found = known[number - 1] if 0 < number <= len(known) else {}
    return found if isinstance(found, dict) else {}


def _player(one: dict[str, Any], clubs: list[str]) -> SolPlayer:
    name = " ".join(filter(None, (str(one.get("firstname") or ""), str(one.get("lastname") or ""))))
    club = clubs[int(one["club"]) - 1] if one.get("club") else ""
    former = tuple(str(guid) for guid, *_ in one.get("merged") or () if guid)
    return SolPlayer(str(one["guid"]), name, club, str(one.get("nationality") or ""), former)


def _match(one: dict[str, Any], competitors: list[tuple[SolPlayer, ...]]) -> SolMatch:
    b = one.get("competitor2")
    score = int(one.get("score1") or 0), int(one.get("score2") or 0)
    return SolMatch(
        board=int(one["board"]),
        a=competitors[int(one["competitor1"]) - 1],
        b=None if b is None else competitors[int(b) - 1],
        score=score if any(score) else None,
        is_final=bool(one.get("final")),
    )
