"""`boardside cmn FILE`: look into a CMN file, or make events for `boardside replay` of one of its matches."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.exports.cmn_reading import MOST_BYTES, CmnGame, CmnMatch, parse
from host_tools.exports.errors import ExportError

_SIDES = ("a", "b")
#: Of the rules: rounds in a game, the value of all discs and of a 20 (docs/events.md, `round`).
ROUNDS_MOST, TOTAL_MOST, TWENTY, TWENTIES_MOST = 20, 480, 20, 24


def events(match: CmnMatch) -> list[dict[str, Any]]:
    """The match as events (docs/events.md): one game of as many rounds as were played. Raises ExportError.

    Totals that no discs can make with those 20s are left out: CMN does not say whether 20s are in `scores`.
    """
    if not 1 <= len(match.games) <= ROUNDS_MOST:
        raise ExportError(f"{match.id}: {len(match.games)} games; 1 to {ROUNDS_MOST} can be told as events.")
    rules = {"games": 1, "rounds": len(match.games), "draws": True}
    names = {side: list(people) for side, people in zip(_SIDES, match.teams, strict=True)}
    begin: dict[str, Any] = {
        "kind": "match",
        "match": match.id[:40],
        "ruleset": "wcc",
        "stage": "group",
        "rules": rules,
        **names,
    }
    begin |= {"doubles": len(match.teams[0]) == 2, "breaks": _SIDES[match.games[0].hammer or 0]}
    return [begin, *(_round(one) for one in match.games), {"kind": "confirm"}]


def _round(one: CmnGame) -> dict[str, Any]:
    twenties = one.twenties if one.twenties is not None and max(one.twenties) <= TWENTIES_MOST else None
    least = tuple(TWENTY * count for count in twenties or (0, 0))
    found: dict[str, Any] = {"kind": "round"}
    fits = one.scores is not None and all(
        low <= total <= TOTAL_MOST and total % 5 == 0 for low, total in zip(least, one.scores, strict=True)
    )
    if fits and one.scores is not None:
        found["total"] = dict(zip(_SIDES, one.scores, strict=True))
    else:
        found["winner"] = "level" if one.winner is None else _SIDES[one.winner]
    if twenties is not None:
        found["twenties"] = dict(zip(_SIDES, twenties, strict=True))
    return found


def read(file: Path) -> list[CmnMatch]:
    """The matches of a file. Raises ExportError, which begins with its name."""
    try:
        with file.open("rb") as opened:
            return parse(opened.read(MOST_BYTES + 1))
    except OSError as error:
        raise ExportError(f"{file} cannot be read: {error.strerror or error}.") from error
    except ExportError as error:
        raise ExportError(f"{file}: {error}") from error


def cmn_command(
    file: Annotated[Path, typer.Argument(help="A .cmn file, a single match or a batch.")],
    match: Annotated[
        str | None, typer.Option("--events", help="Write the match with this id as events for `replay`.")
    ] = None,
) -> None:
    """Look into a file of crokinole's CMN format: what is wrong with it, or which matches it has."""
    try:
        found = read(file)
        if match is None:
            for one in found:
                typer.echo(_line(one))
            return
        chosen = [one for one in found if one.id == match]
        if not chosen:
            raise ExportError(f"{file} has no match {match!r}; without --events its ids are shown.")
        for event in events(chosen[0]):
            typer.echo(json.dumps(event, ensure_ascii=False))
    except ExportError as error:
        typer.secho(str(error), fg="red", err=True)
        raise typer.Exit(2) from error


def _line(one: CmnMatch) -> str:
    sides = " - ".join(" / ".join(people) for people in one.teams)
    won = "drawn" if one.winner is None else f"to {' / '.join(one.teams[one.winner])}"
    event = f" ({one.event})" if one.event else ""
    return f"{one.id}  {one.date}  {sides}  {one.points[0]}-{one.points[1]}, {won}{event}"
