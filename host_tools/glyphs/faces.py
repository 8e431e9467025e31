"""The fonts kept here: the file with each script's letters. `font_making` makes the files.

Latin, Devanagari and Tamil are the web pages' Anek, the other scripts Noto Sans (both SIL Open Font License
1.1).
"""

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent / "fonts"
#: More fonts, for letters that none of these has: files, separated as in PATH.
VARIABLE = "BOARDSIDE_FONTS"

WEIGHTS = {"regular": 400, "bold": 700}

Blocks = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Face:
    """One design for one script. blocks: the code points (first, last) for which it is used.

    file: the files' name without weight and ending; of a user's, the whole path.
    """

    name: str
    file: str
    blocks: Blocks
    is_right_to_left: bool = False

    def covers(self, code: int) -> bool:
        """Whether it is used for a letter. The file may still lack the letter."""
        return any(first <= code <= last for first, last in self.blocks)

    def path(self, weight: str) -> Path:
        """The file of a weight, "regular" or "bold"."""
        return Path(self.file) if self.file.endswith(SUFFIXES) else HERE / f"{self.file}-{weight}.ttf"


SUFFIXES = (".ttf", ".otf")
_LATIN = ((0x20, 0x36F), (0x1E00, 0x1EFF), (0x2000, 0x22FF))


def _noto(script: str, *blocks: tuple[int, int], is_right_to_left: bool = False) -> Face:
    return Face(script, f"noto-{script}", blocks, is_right_to_left)


#: In the order in which they are tried for a letter.
FACES = (
    Face("latin", "anek-latin", (*_LATIN, (0x2C60, 0x2C7F), (0xA720, 0xA7FF))),
    Face("devanagari", "anek-devanagari", ((0x900, 0x97F), (0xA8E0, 0xA8FF), (0x1CD0, 0x1CFF))),
    Face("tamil", "anek-tamil", ((0xB80, 0xBFF),)),
    _noto("bengali", (0x980, 0x9FF)),
    _noto("gurmukhi", (0xA00, 0xA7F)),
    _noto("gujarati", (0xA80, 0xAFF)),
    _noto("oriya", (0xB00, 0xB7F)),
    _noto("telugu", (0xC00, 0xC7F)),
    _noto("kannada", (0xC80, 0xCFF)),
    _noto("malayalam", (0xD00, 0xD7F)),
    _noto("sinhala", (0xD80, 0xDFF)),
    _noto(
        "arabic",
        (0x600, 0x6FF), (0x750, 0x77F), (0x8A0, 0x8FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFF),
        is_right_to_left=True,
    ),
    _noto("thaana", (0x780, 0x7BF), is_right_to_left=True),
    _noto("greek-cyrillic", (0x300, 0x52F), (0x1E00, 0x1EFF)),
)  # fmt: skip
