"""Limits on the cost of a caller that has proven no key, and on the size of a table's messages.

The figures and the resulting costs: docs/organiser/security.md, What a stranger costs.
"""

# A frame.

#: Lists and objects in one frame. An ordinary status has seven, a match with custom rules a dozen;
#: this many, nested, are far below the depth that Python can handle.
FRAME_LISTS_MOST = 64
#: Characters of a number in a frame. 2^64 has twenty; from 4300 digits on Python's conversion fails.
NUMBER_CHARACTERS_MOST = 24

# Input that is read before a key is proven.

#: Bytes of an `on`: it has no more than a version and a number.
ON_BYTES_MOST = 64
#: Bytes of an `id`: a name of 32 characters, each as a pair of surrogates, makes 520.
ID_BYTES_MOST = 640
#: Characters of the texts in an `id`.
NAME_MOST, FIRMWARE_MOST = 64, 40
#: Keys of one table number that are tried on one `id`, newest first: two while a key is changed, and that of
#: `collect --keys`. Each costs two HMACs.
KEYS_TRIED_MOST = 3

# Connections (TCP). Each table of a hall calls from a different address.

#: Callers at once, proven or not: more than any hall has tables.
CALLERS_MOST = 4096
#: Callers that have proven no key, in all and from one address; from this computer any number.
UNPROVEN_MOST = 256
UNPROVEN_FROM_ONE_MOST = 32
#: Bytes of one of them: its `on` and `id` add up to 6 KiB in PROVE_MS, the first events after `go` to 27.
UNPROVEN_BYTES_MOST = 32 * 1024
#: A connection on which no table proves a key within this time is closed.
PROVE_MS = 15_000
#: Bytes that are read from a caller in one turn of the event loop, about eight events: the rest waits while
#: all others have their turn.
TURN_BYTES_MOST = 2048
#: A caller that does not read is dropped when this many bytes wait for it.
UNSENT_MOST = 64 * 1024

# What is shown and logged.

#: The number of unknown, refused table numbers that are shown; the log has the others.
STRANGERS_MOST = 64
#: A refused table tries again within seconds; a refusal that was not repeated for this time is not shown.
REFUSED_MS = 20_000
#: The text about a refused table changes at most once in this time.
REFUSED_TEXT_MS = 1_000
#: After the first line of a kind the log counts the others, and reports their number once in this time.
LOG_EVERY_MS = 60_000
#: The number of addresses and table numbers in such a line.
LOG_NAMES_MOST = 8
