"""Reading Crokinole Match Notation (CMN) 1.0-draft: everything that its text demands is checked, with the
place of what is wrong; a file is taken whole or not at all.

Source: as `cmn.py`. Fields that are not known are passed over, as it demands ("Consumers must ignore fields
they don't recognize"); the same field twice, which JSON leaves open, is not.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from host_tools.exports.cmn import CMN
from host_tools.exports.errors import ExportError

#: A match has about 1 KB.
MOST_BYTES = 20_000_000
#: So many problems are named.
_SHOWN_MOST = 20
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z")
_TEXT_MOST = 200

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CmnGame:
    """A round of ours. winner, hammer (who shot first): 0 or 1; winner None: level. None: not told."""

    winner: int | None
    hammer: int | None = None
    scores: Pair | None = None
    twenties: Pair | None = None


@dataclass(frozen=True, slots=True)
class CmnMatch:
    """teams: the players' names; winner as in a game; event: its name, "" when it has none."""

    id: str
    date: str
    teams: tuple[tuple[str, ...], tuple[str, ...]]
    games: tuple[CmnGame, ...]
    winner: int | None
    event: str = ""

    @property
    def points(self) -> Pair:
        """Two for each game won, one each for a level one."""
        won = [game.winner for game in self.games]
        return 2 * won.count(0) + won.count(None), 2 * won.count(1) + won.count(None)


def parse(raw: bytes) -> list[CmnMatch]:
    """All matches of a file, a single record or a batch. Raises ExportError with the problems, one a line."""
    document = _document(raw)
    look = _Look()
    found: list[CmnMatch] = []
    if look.fields(document, "the file") is not None:
        if document.get("cmn") != CMN:
            said = look.shown(document.get("cmn"))
            raise ExportError(f'cmn: this is version {said}; "{CMN}" can be read. Is it a CMN file?')
        found = list(_matches(look, document))
    if look.problems:
        more = len(look.problems) - _SHOWN_MOST
        lines = look.problems[:_SHOWN_MOST] + ([f"and {more} more"] if more > 0 else [])
        raise ExportError("\n".join([*lines, "Nothing was taken."]))
    return found


def _document(raw: bytes) -> Any:
    if len(raw) > MOST_BYTES:
        raise ExportError(f"it is larger than {MOST_BYTES // 1_000_000} MB: give single matches.")
    try:
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise ExportError(f"it is not UTF-8 (at byte {error.start}): is it a CMN file?") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, character {error.colno}"
        raise ExportError(f"it is no JSON ({error.msg}, {where}); is it complete?") from error
    except (ValueError, RecursionError) as error:
        why = "too deep" if isinstance(error, RecursionError) else str(error)[:_TEXT_MOST]
        raise ExportError(f"it is no CMN file: {why}.") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice[:40]!r} stands twice in one object")
    return found


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _matches(look: "_Look", document: dict[str, Any]) -> Iterator[CmnMatch]:
    event = _event(look, document, "event")
    if document.get("batch") is not True:
        found = _match(look, document, "", event)
        if found is not None:
            yield found
        return
    first: dict[str, str] = {}
    for number, given in enumerate(look.items(document.get("matches"), "matches")):
        where = f"matches[{number}]"
        one = look.fields(given, where)
        if one is None:
            continue
        found = _match(look, one, f"{where}.", _event(look, one, f"{where}.event") or event)
        if found is None:
            continue
        if found.id in first:
            look.say(f"{where}.id", f"{look.shown(found.id)} is the id of {first[found.id]}, too")
        first.setdefault(found.id, where)
        yield found


def _match(look: "_Look", holder: dict[str, Any], at: str, event: str) -> CmnMatch | None:
    name = look.text(holder.get("id"), f"{at}id")
    at = f"{at}match"
    match = look.fields(holder.get("match"), at)
    if match is None:
        return None
    date = look.text(match.get("date"), f"{at}.date")
    if date and not _is_moment(date):
        look.say(f"{at}.date", f'{look.shown(date)} is no date such as "2026-02-11T19:30:00Z"')
    teams = _teams(look, match, at)
    games = [
        game
        for number, one in enumerate(look.items(match.get("games"), f"{at}.games"))
        if (game := _game(look, one, f"{at}.games[{number}]")) is not None
    ]
    winner = look.winner(match, f"{at}.winner")
    return CmnMatch(name, date, (teams[0], teams[1]), tuple(games), winner, event)


