"""What SoL's files, its addresses and its cards can lack: reasons from a closed list, each with its facts.

words.py has the words of each reason, and so shows which facts it has. tests/sol holds the two together.
"""

from typing import Any, Literal, TypeAlias, get_args

from host_tools.reasons import Coded, CodedError

#: In brackets: the modules that give these reasons.
SolReason = Literal[
    # A file of SoL's (reading.py). in_file: the file, and `why`, which is another of these reasons.
    "file_unreadable",
    "in_file",
    "no_players_listed",
    "no_export",
    "not_unpacked",
    "too_large",
    "cut_off",
    "which_tourney",
    "not_of_sol_5",
    "teams",
    "training",
    "no_matches_yet",
    # A round that cannot go into the event (importing.py).
    "final",
    "other_tourney",
    "in_other_event",
    # The file of addresses (addresses.py).
    "addresses_unreadable",
    "addresses_not_utf8",
    "no_addresses",
    "no_address",
    "address_of_other_board",
    "second_address",
    # On the way to SoL (troubles.py). `server` is "http://sol.example:6996".
    "name_unknown",
    "connection_refused",
    "timed_out",
    "certificate_not_trusted",
    "speaks_no_tls",
    "speaks_no_http",
    "broke_off",
    "connection_failed",
    # An answer that is none of SoL's to a card (troubles.py, posting.py).
    "moved",
    "leads_elsewhere",
    "leads_nowhere",
    "address_not_known",
    "access_refused",
    "server_busy",
    "card_fails",
    "answers_page",
    "answers_otherwise",
    # What SoL itself says of a card (posting.py): its own words, or none.
    "sol_says",
    "sol_gives_no_reason",
    # One match (sender.py). card_sent is no problem. of_match: the match, and `why`, one of those below it.
    "card_sent",
    "of_match",
    "server_away",
    "events_refused",
    "unreadable",
    "closed_before",
    "no_address_of_board",
    "not_taken",
    "closed_there",
    "other_tourneys_card",
    "other_players_card",
    # A step that failed in the middle (safe_step.py).
    "database_unavailable",
    "database_fails",
    "fault",
]
SOL_REASONS: tuple[SolReason, ...] = get_args(SolReason)


SolCause: TypeAlias = Coded[SolReason]


def sol_cause(reason: SolReason, /, **facts: Any) -> SolCause:
    """A reason with these facts."""
    return Coded(reason, facts)


class SolError(CodedError[SolReason]):
    """SoL's file, round or addresses cannot be taken, for this reason."""
