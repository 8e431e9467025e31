"""What SoL's files and its addresses can lack: reasons from a closed list, each with its facts.

words.py has the words of each reason, and so shows which facts it has; tests/words holds the two together.
What can go wrong on the way to SoL is in host_tools/store/integration_reasons.py, because pages show it.
"""

from typing import Literal, get_args

from host_tools.reasons import CodedError

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
]
SOL_REASONS: tuple[SolReason, ...] = get_args(SolReason)


class SolError(CodedError[SolReason]):
    """SoL's file, round or addresses cannot be taken, for this reason."""
