"""What SoL's files and its addresses can lack, and what can go wrong on the way to SoL.

Pages, the log and `boardside status` show what goes wrong while the collector runs. No fact contains a
password.
"""

from collections.abc import Mapping, Sequence

from host_tools.laws.refusals import TOLD
from host_tools.reasons import CodedError, Reasons
from host_tools.store.reasons import REASONS as DATABASE


def _tourneys(tourneys: Sequence[Mapping[str, str]]) -> str:
    return "; ".join("{title} ({date})".format_map(tourney) for tourney in tourneys) or "none"


REASONS = Reasons(
    {
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
            "its championship is a training one, with a number of boards of its own and no cards at the "
            "tables: enter it in SoL."
        ),
        "no_matches_yet": "its current round has no matches yet: make the round in SoL, and export again.",
        # A round that cannot go into the event (importing.py).
        "final": (
            "this round is SoL's final, of several games, of which a card of SoL's takes one: play it with "
            "`boardside assign` and type its result into SoL."
        ),
        "other_tourney": (
            "the event {event} has the rounds of another tourney of SoL's. Give {title} an event and tables "
            "of its own: --event KEY --first-table N."
        ),
        "in_other_event": "the rounds of {title} are in the event {event}: import them with --event {event}.",
        # The file of addresses (reading.py).
        "addresses_unreadable": "The addresses of SoL's boards cannot be read from {file}: {why}.",
        "addresses_not_utf8": (
            "The addresses of SoL's boards cannot be read from {file}: it is no UTF-8 text."
        ),
        "no_addresses": "{file} has no address. SoL prints them as labels; one looks like {example}.",
        "no_address": "{file}, line {line}: {text:quoted} is no address of a board such as {example}.",
        "address_of_other_board": "{file}, line {line}: this is the address of board {board}, not {written}.",
        "second_address": (
            "{file}, line {line}: board {board} has another address already. Of two tourneys, put a line "
            "with the event's key, such as [ms], before the addresses of each."
        ),
    },
    forms={"tourneys": _tourneys},
    doors={"example": ("http://sol.example:6996/lit/match/12-3.Kf0…",)},
)

#: While the collector runs (sender.py, board_page.py). `server` is
#: "http://sol.example:6996".
REMARKS = Reasons(
    {
        "sol_problems": "{problems:causes}",
        "sol_card_final": "final {score:points}",
        "sol_card_board": "1 board",
        "sol_card_boards": "{count} boards",
        # On the way to SoL.
        "sol_name_unknown": "the name in {server} is not known here; is the network up, is the name right?",
        "sol_connection_refused": "connection refused at {server}; does SoL run there?",
        "sol_timed_out": "nothing came from {server} within {seconds} seconds.",
        "sol_certificate_not_trusted": (
            "the certificate of {server} is not trusted ({why}); it has to be mended there."
        ),
        "sol_speaks_no_tls": "{server} speaks no TLS; is its address http://?",
        "sol_speaks_no_http": (
            "what answers at {server} speaks no HTTP; is its address https://, is the port right?"
        ),
        "sol_broke_off": "{server} broke off in the middle.",
        "sol_connection_failed": "{server}: {why}.",
        # An answer that is none of SoL's to a card.
        "sol_moved": "it is at {to} now: change {server} in the file of addresses.",
        "sol_leads_elsewhere": "it leads on to {to}: is there a login, or another site, in front of SoL?",
        "sol_leads_nowhere": "it leads on to no address.",
        "sol_address_not_known": "it does not know this address (HTTP {status}).",
        "sol_access_refused": (
            "it lets nobody in at this address (HTTP {status}): is there a login in front of SoL?"
        ),
        "sol_server_busy": "{server}: HTTP {status}.",
        "sol_card_fails": "it fails at this card (HTTP {status}); its own log says why.",
        "sol_answers_page": "it answers with a page, not as SoL 5 does: is something in front of SoL?",
        "sol_answers_otherwise": "it answers otherwise, not as SoL 5 does: is something in front of SoL?",
        # What SoL itself says of a card.
        "sol_says": "{text}.",
        "sol_gives_no_reason": "it does not say why.",
        # One match.
        "sol_card_sent": "SoL, board {board}, round {round} ({match}): {card:cause}",
        "sol_of_match": "SoL, board {board}, round {round} ({match}): {why:cause}",
        "sol_server_away": "SoL does not answer: {why:cause} It is tried again.",
        "sol_events_refused": "what is kept of it here cannot be read ({why:refusal}). Not sent.",
        "sol_unreadable": "what is kept of it here cannot be read ({kind}: {why}). Not sent.",
        "sol_closed_before": "its card is closed. Correct it in SoL: {card:cause}.",
        "sol_cleared_here": "its result was cleared here, and SoL still has it: take it back in SoL.",
        "sol_no_address_of_board": "there is no address of this board of {event} in the file.",
        "sol_not_taken": "SoL does not take {card:cause}: {why:cause}",
        "sol_closed_there": (
            "the card is closed there, or SoL is in another round. Ours: {card:cause}; enter it in SoL if it "
            "is not there."
        ),
        "sol_other_tourneys_card": (
            "its address in the file is of another tourney of SoL's. Of several, put a line with the event's "
            "key, [{event}], before the addresses of each. Not sent: {card:cause}."
        ),
        "sol_other_players_card": (
            "SoL has {sol:versus} on its card, here {here:teams} play. Drawn again in SoL, or a name changed "
            "there? Import the round again. Not sent: {card:cause}."
        ),
        # A step that failed in the middle.
        "sol_database_unavailable": "Results to SoL wait for the database: {why:database}",
        "sol_database_fails": "No result goes to SoL: {why:database}",
        "sol_fault": (
            "Results to SoL: a fault in Boardside ({kind}: {why}). It is tried again; type into SoL what it "
            "does not get in time."
        ),
    },
    forms={"teams": lambda teams: " - ".join(" / ".join(names) for names in teams)},
    tables={**TOLD, "database": DATABASE.say_json},
    context="companion",
    # Facts and punctuation only; sol_card_sent is for the log.
    english=("sol_problems", "sol_connection_failed", "sol_server_busy", "sol_says", "sol_card_sent"),
)
marked = REMARKS.marked


class SolError(CodedError):
    """SoL's file, round or addresses cannot be taken, for this reason."""

    table = REASONS
