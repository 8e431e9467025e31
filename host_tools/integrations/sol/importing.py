"""`boardside sol`: takes a round of SoL into an event of the tournament, calls its matches to the tables with
the numbers of SoL's boards, and sends results.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.integrations.sol import reading
from host_tools.integrations.sol.reading import SolMatch, SolPlayer, SolRound
from host_tools.integrations.sol.reasons import SolError
from host_tools.integrations.sol.sender import Sender, attempt
from host_tools.store import StoreError
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call
from host_tools.tournament.commands.command_line import Which, at_desk, err, say
from host_tools.tournament.desk.desk import Desk, DeskError
from host_tools.tournament.entries.entering import NewEntry
from host_tools.tournament.entries.external import Pairing, Players, Taken
from host_tools.tournament.model.model import Competition, Kind, Result, Side, StagePlan, Tournament
from host_tools.tournament.model.people import Person
from host_tools.tournament.standings import sports

#: SoL's match: one game to 25 points or of eight boards, level games are drawn (D20).
RULES = {"games": 1, "draws": True}
ACTOR = "SoL"
#: A guid of SoL's has 32 hexadecimal digits.
GUID_MAX = 40


def event_for(desk: Desk, tournament: Tournament, key: str, sol_round: SolRound) -> Competition:
    """The event with this key; it is made if it does not exist. Raises SolError for a round that it cannot
    take, and DeskError; then nothing was made.
    """
    _require_playable(sol_round)
    _require_its_own(desk, tournament, key, sol_round)
    events = {event.key: event for event in desk.competitions(tournament)}
    if key in events:
        return events[key]
    doubles = any(len(team) == 2 for match in sol_round.matches for team in (match.a, match.b) if team)
    kind: Kind = "doubles" if doubles else "singles"
    plan = [StagePlan("external", "Rounds (SoL)")]
    ruleset = tournament.ruleset if sports.of_ruleset(tournament.ruleset) is sports.CARROM else "icf"
    name = sol_round.title[:80] or "SoL"
    return desk.do(
        AddEvent(key=key, name=name, kind=kind, ruleset=ruleset, rules=RULES, stages=plan),
        tournament,
        actor=ACTOR,
    ).event


def take(desk: Desk, event: Competition, sol_round: SolRound) -> Taken:
    """Add the round, and rounds before it that are not here, and take the players' present names. Raises
    DeskError; then the round was not taken.
    """
    players = Players(
        tuple(map(_person, sol_round.players)),
        {old[:GUID_MAX]: player.guid[:GUID_MAX] for player in sol_round.players for old in player.former},
    )
    here = {fixture.round for fixture in desk.fixtures(event)}
    for turn in sorted({match.turn for match in sol_round.earlier} - here):
        before = [_pairing(sol_round, match) for match in sol_round.earlier if match.turn == turn]
        desk.take_round(event, turn, before, players, sol_round.unranked, actor=ACTOR)
    pairings = [_pairing(sol_round, match) for match in sol_round.matches]
    unranked = sol_round.unranked or ("other_results" if differing(desk, event, sol_round) else None)
    return desk.take_round(event, sol_round.turn, pairings, players, unranked, actor=ACTOR)


def differing(desk: Desk, event: Competition, sol_round: SolRound) -> list[str]:
    """The matches (ids) of rounds that SoL has ranked, of which it has another result."""
    ranked = [each for each in (*sol_round.earlier, *sol_round.matches) if each.turn <= sol_round.ranked_turn]
    theirs = {(match.turn, match.board): match.score for match in ranked if match.b is not None}
    return [
        fixture.id
        for fixture in desk.fixtures(event)
        if (fixture.round, fixture.number) in theirs
        and (fixture.result.points if fixture.result else None) != theirs[fixture.round, fixture.number]
    ]


def _require_playable(sol_round: SolRound) -> None:
    """Raise SolError for a round that cannot be played on cards of one game."""
    if any(match.is_final for match in (*sol_round.matches, *sol_round.earlier)):
        raise SolError("final")


def _require_its_own(desk: Desk, tournament: Tournament, key: str, sol_round: SolRound) -> None:
    """One tourney, one event: with two in one event, a board would go to the other tourney's card."""
    for event in desk.competitions(tournament):
        ids = [fixture.id for fixture in desk.fixtures(event) if fixture.id.startswith("sol-")]
        prefixes = {fixture_id[: len(sol_round.prefix)] for fixture_id in ids}
        if event.key == key and prefixes - {sol_round.prefix}:
            raise SolError("other_tourney", event=key, title=sol_round.title)
        if event.key != key and sol_round.prefix in prefixes:
            raise SolError("in_other_event", event=event.key, title=sol_round.title)


