"""`boardside provision --language` on simulated tables with an e-paper: the file, the log, what is shown."""

from dataclasses import replace
from pathlib import Path

from provision_bench import OPTIONS, Bench, on_table
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.letters import language_file
from host_tools.simulator import flash_image

OPTIONS_PAPER = replace(OPTIONS, displays=("max7219", "epd42"), panel="mcp23017")


def test_the_words_of_an_e_paper_get_a_language_and_go_back_to_english(tmp_path: Path) -> None:
    async def work(bench: Bench) -> None:
        done = await bench.provision("--no-key", "--language", "hi")
        assert done.exit_code == 0, done.output
        assert "the words of its e-paper: हिन्दी" in done.output
        assert files(bench)[language_file.FILE] == language_file.content("hi")
        await bench.table.wait_for(lambda t: b"the words are those of the language hi" in bytes(t.log))
        done = await bench.provision("--no-key")
        assert done.exit_code == 0, done.output
        assert files(bench)[language_file.FILE] == language_file.content("hi"), "kept"
        done = await bench.provision("--no-key", "--language", "en")
        assert done.exit_code == 0, done.output
        assert language_file.FILE not in files(bench)

    on_table(tmp_path, work, OPTIONS_PAPER)


def test_what_is_no_language_changes_nothing(tmp_path: Path) -> None:
    async def work(bench: Bench) -> None:
        done = await bench.provision("--language", "xx")
        assert done.exit_code == 2
        assert "Choose one of: en (English), de (Deutsch)" in done.output
        assert language_file.FILE not in files(bench)
        done = await bench.provision("--no-key", "--dry-run", "--language", "de")
        assert "the words of its e-paper: Deutsch" in done.output
        assert "no e-paper is among its displays" in done.output
        assert language_file.FILE not in files(bench)

    on_table(tmp_path, work)


def test_a_simulated_table_can_begin_in_a_language(tmp_path: Path) -> None:
    async def work(bench: Bench) -> None:
        await bench.table.wait_for(lambda t: b"the words are those of the language ta" in bytes(t.log))

    on_table(tmp_path, work, replace(OPTIONS_PAPER, language="ta"))


def test_simulate_names_the_languages_there_are() -> None:
    done = CliRunner().invoke(build("simulate"), ["simulate", "--language", "xx"])
    assert done.exit_code == 1
    assert "Choose one of: en (English)" in done.output


def files(bench: Bench) -> dict[str, bytes]:
    return flash_image.read(bench.table.image)
