"""Sets documents by Typst: the templates of `templates/`, filled with data.

A text from outside is a string of the data, which no template reads as markup. The same data and moment give
the same bytes.
"""

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from pypdf import PdfReader, PdfWriter

from host_tools.exports.reasons import ExportError
from host_tools.glyphs import drawing, faces
from host_tools.i18n import spoken

PROCESS = Path(__file__).with_name("typst_process.py")
TEMPLATES = Path(__file__).with_name("templates")
#: So many cards are set by one process, which takes 2.4 MB for each; a book with its numbers is set by one.
TOGETHER = 100
#: How long a process may take. A book of 1,000 cards takes 25 s on a laptop.
SECONDS = 600.0
#: How often `progress` is called meanwhile.
LOOK_SECONDS = 0.5
#: The families of the pages; Typst takes each letter from the first that has it.
FAMILIES = ("Anek Latin", "Anek Devanagari", "Anek Tamil")
#: Replaces a letter that no font has.
STAND_IN = "?"

Part = dict[str, Any]
Progress = Callable[[int, int], None]


class Texts:
    """Prepares the texts of a document's data: they have only letters that the fonts have.

    letters: the code points of the fonts. spellings: a name's Latin spelling, which replaces it where a
    letter is lacking. lacking: the texts that still lack letters, and which.
    """

    def __init__(self, letters: frozenset[int], spellings: Mapping[str, str]) -> None:
        self.lacking: dict[str, str] = {}
        self._letters = letters
        names = sorted(spellings, key=len, reverse=True)
        self._spellings = {faces.normal(name): spellings[name] for name in names if self._absent(name)}

    def prepared(self, value: Any) -> Any:
        """The data with prepared texts."""
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, Mapping):
            return {key: self.prepared(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self.prepared(each) for each in value]
        return value

    def _text(self, text: str) -> str:
        if text.isascii() and text.isprintable():
            return text
        text = faces.normal(text)
        if self._absent(text):
            for name, latin in self._spellings.items():
                text = text.replace(name, latin)
        absent = self._absent(text)
        if absent:
            self.lacking[text] = "".join(absent)
            text = "".join(STAND_IN if letter in absent else letter for letter in text)
        return text

    def _absent(self, text: str) -> list[str]:
        return [
            letter
            for letter in dict.fromkeys(text)
            if ord(letter) not in self._letters and letter not in faces.JOINERS
        ]


def typeset(
    title: str,
    parts: Sequence[Part],
    moment: datetime,
    *,
    fonts: Sequence[Path] | None = None,
    spellings: Mapping[str, str] | None = None,
    numbered: bool = False,
    tagged: bool = False,
    form: Literal["pdf", "svg", "png"] = "pdf",
    progress: Progress = lambda done, total: None,
) -> tuple[bytes, str]:
    """The file, in the current language, and one line about letters that no font has ("": none).

    parts: as `templates/main.typ` takes them. fonts: files for letters that the fonts here lack; None: those
    of the variable BOARDSIDE_FONTS. spellings: Latin ones, by name. numbered: pages have numbers. tagged:
    with the structure that screen readers use, which takes 50 KB a page. progress: called while it is set;
    what it raises stops the work. Raises ExportError.
    """
    own = own_fonts(fonts)
    texts = Texts(drawing.letters(own), spellings or {})
    language = spoken()
    step = max(1, len(parts)) if numbered else TOGETHER
    made: list[bytes] = []
    with tempfile.TemporaryDirectory(prefix="boardside-") as folder:
        for number, path in enumerate(own):
            shutil.copyfile(path, Path(folder) / f"{number}{path.suffix}")
        for begin in range(0, max(1, len(parts)), step):
            data = texts.prepared({"title": title, "parts": parts[begin : begin + step]})
            work = {
                "main": str(TEMPLATES / "main.typ"),
                "root": str(TEMPLATES),
                "fonts": [str(faces.HERE), folder],
                "families": FAMILIES,
                "data": {
                    **data,
                    "language": language.code,
                    "rtl": language.direction == "rtl",
                    "numbered": numbered,
                    "bare": form == "svg",
                },
                "timestamp": int(moment.timestamp()),
                "format": form,
                "is_tagged": tagged,
            }
            made.append(_compiled(work, lambda begin=begin: progress(begin, len(parts))))  # type: ignore[misc]
    progress(len(parts), len(parts))
    return made[0] if len(made) == 1 else _joined(made), _complaint(texts.lacking)


def own_fonts(paths: Sequence[Path] | None = None) -> Sequence[Path]:
    """A user's fonts: these, or those of the variable BOARDSIDE_FONTS. Raises ExportError for a file that is
    not TrueType or OpenType.
    """
    if paths is None:
        paths = [Path(name) for name in os.environ.get(faces.VARIABLE, "").split(os.pathsep) if name]
    for path in paths:
        if not path.is_file():
            raise ExportError("font_missing", file=str(path))
        if path.suffix not in faces.SUFFIXES or path.read_bytes()[:4] not in (b"\0\1\0\0", b"true", b"OTTO"):
            raise ExportError("not_a_font", file=str(path))
    return paths


def _compiled(work: Mapping[str, Any], look: Callable[[], None]) -> bytes:
    """The file. look: called every LOOK_SECONDS; what it raises stops the work."""
    command = [sys.executable, "-I", str(PROCESS)]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1) as process:
        try:
            made, complaint = _waited(process, json.dumps(work).encode(), look)
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        lines = complaint.decode(errors="replace").strip().splitlines() or [f"status {process.returncode}"]
        raise ExportError("not_typeset", why=lines[-1])
    return made


def _waited(process: subprocess.Popen[bytes], work: bytes, look: Callable[[], None]) -> tuple[bytes, bytes]:
    sent: bytes | None = work
    left = SECONDS
    while left > 0:
        look()
        try:
            return process.communicate(sent, timeout=min(LOOK_SECONDS, left))
        except subprocess.TimeoutExpired:
            sent, left = None, left - LOOK_SECONDS
    raise ExportError("typeset_slowly", seconds=int(SECONDS))


def _joined(files: Sequence[bytes]) -> bytes:
    """One PDF, with the first one's title and date."""
    writer = PdfWriter()
    for file in files:
        writer.append(io.BytesIO(file))
    writer.metadata = PdfReader(io.BytesIO(files[0])).metadata
    joined = io.BytesIO()
    writer.write(joined)
    return joined.getvalue()


def _complaint(lacking: Mapping[str, str]) -> str:
    if not lacking:
        return ""
    text, letters = next(iter(lacking.items()))
    more = f" (and some of {len(lacking) - 1} more)" if len(lacking) > 1 else ""
    return (
        f"No font here has the letters {letters} of “{text}”{more}: each stands as “{STAND_IN}”. "
        "--font FILE, or the variable BOARDSIDE_FONTS, names a font that has them."
    )
