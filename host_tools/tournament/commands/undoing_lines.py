"""What an act was, and what taking it back would do, in lines for people: for command and page."""

from collections.abc import Mapping, Sequence

from host_tools.reasons import Door
from host_tools.tournament.commands import clearing_lines
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Act, Entry, Result, Stage
from host_tools.tournament.standings import results
from host_tools.tournament.undo.undoing import Effects

#: At most so many matches are named one by one.
NAMED_MOST = 8
_HIDDEN = ("undo", "reason", "why", "was")


def about(act: Act) -> str:
    """What the act was about: "match open-ms-1-1-1, table 3"."""
    shown = {name: each for name, each in act.detail.items() if name not in _HIDDEN}
    if act.match is not None:
        shown.setdefault("match", act.match)
    if act.name == "draw swap" and "round" in act.undo:
        shown["round"] = act.undo["round"]
    words = []
    for name, value in shown.items():
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
    shown = [
        f"Act {act.number} ({act.name}{f' of {act.match}' if act.match else ''}, {act.actor}) stands on it "
        "and is taken back first."
        for act in seen.later
    ]
    shown += _own(seen, entries)
    if seen.competition is not None:
        shown += clearing_lines.changes(seen.competition, seen.changes[:NAMED_MOST], entries)
        more = len(seen.changes) - NAMED_MOST
        if more > 0:
            shown.append(f"{more} more matches change.")
    shown += clearing_lines.standings(seen.standings, stages)
    shown += [f"The draw of the {wording.stage(stage)} is taken back." for stage in seen.stages]
    shown += [f"The {wording.stage(stage)} is drawn, with the same seed." for stage in seen.begun]
    return shown or ["Nothing changes any more."]


def _again(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {_plain(value)} again" for name, value in values.items())


def _own(seen: Effects, entries: Mapping[int, Entry]) -> list[str]:
    """What changes beside the matches."""
    undo = seen.act.undo
    match seen.act.name:
        case "entries add":
            titles = [entries[each].title for each in undo["entries"] if each in entries]
            more = f" and {len(titles) - NAMED_MOST} more" if len(titles) > NAMED_MOST else ""
            return [f"Not entered any more: {', '.join(titles[:NAMED_MOST])}{more}."]
        case "import":
            results_gone, entries_gone = len(undo["results"]), len(undo["entries"])
            if not results_gone:
                return [f"Entries that are deleted: {entries_gone}."]
            return [f"Results that count no more: {results_gone}."]
        case "entry edit":
            were = [("", undo["changes"]), *((f"no. {n} ", old) for n, old in undo["people"].items())]
            return [f"{of_whom}{_again(values)}." for of_whom, values in were if values]
        case "entry delete":
            title = undo["name"] or " / ".join(each["name"] for each in undo["players"])
            return [f"{title} is entered again."]
        case "entry change":
            return ["The player who left is in the entry again."]
        case "event fill":
            entry = entries.get(undo["entry"])
            return [f"{entry.title if entry else 'The entry'} is reserve {undo['position']} again."]
        case "event edit":
            return [f"{', '.join(seen.act.detail['changed']) or 'everything'}: as before."]
        case "event add" | "tournament new":
            return [f"{seen.act.detail['name']} is deleted."]
        case "event delete":
            values, count = undo["values"], len(undo["entries"])
            entered = f"with {count} {'entry' if count == 1 else 'entries'}"
            drawn = ", drawn with its seed if that gives the same draw" if undo["draw"] else ""
            return [f"{values['name']} is there again, {entered}{drawn}."]
        case "tournament edit" | "tournament close":
            return [f"{_again(undo['values'])}."] if undo["values"] else []
        case "entry withdraw" | "entry return":
            entry = entries.get(undo["entry"])
            again = "in again" if seen.act.name == "entry withdraw" else "withdrawn again"
            return [f"{entry.title if entry else 'The entry'} is {again}."]
        case "draw" if (seen.act.detail.get("drawn") or {}).get("round", 1) > 1:
            return [f"Round {seen.act.detail['drawn']['round']} is not drawn any more."]
        case "draw" if not seen.changes:
            return ["The entries are open again."]
        case "draw swap":
            a, b = (entries[undo[side]].title for side in "ab")
            return [f"{a} and {b} are where the lots had put them."]
        case "tournament settings":
            return [f"{name.replace('_', ' ')}: as before." for name in undo["settings"]]
        case "withdrawals":
            return [f"Who withdraws from a group: {undo['count'] or 'as usual'}."]
        case "ruleset saved" | "ruleset removed":
            now = "is as it was before" if undo["before"] else "is removed"
            return [f"Ruleset {undo['ruleset']} {now}; events that chose it keep their rules."]
        case "rounds":
            return [f"The Swiss has {undo['count']} rounds again."]
        case "shoot-out":
            return ["The shoot-out is no match any more; the entries are level."]
        case "decide":
            return ["The decision counts no more."]
        case "recall":
            return [f"The match is called to table {undo['table']} again."]
        case "line-up":
            return ["The team's players are those of before."]
        case "result" | "walk-over" | "result cleared" if undo["how"] in ("hand", "walk_over"):
            return [f"The result is {results.shown(Result.from_json(undo['result']))} again."]
    return []
