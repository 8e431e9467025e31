"""What the crokinole tests share: a match, and the events one makes of it."""

from portable import raises

from boardside.game import dicts, match
from boardside.game.errors import GameError

SIDES = ("a", "b")


class Rng:
    """Numbers that are the same on every interpreter."""

    def __init__(self, seed):
        self.state = seed * 7919 + 1

    def below(self, number):
        self.state = (self.state * 1103515245 + 12345) & 0x3FFFFFFF
        return (self.state >> 8) % number

    def one_of(self, choices):
        return choices[self.below(len(choices))]


class Desk:
    """A match of the wcc ruleset and what happens in it; side a shoots first unless told otherwise."""

    def __init__(self, stage="final", first="a", **fields):
        event = {"kind": "match", "match": "m1", "ruleset": "wcc", "stage": stage}
        if first is not None:
            event["breaks"] = first
        event.update(fields)
        self.state, self.ruling = match.apply(match.new(), event)

    def do(self, kind, **fields):
        """An event happens; its ruling."""
        event = {"kind": kind}
        event.update(fields)
        self.state, self.ruling = match.apply(self.state, event)
        return self.ruling

    def refused(self, kind, **fields):
        """An event must be refused and change nothing; `code: reason facts`."""
        event = {"kind": kind}
        event.update(fields)
        before = dicts.to_dict(self.state)
        error = raises(GameError, match.apply, self.state, event)
        assert dicts.to_dict(self.state) == before
        return "%s: %s" % (error.code, error)

    def rounds(self, results):
        """Rounds by letters: a and b win, l is level, 0 is not shot."""
        for result in results:
            if result == "0":
                self.do("round", unshot=True)
            else:
                self.do("round", winner="level" if result == "l" else result)
        return self.state

    def shots(self, number):
        """So many discs are shot in turn, none of them a 20."""
        for _ in range(number):
            self.do("shot")
        return self.state.situation

    @property
    def points(self):
        return pair(self.state.points)

    @property
    def official(self):
        return match.official(self.state)

    @property
    def last(self):
        """The round that was entered last, wherever it stands now."""
        boards = self.state.boards or self.state.history[-1].boards
        return boards[-1]


def pair(by_side):
    """(of a, of b)."""
    return by_side["a"], by_side["b"]


def ab(a, b):
    """{"a": .., "b": ..}."""
    return {"a": a, "b": b}
