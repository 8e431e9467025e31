"""Phrases that readers had to read twice are in no page, and in no help of a command.

Each phrase has a plain one that says the same. The list has only the worst, none of which is needed.
"""

import re
from collections.abc import Iterator

import pytest

from tests.documented.extraction import ROOT
from tests.documented.test_documented_options import every

#: Phrase, as a regular expression: what to write.
PHRASES = {
    r"who(?:ever|mever)": "anybody who, or the person's role: the umpire, the caller",
    r"ails": "is wrong with",
    r"whose word": "say what belongs to whom",
    r"for want of": "because there is no ...",
    r"is another than": "differs from, has changed",
    r"by turns": "alternates with",
    r"whatever (?:is|the|it|happens)": "say what may happen",
    r"it is said|is told by": "say who says it",
    r"as ever": "as before, or nothing",
    r"what \w+ comes to": "the result, the total",
    r"is looked at": "is checked, is read",
    r"held against": "compared with, checked by",
}
_PLAIN = re.compile(
    "|".join(rf"(?P<p{at}>\b(?:{phrase})\b)" for at, phrase in enumerate(PHRASES)), re.IGNORECASE
)

PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        ROOT / "tests" / "README.md",
        *(ROOT / "hardware").glob("*.md"),
    )
)


def hard(text: str) -> Iterator[str]:
    """Line, phrase and advice for each phrase in the text, also where it goes over the end of a line."""
    for match in _PLAIN.finditer(re.sub(r"\s", " ", text)):
        line = text.count("\n", 0, match.start()) + 1
        advice = list(PHRASES.values())[int((match.lastgroup or "p0")[1:])]
        yield f"line {line}: “{match.group()}”: {advice}"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_no_phrase_that_is_hard_to_read(page: str) -> None:
    assert list(hard((ROOT / page).read_text(encoding="utf-8"))) == []


def test_the_help_of_a_command_has_none_either() -> None:
    texts = {}
    for command in every():
        for text in (command.help, *(getattr(param, "help", None) for param in command.params)):
            if text and (phrases := list(hard(text))):
                texts[text] = phrases
    assert texts == {}


def test_a_phrase_is_found_with_its_line_and_what_to_write() -> None:
    assert list(hard("The umpire.\nIt is for\nwhoever has it.")) == [
        "line 3: “whoever”: anybody who, or the person's role: the umpire, the caller"
    ]
