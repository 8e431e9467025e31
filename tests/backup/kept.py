"""A hall's database with a tournament, played matches and keys, for backups, archives and deletions."""

import atexit
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "exports"))

from carded import opened
from drawn import with_groups

from host_tools.backup.staging import copy_sqlite
from host_tools.store import Store

from audited import KEY, Recorded  # isort: skip

NAME = "Łukasz Žižka"
MATCH = "open-2026-ms-2-2-1"


def hall(folder: Path) -> Store:
    """Table 3: a match of nobody's tournament, the final, another one; table 4: one in play."""
    target = folder / "hall.sqlite3"
    copy_sqlite(_filled(), target)
    return Store.open(f"sqlite:///{target}")


@cache
def _filled() -> Path:
    """The same for every test; making it takes longer than most of them."""
    folder = Path(tempfile.mkdtemp(prefix="boardside-kept-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    store = opened(folder)
    with_groups(store)
    store.keys.add(3, KEY.hex())
    third, fourth = Recorded(3), Recorded(4, "0badcaff")
    third.play("M1")
    final(third)
    third.play("M3")
    fourth.play("M4", confirm=False)
    third.store_all(store)
    fourth.store_all(store)
    store.close()
    return folder / "hall.sqlite3"


def final(table: Recorded, match: str = MATCH) -> None:
    """The final of the event, sealed."""
    players = {"a": ["Asha Patil"], "b": [NAME]}
    table.add("match", match, ruleset="vkk", stage="final", breaks="a", title=f"Final, {NAME}", **players)
    for left in (8, 8, 3):
        table.add("play", match)
        table.add("board", match, winner="a", left=left, queen="a", demand=0)
    table.add("confirm", match)
