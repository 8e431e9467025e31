"""`python -m host_tools.exports.font_making [FOLDER]` makes the files of `fonts/`, the same bytes each time.

Anek comes from the web pages' variable woff2 files: a PDF library takes neither woff2 nor variable fonts, and
making them anew for each paper would cost seconds. With FOLDER, such as /usr/share/fonts/truetype, the other
scripts are made too, from Debian's `fonts-noto-core` (20201225), `fonts-droid-fallback` (6.0.1r16) and
`fonts-nanum` (20200506): what is not of the script is left out, and hints, which no printer needs. It needs
`brotli` (extra `dev`).
"""

import sys
from pathlib import Path
from typing import Any

from host_tools.exports.font_files import FACES, HERE, WEIGHTS, Face

WEB = Path(__file__).parent.parent / "web" / "static" / "fonts"
#: Names of Debian's Noto Sans that are not "NotoSans" and the script's name.
NOTO = {"greek-cyrillic": "NotoSans", "meeteimayek": "NotoSansMeeteiMayek", "olchiki": "NotoSansOlChiki"}
#: What any script may use: space, joiners, the carrier of a lone vowel sign, full stops of India.
COMMON = (0x20, 0xA0, 0x200C, 0x200D, 0x25CC, 0x964, 0x965)
#: Records of a font that hold its name: family, identifier, full name, PostScript name, preferred family.
POSTSCRIPT_NAME = 6
NAMES = (1, 3, 4, POSTSCRIPT_NAME, 16)
#: The Chinese, Japanese and Korean letters kept are those of the national standards for ordinary text.
STANDARDS = ("gb2312", "shift_jis", "euc_kr")
SOURCES = {"cjk": "droid/DroidSansFallbackFull.ttf", "hangul": "nanum/NanumGothic.ttf"}


def make_anek(face: Face, weight: str) -> Path:
    """Write one weight of one of the web pages' fonts. The layout tables stay, because shaping needs them."""
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    font = TTFont(WEB / f"{face.file}.woff2", recalcTimestamp=False)
    fixed = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
    font = instantiateVariableFont(font, {**fixed, "wght": WEIGHTS[weight]})
    font.flavor = None
    for table in ("STAT", "DSIG"):
        if table in font:
            del font[table]
    font.save(face.path(weight))
    return face.path(weight)


def make_noto(face: Face, weight: str, folder: Path) -> Path:
    """Write those letters of a script of Noto Sans for which the face is used."""
    name = NOTO.get(face.name, f"NotoSans{face.name.capitalize()}")
    source = folder / "noto" / f"{name}-{weight.capitalize()}.ttf"
    wanted = {code for code in _codes(source) if face.covers(code) or code in COMMON}
    return _cut(source, face.path(weight), wanted)


def make_by_standards(face: Face, folder: Path) -> Path:
    """Write the letters of China and Japan, or of Korea, that their national standards have."""
    source = folder / SOURCES[face.name]
    standard = {code for codec in STANDARDS for code in _of_codec(codec)}
    wanted = {code for code in _codes(source) & standard if face.covers(code)}
    return _cut(source, face.path("regular"), {0x20, *wanted}, "Boardside Hangul" * (face.name == "hangul"))


def _codes(source: Path) -> set[int]:
    from fontTools.ttLib import TTFont

    return set(TTFont(source, lazy=True).getBestCmap())


def _of_codec(codec: str) -> set[int]:
    """All letters that a two-byte standard has."""
    letters = set()
    for lead in range(0x81, 0xFF):
        for trail in range(0x40, 0xFF):
            text = bytes((lead, trail)).decode(codec, "ignore")
            letters |= {ord(text)} if len(text) == 1 else set()
    return letters


def _cut(source: Path, target: Path, codes: set[int], name: str = "") -> Path:
    """name: what the part is called, where the licence keeps the font's name for the whole."""
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
    for record in font["name"].names if name else ():
        if record.nameID in NAMES:
            record.string = name.replace(" ", "") if record.nameID == POSTSCRIPT_NAME else name
    font.save(target)
    return target


def main(folder: Path | None) -> None:
    """Make all files, or without a folder Anek's."""
    HERE.mkdir(exist_ok=True)
    made = []
    for face in FACES:
        if face.file.startswith("anek"):
            made += [make_anek(face, weight) for weight in WEIGHTS]
        elif folder is not None and face.file.startswith("noto"):
            made += [make_noto(face, weight, folder) for weight in WEIGHTS]
        elif folder is not None:
            made.append(make_by_standards(face, folder))
    for path in made:
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
