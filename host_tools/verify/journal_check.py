"""One journal against itself: numbers, chain, seals, and the stored results against the events."""

import json
import time
from collections.abc import Iterable, Sequence
from typing import Any

from boardside.chain import Chain
from host_tools.collector.folding import MatchFold
from host_tools.collector.sealing import BROKEN, HostChain, erased_head, judge
from host_tools.verify.report import Finding, MatchReport, Report

Row = dict[str, Any]

#: A collector stores a match's result within 50 ms of its event.
SETTLED_MS = 60_000


class JournalCheck:
    """Feed it the rows of one journal in the order of their numbers, then `end`; it adds to `report`.

    keys: those that this table has ever had. Two chains are followed: one that is only what the events come
    to, which the seals are held against; and one that goes on from the stored value after each break, so that
    every break is told where it is. now_ms: the time (UTC); what came within the last minute may still wait
    for its result to be stored. is_part: of an archive, in which other matches of the journal are left out.
    """

    def __init__(
        self,
        journal: str,
        keys: Sequence[bytes],
        report: Report,
        now_ms: int | None = None,
        *,
        is_part: bool = False,
    ) -> None:
        self._is_part = is_part
        self._now_ms = time.time_ns() // 1_000_000 if now_ms is None else now_ms
        self._came_at: dict[int, int] = {}
        self._journal = journal
        self._keys = keys
        self._report = report
        self._true = HostChain()
        self._local = HostChain()
        self._previous = 0
        self._table: int | None = None
        self._unchained = 0
        self._match: MatchReport | None = None
        self._events: list[dict[str, Any]] = []
        self.folds: dict[int, MatchFold] = {}
        self._fold = MatchFold()

    def take(self, row: Row) -> None:
        """The next event as stored (columns of `schema.events`; `chain` None: not known)."""
        self._table = row["table_no"]
        try:
            event = json.loads(row["body"])
            self._same_names(row, event)
            begins = event["kind"] == "match"
            if begins:
                self._begin(row, event)
            gap = self._gap(row["seq"])
            self._follow(row, event, gap)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            self._broken(row["seq"], "what is stored is no event: it was overwritten")
        self._previous = row["seq"]

    def end(self, matches: Iterable[Row] | None, conflicts: Iterable[Row]) -> None:
        """After the last event: what is stored of the matches (None: nothing is), and the second events under
        a number.
        """
        self._end_match()
        for row in conflicts:
            text = "a second, different event came under this number; both are kept, the first counts"
            self._add(True, row["seq"], text)
        if matches is None:
            return
        rows = list(matches)
        for row in rows:
            self._compare(row)
        for first_seq in self.folds.keys() - {row["first_seq"] for row in rows}:
            if self._is_settled(first_seq):
                match = self.folds[first_seq].match
                self._add(True, first_seq, "no result is stored for the match that begins here", match)

    # Events

    def _same_names(self, row: Row, event: dict[str, Any]) -> None:
        if event["seq"] != row["seq"] or str(event["kind"])[:20] != row["kind"]:
            text = f"stored as event {row['seq']} ({row['kind']}), it says {event['seq']} ({event['kind']})"
            self._broken(row["seq"], text)
        if "match" in event and row["match"] != str(event["match"])[:64]:
            self._broken(row["seq"], f"stored for match {row['match']}, it says match {event['match']}")

    def _begin(self, row: Row, event: dict[str, Any]) -> None:
        self._end_match()
        self._match = MatchReport(self._journal, row["table_no"], event.get("match"), row["seq"])
        self._events = []
        self._report.matches.append(self._match)
        self._fold = self.folds[row["seq"]] = MatchFold()

    def _gap(self, seq: int) -> str:
        """The numbers that are missing before `seq`, in words; "" when none is."""
        first, last = self._previous + 1, seq - 1
        if first > last:
            return ""
        return f"event {first}" if first == last else f"events {first} to {last}"

    def _follow(self, row: Row, event: dict[str, Any], gap: str) -> None:
        if self._match is not None:
            self._match.events += 1
            self._match.last_seq = row["seq"]
            if event["kind"] == "confirm":
                self._confirmed(row["seq"], event)
            if erased_head(event) is not None:
                self._erased(row["seq"], event)
            self._events.append(event)
            self._fold.add(row["seq"], event, row["body"])
            self._came_at[self._match.first_seq] = row.get("received_at") or 0
        before = self._local.copy()
        self._true.add(event)
        self._local.add(event)
        if row.get("chain") is None:
            self._unchained += self._match is not None
        elif row["chain"] != self._local.hex:
            self._break(row, gap, before)
            return
        if gap:
            self._missing(row, event, gap)

    def _missing(self, row: Row, event: dict[str, Any], gap: str) -> None:
        """The chain holds over the gap; at a match's beginning, and without a chain, it says nothing."""
        if self._is_part and event["kind"] == "match":
            return  # what came before belongs to other tournaments
        if not self._previous:
            text = f"the record begins with it: {gap} may be in another database"
            self._add(False, row["seq"], text)
        elif event["kind"] == "match" or row.get("chain") is None:
            text = f"{gap} before it never came, or were removed: compare with `boardside pull --events`"
            self._add(True, row["seq"], text)
        else:
            self._add(False, row["seq"], f"{gap} before it never came (damaged flash at the table)")

    def _erased(self, seq: int, event: dict[str, Any]) -> None:
        """The chain goes on from the head that was kept; what is left in the event is vouched for by nobody,
        nor is what came before it in the match (D226).
        """
        assert self._match is not None
        self._match.erased += 1
        first = self._match.first_seq
        text = "personal data were erased from it at request"
        if seq != first:
            text += f"; the seal no longer covers events {first} to {seq}"
        self._add(False, seq, text)

    def _break(self, row: Row, gap: str, before: Chain) -> None:
        whole = f"; up to event {self._previous} all is as it came" if before.count else ""
        if gap:
            text = f"{gap} before it were removed after they had come, or this one was changed{whole}"
        else:
            text = f"it was changed after it had come, or its place in the record was{whole}"
        self._broken(row["seq"], text)
        try:
            self._local.head = bytes.fromhex(row["chain"])
        except ValueError:
            self._broken(row["seq"], "the chain stored with it is no chain: it was overwritten")

    # Seals

    def _confirmed(self, seq: int, confirm: dict[str, Any]) -> None:
        assert self._match is not None
        seal = judge(confirm, self._true, self._keys)
        self._match.seal = seal or "none"
        self._match.chain = str(confirm.get("chain") or "")
        if seal is None:
            self._add(
                False, seq, "confirmed without a seal: an older firmware, or flash that could not be read"
            )
        elif seal == BROKEN:
            self._broken_seal(seq, confirm)

    def _broken_seal(self, seq: int, confirm: dict[str, Any]) -> None:
        sealed, here = confirm.get("events"), len(self._events)
        missing = self._sealed_without(confirm)
        if missing is not None:
            text = f"the table sealed without event {missing}: that record was damaged on its flash by then"
            self._add(False, seq, text)
            assert self._match is not None
            self._match.seal = judge(confirm, self._chain_without(missing), self._keys) or BROKEN
            return
        first = self._match.first_seq if self._match else 0
        text = f"the seal does not fit events {first} to {self._previous}: it was made over {sealed} events, "
        self._broken(seq, f"{text}{here} are here; what was sealed is not what is stored")

    def _sealed_without(self, confirm: dict[str, Any]) -> int | None:
        """The one event that the table no longer had, when that explains the seal."""
        if confirm.get("events") != len(self._events) - 1:
            return None
        for event in self._events[1:]:
            if self._chain_without(event["seq"]).hex == confirm.get("chain"):
                return int(event["seq"])
        return None

    def _chain_without(self, seq: int) -> HostChain:
        chain = HostChain()
        for event in self._events:
            if event["seq"] != seq:
                chain.add(event)
        return chain

    # Results

    def _end_match(self) -> None:
        match = self._match
        if match is None:
            return
        state = self._fold.state
        match.names = " - ".join(" & ".join(state.names[side]) for side in ("a", "b") if state.names[side])
        if state.phase in ("over", "confirmed"):
            games = state.games
            match.result = f"{games['a']}:{games['b']}"
        if not state.confirmed:
            match.seal = ""
        if self._unchained == match.events:
            self._add(False, match.first_seq, "no chain was kept when it came: an older version stored it")
        self._unchained = 0
        self._match = None

    def _compare(self, row: Row) -> None:
        fold = self.folds.get(row["first_seq"])
        match = row["match"]
        if fold is None:
            text = (
                f"a result is stored for a match that begins with event {row['first_seq']}; it is not there"
            )
            self._add(True, row["first_seq"], text, match)
            return
        if row["last_seq"] < fold.last_seq and not self._is_settled(row["first_seq"]):
            return  # the collector's next write brings it up to date
        if row["last_seq"] != fold.last_seq:
            text = (
                f"its result was computed up to event {row['last_seq']}, the events end with {fold.last_seq}"
            )
            self._add(True, row["first_seq"], text, match)
            return
        try:
            stored = json.loads(row["official"]) if row["official"] else None
        except ValueError:
            self._add(True, row["first_seq"], "the stored result is no JSON: it was overwritten", match)
            return
        computed = json.loads(json.dumps(fold.official()))
        state = fold.state
        pairs = (
            ("result", stored, computed),
            ("winner", row["winner"], state.winner),
            ("phase", row["phase"], state.phase),
            ("confirmation", bool(row["confirmed"]), state.confirmed),
        )
        for name, kept, own in pairs:
            if kept != own:
                text = (
                    f"the stored {name} is not what the events come to: {_short(kept)} against {_short(own)}"
                )
                self._add(True, row["first_seq"], text, match)
                return

    def _is_settled(self, first_seq: int) -> bool:
        """Whether the last event of the match came long enough ago for its result to be stored."""
        return self._now_ms - self._came_at.get(first_seq, 0) > SETTLED_MS

    # Findings

    def _broken(self, seq: int, text: str) -> None:
        self._add(True, seq, text)

    def _add(self, is_broken: bool, seq: int, text: str, match: str | None = None) -> None:
        about = self._match
        name = match or (about.match if about is not None else None)
        if is_broken and about is not None:
            about.is_whole = False
        self._report.findings.append(Finding(is_broken, self._journal, self._table, name, seq, text))
        if is_broken and match is not None:
            for known in self._report.matches:
                if known.journal == self._journal and known.match == match:
                    known.is_whole = False


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else text[:117] + "..."
