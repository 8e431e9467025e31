"""Whether values are fit, wherever they come from: typed, imported, from an archive, from another system."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from host_tools.reasons import Cause
from host_tools.store.halls import hall_name_trouble
from host_tools.tournament.model import remarks
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Entry, How, Result, TableReport, Withdrawals
from host_tools.tournament.model.people import is_visible, name_words
from host_tools.tournament.reasons import cause

#: Keys are typed, and are part of addresses of pages, of names of files and of the ids of matches.
KEY = re.compile(r"[a-z0-9]([a-z0-9-]{0,18}[a-z0-9])?")
#: Ids of matches are part of addresses of pages, of names of files and of MQTT topics.
MATCH_ID = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}")
#: The longest text that an event takes (docs/scripts/events.md).
NAME_MAX = 80
_NUMBER = re.compile(r"[0-9]{1,9}")
_HOWS, _POINTS_MOST = get_args(How), 100_000
#: all: what was played counts, and the rest are walk-overs. none: no match counts. "": as usual.
WITHDRAWALS: tuple[Withdrawals, ...] = ("all", "none", "")


def checked_key(key: str) -> str:
    """The key, if it is valid; else raises DeskError."""
    if not KEY.fullmatch(key):
        raise DeskError("bad_key", key=key)
    return key


def checked_match(match: str) -> str:
    """The id of a match, if it is valid; else raises DeskError."""
    if not MATCH_ID.fullmatch(match):
        raise DeskError("import_bad_match_id", text=match)
    return match


def check_name(name: str, refused: str) -> None:
    """Raise DeskError (`refused`) unless it is a name for a tournament or an event."""
    if not is_visible(name) or len(name) > NAME_MAX or not is_line(name):
        raise DeskError(refused, most=NAME_MAX)


def is_line(text: str) -> bool:
    """Whether a text is one line of printable characters, or empty."""
    return len(text.splitlines()) < 2 and not _has_unprintable(text)


def _has_unprintable(text: str) -> bool:
    return any(unicodedata.category(letter) in ("Cc", "Co", "Cs") for letter in text)


def name_problems(texts: Sequence[str]) -> list[Cause]:
    """The reasons why these names of players cannot be accepted."""
    problems = [cause("name_empty")] if any(not is_visible(text) for text in texts) else []
    for text in texts:
        if len(text) > NAME_MAX:
            problems.append(cause("name_too_long", name=text[:20], most=NAME_MAX))
        if len(text.splitlines()) > 1:
            problems.append(cause("name_of_lines", name=text[:20]))
        elif _has_unprintable(text):
            problems.append(cause("name_unprintable", name=text[:20]))
    return problems


def are_settings(settings: Any) -> bool:
    """Whether the desk could have set these for a tournament; settings that it does not know are kept."""
    if not isinstance(settings, dict):
        return False
    halls, presses = settings.get("halls") or {}, settings.get("presses")
    texts = [settings.get(name) or {} for name in ("event_halls", "event_withdrawals")]
    reserves, here = settings.get("event_reserves") or {}, settings.get("here") or {}
    return (
        _are_lists(halls)
        and isinstance(here, dict)
        and all(_NUMBER.fullmatch(number) and type(moment) is int for number, moment in here.items())
        and isinstance(settings.get("apart") or {}, dict)
        and all(hall_name_trouble(name) is None for name in halls)
        and _are_lists(reserves)
        and all(
            isinstance(each, dict) and all(isinstance(text, str) for text in each.values()) for each in texts
        )
        and all(how in WITHDRAWALS for how in texts[1].values())
        and type(settings.get("rest_minutes", 0)) is int
        and (presses is None or (type(presses) is int and presses in (0, 1, 2)))
    )


def _are_lists(lists: Any) -> bool:
    """Whether it is an object of lists of whole numbers."""
    return isinstance(lists, Mapping) and all(
        isinstance(numbers, list) and all(type(number) is int for number in numbers)
        for numbers in lists.values()
    )


def is_result(result: Result) -> bool:
    """Whether a result has the kinds of values that one has, and no number beyond five digits."""
    pairs = (result.games_won, result.points, result.twenties, *result.games)
    numbers = [number for pair in pairs for number in pair] + [result.net]
    return (
        result.winner in ("a", "b", None)
        and result.how in _HOWS
        and all(len(pair) == 2 for pair in pairs)
        and _are_wholes(numbers)
    )


def is_official(official: Any) -> bool:
    """Whether it is what a table's match comes to: an `OfficialResult`, or {} before it begins."""
    if not isinstance(official, dict):
        return False
    pairs = [official.get(name, [0, 0]) for name in ("games_won", "points", "total", "twenties")]
    games, net = official.get("games", []), official.get("net", {})
    return (
        isinstance(games, list)
        and all(_are_wholes(pair) and len(pair) == 2 for pair in (*pairs, *games))
        and isinstance(net, dict)
        and _are_wholes(list(net.values()))
        and official.get("winner") in ("a", "b", None)
        and isinstance(official.get("how"), str | None)
    )


