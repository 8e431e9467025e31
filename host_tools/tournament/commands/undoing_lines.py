"""What an act was, and what taking it back would do, in lines for people: for command and page."""

from collections.abc import Mapping, Sequence

from host_tools.reasons import Door
from host_tools.tournament.commands import clearing_lines
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Act, Entry, Stage
from host_tools.tournament.undo.undoing import Effects

#: At most so many matches are named one by one.
NAMED_MOST = 8
_HIDDEN = ("undo", "player_id", "joined", "reason", "why", "was")


def about(act: Act) -> str:
    """What the act was about: "match open-ms-1-1-1, table 3"."""
    facts = {name: each for name, each in act.detail.items() if name not in _HIDDEN}
    words = []
    for name, value in facts.items():
        if isinstance(value, list):
            value = ", ".join(map(str, value))
        words.append(f"{name} {_plain(value)}")
    return ", ".join(words)


def _plain(value: object) -> str:
    """A value of the record, as people write it."""
    if isinstance(value, Mapping):
        return ", ".join(
            f"{part}: {_plain(each)}" if isinstance(each, Mapping) else f"{part} {_plain(each)}"
            for part, each in value.items()
        )
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, "") else str(value)


def lines(seen: Effects, entries: Mapping[int, Entry], stages: Sequence[Stage], way: Door) -> list[str]:
    """One line for each thing that taking it back would change, or why it cannot be. stages: of its event."""
    if seen.by is not None:
        return [f"Taken back by act {seen.by}."]
    if seen.refused is not None:
        return [seen.refused.say(way)]
    texts = [
        f"Act {act.number} ({act.name}{f' of {act.match}' if act.match else ''}, {act.actor}) stands on it "
        "and is taken back first."
        for act in seen.later
    ]
    texts += _own(seen, entries)
    if seen.competition is not None:
        texts += clearing_lines.changes(seen.competition, seen.changes[:NAMED_MOST], entries)
        more = len(seen.changes) - NAMED_MOST
        if more > 0:
            texts.append(f"{more} more matches change.")
    texts += clearing_lines.standings(seen.standings, stages)
    texts += [f"The draw of the {wording.stage(stage)} is taken back." for stage in seen.stages]
    texts += [f"The {wording.stage(stage)} is drawn, with the same seed." for stage in seen.begun]
    return texts or ["Nothing changes any more."]


def _own(seen: Effects, entries: Mapping[int, Entry]) -> list[str]:
    """What changes beside the matches: what is deleted, there again, and has its values of before."""
    changed, detail = seen.act.undo["rows"], seen.act.detail
    texts = []
    new = [key for key, (old, _) in changed.get("entries", {}).items() if old is None]
    titles = [entries[int(key)].title for key in new[:NAMED_MOST] if int(key) in entries]
    if new:
        more = f" and {len(new) - len(titles)} more" if len(new) > len(titles) else ""
        texts.append(f"Not entered any more: {', '.join(titles)}{more}.")
    for table in ("tournaments", "competitions", "decisions"):
        for old, now in changed.get(table, {}).values():
            if old is None:
                texts.append(f"{detail.get('name', 'The decision')} is deleted.")
            elif now is None:
                texts.append(f"{old.get('name', 'The decision')} is there again.")
    for old, _ in changed.get("fees", {}).values():
        texts.append("The fee is not noted any more." if old is None else _again("fee", old["paid"]) + ".")
    gone = [old for old, now in changed.get("entries", {}).values() if now is None]
    if len(gone) == 1 and "entry" in detail:
        texts.append(f"{detail['entry']} is entered again.")
    elif gone:
        texts.append(f"Entered again: {len(gone)}.")
    matches = changed.get("fixtures", {}).values()
    for count, words in (
        (sum(old is None for old, _ in matches), "are deleted"),
        (sum(now is None for _, now in matches), "are there again"),
    ):
        texts += [f"{count} matches {words}."] if count else []
    for table in _VALUES:
        for key, (old, now) in changed.get(table, {}).items():
            if old and now:
                of_whom = f"{entries[int(key)].title}: " if table == "entries" and int(key) in entries else ""
                texts.append(f"{of_whom}{', '.join(_again(name, value) for name, value in old.items())}.")
    return texts


_VALUES = ("meta", "tournaments", "players", "competitions", "entries", "stages")


def _again(column: str, value: object) -> str:
    name = column.removeprefix("settings/").replace("_", " ").replace("/", " ")
    is_text = isinstance(value, str) and value[:1] not in ("{", "[")
    return f"{name} {_plain(value)} again" if is_text or value is None else f"{name} as before"
