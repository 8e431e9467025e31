"""What an MQTT broker or SoL lacks while the collector runs: reasons from a closed list, each with its facts.

Pages, the log and `boardside status` show them. No fact contains a password. host_tools/words/integrations.py
has the words of each; tests/words holds the two together.
"""

from typing import Any, Literal, TypeAlias, get_args

from host_tools.reasons import Coded

#: In brackets: the modules that give these reasons.
CompanionReason = Literal[
    # MQTT (integrations/mqtt: publisher.py, troubles.py). mqtt_away: `why` is one of those below it.
    "mqtt_waits_for_database",
    "mqtt_user_not_allowed",
    "mqtt_user_not_allowed_discovery",
    "mqtt_nobody_allowed",
    "mqtt_nobody_allowed_discovery",
    "mqtt_away",
    "mqtt_certificate_not_of",
    "mqtt_certificate_unknown",
    "mqtt_certificate_of_other_name",
    "mqtt_certificate_expired",
    "mqtt_certificate_early",
    "mqtt_certificate_refused",
    "mqtt_wants_certificate",
    "mqtt_refuses_certificate",
    "mqtt_no_tls",
    "mqtt_no_tls_or_certificate",
    "mqtt_ends_connection",
    "mqtt_refuses_user",
    "mqtt_refuses_nobody",
    "mqtt_takes_no_more",
    "mqtt_silent",
    "mqtt_silent_tls",
    "mqtt_fails",
    # Files of MQTT's address (integrations/mqtt/address.py). `files`: "ca=hall.pem", as in the address.
    "mqtt_file_unreadable",
    "mqtt_other_key",
    "mqtt_no_certificates",
    "mqtt_no_certificate",
    # Several problems of SoL's, and what a card has for it (integrations/sol: companion.py, sender.py).
    "sol_problems",
    "sol_card_final",
    "sol_card_board",
    "sol_card_boards",
    # On the way to SoL (integrations/sol/troubles.py). `server` is "http://sol.example:6996".
    "sol_name_unknown",
    "sol_connection_refused",
    "sol_timed_out",
    "sol_certificate_not_trusted",
    "sol_speaks_no_tls",
    "sol_speaks_no_http",
    "sol_broke_off",
    "sol_connection_failed",
    # An answer that is none of SoL's to a card (integrations/sol: troubles.py, posting.py).
    "sol_moved",
    "sol_leads_elsewhere",
    "sol_leads_nowhere",
    "sol_address_not_known",
    "sol_access_refused",
    "sol_server_busy",
    "sol_card_fails",
    "sol_answers_page",
    "sol_answers_otherwise",
    # What SoL itself says of a card (integrations/sol/posting.py): its own words, or none.
    "sol_says",
    "sol_gives_no_reason",
    # One match (sol/sender.py). sol_card_sent is no problem. sol_of_match: the match, and `why`, which
    # is one of those below it.
    "sol_card_sent",
    "sol_of_match",
    "sol_server_away",
    "sol_events_refused",
    "sol_unreadable",
    "sol_closed_before",
    "sol_cleared_here",
    "sol_no_address_of_board",
    "sol_not_taken",
    "sol_closed_there",
    "sol_other_tourneys_card",
    "sol_other_players_card",
    # A step that failed in the middle (integrations/sol/safe_step.py).
    "sol_database_unavailable",
    "sol_database_fails",
    "sol_fault",
]
COMPANION_REASONS: tuple[CompanionReason, ...] = get_args(CompanionReason)

CompanionCause: TypeAlias = Coded[CompanionReason]


def companion_cause(reason: CompanionReason, /, **facts: Any) -> CompanionCause:
    """A reason with these facts."""
    return Coded(reason, facts)
