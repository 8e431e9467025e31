"""The flash of a table."""

from tests.chaos.mutating import Mutant

MUTANTS: tuple[Mutant, ...] = (
    Mutant("flush forgotten", "boardside.journal.segments:Segments.write", "self._file.flush()", "pass"),
    Mutant(
        "a torn tail is taken",
        "boardside.journal.record:is_whole",
        "line[:8] == ",
        "True or line[:8] == ",
        ("tests/portable/journal/test_journal.py", ""),
    ),
)
