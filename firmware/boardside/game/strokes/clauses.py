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
    said: "Clauses" = _pieces(ruling) if ruling.act == "stroke" else ((_BESIDE[ruling.act], ruling.side),)
    if ruling.act != "stroke" and ruling.act != "not_completed":  # that one is of the side that places
        said += _charged(ruling)
    said += _after_effects(ruling)
    if ruling.replay:
        return said + (("to_be_replayed",),)
    return said + (("goes_on" if ruling.goes_on else "turn", ruling.turn),)


def _pieces(ruling: "StrokeRuling") -> "Clauses":
    said: "Clauses" = ()
    if ruling.stays:
        said += (("down", ruling.stays),)
    if ruling.opponent_stays:
        said += (("other_down", other(ruling.side), ruling.opponent_stays),)
    if ruling.back:
        said += (("back", ruling.back),)
    said += _charged(ruling)
    if not said and not ruling.queen_move:
        said = (("nothing_down",),)
    return (("stroke", ruling.side),) + said


def _charged(ruling: "StrokeRuling") -> "Clauses":
    said: "Clauses" = ()
    if ruling.dues:
        said += (("due", ruling.dues),)
    if ruling.penalties:
        said += (("penalty", ruling.penalties),)
    return said


def _after_effects(ruling: "StrokeRuling") -> "Clauses":
    said: "Clauses" = ()
    after = ruling.after
    if ruling.queen_move == "back" and after.rules.get("strokes") == "vaishali":
        said += (("queen_back_by", ruling.turn),)  # by the opponent, whose turn it is now (D16)
    elif ruling.queen_move:
        said += (_QUEEN[ruling.queen_move],)
    for index in (0, 1):
        if ruling.centre[index]:
            said += (("to_centre", "ab"[index]),)
        if ruling.owes[index]:
            said += (("owes", "ab"[index], ruling.owes[index]),)
    for _, count, seat in ruling.placing:
        said += (("places", "ab"[seat & 1], (seat >> 1) + 1, count),)
    return said


def _board(ruling: "StrokeRuling", board: "Result") -> "Clauses":
    said: "Clauses" = (("board_ends", board["winner"], board["points"]),)
    if ruling.act == "lost":
        said = (("board_lost_by_ruling", ruling.side, board["winner"], board["points"]),)
    if board["most"] > board["points"]:
        said += (("on_demand", board["most"]),)
    if board["slam"]:
        said += (("slam", board["slam"]),)
    return said
