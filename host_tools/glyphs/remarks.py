"""What an organiser is told when a table will show something else than a name itself."""

from collections.abc import Iterator

from host_tools.glyphs import lines
from host_tools.live_values import Event
from host_tools.reasons import Cause, Reasons

REMARKS = Reasons(
    {
        "seen_in_latin": "Table {table} shows {name} as {latin}.",
        "seen_as_number": (
            "Table {table} cannot show {name}: its e-paper says Table {table} {side}. A Latin spelling "
            "(column latin of the entries) would be shown."
        ),
    }
)


def about(event: Event, table: int, status: object) -> list[Cause]:
    """The remarks on a `match` event for a table, whose last status this is. None on a table without e-paper,
    which shows no names, and on one that has not said what it has.
    """
    return [] if lines.room_of(status) is None else list(_about(event, table))


def _about(event: Event, table: int) -> Iterator[Cause]:
    latin = dict(event.get("latin") or ())
    for side in ("a", "b"):
        names = event.get(side) or ()
        how = {name: lines.seen(name, latin, True) for name in names}
        lost = [name for name in names if how[name] == "number"]
        if lost:  # then the partner is not shown either
            yield REMARKS.cause("seen_as_number", table=table, side=side.upper(), name=", ".join(lost))
            continue
        for name in names:
            if how[name] == "latin":
                yield REMARKS.cause("seen_in_latin", table=table, name=name, latin=latin[name])
