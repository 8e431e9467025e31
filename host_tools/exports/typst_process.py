"""Compiles a document by Typst, in a process of its own: it can be stopped, and gives its memory back.

Standard input, in JSON: `main` and `root`, the template and the folder that it may read; `fonts`, folders;
`families`, the first in order; `data`, for the template; `timestamp`; `format`; `is_tagged`. Standard output:
the file. Exit status 1: the reason is on standard error. It imports nothing of Boardside, so that it starts
quickly.
"""

import json
import sys

import typst


def main() -> None:
    """Compile what standard input asks for."""
    work = json.load(sys.stdin.buffer)
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=work["fonts"])
    rest = [family for family in sorted(fonts.families()) if family not in work["families"]]
    data = {**work["data"], "fonts": [*work["families"], *rest]}
    try:
        made = typst.compile(
            work["main"],
            root=work["root"],
            font_paths=fonts,
            sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
            timestamp=work["timestamp"],
            format=work["format"],
            pdf_tags=work["is_tagged"],
        )
    except typst.TypstError as error:
        sys.exit(str(error))
    assert isinstance(made, bytes)
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    main()
