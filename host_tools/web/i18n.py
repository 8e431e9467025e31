"""Texts, numbers and times in the language of who looks.

The texts are English in the sources and templates; `locale/<language>/LC_MESSAGES/boardside.po` has the
others, standard gettext catalogues that are read as they lie there: nothing has to be compiled. What is asked
for is said in the language that `speaking` set around it, in English outside of it; each request is a task
and has its own.
"""

import gettext as gnu
import io
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

HERE = Path(__file__).parent / "locale"
DOMAIN = "boardside"
CODES = ("en", "hi", "ta", "de", "fr", "it")
#: Enough numbers to meet every plural category of every language here (CLDR: French and Italian have "many").
_SAMPLES = (*range(101), 1_000_000)


class Language:
    """One language: `code` as in `lang` of HTML, `name` in its own words."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._locale = Locale.parse(code)
        self.name = str(self._locale.get_display_name(code) or code)
        self.name = self.name[:1].upper() + self.name[1:]
        self._texts = _catalogue(code)

    def text(self, message: str, context: str = "") -> str:
        """The text for an English one, not filled in; the English one where there is none."""
        return self._texts.pgettext(context, message) if context else self._texts.gettext(message)

    def count(self, one: str, many: str, number: int, context: str = "") -> str:
        """The right form of a text for this number, not filled in."""
        if context:
            return self._texts.npgettext(context, one, many, number)
        return self._texts.ngettext(one, many, number)

    def forms(self, one: str, many: str, context: str = "") -> dict[str, str]:
        """The forms by CLDR category, as `Intl.PluralRules` of a browser names them."""
        rule = self._locale.plural_form
        found: dict[str, str] = {}
        for number in _SAMPLES:
            found.setdefault(rule(number), self.count(one, many, number, context))
        return {"other": self.count(one, many, 1_000, context), **found}

    def category(self, number: int) -> str:
        """The CLDR plural category of a number."""
        return str(self._locale.plural_form(number))

    def number(self, number: int) -> str:
        """12,345 as this language groups it."""
        return _number(number, self.code)

    def clock(self, ms: int) -> str:
        """Hours and minutes of this computer's day, of a moment in ms since 1970, as the hall's time."""
        return time.strftime("%H:%M", time.localtime(ms / 1000))


@lru_cache(4096)
def _number(number: int, code: str) -> str:
    # The same few counts come with every change of a table, and babel parses its pattern for each.
    return str(format_decimal(number, locale=code))


def _catalogue(code: str) -> gnu.NullTranslations:
    path = HERE / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    if not path.exists():
        return gnu.NullTranslations()
    compiled = io.BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=code, domain=DOMAIN))
    compiled.seek(0)
    return gnu.GNUTranslations(compiled)


@lru_cache(len(CODES))
def language(code: str) -> Language:
    """A language of `CODES`, its catalogue read once. Raises KeyError for any other."""
    if code not in CODES:
        raise KeyError(code)
    return Language(code)


_spoken: ContextVar[Language | None] = ContextVar("language", default=None)


def spoken() -> Language:
    """The language in which things are said here."""
    return _spoken.get() or language("en")


@contextmanager
def speaking(chosen: Language) -> Iterator[None]:
    """Within it everything is said in the chosen language."""
    token = _spoken.set(chosen)
    try:
        yield
    finally:
        _spoken.reset(token)


def gettext(message: str, **values: object) -> str:
    """A text with {names} filled in."""
    return _fill(spoken().text(message), values)


def pgettext(context: str, message: str, **values: object) -> str:
    """The same where one English word is several elsewhere: the context tells them apart."""
    return _fill(spoken().text(message, context), values)


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """A text that counts: {n} is the number as the language writes it."""
    speaker = spoken()
    return _fill(speaker.count(one, many, number), {"n": speaker.number(number), **values})


def choose(asked: str | None, kept: str | None, accepts: str) -> str:
    """The language to speak: what the address asks for, what the browser kept, what it accepts, English."""
    for code in (asked, kept):
        if code in CODES:
            return str(code)
    return next((code for code in accepted(accepts) if code in CODES), "en")


def accepted(header: str) -> list[str]:
    """The languages of an Accept-Language header without their regions, the most wanted first (RFC 9110,
    12.5.4). What is no such header is passed over.
    """
    wanted = []
    for place, part in enumerate(header[:400].split(",")):
        tag, _, parameter = part.strip().partition(";")
        try:
            quality = float(parameter.strip().removeprefix("q=")) if parameter else 1.0
        except ValueError:
            continue
        if tag and quality > 0:
            wanted.append((-quality, place, tag.partition("-")[0].lower()))
    return list(dict.fromkeys(tag for _, _, tag in sorted(wanted)))


def _fill(text: str, values: Mapping[str, Any]) -> str:
    return text.format_map(values) if values else text
