"""Faults about the limits for connections without a key, and for tables with one."""

from tests.chaos.mutating import Mutant

_TEST = "tests/security/test_trust_strangers.py"
_IN = "host_tools.collector"
_SESSION = "tests/portable/link/test_link_session.py"
_TABLE = "boardside.link.session:TableSession"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "an introduction is read as JSON before its key",
        f"{_IN}.authentication:introduction",
        "shape = _SHAPE.match(body)",
        "shape = _SHAPE.match(body) if decoded(body) is not None else None",
        (_TEST, "read_as_json"),
    ),
    Mutant(
        "an introduction of any length is looked at",
        f"{_IN}.authentication:introduction",
        "len(body) > ID_BYTES_MOST or",
        "",
        (_TEST, "too_long_for_an_id"),
    ),
    Mutant(
        "keys are tried before the nonce is compared",
        f"{_IN}.authentication:introduction",
        "or shape[3] != host_nonce.encode()",
        "",
        (_TEST, "keys_are_tried"),
    ),
    Mutant(
        "every key is tried",
        f"{_IN}.authentication:key_of",
        "keys[:KEYS_TRIED_MOST]",
        "keys",
        (_TEST, "keys_are_tried"),
    ),
    Mutant(
        "an on of any length is looked at",
        f"{_IN}.authentication:is_beacon",
        "len(body) <= ON_BYTES_MOST and",
        "",
        (_TEST, "too_long_for_an_id"),
    ),
    Mutant(
        "a frame may be nested at will",
        f"{_IN}.incoming:decoded",
        "_brackets(body) > FRAME_LISTS_MOST and",
        "False and",
        (_TEST, "under_its_key_is_bounded"),
        in_gate=True,
    ),
    Mutant(
        "brackets in a text count as lists",
        f"{_IN}.incoming:decoded",
        '_TEXT.sub(b"", body)',
        "body",
        (_TEST, "brackets_in_a_text"),
    ),
    Mutant(
        "a number may be infinite",
        f"{_IN}.incoming:_fraction",
        "or not math.isfinite(value)",
        "",
        (_TEST, "number_that_is_none"),
    ),
    Mutant(
        "a number may have any number of digits",
        f"{_IN}.incoming:_whole",
        "len(text) > NUMBER_CHARACTERS_MOST",
        "False",
        (_TEST, "number_that_is_none"),
    ),
    Mutant(
        "a name goes into the log as it comes",
        f"{_IN}.incoming:printable",
        "character if character.isprintable() else",
        "character if True else",
        (_TEST, "something_to_a_log"),
    ),
    Mutant(
        "a journal may be called anything",
        f"{_IN}.authentication:met",
        "_JOURNAL.fullmatch(journal) is None",
        "False",
        (_TEST, "journal_by_a_name"),
    ),
    Mutant(
        "each stranger has a line in the log",
        f"{_IN}.trust:RejectionLog.add",
        "if flood is None:",
        "if True:",
        (_TEST, "flood_is_one_line"),
        in_gate=True,
    ),
    Mutant(
        "who was turned away after the first is not counted",
        f"{_IN}.trust:RejectionLog.add",
        "flood.count += 1",
        "pass",
        (_TEST, "flood_is_one_line"),
    ),
    Mutant(
        "one address may have all the room",
        f"{_IN}.tcp_server:Doorstep.come",
        "len(own) > UNPROVEN_FROM_ONE_MOST",
        "False",
        (_TEST, "keeps_no_table_out"),
    ),
    Mutant(
        "callers without a key are not counted in all",
        f"{_IN}.tcp_server:Doorstep.come",
        "self.count > UNPROVEN_MOST",
        "False",
        (_TEST, "keeps_no_table_out"),
    ),
    Mutant(
        "the oldest caller goes, whoever it is",
        f"{_IN}.tcp_server:Doorstep.come",
        "max(self._by_address, key=lambda each: len(self._by_address[each]))",
        "next(iter(self._by_address))",
        (_TEST, "keeps_no_table_out"),
    ),
    Mutant(
        "who has proven a key stays on the doorstep",
        f"{_IN}.tcp_server:TableProtocol.data_received",
        "self._doorstep.gone(self, self._address)",
        "pass",
        (_TEST, "never_dropped"),
    ),
    Mutant(
        "a caller without a key may say anything",
        f"{_IN}.tcp_server:TableProtocol.data_received",
        "self._heard_bytes > UNPROVEN_BYTES_MOST",
        "False",
        (_TEST, "32_kilobytes"),
    ),
    Mutant(
        "a host's question is read at any length",
        f"{_TABLE}._line",
        "fields(body) if len(body) <= HI_MOST else None",
        "fields(body)",
        (_SESSION, "only_as_long"),
    ),
    Mutant(
        "every question makes a key",
        f"{_TABLE}._on_hi",
        "self._asked >= HI_NEW_MOST",
        "False",
        (_SESSION, "without_end"),
    ),
    Mutant(
        "a command may be nested at will",
        "boardside.link.commands:Commands.run",
        "None if is_deep else",
        "",
        ("tests/portable/link/test_link_commands.py", "lists_in_lists"),
    ),
)
