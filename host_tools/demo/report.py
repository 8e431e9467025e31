"""The demonstration's verdict: compares each recorded match with the collected one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from rich.console import Console
from rich.text import Text

from host_tools.console import text_tables
from host_tools.console.text_tables import Column
from host_tools.verify.report import Report

_COLUMNS = (
    Column("match"),
    Column("players"),
    Column("recorded", right=True),
    Column("collected", right=True),
    Column(""),
)

#: Points of a and b; in crokinole of all games, then the 20s of a and b.
Score = tuple[int, ...]


class Recorded(Protocol):
    """A match of the record, of either sport. added_up: the sum of its boards or rounds."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def players(self) -> tuple[str, str]: ...

    @property
    def official(self) -> Score: ...

    @property
    def added_up(self) -> Score: ...

    @property
    def contradicts_itself(self) -> bool: ...


@dataclass(frozen=True)
class Verdict:
    """One match: `collected` is its confirmed official score in the database, None when it did not arrive.

    `trouble`: what went wrong at the table while it was played, "" if nothing did.
    """

    match: Recorded
    collected: Score | None
    trouble: str = ""

    @property
    def arrived_as_played(self) -> bool:
        """Whether the collected score equals the sum of the sheet's boards: nothing lost, doubled or
        altered.
        """
        return not self.trouble and self.collected == self.match.added_up

    @property
    def words(self) -> str:
        if self.trouble:
            return self.trouble
        if self.collected is None:
            return "did not arrive"
        if not self.arrived_as_played:
            return f"WRONG: the boards add up to {_score(self.match.added_up)}"
        if self.match.contradicts_itself:
            return "the sheet adds up to this"
        return "as recorded"


def judge(
    record: Iterable[Recorded], collected: Mapping[str, Score], troubles: Mapping[str, str]
) -> list[Verdict]:
    """A verdict for every match of the record; `collected` and `troubles` are by match id."""
    return [Verdict(match, collected.get(match.id), troubles.get(match.id, "")) for match in record]


def all_arrived(verdicts: Iterable[Verdict]) -> bool:
    """Whether every match arrived, and differs from the record only where the record contradicts itself."""
    return all(verdict.arrived_as_played for verdict in verdicts)


def show(verdicts: Iterable[Verdict], out: Console) -> None:
    """The verdicts as a table."""
    rows = []
    for verdict in verdicts:
        style = (
            "" if verdict.words == "as recorded" else "yellow" if verdict.arrived_as_played else "bold red"
        )
        cells = (
            verdict.match.title,
            " – ".join(verdict.match.players),
            _score(verdict.match.official),
            _score(verdict.collected),
            verdict.words,
        )
        rows.append([Text(cell, style=style) for cell in cells])
    text_tables.show(out, "Recorded against collected", _COLUMNS, rows)


def summary(verdicts: list[Verdict]) -> list[str]:
    """The last lines: how many of how many, and each disagreement the record itself contains."""
    good = sum(verdict.arrived_as_played for verdict in verdicts)
    lines = [f"{good} of {len(verdicts)} matches arrived exactly as they were played."]
    for verdict in verdicts:
        if verdict.arrived_as_played and verdict.match.contradicts_itself:
            lines.append(
                f"{verdict.match.title}: recorded {_score(verdict.match.official)}, "
                f"but its boards add up to {_score(verdict.match.added_up)} (a slip of the recorder)."
            )
    lines += [
        f"{verdict.match.title}: {verdict.words}" for verdict in verdicts if not verdict.arrived_as_played
    ]
    return lines


def audit_summary(audit: Report) -> list[str]:
    """The result of `boardside verify` for the record in one line, and each finding."""
    sealed = sum(match.seal == "sealed" for match in audit.matches)
    first = f"{sealed} of {len(audit.matches)} matches are sealed by their table's key"
    if audit.is_whole:
        return [f"{first}; the record is whole (boardside verify)."]
    return [f"{first}."] + [finding.line() for finding in audit.findings if finding.is_broken]


def _score(score: Score | None) -> str:
    if score is None:
        return "–"
    text = f"{score[0]}-{score[1]}"
    return f"{text} (20s {score[2]}-{score[3]})" if len(score) > 2 else text
