"""The flash of a table."""

from tests.chaos.mutating import Mutant

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "accepted before it is on flash",
        "boardside.journal.ring:Ring.write",
        "self._sectors.write(contents.newest, contents.used, framed)",
        "pass",
        in_gate=True,
    ),
    Mutant(
        "a torn tail is taken",
        "boardside.journal.packing:next_frame",
        " and binascii.crc32(view[at + 1 : stop], age) == _RESIDUE",
        "",
        ("tests/portable/journal/test_ring.py", "every_damaged_byte"),
        in_gate=True,
    ),
    Mutant(
        "a snapshot counts for other bytes of the journal",
        "boardside.journal:Journal.is_as",
        'digest != "" and self._ring.digest(extent) == digest',
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
