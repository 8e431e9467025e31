"""One table joins the match, the panel, the screen and time. It does no I/O: callers pass in what it needs,
time included.

A press is handled in one order: key -> meaning on the present page (pages) -> event -> rules and journal
(core) -> new state -> clocks, sound, screen. The host's commands join at "event".
"""

from . import texts
from .core import commands
from .core import status as statuses
from .core.clocks import HALL_OVER, HALL_WARN, HALL_ZERO, OFF, QUIET, RUNNING, SECOND, WARN, ZERO
from .core.conduct import ONCE, presses
from .core.core import Core, Room
from .core.hall import Hall
from .core.record import NotStored
from .pages.panel import Panel
from .show import views
from .show.called import ruling_lines
from .show.screens import PAGE_MS_BITS, Screen
from .sounds import FLASHES
from .sports import Sports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator


HESITATION_MS = 8_000
"""Without a key for so long, digits name the key that goes on."""


class Table(Core):
    """One scoreboard.

    store(event) -> the event with its envelope, or raises `failure`; read() -> iterator of the stored
    events from the last `match` event on; settings: dict-like with "table" (its number), "brightness"
    (0-15), "volume" (0-10) and optionally "name", "firmware", "journal", "strokes" (0: boards are not
    recorded stroke by stroke), "struck" (when CLOCK is pressed in a stroke: core/conduct.py), "ruleset" (its
    id, or the name of an own one), "rulesets" (own ones: (name, ruleset it starts from, changes) each); diff,
    add: the tick functions.

    `device`, when set, gives the menu the facts about the device (app/facts.py); `battery`: {"mv", "percent",
    "hours"}, None without one; `problem`: the last failure of a task in words, for the host.
    """

    panel: "Panel"
    view: "Screen"

    def __init__(
        self,
        store: "Callable[[dict], dict]",
        read: "Callable[[], Iterator[dict]]",
        settings: "dict[str, Any]",
        diff: "Callable[[int, int], int]",
        add: "Callable[[int, int], int]",
        failure: "type[Exception] | tuple" = Exception,
    ) -> None:
        Core.__init__(self, store, read, settings, diff, add, failure, Sports().named)
        self.lines_of = ruling_lines
        self.hall = Hall(self, diff, add)
        self.view = Screen(settings.get("table", 0))
        self.panel = Panel(self, self.view)
        self.room = Room()
        self._beat = -1
        # Nothing changes by itself until `_calm_until`, as long as the revision is `_calm_revision`.
        self._calm_revision = -1
        self._calm_until = 0

    def boot(self, now: int, cause: str, torn: int = 0, row: int = 0) -> None:
        """Restore the match after power-on, its clock paused. Stores the `boot` event.

        cause: why the device started. torn: bytes of an unfinished record that were cut off the journal. row:
        how many runs in a row have failed, this start counted.
        """
        self._now = now
        self.load(now)
        self.panel.leave()
        self.idle.touch(now)
        self.hall.recover(self.record.hall_event)
        self.sport.ask_again(self, now)
        event: "dict[str, Any]" = {"kind": "boot", "cause": cause}
        if row:
            event["row"] = row
        if self.battery is not None:
            event["mv"] = self.battery["mv"]
        if torn:
            event["torn"] = torn
            self.notice(*texts.NOTICES["torn"], now=now)
        if self.record.skipped:
            message, line = texts.NOTICES["damaged"]
            self.notice(message, line % self.record.skipped[0], now)
        try:
            self.enter(event, now, "table")
        except NotStored as error:
            self.show_not_stored(error, now)
        self.touch()

    def press(self, key: str, long: bool, now: int) -> None:
        """A key of `panel.KEYS` went down, or (`long`) has been down for 0.7 s.

        When memory is short, a press that may run out of it is refused before it begins; an event
        that was stored is valid in any case.
        """
        before = -1
        try:
            is_ready = self.room.give_up()
            if is_ready:
                self.tick(now)  # what was due before the press is done first
                is_ready = not self.is_behind
            before = self.record.last_seq
            if is_ready:
                self._press(key, long, now)
            else:
                self.refuse("memory", now=now)
        except MemoryError:
            if before >= 0 and self.record.last_seq != before:
                self.message("short", now)
            else:
                self.refuse("memory", now=now)  # it must be made again
        self.room.is_wanted = True

    def hold_room(self) -> None:
        """Hold the memory for the next press, if it is not held. Call it a moment after a press."""
        if self.room.is_wanted:
            self.room.hold()

    def _press(self, key: str, long: bool, now: int) -> None:
        self.idle.touch(now)
        if long:
            if self.panel.long(key, now):
                self.sounds.ask("key")
                self.touch()
            return
        self.view.end_notice()
        self.view.flash(0, now)
        self.sounds.ask("key")
        self.panel.press(key, now)
        self.touch()

    def next_change(self, now: int) -> int:
        """Milliseconds until the table next changes by itself, and `tick` is due; 0: now, or as soon as
        `screen` was asked for. At most about 1,000. Allocates nothing.
        """
        if self.revision != self._calm_revision:
            return 0
        return max(0, self.diff(self._calm_until, now))

    def tick(self, now: int) -> None:
        """Let time pass; call it every 10 ms or so, or when `next_change` is over. Allocates nothing unless a
        clock runs out.
        """
        self._now = now
        # Nearly every tick ends here: at 100 Hz the rest would be most of what the table does.
        if self.revision == self._calm_revision and self.diff(now, self._calm_until) < 0:
            return
        revision = self.revision
        self.hold_room()
        if self.is_behind:
            self.catch_up(now)
        flags = self.clocks.tick(now)
        beat = self.view.beat(now)
        if beat != self._beat or flags & SECOND:
            self._beat = beat
            self._revise()
            self.hall.carry_on(now)
        if self.view.is_dark_at(now) != self.view.dark:
            self._revise()
        if self.view.notice_on and self.diff(now, self._notice_until) >= 0:
            self._end_notice(now)
        if self.panel.rest(now) or self.idle.tick(self, now):
            self.touch()
        self.hall.tick(now)
        if flags & ~SECOND:
            self._clock_says(flags, now)
        if self.revision == revision:
            self._calm_down(now)  # else `screen` does it: it knows what blinks

    # Apart: MicroPython takes memory for a call that needs more than eleven words.
    def _end_notice(self, now: int) -> None:
        """The message's time is up: what follows it, or the page."""
        self.view.end_notice()
        self._revise()
        digits, line, ms = self._then
        if digits:
            self.notice(digits, line, now)
            self._notice_until = self._add(now, ms)

    def _calm_down(self, now: int) -> None:
        """Work out until when nothing changes by itself."""
        view = self.view
        if self.is_behind or view.flash_ms:
            self._calm_revision = -1
            return
        wait = min(view.until_beat(now), self.clocks.wait(now), self.hall.wait(now))
        wait = min(wait, self.panel.until_rest(now), self.idle.wait(self, now))
        if view.notice_on:
            wait = min(wait, self.diff(self._notice_until, now))
        self._calm_until = self._add(now, max(0, wait))
        self._calm_revision = self.revision

    def command(self, event: dict, now: int) -> "commands.Outcome":
        """An event asked for by the host; the answer as commands.py has it."""
        self.tick(now)
        return commands.command(self, self.hall, event, now)

    def set_host_time(self, ticks: int, host_ms: int, now: int) -> None:
        """Set the host's time: it was `host_ms` (UTC ms) at the ticks `ticks`; see hall.py."""
        self.tick(now)
        self.hall.set_host_time(ticks, host_ms, now)
        self._calm_revision = -1

    def screen(self, now: int) -> "Screen":
        """Return the screen at `now`: always the same Screen object."""
        view = self.view
        if self._stale:
            view.shows_lines = self.shows_lines
            views.compose(view, self.record.state, self.clocks, self.sport.lay)
            if self.letters is not None:
                self.letters.lay(view, self.record.state)
            self.panel.show()
            if self.is_decided():
                from .pages import desk

                desk.lay(view, self)
            elif self.is_time_called():
                from .pages import desk

                desk.lay_time(view)
            if self.idle.is_resting:
                views.lay_rest(view, self.clocks)
            ruling = self.record.ruling
            view.ruling = self.shown_ruling()
            view.laws = () if ruling is None else ruling.laws
            self._stale = False
        if self.battery is not None:
            view.battery = self.battery["percent"]
        view.advance(self.clocks, now)
        if self._names_key(now):
            self._name_key(view, now)
        self._calm_down(now)
        return view

    # Apart: MicroPython takes memory for a call that needs more than eleven words.
    def _name_key(self, view: "Screen", now: int) -> None:
        """Have digits name the key that goes on."""
        view.page_now, view.message_clock = "message", False
        phase = view.phase
        if phase == "toss" and self.panel.is_busy:
            phase = "over"  # who breaks is chosen: OK enters it
        elif phase == "board" and not self.sport.goes_on_with_clock(self.record.state, self.clocks):
            phase = "over"  # OK enters the result
        view.message, view.message_codes = texts.NEXT_KEY[phase]
        if phase == "ready" and self.by_strokes():
            if now >> PAGE_MS_BITS & 4:  # by turns with the key
                return
            view.message_codes = texts.PLAY_WAYS[presses(self)]
            view.message = texts.WAYS[1 if presses(self) == ONCE else 2][0]

    def _names_key(self, now: int) -> bool:
        """Whether digits name the key that goes on: two seconds of eight, when no key was pressed for a while
        and no count runs that players watch, or has just run out. A display of lines says it all the time.
        """
        if now >> PAGE_MS_BITS & 3 != 3 or self.shows_lines or self.view.notice_on:
            return False
        if not self.panel.is_at_main or self.idle.is_resting:
            return False
        if self.diff(now, self.panel.pressed_at) < HESITATION_MS:
            return False
        phase = self.view.phase
        if phase == "idle":
            return self.clocks.hall.state == OFF
        clock = self.clocks.main
        if clock.is_at_zero(now, HESITATION_MS):
            return False  # who looks up at the tone sees the zero
        return phase != "board" or clock.state != RUNNING

    def status(self, now: int) -> dict:
        """Return the status that the link sends to the host; see status.py."""
        return statuses.status(self, self.hall, now)

    def take_sound(self) -> "str | None":
        """The name of the pattern to play now (sounds.PATTERNS), or None; its flash begins too."""
        name = self.sounds.take()
        if name in FLASHES:
            self._flash(FLASHES[name])
        return name

    def wink(self) -> None:
        """A press was taken, but the digits did not change: let them flash as the answer."""
        self._flash(1)

    def _flash(self, count: int) -> None:
        self.view.flash(count, self._now)
        self._calm_revision = -1

    def set_link(self, state: str, age_s: int) -> None:
        """The link to the host: "", "down", "stale", "up" or "open"; seconds since it was heard, or -1."""
        if state != self.view.link or age_s != self.view.link_age_s:
            self.view.link, self.view.link_age_s = state, age_s
            self._revise()

    def _clock_says(self, flags: int, now: int) -> None:
        if flags & ZERO:
            self.clock_expired(now)
        if flags & HALL_ZERO:
            self.hall.ended(now)
        if flags & (WARN | HALL_WARN):
            if self.warns:
                self.sounds.ask("warn")
            else:
                self._flash(FLASHES["warn"])
        if flags & HALL_OVER:
            self.touch()
        if flags & QUIET:
            self.sport.quiet(self, now)
