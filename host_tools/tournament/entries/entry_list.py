"""Entry lists: CSV with a header, from a spreadsheet or typed; a list is taken completely or not at all.

Columns are separated by comma, semicolon or tab. Singles: name, latin (the name in Latin letters), club,
country, licence, seeding. Doubles: these and partner, partner latin, partner club, partner country, partner
licence. Teams: team, players (in one cell, split by ; / or |, or in columns player 1, player 2, …), latin (in
one cell, in the players' order, or in columns player 1 latin, …), club, country, seeding. Only these are
required: name; for doubles also partner; for teams, team and players. In place of name: last name and first
name; of partner: partner last name, partner first name. Other columns are ignored, and told.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest

from host_tools.outside import zip_file
from host_tools.outside.zip_file import ZipError
from host_tools.reasons import Cause, Refused, to_json
from host_tools.tournament.model.checks import SEEDING_MAX, is_seeding
from host_tools.tournament.model.model import Kind
from host_tools.tournament.model.people import People, Person, is_same_name, is_visible, name_words, seen
from host_tools.tournament.reasons import REASONS, cause

#: The longest text that a `match` event takes (docs/scripts/events.md).
NAME_MAX = 80
#: Players of a team that can have separate columns.
PLAYERS_MAX = 12
#: Cells of a line.
CELLS_MAX = 1000

_COLUMNS: dict[Kind, tuple[str, ...]] = {
    "singles": ("name", "latin", "club", "country", "licence", "seeding"),
    "doubles": (
        *("name", "latin", "club", "country", "licence"),
        *("partner", "partner latin", "partner club", "partner country", "partner licence", "seeding"),
    ),
    "team": ("team", "players", "latin", "club", "country", "seeding"),
}
_TEAM_COLUMNS = tuple(
    f"player {number}{more}" for number in range(1, PLAYERS_MAX + 1) for more in ("", " latin")
)
#: Columns of a name in two parts, and the column that they stand for.
_PARTS = {
    "name": ("first name", "last name"),
    "partner": ("partner first name", "partner last name"),
}
_NEEDED: dict[Kind, tuple[str, ...]] = {
    "singles": ("name",),
    "doubles": ("name", "partner"),
    "team": ("team",),
}
#: What no western name in Windows-1252 has: two letters with accents side by side (Cyrillic or Greek read as
#: it), and a sign among letters (Polish or Czech).
_NOT_WESTERN = re.compile(
    "[^\\0-\x7f]{2}|[^\\0-\x7f\\w\u2018\u2019\u201c\u201d\u2013\u2014\xb7\xa0]|[\xaa\xb2\xb3\xb9\xba\xbc-\xbe]"
)
#: A cell with a letter beyond ASCII, whatever separates cells; and how many are listed.
_ACCENTED = re.compile(r'[^,;\t\r\n"]*[^\0-\x7f,;\t\r\n"][^,;\t\r\n"]*')
_LISTED = 12
_SAME = {
    **{"seed": "seeding", "license": "licence", "player": "name", "team name": "team", "nation": "country"},
    **{"spelling": "latin", "partner spelling": "partner latin"},
    **{
        before + same: before + name
        for before in ("", "partner ")
        for name, others in (
            ("last name", ("surname", "family name", "lastname")),
            ("first name", ("given name", "forename", "firstname", "given names", "first names")),
        )
        for same in others
    },
}


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault in the list. line: from 1, as an editor counts; column: its name, "" for the line."""

    line: int
    column: str
    why: Cause


class EntryListError(Refused):
    """The list was refused as a whole. problems: all of them, by line."""

    table = REASONS

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line))
        causes = (
            cause("in_list", line=problem.line, column=problem.column, why=problem.why.to_json())
            for problem in self.problems
        )
        super().__init__("list_refused", problems=to_json(causes))


@dataclass(frozen=True, slots=True)
class Row:
    """An entry of the list. line: where it begins; name: of a team, "" otherwise; seeding: 1 is the best."""

    line: int
    players: tuple[Person, ...]
    name: str = ""
    seeding: int | None = None


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 with a byte order mark, Windows-1252 as spreadsheets in western
    Europe save it; of a workbook its first sheet. Raises EntryListError, naming the line.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as error:
            raise EntryListError([Problem(1, "", cause("file_breaks_off"))]) from error
    if data.startswith(zip_file.ZIP_SIGNATURE):
        try:
            return zip_file.workbook_as_csv(data)
        except ZipError as error:
            raise EntryListError([Problem(1, "", cause("workbook_unreadable", why=str(error)))]) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = _western(data)
        if text is not None:
            return text
        line = data[: error.start].count(b"\n") + 1
        advice = cause("file_not_utf8")
        raise EntryListError([Problem(line, "", advice)]) from error


def _western(data: bytes) -> str | None:
    """The text, if it can be Windows-1252 of a western language."""
    with suppress(UnicodeDecodeError):
        text = data.decode("cp1252")
        if _NOT_WESTERN.search(text) is None:
            return text
    return None


