"""The catalogues kept with the sources: `python -m host_tools.web.catalogues` brings them up to date.

Every text of the public pages is taken from modules, templates and `words.EN`; what is new in a catalogue
stands there empty, what is not used any more is dropped. Translations are then written into the .po files,
with any editor for them.
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from host_tools.web.i18n import CODES, DOMAIN, HERE
from host_tools.web.words import EN

WEB = Path(__file__).parent
#: What score cards on paper and on pages say of a board.
REMARKS = WEB.parent / "exports" / "columns.py"
#: Which number takes which form (CLDR; a test compares).
PLURALS = {"hi": "(n > 1)", "ta": "(n != 1)", "de": "(n != 1)", "fr": "(n > 1)", "it": "(n != 1)"}

#: Without dates and names: a catalogue that says nothing new is the same file.
HEAD = """msgid ""
msgstr ""
"Project-Id-Version: Boardside\\n"
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural={plural};\\n"

"""


def sources() -> Iterator[tuple[str, Path]]:
    """The files whose texts spectators see, each with Babel's method to read it."""
    for path in (*sorted(WEB.glob("*.py")), REMARKS):
        yield "python", path
    for path in public_templates():
        yield "jinja2.ext:babel_extract", path


def public_templates() -> list[Path]:
    """The templates of the pages for everybody; the organiser's are English."""
    return [path for path in sorted((WEB / "templates").iterdir()) if not path.name.startswith("admin_")]


def wanted() -> Catalog:
    """Every text there has to be, without translations."""
    found = Catalog(domain=DOMAIN, project="Boardside", version="1", charset="utf-8")
    for method, path in sources():
        where = str(path.relative_to(WEB.parent.parent))
        for _line, message, comments, context in extract_from_file(method, path):
            # No line numbers: they would change with every change of a source.
            found.add(message, locations=[(where, 0)], auto_comments=comments, context=context)
    for key, text in EN.items():
        found.add(text, locations=[(f"words.{key}", 0)], context=key.partition(".")[0])
    return found


def path_of(code: str) -> Path:
    """Where a language's catalogue lies."""
    return HERE / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(code: str) -> Catalog:
    """A language's catalogue as it is; an empty one where there is none."""
    path = path_of(code)
    if not path.exists():
        return Catalog(locale=code, domain=DOMAIN, project="Boardside", version="1", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=code, domain=DOMAIN)


def update(code: str) -> int:
    """Bring one catalogue up to date; how many of its texts are empty now."""
    catalogue = read(code)
    catalogue.update(wanted(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    body = io.BytesIO()
    write_po(body, catalogue, width=110, omit_header=True, sort_output=True, include_lineno=False)
    head = HEAD.format(code=code, plural=PLURALS[code])
    path_of(code).parent.mkdir(parents=True, exist_ok=True)
    path_of(code).write_text(head + body.getvalue().decode(), "utf-8")
    return sum(1 for message in catalogue if message.id and not is_translated(message.string))


def is_translated(string: str | tuple[str, ...] | list[str] | None) -> bool:
    """Whether no form of a translation is missing."""
    return bool(string) if isinstance(string, str) else bool(string) and all(string or ())


def main() -> None:
    """Update every catalogue and say what is missing; exit status 1 when something is."""
    missing = {code: update(code) for code in CODES if code != "en"}
    for code, count in missing.items():
        print(f"{code}: {count} texts to translate" if count else f"{code}: complete")
    sys.exit(1 if any(missing.values()) else 0)


if __name__ == "__main__":
    main()
