"""What is said of SoL's files, addresses and cards."""

from pathlib import Path

import pytest
from sol_exports import export
from typer.testing import CliRunner

from host_tools.extras.sol import commands, words
from host_tools.extras.sol.reasons import SolError
from host_tools.store import Store

EXAMPLE = "http://sol.example:6996/lit/match/12-3.Kf0…"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            SolError("in_file", file="open.sol", why=SolError("too_large", most_mb=20).to_json()),
            "open.sol: it is larger than 20 MB: no tourney is.",
        ),
        (
            SolError("which_tourney", tourneys=[]),
            "which tourney? The file has none. Name one with --of.",
        ),
        (
            SolError(
                "which_tourney",
                tourneys=[
                    {"title": "Open {1}", "date": "2026-03-12"},
                    {"title": "Cup", "date": "2026-03-13"},
                ],
            ),
            "which tourney? The file has Open {1} (2026-03-12); Cup (2026-03-13). Name one with --of.",
        ),
        (
            SolError("not_of_sol_5", kind="IndexError", why="list index out of range"),
            "its tourney is not as SoL 5 writes it (IndexError: list index out of range).",
        ),
        (
            SolError("in_other_event", event="ms", title="Test Open"),
            "the rounds of Test Open are in the event ms: import them with --event ms.",
        ),
        (
            SolError("no_address", file="boards.txt", line=3, text="it's {x}"),
            f'boards.txt, line 3: "it\'s {{x}}" is no address of a board such as {EXAMPLE}.',
        ),
        (
            SolError("address_of_other_board", file="boards.txt", line=2, board=2, written="3"),
            "boards.txt, line 2: this is the address of board 2, not 3.",
        ),
    ],
    ids=lambda value: getattr(value, "reason", ""),
)
def test_what_is_said(error: SolError, said: str) -> None:
    assert words.say(error) == said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["import", "FILE"], "FILE: its current round has no matches yet: make the round in SoL, and export"),
        (["import", "FILE", "--of", "Cup"], "FILE: which tourney? The file has Test Open (2026-03-12). Name"),
        (
            ["send", "--once", "--addresses", "FILE"],
            "FILE, line 1: '\"matches\": []}]' is no address of a board such as http://sol.example:6996/lit/",
        ),
    ],
)
def test_a_command_ends_with_the_words(store: Store, tmp_path: Path, arguments: list[str], said: str) -> None:
    file = tmp_path / "open.sol"
    file.write_bytes(export(0, []))
    db = f"sqlite:///{store.engine.url.database}"
    done = CliRunner().invoke(
        commands.app, [*(str(file) if argument == "FILE" else argument for argument in arguments), "--db", db]
    )
    assert done.exit_code == 2, done.output
    assert said.replace("FILE", str(file)) in done.output
    assert "Traceback" not in done.output
