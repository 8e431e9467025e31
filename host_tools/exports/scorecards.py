"""Which score cards are wanted, and the PDF of them; what commands that write a file share."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path
from typing import Annotated, Any

import typer
from sqlalchemy import Connection, Row

from boardside.game import match
from boardside.game.errors import GameError
from host_tools.exports import card_sheet, played
from host_tools.exports.card import Card, Header, Played
from host_tools.exports.card_making import of_match
from host_tools.exports.errors import ExportError
from host_tools.exports.paper import Paper
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.tournament.book import Book
from host_tools.whole_file import replacing

#: A fixture that can still be played has a card to be filled in by hand.
TO_COME = ("waiting", "ready", "called")
_DATABASE = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class Choice:
    """Which matches: those that fit everything that is given. day: as 2026-03-12, in the zone of the cards.

    planned: those that are yet to be played, instead of those that were begun.
    """

    match: str | None = None
    table: int | None = None
    tournament: str | None = None
    event: str | None = None
    day: str | None = None
    planned: bool = False


def cards(store: Store, choice: Choice, zone: tzinfo = UTC) -> list[Card]:
    """The cards of the chosen matches, in the order in which they were begun or are planned.

    Raises ExportError when there is none, and StoreError.
    """
    _check_day(choice.day)
    with reading(store.engine) as connection:
        plans = played.planned(connection, _competition(connection, choice))
        if choice.planned:
            found = [_card_to_come(plan, zone) for plan in plans.values() if _is_to_come(plan, choice)]
        else:
            found = list(_begun(connection, plans, choice, zone))
        if not found and choice.match in plans:
            found = [_card_to_come(plans[choice.match], zone)]
    if not found:
        raise ExportError(_nothing(choice))
    return found


def _check_day(day: str | None) -> None:
    try:
        is_day = day is None or date.fromisoformat(day).isoformat() == day
    except ValueError:
        is_day = False
    if not is_day:
        raise ExportError(f"{day} is no day; a day is written as 2026-03-12.")


def card_at_table(store: Store, table: int, zone: tzinfo = UTC) -> Card | None:
    """The card of the last match that was begun at a table; None when there was none. Raises StoreError."""
    with reading(store.engine) as connection:
        last = played.last_row(connection, table)
        return None if last is None else _card(connection, last, played.planned(connection), zone)


def blank(count: int, ruleset: str = "icf", stage: str = "round") -> list[Card]:
    """Cards with nothing filled in. Raises ExportError for a ruleset or stage that there is not."""
    event = {"kind": "match", "match": "-", "ruleset": ruleset, "stage": stage}
    try:
        state, _ = match.apply(match.new(), event)
    except GameError as error:
        raise ExportError(f"--ruleset {ruleset}: {error.message}.") from error
    return [of_match(Played(state, []), Header(), is_blank=True)] * count


def _competition(connection: Connection, choice: Choice) -> int | None:
    """The id of the event that is asked for; None: of all. Raises ExportError when there is no such event."""
    if choice.event is None:
        return None
    book = Book(connection)
    names = []
    for tournament in book.tournaments():
        if choice.tournament in (None, tournament.key):
            for event in book.competitions(tournament.id):
                if event.key == choice.event:
                    return event.id
                names.append(event.key)
    known = f"There are: {', '.join(sorted(set(names)))}." if names else "No event was made yet."
    raise ExportError(f"There is no event {choice.event}. {known}")


def _is_to_come(plan: played.Planned, choice: Choice) -> bool:
    fixture = plan.fixture
    return (
        fixture.state in TO_COME
        and choice.match in (None, fixture.id)
        and choice.table in (None, fixture.table)
        and choice.tournament in (None, plan.tournament.key)
    )


def _begun(
    connection: Connection, plans: dict[str, played.Planned], choice: Choice, zone: tzinfo
) -> Iterator[Card]:
    needs_plan = choice.event is not None or choice.tournament is not None
    for row in played.rows(connection, choice.match, choice.table):
        plan = plans.get(row.match or "")
        if needs_plan and (plan is None or choice.tournament not in (None, plan.tournament.key)):
            continue
        if choice.day in (None, played.date(row.started_at, zone)):
            yield _card(connection, row, plans, zone)


def _card(connection: Connection, row: Row[Any], plans: dict[str, played.Planned], zone: tzinfo) -> Card:
    plan = plans.get(row.match or "")
    header = played.header(plan, row, row.started_at, zone)
    done = played.folded(connection, row, zone)
    return _with_plan(of_match(replace(done, corrections=plan.corrections if plan else ()), header), plan)


def _card_to_come(plan: played.Planned, zone: tzinfo) -> Card:
    header = played.header(plan, None, plan.fixture.called_at, zone)
    return _with_plan(of_match(played.to_come(plan), header, is_blank=True), plan)


def _with_plan(card: Card, plan: played.Planned | None) -> Card:
    """What the tournament knows and the match at the table does not: names that are missing, numbers."""
    if plan is None:
        return card
    known = tuple(plan.people("a")), tuple(plan.people("b"))
    names = tuple(max(own, told, key=len) for own, told in zip(card.names, known, strict=True))
    ids = (plan.number("a"), plan.number("b"))
    return _by_the_desk(replace(card, names=(names[0], names[1]), ids=ids), plan)


def _by_the_desk(card: Card, plan: played.Planned) -> Card:
    """Of a match that was decided at the desk and not at its table (a walk-over, an entered result): so it
    says, in place of "in play".
    """
    result = plan.fixture.result
    if plan.fixture.state != "done" or result is None or card.result or card.proof is None:
        return card
    remarks = card.remarks
    if result.how == "walk_over":
        who = " / ".join(card.names["ab".index(result.winner)]) if result.winner else "nobody"
        remarks = (*remarks, f"Walk-over given at the organiser's desk: won by {who} (Law 143i).")
    text = ", ".join(f"{max(pair)}\u2013{min(pair)}" for pair in result.games)
    text = f"{text} walk-over".strip() if result.how == "walk_over" else text
    standing = "DECIDED BY THE ORGANISER, NOT AT THE TABLE"
    return replace(card, standing=standing, winner=result.winner or "", result=text, remarks=remarks)


def _nothing(choice: Choice) -> str:
    if choice.match is not None:
        return f"There is no match {choice.match}: `boardside status` and the pages show their ids."
    if choice.planned:
        return "No match is yet to be played there."
    return "No match was begun that fits: leave something out, or use --planned for those yet to be played."


def moment_now() -> datetime:
    """What stands in the file as its time: SOURCE_DATE_EPOCH where it is set, so that a file can be made
    again byte for byte.
    """
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(fixed), UTC) if fixed.isdigit() else datetime.now(UTC)


def write(path: Path, content: bytes) -> None:
    """Write a file, all of it or as it was, but not over a database. Raises ExportError."""
    try:
        if path.is_file():
            with path.open("rb") as there:
                if there.read(len(_DATABASE)) == _DATABASE:
                    raise ExportError(f"{path} is a database and is not written over; give another name.")
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a pipe or a device
            return
        with replacing(path) as part:
            part.write_bytes(content)
    except OSError as error:
        raise ExportError(f"{path} cannot be written: {error.strerror}.") from error


def render(found: Iterable[Card], moment: datetime, fonts: Sequence[Path] | None = None) -> tuple[bytes, str]:
    """The PDF of these cards, and one line on letters that it lacks, "" when it has all. fonts: as `Paper`
    takes them. Raises ExportError.
    """
    paper = Paper("Score cards", moment, fonts=fonts)
    card_sheet.draw(paper, found)
    return paper.done(), paper.complaint


def say(complaint: str) -> None:
    """Tell of what is on paper other than it should be, after the file is written."""
    if complaint:
        typer.secho(complaint, fg="yellow", err=True)


Fonts = Annotated[
    list[Path] | None,
    typer.Option("--font", help="A font file for letters that no font here has; again for more."),
]
