"""The English words of every reason of reasons.py."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from host_tools.extras.sol.reasons import SolReason
from host_tools.words.filling import Sentences


def _tourneys(tourneys: Sequence[Mapping[str, str]]) -> str:
    return "; ".join("{title} ({date})".format_map(tourney) for tourney in tourneys) or "none"


def _card(card: Mapping[str, Any]) -> str:
    """What a card has for SoL: "2 boards", "final 25-4"."""
    if card["score"] is not None:
        return "final {}-{}".format(*card["score"])
    return f"{card['boards']} boards" if card["boards"] != 1 else "1 board"


def _full_stop(text: str) -> str:
    return text if text.endswith("?") else f"{text}."


#: What a placeholder that is no fact stands for.
OWN = {"example": "http://sol.example:6996/lit/match/12-3.Kf0…"}
#: How facts that only SoL has become words (filling.py).
_FORMS: Mapping[str, Callable[[Any], str]] = {
    "tourneys": _tourneys,
    "card": _card,
    "teams": lambda teams: " - ".join(" / ".join(names) for names in teams),
    "ended": lambda why: _full_stop(_SENTENCES.say_json(why)),
    "statement": lambda why: f"{_SENTENCES.say_json(why).rstrip('?')}.",
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
    # On the way to SoL (troubles.py). No full stop: `server_away` and `not_taken` put it.
    "name_unknown": "the name in {server} is not known here; is the network up, is the name right?",
    "connection_refused": "connection refused at {server}; does SoL run there?",
    "timed_out": "nothing came from {server} within {seconds} seconds",
    "certificate_not_trusted": (
        "the certificate of {server} is not trusted ({why}); it has to be mended there"
    ),
    "speaks_no_tls": "{server} speaks no TLS; is its address http://?",
    "speaks_no_http": "what answers at {server} speaks no HTTP; is its address https://, is the port right?",
    "broke_off": "{server} broke off in the middle",
    "connection_failed": "{server}: {why}",
    # An answer that is none of SoL's to a card (troubles.py, posting.py).
    "moved": "it is at {to} now: change {server} in the file of addresses",
    "leads_elsewhere": "it leads on to {to:or nowhere}: is there a login, or another site, in front of SoL?",
    "leads_nowhere": "it leads on to no address",
    "address_not_known": "it does not know this address (HTTP {status})",
    "access_refused": "it lets nobody in at this address (HTTP {status}): is there a login in front of SoL?",
    "server_busy": "{server}: HTTP {status}",
    "card_fails": "it fails at this card (HTTP {status}); its own log says why",
    "answers_page": "it answers with a page, not as SoL 5 does: is something in front of SoL?",
    "answers_otherwise": "it answers otherwise, not as SoL 5 does: is something in front of SoL?",
    # What SoL itself says of a card (posting.py).
    "sol_says": "{text}",
    "sol_gives_no_reason": "it does not say why",
    # One match (sender.py).
    "card_sent": "SoL, board {board}, round {round} ({match}): {card:card}",
    "of_match": "SoL, board {board}, round {round} ({match}): {why:cause}",
    "server_away": "SoL does not answer: {why:statement} It is tried again.",
    "events_refused": "what is kept of it here cannot be read ({why:refusal}). Not sent.",
    "unreadable": "what is kept of it here cannot be read ({kind}: {why}). Not sent.",
    "closed_before": "its card is closed. Correct it in SoL: {card:card}.",
    "no_address_of_board": "there is no address of this board of {event} in the file.",
    "not_taken": "SoL does not take {card:card}: {why:ended}",
    "closed_there": (
        "the card is closed there, or SoL is in another round. Ours: {card:card}; enter it in SoL if it is "
        "not there."
    ),
    "other_tourneys_card": (
        "its address in the file is of another tourney of SoL's. Of several, put a line with the event's "
        "key, [{event}], before the addresses of each. Not sent: {card:card}."
    ),
    "other_players_card": (
        "SoL has {sol:versus} on its card, here {here:teams} play. Drawn again in SoL, or a name changed "
        "there? Import the round again. Not sent: {card:card}."
    ),
    # A step that failed in the middle (safe_step.py).
    "database_unavailable": "Results to SoL wait for the database: {why}",
    "database_fails": "No result goes to SoL: {why}",
    "fault": (
        "Results to SoL: a fault in Boardside ({kind}: {why}). It is tried again; type into SoL what it does "
        "not get in time."
    ),
}

_SENTENCES: Sentences[SolReason] = Sentences(WORDS, _FORMS, OWN)
say = _SENTENCES.say
