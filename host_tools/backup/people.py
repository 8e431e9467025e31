"""Who a person is in a database: the ids of its players, every spelling of its name, and similar names; and
how a name is removed from texts and from JSON.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from sqlalchemy import Connection, select

from host_tools.store.schema import acts, events
from host_tools.store.tournament_schema import entry_players, fixtures, players
from host_tools.tournament.model.people import PERSON

#: The names of a player in the record of an act: those of now, and those of a change of name.
_NAMES = ("name", "latin", "before", "now")
#: Everything that such a record has of a person.
FIELDS = (*PERSON, "before", "now")
Json = dict[str, Any]


@dataclass(slots=True)
class Identified:
    """players: ids, also of players who were deleted since; names: all spellings, as they are written.
    former: the names now of others, who had one of the wanted names before. played: the names in their
    matches, on their side, that no player has now: an archive has no acts that say whose they were.
    """

    players: set[int] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    former: set[str] = field(default_factory=set)
    played: set[str] = field(default_factory=set)


def identified(connection: Connection, given_names: Sequence[str]) -> Identified:
    """The persons who have one of these names, or had it, if nobody has it now. A former spelling that is
    somebody else's name now is not among the names.
    """
    spelled: dict[int, set[str]] = {}
    now: dict[str, set[int]] = {}
    for row in connection.execute(select(players.c.id, players.c.name, players.c.latin)):
        for name in filter(None, (row.name, row.latin)):
            spelled.setdefault(row.id, set()).add(name)
            now.setdefault(same_spelling(name), set()).add(row.id)
    here, joined = {*spelled}, list[tuple[int, int]]()
    for text in connection.execute(select(acts.c.detail).where(acts.c.detail.is_not(None))).scalars():
        detail = json.loads(text)
        if isinstance(detail, dict) and isinstance(gone := detail.get("joined"), int):
            joined.insert(0, (detail.get("player_id", 0), gone))
        for player, record in records(detail):
            names = (record.get(name) for name in _NAMES)
            spelled.setdefault(player, set()).update(name for name in names if name)
    person = Identified(names=set(given_names))
    had = {player: {*map(same_spelling, names)} for player, names in spelled.items()}
    for name in map(same_spelling, given_names):
        person.players |= now.get(name) or {player for player, names in had.items() if name in names}
    person.players |= _joined(joined, person.players) - here
    others = {
        player for player, names in had.items() if names & {*map(same_spelling, given_names)}
    } - person.players
    person.former = {name for name, ids in now.items() if ids & others}
    for player in person.players:
        person.names |= {
            name for name in spelled[player] if now.get(same_spelling(name), set()) <= person.players
        }
    person.played = _played(connection, person.players) - now.keys() - {*map(same_spelling, person.names)}
    return person


def _joined(joined: Sequence[tuple[int, int]], players: Set[int]) -> set[int]:
    """Who was joined to these players. joined: who stayed and who went, the newest first."""
    gone: set[int] = set()
    for stays, other in joined:
        if stays in players or stays in gone:
            gone.add(other)
    return gone


def _played(connection: Connection, ids: Set[int]) -> set[str]:
    """The names (erasing.same) on the side of these players in the tables' events of their matches."""
    of_them = select(entry_players.c.entry_id).where(entry_players.c.player_id.in_(ids))
    names: set[str] = set()
    for side, entry in (("a", fixtures.c.entry_a), ("b", fixtures.c.entry_b)):
        query = select(events.c.body).where(
            events.c.kind.in_(("match", "names")),
            events.c.match.in_(select(fixtures.c.id).where(entry.in_(of_them))),
        )
        for text in connection.execute(query).scalars():
            names |= {
                same_spelling(name) for name in json.loads(text).get(side) or () if isinstance(name, str)
            }
    return names


def records(detail: Any) -> Iterator[tuple[int, Json]]:
    """What an act keeps of players: the id of each, and its values."""
    if isinstance(detail, list):
        for item in detail:
            yield from records(item)
    if not isinstance(detail, dict):
        return
    for name in ("player", "player_id"):
        if isinstance(detail.get(name), int):
            yield detail[name], detail
    for name, item in detail.items():
        if name == "undo":
            changed: Json = item["rows"].get("players", {})
            yield from ((int(key), row) for key, pair in changed.items() for row in pair if row)
        else:
            yield from records(item)


# Similar names, which may be other spellings of one person's name

#: Letters that Unicode does not decompose into a letter and an accent.
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
#: Accents of Latin, Greek and Cyrillic; the vowel signs of Indian scripts are letters.
_ACCENTS = re.compile("[\u0300-\u036f\u200b-\u200d\u2060\ufeff]")
_APART = re.compile(r"[^\w\u0900-\u0dff]+|_")
#: The least similarity (difflib ratio) of names that differ in one or two letters.
_ALIKE = 0.84
#: Shorter names are not compared in this way: one different letter makes another name.
_LETTERS_LEAST = 5
SPELLING, ORDER, INITIALS, PART, LETTERS = (
    "other case, accents or spaces",
    "another order",
    "initials",
    "a part of the name",
    "a few other letters",
)


def words_of(name: str) -> list[str]:
    """The words of a name, without case, accents and punctuation."""
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", name.casefold())).translate(_LETTERS)
    return _APART.sub(" ", plain).split()


