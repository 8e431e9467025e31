"""Updates the translation catalogues, and lists what they lack: `python -m host_tools.web.pages.catalogues`.

Every text of the public pages and of paper is taken from modules, templates, `labels.EN` and the words for
places, refusals, remarks, rulings and troubles (`marked` of their modules). New texts are left empty in each
catalogue, and shown in English until a translator fills them in, with any editor for .po files. Unused ones
are dropped.
"""

import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from host_tools.collector import reasons as collector_reasons
from host_tools.exports import reasons as export_reasons
from host_tools.i18n import CODES, DOMAIN, HERE
from host_tools.i18n.labels import EN
from host_tools.laws import law_texts, refusals, rulings
from host_tools.store import reasons as store_reasons
from host_tools.tournament.model import remarks as tournament_remarks
from host_tools.web.http import refusals as page_refusals

WEB = Path(__file__).parent.parent
EXPORTS = WEB.parent / "exports"
LABELS = WEB.parent / "i18n" / "labels.py"
#: Modules with texts that Babel does not find; those of extras by name, since pages import none.
MARKED = (
    *(
        law_texts,
        page_refusals,
        refusals,
        rulings,
        collector_reasons,
        export_reasons,
        store_reasons,
        tournament_remarks,
    ),
    *map(import_module, ("host_tools.integrations.mqtt.reasons", "host_tools.integrations.sol.reasons")),
)
#: Which number takes which form (CLDR; a test compares).
PLURALS = {
    **{"hi": "(n > 1)", "ta": "(n != 1)", "de": "(n != 1)", "fr": "(n > 1)", "it": "(n != 1)"},
    "ur": "(n != 1)",
}

#: No dates and names in the header: a catalogue without new texts stays the same file.
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
    for path in (*sorted(WEB.rglob("*.py")), LABELS, *sorted(EXPORTS.glob("*.py"))):
        yield "python", path
    for path in public_templates():
        yield "jinja2.ext:babel_extract", path


def public_templates() -> list[Path]:
    """The templates of the pages for everybody; the organiser's are English."""
    return [path for path in sorted((WEB / "templates").iterdir()) if not path.name.startswith("admin_")]


def wanted() -> Catalog:
    """A catalogue of all texts, without translations."""
    catalogue = Catalog(domain=DOMAIN, project="Boardside", version="1", charset="utf-8")
    for method, path in sources():
        where = str(path.relative_to(WEB.parent.parent))
        for _line, message, comments, context in extract_from_file(method, path):
            # No line numbers: they would change with every change of a source.
            catalogue.add(message, locations=[(where, 0)], auto_comments=comments, context=context)
    for key, text in EN.items():
        catalogue.add(text, locations=[(f"labels.{key}", 0)], context=key.partition(".")[0])
    for module in MARKED:
        where = f"{module.__name__.replace('.', '/')}.py"
        for context, text in module.marked():
            catalogue.add(text, locations=[(where, 0)], context=context)
    return catalogue


def path_of(code: str) -> Path:
    """The path of a language's catalogue."""
    return HERE / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(code: str) -> Catalog:
    """A language's present catalogue; an empty one if there is none."""
    path = path_of(code)
    if not path.exists():
        return Catalog(locale=code, domain=DOMAIN, project="Boardside", version="1", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=code, domain=DOMAIN)


def update(code: str) -> list[str]:
    """Update one catalogue; returns the texts that it lacks."""
    catalogue = read(code)
    catalogue.update(wanted(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    body = io.BytesIO()
    write_po(body, catalogue, width=110, omit_header=True, sort_output=True, include_lineno=False)
    head = HEAD.format(code=code, plural=PLURALS[code])
    path_of(code).parent.mkdir(parents=True, exist_ok=True)
    path_of(code).write_text(head + body.getvalue().decode(), "utf-8")
    return missing(catalogue)


def missing(catalogue: Catalog) -> list[str]:
    """The English texts that a catalogue has without a translation."""
    texts = [message for message in catalogue if message.id and not is_translated(message.string)]
    return [message.id if isinstance(message.id, str) else message.id[0] for message in texts]


def is_translated(string: str | tuple[str, ...] | list[str] | None) -> bool:
    """Whether all forms of a translation are present."""
    return bool(string) if isinstance(string, str) else bool(string) and all(string or ())


def main() -> None:
    """Update every catalogue, and print each text that is missing with the languages that lack it."""
    lacking: dict[str, list[str]] = {}
    for code in CODES[1:]:
        texts = update(code)
        print(f"{code}: {len(texts)} texts in English" if texts else f"{code}: complete")
        for text in texts:
            lacking.setdefault(text, []).append(code)
    for text, codes in sorted(lacking.items(), key=lambda row: (row[1], row[0])):
        print(f"{' '.join(codes)}: {text!r}")


if __name__ == "__main__":
    main()
