"""The English words of what an import did, or would do."""

from collections.abc import Iterator, Mapping

from host_tools.tournament.imports.importing import Change, Imported
from host_tools.words import desk

_PLURALS: Mapping[str, str] = {"entry": "entries", "match": "matches"}
_LEFT: Mapping[str, str] = {
    "standings": "standings (they follow from the results)",
    "events": "events of tables (a backup brings them back)",
    "matches": "matches at tables that nobody planned",
}


def change(change: Change) -> str:
    """One change: "result in ms: open-ms-1-1-1: Asha - Bela, 25-10"."""
    event = f" in {change.event}" if change.event else ""
    return f"{change.kind}{event}: {': '.join(filter(None, (change.title, change.text)))}"


def summary(imported: Imported, dry_run: bool) -> Iterator[str]:
    """How much of each kind there is, a line each."""
    counts = [f"{count} {kind if count == 1 else _plural(kind)}" for kind, count in imported.counts().items()]
    if counts:
        yield f"{'To be imported' if dry_run else 'Imported'}: {', '.join(counts)}."
    else:
        yield "Everything in it is here already: nothing to change."
    if counts and imported.same:
        yield f"{imported.same} {'row is' if imported.same == 1 else 'rows are'} here already."
    for sheet, count in imported.left.items():
        yield f"Not imported: {count} {_LEFT[sheet]}."
    for why in imported.remarks:
        yield desk.say(why, "command_line")
    if counts and dry_run:
        yield "This was a dry run: nothing was changed."


def _plural(kind: str) -> str:
    return _PLURALS.get(kind, f"{kind}s")
