"""Which tables stand in which hall, as the organiser's page shows it and its form says it."""

from collections.abc import Mapping, Sequence
from typing import Any

from host_tools.store import hall_layout
from host_tools.tournament.desk import Desk, DeskError
from host_tools.tournament.hall_tables import numbered
from host_tools.tournament.model import Tournament

EXAMPLE = "1-20, 25"


def rows(tournament: Tournament) -> list[dict[str, Any]]:
    """The halls that the tournament names, each with `name` and `tables` ("1-20, 25"), the lowest first."""
    halls: Mapping[str, Sequence[int]] = tournament.settings.get(hall_layout.SETTING) or {}
    return [
        {"name": name, "tables": spans(numbers)}
        for name, numbers in sorted(halls.items(), key=lambda pair: min(pair[1]))
    ]


def spans(numbers: Sequence[int]) -> str:
    """1, 2, 3, 7 as "1-3, 7"."""
    found: list[list[int]] = []
    for number in sorted(set(numbers)):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in found)


def say(desk: Desk, fields: Mapping[str, str], who: str) -> None:
    """Tables stand in a hall; no tables: there is no such hall any more. Raises DeskError."""
    of = desk.tournament()
    name, tables = fields.get("hall", "").strip(), numbered(fields.get("tables", ""))
    if not tables and name not in [row["name"] for row in rows(of)]:
        raise DeskError(f"Which tables stand in {name or 'the hall'}? Give their numbers, such as {EXAMPLE}.")
    desk.set_hall(of, name, tables, who=who)