def guessed(data: bytes, file: str = "") -> list[Cause]:
    """A remark, with what has letters beyond ASCII, if `decode` guesses that these bytes are Windows-1252."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff", zip_file.ZIP_SIGNATURE)):
        return []
    with suppress(UnicodeDecodeError):
        data.decode("utf-8-sig")
        return []
    cells = dict.fromkeys(cell.strip() for cell in _ACCENTED.findall(_western(data) or ""))
    return [
        cause("encoding_guessed", file=file, cells=list(cells)[:_LISTED], more=max(0, len(cells) - _LISTED))
    ]


def ignored(text: str, kind: Kind) -> list[Cause]:
    """A remark for each column of a list that is not used."""
    header = next((cells for _, cells in records(text, [])), [])
    known = _known(kind)
    return [
        cause("column_unknown", name=cell, columns=list(_COLUMNS[kind]))
        for cell in header
        if cell and _column(cell, known) not in known
    ]


def read(text: str, kind: Kind) -> list[Row]:
    """The entries of the list, in its order; columns of other names are ignored (`ignored`). Raises
    EntryListError with all problems that were found.
    """
    problems: list[Problem] = []
    table = list(records(text, problems))
    if problems or not table:
        raise EntryListError(problems or [Problem(1, "", cause("list_empty", columns=list(_COLUMNS[kind])))])
    line, header = table[0]
    columns = _columns(line, header, kind, problems)
    if problems:
        raise EntryListError(problems)
    rows = [_row(line, _cells(line, cells, columns, problems), kind, problems) for line, cells in table[1:]]
    if not rows:
        problems.append(Problem(line, "", cause("no_entry_below")))
    problems += _twice(rows, kind)
    if problems:
        raise EntryListError(problems)
    return rows


def records(text: str, problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    """(line, cells) of every line that is not blank; a cell in quotes may go over several lines."""
    text = unicodedata.normalize("NFC", text.removeprefix("\ufeff"))
    #: Excel's own line that names the separator; it is kept as a blank one, so that lines keep their numbers.
    text = re.sub(r"\Asep=[,;\t]?(?=\r?\n)", "", text)
    lines = _Lines(text)
    reader = csv.reader(lines, delimiter=_separator(text), strict=True)
    line = 1
    try:
        for cells in reader:
            if len(cells) > CELLS_MAX:
                limit = f"more than {CELLS_MAX} cells in a line"
                problems.append(Problem(line, "", cause("no_csv", why=limit)))
                return
            tidy = [" ".join(seen(cell).split()) for cell in cells]
            if any(tidy):
                yield line, tidy
            line = reader.line_num + 1
    except csv.Error as error:
        if not _is_loose_csv(text):
            problems.append(Problem(reader.line_num, "", cause("no_csv", why=str(error))))
        elif lines.are_over:
            problems.append(Problem(line, "", cause("quotation_open")))
        else:
            why = cause("text_after_quotation")
            problems.append(Problem(reader.line_num, "", why))


class _Lines:
    """The lines of a text; `are_over`: somebody has asked for one after the last."""

    def __init__(self, text: str) -> None:
        self._lines = io.StringIO(text, newline="")
        self.are_over = False

    def __iter__(self) -> Iterator[str]:
        yield from self._lines
        self.are_over = True


def _is_loose_csv(text: str) -> bool:
    """Whether this can be read as CSV that allows quotation marks anywhere."""
    try:
        for _ in csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text)):
            pass
    except csv.Error:
        return False
    return True


def _separator(text: str) -> str:
    """What separates the columns of the first line that is not blank; text in quotes does not count."""
    header = next((line for line in text.splitlines() if line.strip(" ,;\t")), "")
    bare = re.sub(r'"[^"]*"', "", header)
    return max(",;\t", key=bare.count)


def _known(kind: Kind) -> set[str]:
    parts = {part for name, both in _PARTS.items() if name in _COLUMNS[kind] for part in both}
    return {*_COLUMNS[kind], *parts, *(_TEAM_COLUMNS if kind == "team" else ())}


def _columns(line: int, header: Sequence[str], kind: Kind, problems: list[Problem]) -> list[str]:
    known = _known(kind)
    columns: list[str] = []
    for cell in header:
        name = _column(cell, known)
        if name in known and name in columns:
            problems.append(Problem(line, name, cause("column_twice")))
        columns.append(name if name in known else "")
    missing = [
        name
        for name in _NEEDED[kind]
        if name not in columns and _PARTS.get(name, ("", name))[1] not in columns
    ]
    if missing and not any(name in known for name in columns):
        problems[:] = [Problem(line, "", cause("no_header", columns=list(_COLUMNS[kind])))]
    else:
        problems += [
            Problem(line, name, cause("column_missing", columns=list(_COLUMNS[kind]))) for name in missing
        ]
    return columns


def _column(cell: str, known: Collection[str]) -> str:
    """The name of a column as it is meant by this cell of the header."""
    name = re.sub(r"[\s_-]+", " ", cell.casefold()).strip()
    name = re.sub(r"^player ?(\d+)( latin| spelling|)$", _numbered, name)
    return name if name in known else _SAME.get(name, name)


def _numbered(column: re.Match[str]) -> str:
    return f"player {column[1]}" + (" latin" if column[2] else "")


def _cells(
    line: int, cells: Sequence[str], columns: Sequence[str], problems: list[Problem]
) -> dict[str, str]:
    if any(cells[len(columns) :]):
        problems.append(Problem(line, "", cause("too_many_cells", count=len(cells), columns=len(columns))))
    cell = dict.fromkeys(columns, "") | dict(zip(columns, cells, strict=False))
    lists = ("players", "latin") if "team" in columns else ()
    cell.pop("", None)  # columns that are not used
    for column, text in cell.items():
        if len(text) > NAME_MAX and column not in lists:
            problems.append(Problem(line, column, cause("cell_too_long", length=len(text), most=NAME_MAX)))
        if any(unicodedata.category(letter) in ("Cc", "Co", "Cs") for letter in text):
            problems.append(Problem(line, column, cause("cell_unprintable", text=text)))
    for name, parts in _PARTS.items():
        if name not in cell and any(part in cell for part in parts):
            cell[name] = " ".join(cell[part] for part in parts if cell.get(part))
    return cell


def _row(line: int, cells: dict[str, str], kind: Kind, problems: list[Problem]) -> Row:
    for column in _NEEDED[kind]:
        if not is_visible(cells[column]):
            problems.append(Problem(line, column, cause("cell_empty")))
    seeding = _seeding(line, cells.get("seeding", ""), problems)
    if kind == "team":
        return Row(line, _team(line, cells, problems), cells["team"], seeding)
    people = [_person(cells, "name", "")]
    if kind == "doubles":
        people.append(_person(cells, "partner", "partner "))
    return Row(line, tuple(people), "", seeding)


def _person(cells: dict[str, str], name: str, before: str) -> Person:
    more = (cells.get(before + column, "") for column in ("club", "country", "licence", "latin"))
    return Person(cells[name], *more)


def _team(line: int, cells: dict[str, str], problems: list[Problem]) -> tuple[Person, ...]:
    listed, spelled = (_split(cells.get(column, "")) for column in ("players", "latin"))
    if len(spelled) > len(listed):
        count, players = len(spelled), len(listed)
        problems.append(Problem(line, "latin", cause("spellings_too_many", count=count, players=players)))
    people = list(zip_longest(listed, spelled[: len(listed)], fillvalue=""))
    for number in range(1, PLAYERS_MAX + 1):
        people.append((cells.get(f"player {number}", ""), cells.get(f"player {number} latin", "")))
    people = [(name, latin) for name, latin in people if is_visible(name)]
    listed = [name for name, _ in people]
    if len(listed) < 2:
        problems.append(Problem(line, "players", cause("players_missing", count=len(listed))))
    for name in listed:
        if len(name) > NAME_MAX:
            problems.append(Problem(line, "players", cause("player_too_long", name=name[:20], most=NAME_MAX)))
    for _, latin in people:
        if len(latin) > NAME_MAX:
            problems.append(Problem(line, "latin", cause("player_too_long", name=latin[:20], most=NAME_MAX)))
    club, country = cells.get("club", ""), cells.get("country", "")
    return tuple(Person(name, club, country, latin=latin) for name, latin in people)


def _split(cell: str) -> list[str]:
    """The parts of a cell for several players; an empty cell has none."""
    return [part.strip() for part in re.split(r"[;/|,]", cell)] if cell else []


def _seeding(line: int, text: str, problems: list[Problem]) -> int | None:
    if not text:
        return None
    if re.fullmatch(r"[0-9]{1,6}", text) and is_seeding(int(text)):
        return int(text)
    problems.append(Problem(line, "seeding", cause("seeding_unreadable", text=text, most=SEEDING_MAX)))
    return None


def _twice(rows: Sequence[Row], kind: Kind) -> Iterator[Problem]:
    """Players and teams that are in the list twice; a seeding may be."""
    people = People[tuple[int, Person]]()
    teams: dict[tuple[str, ...], int] = {}
    for row in rows:
        for number, person in enumerate(row.players):
            column = "players" if kind == "team" else ("name", "partner")[number]
            if person.name:
                yield from _entered(people, person, row.line, column)
        if row.name:
            first = teams.setdefault(name_words(row.name), row.line)
            if first != row.line:
                yield Problem(row.line, "team", cause("team_in_list", team=row.name, line=first))


def _entered(known: People[tuple[int, Person]], person: Person, line: int, column: str) -> Iterator[Problem]:
    earlier = known.find(person)
    if earlier is not None:
        at, other = earlier
        same_club = is_same_name(other.club, person.club)
        twice: str = "player_in_list" if same_club else "player_in_list_of_no_club"
        yield Problem(line, column, cause(twice, player=person.name, line=None if at == line else at))
    known.add(person, (line, person))
