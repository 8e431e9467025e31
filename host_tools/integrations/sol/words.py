"""The English words of every reason of reasons.py."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from host_tools.integrations.sol.reasons import SolReason
from host_tools.words.filling import Sentences


def _tourneys(tourneys: Sequence[Mapping[str, str]]) -> str:
    return "; ".join("{title} ({date})".format_map(tourney) for tourney in tourneys) or "none"


#: What a placeholder that is no fact stands for.
OWN = {"example": "http://sol.example:6996/lit/match/12-3.Kf0…"}
#: How facts that only SoL has become words (filling.py).
_FORMS: Mapping[str, Callable[[Any], str]] = {
    "tourneys": _tourneys,
}

WORDS: Mapping[SolReason, str] = {
    # A file of SoL's (reading.py).
    "file_unreadable": "{file} cannot be read: {why}.",
    "in_file": "{file}: {why:cause}",
    "no_players_listed": "this is no export of SoL (.sol or .sol.gz): it has no list of players.",
    "no_export": "this is no export of SoL (.sol or .sol.gz): {why}",
    "not_unpacked": "it cannot be unpacked ({why}); is it complete?",
    "too_large": "it is larger than {most_mb} MB: no tourney is.",
    "cut_off": "it is cut off; export it from SoL again.",
    "which_tourney": "which tourney? The file has {tourneys:tourneys}. Name one with --of.",
    "not_of_sol_5": "its tourney is not as SoL 5 writes it ({kind}: {why}).",
    "teams": (
        "it has teams of {players}; singles and doubles can be taken. Play it with an event of the kind "
        "`team` here, and type the results into SoL."
    ),
    "training": (
        "its championship is a training one, with a number of boards of its own and no cards at the tables: "
        "enter it in SoL."
    ),
    "no_matches_yet": "its current round has no matches yet: make the round in SoL, and export again.",
    # A round that cannot go into the event (importing.py).
    "final": (
        "this round is SoL's final, of several games, of which a card of SoL's takes one: play it with "
        "`boardside assign` and type its result into SoL."
    ),
    "other_tourney": (
        "the event {event} has the rounds of another tourney of SoL's. Give {title} an event and tables of "
        "its own: --event KEY --first-table N."
    ),
    "in_other_event": "the rounds of {title} are in the event {event}: import them with --event {event}.",
    # The file of addresses (addresses.py).
    "addresses_unreadable": "The addresses of SoL's boards cannot be read from {file}: {why}.",
    "addresses_not_utf8": "The addresses of SoL's boards cannot be read from {file}: it is no UTF-8 text.",
    "no_addresses": "{file} has no address. SoL prints them as labels; one looks like {example}.",
    "no_address": "{file}, line {line}: {text:quoted} is no address of a board such as {example}.",
    "address_of_other_board": "{file}, line {line}: this is the address of board {board}, not {written}.",
    "second_address": (
        "{file}, line {line}: board {board} has another address already. Of two tourneys, put a line with "
        "the event's key, such as [ms], before the addresses of each."
    ),
}

_SENTENCES: Sentences[SolReason] = Sentences(WORDS, _FORMS, OWN)
say = _SENTENCES.say
