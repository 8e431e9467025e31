"""What displays with digits show in every state of a match, as written down in digit_pages.txt.

After a change that is meant: `python tests/portable/displays/test_digit_pages.py` writes the file anew; read
the difference.
"""

import sys

PAGES = __file__.rsplit("/", 1)[0] + "/digit_pages.txt" if "/" in __file__ else "digit_pages.txt"

if __name__ == "__main__":
    sys.path[:0] = ["firmware", "tests/portable", "."]

from displays_kit import four, lines, text  # noqa: E402
from paper_states import STATES  # noqa: E402

from boardside.faces.back import Turned  # noqa: E402
from boardside.table.show import segments  # noqa: E402

HEAD = "state | eight digits | two modules: score, line | from behind: score, line | four digits"


def shown():
    """A line for each state."""
    rows = [HEAD]
    back = Turned()
    for state in STATES:
        umpire = state()
        screen = umpire.table.screen(umpire.now)
        screen.blink_on = True
        first, second = lines(screen)
        eight = bytearray(8)
        segments.render(screen, eight)
        back.take(screen)
        behind, line = lines(back)
        cells = (state.__name__, text(eight), first, second, behind, line, four(screen))
        rows.append(" | ".join(cells))
    return rows


def test_every_state_shows_what_is_written_down():
    with open(PAGES) as file:
        wanted = file.read().rstrip("\n").split("\n")
    rows = shown()
    for index in range(len(rows)):
        assert rows[index] == wanted[index], (rows[index], wanted[index])
    assert len(rows) == len(wanted)


if __name__ == "__main__":
    with open(PAGES, "w") as file:
        file.write("\n".join(shown()) + "\n")
