"""`python -m host_tools.guide`: docs/umpire/panel-guide.pdf, the pictures of panel.md, crokinole.md,
displays.md, those of the sounds."""

import sys
from pathlib import Path

from host_tools.folders import CHECKOUT

from . import displays, keys, lid, printing, sheet, spectrograms, strips
from .walks import GuideError, walks

DOCS = (CHECKOUT or Path()) / "docs"
GUIDES = (DOCS / "umpire" / "panel.md", DOCS / "umpire" / "crokinole.md")
DISPLAYS = DOCS / "builder" / "displays.md"
PDF = DOCS / "umpire" / "panel-guide.pdf"


def pictures() -> dict[str, str]:
    """The pictures of the guides, by their names in docs/img."""
    made = {"panel-keys.svg": keys.panel(sheet.SCORE)}
    made[lid.FILE] = lid.picture(lid.SCREEN)
    made[spectrograms.FILE] = spectrograms.picture()
    made[displays.FILE] = displays.picture(DISPLAYS.read_text(encoding="utf-8"))
    for guide in GUIDES:
        for walk in walks(guide.read_text(encoding="utf-8")):
            made[strips.file_name(walk)] = strips.strip(walk)
    return made


def page() -> str:
    """The page of the sheet, made from the present guides."""
    return sheet.page([guide.read_text(encoding="utf-8") for guide in GUIDES])


def main() -> int:
    """Write all of them; returns 1, with a message on standard error, if something is wrong."""
    if CHECKOUT is None:
        print("The guide is made from docs/ of a checkout: run `make guide` there.", file=sys.stderr)
        return 1
    try:
        for name, picture in pictures().items():
            (DOCS / "img" / name).write_text(picture, encoding="utf-8")
        printing.print_pdf(page(), PDF)
    except GuideError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{PDF} and the pictures in {DOCS / 'img'} are made.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
