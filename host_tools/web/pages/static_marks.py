"""Pages as files in a folder: their names, and the links between them.

The templates draw the same pages as for the collector; `Still`, in the application's state, makes them leave
out what needs a server. Links to pages that are files become relative; other links lose their address.
"""

import html
import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qs, quote, urlsplit

from host_tools.i18n import spoken
from host_tools.web.http.caching import file_of

#: An attribute with an address. The templates write double quotes, and Jinja escapes those in texts.
_ADDRESS = re.compile(r' (href|src)="([^"]*)"')
#: Names that Windows gives to devices, with any ending.
_DEVICE = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9])(?=\.|$)", re.IGNORECASE)
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]")
#: The link from a match to the strokes of one of its boards.
_BOARD = re.compile(r'<li><a href="[^"?]*\?board=([0-9]+)&amp;step=0#strokes"')


class Still(NamedTuple):
    """Pages as files. languages: their codes, the first one without a folder of its own; made_ms: when the
    pages were drawn (ms since 1970).
    """

    languages: Sequence[str]
    made_ms: int

    @property
    def day(self) -> str:
        """The date in the language of the page."""
        return spoken().day(self.made_ms)

    @property
    def time(self) -> str:
        """Hours and minutes."""
        return spoken().clock(self.made_ms)


def files_of(addresses: Iterable[str]) -> dict[str, str]:
    """The file of each page by its address: "/events/ms" is "events/ms.html", "/events" "index.html". Two
    names never differ by capitals only, and none is a device's: a USB stick takes them all.
    """
    files = {"/events": "index.html"}
    taken = {"index.html"}
    for address in addresses:
        folder, _, name = address.strip("/").rpartition("/")
        plain = _DEVICE.sub(r"\1_", _NOT_IN_NAMES.sub("_", name)) if folder else "index"
        file, number = f"{folder or name}/{plain}.html", 2
        while file.lower() in taken:
            file, number = f"{folder or name}/{plain}_{number}.html", number + 1
        taken.add(file.lower())
        files[address] = file
    return files


def boards_of(page: str) -> list[int]:
    """The boards of a match whose strokes its page links to."""
    return [int(number) for number in _BOARD.findall(page)]


def file_of_board(file: str, board: int) -> str:
    """The file of the strokes of a board; file: of the match."""
    return f"{file.removesuffix('.html')}_board{board}.html"


@lru_cache(8192)
def _relative(file: str, base: str) -> str:
    # Cached: a site has a hundred links a page, to a few thousand files.
    return quote(posixpath.relpath(file, base or "."))


def linked(page: str, here: str, files: Mapping[str, str], folder: str, folders: Mapping[str, str]) -> str:
    """The page `here` (a file's name) with relative links. files: by address, with "?board=3" for the strokes
    of a board; folder: of its language, "" or "de/"; folders: those of all languages by code.
    """
    base = posixpath.dirname(folder + here)

    def attribute(matched: re.Match[str]) -> str:
        name, value = matched[1], html.unescape(matched[2])
        if value.startswith(("#", "data:")):
            return matched[0]
        parts = urlsplit(value)
        asked = parse_qs(parts.query)
        path = parts.path
        if not path and "lang" in asked:
            target = folders.get(asked["lang"][-1], "") + here
        elif path.startswith("/static/"):
            target = f"static/{file_of(path)}"
        else:
            address = f"{path}?board={asked['board'][-1]}" if asked.get("step") == ["0"] else value
            file = files.get(address.partition("#")[0])
            if file is None or parts.netloc:
                return ""
            target = folder + file
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        return f' {name}="{html.escape(_relative(target, base) + fragment)}"'

    return _ADDRESS.sub(attribute, page)
