"""`boardside replay FILE`: fold a file of events, print the matches; for audits, protests and tests.

One event a line, as in docs/scripts/events.md; blank lines are skipped. The folding is done by the table's
own rules. What is printed is JSON, or a score card and the rulings for people (score_text.py).
"""

import json
import os
import sys
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, TextIO, cast

import typer

from boardside.game import dicts, fold, official, ties
from boardside.game.errors import GameError
from host_tools.console.terminal import take_any_letter, visible
from host_tools.laws import rulings
from host_tools.live_values import Event, OfficialResult
from host_tools.outside import json_text
from host_tools.outside.json_text import TwiceError, once
from host_tools.replay import reasons, score_text
from host_tools.replay.reasons import BadLineError
from host_tools.replay.score_card import FoldedMatch, MatchState, Replayed, Tie, games_of

VERSION: Literal[1] = 1
"""The version of the printed JSON; raised when a field changes its meaning or is removed."""

BAD_INPUT = 2
"""Exit status when the file or one of its lines cannot be used."""

BAD_OUTPUT = 74
"""sysexits.h: the output cannot be written."""


def replay(lines: Iterable[str], out: TextIO, err: TextIO, text: bool = False, strict: bool = False) -> int:
    """Fold the events in `lines` and print the matches to `out` as one JSON object; the exit status.

    text: print them for people instead. 0, or 2 with the number of the line and what is wrong with it on
    `err`: then `out` has what came before that line, and says so; with `strict` nothing.
    """
    try:
        report = matches(lines) if strict else up_to_a_bad_line(lines)
    except BadLineError as error:
        print(visible(str(error), lines=""), file=err)
        return BAD_INPUT
    _print(report, out, text)
    if "ended" not in report:
        return 0
    print(report["ended"]["text"], file=err)
    return BAD_INPUT


def _print(report: Replayed, out: TextIO, text: bool) -> None:
    if text:
        for line in score_text.lines(report):
            print(line, file=out)
        return
    json.dump(report, out, indent=2)  # ASCII: any terminal and any pipe takes it
    out.write("\n")


def matches(lines: Iterable[str]) -> Replayed:
    """What `replay` prints. Raises BadLineError."""
    events, line_of, error = _read(lines)
    if error is not None:
        raise error
    try:
        return _report(fold.fold_all(events), line_of)
    except GameError as refused:
        raise _refused(line_of.get(refused.seq or 0, 0), refused) from refused


def up_to_a_bad_line(lines: Iterable[str]) -> Replayed:
    """As `matches`, of the lines before the first that cannot be used; "ended" then says which one that is.

    Raises BadLineError when there is no match before it.
    """
    events, line_of, error = _read(lines)
    while True:
        try:
            report = _report(fold.fold_all(events), line_of)
            break
        except GameError as refused:
            seq = refused.seq or 0
            error = _refused(line_of.get(seq, 0), refused)
            events = [event for event in events if event["seq"] < seq]
        except BadLineError as no_match:
            raise error or no_match from no_match
    if error is not None:
        report["ended"] = {"line": error.line, "why": error.to_json(), "text": visible(str(error), lines="")}
    return report


def _report(folded: list[fold.Folded], line_of: Mapping[int, int]) -> Replayed:
    if not folded:
        raise BadLineError("no_match_event", line=max(line_of.values(), default=0) + 1)
    tied = [_tie(tie) for tie in ties.ties([match.state for match in folded])]
    return {"version": VERSION, "matches": [_match(match) for match in folded], "ties": tied}


def _tie(tie: Mapping[str, Any]) -> Tie:
    clauses = [reasons.named(problem) for problem in tie["problems"]]
    words = [reasons.of_tie(clause) for clause in clauses]
    return cast(Tie, {**tie, "problems": words, "problem_clauses": clauses})


def _read(lines: Iterable[str]) -> tuple[list[Event], dict[int, int], BadLineError | None]:
    """The events, each with its number, up to the first line that is none; the line of each number; why it
    is none, or None when all lines are events.
    """
    events: list[Event] = []
    line_of: dict[int, int] = {}
    seq = 0
    for line, text in enumerate(lines, start=1):
        try:
            has_event, event = _event(line, text)
            if not has_event:
                continue
            seq = fold.number(event, seq)
        except GameError as error:
            return events, line_of, _refused(line, error)
        except BadLineError as error:
            return events, line_of, error
        events.append({**event, "seq": seq})
        line_of[seq] = line
    return events, line_of, None


def _event(line: int, text: str) -> tuple[bool, Event]:
    """Whether there is a JSON value in a line, and the value. Raises BadLineError."""
    try:
        return json_text.line(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise BadLineError("no_json", line=line, why=error.msg, character=error.colno) from error
    except TwiceError as error:
        raise BadLineError("name_twice", line=line, name=str(error)) from error


def _refused(line: int, error: GameError) -> BadLineError:
    why = {"reason": error.reason, "facts": error.facts}
    return BadLineError("event_refused", line=line, code=error.code, why=why)


def _match(folded: fold.Folded) -> FoldedMatch:
    state = folded.state
    return {
        "match": state.setup.match,
        "state": cast(MatchState, dicts.to_dict(state)),
        "games": games_of(state),
        "result": cast(OfficialResult, official.official(state)),
        "rulings": [rulings.row(seq, ruling) for seq, ruling in folded.rulings],
    }


def replay_file(name: str, out: TextIO, err: TextIO, text: bool = False, strict: bool = False) -> int:
    """`replay` of the file `name`, UTF-8; `-` is standard input. Exit status 2 when it cannot be read.

    Raises OSError only when the output cannot be written.
    """
    try:
        lines = _lines_of(name)
    except UnicodeDecodeError as error:
        print(f"{name}: not a text file in UTF-8 (byte {error.start}: {error.reason})", file=err)
        return BAD_INPUT
    except OSError as error:
        print(f"{name}: cannot be read: {error.strerror}; give a file of events, or - for stdin", file=err)
        return BAD_INPUT
    return replay(lines, out, err, text, strict)


def _lines_of(name: str) -> list[str]:
    if name == "-":
        return list(json_text.lines(_decoded(sys.stdin)))
    with open(name, encoding="utf-8") as lines:
        return list(json_text.lines(lines))


def _decoded(stream: TextIO) -> TextIO:
    """Standard input as UTF-8, independent of the locale."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8")
    return stream


def replay_command(
    file: Annotated[str, typer.Argument(help="A file of events, one JSON object a line; - is stdin.")],
    text: Annotated[bool, typer.Option("--text", help="Print score card and rulings for people.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Print nothing if a line cannot be used.")] = False,
) -> None:
    """Compute the matches in a file of events and print them as JSON: score, state, rulings, Laws."""
    take_any_letter(sys.stdout)
    try:
        status = replay_file(file, sys.stdout, sys.stderr, text, strict)
        sys.stdout.flush()
    except BrokenPipeError:
        raise  # the reader has enough: cli.main ends the command quietly
    except OSError as error:
        print(f"standard output: cannot be written: {error.strerror}", file=sys.stderr)
        # Python would complain once more when it flushes standard output at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(BAD_OUTPUT) from error
    if status:
        raise typer.Exit(status)
