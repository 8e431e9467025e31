"""What happened in a match apart from its boards, for the score card.

`players` is the names of a side. A remark on what the organiser did has the reason `why`: a text, or a code
with facts.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from host_tools.i18n import translated
from host_tools.i18n.labels import Words
from host_tools.laws.refusals import TOLD
from host_tools.reasons import Cause, Reasons
from host_tools.tournament.model.remarks import CORRECTIONS
from host_tools.tournament.reasons import score


def _fields(changed: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(changed.items()))


def _by_hand(why: Mapping[str, Any]) -> str:
    """The reason that a person gave, or the words of the code that Boardside recorded."""
    return str(why["text"]) if why["code"] is None else CORRECTIONS[why["code"]].format_map(why["facts"])


REMARKS = Reasons(
    {
        "board_replayed": "A board was replayed (Law {law}).",
        "set_by_umpire": "Set by the umpire (Law 143c): {fields:fields}{why:after_colon}.",
        "carried_over": (
            "{count:#entry|entries} carried over from another device of this match, which died (journal "
            "{journal})."
        ),
        "conceded": "{players} conceded the {unit:unit} (Law 139).",
        "lost_by_ruling": "{players} lost the match by ruling (Law {law}).",
        "forfeited": "{players} forfeited the {unit:unit}{why:after_colon}.",
        "time_called": "Time was called by the organiser.",
        "ended_for_desk": "Ended as it stood: the organiser had decided the match (D296).",
        "entries_undone": "{count:#entry|entries} undone and entered again by the umpire.",
        "protest": (
            "Protest {number} by {players}, board {board} of game {game}: {state:protest}{text:after_colon}."
        ),
        "protest_fee": "Fee of protest {number} (Law 145): {fee:fee}{paid:after_comma}.",
        "event_left_out": "Event {seq} ({kind}) is left out: {why:refusal}.",
        "result_taken_away": "Result {before:score} taken away by the organiser ({actor}): {why:by_hand}",
        "result_entered": "Result {after:score} entered by the organiser ({actor}): {why:by_hand}",
        "result_changed": (
            "Result changed by the organiser ({actor}) from {before:score} to {after:score}: {why:by_hand}"
        ),
        "walk_over_given": "Walk-over given at the organiser's desk: won by {winner:winner} (Law 143i).",
    },
    forms={
        "fields": _fields,
        "after_colon": lambda text: f": {text}" if text else "",
        "after_comma": lambda text: f", {text}" if text else "",
        "by_hand": _by_hand,
        "score": score,
        "unit": partial(Words().get, "unit"),
        "protest": partial(Words().get, "protest"),
        "fee": partial(Words().get, "fee"),
        "winner": lambda names: "nobody" if names is None else names,
    },
    tables=TOLD,
    context="remark",
)
remark, marked = REMARKS.cause, REMARKS.marked


def spoken(remark: Cause) -> str:
    """A remark in the current language."""
    return remark.say(translate=translated)