def call(
    desk: Desk, event: Competition, sol_round: SolRound, first_table: int = 1
) -> tuple[list[tuple[str, int]], list[tuple[str, DeskError]]]:
    """Call every waiting match of the round to its table. Returns (match, table) of those that were called,
    and (match, why) of the others. Board 1 is at `first_table`, the others follow.
    """
    called: list[tuple[str, int]] = []
    refused: list[tuple[str, DeskError]] = []
    for fixture in desk.fixtures(event, state="ready"):
        if fixture.round == sol_round.turn:
            table = fixture.number + first_table - 1
            try:
                desk.do(Call(table=table), fixture, actor=ACTOR)
            except DeskError as error:
                refused.append((fixture.id, error))
            else:
                called.append((fixture.id, table))
    return called, refused


def _pairing(sol_round: SolRound, match: SolMatch) -> Pairing:
    return Pairing(
        id=f"{sol_round.prefix}-{match.turn}-{match.board}",
        number=match.board,
        a=_entry(match.a),
        b=None if match.b is None else _entry(match.b),
        result=None if match.score is None else _result(match.score),
    )


def _entry(people: tuple[SolPlayer, ...]) -> NewEntry:
    return NewEntry(tuple(map(_person, people)))


def _person(player: SolPlayer) -> Person:
    return Person(player.name, player.club, player.country, player.guid[:GUID_MAX])


def _result(score: tuple[int, int]) -> Result:
    """A result that SoL already has."""
    a, b = score
    winner: Side | None = None if a == b else ("a" if a > b else "b")
    won = (int(a > b), int(b > a))
    return Result(winner, "entered", (score,), won, score, a - b)


def sol_command(
    file: Annotated[Path | None, typer.Argument(help="SoL's export of the tourney: .sol or .sol.gz.")] = None,
    send: Annotated[
        Path | None,
        typer.Option("--send", help="The addresses of SoL's boards: send what there is, and end."),
    ] = None,
    event: Annotated[
        str, typer.Option("--event", help="The event for the rounds; made if it does not exist.")
    ] = "sol",
    wanted: Annotated[
        str | None, typer.Option("--of", help="Which tourney of the file: a part of its name or guid.")
    ] = None,
    calls: Annotated[
        bool, typer.Option("--call/--no-call", help="Call each match to the table with its board's number.")
    ] = True,
    first_table: Annotated[
        int, typer.Option("--first-table", min=1, help="The table of board 1, for a second tourney at once.")
    ] = 1,
    tournament: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Take SoL's current round: players, matches, tables. Run it after each round: it adds what is new.

    With --send results go to SoL once, as `collect --sol` sends them. Exit status 1: some are missing.
    """
    with _at_desk(db) as desk:
        if send is not None and not _send(Sender(desk.store, reading.read_addresses(send))):
            raise typer.Exit(1)
        if file is None and send is None:
            raise typer.BadParameter("Name SoL's file, or --send and the file of addresses.")
        if file is None:
            return
        sol_round = reading.read(file, wanted)
        competition = event_for(desk, desk.tournament(tournament), event, sol_round)
        taken = take(desk, competition, sol_round)
        new = f"{len(taken.fixtures)} new matches, {len(taken.entered)} new entries"
        say(f"{sol_round.title}, round {sol_round.turn}: {new}.")
        if taken.replaced:
            say(f"  SoL has drawn again; these went: {', '.join(taken.replaced)}")
        for renamed in taken.renamed:
            tables = ", ".join(f"table {number}" for number in renamed.tables)
            say(f"  {renamed.before} is {renamed.now} now{f': {tables} is told' if tables else ''}")
        others = differing(desk, competition, sol_round)
        if others:
            say(f"  SoL has other results of {', '.join(others)}: no standing is shown until they agree.")
        if calls:
            called, refused = call(desk, competition, sol_round, first_table)
            for match, table in called:
                say(f"  {match} is called to table {table}")
            for match, error in refused:
                say(f"  not called: {match}: {error!s}")


@contextmanager
def _at_desk(db: str) -> Iterator[Desk]:
    """As `at_desk`; a SolError ends the command in the same way."""
    with at_desk(db) as desk:
        try:
            yield desk
        except SolError as error:
            err.print(str(error), style="red", markup=False, soft_wrap=True)
            raise typer.Exit(2) from error


def _send(sender: Sender) -> bool:
    """Send what there is; whether SoL has everything."""
    tried = attempt(sender)
    for card in tried.done:
        say(str(card))
    if isinstance(tried.error, StoreError):
        raise tried.error
    for problem in tried.problems:
        err.print(str(problem), style="yellow", markup=False, soft_wrap=True)
    return not tried.problems
