"""The check of one journal: numbers, chain, seals, and the stored results against the events."""

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from boardside.chain import Chain
from host_tools.collector.match_fold import BROKEN, FOREIGN, HostChain, MatchFold, Signers, erased_head, judge
from host_tools.live_values import Event
from host_tools.store import stops
from host_tools.store.journals import AuditView
from host_tools.store.stops import Stop
from host_tools.verify.report import Finding, MatchReport, Report

Row = Mapping[str, Any]

#: A collector stores a match's result within 50 ms of its event.
SETTLED_MS = 60_000


class JournalCheck:
    """Checks the rows of one journal, passed in the order of their numbers, then `end`; it adds to `report`.

    signers: who may have sealed it. Two chains are followed: one computed from the events alone, with which
    the seals are compared; and one that continues from the stored value after each break, so that every break
    is reported at its place. now_ms: the time (UTC); results of the last minute may not be stored yet.
    is_part: of an archive, in which other matches of the journal are left out.

    Results, each by the number of the match's first event: `folds` of the matches, and `confirmed`, the row's
    id of their last confirmation.
    """

    def __init__(
        self,
        journal: str,
        signers: Signers,
        report: Report,
        now_ms: int | None = None,
        *,
        is_part: bool = False,
    ) -> None:
        self._is_part = is_part
        self._now_ms = time.time_ns() // 1_000_000 if now_ms is None else now_ms
        self._came_at: dict[int, int] = {}
        self._journal = journal
        self._signers = signers
        self._report = report
        self._true = HostChain()
        self._local = HostChain()
        self._previous = 0
        self._table: int | None = None
        self._unchained = 0
        self._match: MatchReport | None = None
        self._events: list[Event] = []
        self.folds: dict[int, MatchFold] = {}
        self.confirmed: dict[int, int] = {}
        self._fold = MatchFold()

    def take(self, row: Row) -> None:
        """The next event as stored (columns of `schema.events`; `chain` None: not known)."""
        self._came_from(row)
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

    def end(self, matches: Iterable[Row] | None, stopped: Iterable[Stop]) -> None:
        """After the last event: the stored results of the matches (None: there are none), and the numbers
        under which two different events came.
        """
        self._end_match()
        for stop in stopped:
            self._stopped(stop)
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

    def _came_from(self, row: Row) -> None:
        """Only the tables that the journal has belonged to may have events in it."""
        table = row["table_no"]
        tables = {tenure.table for tenure in self._signers.history}
        if tables and table not in tables and table != self._table:
            owner = self._signers.history[0].table
            self._broken(row["seq"], f"it came from table {table}, and the journal is table {owner}'s")
        self._table = table

    def _same_names(self, row: Row, event: Event) -> None:
        if event["seq"] != row["seq"] or str(event["kind"])[:20] != row["kind"]:
            text = f"stored as event {row['seq']} ({row['kind']}), it says {event['seq']} ({event['kind']})"
            self._broken(row["seq"], text)
        if "match" in event and row["match"] != str(event["match"])[:64]:
            self._broken(row["seq"], f"stored for match {row['match']}, it says match {event['match']}")

    def _begin(self, row: Row, event: Event) -> None:
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

    def _follow(self, row: Row, event: Event, gap: str) -> None:
        if self._match is not None:
            self._match.events += 1
            self._match.last_seq = row["seq"]
            if event["kind"] == "confirm":
                self._confirmed(row["seq"], event)
                self.confirmed[self._match.first_seq] = row.get("id", 0)
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

    def _missing(self, row: Row, event: Event, gap: str) -> None:
        """Compare the chain over the gap; at a match's beginning, and without a chain, it proves nothing."""
        if self._is_part and event["kind"] == "match":
            return  # earlier events belong to other tournaments
        if not self._previous:
            text = f"the record begins with it: {gap} may be in another database"
            self._add(False, row["seq"], text)
        elif event["kind"] == "match" or row.get("chain") is None:
            text = f"{gap} before it never came, or were removed: compare with `boardside pull --events`"
            self._add(True, row["seq"], text)
        else:
            self._add(False, row["seq"], f"{gap} before it never came (damaged flash at the table)")

    def _erased(self, seq: int, event: Event) -> None:
        """The chain continues from the head that was kept; nothing proves the rest of this event, nor the
        events before it in the match.
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

    def _confirmed(self, seq: int, confirm: Event) -> None:
        assert self._match is not None
        seal = judge(confirm, self._true, self._signers)
        self._match.seal = seal or "none"
        self._match.chain = str(confirm.get("chain") or "")
        if seal is None:
            self._add(False, seq, "confirmed without a seal: the table could not read its flash")
        elif seal == BROKEN:
            self._broken_seal(seq, confirm)
        elif seal == FOREIGN:
            self._broken(seq, "it is sealed by another table's key than the one this journal belonged to")

    def _broken_seal(self, seq: int, confirm: Event) -> None:
        sealed, here = confirm.get("events"), len(self._events)
        missing = self._sealed_without(confirm)
        if missing is not None:
            text = f"the table sealed without event {missing}: that record was damaged on its flash by then"
            self._add(False, seq, text)
            assert self._match is not None
            self._match.seal = judge(confirm, self._chain_without(missing), self._signers) or BROKEN
            return
        first = self._match.first_seq if self._match else 0
        text = f"the seal does not fit events {first} to {self._previous}: it was made over {sealed} events, "
        self._broken(seq, f"{text}{here} are here; what was sealed is not what is stored")

    def _sealed_without(self, confirm: Event) -> int | None:
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

    def _stopped(self, stop: Stop) -> None:
        """Two different events came under one number: undecided, the record cannot be trusted."""
        two = "two different events came under this number"
        if stop.stands:
            show = f"`boardside journals show {stop.journal}`"
            text = f"{two}; nothing behind it is stored until you decide: {show}"
        elif stop.state == stops.KEPT:
            text = f"{two}; {stop.decided_by} decided for the one that is stored: {stop.why}"
        else:
            text = f"{two}; {stop.decided_by} decided for the table's, the others were set aside: {stop.why}"
        self._add(stop.stands, stop.seq, text)

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
            self._add(False, match.first_seq, "no chain was kept when it came")
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
            return  # the collector's next write updates it
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


_OF_DEVICE = ("seq", "boot", "at", "by", "cmd", "carried", "match")


def follow_carried(view: AuditView, carried: Sequence[tuple[str, Mapping[str, Any]]], report: Report) -> None:
    """What was carried over from a device that died is what that device had entered."""
    known: dict[str, dict[int, Any]] = {}
    for journal, row in carried:
        try:
            event = json.loads(row["body"])
            source, seq = str(event["carried"]["journal"]), int(event["carried"]["seq"])
        except (ValueError, TypeError, KeyError):
            continue
        if source not in known:
            known[source] = {each["seq"]: json.loads(each["body"]) for each in view.events(source)}
        other = known[source].get(seq)
        where = (journal, row["table_no"], row["match"], row["seq"])
        if other is None:
            report.findings.append(
                Finding(False, *where, f"carried over from journal {source}, which is not here")
            )
        elif event["kind"] == "override" != other["kind"]:
            report.findings.append(
                Finding(False, *where, f"the score of journal {source} was carried over by hand")
            )
        elif _entered(event) != _entered(other):
            text = f"it is said to be event {seq} of journal {source}, which says something else"
            report.findings.append(Finding(True, *where, text))


def _entered(event: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name not in _OF_DEVICE}