def _are_wholes(numbers: Any) -> bool:
    return isinstance(numbers, list) and all(
        type(number) is int and abs(number) < _POINTS_MOST for number in numbers
    )


def is_note(code: str | None, facts: Any) -> bool:
    """Whether a note of a match has the facts that its words need."""
    try:
        remarks.note(code, facts)
        remarks.note_facts(code, facts)
    except (AttributeError, LookupError, TypeError, ValueError):
        return False
    return True


def is_report(report: TableReport) -> bool:
    """Whether a table's report has the facts that its words need."""
    try:
        remarks.of_report(report.reason, report.table, report.detail, report.result is not None)
    except (AttributeError, LookupError, TypeError, ValueError):
        return False
    return True


# Seedings: which are allowed, and a remark when several entries have the same one.


SEEDING_MAX = 999


def is_seeding(seeding: int | None) -> bool:
    """Whether an entry can have this seeding; None: it is not seeded."""
    return seeding is None or 1 <= seeding <= SEEDING_MAX


def seeding_remarks(entries: Iterable[Entry]) -> list[Cause]:
    """Each seeding that several entries of an event have, the best first. Withdrawn entries do not count."""
    titles: dict[int, list[str]] = {}
    for entry in entries:
        if entry.seeding is not None and not entry.withdrawn:
            titles.setdefault(entry.seeding, []).append(entry.title)
    return [
        cause("seeding_shared", seeding=seeding, entries=titles[seeding])
        for seeding in sorted(titles)
        if len(titles[seeding]) > 1
    ]


# A rulebook's limits for entries: players and pairs of a club or department, exchanges of players.


@dataclass(frozen=True, slots=True)
class Limits:
    """None: no limit. singles, doubles: entries of one club; team: players of a team, no more and no fewer;
    changes: players exchanged in one entry. no_late: nobody enters once the first round has begun.
    """

    singles: int | None = None
    doubles: int | None = None
    team: int | None = None
    changes: int | None = None
    no_late: bool = False
    source: str = ""


_NO_LIMITS = Limits()
_LIMITS = {
    # Spandan 2: at most 7 players of a department; 4: 4 players in 2 pairs; 5: one change in a pair; 3: no
    # late entries.
    "spandan": Limits(singles=7, doubles=2, changes=1, no_late=True, source="Spandan 2, 4, 5"),
    # Vaishali's participation rule: 5 players in each team.
    "vaishali": Limits(team=5, source="Vaishali, participation rule"),
}


def limits_of(ruleset: str) -> Limits:
    """The limits of a ruleset."""
    return _LIMITS.get(ruleset, _NO_LIMITS)


def team_problems(competition: Competition, title: str, count: int) -> list[Cause]:
    """Whether a team of so many players is one of its rulebook."""
    limits = limits_of(competition.ruleset)
    if competition.kind != "team" or limits.team in (None, count):
        return []
    return [cause("team_size", entry=title, wanted=limits.team, count=count, source=limits.source)]


def limit_problems(
    competition: Competition, entries: Sequence[Entry], new: Sequence[tuple[str, Sequence[str]]]
) -> list[Cause]:
    """The limits that `new` entries (title, clubs of the players) would break with the present entries."""
    limits = limits_of(competition.ruleset)
    most = {"singles": limits.singles, "doubles": limits.doubles}.get(competition.kind)
    if most is None:
        return []
    counted: dict[tuple[str, ...], int] = {}
    for entry in entries:
        for club in {name_words(player.club) for player in entry.players if player.club}:
            counted[club] = counted.get(club, 0) + 1
    causes = []
    for title, clubs in new:
        spelled = {name_words(club): club for club in clubs if club}
        for club, spelling in sorted(spelled.items()):
            counted[club] = counted.get(club, 0) + 1
            if counted[club] > most:
                causes.append(
                    cause(
                        "club_limit",
                        entry=title,
                        club=spelling,
                        most=most,
                        kind=competition.kind,
                        event=competition.name,
                        source=limits.source,
                    )
                )
    return causes
