"""The words of the reasons of host_tools/store/integration_reasons.py, as pages show them.

The parts that give these reasons are extras, which pages do not import; so their words are here.
"""

from collections.abc import Mapping
from typing import TypeAlias

from host_tools.store.database_reasons import DatabaseCause
from host_tools.store.integration_reasons import CompanionCause, CompanionReason
from host_tools.words import databases, refusals
from host_tools.words.filling import Sentences
from host_tools.words.refusals import Translate, untranslated

#: What is wrong with the collector, its database or a system it talks to.
Problem: TypeAlias = DatabaseCause | CompanionCause

CONTEXT = "companion"
WORDS: Mapping[CompanionReason, str] = {
    # MQTT.
    "mqtt_waits_for_database": "MQTT waits for the database: {why:database}",
    "mqtt_user_not_allowed": (
        "MQTT broker {broker} keeps nothing of what is published: the user {user} has to be allowed to write "
        "and to read {prefix}/#."
    ),
    "mqtt_user_not_allowed_discovery": (
        "MQTT broker {broker} keeps nothing of what is published: the user {user} has to be allowed to write "
        "and to read {prefix}/#, and to write {discovery}/#."
    ),
    "mqtt_nobody_allowed": (
        "MQTT broker {broker} keeps nothing of what is published: a client without a user has to be allowed "
        "to write and to read {prefix}/#."
    ),
    "mqtt_nobody_allowed_discovery": (
        "MQTT broker {broker} keeps nothing of what is published: a client without a user has to be allowed "
        "to write and to read {prefix}/#, and to write {discovery}/#."
    ),
    "mqtt_away": "MQTT broker {broker} is away: {why:cause} It is tried again.",
    "mqtt_certificate_not_of": (
        "its certificate is not signed by an authority in {ca}: give the file of the broker's authority, "
        "?ca=FILE."
    ),
    "mqtt_certificate_unknown": (
        "its certificate is of no authority known here: give the file of the broker's authority, ?ca=FILE."
    ),
    "mqtt_certificate_of_other_name": ("its certificate is not for {host}: give the name that it is for."),
    "mqtt_certificate_expired": "its certificate has expired: the broker needs a new one.",
    "mqtt_certificate_early": "its certificate is not valid yet: is this computer's clock right?",
    "mqtt_certificate_refused": "its certificate is refused ({why}).",
    "mqtt_wants_certificate": "it wants a certificate of ours: give ?cert=FILE&key=FILE.",
    "mqtt_refuses_certificate": "it does not accept our certificate, {cert}.",
    "mqtt_no_tls": (
        "it ends the connection at port {port}: does it speak TLS there, or is that for mqtt://?"
    ),
    "mqtt_no_tls_or_certificate": (
        "it ends the connection at port {port}: does it speak TLS there, or is that for mqtt://, or does it "
        "want a certificate of ours (?cert=FILE&key=FILE)?"
    ),
    "mqtt_ends_connection": (
        "it ends the connection at port {port}: is it full, or is that a port for mqtts://?"
    ),
    "mqtt_refuses_user": "it refuses this user and password (not authorised).",
    "mqtt_refuses_nobody": "it refuses a client without user and password (not authorised).",
    "mqtt_takes_no_more": "it takes no more connections at present.",
    "mqtt_silent": "it does not answer: is port {port} one for TLS, or for something else?",
    "mqtt_silent_tls": "it does not answer: is port {port} one for plain MQTT, or for something else?",
    "mqtt_fails": "{why}.",
    # Files of MQTT's address.
    "mqtt_file_unreadable": "{files} cannot be read: {why}.",
    "mqtt_other_key": "{files} cannot be used: the key is that of another certificate.",
    "mqtt_no_certificates": "{files} cannot be used: it is no PEM file of certificates.",
    "mqtt_no_certificate": (
        "{files} cannot be used: it is no PEM file of a certificate and its key, without a password."
    ),
    # SoL.
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
        "the card is closed there, or SoL is in another round. Ours: {card:cause}; enter it in SoL if it is "
        "not there."
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
        "Results to SoL: a fault in Boardside ({kind}: {why}). It is tried again; type into SoL what it does "
        "not get in time."
    ),
}
#: They have no word of a language: facts and punctuation only. sol_card_sent is for the log.
WITHOUT_WORDS: tuple[CompanionReason, ...] = (
    "mqtt_fails",
    "sol_problems",
    "sol_connection_failed",
    "sol_server_busy",
    "sol_says",
    "sol_card_sent",
)

_SENTENCES: Sentences[CompanionReason] = Sentences(
    WORDS,
    {"teams": lambda teams: " - ".join(" / ".join(names) for names in teams)},
    others={
        "database": databases.say_json,
        "refusal": lambda why, translate: refusals.sentence(why["reason"], why["facts"], translate),
    },
    context=CONTEXT,
    english_only=WITHOUT_WORDS,
)
say = _SENTENCES.say
marked = _SENTENCES.marked


def problem_words(problem: Problem, translate: Translate = untranslated) -> str:
    """The words of what a page shows of the database and of other systems."""
    sentences = _SENTENCES.say_json if problem.reason in WORDS else databases.say_json
    return sentences(problem.to_json(), translate)
