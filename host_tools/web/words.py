"""The words on the pages, in one place, so that another language is another table.

``Words`` looks a word up by its key; a key it does not know comes back readable, so that a table
with newer firmware still shows something.
"""

from collections.abc import Mapping

EN: Mapping[str, str] = {
    "lang": "en",
    # phases
    "phase.idle": "Free table",
    "phase.toss": "Toss",
    "phase.ready": "Ready for “Play”",
    "phase.board": "In play",
    "phase.change": "Change of sides",
    "phase.interval": "Interval",
    "phase.over": "Provisional result",
    "phase.confirmed": "Result confirmed",
    # stages
    "stage.group": "Group",
    "stage.round": "Round",
    "stage.pre_quarter_final": "Pre-quarter-final",
    "stage.quarter_final": "Quarter-final",
    "stage.semi_final": "Semi-final",
    "stage.final": "Final",
    # clocks
    "clock.break": "Break",
    "clock.stroke": "Stroke",
    "clock.placing": "Placing",
    "clock.side_change": "Change of sides",
    "clock.interval": "Interval",
    "clock.report": "Report to the table",
    "clock.protest": "Protest",
    "clock.hall": "Hall clock",
    "clock.round": "Round",
    # how a match was won, when not by playing it out
    "how.conceded": "conceded",
    "how.ruling": "by ruling",
    "how.walkover": "walk-over",
    "how.time": "on time",
    "how.draw": "draw",
    # a table that sends what it kept while it had no link
    "link.behind": "catching up, {n} to come",
    # what the browser itself says: {n} is a number, {unit} one of the next three
    "live.second": "s",
    "live.minute": "min",
    "live.hour": "h",
    "live.heard": "heard {n} {unit} ago",
    "live.silent": "no word for {n} {unit}",
    "live.down": "link down for {n} {unit}",
    "live.never": "never heard",
    "live.paused": "Paused",
    "live.time": "Time",
    "live.unknown": "clock unknown",
    "live.lost": "No connection to the collector. Reconnecting…",
    "live.since": "{n} {unit}",
    "live.back": "Connected again",
    "live.count_playing": "{n} in play",
    "live.count_free": "{n} free",
    "live.count_finished": "{n} finished",
    "live.count_warned": "{n} to look at",
    "live.count_silent": "{n} without link",
    # transports, rulesets
    "transport.serial": "Serial",
    "transport.tcp": "Wi-Fi",
    "ruleset.icf": "Laws of Carrom (ICF)",
    "ruleset.vkk": "VKK",
    "ruleset.spandan": "Spandan",
    "ruleset.vaishali": "Vaishali",
    "ruleset.wcc": "World Crokinole Championship",
}


class Words:
    """Words of one language."""

    def __init__(self, table: Mapping[str, str] = EN) -> None:
        self._table = table
        self.lang = table["lang"]

    def get(self, group: str, key: object) -> str:
        """The word for ``group.key``; for an unknown key the key itself, made readable; none for None."""
        if key is None or key == "":
            return ""
        known = self._table.get(f"{group}.{key}")
        return known if known is not None else str(key).replace("_", " ").capitalize()

    def group(self, group: str) -> dict[str, str]:
        """All words of a group, by key."""
        start = f"{group}."
        return {key[len(start) :]: word for key, word in self._table.items() if key.startswith(start)}
