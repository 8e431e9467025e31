"""The acts on protests, and on tables' reports of matches that were not called to them."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from host_tools.tournament.acts.act import Act, Needed, Positional, Seen, Transaction, Why
from host_tools.tournament.matches import protesting, report_decisions, report_views, table_results
from host_tools.tournament.matches.protesting import ProtestView
from host_tools.tournament.matches.report_views import ReportView


@dataclass(frozen=True, slots=True)
class Ruled:
    """A protest whose ruling was sent to its table. command: the id of the order."""

    protest: ProtestView
    command: str

    @property
    def effect(self) -> str:
        """What it means for the match."""
        is_upheld = self.protest.sent == "uphold"
        return "goes back to the beginning of that board" if is_upheld else "the result stands"


class Rule(Act[ProtestView, Ruled]):
    """Decide an open protest, within an hour (151c), and tell its table: upheld, it goes back to that board;
    overruled, the result stands.
    """

    act = "protest rule"
    record = "Protest decided"
    done = "Sent to the table: {value.effect}. `boardside protests` shows it until the table has taken it."

    ruling: Annotated[Literal["uphold", "overrule"], Positional("uphold|overrule")] = Field(
        description="What the committee decides."
    )

    def do(self, at: Transaction, protest: ProtestView) -> Ruled:
        """Send it. DeskError: it is decided, or the table has not taken another ruling yet."""
        command = protesting.rule(at.book, protest, self.ruling == "uphold")
        return Ruled(replace(protest, sent=self.ruling, refused=None), command)


class Fee(Act[ProtestView, ProtestView]):
    """Note that the fee of a protest is paid (145); it is refunded when the protest is upheld (151a), and
    forfeited when it is overruled (151b).
    """

    act = "protest fee"
    record = "Fee of a protest paid"
    done = "Protest {value.number} of match {value.match}: fee {value.shown_fee}."

    paid: Annotated[str, Positional("AMOUNT")] = Field(
        default="", max_length=40, title="Fee", description="500 INR, or empty."
    )

    def do(self, at: Transaction, protest: ProtestView) -> ProtestView:
        """Note it, in place of what was noted."""
        at.book.put_fee(protest.match, protest.number, self.paid.strip())
        return protesting.find(at.book, protest.match, protest.number)


class DecideReport(Act[ReportView, ReportView]):
    """Take a table's report, so that its result counts as if the table had been called, or leave it; a report
    that was taken can be left again.
    """

    act = "report decide"
    record = "Report taken or left"
    done = "Report {value.number} is {value.effect}."

    decision: Annotated[Literal["take", "leave"], Positional("take|leave")] = Field(
        description="Whether it counts."
    )
    reason: Annotated[Why, Needed("report_needs_reason")] = Field(min_length=1)
    known: Annotated[str | None, Seen(lambda report: report.version, None)] = Field(
        default=None,
        max_length=40,
        description="The version of its result that you saw; another one is refused.",
    )
    force: bool = Field(
        default=False,
        description="Also if a later match was called with the other side, or a protest is open.",
    )

    def do(self, at: Transaction, report: ReportView) -> ReportView:
        """Decide it; a second time does nothing. DeskError: the table has confirmed nothing; something else
        was decided since it was taken; without `force` also for later matches and protests.
        """
        decide = report_decisions.take if self.decision == "take" else report_decisions.leave
        [row] = at.book.table_reports(number=report.number)
        decide(at.book, row, self.reason, at.actor, at.now, self.force, self.known)
        table_results.settle(at.book, at.now)
        return report_views.find(at.book, report.number)
