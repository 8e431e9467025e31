"""`boardside scorecards`: chooses score cards, and makes their PDF."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import Connection

from boardside.game import match
from boardside.game.errors import GameError
from host_tools.database_option import DEFAULT_DATABASE, Database
from host_tools.exports import card_sheet, played, remark_words, stored_matches
from host_tools.exports.card import Card, Header, Played
from host_tools.exports.card_making import of_match
from host_tools.exports.output import Choice, Fonts, failed, moment_now, say, write
from host_tools.exports.paper import Paper
from host_tools.exports.reasons import ExportError
from host_tools.exports.remarks import remark
from host_tools.exports.stored_matches import StoredMatch
from host_tools.store import Store, StoreError
from host_tools.store.database import reading
from host_tools.tournament.book import Book

#: A fixture that can still be played has a card to be filled in by hand.
TO_COME = ("waiting", "ready", "called")


def cards(store: Store, choice: Choice, zone: tzinfo = UTC) -> list[Card]:
    """The cards of the chosen matches, in the order in which they were begun or are planned.

    Raises ExportError when there are none, and StoreError.
    """
    _check_day(choice.day)
    with reading(store.engine) as connection:
        plans = played.planned(connection, _competition(connection, choice))
        if choice.planned:
            chosen = [_card_to_come(plan, zone) for plan in plans.values() if _is_to_come(plan, choice)]
        else:
            chosen = list(_begun(connection, plans, choice, zone))
        if not chosen and choice.match in plans:
            chosen = [_card_to_come(plans[choice.match], zone)]
    if not chosen:
        raise _nothing(choice)
    return chosen


def _check_day(day: str | None) -> None:
    try:
        is_day = day is None or date.fromisoformat(day).isoformat() == day
    except ValueError:
        is_day = False
    if not is_day:
        raise ExportError("bad_day", day=day)


def card_at_table(store: Store, table: int, zone: tzinfo = UTC) -> Card | None:
    """The card of the last match that was begun at a table; None when there was none. Raises StoreError."""
    with reading(store.engine) as connection:
        last = stored_matches.last(connection, table)
        return None if last is None else _card(connection, last, played.planned(connection), zone)


def blank(count: int, ruleset: str = "icf", stage: str = "round") -> list[Card]:
    """Cards with nothing filled in. Raises ExportError for an unknown ruleset or stage."""
    event = {"kind": "match", "match": "-", "ruleset": ruleset, "stage": stage}
    try:
        state, _ = match.apply(match.new(), event)
    except GameError as error:
        why = {"reason": error.reason, "facts": error.facts}
        raise ExportError("ruleset_refused", ruleset=ruleset, why=why) from error
    return [of_match(Played(state, []), Header(), is_blank=True)] * count


def _competition(connection: Connection, choice: Choice) -> int | None:
    """The id of the wanted event; None for all. Raises ExportError when there is no such event."""
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
    raise ExportError("no_event", event=choice.event, keys=sorted(set(names)))


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
    for stored in stored_matches.read(connection, choice.match, choice.table):
        plan = plans.get(stored.match or "")
        if needs_plan and (plan is None or choice.tournament not in (None, plan.tournament.key)):
            continue
        if choice.day in (None, played.date(stored.started_at, zone)):
            yield _card(connection, stored, plans, zone)


def _card(
    connection: Connection, stored: StoredMatch, plans: dict[str, played.Planned], zone: tzinfo
) -> Card:
    plan = plans.get(stored.match or "")
    header = played.header(plan, stored, stored.started_at, zone)
    done = played.folded(connection, stored, zone)
    return _with_plan(of_match(replace(done, corrections=plan.corrections if plan else ()), header), plan)


def _card_to_come(plan: played.Planned, zone: tzinfo) -> Card:
    header = played.header(plan, None, plan.fixture.called_at, zone)
    return _with_plan(of_match(played.to_come(plan), header, is_blank=True), plan)


def _with_plan(card: Card, plan: played.Planned | None) -> Card:
    """Add what the tournament knows and the table did not report: missing names, and numbers."""
    if plan is None:
        return card
    known = tuple(plan.people("a")), tuple(plan.people("b"))
    names = tuple(
        max(own, planned_name, key=len) for own, planned_name in zip(card.names, known, strict=True)
    )
    ids = (plan.number("a"), plan.number("b"))
    return _by_the_desk(replace(card, names=(names[0], names[1]), ids=ids), plan)


def _by_the_desk(card: Card, plan: played.Planned) -> Card:
    """Mark a match that was decided at the desk and not at its table (a walk-over, an entered result): the
    card says so instead of "in play".
    """
    result = plan.fixture.result
    if plan.fixture.state != "done" or result is None or card.result or card.proof is None:
        return card
    remarks = card.remarks
    if result.how == "walk_over":
        winner = " / ".join(card.names["ab".index(result.winner)]) if result.winner else None
        remarks = (*remarks, remark_words.say(remark("walk_over_given", winner=winner)))
    text = ", ".join(f"{max(pair)}\u2013{min(pair)}" for pair in result.games)
    text = f"{text} walk-over".strip() if result.how == "walk_over" else text
    standing = "DECIDED BY THE ORGANISER, NOT AT THE TABLE"
    return replace(card, standing=standing, winner=result.winner or "", result=text, remarks=remarks)


def _nothing(choice: Choice) -> ExportError:
    if choice.match is not None:
        return ExportError("no_match", match=choice.match)
    return ExportError("nothing_to_play" if choice.planned else "nothing_begun")


def render(cards: Iterable[Card], moment: datetime, fonts: Sequence[Path] | None = None) -> tuple[bytes, str]:
    """The PDF of these cards, and one line about letters that no font has ("": none). fonts: as for `Paper`.
    Raises ExportError.
    """
    paper = Paper("Score cards", moment, fonts=fonts)
    card_sheet.draw(paper, cards)
    return paper.done(), paper.complaint


def scorecards_command(
    output: Annotated[Path, typer.Option("--output", "-o", help="The PDF to write.")],
    match_id: Annotated[str | None, typer.Option("--match", help="Of this match, by its id.")] = None,
    table: Annotated[
        int | None, typer.Option("--table", help="Of all matches at this table.", min=1, max=9999)
    ] = None,
    event: Annotated[str | None, typer.Option("--event", help="Of this event, by its key (ms).")] = None,
    tournament: Annotated[str | None, typer.Option("--tournament", help="Of this tournament.")] = None,
    day: Annotated[str | None, typer.Option("--day", help="Begun on this day, as 2026-03-12.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Of all matches in the database.")] = False,
    planned: Annotated[
        bool, typer.Option("--planned", help="Of matches still to be played, to fill in by hand.")
    ] = False,
    blanks: Annotated[int, typer.Option("--blank", help="This many empty cards.", min=0, max=500)] = 0,
    ruleset: Annotated[str, typer.Option("--ruleset", help="Of the empty cards.")] = "icf",
    fonts: Fonts = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write score cards as a PDF, to sign: of matches that were played, or to fill in by hand."""
    choice = Choice(match_id, table, tournament, event, day, planned)
    try:
        if blanks:
            chosen = blank(blanks, ruleset)
        elif choice == Choice() and not everything:
            raise ExportError("cards_of_which")
        else:
            store = Store.open(db, create=False)
            try:
                chosen = cards(store, choice, datetime.now().astimezone().tzinfo or UTC)
            finally:
                store.close()
        content, complaint = render(chosen, moment_now(), fonts or None)
        write(output, content)
    except (ExportError, StoreError) as error:
        raise failed(error) from error
    typer.echo(f"{output}: {len(chosen)} score card{'' if len(chosen) == 1 else 's'}.")
    say(complaint)
