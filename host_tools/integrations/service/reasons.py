"""Why a service cannot be installed, removed or looked at: reasons from a closed list, each with its facts.

words.py has the words of each; tests/service holds the two together.
"""

from typing import Literal, get_args

from host_tools.reasons import CodedError

#: In brackets: the modules that give these reasons.
ServiceReason = Literal[
    # The system (commands.py, systemd.py).
    "one_user_on_mac",
    "no_service_manager",
    "systemd_missing",
    "root_needed",
    "systemd_silent",
    # A service that is there already, or another's (commands.py, systemd.py, launchd.py).
    "overwrite_needs_yes",
    "nothing_changed",
    "made_by_others",
    "list_damaged",
    # The account (accounts.py).
    "installation_closed",
    # Files and programs (files.py, programs.py).
    "not_readable",
    "not_writable",
    "not_removable",
    "program_not_run",
    "program_too_slow",
    "program_failed",
]
SERVICE_REASONS: tuple[ServiceReason, ...] = get_args(ServiceReason)


class ServiceError(CodedError[ServiceReason]):
    """The service cannot be installed, removed or looked at, for this reason."""
