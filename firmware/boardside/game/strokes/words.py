"""A stroke's ruling in a line of English, short enough for the display."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .ruling import StrokeRuling
    from .situation import Result

LONGEST = 60  # characters of a ruling's text
_BESIDE = {
    "foul": "%s: foul",
    "technical foul": "%s: technical foul",
    "pass": "%s passes",
    "done": "%s's c/m are placed",
    "forgone": "%s's c/m are forgone",
    "lapsed": "%s's c/m: right to place lapsed",
    "not_completed": "%s's c/m: not placed in time, foul",
    "no room": "%s's c/m wait for room",
    "room": "%s's c/m have room now",
    "turn": "%s played out of turn: allowed",
}


def say(ruling: "StrokeRuling") -> str:
    """What happened and whose turn it is; at most LONGEST characters.

    Where all of it does not fit, what stands elsewhere goes first: what is owed, then what was charged.
    """
    for brevity in (0, 1, 2):
        text = _said(ruling, brevity)
        if len(text) <= LONGEST:
            return text
    return text[: LONGEST - 3] + "..."


def _said(ruling: "StrokeRuling", brevity: int) -> str:
    if ruling.board:
        return _board(ruling, ruling.board)
    if ruling.what == "no break":
        return ruling.side.upper() + ": no break" + _tail(ruling, [])
    if ruling.what == "stroke":
        return ruling.side.upper() + ": " + _tail(ruling, _pieces(ruling, brevity))
    return _BESIDE[ruling.what] % ruling.side.upper() + _tail(ruling, [""] + _after_effects(ruling, brevity))


def _pieces(ruling: "StrokeRuling", brevity: int) -> "list[str]":
    parts = []
    if ruling.stays:
        parts.append("%d down" % ruling.stays)
    if ruling.opponent_stays:
        other = "B" if ruling.side == "a" else "A"
        parts.append("%s %d down" % (other, ruling.opponent_stays))
    if ruling.back:
        parts.append("%d back" % ruling.back)
    if ruling.dues and brevity < 2:
        parts.append("due %d" % ruling.dues)
    return (parts or ([] if ruling.queen_move else ["nothing down"])) + _after_effects(ruling, brevity)


def _after_effects(ruling: "StrokeRuling", brevity: int) -> "list[str]":
    parts = []
    if ruling.queen_move:
        parts.append("Queen " + ruling.queen_move)
    for index in (0, 1):
        if ruling.centre[index]:
            parts.append("%s 1 to %scentre" % ("AB"[index], "" if brevity else "the "))
        if ruling.owes[index] and not brevity:
            parts.append("%s owes %d" % ("AB"[index], ruling.owes[index]))
    return parts


def _tail(ruling: "StrokeRuling", parts: "list[str]") -> str:
    if ruling.replay:
        turn = "the board is replayed"
    elif ruling.goes_on:
        turn = ruling.turn.upper() + " goes on"
    else:
        turn = ruling.turn.upper() + "'s turn"
    return ", ".join(parts) + "; " + turn


def _board(ruling: "StrokeRuling", board: "Result") -> str:
    text = "%s wins the board: %d" % (board["winner"].upper(), board["points"])
    if ruling.what == "lost":
        text = "%s loses the board by ruling: %s gets %d" % (
            ruling.side.upper(),
            board["winner"].upper(),
            board["points"],
        )
    if board["most"] > board["points"]:
        text += ", on demand up to %d" % board["most"]
    if board["slam"]:
        text += ", %s slam" % board["slam"]
    return text
