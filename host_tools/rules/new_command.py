"""`boardside rules new`: ten questions, and the file of own rules that they make."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from boardside.game import rules
from host_tools.console.terminal import take_any_letter, visible
from host_tools.rules import diff, new, proof
from host_tools.rules.questions import COUNT
from host_tools.rules.reasons import RulesFileError

BAD_INPUT = 2

#: An answer, given as an option: the same words as typed.
Answer = str | None


def new_command(
    file: Annotated[Path, typer.Argument(help="The file to write, such as club.json.")],
    base: Annotated[Answer, typer.Option("--base", help="The ruleset that yours starts from.")] = None,
    name: Annotated[Answer, typer.Option("--name", help="What tables and pages call it.")] = None,
    points: Annotated[Answer, typer.Option("--points", help="Points that win a game.")] = None,
    games: Annotated[Answer, typer.Option("--games", help="Games of a match.")] = None,
    boards: Annotated[Answer, typer.Option("--boards", help="Boards in a game, or none.")] = None,
    queen: Annotated[Answer, typer.Option("--queen", help="Points for the Queen.")] = None,
    queen_until: Annotated[
        Answer, typer.Option("--queen-until", help="The winner's highest score at which she counts.")
    ] = None,
    draws: Annotated[Answer, typer.Option("--draws", help="Whether a level game stands: yes or no.")] = None,
    stroke: Annotated[Answer, typer.Option("--stroke", help="Seconds for a stroke, or none.")] = None,
    trial_boards: Annotated[Answer, typer.Option("--trial-boards", help="Trial boards.")] = None,
    rounds: Annotated[Answer, typer.Option("--rounds", help="Crokinole: rounds in a game.")] = None,
    all_games: Annotated[
        Answer, typer.Option("--all-games", help="Crokinole: whether all games are played: yes or no.")
    ] = None,
    early_end: Annotated[
        Answer, typer.Option("--early-end", help="Whether a decided game ends: yes or no.")
    ] = None,
    discs: Annotated[Answer, typer.Option("--discs", help="Crokinole: discs a player, singles.")] = None,
    discs_doubles: Annotated[
        Answer, typer.Option("--discs-doubles", help="Crokinole: discs a player, doubles.")
    ] = None,
    seconds_a_round: Annotated[
        Answer, typer.Option("--round", help="Crokinole: seconds of a round, or none.")
    ] = None,
    source: Annotated[Answer, typer.Option("--source", help="Whose rules these are, for the file.")] = None,
    lead: Annotated[Answer, typer.Option("--lead", help="Lead that wins a game; 2: win by two.")] = None,
    score_cut: Annotated[
        Answer, typer.Option("--score-cut", help="Whether scores are cut at the points: yes or no.")
    ] = None,
    time_by: Annotated[
        Answer, typer.Option("--time-by", help="Who calls time: call, or hall (the hall's clock).")
    ] = None,
    at_time: Annotated[
        Answer, typer.Option("--at-time", help="The board in play at time: void or counts.")
    ] = None,
    toss: Annotated[Answer, typer.Option("--toss", help="What the toss gives: choice or break.")] = None,
    turns: Annotated[
        Answer, typer.Option("--turns", help="Where the next player of doubles sits: right or left.")
    ] = None,
    to_points: Annotated[
        Answer, typer.Option("--to-points", help="Crokinole: points that end a game, or none.")
    ] = None,
    scoring: Annotated[
        Answer, typer.Option("--scoring", help="Crokinole: what a round gives: two, won or difference.")
    ] = None,
    twenties: Annotated[
        Answer, typer.Option("--twenties", help="Crokinole: when 20s count: aside or at_once.")
    ] = None,
    first_shot: Annotated[
        Answer, typer.Option("--first-shot", help="Crokinole: alternate, loser, winner or fixed.")
    ] = None,
    decider: Annotated[Answer, typer.Option("--decider", help="Crokinole: round, pair or shoot_out.")] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask: what no option says is as in the base.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Write a file of your own rules from the answers to ten questions, and play a match by it.

    Some answers lead to further questions. An empty answer takes what stands in brackets. By stage or
    category: group=8,final=none. An option answers its question. Exit status 2: an answer was refused, or the
    input ended, and nothing was written.
    """
    answers = {
        "base": base, "name": name, "points": points, "games": games, "boards": boards, "queen": queen,
        "queen-until": queen_until, "draws": draws, "stroke": stroke, "trial-boards": trial_boards,
        "rounds": rounds, "all-games": all_games, "early-end": early_end, "discs": discs,
        "discs-doubles": discs_doubles, "round": seconds_a_round,
        "lead": lead, "score-cut": score_cut, "time-by": time_by, "at-time": at_time, "toss": toss,
        "turns": turns, "to-points": to_points, "scoring": scoring, "twenties": twenties,
        "first-shot": first_shot, "decider": decider, "source": source,
    }  # fmt: skip
    given = {option: answer for option, answer in answers.items() if answer is not None}
    take_any_letter(sys.stdout)
    try:
        new.refuse_unless_free(file, force=force)
        ask = None if yes else _Questions(file).ask
        own = new.Interview(file, given, ask, _say).rules()
        card = proof.card(own)
        new.write(file, new.text_of(own), force=force)
    except RulesFileError as error:
        _say(error)
        raise typer.Exit(BAD_INPUT) from error
    typer.echo("A match by these rules:\n")
    for line in card:
        typer.echo(line)
    typer.echo()
    before = rules.resolve(own.base)
    for line in diff.lines(before, own.resolved(), own.base, str(file)):
        typer.echo(line)
    typer.echo()
    typer.echo(visible(f"Written: {file}", lines=""))


class _Questions:
    """The questions, asked on standard error; the answers are lines of standard input."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def ask(self, number: int, text: str, default: str) -> str | None:
        """The answer, None at the end of the input. Raises RulesFileError."""
        take_any_letter(sys.stderr)
        print(
            visible(f"{number} of {COUNT}  {text} [{default}]: ", lines=""),
            end="",
            file=sys.stderr,
            flush=True,
        )
        try:
            line = sys.stdin.readline() if sys.stdin else ""  # None: it is closed
        except UnicodeDecodeError as error:
            raise RulesFileError("answer_not_utf8", file=str(self._file)) from error
        if not line or not sys.stdin.isatty():
            print(file=sys.stderr)
        return line.strip() if line else None


def _say(error: RulesFileError) -> None:
    take_any_letter(sys.stderr)
    print(visible(str(error), lines=""), file=sys.stderr)
