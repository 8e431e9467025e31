"""Styles, scripts and fonts under addresses that change with their contents, so that browsers and shared
caches keep them for a year.

A page names them under `/static/FINGERPRINT/`; they import each other relatively. The same files are at
`/static/` for everybody else.
"""

import hashlib
import re
from pathlib import Path

from jinja2.ext import Extension
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from host_tools.glyphs import faces

FOLDER = Path(__file__).parent.parent / "static"
_PRINT = re.compile(r"[0-9a-f]{12}/")


def _fingerprint() -> str:
    seen = hashlib.blake2b(digest_size=6)
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file():
            seen.update(path.relative_to(FOLDER).as_posix().encode() + b"\0" + path.read_bytes())
    return seen.hexdigest()


FINGERPRINT = _fingerprint()
"""Of all files together."""


class Assets(StaticFiles):
    """Serves `FOLDER`, under any fingerprint: a page of an older version still gets its styles. In `fonts`
    are those of `glyphs`, too.
    """

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)
        self.all_directories.append(faces.HERE)

    def get_path(self, scope: Scope) -> str:
        """The file's path in its folder."""
        path = _without_print(super().get_path(scope).replace("\\", "/"))
        return path.removeprefix("fonts/") if path.endswith(".ttf") else path


def file_of(address: str) -> str:
    """The file in `FOLDER` of an address that begins with /static/, with a fingerprint or without."""
    return _without_print(address.removeprefix("/static/"))


def _without_print(path: str) -> str:
    return _PRINT.sub("", path, count=1)


def is_lasting(path: str) -> bool:
    """Whether the contents at this address never change."""
    return path.startswith((f"/static/{FINGERPRINT}/", "/static/fonts/"))


class Fingerprints(Extension):
    """Jinja: writes the present addresses into the templates when they are loaded."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template's source with these addresses."""
        return source.replace('"/static/', f'"/static/{FINGERPRINT}/')
