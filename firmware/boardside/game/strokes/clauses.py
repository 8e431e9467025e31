"""The clauses of a stroke's ruling: what happened, what follows, whose turn it is."""

from ..state import other

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..state import Clauses
    from .ruling import StrokeRuling
    from .situation import Result

_QUEEN = {"to cover": ("queen_to_cover",), "covered": ("queen_covered",), "back": ("queen_back",)}
_BESIDE = {
    "no break": "no_break",
    "foul": "foul",
    "technical foul": "technical_foul",
    "pass": "passes",
    "done": "placed",
    "forgone": "placing_forgone",
    "lapsed": "placing_lapsed",
    "not_completed": "placing_not_completed",
    "no room": "waits_for_room",
    "room": "has_room",
    "turn": "out_of_turn_allowed",
}


def clauses_of(ruling: "StrokeRuling") -> "Clauses":
    """What happened and whose turn it is; or how the board has ended."""
    if ruling.board:
        return _board(ruling, ruling.board)
    clauses: "Clauses" = _pieces(ruling) if ruling.act == "stroke" else ((_BESIDE[ruling.act], ruling.side),)
    if ruling.act != "stroke" and ruling.act != "not_completed":  # that one is of the side that places
        clauses += _charged(ruling)
    clauses += _after_effects(ruling)
    if ruling.replay:
        return clauses + (("to_be_replayed",),)
    return clauses + (("goes_on" if ruling.goes_on else "turn", ruling.turn),)


def _pieces(ruling: "StrokeRuling") -> "Clauses":
    clauses: "Clauses" = ()
    if ruling.stays:
        clauses += (("down", ruling.stays),)
    if ruling.opponent_stays:
        clauses += (("other_down", other(ruling.side), ruling.opponent_stays),)
    if ruling.back:
        clauses += (("back", ruling.back),)
    clauses += _charged(ruling)
    if not clauses and not ruling.queen_move:
        clauses = (("nothing_down",),)
    return (("stroke", ruling.side),) + clauses


def _charged(ruling: "StrokeRuling") -> "Clauses":
    clauses: "Clauses" = ()
    if ruling.dues:
        clauses += (("due", ruling.dues),)
    if ruling.penalties:
        clauses += (("penalty", ruling.penalties),)
    return clauses


def _after_effects(ruling: "StrokeRuling") -> "Clauses":
    clauses: "Clauses" = ()
    after = ruling.after
    if ruling.queen_move == "back" and after.rules.get("strokes") == "vaishali":
        clauses += (("queen_back_by", ruling.turn),)  # by the opponent, whose turn it is now (D16)
    elif ruling.queen_move:
        clauses += (_QUEEN[ruling.queen_move],)
    for index in (0, 1):
        if ruling.centre[index]:
            clauses += (("to_centre", "ab"[index]),)
        if ruling.owes[index]:
            clauses += (("owes", "ab"[index], ruling.owes[index]),)
    for _, count, seat in ruling.placing:
        clauses += (("places", "ab"[seat & 1], (seat >> 1) + 1, count),)
    return clauses


def _board(ruling: "StrokeRuling", board: "Result") -> "Clauses":
    clauses: "Clauses" = (("board_ends", board["winner"], board["points"]),)
    if ruling.act == "lost":
        clauses = (("board_lost_by_ruling", ruling.side, board["winner"], board["points"]),)
    if board["most"] > board["points"]:
        clauses += (("on_demand", board["most"]),)
    if board["slam"]:
        clauses += (("slam", board["slam"]),)
    return clauses
