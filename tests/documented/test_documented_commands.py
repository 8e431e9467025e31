"""Every command of README.md and docs is run, in the order of its page, in a folder that has what the page
supposes: it ends as the page says, prints what the page shows, and never a traceback.
"""

import re
import shlex
import traceback
from pathlib import Path

import pytest

from tests.documented import exempt, extraction
from tests.documented.extraction import ROOT, Documented
from tests.documented.installation import Done, Installation
from tests.documented.places import filled
from tests.documented.preparations import AFTER, ALONE, BEFORE, PREPARATIONS, STATUS, TYPED, Steps, nothing

pytestmark = pytest.mark.slow


def is_to_be_run(command: Documented) -> bool:
    """Not what is only a name, `boardside status` in a sentence, nor what is exempt, nor what an index has
    from the page to which it points; nor what sets up or runs these very tests.
    """
    if command.words[0] == "make" or (
        command.words[:2] == ["python", "-m"] and command.words[2].startswith(("tests", "pytest"))
    ):
        return False
    if command.bare in {*exempt.EXEMPT, *exempt.NO_COMMANDS}:
        return False
    if command.words[0] == "boardside" and not command.in_block:
        return len(command.words) > 2 and not command.page.endswith("README.md")
    return True


def to_be_run(page: Path) -> list[Documented]:
    """The commands of a page, each once."""
    once = {command.bare: command for command in reversed(extraction.commands(page)) if is_to_be_run(command)}
    return sorted(once.values(), key=lambda command: command.line)


WITH_COMMANDS = {str(page.relative_to(ROOT)): page for page in extraction.PAGES if to_be_run(page)}


@pytest.mark.parametrize("name", list(WITH_COMMANDS))
def test_the_commands_of_a_page(name: str, tmp_path: Path) -> None:
    with Installation(tmp_path) as installation:
        PREPARATIONS.get(name, nothing)(installation)
        for command in to_be_run(WITH_COMMANDS[name]):
            go(installation, BEFORE.get((name, command.bare), []))
            try:
                problem = wrong(command, carry_out(installation, command.bare))
            except Exception:
                problem = f"{command}\n{traceback.format_exc()}"
            installation.problems += [problem] if problem else []
            go(installation, AFTER.get((name, command.bare), []))
    assert installation.problems == [], "\n\n".join(installation.problems)


def test_what_is_done_between_two_commands_belongs_to_commands_that_are_run() -> None:
    run = {(command.page, command.bare) for page in extraction.PAGES for command in to_be_run(page)}
    assert {*BEFORE, *AFTER, *STATUS} - run == set()
    assert set(PREPARATIONS) - {page for page, _ in run} == set()


def go(installation: Installation, steps: Steps) -> None:
    """Does what stands between two commands of a page. AssertionError when it cannot be done."""
    for step in steps:
        if isinstance(step, str):
            done = carry_out(installation, step)
            assert done.returncode == 0, f"{step}: {done.stdout}{done.stderr}"
        else:
            step(installation)


def carry_out(installation: Installation, text: str) -> Done:
    """Run a command as its page has it, with its places filled."""
    *before, last = filled(text).split(" | ")
    given = "".join(carry_out(installation, other).stdout for other in before)
    words = shlex.split(last)
    name = next((word for word in words[:3] if word in (*ALONE, *TYPED)), "")
    alone = name in ALONE and "--dry-run" not in words
    collecting = installation.end("collect") if alone else None
    done = installation.run(words, given or TYPED.get(name, ""))
    if collecting:
        installation.run(collecting)
    if words[1:3] == ["token", "add"]:
        installation.variables["TOKEN"] = done.stdout.split()[-1]
    return done


def wrong(command: Documented, done: Done) -> str:
    """The differences from the page; nothing when there are none."""
    report = f"{command}\n{done.stdout}{done.stderr}"
    status = STATUS.get((command.page, command.bare), 0)
    if "Traceback" in done.stdout + done.stderr:
        return f"a traceback: {report}"
    if done.returncode != status:
        return f"status {done.returncode}, not {status}: {report}"
    missing = not_printed(command.shown, done.stdout)
    return f"{missing!r} is shown, and not printed: {report}" if missing else ""


def not_printed(expected: tuple[str, ...], printed: str) -> str:
    """The first line of what a page shows that the command did not print, in the page's order; figures and
    spaces may differ.
    """
    lines = iter(printed.splitlines())
    for line in expected:
        form = re.sub(r"\d+", r"\\d+", re.sub(r"(\\ )+", r"\\s+", re.escape(line.strip())))
        if line.strip() not in ("", "…") and not any(
            re.fullmatch(form, printed.strip()) for printed in lines
        ):
            return line
    return ""
