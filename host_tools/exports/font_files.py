"""The fonts of the paper: the web pages' Anek (SIL Open Font License 1.1), one weight to a file.

`python -m host_tools.exports.font_files` makes fonts/*.ttf from the web pages' variable woff2 files; it needs
`brotli` (extra `dev`). A PDF library takes no woff2 and no variable font, and making them anew for each
paper would cost seconds; so they are made once and kept.
"""

from pathlib import Path

HERE = Path(__file__).parent / "fonts"
WEB = Path(__file__).parent.parent / "web" / "static" / "fonts"

#: Weight on the file's axis, by the ending of the file's name.
WEIGHTS = {"regular": 400, "bold": 700}
#: In the order in which a character is looked for.
SCRIPTS = ("latin", "latin-ext", "devanagari", "tamil")


def path(script: str, weight: str) -> Path:
    """The file of one script in one weight."""
    return HERE / f"anek-{script}-{weight}.ttf"


def make(script: str, weight: str, target: Path) -> None:
    """Write one file, the same bytes each time. The layout tables stay: the scripts cannot be shaped
    without them.
    """
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    font = TTFont(WEB / f"anek-{script}.woff2", recalcTimestamp=False)
    fixed = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
    font = instantiateVariableFont(font, {**fixed, "wght": WEIGHTS[weight]})
    font.flavor = None
    for table in ("STAT", "DSIG"):
        if table in font:
            del font[table]
    font.save(target)


def main() -> None:
    """Make all files."""
    HERE.mkdir(exist_ok=True)
    for script in SCRIPTS:
        for weight in WEIGHTS:
            make(script, weight, path(script, weight))
            print(path(script, weight), path(script, weight).stat().st_size)
    (HERE / "OFL.txt").write_bytes((WEB / "OFL.txt").read_bytes())


if __name__ == "__main__":
    main()
