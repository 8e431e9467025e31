"""Known faults, put into the real code for the length of a test: each must be noticed.

A mutant is a piece of one function's source and what stands in its place. Nothing in the product switches
them. `python -m tests.chaos.mutants` tries all of them (or those named) and fails if one survives.
"""

from pathlib import Path

from tests.chaos.mutants.admin import MUTANTS as ADMIN
from tests.chaos.mutants.clock import MUTANTS as CLOCK
from tests.chaos.mutants.database import MUTANTS as DATABASE
from tests.chaos.mutants.finding import MUTANTS as FINDING
from tests.chaos.mutants.flash import MUTANTS as FLASH
from tests.chaos.mutants.link import MUTANTS as LINK
from tests.chaos.mutants.memory import MUTANTS as MEMORY
from tests.chaos.mutants.seals import MUTANTS as SEALS
from tests.chaos.mutants.trust import MUTANTS as TRUST
from tests.chaos.mutants.update import MUTANTS as UPDATE
from tests.chaos.mutating import Mutant

MUTANTS: tuple[Mutant, ...] = (
    *ADMIN,
    *SEALS,
    *LINK,
    *TRUST,
    *FLASH,
    *MEMORY,
    *CLOCK,
    *FINDING,
    *DATABASE,
    *UPDATE,
)
# The server's turn can be tried only where there is one (.ci/run installs it).
if not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
    MUTANTS = tuple(mutant for mutant in MUTANTS if mutant.name != "collectors do not write in turn")
