"""Pages of the menu: a form on which one or more values are chosen, and pages only to be read.

WHITE and BLACK move (back, on), QUEEN and STRIKER change the value (next, previous), OK
takes it, UNDO goes back. Nothing is stored before the OK on the last field.
"""

from . import conduct


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
    live: None, or called as live(panel, value) at each change. ring: after the last choice comes the first.
    """

    def __init__(self, label, line, choices, at=-1, live=None, ring=True):
        self.label = label
        self.line = line
        self.choices = choices
        self.at = at
        self.live = live
        self.ring = ring

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
        elif field.ring or 0 <= field.at + step < len(field.choices):
            field.at = (field.at + step) % len(field.choices)
        else:
            panel.refuse("at_end")
        if field.live is not None:
            field.live(panel, field.value)

    def _take(self, panel, field, now):
        if field.at < 0:
            panel.refuse("choose")
        elif self.at + 1 < len(self.fields):
            self.at += 1
        elif self.done(panel, [one.value for one in self.fields], now):
            panel.leave()


class Info:
    """Pages to read: (message, line) each; WHITE, BLACK and OK go through them, UNDO goes back."""

    def __init__(self, pages, back):
        self.pages = pages
        self.back = back
        self.at = 0

    def press(self, panel, key, now):
        """A key while the pages are open."""
        if key == "UNDO":
            panel.open(self.back)
        elif key in ("WHITE", "BLACK", "OK"):
            self.at = (self.at + (-1 if key == "WHITE" else 1)) % len(self.pages)
        elif not step_out(panel, key, now):
            panel.refuse("later")

    def long(self, panel, key, now):
        """Nothing has a second meaning here."""
        return False

    def may_rest(self):
        """May be left when nobody presses a key any more."""
        return True

    def show(self, screen, state):
        """Lay the page over the screen."""
        screen.say(*self.pages[self.at])
