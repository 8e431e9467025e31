"""What a process has open, counted by kinds that have names, and whether a kind rises."""

import os
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

#: Connections that SQLAlchemy's pool keeps open, and the most that there are when many threads ask at once.
POOL_KEPT, POOL_MOST = 5, 15
#: Of a run: where the level is taken that counts as the beginning, and from where on the end.
BEGINNING, END = (0.10, 0.25), 0.90


def opened(pid: int, ports: Mapping[int, str]) -> dict[str, int]:
    """How many descriptors of each kind a process has open. ports: whom a local TCP port serves."""
    listed: Counter[str] = Counter()
    folder = f"/proc/{pid}/fd"
    tcp = _local_ports(pid)
    for name in os.listdir(folder):
        try:
            target = os.readlink(f"{folder}/{name}")
        except FileNotFoundError:  # closed meanwhile
            continue
        listed[_kind(target, tcp, ports)] += 1
    return dict(listed)


def _kind(target: str, tcp: Mapping[str, int], ports: Mapping[int, str]) -> str:
    kind, is_nameless, inode = target.partition(":[")
    if kind == "socket" and inode[:-1] in tcp:
        return f"TCP socket of {ports.get(tcp[inode[:-1]], 'somebody else')}"
    return kind if is_nameless and kind != "anon_inode" else target


def _local_ports(pid: int) -> dict[str, int]:
    """The local port of each TCP socket of this machine, by its inode."""
    inodes = {}
    for name in ("tcp", "tcp6"):
        try:
            lines = Path(f"/proc/{pid}/net/{name}").read_text(encoding="ascii").splitlines()[1:]
        except FileNotFoundError:  # no IPv6
            continue
        for line in lines:
            fields = line.split()
            inodes[fields[9]] = int(fields[1].rpartition(":")[2], 16)
    return inodes


def healthy_levels(database: Path) -> dict[str, int]:
    """Up to where the descriptors of a database may rise at any time.

    A connection is opened when all others are in use, so their number is that of the threads that ever asked
    at once. The pool closes those above POOL_KEPT. SQLite then closes the write-ahead log only: it keeps the
    descriptor of the file for the next connection while others hold locks on it (POSIX would drop those).
    """
    return {str(database): POOL_MOST, f"{database}-wal": POOL_KEPT}


def rising(series: Sequence[Mapping[str, int]], healthy: Mapping[str, int]) -> list[str]:
    """The kinds of which more are open at the end of a run than at its beginning, in words.

    healthy: levels up to which a kind may rise. Medians are compared, so a request under way or a table that
    calls again is nothing.
    """
    count = len(series)
    begin, settled = (int(count * share) for share in BEGINNING)
    early, late = series[begin : settled + 1], series[int(count * END) :]
    complaints = []
    for kind in sorted({kind for counts in late for kind in counts}):
        before, now = (
            statistics.median_low([counts.get(kind, 0) for counts in part]) for part in (early, late)
        )
        if now > before and now > healthy.get(kind, 0):
            complaints.append(f"open descriptors: of {kind} {before} at the beginning, {now} at the end")
    return complaints