def how_near(name: str, other: str) -> str | None:
    """How `other` differs from the wanted name, in words for people; None when it is not similar."""
    wanted_words, other_words = words_of(name), words_of(other)
    if not wanted_words or not other_words:
        return None
    if "".join(wanted_words) == "".join(other_words):
        return SPELLING
    if sorted(wanted_words) == sorted(other_words):
        return ORDER
    if _are_initials(wanted_words, other_words) or _are_initials(wanted_words, other_words[::-1]):
        return INITIALS
    if _is_part(wanted_words, other_words):
        return PART
    return LETTERS if _is_alike(" ".join(sorted(wanted_words)), " ".join(sorted(other_words))) else None


def near_names(given_name: str, names: Iterable[str]) -> list[tuple[str, str]]:
    """The similar names, the nearest first, each with its difference in words."""
    order = (SPELLING, ORDER, INITIALS, LETTERS, PART)
    similar = [(name, how) for name in names if (how := how_near(given_name, name)) is not None]
    return sorted(similar, key=lambda pair: (order.index(pair[1]), pair[0]))


def _are_initials(first: list[str], second: list[str]) -> bool:
    """Whether the words are equal in pairs, or one is the other's first letter: A. Patil and Asha Patil. At
    least one word of three letters or more must be equal.
    """
    if len(first) != len(second) or len(first) < 2:
        return False
    pairs = list(zip(first, second, strict=True))
    fits = all(a == b or (1 in (len(a), len(b)) and a[0] == b[0]) for a, b in pairs)
    return fits and any(a == b and len(a) > 2 for a, b in pairs)


def _is_part(first: list[str], second: list[str]) -> bool:
    """Whether all words of one name are in the other: a name without its second surname, or a first name."""
    less, more = (first, second) if len(first) < len(second) else (second, first)
    return len(less) < len(more) and set(less) <= set(more) and any(len(word) > 2 for word in less)


def _is_alike(first: str, second: str) -> bool:
    if min(len(first), len(second)) < _LETTERS_LEAST:
        return False
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    return matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE


# Removing a name

#: The replacement for a name inside a longer text.
GONE = "[erased]"
#: Fields of JSON with Boardside's words, ids and keys: never a name, even if a person is called Final.
_NO_NAMES = {
    *("kind", "match", "ruleset", "rules", "stage", "category", "by", "side", "what", "law", "clock"),
    *("seal", "chain", "event", "key", "journal", "tie"),
}


def same_spelling(name: str) -> str:
    """A form that is equal for equal names: without case, runs of spaces, and the encoding of accents."""
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


class Eraser:
    """Removes the names of one person, all spellings. A text that equals a name becomes ""; inside a longer
    text, the name becomes GONE. `is_anybody`: a text equal to a name was found. A first name alone occurs
    only inside longer texts.
    """

    def __init__(self, *names: str) -> None:
        self._names = {same_spelling(name) for name in names}
        by_length = sorted({unicodedata.normalize("NFC", name) for name in names}, key=len, reverse=True)
        patterns = (r"\s+".join(map(re.escape, name.split())) for name in by_length)
        self._pattern = re.compile("|".join(patterns), re.IGNORECASE)
        self.is_anybody = False

    def is_name(self, text: str) -> bool:
        """Whether a text equals a name. If so, sets `is_anybody`."""
        is_it = same_spelling(text) in self._names
        self.is_anybody |= is_it
        return is_it

    def text(self, text: str) -> str:
        """A text without the name. Only whole words are removed: not Ann from Anna."""
        if self.is_name(text):
            return ""
        composed = unicodedata.normalize("NFC", text)
        folded = same_spelling(composed)
        if len(composed.casefold()) != len(composed) and any(name in folded for name in self._names):
            return GONE  # case folding changes the length (ß), so the name's position is not known
        kept, at = [], 0
        for match in self._pattern.finditer(composed):
            if _is_within_word(composed, match.start(), match.end()):
                continue
            kept.append(composed[at : match.start()] + GONE)
            at = match.end()
        return "".join([*kept, composed[at:]]) if kept else text

    def value(self, value: Any) -> Any:
        """A JSON value without the name in any of its texts. The fields' names do not change."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if isinstance(value, Mapping):
            return {key: self._field(key, item) for key, item in value.items()}
        return value

    def _field(self, key: str, item: Any) -> Any:
        """The value of a field. Of Latin spellings, pairs of name and spelling, this person's goes."""
        if key == "latin" and isinstance(item, list):
            item = [pair for pair in item if not (isinstance(pair, list) and self._is_of(pair))]
        return item if key in _NO_NAMES else self.value(item)

    def _is_of(self, pair: list[Any]) -> bool:
        return bool(pair) and self.is_name(str(pair[0]))

    def json_text(self, text: str) -> str:
        """JSON text without the name, or the same text when the name is not in it. A text that is not JSON is
        treated as in `text`.
        """
        try:
            value = json.loads(text)
        except ValueError:
            return self.text(text)
        without = self.value(value)
        return text if without == value else json.dumps(without, ensure_ascii=False, separators=(",", ":"))


def _is_within_word(text: str, start: int, end: int) -> bool:
    """Whether a letter, a digit or a vowel sign of an Indian script is next to this range."""
    around = text[start - 1 : start] + text[end : end + 1] if start else text[end : end + 1]
    return any(unicodedata.category(character)[0] in "LNM" for character in around)
