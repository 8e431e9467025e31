"""Where the suites find the project (the repository's root, the helper of the portable tests), and how
hypothesis is to judge: a busy machine is no fault of the code.
"""

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "portable"))

settings.register_profile("boardside", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("boardside")
