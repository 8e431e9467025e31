"""Why the database cannot be used, and what was done to it; why a password, a token or a key is not accepted;
why a change of a hall's clock, or a match for a table, is refused. No fact contains a password or a key.

Pages show why the collector's database takes nothing in the reader's language.
"""

from typing import Literal

from host_tools.reasons import CodedError, Reasons, Refused

_RESCUE = (
    "End the collector and see `boardside restore --rescue` (docs/maintainer/database.md); "
    "the tables keep their events."
)

#: `where`: the database's address.
REASONS = Reasons(
    {
        # Any database.
        "locked": "{where} is locked by another program; close whatever is writing to it.",
        "locked_long": (
            "{where} is locked by another program, for {seconds} seconds now: close whatever is writing to "
            "it (an import, a deletion, a database browser with changes that are not written yet), and try "
            "again."
        ),
        "silent": "{where} does not answer: {why}",
        "hangs": "{where} does not answer: is its disk or its network gone?",
        "fails": "The database {where} reports an error: {why}",
        # A SQLite file.
        "disk_full": "The disk of {where} is full; make room on it.",
        "disk_fails": "The disk of {where} takes nothing ({why}): is it full, or failing?",
        "file_read_only": "{where} cannot be written; check the permissions of the file and its folder.",
        "file_cannot_open": "{where} cannot be opened; check that the folder exists and may be written.",
        "damaged": f"{{where}} is damaged ({{why}}). {_RESCUE}",
        "tables_damaged": f"{{where}} is damaged in {{tables:list}} ({{why}}). {_RESCUE}",
        "no_database": "{where} is no database, or a damaged one ({why}); give another file with --db.",
        "not_checked": "{where} cannot be checked: {why}",
        # A server.
        "login_refused": "The database {where} refuses the user or the password; check them in the URL.",
        "password_missing": (
            "The database {where} wants a password; put it into the URL, PGPASSWORD or ~/.pgpass."
        ),
        "not_let_in": (
            "The database {where} lets nobody in from here; add this computer to its pg_hba.conf."
        ),
        "no_such_database": (
            "The database {where} has no such database or user; make them first (createuser, createdb)."
        ),
        "starting_or_stopping": "The database {where} is just starting or stopping; it is tried again.",
        "was_shut_down": "The database {where} was shut down; start it again.",
        "server_disk_full": "The database {where} has a full disk; make room on the server.",
        "connections_used_up": (
            "The database {where} has no connection left; end other programs or raise max_connections."
        ),
        "is_standby": (
            "The database {where} is read-only (a standby?); give the address of the main server."
        ),
        "not_granted": (
            "The database {where} does not let this user write; grant it the tables (GRANT, or own them)."
        ),
        "tables_lost": (
            "The database {where} has lost its tables; put a backup back (docs/maintainer/database.md)."
        ),
        "server_damaged": f"The database {{where}} says that it is damaged. {_RESCUE}",
        "server_disk_fails": "The database {where} cannot read or write its files: is its disk failing?",
        "port_refused": (
            "The database {where} does not answer: is the server running, and is the port right?"
        ),
        "socket_missing": (
            "The database {where} does not answer: is the server running, and is the folder right?"
        ),
        "server_unknown": "The database {where} cannot be found: is the name in the URL right?",
        "timed_out": "The database {where} does not answer in time: is the network up?",
        "gone_away": "The database {where} has gone away; start it again.",
        "made_again": (
            "The database {where} was made again, restored, or changed by a command meanwhile. Nothing is "
            "acknowledged before all that is known of it has been read anew."
        ),
        # The file is no longer under its name.
        "moved_at_opening": "{where} was moved just as it was opened; it is tried again.",
        "file_gone": (
            "{where} was deleted, moved or renamed while it is open. Nothing is acknowledged, and the tables "
            "keep their events."
        ),
        "log_gone": (
            "{where} has lost its write-ahead log (the file whose name ends in -wal or -shm) while it is "
            "open. Nothing is acknowledged, and the tables keep their events."
        ),
        "file_replaced": (
            "{where} was replaced by another file while it is open. Nothing is acknowledged, and nothing is "
            "written to the other one."
        ),
        "file_lost": (
            "{where} was deleted, moved, replaced, or lost its log while it was open. Nothing is "
            "acknowledged, and the tables keep their events. All that was stored is in {saved}. Stop the "
            "collector; put it back with boardside restore {saved} --force --db {where}, or leave another "
            "database there if it is the one that you want; start the collector again, and the tables send "
            "the rest."
        ),
        "disk_away": (
            "{where} is gone, and {folder} is on another disk now: was one unmounted? Put it back; nothing "
            "is acknowledged before."
        ),
        "not_saved": (
            "{where} is gone, and what is open of it cannot be saved beside it ({why}): make room. Do not "
            "end this program before: what is open is the only copy."
        ),
        "read_anew": (
            "The database {where} was made again, restored, or changed by a command meanwhile; all that is "
            "known of it was read anew, and the tables send what it lacks."
        ),
        # What pages say that only read.
        "hall_away": "The hall cannot be reached just now. This is what was known last.",
        # Opening it.
        "bad_url": (
            "{url:quoted} is no database this installation can use. Use a URL such as {example} or "
            "postgresql://user:password@host/boardside."
        ),
        "in_memory": "A database in memory loses every result; give a file, such as {example}.",
        "not_there": (
            "There is no database {path}: make one with `boardside tournament new` or `boardside collect`, "
            "or name another with --db. If a collector is at work on it, the file was deleted or moved: look "
            "at its page before you end it."
        ),
        "no_tournament": "{where} holds no tournament yet; start `boardside collect` with it first.",
        "of_older_version": (
            "{where} was written by an older Boardside (schema {version}, this one is {own}): `boardside "
            "collect` upgrades it when it opens it."
        ),
        "of_newer_version": (
            "{where} was written by a newer Boardside (schema {version}, this one knows {own}); use that "
            "version, or give another database with --db."
        ),
        "older_at_work": (
            "{where} is in use by an older Boardside (process {pid} on {host}): end that collector, and "
            "start again."
        ),
        "not_copied_first": (
            "{path} is to be upgraded, but no copy of it could be made first ({why}; {free_mib} MiB are "
            "free): make room beside it, and start again."
        ),
        # What a command waits for, and what a starting collector warns of.
        "waits_for_lock": (
            "{where} is locked by another program; waiting up to {seconds} seconds for it (Ctrl-C: no "
            "longer)."
        ),
        "no_fsync": (
            "The PostgreSQL server {where} runs with fsync = off: a power cut there loses what was "
            "acknowledged. Set fsync = on in its postgresql.conf."
        ),
        # This computer's clock: what it shows (`now`), and the newest time stored, or "-".
        "clock_behind": (
            "This computer's clock says {now}, but the newest entry here is of {newest}: the clock is wrong "
            "now, or was wrong then. Set it; running clocks in the hall go on as they are."
        ),
        "clock_years_wrong": (
            "This computer's clock says {now}, the newest entry here is of {newest}: it is wrong by years. "
            "Set it; running clocks in the hall go on as they are."
        ),
    },
    context="database",
    # They end a command before there is a page, or are for its start only.
    english=(
        "bad_url",
        "in_memory",
        "not_there",
        "no_tournament",
        "of_older_version",
        "of_newer_version",
        "older_at_work",
        "not_copied_first",
        "locked_long",
        "waits_for_lock",
        "no_fsync",
        "clock_behind",
        "clock_years_wrong",
    ),
)

