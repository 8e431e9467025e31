"""Where the suites find the project: the repository's root and the helper of the portable tests."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "portable"))
