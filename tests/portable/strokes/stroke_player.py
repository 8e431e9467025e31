"""A random player that plays boards stroke by stroke and holds every state against what can be.

The same numbers on every interpreter: `play` gives a digest of all states and rulings, so that two of them
can be compared. From the command line (a million strokes: about a minute on CPython):

    python tests/portable/strokes/stroke_player.py 1000000 [seed] [icf|vaishali]
"""

from boardside.game import rulesets, strokes
from boardside.table.ruling_words import text_of

SIDES = ("a", "b")
RULESETS = {name: rulesets.load(name) for name in ("icf", "vaishali")}


class Dice:
    """Random whole numbers, the same on every interpreter: a linear congruential generator."""

    def __init__(self, seed):
        self.state = seed % 1073741824

    def roll(self, sides):
        """0 to sides - 1."""
        self.state = (self.state * 1103515245 + 12345) % 1073741824
        return (self.state >> 12) % sides

    def chance(self, of_hundred):
        return self.roll(100) < of_hundred


def play(count, seed, ruleset="icf"):
    """Make `count` strokes, in as many boards as it takes; (digest, number of boards, most points seen).

    AssertionError names the stroke at which a state was impossible.
    """
    dice = Dice(seed)
    digest = 0
    boards = most = made = 0
    situation = None
    while made < count:
        if situation is None or situation.over:
            boards += 1
            points = {"a": dice.roll(25), "b": dice.roll(25)}
            doubles = dice.chance(50)
            breaker = SIDES[dice.roll(2)]
            seat = SIDES.index(breaker) + (2 * dice.roll(2) if doubles else 0)
            situation = strokes.begin(RULESETS[ruleset], breaker, doubles, seat, points)
        before = situation
        frozen = key_of(before)
        situation, ruling = act(before, dice)
        made += ruling.act in ("stroke", "no break")
        try:
            possible(before, situation, ruling)
            assert key_of(before) == frozen, "the situation before was changed"
        except AssertionError as error:
            message = "stroke %d of seed %d: %s\n%s\n%s" % (made, seed, error, frozen, key_of(situation))
            raise AssertionError(message) from error
        digest = mix(digest, key_of(situation) + text_of(ruling.clauses) + " ".join(ruling.laws))
        if ruling.board:
            most = max(most, ruling.board["most"])
    return digest, boards, most


def act(situation, dice):
    """One act of the umpire or the players, any that can be."""
    if situation.placing:
        return act_placing(situation, dice)
    number = dice.roll(100)
    if number == 0:
        return strokes.foul(situation, SIDES[dice.roll(2)])
    if number == 1 or (situation.passes and dice.chance(75)):
        return strokes.skip(situation)
    if number == 2 and dice.chance(10):
        return strokes.lost(situation, SIDES[dice.roll(2)], strokes.LOST_BY[dice.roll(4)])
    if number == 3 and dice.chance(10):
        seat = (situation.seat + 1 + dice.roll(3 if situation.doubles else 1)) % (
            4 if situation.doubles else 2
        )
        return strokes.turn_to(situation, seat)
    if number < 20 and (situation.waiting[0] or situation.waiting[1]):
        return strokes.room(situation)
    return act_stroke(situation, dice)


def act_placing(situation, dice):
    number = dice.roll(20)
    side = situation.placing[0][0]
    if number == 0:
        return strokes.place(situation, "forgone", side)
    if number == 1:
        return strokes.place(situation, "lapsed", side)
    if number == 2:
        return strokes.place(situation, "not_completed", side)
    if number == 3:
        total = sum([entry[1] for entry in situation.placing if entry[0] == side])
        return strokes.no_room(situation, side, dice.roll(total))
    if number == 4:
        return strokes.foul(situation, SIDES[dice.roll(2)])
    return strokes.place(situation)


def act_stroke(situation, dice):
    touched = not situation.tries or not dice.chance(30)
    own = opponent = 0
    queen = False
    if touched:
        own = pocketed(dice, situation.left(situation.turn), 45)
        opponent = pocketed(dice, situation.left("a" if situation.turn == "b" else "b"), 15)
        queen = situation.queen == "board" and dice.chance(12)
    return strokes.stroke(
        situation,
        own,
        opponent,
        queen,
        dice.chance(12),
        dice.chance(8),
        touched,
        situation.tries > 0 and dice.chance(5),
    )


def pocketed(dice, left, likely):
    if not dice.chance(likely):
        return 0
    return 1 + dice.roll(left) if dice.chance(8) else min(1 + dice.roll(2), left)


