"""What a table refuses of updates and of drawn names, as sentences: refusals.py says how they are filled in.

They reach the command line and the organiser's list of commands only, and are not translated.
"""

SENTENCES: dict[str, str] = {
    "no_loader": "no loader on this table: boardside deploy, once, at its cable",
    "update_in_match": "match {match} is in play; a table is updated between matches",
    "firmware_on_trial": "the firmware it has got is still on trial",
    "somebody_at_keys": "somebody is at the keys; ask again in a moment",
    "update_malformed": "update: {do} is no step, or one of its fields is missing or wrong",
    "other_bytecode": "compiled for .mpy version {mpy}, this table's MicroPython takes {takes}",
    "no_room_for_firmware": "the flash has no room for a second firmware ({free} bytes free)",
    "flash_refused": "the flash refused the update (error {error})",
    "begin_first": "the table knows of no such update; begin first",
    "no_other_firmware": "there is no other firmware on this table",
    "letters_unfit": "the drawn names are damaged, or not of the size that this table has",
    "not_signed": "the update is not signed with this table's key",
}
