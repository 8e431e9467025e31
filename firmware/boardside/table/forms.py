"""Pages on which values are chosen: a form of one or more fields, and the editing of the score.

In all of them WHITE and BLACK move (back, on), QUEEN and STRIKER change the value (next, previous), OK takes it,
UNDO goes back. Nothing is stored before the OK on the last field.
"""

from . import conduct, texts
from .screens import right_side


def step_out(panel, key, now):
    """The keys that mean the same on every page of the menu; whether `key` was one of them.

    CLOCK leaves and does its work: a menu opened by mistake is never in the way of the play.
    """
    if key == "CLOCK":
        panel.leave()
        conduct.clock_key(panel.table, now)
    elif key == "PAUSE":
        conduct.pause_key(panel.table, now)
    elif key == "FOUL":
        panel.refuse("foul")
    elif key == "DUE":
        panel.refuse("later")
    else:
        return False
    return True


class Field:
    """One value to choose. label: up to 4 digits. choices: tuple of (text of up to 4 digits, value).

    at: index of the choice it starts with, -1 for none: then one must be made. line: for those who can read.
    live: None, or called as live(panel, value) at each change.
    """

    def __init__(self, label, line, choices, at=-1, live=None):
        self.label = label
        self.line = line
        self.choices = choices
        self.at = at
        self.live = live

    @property
    def text(self):
        """The chosen value as shown; dashes while none is."""
        return self.choices[self.at][0] if self.at >= 0 else "--"

    @property
    def value(self):
        """The chosen value, None while none is."""
        return self.choices[self.at][1] if self.at >= 0 else None


class Form:
    """Fields one after the other; `done(panel, values, now)` gets the values and tells whether to leave.

    back: the mode that UNDO on the first field returns to (None: the main screen).
    """

    def __init__(self, fields, done, back=None):
        self.fields = fields
        self.done = done
        self.back = back
        self.at = 0

    def press(self, panel, key, now):
        """A key while the form is open."""
        field = self.fields[self.at]
        if key == "QUEEN" or key == "STRIKER":
            self._choose(panel, field, 1 if key == "QUEEN" else -1)
        elif key == "OK" or (key == "BLACK" and self.at + 1 < len(self.fields)):
            self._take(panel, field, now)
        elif key == "UNDO" and self.at == 0:
            panel.open(self.back)
        elif key == "UNDO" or (key == "WHITE" and self.at > 0):
            self.at -= 1
        elif not step_out(panel, key, now):
            panel.refuse("at_end")

    def long(self, panel, key, now):
        """Nothing has a second meaning here."""
        return False

    def may_rest(self):
        """May be left when nobody presses a key any more."""
        return True

    def show(self, screen, state):
        """Lay the field over the screen."""
        field = self.fields[self.at]
        screen.menu_item, screen.menu_value = field.label, field.text
        screen.say("%-4s%4s" % (field.label, field.text), field.line)

    def _choose(self, panel, field, step):
        if field.at < 0:
            field.at = 0 if step > 0 else len(field.choices) - 1
        else:
            field.at = (field.at + step) % len(field.choices)
        if field.live is not None:
            field.live(panel, field.value)

    def _take(self, panel, field, now):
        if field.at < 0:
            panel.refuse("choose")
        elif self.at + 1 < len(self.fields):
            self.at += 1
        elif self.done(panel, [one.value for one in self.fields], now):
            panel.leave()


# What can be edited on the score page, in the order of the display: (blinking part, name of the value).
_PARTS = (
    ("points_left", "points_"),
    ("games_left", "games_"),
    ("centre", "breaks"),
    ("games_right", "games_"),
    ("points_right", "points_"),
)
_LARGEST = {"points_": 99, "games_": 9}


class Edit:
    """The score page with its numbers to be set by hand (143c): an override, recorded as one.

    What blinks is changed by QUEEN (up) and STRIKER (down); OK enters all changes at once.
    """

    def __init__(self, state, back):
        self.back = back
        self.at = 0
        left, right = state.left_side, right_side(state)
        self.sides = (left, left, "", right, right)
        self.start = {"breaks": state.breaker}
        for side in ("a", "b"):
            self.start["points_" + side] = state.points[side]
            self.start["games_" + side] = state.games[side]
        self.values = dict(self.start)

    def press(self, panel, key, now):
        """A key while the score is edited."""
        if key == "QUEEN" or key == "STRIKER":
            self._change(panel, 1 if key == "QUEEN" else -1)
        elif key == "WHITE" or key == "BLACK":
            self.at = (self.at + (-1 if key == "WHITE" else 1)) % len(_PARTS)
        elif key == "UNDO":
            panel.open(self.back)
        elif key == "OK":
            self._enter(panel, now)
        else:
            step_out(panel, key, now)

    def long(self, panel, key, now):
        """Nothing has a second meaning here."""
        return False

    def may_rest(self):
        """May be left when nobody presses a key any more."""
        return True

    def show(self, screen, state):
        """Lay the values over the score page; the part that is being edited blinks."""
        left, right = self.sides[0], self.sides[3]
        screen.page, screen.clock_hidden = "score", True
        screen.points_left, screen.points_right = (
            self.values["points_" + left],
            self.values["points_" + right],
        )
        screen.games_left, screen.games_right = self.values["games_" + left], self.values["games_" + right]
        breaks = self.values["breaks"]
        screen.mark = "" if breaks is None else "left" if breaks == left else "right"
        screen.blink = _PARTS[self.at][0]
        screen.centre = texts.BREAKER_CENTRE if self.at == 2 else texts.EDIT_CENTRE
        screen.menu_item, screen.menu_value = self._name(), str(self.values[self._name()])
        screen.tell("Edit: %s %s. OK enters" % (screen.menu_item.replace("_", " "), screen.menu_value))

    def _name(self):
        return _PARTS[self.at][1] + self.sides[self.at]

    def _change(self, panel, step):
        name = self._name()
        if name == "breaks":
            if self.values[name] is None:  # before the toss nobody breaks yet
                panel.refuse("toss")
            else:
                self.values[name] = "b" if self.values[name] == "a" else "a"
            return
        value = self.values[name] + step
        if 0 <= value <= _LARGEST[_PARTS[self.at][1]]:
            self.values[name] = value
        else:
            panel.refuse("at_end")

    def _enter(self, panel, now):
        changes = {}
        for name in self.values:
            if self.values[name] != self.start[name]:
                changes[name] = self.values[name]
        if not changes:
            panel.refuse("same")
        elif panel.commit({"kind": "override", "set": changes}, now):
            panel.leave()
