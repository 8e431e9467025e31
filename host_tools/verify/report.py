"""The result of an audit: the matches with how far each is proven, and the findings with their places."""

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """`is_broken`: the record was changed, or cannot be trusted; otherwise the finding is only information.
    `seq`: the number of the event where it was found, None when it is about the whole.
    """

    is_broken: bool
    journal: str
    table: int | None
    match: str | None
    seq: int | None
    text: str

    def line(self) -> str:
        """For people."""
        parts = [f"table {self.table}" if self.table is not None else ""]
        parts.append(f"match {self.match}" if self.match else "")
        parts.append(f"event {self.seq}" if self.seq is not None else "")
        where = ", ".join(part for part in parts if part) or "the record"
        return f"{'BROKEN' if self.is_broken else 'note'}  {where}: {self.text}"


#: How far a match's record is proven, for people; the words of `collector.sealing`, and "" (not confirmed).
SEALS = {
    "sealed": "sealed by the table's key",
    "open": "sealed, but the table had no key",
    "unknown": "not sealed by a key of this table that is known here",
    "foreign": "SEALED BY ANOTHER TABLE'S KEY",
    "broken": "its seal does not fit",
    "": "not confirmed",
    "none": "confirmed without a seal",
}


@dataclass(slots=True)
class MatchReport:
    """One match: `seal` a key of SEALS; `chain` the sealed head, "" when none was; `result` as computed,
    for people.
    """

    journal: str
    table: int | None
    match: str | None
    first_seq: int
    last_seq: int = 0
    events: int = 0
    names: str = ""
    result: str = ""
    seal: str = ""
    chain: str = ""
    is_whole: bool = True
    erased: int = 0  # events in which personal data were erased

    def line(self) -> str:
        """For people."""
        table = f"table {self.table}, " if self.table is not None else ""
        state = "whole" if self.is_whole else "BROKEN"
        details = " ".join(part for part in (self.names, self.result) if part)
        details = f" ({details})" if details else ""
        erased = "; names erased at request" if self.erased else ""
        return (
            f"{state:6}  {table}match {self.match}{details}: {self.events} events, {SEALS[self.seal]}{erased}"
        )


@dataclass(slots=True)
class Report:
    """All matches and findings, in the order in which they were read."""

    matches: list[MatchReport] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether nothing is broken."""
        return not any(finding.is_broken for finding in self.findings)

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready, version 1."""
        return {
            "version": 1,
            "whole": self.is_whole,
            "matches": [asdict(match) for match in self.matches],
            "findings": [asdict(finding) for finding in self.findings],
        }
