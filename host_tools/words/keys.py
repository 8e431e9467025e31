"""The English words of the reasons of host_tools/store/key_reasons.py."""

from collections.abc import Mapping

from host_tools.store.key_reasons import KeyReason
from host_tools.words.filling import Sentences

WORDS: Mapping[KeyReason, str] = {
    "no_key": "A key is {least} to {most} hex digits.",
    "no_table_number": "A table's number is 1 to {most}.",
    "key_ended": (
        "Table {table}'s key {fingerprint} was {state}, and does not come back: take another one (--new-key)."
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

say = Sentences(WORDS).say
