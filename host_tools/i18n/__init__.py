"""Texts, numbers and times in the reader's language.

The texts are English in the sources and templates; `locale/<language>/LC_MESSAGES/boardside.po` has the
translations; a text that it lacks is shown in English. These gettext catalogues are read directly and need no
compiling. `speaking` sets the language
of a block; outside of one it is English. Each request is a task and has its own language.
"""

import gettext as gnu
import io
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from babel import Locale
from babel.dates import format_date
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

HERE = Path(__file__).parent / "locale"
DOMAIN = "boardside"
CODES = ("en", "hi", "ta", "de", "fr", "it", "ur")
#: Enough numbers to meet every plural category of every language here (CLDR: French and Italian have "many").
_SAMPLES = (*range(101), 1_000_000)


class Language:
    """One language: `code` and `direction` as in HTML's `lang` and `dir`, `name` in the language itself."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._locale = Locale.parse(code)
        self.name = str(self._locale.get_display_name(code) or code)
        self.name = self.name[:1].upper() + self.name[1:]
        self.direction = "rtl" if self._locale.character_order == "right-to-left" else "ltr"
        self._texts = _catalogue(code)

    def text(self, message: str, context: str = "") -> str:
        """The translation of an English text, not filled in; the English text if there is none."""
        return self._texts.pgettext(context, message) if context else self._texts.gettext(message)

    def translated(self, context: str, message: str) -> str:
        """A text under its context, not filled in, for callers that fill it in (host_tools.reasons)."""
        return self.text(message, context)

    def count(self, singular: str, plural: str, number: int, context: str = "") -> str:
        """The plural form of a text for this number, not filled in."""
        if context:
            return self._texts.npgettext(context, singular, plural, number)
        return self._texts.ngettext(singular, plural, number)

    def forms(self, singular: str, plural: str, context: str = "") -> dict[str, str]:
        """The forms by CLDR category, as `Intl.PluralRules` of a browser names them."""
        rule = self._locale.plural_form
        forms: dict[str, str] = {}
        for number in _SAMPLES:
            forms.setdefault(rule(number), self.count(singular, plural, number, context))
        return {"other": self.count(singular, plural, 1_000, context), **forms}

    def category(self, number: int) -> str:
        """The CLDR plural category of a number."""
        return str(self._locale.plural_form(number))

    def number(self, number: int) -> str:
        """12,345 as this language groups it."""
        return _number(number, self.code)

    def decimal(self, number: float) -> str:
        """12.3 as this language writes it, with one place."""
        return str(format_decimal(number, "0.0", locale=self.code))

    def clock(self, ms: int) -> str:
        """Hours and minutes of a time (ms since 1970) in this computer's time zone, which is the hall's."""
        return time.strftime("%H:%M", time.localtime(ms / 1000))

    def day(self, ms: int) -> str:
        """The date of a time (ms since 1970) in this computer's time zone, as this language writes it."""
        return _day(date(*time.localtime(ms / 1000)[:3]), self.code)


@lru_cache(256)
def _day(day: date, code: str) -> str:
    return str(format_date(day, "long", locale=code))


@lru_cache(4096)
def _number(number: int, code: str) -> str:
    # Cached: every change of a table formats the same few counts, and babel parses its pattern each time.
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
    """The current language (`speaking`)."""
    return _spoken.get() or language("en")


@contextmanager
def speaking(chosen: Language) -> Iterator[None]:
    """Texts, numbers and times within this block are in the chosen language."""
    token = _spoken.set(chosen)
    try:
        yield
    finally:
        _spoken.reset(token)


def gettext(message: str, **values: object) -> str:
    """A text with {names} filled in."""
    return _fill(spoken().text(message), values)


def pgettext(context: str, message: str, **values: object) -> str:
    """A text with {names} filled in, for an English word with several translations: the context tells them
    apart.
    """
    return _fill(spoken().text(message, context), values)


def translated(context: str, message: str) -> str:
    """A text under its context, not filled in, for callers that fill it in (host_tools.reasons)."""
    return spoken().translated(context, message)


def ngettext(singular: str, plural: str, number: int, **values: object) -> str:
    """A text with a count: {n} is the number as the language writes it."""
    speaker = spoken()
    return _fill(speaker.count(singular, plural, number), {"n": speaker.number(number), **values})


def choose(asked: str | None, kept: str | None, accepts: str) -> str:
    """The first of these that is known: the address's language, the cookie's, those that the browser accepts,
    English.
    """
    for code in (asked, kept):
        if code in CODES:
            return str(code)
    return next((code for code in accepted(accepts) if code in CODES), "en")


def accepted(header: str) -> list[str]:
    """The languages of an Accept-Language header without their regions, the most wanted first (RFC 9110,
    12.5.4). A malformed header is ignored.
    """
    languages = []
    for place, part in enumerate(header[:400].split(",")):
        tag, _, parameter = part.strip().partition(";")
        try:
            quality = float(parameter.strip().removeprefix("q=")) if parameter else 1.0
        except ValueError:
            continue
        if tag and quality > 0:
            languages.append((-quality, place, tag.partition("-")[0].lower()))
    return list(dict.fromkeys(tag for _, _, tag in sorted(languages)))


def _fill(text: str, values: Mapping[str, Any]) -> str:
    return text.format_map(values) if values else text
