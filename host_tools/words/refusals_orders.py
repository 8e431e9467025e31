"""What a table refuses to do for the host, as sentences: refusals.py says how they are filled in.

`ANSWERS`, `LINK` and `STORAGE` reach the command line and the organiser's pages only, and are not translated.
"""

SENTENCES: dict[str, str] = {
    "panel_only": "{kind}: only the umpire can do that, at the table",
    "umpire_busy": "the umpire is entering something; ask again in a moment",
    "match_in_play": "match {match} is in play; the umpire ends it at the table",
    "match_waiting": "match {match} waits there for its toss; say that yours replaces it",
    "result_not_confirmed": "the umpire has not confirmed the result of match {match}",
    "no_match_to_change": "no match is at this table; assign one",
    "other_match_here": "match {here} is at this table, not {match}",
    "hall_without_length": "ms: the hall clock needs its length, 1 to {most} ms",
    "hall_moment_without_left": "ms: what is left at the moment belongs to it",
    "hall_clock_off": "no hall clock is on here; give ms, the time that is left",
    "hall_moment_too_late": "moment: more than a day ahead of the time the host has told",
}

#: The other answers: done, done already, or not stored.
ANSWERS: dict[str, str] = {
    "done": "{kind}: done",
    "in_play_here": "match {match} is in play at this table",
    "confirmed_here": "match {match} is over and confirmed",
    "ended_here": "match {match} has ended at this table",
    "end_asked_here": "the table asks its umpire to end match {match}",
    "not_stored": "not stored, the table is unchanged: {storage}",
}

#: A command that the link refuses before the table decides.
LINK: dict[str, str] = {
    "command_no_object": "the command is no JSON object",
    "command_too_long": "the command is longer than {most} characters, too long for a table",
}

#: Why the table's journal does not store an event, by its error's code (the fact `storage`).
STORAGE: dict[str, str] = {
    "full": "the flash is full; connect the table to the host, which collects and frees",
    "failed": "the flash failed; switch the table off and on",
    "too_long": "the event is too long",
    "version": "a newer firmware wrote the journal; install that one",
    "partition": "the board has no partition for its journal; run `boardside flash`",
    "memory": "memory is short; try again",
}
