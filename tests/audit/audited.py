"""A database as a collector leaves it: a sealed match, written by the collector's own parts."""

from pathlib import Path
from typing import Any

from boardside.app.sealing import Sealing
from boardside.game import events as kinds
from boardside.link.frame import dumps
from host_tools.collector.incoming import EventIn
from host_tools.collector.live import JournalState, LiveTable
from host_tools.collector.match_fold import Signers
from host_tools.collector.storing import event_record, match_record
from host_tools.store import Store

KEY = bytes(range(16))


class Events:
    """A table's journal in memory; `lost`: numbers whose records are damaged."""

    def __init__(self, journal_id: str) -> None:
        self.id = journal_id
        self.stored: list[dict[str, Any]] = []
        self.lost: set[int] = set()
        self.last_seq = self.last_match_seq = 0

    def append(self, event: dict[str, Any]) -> dict[str, Any]:
        self.last_seq += 1
        if event["kind"] == "match":
            self.last_match_seq = self.last_seq
        self.stored.append({**event, "seq": self.last_seq, "boot": 1, "at": 1000 * self.last_seq})
        return self.stored[-1]

    def read_match(self, from_seq: int = 0) -> Any:
        start = max(self.last_match_seq, from_seq)
        return iter([e for e in self.stored if e["seq"] >= start and e["seq"] not in self.lost])


class Recorded:
    """Table `number` plays whole matches; `store_all` takes them into a database as the collector does."""

    def __init__(self, number: int = 3, journal: str = "0badcafe", key: bytes = KEY) -> None:
        self.number = number
        self.key = key
        self.journal = Events(journal)
        self.sealing = Sealing(self.journal, key)

    def add(self, kind: str, match: str | None = "M1", **fields: Any) -> dict[str, Any]:
        event = {"kind": kind, "by": "panel", **fields}
        if kind not in kinds.TABLE_WIDE:
            event["match"] = match
        return self.sealing.append(event)

    def play(self, match: str = "M1", confirm: bool = True) -> None:
        """A match of one game, won 25:0 in three boards."""
        players = {"a": ["Asha"], "b": ["Zoë"]}
        self.add("match", match, ruleset="icf", stage="round", rules={"games": 1}, breaks="a", **players)
        for left in (8, 8, 3):
            self.add("play", match)
            self.add("board", match, winner="a", left=left, queen="a", demand=0)
        if confirm:
            self.add("confirm", match)

    def restart(self) -> None:
        """Power off and on: the chain must be made anew from what can be read."""
        self.sealing = Sealing(self.journal, self.key)
        self.add("boot", None, cause="power")

    def store_all(self, store: Store, skip: set[int] = frozenset()) -> None:  # type: ignore[assignment]
        state = JournalState(self.journal.id, 0, 0)
        table = LiveTable(self.number, journal=state)
        for event in self.journal.stored:
            if event["seq"] in skip:
                continue
            text = dumps(event)
            state.chain.add(event, Signers((), [self.key]))
            record = event_record(table, state, EventIn(event["seq"], event, text), 1_700_000_000_000)
            state.received = event["seq"]
            state.fold.add(event["seq"], event, text)
            records = [record]
            if state.fold.first_seq:
                records.append(match_record(table, state, record.at_ms))  # type: ignore[arg-type]
            store.write(records)


def opened(folder: Path) -> Store:
    """An empty database in `folder`."""
    return Store.open(f"sqlite:///{folder / 'hall.sqlite3'}")