def _is_moment(text: str) -> bool:
    try:
        return bool(_DATE.fullmatch(text)) and datetime.fromisoformat(text) is not None
    except ValueError:
        return False


def _teams(look: "_Look", match: dict[str, Any], at: str) -> list[tuple[str, ...]]:
    sizes = {"singles": 1, "doubles": 2}
    given = match.get("format")
    size = sizes.get(given) if isinstance(given, str) else None
    if size is None:
        look.say(f"{at}.format", f'{look.shown(given)} is neither "singles" nor "doubles"')
    teams = look.items(match.get("teams"), f"{at}.teams")
    if len(teams) != 2:
        look.say(f"{at}.teams", f"two teams are wanted, there are {len(teams)}")
        return [(), ()]
    found: list[tuple[str, ...]] = []
    for number, team in enumerate(teams):
        where = f"{at}.teams[{number}]"
        whole = look.fields(team, where)
        if whole is None:
            found.append(())
            continue
        listed = look.items(whole.get("players"), f"{where}.players")
        if size is not None and len(listed) != size:
            look.say(f"{where}.players", f"{given} has {size} a side, there are {len(listed)}")
        found.append(tuple(_name(look, one, f"{where}.players[{n}]") for n, one in enumerate(listed)))
    return found


def _name(look: "_Look", player: Any, at: str) -> str:
    found = look.fields(player, at)
    return "" if found is None else look.text(found.get("name"), f"{at}.name")


def _game(look: "_Look", given: Any, at: str) -> CmnGame | None:
    one = look.fields(given, at)
    if one is None:
        return None
    winner = look.winner(one, f"{at}.winner")
    hammer = one.get("hammer")
    if hammer is not None and not look.is_side(hammer):
        look.say(f"{at}.hammer", f"{look.shown(hammer)} is neither 0 nor 1")
        hammer = None
    scores, twenties = look.pair(one, "scores", at), look.pair(one, "twenties", at)
    if scores is not None and winner != (None if scores[0] == scores[1] else int(scores[1] > scores[0])):
        look.say(f"{at}.winner", f"{look.shown(winner)} does not fit the scores {scores[0]}-{scores[1]}")
    return CmnGame(winner, hammer, scores, twenties)


def _event(look: "_Look", holder: dict[str, Any], at: str) -> str:
    if holder.get("event") is None:
        return ""
    event = look.fields(holder["event"], at)
    if event is None or event.get("name") is None:
        return ""
    return look.text(event["name"], f"{at}.name")


class _Look:
    """Checks values and keeps what is wrong, each with its place."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def say(self, at: str, what: str) -> None:
        self.problems.append(f"{at}: {what}")

    def shown(self, value: Any) -> str:
        """A value as JSON, not too long."""
        text = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode()
        return text if len(text) <= 60 else f"{text[:60]}…"

    def fields(self, value: Any, at: str) -> dict[str, Any] | None:
        if isinstance(value, dict):
            return value
        self.say(at, f"an object is wanted, not {self.shown(value)}")
        return None

    def items(self, value: Any, at: str) -> Sequence[Any]:
        if isinstance(value, list):
            return value
        self.say(at, f"a list is wanted, not {self.shown(value)}")
        return ()

    def text(self, value: Any, at: str) -> str:
        if not isinstance(value, str) or not value.strip():
            self.say(at, f"a text is wanted, not {self.shown(value)}")
            return ""
        if len(value) > _TEXT_MOST or not value.isprintable():
            self.say(at, f"at most {_TEXT_MOST} characters on one line are wanted, not {self.shown(value)}")
            return ""
        return value

    @staticmethod
    def is_side(value: Any) -> bool:
        return type(value) is int and value in (0, 1)

    def winner(self, holder: dict[str, Any], at: str) -> int | None:
        if "winner" not in holder:
            self.say(at, "it is required: 0, 1, or null for a draw")
            return None
        value = holder["winner"]
        if value is None or self.is_side(value):
            return value if value is None else int(value)
        self.say(at, f"{self.shown(value)} is neither 0 nor 1 nor null")
        return None

    def pair(self, one: dict[str, Any], name: str, at: str) -> Pair | None:
        value = one.get(name)
        if value is None:
            return None
        if isinstance(value, list) and len(value) == 2 and all(type(n) is int and n >= 0 for n in value):
            return value[0], value[1]
        self.say(f"{at}.{name}", f"two whole numbers from 0 are wanted, not {self.shown(value)}")
        return None
