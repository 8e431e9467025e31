"""The flash of a table."""

from tests.chaos.mutating import Mutant

MUTANTS: tuple[Mutant, ...] = (
    Mutant("flush forgotten", "boardside.journal.segments:Segments.write", "self._file.flush()", "pass"),
    Mutant(
        "a torn tail is taken",
        "boardside.journal.record:is_whole",
        "line[:8] == ",
        "True or line[:8] == ",
        ("tests/portable/journal/test_journal_damage.py", ""),
        in_gate=True,
    ),
    Mutant(
        "a file in another's place is read",
        "boardside.journal.lines:belongs",
        "is_whole(line) and segment <= seq_of(line) < limit",
        "is_whole(line)",
        ("tests/portable/journal/test_journal_damage.py", "each_others_place"),
    ),
    Mutant(
        "the last number is that of the last line",
        "boardside.journal.lines:ending",
        "if good is None or seq_of(line) > seq_of(good):",
        "if line:",
        ("tests/portable/journal/test_journal_damage.py", "twice_as_long"),
    ),
    Mutant(
        "a snapshot counts for other bytes of the journal",
        "boardside.journal:Journal.is_as",
        'digest != "" and self._home.digest(extent) == digest',
        "True",
        ("tests/portable/journal/test_snapshots.py", "one_other_bit"),
        in_gate=True,
    ),
    Mutant(
        "a snapshot of another firmware counts",
        "boardside.app.snapshots:Snapshots.read",
        "kept_format == FORMAT and firmware == self._firmware",
        "kept_format == FORMAT",
        ("tests/portable/journal/test_snapshots.py", "another_firmware"),
    ),
    Mutant(
        "a torn snapshot counts",
        "boardside.app.snapshots:Snapshots.read",
        "if _is_whole(file):",
        "if _is_whole(file) or not file.seek(0):",
        ("tests/portable/journal/test_snapshots.py", "damaged_snapshot"),
    ),
)
