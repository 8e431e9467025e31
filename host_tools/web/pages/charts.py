"""Drawings as values, in px, for SVG: the course of a game's score, the board by count, a player's margins.

Side a is a full line with discs, side b a broken line with squares; a bar up and full is a lead, a bar down
and hollow is points behind: so they differ without colours. Pure.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from host_tools.exports.card import SIDES, queen_points
from host_tools.i18n import pgettext
from host_tools.web.live.page_models import (
    BoardPicture,
    ChartMark,
    ChartPart,
    ChartSide,
    ChartTick,
    GameChart,
    MarginBar,
    MarginChart,
)
from host_tools.web.pages.fixtures import signed

HEIGHT = 168
TOP, LEFT, RIGHT, BOTTOM = 20, 30, 34, 40
LEAD_TOP, LEAD_HALF = 190, 16
#: The width of a board: ten fit a phone, and it is never so narrow that their numbers meet.
WIDEST, NARROWEST, ROOM = 64, 24, 264
TIME_WIDTH, TWENTIES_Y = 40, 222


def game_chart(
    boards: Sequence[Mapping[str, Any]],
    after: Sequence[Mapping[str, int]],
    rules: Mapping[str, Any],
    times: Sequence[str],
    words: ChartPart,
) -> GameChart:
    """The drawing of a game's boards or rounds; after: the score as it is published after each (D6); times:
    when each ended, "" where not known; words: its title, and what it says in a sentence.
    """
    step = max(NARROWEST, min(WIDEST, ROOM // max(1, len(boards))))
    totals: list[Mapping[str, int]] = [dict.fromkeys(SIDES, 0), *after]
    most = max(1, *(total[side] for total in totals for side in SIDES))
    width = LEFT + step * len(boards) + RIGHT

    def y(points: int) -> float:
        high: float = round((HEIGHT - BOTTOM) * points / most, 1)
        return HEIGHT - BOTTOM + TOP - high

    return {
        **words,
        "width": width,
        "height": LEAD_TOP + LEAD_HALF + 34,
        "base": y(0),
        "right": width - RIGHT,
        "levels": [{"y": y(points), "text": str(points)} for points in _levels(most)],
        "sides": [_side(side, totals, step, y) for side in SIDES],
        "marks": _marks(boards, totals, rules, step, y),
        "ticks": [
            _tick(board, time, step, at)
            for at, (board, time) in enumerate(zip(boards, times, strict=True), 1)
        ],
        "leads": _leads(totals, step),
    }


def _levels(most: int) -> list[int]:
    """Up to five round numbers of points."""
    gap = next(gap for gap in (1, 2, 5, 10, 20, 50, 100, 500) if most // gap <= 5)
    return list(range(0, most + 1, gap))


def _side(side: str, totals: Sequence[Mapping[str, int]], step: int, y: Any) -> ChartSide:
    points = [(LEFT + step * at, y(total[side])) for at, total in enumerate(totals)]
    last = points[-1]
    other = y(totals[-1]["b" if side == "a" else "a"])
    shift = 0.0 if abs(other - last[1]) > 13 else (-5.0 if (last[1], side) < (other, "b") else 8.0)
    return {
        "key": side,
        "path": "M" + "L".join(f"{x} {height}" for x, height in points),
        "points": [{"x": x, "y": height} for x, height in points[1:]],
        "end": str(totals[-1][side]),
        "end_x": last[0] + 8,
        "end_y": last[1] + 5 + shift,
    }


def _marks(
    boards: Sequence[Mapping[str, Any]],
    totals: Sequence[Mapping[str, int]],
    rules: Mapping[str, Any],
    step: int,
    y: Any,
) -> list[ChartMark]:
    """The Queens that counted, and the 20s."""
    marks: list[ChartMark] = []
    for at, board in enumerate(boards, 1):
        x, winner = LEFT + step * at, board["winner"]
        if "twenties" in board:
            twenties = board["twenties"]
            if any(twenties.values()):
                text = f"{twenties['a']}–{twenties['b']}"
                marks.append({"x": x, "y": TWENTIES_Y, "text": text, "queen": False})
        elif winner in SIDES:
            before = board["after"][winner] - board["points"]
            if queen_points(board, rules, before):
                marks.append(
                    {
                        "x": x,
                        "y": y(totals[at][winner]) - 12,
                        "text": pgettext("chart", "Q"),
                        "queen": True,
                    }
                )
    return marks


def _tick(board: Mapping[str, Any], time: str, step: int, at: int) -> ChartTick:
    number = "E" if board.get("extra") else str(board["number"])
    every = -(-TIME_WIDTH // step)
    return {"x": LEFT + step * at, "number": number, "time": time if at % every == 0 else ""}


def _leads(totals: Sequence[Mapping[str, int]], step: int) -> list[Any]:
    """A bar for each board: a's lead upwards, b's downwards."""
    most = max(1, *(abs(total["a"] - total["b"]) for total in totals))
    bars = []
    for at, total in enumerate(totals[1:], 1):
        lead = total["a"] - total["b"]
        high = round(LEAD_HALF * abs(lead) / most, 1)
        x, wide = LEFT + step * at - 5, 10
        y = LEAD_TOP - high if lead > 0 else LEAD_TOP
        bars.append({"x": x, "y": y, "width": wide, "height": high, "key": "a" if lead > 0 else "b"})
    return bars


# The board by count

BOARD = 260
_GAP, _REACH = 17, 7.5


def board_picture(situation: Mapping[str, Any], says: str) -> BoardPicture:
    """What lies on the board, as rows of discs: side b's above, side a's below, the Queen between them; at
    the edge what is in the pockets: c/m smaller, the Queen beside the side that has covered her or is to.
    """
    if "down" in situation:
        white = situation["white"]
        colours = {side: "white" if side == white else "black" for side in SIDES}
        gone = {side: int(situation["down"][side]) for side in SIDES}
        count, queen = 9, str(situation["queen"])
    else:
        colours = {"a": "white", "b": "black"}
        gone = {side: int(situation["shots"][side]) for side in SIDES}
        count, queen = int(situation["discs"]), ""
    discs = []
    for side in SIDES:
        discs += _discs(side, count - gone[side], gone[side], colours[side])
    middle = BOARD / 2
    if queen == "board":
        discs.append({"x": middle, "y": middle, "r": 8.5, "is": "queen"})
    elif queen:
        owner = situation["turn"] if queen == "covering" else queen
        state = "covering" if queen == "covering" else "queen"
        discs.append({"x": BOARD - 14.0, "y": 44.0 if owner == "b" else BOARD - 44.0, "r": 8.5, "is": state})
    return {"size": BOARD, "discs": discs, "says": says, "round": "down" not in situation}


def _discs(side: str, left: int, gone: int, colour: str) -> list[Any]:
    """Those on the board in rows of five, those that are down in a row at the side's edge."""
    inward = 1 if side == "b" else -1
    edge = 74 if side == "b" else BOARD - 74
    discs = []
    for at in range(left):
        row, place = divmod(at, 5)
        in_row = min(5, left - 5 * row)
        x = BOARD / 2 + (place - (in_row - 1) / 2) * _GAP
        discs.append({"x": x, "y": edge + inward * row * _GAP, "r": _REACH, "is": colour})
    y = 13.0 if side == "b" else BOARD - 13.0
    for at in range(gone):
        discs.append({"x": 60.0 + at * 13, "y": y, "r": 5, "is": f"{colour} down"})
    return discs


#: The width of a match, and of its bar; eight matches fit a phone.
STEP, BAR = 40, 22
#: How high the longest bar is; the room for the numbers at its end.
LONGEST, TEXT = 56, 18


def margins_chart(of_matches: Sequence[int]) -> MarginChart | None:
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
