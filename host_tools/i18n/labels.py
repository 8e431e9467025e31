"""Words for the keys that tables send (phases, stages, clocks), and the browser's own texts.

Each word's context in the catalogues is the group before its key's point. An unknown key is returned in
readable form, so that a table with newer firmware still shows something.
"""

from collections.abc import Mapping

from host_tools.i18n import pgettext, spoken

#: A text, or the singular and plural of a text with a count.
Text = str | tuple[str, str]

EN: Mapping[str, Text] = {
    # phases
    "phase.idle": "Free table",
    "phase.toss": "Toss",
    "phase.ready": "Ready for “Play”",
    "phase.board": "In play",
    "phase.change": "Change of sides",
    "phase.interval": "Interval",
    "phase.over": "Decided, not confirmed",
    "phase.confirmed": "Result confirmed",
    "phase.official": "Official result",
    "phase.nothing": "No result stands",
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
    "how.time": "time was up",
    "how.draw": "draw",
    "how.walk_over": "walk-over",
    "how.lost": "by ruling",
    # the states of a match of the tournament
    "fixture.waiting": "to come",
    "fixture.ready": "ready, no table yet",
    "fixture.held": "held back: a protest is open",
    "fixture.bye": "bye",
    "fixture.off": "not needed",
    # what kind of stage it is
    "kind.knockout": "Knockout",
    "kind.groups": "Groups",
    "kind.round_robin": "Round robin",
    "kind.preliminary": "Preliminary round",
    "kind.swiss": "Swiss system",
    "kind.play_off": "Play-off",
    "kind.final": "Final",
    # which step of a standing decided a place
    "step.points": "points",
    "step.wins": "matches won",
    "step.buchholz": "Buchholz",
    "step.net": "net points",
    "step.scored": "points scored",
    "step.head_to_head": "points among those level",
    "step.twenties_tied": "20s among those level",
    "step.twenties_all": "20s in all games",
    "step.shoot_out": "shoot-out",
    "step.toss": "toss",
    "step.organiser": "decided by the organiser",
    "step.level": "level",
    "step.playing": "still in",
    "step.round": "round reached",
    "step.third": "match for third place",
    "step.withdrawn": "withdrawn",
    "step.absent": "no match",
    # what is conceded or forfeited, and the states of a protest
    "unit.board": "board",
    "unit.game": "game",
    "unit.match": "match",
    "unit.round": "round",
    "protest.open": "open",
    "protest.upheld": "upheld",
    "protest.overruled": "overruled",
    # what became of the fee of a protest
    "fee.paid": "paid",
    "fee.refunded": "refunded",
    "fee.forfeited": "forfeited",
    # a board won with nothing left on it
    "slam.white": "White slam",
    "slam.black": "Black slam",
    # the browser's own texts: {n} is a number, {unit} one of the next three
    "live.second": "s",
    "live.minute": "min",
    "live.hour": "h",
    "live.heard": "heard {n} {unit} ago",
    "live.silent": "no word for {n} {unit}",
    "live.down": "link down for {n} {unit}",
    "live.never": "never heard",
    "live.paused": "paused",
    "live.time": "Time",
    "live.unknown": "clock unknown",
    "live.lost": "No connection to the collector. Reconnecting…",
    "live.since": "{n} {unit}",
    "live.back": "Connected again",
    "live.count_playing": ("{n} in play", "{n} in play"),
    "live.count_free": ("{n} free", "{n} free"),
    "live.count_finished": ("{n} finished", "{n} finished"),
    "live.count_warned": ("{n} to look at", "{n} to look at"),
    "live.count_silent": ("{n} without link", "{n} without link"),
    # transports, rulesets
    "transport.serial": "Serial",
    "transport.tcp": "Wi-Fi",
    "transport.soft": "Without hardware",
    "ruleset.icf": "Laws of Carrom (ICF)",
    "ruleset.vkk": "VKK",
    "ruleset.spandan": "Spandan",
    "ruleset.vaishali": "Vaishali",
    "ruleset.wcc": "World Crokinole Championship",
}


class Words:
    """The words, in the current language (i18n)."""

    def get(self, group: str, key: object) -> str:
        """The word for ``group.key``; for an unknown key the key itself, made readable; none for None."""
        if key is None or key == "":
            return ""
        known = EN.get(f"{group}.{key}")
        return pgettext(group, known) if isinstance(known, str) else str(key).replace("_", " ").capitalize()

    def group(self, group: str) -> dict[str, str | dict[str, str]]:
        """All words of a group, by key; for a text with a count, its forms by plural category."""
        start = f"{group}."
        speaker = spoken()
        return {
            key[len(start) :]: speaker.text(word, group)
            if isinstance(word, str)
            else speaker.forms(*word, group)
            for key, word in EN.items()
            if key.startswith(start)
        }
