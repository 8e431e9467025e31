"""Every command that README.md and the pages of docs show: in blocks, with what they print there, and in
running text.
"""

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from host_tools.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "hardware" / "README.md",
    ROOT / "tests" / "README.md",
]
PROGRAMS = (
    "boardside", "make", "curl", "python", "mpremote", "openssl", "apt", "apt-get", "sudo", "systemctl",
    "pg_dump", "hardware/install-tools.sh",
)  # fmt: skip

_COMMAND = re.compile(rf"(?:\w+=\S+ )*(?:\.venv/bin/)?(?:{'|'.join(map(re.escape, PROGRAMS))})(?= |$)")
_PART = re.compile(rf"(?:{'|'.join((*COMMANDS, 'dev'))}) (?:--?[a-z]|[a-z]+ )")
_OPTION = re.compile(r"--[a-z][\w-]*")
_INLINE = re.compile(r"`([^`]+)`")
_PROMPT = "$ "

Block = list[tuple[int, str]]
Wanted = Callable[[str], bool]


@dataclass(frozen=True)
class Documented:
    """A command as it stands on a page (relative to the repository), and what the page prints under it."""

    page: str
    line: int
    text: str
    in_block: bool
    shown: tuple[str, ...] = field(default=())

    @property
    def words(self) -> list[str]:
        """Its words as a shell takes them, without the comment behind it."""
        return shlex.split(self.text, comments=True)

    @property
    def bare(self) -> str:
        """Its text without comment and without the folder of the virtual environment."""
        return without_comment(self.text).removeprefix(".venv/bin/")

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.bare}"


def without_comment(text: str) -> str:
    """The command alone; a `#` inside a word or in quotes begins none."""
    reader = shlex.shlex(text, posix=False, punctuation_chars=False)
    reader.whitespace_split = True
    reader.commenters = "#"
    return " ".join(reader)


def commands(page: Path) -> list[Documented]:
    """All commands of a page in its order, each place where one stands; those of blocks with their output."""
    name = str(page.relative_to(ROOT))
    lines = page.read_text(encoding="utf-8").splitlines()
    blocks, prose = _parted(lines)
    found = [command for block in blocks for command in _of_block(name, block)]
    found += _inline(name, prose, lambda text: bool(_COMMAND.match(text)))
    return sorted(found, key=lambda command: command.line)


def parts(page: Path) -> list[Documented]:
    """Commands of `boardside` that running text names without the program's name: `collect --mqtt`."""
    return _of_prose(page, lambda text: bool(_PART.match(text)))


def options(page: Path) -> list[Documented]:
    """Options that running text names alone: `--dry-run`, `--table N`, `--a`."""
    return _of_prose(page, lambda text: bool(_OPTION.match(text)))


def _of_prose(page: Path, is_one: Wanted) -> list[Documented]:
    _, prose = _parted(page.read_text(encoding="utf-8").splitlines())
    return list(_inline(str(page.relative_to(ROOT)), prose, is_one))


def _parted(lines: list[str]) -> tuple[list[Block], Block]:
    """The blocks of a page (fenced ones of no language, and indented ones), and its prose, by line number."""
    blocks: list[Block] = []
    prose: Block = []
    fence: str | None = None
    before_blank = True
    for number, line in enumerate(lines, 1):
        mark = line.strip().startswith("```")
        if mark:
            opened = fence is None
            fence = line.strip()[3:] if opened else None
            blocks += [[]] if opened else []
        elif fence is not None:
            if fence == "":
                blocks[-1].append((number, line))
        elif line.startswith("    ") and (before_blank or _goes_on(blocks, number)):
            if not _goes_on(blocks, number):
                blocks.append([])
            blocks[-1].append((number, line))
        else:
            prose.append((number, line))
        before_blank = not line.strip()
    return [block for block in blocks if block], prose


def _goes_on(blocks: list[Block], number: int) -> bool:
    """Whether the line before was the last one of a block."""
    return bool(blocks and blocks[-1] and blocks[-1][-1][0] == number - 1)


def _of_block(page: str, block: Block) -> Iterator[Documented]:
    """The commands of a block; with prompts what stands between them is what they print."""
    has_prompts = any(
        _COMMAND.match(line.strip().removeprefix(_PROMPT)) and _PROMPT in line for _, line in block
    )
    margin = min(len(line) - len(line.lstrip()) for _, line in block if line.strip())
    begun: tuple[int, str] | None = None
    printed: list[str] = []
    for number, line in block:
        text = line[margin:]
        starts = text.startswith(_PROMPT) if has_prompts else bool(_COMMAND.match(text))
        if begun is not None and begun[1].endswith("\\"):
            begun = begun[0], begun[1][:-1].rstrip() + " " + text.strip()
        elif starts:
            if begun is not None:
                yield Documented(page, *begun, True, tuple(printed))
            begun, printed = (number, text.removeprefix(_PROMPT)), []
        elif has_prompts:
            printed.append(text)
    if begun is not None:
        yield Documented(page, *begun, True, tuple(printed))


def _inline(page: str, prose: Block, is_one: Wanted) -> Iterator[Documented]:
    """The wanted texts between backticks, also across the end of a line."""
    text = "\n".join(line for _, line in prose)
    numbers = [number for number, _ in prose]
    for match in _INLINE.finditer(text):
        code = " ".join(match[1].split())
        if is_one(code):
            yield Documented(page, numbers[text.count("\n", 0, match.start())], code, False)
