"""`boardside scorecards`: chooses score cards, and makes their PDF."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import Connection

from boardside.game import match
from boardside.game.errors import GameError
from host_tools.console.shared_options import DEFAULT_DATABASE, Database, EventOption, Fonts, Language, Which
from host_tools.exports import card_sheet, played
from host_tools.exports.card import Card, GameCard, Header, Played
from host_tools.exports.card_making import of_match, result_text, way_of
from host_tools.exports.output import (
    Choice,
    in_language,
    moment_now,
    say,
    write,
)
from host_tools.exports.played import StoredMatch, last_match, match_id_of, read_stored
from host_tools.exports.reasons import ExportError, remark, spoken
from host_tools.i18n import gettext as _
from host_tools.store import Store
from host_tools.store.command_line import errors_reported, opened
from host_tools.store.database import reading
from host_tools.tournament.commands.command_line import showing
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Fixture, Result
from host_tools.tournament.standings import results

#: A fixture that can still be played has a card to be filled in by hand.
TO_COME = ("waiting", "ready", "called")


def cards(store: Store, choice: Choice, zone: tzinfo = UTC) -> list[Card]:
    """The cards of the chosen matches, in the order in which they were begun or are planned.

    Raises ExportError when there are none, and StoreError.
    """
    _check_day(choice.day)
    with reading(store.engine) as connection:
        if choice.match is not None:
            choice = replace(choice, match=match_id_of(connection, choice.match))
        plans = played.planned(connection, _competition(connection, choice))
        if choice.planned:
            chosen = [_card_to_come(plan, zone) for plan in plans.values() if _is_to_come(plan, choice)]
        else:
            stored = list(_begun(connection, plans, choice, zone))
            chosen = [_card(connection, match, plans, zone) for match in stored]
            begun = {match.match for match in stored}
            chosen += [
                _card_of_decided(plan, zone)
                for plan in plans.values()
                if _is_decided(plan, choice, zone) and plan.fixture.id not in begun
            ]
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
        last = last_match(connection, table)
        return None if last is None else _card(connection, last, played.planned(connection), zone)


def blank(count: int, ruleset: str = "icf", stage: str = "round") -> list[Card]:
    """Cards with nothing filled in. Raises ExportError for an unknown ruleset or stage."""
    event = {"kind": "match", "match": "-", "ruleset": ruleset, "stage": stage}
    try:
        state = match.apply(match.new(), event)[0]
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


def _is_decided(plan: played.Planned, choice: Choice, zone: tzinfo) -> bool:
    """Whether it has a result that no table has reported, and was chosen."""
    fixture = plan.fixture
    return (
        fixture.state == "done"
        and fixture.result is not None
        and choice.match in (None, fixture.id)
        and choice.table in (None, fixture.table)
        and choice.tournament in (None, plan.tournament.key)
        and choice.day in (None, fixture.decided_at and played.date(fixture.decided_at, zone))
    )


def _begun(
    connection: Connection, plans: dict[str, played.Planned], choice: Choice, zone: tzinfo
) -> Iterator[StoredMatch]:
    needs_plan = choice.event is not None or choice.tournament is not None
    for stored in read_stored(connection, choice.match, choice.table):
        plan = plans.get(stored.match or "")
        if needs_plan and (plan is None or choice.tournament not in (None, plan.tournament.key)):
            continue
        if choice.day in (None, played.date(stored.started_at, zone)):
            yield stored


def _card(
    connection: Connection, stored: StoredMatch, plans: dict[str, played.Planned], zone: tzinfo
) -> Card:
    plan = plans.get(stored.match or "")
    header = played.header(plan, stored, stored.started_at, zone)
    done = played.renamed(played.folded(connection, stored, zone), plan)
    card = of_match(replace(done, corrections=plan.corrections if plan else ()), header)
    return card if plan is None else _as_it_stands(_with_plan(card, plan), plan, stored)


def _card_to_come(plan: played.Planned, zone: tzinfo) -> Card:
    header = played.header(plan, None, plan.fixture.called_at, zone)
    return _with_plan(of_match(played.to_come(plan), header, is_blank=True), plan)


def _card_of_decided(plan: played.Planned, zone: tzinfo) -> Card:
    """The card of a match that no table reported: a walk-over, or a result by hand."""
    header = played.header(plan, None, plan.fixture.decided_at, zone)
    card = _with_plan(of_match(played.to_come(plan), header, is_blank=True), plan)
    card = replace(card, remarks=tuple(map(spoken, plan.corrections)))
    return _as_it_stands(card, plan, None)


def _with_plan(card: Card, plan: played.Planned) -> Card:
    """Add what the tournament knows and the table did not report: missing names, teams, and numbers."""
    known = tuple(plan.people("a")), tuple(plan.people("b"))
    names = tuple(
        max(own, planned_name, key=len) for own, planned_name in zip(card.names, known, strict=True)
    )
    ids = (plan.number("a"), plan.number("b"))
    teams = (card.teams[0] or plan.team("a"), card.teams[1] or plan.team("b"))
    latin = {player.name: player.latin for side in "ab" for player in plan.players(side) if player.latin}
    return replace(card, names=(names[0], names[1]), ids=ids, teams=teams, latin={**card.latin, **latin})


def _as_it_stands(card: Card, plan: played.Planned, stored: StoredMatch | None) -> Card:
    """The card with the result that stands, where that is not the table's. What the table has is told beside
    it.
    """
    at_table, stands, fixture = plan.at_table(stored), plan.stands(stored), plan.fixture
    if fixture.state != "done":
        if at_table is None or stands is not None or card.standing:
            return card
        return replace(
            card,
            standing=_("THIS TABLE'S RESULT DOES NOT COUNT"),
            winner="",
            result="",
            table_had=_won_by(card),
        )
    if stands is None or (at_table is not None and plan.counts(stored) and results.agree(stands, at_table)):
        return card
    remarks = card.remarks
    if stands.how == "walk_over":
        winner = " / ".join(card.names["ab".index(stands.winner)]) if stands.winner else None
        remarks = (*remarks, spoken(remark("walk_over_given", winner=winner)))
    games = card.games
    if stored is None:
        how = way_of(stands.how)
        games = tuple(GameCard(number, (), game, how=how) for number, game in enumerate(stands.games, 1))
    return replace(
        card,
        standing=_("DECIDED BY THE ORGANISER, NOT AT THE TABLE")
        if at_table is None and stored is not None
        else "",
        decided=_decided_by(fixture, stands),
        table_had=_won_by(card) if at_table is not None else "",
        winner=stands.winner or "",
        result=result_text(stands),
        remarks=remarks,
        games=games,
    )


def _decided_by(fixture: Fixture, stands: Result) -> str:
    if stands.how == "walk_over":
        return _("Walk-over")
    if fixture.by_hand == "entered":
        return _("Entered by the organiser")
    if fixture.by_hand == "corrected":
        return _("Corrected by the organiser")
    return _("From another table")


def _won_by(card: Card) -> str:
    """Who has won, by the card, and how: "Asha 25–8"."""
    winner = " / ".join(card.names["ab".index(card.winner)]) if card.winner else ""
    return f"{winner} {card.result}".strip()


def _nothing(choice: Choice) -> ExportError:
    if choice.match is not None:
        return ExportError("no_match", match=choice.match)
    return ExportError("nothing_to_play" if choice.planned else "nothing_begun")


def scorecards_command(
    file: Annotated[Path, typer.Argument(help="The PDF to write.")],
    match_id: Annotated[
        str | None, typer.Option("--match", help='Of this match: its number ("MS 3") or id.')
    ] = None,
    table: Annotated[
        int | None, typer.Option("--table", help="Of all matches at this table.", min=1, max=9999)
    ] = None,
    event: EventOption = None,
    tournament: Which = None,
    day: Annotated[str | None, typer.Option("--day", help="Begun on this day, as 2026-03-12.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Of all matches in the database.")] = False,
    planned: Annotated[
        bool, typer.Option("--planned", help="Of matches still to be played, to fill in by hand.")
    ] = False,
    blanks: Annotated[int, typer.Option("--blank", help="This many empty cards.", min=0, max=500)] = 0,
    ruleset: Annotated[str, typer.Option("--ruleset", help="Of the empty cards.")] = "icf",
    fonts: Fonts = None,
    language: Language = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write score cards as a PDF, to sign: of matches that were played, or to fill in by hand."""
    choice = Choice(match_id, table, tournament, event, day, planned)
    with errors_reported():
        if not blanks and choice == Choice() and not everything:
            raise ExportError("cards_of_which")
        with in_language(language):
            if blanks:
                chosen = blank(blanks, ruleset)
            else:
                with opened(db) as store:
                    chosen = cards(store, choice, datetime.now().astimezone().tzinfo or UTC)
            with showing("Drawing", "score cards") as progress:
                content, complaint = card_sheet.render(chosen, moment_now(), fonts or None, progress)
        write(file, content)
    typer.echo(f"{file}: {len(chosen)} score card{'' if len(chosen) == 1 else 's'}.")
    say(complaint)
