"""`python -m host_tools.glyphs.font_making [FOLDER]` makes the files of `fonts/`, the same bytes each time.

Anek comes from the web pages' variable woff2 files, Latin from two of them: Typst takes neither woff2 nor
variable fonts. With FOLDER, such as /usr/share/fonts/truetype, the other scripts are made too, from Debian's
`fonts-noto-core` (20201225): what is not of the script is left out, and hints, which no printer needs. It
needs `fonttools` and `brotli` (extra `dev`).
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from host_tools.glyphs.faces import FACES, HERE, WEIGHTS, Face

WEB = Path(__file__).parent.parent / "web" / "static" / "fonts"
#: What any script may use: space, joiners, the carrier of a lone vowel sign, full stops of India.
COMMON = (0x20, 0xA0, 0x200C, 0x200D, 0x25CC, 0x964, 0x965)


def make_anek(face: Face, weight: str) -> Path:
    """Write one weight of one of the web pages' fonts. The layout tables stay, because shaping needs them."""
    from fontTools.merge import Merger
    from fontTools.ttLib import TTFont

    with TemporaryDirectory() as folder:
        parts = []
        for source in sorted(WEB.glob(f"{face.file}*.woff2")):
            parts.append(Path(folder) / f"{source.stem}.ttf")
            _instance(source, weight).save(parts[-1])
        font = first = TTFont(parts[0], recalcTimestamp=False)
        if len(parts) > 1:
            font = Merger().merge([str(part) for part in parts])
            font.recalcTimestamp = False
            font["head"].created = font["head"].modified = first["head"].modified
        font.save(face.path(weight))
    return face.path(weight)


def _instance(source: Path, weight: str) -> Any:
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    font = TTFont(source, recalcTimestamp=False)
    fixed = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
    font = instantiateVariableFont(font, {**fixed, "wght": WEIGHTS[weight]})
    font.flavor = None
    for table in ("STAT", "DSIG"):
        if table in font:
            del font[table]
    return font


def make_noto(face: Face, weight: str, folder: Path) -> Path:
    """Write those letters of a script of Noto Sans for which the face is used."""
    name = "NotoSans" if face.name == "greek-cyrillic" else f"NotoSans{face.name.capitalize()}"
    source = folder / "noto" / f"{name}-{weight.capitalize()}.ttf"
    codes = {code for code in _codes(source) if face.covers(code) or code in COMMON}
    return _cut(source, face.path(weight), codes)


def _codes(source: Path) -> set[int]:
    from fontTools.ttLib import TTFont

    return set(TTFont(source, lazy=True).getBestCmap())


def _cut(source: Path, target: Path, codes: set[int]) -> Path:
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options: Any = subset.Options()
    options.layout_features = ["*"]
    options.hinting = False
    options.notdef_outline = True
    options.glyph_names = False
    font = TTFont(source, recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=codes)
    cutter.subset(font)
    font.save(target)
    return target


def main(folder: Path | None) -> None:
    """Make all files, or without a folder Anek's."""
    HERE.mkdir(exist_ok=True)
    made = []
    for face in FACES:
        if face.file.startswith("anek"):
            made += [make_anek(face, weight) for weight in WEIGHTS]
        elif folder is not None:
            made += [make_noto(face, weight, folder) for weight in WEIGHTS]
    for path in made:
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
