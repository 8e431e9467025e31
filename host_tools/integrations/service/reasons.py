"""Why a service cannot be installed, removed or looked at."""

from host_tools.reasons import CodedError, Reasons

REASONS = Reasons(
    {
        # The system.
        "one_user_on_mac": "On macOS there is only a service of your own user: leave --system out.",
        "no_service_manager": "Services are made for systemd (Linux) and launchd (macOS) only.",
        "systemd_missing": (
            "systemd does not run here (a container?): start `boardside collect --wait` by what does. "
            "--dry-run shows the unit."
        ),
        "root_needed": "A service of the system is made by root: put sudo before it, or leave --system out.",
        "systemd_silent": (
            "Your systemd does not answer: log in as this user (not by su or sudo), or, as root: `loginctl "
            "enable-linger {user}`, then log in again."
        ),
        # A service that is there already, or another's.
        "overwrite_needs_yes": (
            "{path} was not made by this command: look at it, then give --yes to overwrite it."
        ),
        "nothing_changed": "Nothing was changed.",
        "made_by_others": "{path} was not made by `boardside service install`: it stays.",
        "list_damaged": "The service's property list is damaged ({why}): remove it.",
        # The account.
        "installation_closed": (
            "The service runs as the user {account}, who cannot read {path}. Put Boardside where everybody "
            "can read it (/opt/boardside, `make setup` there), or install a service of your own user, "
            "without --system."
        ),
        # Files and programs.
        "not_readable": "{path} cannot be read: {why}.",
        "not_writable": "{path} cannot be written: {why}.",
        "not_removable": "{path} cannot be removed: {why}.",
        "program_not_run": "{program} could not be run: {why}.",
        "program_too_slow": "`{command}` did not end within {seconds} seconds.",
        "program_failed": "`{command}` failed: {said}",
    }
)


class ServiceError(CodedError):
    """The service cannot be installed, removed or looked at, for this reason."""

    table = REASONS
