"""Known faults, put into the real code for the length of a test: each must be noticed.

A mutant is a piece of one function's source and what stands in its place. Nothing in the product switches
them. `python -m tests.chaos.mutants` tries all of them (or those named) and fails if one survives.
"""

from pathlib import Path

from tests.chaos.mutants.admin import MUTANTS as ADMIN
from tests.chaos.mutants.chip import MUTANTS as CHIP
from tests.chaos.mutants.clock import MUTANTS as CLOCK
from tests.chaos.mutants.database import MUTANTS as DATABASE
from tests.chaos.mutants.finding import MUTANTS as FINDING
from tests.chaos.mutants.flash import MUTANTS as FLASH
from tests.chaos.mutants.formats import MUTANTS as FORMATS
from tests.chaos.mutants.installed import MUTANTS as INSTALLED
from tests.chaos.mutants.journals import MUTANTS as JOURNALS
from tests.chaos.mutants.link import MUTANTS as LINK
from tests.chaos.mutants.memory import MUTANTS as MEMORY
from tests.chaos.mutants.reasons import MUTANTS as REASONS
from tests.chaos.mutants.refusals import MUTANTS as REFUSALS
from tests.chaos.mutants.reports import MUTANTS as REPORTS
from tests.chaos.mutants.rulings import MUTANTS as RULINGS
from tests.chaos.mutants.seals import MUTANTS as SEALS
from tests.chaos.mutants.service import MUTANTS as SERVICE
from tests.chaos.mutants.soak import MUTANTS as SOAK
from tests.chaos.mutants.strangers import MUTANTS as STRANGERS
from tests.chaos.mutants.trust import MUTANTS as TRUST
from tests.chaos.mutants.update import MUTANTS as UPDATE
from tests.chaos.mutants.web import MUTANTS as WEB
from tests.chaos.mutating import Mutant

MUTANTS: tuple[Mutant, ...] = (
    *ADMIN,
    *SEALS,
    *REASONS,
    *LINK,
    *TRUST,
    *JOURNALS,
    *STRANGERS,
    *FLASH,
    *MEMORY,
    *CHIP,
    *CLOCK,
    *FINDING,
    *DATABASE,
    *UPDATE,
    *SERVICE,
    *WEB,
    *REPORTS,
    *REFUSALS,
    *SOAK,
    *INSTALLED,
    *RULINGS,
    *FORMATS,
)
# The server's turn can be tried only where there is one (.ci/run installs it).
if not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
    MUTANTS = tuple(mutant for mutant in MUTANTS if mutant.name != "collectors do not write in turn")
