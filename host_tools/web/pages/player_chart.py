"""Points ahead or behind in each match of a player or a pair, as values of a drawing. Pure; in px, for SVG.

A bar up and full is a lead, a bar down and hollow is points behind, so that they differ without colours.
"""

from collections.abc import Sequence

from host_tools.web.live.page_models import MarginBar, MarginChart
from host_tools.web.pages.fixtures import signed

#: The width of a match, and of its bar; eight matches fit a phone.
STEP, BAR = 40, 22
#: How high the longest bar is; the room for the numbers at its end.
LONGEST, TEXT = 56, 18


def margins(of_matches: Sequence[int]) -> MarginChart | None:
    """The drawing; of_matches: points more than the other side (below 0: fewer), the newest last. None: there
    are fewer than two, which show no course.
    """
    if len(of_matches) < 2:
        return None
    most = max(1, *map(abs, of_matches))
    zero = TEXT + LONGEST
    bars: list[MarginBar] = []
    for at, margin in enumerate(of_matches):
        height = round(LONGEST * abs(margin) / most, 1)
        bars.append(
            {
                "x": STEP * at + (STEP - BAR) / 2,
                "y": zero - height if margin > 0 else zero,
                "height": height,
                "text": ("+" if margin > 0 else "") + signed(margin),
                "text_x": STEP * at + STEP / 2,
                "text_y": zero + height + 14 if margin < 0 else zero - height - 5,
                "is_ahead": margin >= 0,
            }
        )
    return {
        "width": STEP * len(bars),
        "height": 2 * (TEXT + LONGEST),
        "zero": zero,
        "bar": BAR,
        "bars": bars,
        "says": ", ".join(bar["text"] for bar in bars),
    }
