"""Why the collector cannot begin, a port cannot be used, or a table's journal cannot be read."""

from host_tools.collector import troubles
from host_tools.reasons import CodedError, Reasons

REASONS = Reasons(
    {
        # The options.
        "tls_needs_both": "TLS takes both files: --tls-cert with the certificate and --tls-key with its key.",
        "file_unreadable": "{option}: {path} cannot be read ({why}).",
        "key_locked": (
            "--tls-key: {key} is locked with a passphrase; `openssl pkey -in {key} -out open.pem` makes one "
            "without."
        ),
        "key_of_other": "--tls-key: {key} is not the key of the certificate in {certificate}.",
        "certificate_too_weak": (
            "--tls-cert: {certificate} is too weak to be accepted ({why}); make a newer one."
        ),
        "no_certificate": (
            "--tls-cert {certificate} and --tls-key {key} are no certificate and key in PEM form."
        ),
        "bad_public_name": (
            "{name:ascii} is no name of a computer: give it alone, such as scores.example.org."
        ),
        "bad_embedding": (
            "--embed {address:ascii} is no site: give its address alone, such as https://example.org."
        ),
        "option_refused": "{says}",
        # The tables without hardware.
        "no_soft_tables": "--soft takes at most {most} table numbers, such as 5-8 or 5,7, and not {text}.",
        "soft_fails": "--soft: {why}",
        # The ports of the network.
        "port_taken": (
            "Port {port} on {host} is in use, perhaps by another collector: choose another with {option}."
        ),
        "port_forbidden": "Port {port} may not be used by this user: choose one above 1023 with {option}.",
        "no_own_address": (
            "{host} is no address of this computer: use 127.0.0.1, or 0.0.0.0 for all its networks."
        ),
        "port_fails": "Port {port} on {host} cannot be used: {why}.",
        # The ports of tables.
        "no_serial_url": (
            "{path} is no port: write socket://HOST:PORT or rfc2217://HOST:PORT, or the name of a device."
        ),
        "serial_url_silent": (
            "{path} does not answer: is that computer on, and does it share the port? ({why})"
        ),
        "serial_missing": (
            "There is no port {path}: plug the table in, or give another name; "
            "/dev/serial/by-id has names that stay."
        ),
        "serial_not_permitted": "{path} may not be opened by this user: {how:cause}.",
        "serial_taken": (
            "{path} is in use by another program: end it (another `boardside`, a terminal, mpremote)."
        ),
        "serial_fails": "{path} cannot be used: {why}",
        "serial_gone": "{path} is gone ({why}); waiting for it to come back.",
        "table_stores_nothing": (
            "The table at {path} has no journal that it can open, so it takes no match. Its display says "
            "why. rEFLASH: its board was set up without room for one; run `boardside flash` for it."
        ),
        # How a user may open a port.
        "join_group": (
            "it belongs to the group {group}; run `sudo usermod -aG {group} {user}`, then log in again"
        ),
        "open_to_group": "let it be read and written by a group of yours, or run `sudo chown {user} {path}`",
        # A journal that is read once.
        "serial_lost": "{path} was lost while reading: {why}",
        "turned_away": "{trouble:trouble}",
        "nobody_answers": (
            "No table answered on {path} within {seconds} s: is it on, and does it run Boardside?"
        ),
        "stopped_at": "Table {table} on {path} stopped at event {seq} of {last}: try again.",
    },
    tables={"trouble": lambda trouble, _door, translate: troubles.spoken(trouble, translate)},
)


class CannotStart(CodedError):  # noqa: N818
    """The collector cannot begin, for this reason."""

    table = REASONS


class NotYet(CannotStart):
    """It cannot begin now, but may later: a port that is in use, a network that is not up yet."""


class CannotPull(CodedError):  # noqa: N818
    """The table's events could not be read, for this reason."""

    table = REASONS
