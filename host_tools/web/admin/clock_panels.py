"""The clocks on the organiser's first page: one panel without halls, else one for each and one for all."""

from collections.abc import Sequence
from typing import Any

from host_tools.store.halls import Clocks
from host_tools.web.admin import words

Panel = dict[str, Any]


def panels(clocks: Clocks, tables: Sequence[int], now: int) -> list[Panel]:
    """What `words.hall` says of each clock at `now` (host time, UTC ms), with `hall`, the name for the form
    ("": all of them), `title`, `mark`, which makes the panel's ids its own, and `number` for the form.
    tables: the numbers of those that were heard.
    """
    names = clocks.layout.names
    common = clocks.common(tables)
    if len(names) < 2 and (common is not None or clocks.number == 0):
        only = {"hall": "", "title": "Hall clock", "mark": "", "number": clocks.number}
        return [{**words.hall(common, now), **only}]
    found = [
        {**words.hall(clocks.of(name), now), "hall": name, "title": name, "mark": "" if at == 1 else f"-{at}"}
        for at, name in enumerate(names, 1)
    ]
    return [*found, _of_all(clocks, [panel["state"] for panel in found], now)]


def _of_all(clocks: Clocks, states: list[str], now: int) -> Panel:
    """Says no count, as halls may have different ones; offers what makes sense in one of them at least."""
    offered = [("pause", "pause", "running"), ("resume", "resume", "paused")]
    buttons = [{"do": do, "says": words.SAYS[says]} for do, says, state in offered if state in states]
    if {"running", "paused"} & set(states):
        buttons.append({"do": "end", "says": words.SAYS["end"]})
    elif "ended" in states:
        buttons.append({"do": "end", "says": words.SAYS["off"]})
    kept = {"hall": "", "title": "All halls", "mark": "-all", "number": clocks.number, "buttons": buttons}
    return {**words.hall(None, now), **kept, "state": "all"}
