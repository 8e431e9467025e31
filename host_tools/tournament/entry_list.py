"""Entry lists as people have them: CSV with a header, from a spreadsheet or typed; all of it, or nothing.

Columns are separated by comma, semicolon or tab. Singles: name, club, country, licence, seeding. Doubles:
these and partner, partner club, partner country, partner licence. Teams: team, players (in one cell, split
by ; / or |, or in columns player 1, player 2, …), club, country, seeding. Needed are only name (doubles: name
and partner; teams: team and players).
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from host_tools.tournament import seedings
from host_tools.tournament.model import Kind
from host_tools.tournament.people import People, Person

#: The longest text that a `match` event takes (docs/events.md).
NAME_MAX = 80
#: Players of a team who can stand in columns of their own.
PLAYERS_MAX = 12

_COLUMNS: dict[Kind, tuple[str, ...]] = {
    "singles": ("name", "club", "country", "licence", "seeding"),
    "doubles": (
        *("name", "club", "country", "licence"),
        *("partner", "partner club", "partner country", "partner licence", "seeding"),
    ),
    "team": ("team", "players", "club", "country", "seeding"),
}
_NEEDED: dict[Kind, tuple[str, ...]] = {
    "singles": ("name",),
    "doubles": ("name", "partner"),
    "team": ("team",),
}
_SAME = {"seed": "seeding", "license": "licence", "player": "name", "team name": "team", "nation": "country"}


@dataclass(frozen=True, slots=True)
class Problem:
    """What cannot be taken. line: from 1, as an editor counts; column: its name, "" for the line."""

    line: int
    column: str
    message: str

    def __str__(self) -> str:
        where = f"line {self.line}" + (f", column {self.column}" if self.column else "")
        return f"{where}: {self.message}"


class EntryListError(ValueError):
    """The list was not taken, nothing of it. problems: all of them, by line."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line))
        super().__init__("\n".join(map(str, self.problems)))


@dataclass(frozen=True, slots=True)
class Row:
    """An entry of the list. line: where it begins; name: of a team, "" otherwise; seeding: 1 is the best."""

    line: int
    players: tuple[Person, ...]
    name: str = ""
    seeding: int | None = None


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, or UTF-16 with a byte order mark. Raises EntryListError, naming the line."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as error:
            raise EntryListError([Problem(1, "", "the file breaks off in the middle of a letter")]) from error
    if data.startswith(b"PK\x03\x04"):
        advice = "this is a workbook, not a CSV file; save it as “CSV UTF-8” in the spreadsheet"
        raise EntryListError([Problem(1, "", advice)])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        advice = "a letter is not in UTF-8; save the list as “CSV UTF-8” (Excel) or with the encoding UTF-8"
        raise EntryListError([Problem(line, "", advice)]) from error


def read(text: str, kind: Kind) -> list[Row]:
    """The entries of the list, in its order. Raises EntryListError with all problems that were found."""
    problems: list[Problem] = []
    records = list(_records(text, problems))
    if problems or not records:
        raise EntryListError(problems or [Problem(1, "", f"the list is empty; {_header_wanted(kind)}")])
    line, header = records[0]
    columns = _columns(line, header, kind, problems)
    if problems:
        raise EntryListError(problems)
    rows = [_row(line, _cells(line, cells, columns, problems), kind, problems) for line, cells in records[1:]]
    if not rows:
        problems.append(Problem(line, "", "there is a header, but no entry below it"))
    problems += _twice(rows, kind)
    if problems:
        raise EntryListError(problems)
    return rows


def _header_wanted(kind: Kind) -> str:
    return f"the first line must name the columns: {','.join(_COLUMNS[kind])}"


