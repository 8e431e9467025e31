"""Memory that is short."""

from tests.chaos.mutating import Mutant

_SEALING = "tests/portable/device/test_sealing.py"
_RECORD = "tests/portable/table/test_record_memory.py"
_SHORT = "tests/portable/table/test_shortage.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "a press is begun without room for it",
        "boardside.table.core.core:has_room",
        "return False",
        "return True",
        (_SHORT, "refused_before"),
        in_gate=True,
    ),
    Mutant(
        "a chain without memory refuses what is stored",
        "boardside.app.sealing:Sealing.follow",
        "except MemoryError",
        "except KeyError",
        (_SEALING, "no_memory"),
    ),
    Mutant(
        "what is stored and not noted is forgotten",
        "boardside.table.core.record:Record._append",
        "self.is_behind = True",
        "pass",
        (_RECORD, "fail_too"),
    ),
    Mutant(
        "clocks that could not follow stay as they were",
        "boardside.table.core.core:Core.catch_up",
        "self.sport.recover(self, now)",
        "pass",
        (_SHORT, "restored_as_after_power_on"),
    ),
    Mutant(
        "a task without memory for words stays down",
        "boardside.app.supervisor:Supervisor._failed",
        "except MemoryError",
        "except KeyError",
        ("tests/portable/device/test_supervisor.py", "for_words"),
    ),
)
