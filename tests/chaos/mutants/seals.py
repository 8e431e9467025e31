"""The seal of a result, the chain under it, and the audit."""

from tests.chaos.mutating import Mutant

_AUDIT = "tests/audit/test_verify.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "a seal over other events passes",
        "host_tools.collector.match_fold:judge",
        'head != before.hex or confirm.get("events") != before.count',
        "False",
        (_AUDIT, "forger"),
        in_gate=True,
    ),
    Mutant(
        "any signature is taken for the table's",
        "host_tools.collector.match_fold:_is_by_one_of",
        "seal(key, before.hex, before.count) == made",
        "made",
        (_AUDIT, "forger"),
        in_gate=True,
    ),
    Mutant(
        "what came before power-on is not sealed",
        "boardside.app.sealing:Sealing._sign",
        "while self.step():",
        "while False:",
        ("tests/portable/device/test_sealing.py", "power_on"),
    ),
    Mutant(
        "the chain forgets what stood before",
        "boardside.chain:Chain.add",
        "hashlib.sha256(self.head)",
        'hashlib.sha256(b"")',
        ("tests/portable/chain/test_chain.py", "any_change"),
        in_gate=True,
    ),
    Mutant(
        "a break in the chain is passed over",
        "host_tools.verify.journal_check:JournalCheck._follow",
        'row["chain"] != self._local.hex',
        "False",
        (_AUDIT, "removed_event"),
    ),
)
