"""What is said of SoL's files, addresses and cards."""

from pathlib import Path

import pytest
from sol_exports import export
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.integrations.sol.reasons import SolError
from host_tools.store import Store


@pytest.mark.parametrize(
    ("error", "facts"),
    [
        (
            SolError("in_file", file="open.sol", why=SolError("too_large", most_mb=20).to_json()),
            "open.sol 20",
        ),
        (
            SolError("which_tourney", tourneys=[{"title": "Open{1}", "date": "2026-03-12"}]),
            "Open{1} 2026-03-12",
        ),
        (SolError("no_address", file="boards.txt", line=3, text="it's{x}"), "boards.txt 3 it's{x}"),
    ],
    ids=lambda value: getattr(value, "reason", ""),
)
def test_facts_are_said_as_they_are(error: SolError, facts: str) -> None:
    assert [fact for fact in facts.split() if fact not in str(error)] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["FILE"], "FILE"),
        (["FILE", "--of", "Cup"], "Test Open"),
        (["--send", "FILE"], "line 1"),
    ],
)
def test_a_command_ends_with_the_words(store: Store, tmp_path: Path, arguments: list[str], said: str) -> None:
    file = tmp_path / "open.sol"
    file.write_bytes(export(0, []))
    db = f"sqlite:///{store.engine.url.database}"
    words = [str(file) if argument == "FILE" else argument for argument in arguments]
    done = CliRunner().invoke(build("sol"), ["sol", *words, "--db", db])
    assert done.exit_code == 2, done.output
    assert said.replace("FILE", str(file)) in done.output
    assert "Traceback" not in done.output
