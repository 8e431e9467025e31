"""A random player of whole matches by events: mostly what an umpire would enter now, sometimes what not.

Plays every ruleset, singles and doubles, at every stage, with every kind of event. The same seed gives the
same match.
"""

from random import Random
from typing import Any

from match_session import Event

from boardside.game import match
from boardside.game.events import BOARD_LAWS, KINDS, MATCH_LAWS, REPLAY_LAWS
from boardside.game.rulesets import IDS
from boardside.game.state import State
from boardside.game.terms import STAGES

CROKINOLE = "wcc"
CARROM = tuple(name for name in IDS if name != CROKINOLE)
# An event out of place that ends a game is rare, or no match would ever last.
ENDING = (
    "concede",
    "lost",
    "ended",
    "forfeit",
    "time",
    "override",
    "leave",
    "ruled",
    "replayed",
    "situation",
)
OTHERS = tuple(kind for kind in KINDS if kind not in (*ENDING, "match", "undo"))
CLOCKS = ("break", "stroke", "placing", "side_change", "interval", "hall")
DECIDED = ("over", "confirmed")


class Player:
    """Chooses the next event. wild: of 100 events, how many are out of place or no events at all."""

    def __init__(self, seed: int, wild: int = 8) -> None:
        self.chance = Random(seed)
        self.wild = wild

    def roll(self, of_hundred: float) -> bool:
        return self.chance.random() * 100 < of_hundred

    def side(self) -> str:
        return self.chance.choice("ab")

    def begin(self, ruleset: str, doubles: bool) -> Event:
        """A `match` event of this ruleset, at any stage."""
        event: Event = {"kind": "match", "match": "m", "ruleset": ruleset, "doubles": doubles}
        event["stage"] = self.chance.choice(STAGES)
        if ruleset == CROKINOLE:
            event["category"] = self.chance.choice(("adult", "recreational", "junior", "intermediate", "cue"))
        elif self.roll(20):
            event["rules"] = self.chance.choice(
                (
                    {"points": 23, "board_limit": 4},
                    {"queen": 2, "queen_until": 99},
                    {"games": 1, "draws": True},
                )
            )
        if self.roll(60):
            event["breaks"] = self.side()
        if self.roll(20):
            event["teams"] = {"a": "Reds", "b": "Blues"}
        return event

    def next(self, state: State) -> Event:
        """The next event; `{"kind": "undo"}` means: whatever is the newest."""
        if self.roll(self.wild):
            return self.any_event()
        if self.roll(1.5):
            return {"kind": "undo"}
        if self.roll(1):
            return self.beside()
        if state.phase == "toss":
            return {"kind": "toss", "breaks": self.side()}
        if state.phase in DECIDED:
            return self.at_the_end(state)
        if state.phase == "board":
            return self.in_play(state)
        return self.between(state)

    def beside(self) -> Event:
        """An event that may come at any time and decides nothing."""
        kind = self.chance.choice(("names", "pause", "resume", "expired", "hall"))
        return self.filled(kind)

    def between(self, state: State) -> Event:
        if state.change_due and self.roll(80):
            return {"kind": "sides"}
        if state.game == state.board == 1 and self.roll(30):
            return {"kind": "trial"}
        if self.roll(2):
            return {"kind": "override", "set": self.overrides()}
        if self.roll(2):
            return self.filled(
                self.chance.choice(("time", "concede", "lost", "ended", "override", "forfeit", "protest"))
            )
        if self.roll(10):
            return self.result(state)
        return {"kind": "play", "strokes": True} if self.roll(90) else {"kind": "play"}

    def at_the_end(self, state: State) -> Event:
        if any(protest.state == "open" for protest in state.protests) and self.roll(70):
            return self.ruled(state)
        if self.roll(15):
            return self.filled(self.chance.choice(("protest", "override", "lost", "forfeit")))
        return {"kind": "confirm"}

    def ruled(self, state: State) -> Event:
        """The jury's word on one of the open protests (151)."""
        open_ones = [protest.number for protest in state.protests if protest.state == "open"]
        return {"kind": "ruled", "upheld": self.roll(30), "protest": self.chance.choice(open_ones)}

    def in_play(self, state: State) -> Event:
        if any(protest.state == "open" for protest in state.protests) and self.roll(10):
            return self.ruled(state)
        if self.roll(0.25):
            kinds = (
                "protest",
                "ruled",
                "replayed",
                "override",
                "concede",
                "lost",
                "forfeit",
                "time",
                "leave",
            )
            return self.filled(self.chance.choice(kinds))
        if state.setup.rules.get("sport") == "crokinole":
            return self.in_round(state)
        proposed = match.proposal(state)
        if proposed is not None:
            return self.entered(proposed)
        if state.situation is None:
            return self.set_up(state) if self.roll(30) else self.result(state)
        return self.stroke_or_so(state.situation)

    def entered(self, proposed: Event) -> Event:
        """The result that the strokes came to, mostly as it is."""
        event = dict(proposed)
        if event["kind"] == "board":
            event["demand"] = self.chance.randint(0, event.get("demand") or 0)
            if self.roll(5):
                event["left"] = self.chance.randint(0, 9)
        return event

    def stroke_or_so(self, now: Any) -> Event:
        if now.placing:
            return self.placed(now)
        if any(now.waiting) and self.roll(20):
            return {"kind": "room", "has": True}
        if now.passes and self.roll(60):
            return {"kind": "pass"}
        if self.roll(4):
            return self.filled(self.chance.choice(("foul", "pass", "turn", "room", "situation")))
        event: Event = {"kind": "stroke"}
        if now.tries and self.roll(30):
            event["untouched"] = True
        else:
            mine, theirs = now.left(now.turn), now.left("b" if now.turn == "a" else "a")
            event["own"] = self.pocketed(mine, 45)
            event["opponent"] = self.pocketed(theirs, 15)
            event["queen"] = now.queen == "board" and self.roll(12)
            if now.tries and self.roll(4):
                event["before_play"] = True
        event["striker"] = self.roll(12)
        event["improper"] = self.roll(8)
        return event

    def placed(self, now: Any) -> Event:
        side = now.placing[0][0]
        if self.roll(75):
            return {"kind": "place", "how": "done"}
        if self.roll(30):
            total = sum(count for owner, count, _ in now.placing if owner == side)
            return {"kind": "room", "has": False, "side": side, "placed": self.chance.randrange(total)}
        how = self.chance.choice(("done", "forgone", "lapsed", "not_completed"))
        return {"kind": "place", "how": how, "side": side}

    def pocketed(self, left: int, likely: int) -> int:
        if not self.roll(likely):
            return 0
        return self.chance.randint(1, left) if self.roll(8) else min(self.chance.randint(1, 2), left)

    def set_up(self, state: State) -> Event:
        left = {"a": self.chance.randint(1, 9), "b": self.chance.randint(1, 9)}
        return {
            "kind": "situation",
            "seat": self.chance.randrange(4 if state.setup.doubles else 2),
            "left": left,
            "queen": self.chance.choice(("board", "board", "covering", "a", "b")),
        }

    def result(self, state: State) -> Event:
        """A bare result, of a board or of a round."""
        if state.setup.rules.get("sport") == "crokinole":
            return self.round(state)
        winner = self.side()
        event = {"kind": "board", "winner": winner, "left": self.chance.randint(1, 9), "queen": winner}
        if self.roll(40):
            event["queen"] = self.chance.choice(("a", "b", "board"))
        if self.roll(5):
            event["points"] = self.chance.randint(0, 12)
        return event

    def in_round(self, state: State) -> Event:
        now = state.situation
        if now is not None and not now.over and self.roll(75):
            if self.roll(3):
                return self.filled("last_shot")
            if self.roll(3):
                return self.filled("twenty")
            return {"kind": "shot", "twenty": self.roll(20)}
        return self.round(state)

    def round(self, state: State) -> Event:
        if self.roll(4):
            return {"kind": "round", "unshot": True}
        if self.roll(50):
            return {"kind": "round", "winner": self.chance.choice(("a", "b", "level"))}
        discs = state.setup.rules["discs"]
        counted = state.situation.twenties if state.situation is not None else {"a": 0, "b": 0}
        total = {}
        for side in "ab":
            others = discs - counted[side]
            total[side] = 20 * counted[side] + 5 * self.chance.randint(0, 3 * others)
        return {"kind": "round", "total": total, "twenties": dict(counted)}

    def any_event(self) -> Event:
        """An event of any kind, mostly well formed; whether it fits is another matter."""
        if self.roll(10):
            return self.chance.choice(
                ({"kind": "goal"}, {"kind": "board"}, {"kind": "stroke", "own": -1}, {"kind": 7}, {})
            )
        return self.filled(self.chance.choice(ENDING if self.roll(5) else OTHERS))

    def filled(self, kind: str) -> Event:
        """An event of this kind with its fields filled in at random."""
        pick, side = self.chance.choice, self.side
        clock = {"clock": pick(CLOCKS)}
        fields: dict[str, Event] = {
            "toss": {
                "breaks": side(),
                "won": pick(("a", "b", None)),
                "choice": pick(("break", "side", None)),
            },
            "play": {"strokes": pick((True, False, None))},
            "board": {
                "winner": side(),
                "left": self.chance.randint(0, 9),
                "queen": pick(("a", "b", "board", None)),
                "demand": pick((0, 0, 0, 1, 2)),
                "law": pick((None, None, None, *BOARD_LAWS)),
                "slam": pick((None, None, None, None, "white", "black")),
            },
            "replayed": {"law": pick(REPLAY_LAWS)},
            "concede": {"side": side(), "what": pick(("game", "match"))},
            "lost": {"side": side(), "law": pick(MATCH_LAWS)},
            "override": {"set": self.overrides()},
            "names": {"a": ["Asha"]},
            "pause": {**clock, "left": self.chance.randint(0, 90000)},
            "resume": clock,
            "expired": clock,
            "stroke": {
                "own": self.chance.randint(0, 9),
                "opponent": pick((0, 0, 1, 9)),
                "queen": self.roll(30),
                "striker": self.roll(30),
                "improper": self.roll(20),
                "untouched": self.roll(10),
                "before_play": self.roll(5),
            },
            "foul": {"side": side(), "technical": pick((True, False, None))},
            "place": {
                "how": pick(("done", "forgone", "lapsed", "not_completed")),
                "side": pick(("a", "b", None)),
            },
            "room": {
                "has": self.roll(50),
                "side": pick(("a", "b", None)),
                "placed": pick((None, 0, 1)),
            },
            "turn": {"seat": self.chance.randrange(4)},
            "situation": {
                "seat": self.chance.randrange(4),
                "left": {"a": self.chance.randint(0, 9), "b": self.chance.randint(1, 9)},
                "queen": pick(("board", "covering", "a", "b")),
                "owes": pick((None, {"a": 0, "b": 2}, {"a": 1, "b": 0})),
                "fresh": pick((None, True, False)),
            },
            "protest": {"side": side(), "about": pick(("this", "last", None)), "text": "not touched"},
            "ruled": {"upheld": self.roll(40), "protest": pick((None, 1, 2, 3))},
            "round": {"winner": pick(("a", "b", "level"))},
            "shot": {"twenty": self.roll(30)},
            "twenty": {"side": side(), "count": pick((None, 1, 3))},
            "last_shot": {"side": pick(("a", "b", None))},
            "forfeit": {"side": side(), "what": pick(("round", "game", "match"))},
            "ended": {"winner": pick(("a", "b", None))},
            "decided": {"winner": pick(("a", "b", None))},
            "boot": {"cause": "power"},
            "hall": {"do": pick(("start", "pause", "resume", "end"))},
        }
        given = fields.get(kind, {})
        kept = {name: value for name, value in given.items() if value is not None or kind == "last_shot"}
        return {"kind": kind, **kept}

    def overrides(self) -> Event:
        chosen = {
            "points_a": self.chance.randint(0, 30),
            "points_b": self.chance.randint(0, 30),
            "games_a": self.chance.randint(0, 2),
            "games_b": self.chance.randint(0, 2),
            "board": self.chance.randint(1, 9),
            "breaks": self.side(),
            "left_side": self.side(),
            "twenties_a": self.chance.randint(0, 20),
        }
        names = self.chance.sample(sorted(chosen), self.chance.randint(1, 2))
        return {name: chosen[name] for name in names}
