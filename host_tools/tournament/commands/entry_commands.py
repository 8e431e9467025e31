"""`boardside entries`: the players, pairs and teams of an event."""

from itertools import zip_longest
from pathlib import Path
from typing import Annotated, cast

import typer

from host_tools.console.database_option import DEFAULT_DATABASE, Database
from host_tools.outside import input_file
from host_tools.reasons import Cause
from host_tools.tournament.commands import views, withdrawal_lines
from host_tools.tournament.commands.command_line import (
    AsJson,
    Column,
    Event,
    EventOption,
    Reason,
    Which,
    Yes,
    at_desk,
    entries_of,
    event_of,
    print_json,
    say,
    show_table,
)
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.entries import entry_list
from host_tools.tournament.entries.editing import EntryChanges, PlayerChanges
from host_tools.tournament.model import line_ups, seedings, wording
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import DRAWN, Competition, Entry, Player

app = typer.Typer(no_args_is_help=True, help="The entries: import a list, add, list, change, withdraw.")

COLUMNS = (
    Column("no.", right=True),
    Column("entry"),
    Column("club"),
    Column("seeding", right=True),
    Column("id in the draw", right=True, spare=1),
    Column(""),
)
Club = Annotated[str, typer.Option("--club", help="Club or department.")]


@app.command("import")
def import_list(
    file: Annotated[Path, typer.Argument(help="The list as CSV, with a header; - is standard input.")],
    key: Annotated[
        str | None,
        typer.Argument(metavar="[EVENT]", help="Its key, as --event: not needed for the only one."),
    ] = None,
    event: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Enter all of a list (columns: name, latin, club, country, licence, seeding; doubles also partner;
    teams: team, players), or nothing of it.
    """
    with at_desk(db) as desk:
        _check_order(desk, which, file, key)
        _, competition = event_of(desk, which, key, event)
        try:
            data = input_file.read(file)
            text = entry_list.decode(data)
        except OSError as error:
            raise DeskError("file_unreadable", file=str(file), why=error.strerror) from error
        except entry_list.EntryListError as error:
            raise DeskError("nothing_entered", file=str(file), why=error.to_json()) from error
        try:
            made = desk.import_entries(competition, text)
        except DeskError as error:
            raise DeskError("nothing_entered", file=str(file), why=error.to_json()) from error
        noun = "entry" if len(made) == 1 else "entries"
        there = desk.entries(competition)
        say(f"{len(made)} {noun} in {competition.name}; {len(there)} in all.")
        for why in entry_list.ignored(text, competition.kind):
            say(str(why))
        _say_remarks(there, desk.namesakes(competition, made))


def _check_order(desk: Desk, which: str | None, file: Path, key: str | None) -> None:
    """Raises DeskError when the event and the file are typed in the wrong order."""
    keys = [competition.key for competition in desk.competitions(desk.tournament(which))]
    if str(file) == "-" or file.exists() or (key is None and str(file) not in keys):
        return
    if key is not None and Path(key).exists():
        raise DeskError("file_comes_first", file=key, key=str(file))
    if str(file) in keys:
        raise DeskError("event_is_no_file", key=str(file))


@app.command("add")
def add(
    names: Annotated[list[str], typer.Argument(help="The player, both players of a pair, or all of a team.")],
    team: Annotated[str, typer.Option("--team", help="The team's name.")] = "",
    club: Club = "",
    country: Annotated[str, typer.Option("--country")] = "",
    licence: Annotated[str, typer.Option("--licence")] = "",
    latin: Annotated[
        list[str] | None,
        typer.Option("--latin", help="The name in Latin letters; once for each player, in order."),
    ] = None,
    seeding: Annotated[int | None, typer.Option("--seeding", help="1 is the best.", min=1)] = None,
    is_reserve: Annotated[
        bool, typer.Option("--reserve", help="At the end of the list of reserves, also after the draw.")
    ] = False,
    event: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Enter one player, pair or team."""
    with at_desk(db) as desk:
        _, competition = event_of(desk, which, event)
        spelled = zip_longest(names, (latin or [])[: len(names)], fillvalue="")
        people = [Person(name, club, country, licence, text) for name, text in spelled]
        new = NewEntry(tuple(people), team, seeding)
        [made] = desk.add_entries(competition, [new], as_reserves=is_reserve)
        numbers = ", ".join(str(player.number) for player in made.players)
        place = f"reserve {made.reserve} of" if made.reserve else "in"
        say(f"{made.title} is {place} {competition.name}, start number {numbers}.")
        _say_remarks(desk.entries(competition), desk.namesakes(competition, [made]))


def _say_remarks(entries: list[Entry], namesakes: list[Cause]) -> None:
    for remark in (*seedings.remarks(entries), *namesakes):
        say(str(remark))


@app.command("list")
def list_entries(
    event: Event = None,
    option: EventOption = None,
    which: Which = None,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """The entries of an event."""
    with at_desk(db) as desk:
        _, competition = event_of(desk, which, event, option)
        there = desk.entries(competition)
        if as_json:
            print_json([views.entry(made) for made in there])
            return
        rows = []
        for made in there:
            numbers = ", ".join(str(player.number) for player in made.players)
            seeding = "" if made.seeding is None else str(made.seeding)
            names = made.title
            if made.name:
                names = f"{made.name}: {', '.join(player.name for player in made.players)}"
            state = f"reserve {made.reserve}" if made.reserve else "withdrawn" if made.withdrawn else ""
            rows.append((numbers, names, made.club, seeding, str(made.id), state))
        if not rows:
            say(
                f"Nobody has entered {competition.name} yet: boardside entries import FILE, "
                "or entries add NAME"
            )
        show_table(competition.name, COLUMNS, rows)


@app.command("withdraw")
def withdraw(
    entry: Annotated[str, typer.Argument(help="Name or start number.")],
    reason: Reason = "",
    yes: Yes = False,
    event: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Withdraw an entry; after the draw its opponents get walk-overs. It shows who and what becomes of the
    results, and asks. `entries return` takes it in again.
    """
    with at_desk(db) as desk:
        desk.settle()
        _, competition = event_of(desk, which, event)
        leaves = desk.entry(competition, entry)
        seen = desk.leaving(competition, leaves)
        for line in (
            f"{wording.numbered(leaves)}:",
            *withdrawal_lines.lines(seen, competition, "command_line"),
        ):
            say(desk.in_numbers(line))
        if not yes:
            typer.confirm(f"Withdraw {leaves.title} from {competition.name}?", abort=True)
        desk.withdraw(competition, leaves, reason)
        say(f"{wording.numbered(leaves)} has withdrawn from {competition.name}.")


@app.command("return")
def take_in(
    entry: Annotated[str, typer.Argument(help="Name or start number.")],
    reason: Reason = "",
    force: Annotated[
        bool, typer.Option("--force", help="Also if a match that follows was called; it stays, marked.")
    ] = False,
    event: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Take a withdrawn entry in again, also after the event has begun: its unplayed matches come back."""
    with at_desk(db) as desk:
        _, competition = event_of(desk, which, event)
        withdrawn = desk.entry(competition, entry)
        changed = desk.return_entry(competition, withdrawn, reason, force=force)
        say(f"{wording.numbered(withdrawn)} is in {competition.name} again.")
        if changed:
            say(desk.in_numbers(f"Changed: {', '.join(changed)}"))


@app.command("fill")
def fill(
    place: Annotated[
        str | None,
        typer.Argument(
            help="Who withdrew (name or start number), the id of a match that is a bye, or the letter of a "
            "short group."
        ),
    ] = None,
    reserve: Annotated[
        str | None, typer.Option("--with", help="Which reserve gets it; else the first.")
    ] = None,
    reason: Reason = "",
    event: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Give a reserve the place of an entry that withdrew before its first match, of a bye, or one more in a
    group that is shorter than others. Without a place: those that are free.
    """
    with at_desk(db) as desk:
        desk.settle()
        _, competition = event_of(desk, which, event)
        if place is None:
            _show_places(desk, competition)
            return
        matches = [
            each.match
            for each in desk.places(competition)
            if (each.entry is None and (each.match.id == place or each.match.id.endswith(f"-{place}")))
            or (each.group and wording.group_letter(each.group) == place.upper())
        ]
        bye = next(iter(matches), None)
        chosen = None if reserve is None else desk.entry(competition, reserve)
        plays, changed = desk.fill(competition, bye or desk.entry(competition, place), chosen, reason)
        say(desk.in_numbers(f"{wording.numbered(plays)} plays in {competition.name}: {', '.join(changed)}"))


def _show_places(desk: Desk, competition: Competition) -> None:
    entries = entries_of(desk, competition)
    for free in desk.places(competition):
        if free.group:
            say(f"{wording.group_letter(free.group)}: one more in group {wording.group_letter(free.group)}")
        elif free.entry is None:
            other = wording.side(free.match.b if free.match.a is None else free.match.a, DRAWN, entries)
            say(desk.in_numbers(f"{free.match.id}: a bye of {other}"))
        else:
            say(f"{wording.numbered(free.entry)}: withdrawn before the first match")
    for entry in desk.reserves(competition):
        say(f"Reserve {entry.reserve}: {wording.numbered(entry)}")


@app.command("change")
def change(
    entry: Annotated[str, typer.Argument(help="The entry: name or start number.")],
    leaves: Annotated[str, typer.Argument(metavar="OUT", help="The player who leaves.")],
    comes: Annotated[str, typer.Argument(metavar="IN", help="The player who comes instead.")],
    club: Club = "",
    event: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Exchange a player before the event begins, as often as its rulebook allows."""
    with at_desk(db) as desk:
        _, competition = event_of(desk, which, event)
        changed = desk.change_player(competition, desk.entry(competition, entry), leaves, Person(comes, club))
        say(f"{changed.title} plays in {competition.name} now.")


@app.command("edit")
def edit(
    entry: Annotated[str, typer.Argument(help="The entry: name or start number.")],
    player: Annotated[
        str | None, typer.Option("--player", help="Of a pair or team: which player, name or start number.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="The player's name.")] = None,
    club: Annotated[str | None, typer.Option("--club", help="Club or department.")] = None,
    country: Annotated[str | None, typer.Option("--country")] = None,
    licence: Annotated[str | None, typer.Option("--licence")] = None,
    latin: Annotated[str | None, typer.Option("--latin", help="The name in Latin letters.")] = None,
    team: Annotated[str | None, typer.Option("--team", help="The team's name.")] = None,
    seeding: Annotated[int | None, typer.Option("--seeding", help="1 is the best; 0: none.", min=0)] = None,
    reserve: Annotated[
        int | None, typer.Option("--reserve", help="Its place among the reserves; 1 is the first.", min=1)
    ] = None,
    reason: Reason = "",
    event: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Correct a name, club, licence or seeding; a new name goes to tables in play, pages and cards."""
    given = {"name": name, "club": club, "country": country, "licence": licence, "latin": latin}
    new = cast(PlayerChanges, {field: text for field, text in given.items() if text is not None})
    changes = EntryChanges() if team is None else EntryChanges(name=team)
    if seeding is not None:
        changes["seeding"] = seeding or None
    if reserve is not None:
        changes["reserve"] = reserve
    with at_desk(db) as desk:
        _, competition = event_of(desk, which, event)
        edited = desk.entry(competition, entry)
        people = {_player_of(edited, entry, player).number: new} if new else {}
        done = desk.edit_entry(competition, edited, changes, people, reason=reason)
        say(f"{wording.numbered(done.entry)} is in {competition.name} now.")
        if done.tables:
            say(f"Tables that get the new name: {', '.join(map(str, done.tables))}")
        _say_remarks(desk.entries(competition), desk.namesakes(competition, [done.entry]))


def _player_of(entry: Entry, called: str, wanted: str | None) -> Player:
    """The player of an entry who is meant: its only one, the one asked for, else the one it was called by."""
    if len(entry.players) == 1 and wanted is None:
        return entry.players[0]
    return line_ups.member(entry, called if wanted is None else wanted)


@app.command("delete")
def delete(
    entry: Annotated[str, typer.Argument(help="The entry: name or start number.")],
    reason: Reason = "",
    yes: Yes = False,
    event: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Delete an entry that is in no draw: entered twice, or in the wrong event. It asks."""
    with at_desk(db) as desk:
        _, competition = event_of(desk, which, event)
        gone = desk.entry(competition, entry)
        if not yes:
            typer.confirm(f"Delete {wording.numbered(gone)} from {competition.name}?", abort=True)
        desk.delete_entry(competition, gone, reason=reason)
        say(f"{wording.numbered(gone)} is deleted from {competition.name}.")
