"""Seedings: which are allowed, and a remark when several entries have the same one."""

from collections.abc import Iterable

from host_tools.reasons import Cause
from host_tools.tournament.model.model import Entry
from host_tools.tournament.reasons import cause

MOST = 999


def is_one(seeding: int | None) -> bool:
    """Whether an entry can have this seeding; None: it is not seeded."""
    return seeding is None or 1 <= seeding <= MOST


def remarks(entries: Iterable[Entry]) -> list[Cause]:
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