database_cause, marked = REASONS.cause, REASONS.marked

#: The file, or its log, that no longer has its name.
Missing = Literal["file_gone", "log_gone", "file_replaced"]


class StoreError(CodedError):
    """The database cannot be used, for this reason. Trying again does not help."""

    table = REASONS


class StoreUnavailable(StoreError):  # noqa: N818
    """The database cannot be used now (locked, disk full, server away), but a later attempt may succeed."""


class StoreLocked(StoreUnavailable):
    """Another program keeps the database locked."""


class StoreDamaged(StoreError):  # noqa: N818
    """Pages or tables of the database are lost. Nothing may be written to it until it is repaired."""


class FileLost(StoreUnavailable):
    """The open database is no longer the one under the database's name. Data written since may be only in the
    open one, and so count as not written.
    """


_INSTEAD = "Four words that do not belong together do well."
#: What makes a password easy to guess.
WEAKNESSES = {
    "common": "it is one of the most common passwords, or nearly",
    "context": "it is made of your name, or of words that belong to this program and its games",
    "word": "it is one word or name with little around it",
    "sequence": "it is a sequence such as 1234 or abcd",
    "repeat": "it says the same again and again",
    "keyboard": "its keys lie beside each other",
    "date": "it is a date with little around it",
    "short": "too little of it is left to guess",
}
ACCOUNTS = Reasons(
    {
        "bad_name": "A name has 1 to {most} characters on one line, with no space around it.",
        "token_exists": "There is a token {name:quoted} already: remove it first, or take another name.",
        "password_too_short": f"The password needs at least {{least}} characters. {_INSTEAD}",
        "bad_password": "A password is one line of at most {most} printable characters.",
        "easy_to_guess": f"That password is too easy to guess: {{weakness:weakness}}. {_INSTEAD}",
        "passwords_differ": "The two differ; nothing was changed.",
    },
    forms={"weakness": WEAKNESSES.__getitem__},
)


