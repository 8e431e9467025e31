"""`python -m host_tools.guide`: docs/umpire/panel-guide.pdf, the umpire's sheets, the pictures of panel.md,
crokinole.md, displays.md, those of the sounds."""

import sys
from pathlib import Path

from host_tools.folders import CHECKOUT

from . import digits, panel, sheet, spectrograms, umpire
from .digits import GuideError, walks

DOCS = (CHECKOUT or Path()) / "docs"
GUIDES = (DOCS / "umpire" / "panel.md", DOCS / "umpire" / "crokinole.md")
DISPLAYS = DOCS / "builder" / "displays.md"
PDF = DOCS / "umpire" / "panel-guide.pdf"
SHEETS = {language: DOCS / "umpire" / f"umpire-sheet-{language}.pdf" for language in umpire.LANGUAGES}
"""The umpire's sheet in each language."""


def pictures() -> dict[str, str]:
    """The pictures of the guides, by their names in docs/img."""
    made = {"panel-keys.svg": panel.keys_picture(digits.SCORE)}
    made[panel.LID_FILE] = panel.lid_picture(digits.SCORE)
    made[spectrograms.FILE] = spectrograms.picture()
    made[digits.DISPLAYS_FILE] = digits.displays_picture(DISPLAYS.read_text(encoding="utf-8"))
    for guide in GUIDES:
        for walk in walks(guide.read_text(encoding="utf-8")):
            made[digits.strip_file(walk)] = digits.strip(walk)
    return made


def page() -> str:
    """The page of the sheet, made from the present guides."""
    return sheet.page([guide.read_text(encoding="utf-8") for guide in GUIDES])


def umpire_page(language: str) -> str:
    """The page of the umpire's sheet in a language, made from the present guide."""
    return umpire.page(GUIDES[0].read_text(encoding="utf-8"), language)


def main() -> int:
    """Write all of them; returns 1, with a message on standard error, if something is wrong."""
    if CHECKOUT is None:
        print("The guide is made from docs/ of a checkout: run `make pictures` there.", file=sys.stderr)
        return 1
    try:
        for name, picture in pictures().items():
            (DOCS / "img" / name).write_text(picture, encoding="utf-8")
        sheet.print_pdf(page(), PDF)
        for language, target in SHEETS.items():
            sheet.print_pdf(umpire_page(language), target)
            if missing := list(umpire.untranslated(umpire.words(language), umpire.words("en"))):
                print(f"{target.name}: not translated, in English: {', '.join(missing)}")
    except GuideError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{PDF}, the umpire's sheets and the pictures in {DOCS / 'img'} are made.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
