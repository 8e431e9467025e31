"""A carrom table never pays for crokinole: nothing of it is imported before its first match comes."""

import os
import subprocess
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
CODE = """
import sys
from table_kit import Umpire

def crokinole():
    return [name for name in sys.modules if "crokinole" in name or name.endswith("wcc")]

umpire = Umpire()
umpire.assign()
umpire.press("COBBQOO")
umpire.show()
umpire.press("O+")
umpire.show()
assert crokinole() == [], crokinole()
umpire = Umpire()
umpire.assign(ruleset="wcc")
umpire.press("CC")
umpire.show()
assert crokinole()
"""


def test_crokinole_is_imported_when_its_first_match_comes() -> None:
    done = subprocess.run(
        [str(MICROPYTHON), "-X", "heapsize=8M", "-c", CODE],
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": "firmware:tests/portable:tests/portable/table:.frozen"},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