class AccountRefused(CodedError):  # noqa: N818
    """The password or token cannot be set, for this reason."""

    table = ACCOUNTS


class PasswordRefused(AccountRefused):
    """The name or password cannot be set."""


class TokenRefused(AccountRefused):
    """No token can be made under this name."""


KEYS = Reasons(
    {
        "no_key": "A key is {least} to {most} hex digits.",
        "no_table_number": "A table's number is 1 to {most}.",
        "key_ended": (
            "Table {table}'s key {fingerprint} was {state}, and does not come back: take another one "
            "(--new-key)."
        ),
        "file_no_json": "{file} holds no keys: it is no JSON ({why}).",
        "file_no_object": '{file} holds no keys: it must look like {{"3": "0011aabb..."}}.',
        "file_of_other_version": (
            "{file} holds no keys that this version of Boardside knows: use the one it is from."
        ),
        "entry_no_object": "{file} holds no keys: each must be an object with table and key.",
        "entry_no_table": "{file} holds no keys: {number:quoted} is no table's number (1 to {most}).",
        "entry_no_key": "{file} holds no keys: that of table {table} is none. {why:cause}",
        "entry_unreadable": "{file} holds no keys: table {table}'s state, note or times make no sense.",
    }
)


class KeyRefused(CodedError):  # noqa: N818
    """A key is not accepted, for this reason."""

    table = KEYS


#: Halls and their clocks, matches that a tournament keeps, and records that contradict each other.
REFUSALS = Reasons(
    {
        "hall_changed": "Somebody has changed the clock in the meantime: look at it, then decide.",
        "no_halls": (
            "There is no hall {hall:quoted}: no table is in a hall. {set_halls:capital} says which are, or "
            "`boardside collect --hall NAME` for all that it hears."
        ),
        "no_hall": "There is no hall {hall:quoted}; there is {halls:list}.",
        "bad_hall_name": (
            "A hall has a name of 1 to {most} characters on one line, such as North; not {hall:quoted}."
        ),
        "hall_named_all": (
            "{hall:quoted} means all halls together; give this one another name, such as North."
        ),
        "unknown_hall_order": (
            "{order:quoted} cannot be done with the hall's clock; it is one of {orders:list}."
        ),
        "hall_length_range": "The hall's clock takes 1 ms to 24 hours, not {ms} ms.",
        "hall_needs_length": "How long? The hall's clock needs a time, for instance 45:00.",
        "no_hall_clock": "There is no hall clock; start one first.",
        "hall_clock_ended": "The hall's clock has ended; start it again.",
        "hall_paused_already": "The hall's clock is paused already.",
        "hall_runs_already": "The hall's clock is running.",
        "match_planned": (
            "Match {match} is planned in a tournament, with its own names: {call} brings it to the table. Or "
            "give another id."
        ),
        "table_has_match": (
            "Table {table} has match {match} of the tournament; when that is not to be played there: "
            "{recall} first."
        ),
        "journal_not_stopped": "Journal {journal} is not stopped: there is nothing to decide.",
    },
    doors={
        "set_halls": (
            "`boardside tournament set --hall NAME --tables 1-20`",
            "“Halls” on the tournament’s page",
        ),
        "call": ("`boardside call {match} {table}`", "“Call it” on the match’s page"),
        "recall": ("`boardside call {match} --recall`", "“Take the call back” on the match’s page"),
    },
)


class HallRefused(Refused):
    """The change is not possible in the clock's present state."""

    table = REFUSALS


class MatchPlanned(Refused):
    """A match cannot be given to this table, because it conflicts with a match of a tournament."""

    table = REFUSALS


class NothingToDecide(Refused):
    """The journal is not stopped."""

    table = REFUSALS
