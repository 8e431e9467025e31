"""What the pages name exists: every command with its options and values, target of make, module of Python.

Nothing is run here: click takes the arguments apart as it would before it runs a command.
"""

import re
import shlex
from collections.abc import Iterator
from functools import cache

import typer
import typer.main
from typer._click import Command
from typer._click.exceptions import BadOptionUsage, ClickException, MissingParameter

from host_tools.cli import build
from tests.documented import exempt, extraction
from tests.documented.extraction import ROOT, Documented
from tests.documented.places import PLACES, filled

BOARDSIDE = typer.main.get_command(build(None))
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


@cache
def documented() -> list[Documented]:
    """Every command of every page that is one."""
    all_commands = [command for page in extraction.PAGES for command in extraction.commands(page)]
    return [command for command in all_commands if command.bare not in exempt.NO_COMMANDS]


def below(command: Command) -> dict[str, Command]:
    """The commands under a group, nothing under others."""
    return getattr(command, "commands", {})


def every(command: Command = BOARDSIDE) -> Iterator[Command]:
    """A command and all below it."""
    yield command
    for name in below(command):
        yield from every(below(command)[name])


def refusal(words: list[str], *, may_be_unfinished: bool) -> str | None:
    """Why `boardside` would refuse these words behind its name before it does anything."""
    command = BOARDSIDE
    while words and words[0] in below(command):
        command, words = below(command)[words[0]], words[1:]
    if below(command) and words and not words[0].startswith("-"):
        return f"there is no command {words[0]!r}"
    if not words and may_be_unfinished:
        return None
    if set(words) & {name for option in command.params if not option.expose_value for name in option.opts}:
        return None  # --install-completion: it would be done while the words are read
    try:
        command.make_context(command.name, words)
    except typer.Exit:
        return None  # --help
    except (MissingParameter, BadOptionUsage) as error:
        return None if may_be_unfinished else error.format_message()
    except ClickException as error:
        return error.format_message()
    return None


def is_module(name: str) -> bool:
    """Whether `python -m` starts it: a module of ours that does something then, or pytest."""
    path = ROOT / name.replace(".", "/")
    file = path / "__main__.py" if path.is_dir() else path.with_suffix(".py")
    return name == "pytest" or (file.is_file() and "__main__" in file.name + file.read_text("utf-8"))


def test_many_commands_are_found() -> None:
    assert len(documented()) > 250
    assert sum(command.in_block for command in documented()) > 100
    assert any(command.shown for command in documented())


def test_every_command_of_boardside_takes_what_the_pages_give_it() -> None:
    of_program = [command for command in documented() if command.words[0].endswith("boardside")]
    of_prose = [part for page in extraction.PAGES for part in extraction.parts(page)]
    wrong = {}
    for command in {filled(listed.bare): listed for listed in [*of_prose, *of_program]}.values():
        for text in filled(command.bare).split(" | "):
            words = shlex.split(text)
            words = words[1:] if words[0] == "boardside" else words
            if problem := refusal(words, may_be_unfinished=not command.in_block):
                wrong[str(command)] = problem
    assert wrong == {}


def test_a_wrong_command_option_or_value_would_be_found() -> None:
    assert refusal(["colect"], may_be_unfinished=True)
    assert refusal(["hall", "begin", "45:00", "--holl", "North"], may_be_unfinished=True)
    assert refusal(["keys", "revok"], may_be_unfinished=True)
    assert refusal(["assign", "--table", "three"], may_be_unfinished=True)
    assert refusal(["replay"], may_be_unfinished=False)


def test_every_option_in_running_text_is_one_of_some_command() -> None:
    known = {name for command in every() for option in command.params for name in option.opts}
    known |= {name for command in every() for option in command.params for name in option.secondary_opts}
    named = {option.words[0]: option for page in extraction.PAGES for option in extraction.options(page)}
    unknown = [str(named[name]) for name in named if name not in known | set(exempt.OTHER_OPTIONS)]
    assert unknown == []


def test_options_of_our_own_modules_exist() -> None:
    for option, place in exempt.OTHER_OPTIONS.items():
        source = ROOT / place
        files = [source] if source.is_file() else list(source.glob("*.py"))
        assert place == "esptool" or any(f'"{option}"' in file.read_text("utf-8") for file in files), option


def test_every_target_of_make_and_every_module_exists() -> None:
    for command in documented():
        words = [word for word in command.words if "=" not in word]
        if words[0] == "make":
            assert set(words[1:]) <= TARGETS, str(command)
        if words[:2] == ["python", "-m"]:
            assert is_module(words[2]), str(command)


def test_what_is_exempt_is_still_on_a_page() -> None:
    on_pages = {command.bare for page in extraction.PAGES for command in extraction.commands(page)}
    assert {*exempt.EXEMPT, *exempt.NO_COMMANDS} - on_pages == set()


def test_every_place_that_is_filled_is_on_a_page() -> None:
    on_pages = " ; ".join(command.bare for command in documented())
    assert [place for place in PLACES if place not in on_pages] == []