def _records(text: str, problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    """(line, cells) of every line that is not blank; a cell in quotes may go over several lines."""
    text = unicodedata.normalize("NFC", text.removeprefix("\ufeff"))
    #: Excel's own line that names the separator; it is kept as a blank one, so that lines keep their numbers.
    text = re.sub(r"\Asep=[,;\t]?(?=\r?\n)", "", text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    line = 1
    try:
        for cells in reader:
            tidy = [" ".join(cell.split()) for cell in cells]
            if any(tidy):
                yield line, tidy
            line = reader.line_num + 1
    except csv.Error as error:
        if "end of data" in str(error):
            problems.append(Problem(line, "", 'a quotation mark (") is opened here and never closed'))
        else:
            problems.append(Problem(reader.line_num, "", _quote_trouble(str(error))))


def _quote_trouble(error: str) -> str:
    if "expected after" in error:
        return 'after a closing quotation mark (") comes more text; write "" for a mark inside a cell'
    return f"this is no CSV ({error})"


def _separator(text: str) -> str:
    """What separates the columns of the first line that is not blank; what is in quotes does not count."""
    header = next((line for line in text.splitlines() if line.strip(" ,;\t")), "")
    bare = re.sub(r'"[^"]*"', "", header)
    return max(",;\t", key=bare.count)


def _columns(line: int, header: Sequence[str], kind: Kind, problems: list[Problem]) -> list[str]:
    known = [*_COLUMNS[kind]]
    if kind == "team":
        known += [f"player {number}" for number in range(1, PLAYERS_MAX + 1)]
    found: list[str] = []
    for cell in header:
        name = re.sub(r"[\s_-]+", " ", cell.casefold()).strip()
        name = re.sub(r"^player ?(\d+)$", r"player \1", name)
        name = name if name in known else _SAME.get(name, name)
        if name and name not in known:
            problems.append(Problem(line, "", f"column “{cell}” is unknown; {_header_wanted(kind)}"))
        elif name and name in found:
            problems.append(Problem(line, name, "the column is there twice"))
        found.append(name)
    missing = [name for name in _NEEDED[kind] if name not in found]
    if missing and not any(name in known for name in found):
        problems[:] = [Problem(line, "", _header_wanted(kind))]
    else:
        problems += [
            Problem(line, name, f"the column is missing; {_header_wanted(kind)}") for name in missing
        ]
    return found


def _cells(
    line: int, cells: Sequence[str], columns: Sequence[str], problems: list[Problem]
) -> dict[str, str]:
    if any(cells[len(columns) :]):
        more = f"{len(cells)} cells, but the header names {len(columns)} columns"
        problems.append(Problem(line, "", f"{more}; put a cell with a comma in quotation marks"))
    found = dict.fromkeys(columns, "") | dict(zip(columns, cells, strict=False))
    for column, text in found.items():
        if len(text) > NAME_MAX and column != "players":
            problems.append(Problem(line, column, f"{len(text)} characters; at most {NAME_MAX} are possible"))
        if any(unicodedata.category(letter) in ("Cc", "Co", "Cs") for letter in text):
            problems.append(Problem(line, column, f"{text!a} has a character that cannot be shown"))
    return found


def _row(line: int, cells: dict[str, str], kind: Kind, problems: list[Problem]) -> Row:
    for column in _NEEDED[kind]:
        if not cells[column]:
            problems.append(Problem(line, column, "it is empty; a name was expected"))
    seeding = _seeding(line, cells.get("seeding", ""), problems)
    if kind == "team":
        return Row(line, _team(line, cells, problems), cells["team"], seeding)
    people = [_person(cells, "name", "")]
    if kind == "doubles":
        people.append(_person(cells, "partner", "partner "))
    return Row(line, tuple(people), "", seeding)


def _person(cells: dict[str, str], name: str, before: str) -> Person:
    more = (cells.get(before + column, "") for column in ("club", "country", "licence"))
    return Person(cells[name], *more)


def _team(line: int, cells: dict[str, str], problems: list[Problem]) -> tuple[Person, ...]:
    names = [name.strip() for name in re.split(r"[;/|,]", cells.get("players", ""))]
    numbered = (f"player {number}" for number in range(1, PLAYERS_MAX + 1))
    names = [name for name in (*names, *(cells.get(column, "") for column in numbered)) if name]
    if len(names) < 2:
        problems.append(
            Problem(line, "players", f"{len(names)} named; a team has at least two, as in A; B; C")
        )
    for name in names:
        if len(name) > NAME_MAX:
            problems.append(Problem(line, "players", f"{name[:20]}… has over {NAME_MAX} characters"))
    return tuple(Person(name, cells.get("club", ""), cells.get("country", "")) for name in names)


def _seeding(line: int, text: str, problems: list[Problem]) -> int | None:
    if not text:
        return None
    if re.fullmatch(r"[0-9]{1,6}", text) and seedings.is_one(int(text)):
        return int(text)
    problems.append(Problem(line, "seeding", f"“{text}”: {seedings.EXPECTED} was expected, or nothing"))
    return None


def _twice(rows: Sequence[Row], kind: Kind) -> Iterator[Problem]:
    """Players and teams that are in the list twice; a seeding may be (D292)."""
    people = People[tuple[int, Person]]()
    teams: dict[str, int] = {}
    for row in rows:
        for number, person in enumerate(row.players):
            column = "players" if kind == "team" else ("name", "partner")[number]
            if person.name:
                yield from _entered(people, person, row.line, column)
        if row.name:
            first = teams.setdefault(row.name.casefold(), row.line)
            if first != row.line:
                yield Problem(row.line, "team", f"team {row.name} is in the list already, in line {first}")


def _entered(known: People[tuple[int, Person]], person: Person, line: int, column: str) -> Iterator[Problem]:
    found = known.find(person)
    if found is not None:
        at, other = found
        where = "in this line" if at == line else f"in line {at}"
        clubs = other.club.casefold() == person.club.casefold()
        instead = "" if clubs else "; if it is somebody else, both need a club or a licence"
        yield Problem(line, column, f"{person.name} is in the list already, {where}{instead}")
    known.add(person, (line, person))