def possible(before, after, ruling):
    """Every state that can be: c/m conserved, nothing negative, one winner, no board above the most."""
    total = {"a": 0, "b": 0}
    for side, count, seat in after.placing:
        assert count > 0, "placing"
        assert 0 <= seat < (4 if after.doubles else 2), "placing seat"
        total[side] += count
    for index in (0, 1):
        side = SIDES[index]
        assert 0 <= after.left(side) <= 9, "c/m of %s on the board" % side
        moved = after.down[index] - before.down[index]
        assert moved == gone(before, after, ruling, index), "c/m of %s not conserved" % side
        assert min(after.owes[index], after.waiting[index]) >= 0, "owed by " + side
        assert total[side] + after.waiting[index] <= after.down[index], "more to be placed than there are"
        if after.owes[index] and not after.over:
            assert after.down[index] == total[side] + after.waiting[index], "78a: not taken though available"
        if not after.over and not total[side]:
            assert after.left(side) >= 1, "no c/m of %s left, but the board goes on" % side
    assert after.queen in ("board", "covering", "a", "b"), "queen"
    if before.queen in ("a", "b"):
        assert after.queen == before.queen, "a covered Queen moved"
    if after.queen == "covering":
        assert after.turn == before.turn, "covering in another turn"
    if after.over:
        possible_end(after, ruling)
    else:
        assert ruling.board is None
        assert ruling.replay is None
        assert ruling.clock == ("placing" if after.placing else "stroke"), "clock"
    assert ruling.laws, "no Law: %r" % (ruling.clauses,)
    assert len(text_of(ruling.clauses)) <= 60, "too long: " + text_of(ruling.clauses)
    assert ruling.goes_on == (after.seat == before.seat), "goes on"


def gone(before, after, ruling, index):
    """How many c/m of a side left the board by this act, as its ruling tells it (negative: came back)."""
    side = SIDES[index]
    if ruling.act == "stroke":
        if side != ruling.side:
            return ruling.opponent_stays
        return ruling.stays + (0 if ruling.board else ruling.back)
    placed = ruling.centre[index]
    if ruling.act == "done":  # this player has all of both sides placed
        return -sum([entry[1] for entry in before.placing if entry[0] == side])
    if side != ruling.side:
        return -placed
    if ruling.act == "no room":
        total = sum([entry[1] for entry in before.placing if entry[0] == side])
        return after.waiting[index] - before.waiting[index] - total
    if ruling.act in strokes.HOWS:  # forgone, but for what the offender places himself
        placed += sum([entry[1] for entry in before.placing if entry[0] == side and entry[2] & 1 == index])
    return -placed


def possible_end(after, ruling):
    assert ruling.clock is None, "a clock runs"
    assert (after.placing, after.owes, after.waiting) == ((), (0, 0), (0, 0)), "55: not written off"
    if after.replay:
        assert after.result is None
        return
    board = ruling.board
    rules = after.rules
    assert board["winner"] in SIDES
    assert 0 <= board["left"] <= 9
    assert 1 <= board["points"] <= board["most"] <= rules["most"], "points"
    high = after.high[SIDES.index(board["winner"])]
    worth = rules["queen"] if board["queen"] in (board["winner"], "board") and not high else 0
    assert board["points"] == min(max(board["left"] + worth, 1), rules["most"]), (
        "points by the event's formula"
    )
    assert 0 <= board["demand"] <= 2
    assert board["law"] is None or board["demand"] == 0
    if board["slam"]:
        assert board["left"] > 0, "slam"
        assert board["queen"] != "board", "slam with the Queen left"
        assert (board["slam"] == "white") == (board["winner"] == after.white), "slam"


def key_of(situation):
    """All of a situation in one text, in one order: dicts have none on MicroPython."""
    result = situation.result
    end = (
        "-"
        if result is None
        else "%s%d%s%d%d"
        % (
            result["winner"],
            result["left"],
            result["queen"],
            result["points"],
            result["most"],
        )
    )
    return "%s %d %d %d %s %d %s %s %s %s %s %s %s %s" % (
        situation.white,
        situation.seat,
        situation.fresh,
        situation.tries,
        situation.turns,
        situation.passes,
        situation.down,
        situation.owes,
        situation.waiting,
        situation.placing,
        situation.queen,
        situation.right,
        end,
        situation.replay,
    )


def mix(digest, text):
    """A running checksum over texts."""
    for character in text:
        digest = (digest * 31 + ord(character)) % 1073741789
    return digest


if __name__ == "__main__":
    import sys

    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20000
    start = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(
        "%d strokes: digest %d, %d boards, most points %d" % ((rounds,) + play(rounds, start, *sys.argv[3:4]))
    )
