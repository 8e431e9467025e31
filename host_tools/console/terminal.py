"""The one way of all text to a terminal, a file behind `>` and a log. What a terminal would obey or hide, in
a name from outside, becomes visible: `\\u001b` for ESC.

The escapes are JSON's: JSON that was printed means the same after it.
"""

import logging
import re
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from typing import TYPE_CHECKING, Any, TextIO, cast

if TYPE_CHECKING:
    from rich.console import Console

_LOOKED_AT = re.compile(r"[^ -~\n\t]")
#: Controls, formats (directions, joiners), halves of pairs, private letters, separators of lines.
_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
#: Letters and marks that show nothing: fillers, an empty Braille cell, selectors of variants, noncharacters.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufdd0-\ufdef\ufe00-\ufe0f\ufffe\uffff"
    "\U000e0000-\U000e0fff]"
)
#: Joiners, and the selectors of emoji: text after a letter of a script that has them, as in Hindi.
_JOINERS = frozenset("\u200c\u200d\ufe0e\ufe0f")
_FIRST_JOINED = "\u0590"


def visible(text: str, lines: str = "\n\t") -> str:
    """The text with each character that a terminal obeys or does not show as an escape of JSON. `lines`: what
    stays of line ends and tabs.
    """

    def shown(match: re.Match[str]) -> str:
        letter, before = match.group(), text[max(0, match.start() - 1) : match.start()]
        is_joined = letter in _JOINERS and before >= _FIRST_JOINED and _escaped(before) == before
        return letter if is_joined else _escaped(letter)

    if not lines and ("\n" in text or "\t" in text):
        text = text.replace("\n", "\\n").replace("\t", "\\t")
    return _LOOKED_AT.sub(shown, text)


@cache
def _escaped(letter: str) -> str:
    if unicodedata.category(letter) not in _CATEGORIES and not _UNSEEN.match(letter):
        return letter
    pair = letter.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pair[at : at + 4]}" for at in range(0, len(pair), 4))


class Visible:
    """A text stream that shows what is written to it. It claims no terminal, as colours would be shown too;
    the consoles below, which make text visible before they colour it, write past it (`rich_proxied_file`).
    """

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file = stream

    def write(self, text: str) -> int:
        """Write a text; returns its length."""
        self.rich_proxied_file.write(visible(text))
        return len(text)

    def isatty(self) -> bool:
        """Never."""
        return False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


@contextmanager
def guarded() -> Iterator[None]:
    """Show all text that is written to standard output and standard error within this context."""
    if isinstance(sys.stdout, Visible):
        yield
        return
    out, err = Visible(sys.stdout), Visible(sys.stderr)
    with redirect_stdout(cast(TextIO, out)), redirect_stderr(cast(TextIO, err)):
        yield


class OneLine(logging.Formatter):
    """Makes one visible line of each message; a traceback follows on its own lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  (logging's name)
        """The line."""
        return visible(super().formatMessage(record), lines="")


def complain(text: str, style: str = "red") -> None:
    """Print a text on standard error, in a colour on a terminal."""
    console(stderr=True).print(text, style=style, markup=False, soft_wrap=True)


def console(*, stderr: bool = False) -> "Console":
    """A console of Rich whose texts are made visible before they are coloured. Every command prints by one,
    or by `typer.echo`.
    """
    from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
    from rich.segment import Segment

    class Shown:
        """What the other draws, made visible."""

        def __init__(self, drawn: ConsoleRenderable) -> None:
            self._drawn = drawn

        def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
            for part in console.render(self._drawn, options):
                is_own = part.control is not None
                yield part if is_own else Segment(visible(part.text), part.style)

    class Hook(RenderHook):
        def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
            return [Shown(drawn) for drawn in renderables]

    made = Console(stderr=stderr, highlight=False)
    made.push_render_hook(Hook())
    return made


def take_any_letter(stream: TextIO) -> None:
    """Let a letter that the stream's encoding lacks be written as its escape, such as \\u0906."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
