"""One table: match, clocks, panel, screen and sounds joined. No I/O: what it needs is handed in, time too.

A press goes one way: key -> meaning on the present screen (panel) -> event -> rules and journal (record) ->
new state -> clocks, sound, screen. The host's commands join at "event".
"""

from ..game.errors import GameError
from . import commands, conduct, idle, screens, shortage, sports, texts
from . import status as statuses
from .clocks import HALL_OVER, HALL_WARN, HALL_ZERO, SECOND, WARN, ZERO, Clocks
from .hall import Hall
from .idle import Idle
from .panel import Panel
from .record import NotStored, Record
from .sounds import FLASHES, SoundBox, sound_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator

    from ..game.state import State
    from .screens import Screen

NOTICE_MS = 1500
"""How long a passing message stays: time to read it, and never in the way."""

_REVISION_MASK = 0x3FFFFFFF  # stays a small int, so that counting never allocates


class Table:
    """One scoreboard.

    store(event) -> the event with its envelope, or raises `failure`; read() -> iterator of the stored
    events from the last `match` event on; settings: dict-like with "table" (its number), "brightness"
    (0-15), "volume" (0-10) and optionally "name", "firmware", "journal", "strokes" (0: boards are not
    recorded stroke by stroke), "struck" (0: CLOCK once a stroke), "ruleset" (its id, or the name of an own
    one), "rulesets" (own ones: (name, ruleset it starts from, changes) each); diff, add: the tick functions.

    on_event(event) and on_setting(name, value) are called, when set, after an event was stored or a setting
    changed. `device`, when set, is what the menu asks about the device (app/facts.py); `battery`: {"mv",
    "percent", "hours"}, None without one; `problem`: the last failure of a task in words, for the host.
    `revision` changes whenever the screen may have, `status_revision` when the status has (but for
    the running of a clock). All `now` are ticks in ms.
    """

    def __init__(
        self,
        store: "Callable[[dict], dict]",
        read: "Callable[[], Iterator[dict]]",
        settings: "dict[str, Any]",
        diff: "Callable[[int, int], int]",
        add: "Callable[[int, int], int]",
        failure: "type[Exception] | tuple" = Exception,
    ) -> None:
        self.settings = settings
        self.record = Record(store, read, failure)
        self.clocks = Clocks(diff, add)
        self.hall = Hall(self, diff, add)
        self.diff = diff
        self.panel = Panel(self)
        self.sounds = SoundBox()
        self.view = screens.Screen(settings.get("table", 0))
        self.on_event: "Callable[[dict], object] | None" = None
        self.on_setting: "Callable[[str, int], object] | None" = None
        self.device: "Any" = None
        self.battery: "dict[str, Any] | None" = None
        self.problem: "str | None" = None
        self.revision = 0
        self.status_revision = 0
        self.refusals = 0
        self.plays_on: "tuple | None" = None  # match, game, board in which the umpire went on (D296)
        self.idle = Idle(settings.get("idle", 0), 0)
        self._diff = diff
        self._add = add
        self._notice_until = 0
        self._stale = True
        self._is_behind = False  # an event is stored, and memory ran out before the table followed it
        self._beat = -1
        self._now = 0

    @property
    def state(self) -> "State":
        """The match as it stands (game.state.State)."""
        return self.record.state

    def boot(self, now: int, cause: str, torn: int = 0, row: int = 0) -> None:
        """After power-on: the match stands as it stood, its clock paused. Stores the `boot` event.

        cause: why the device started. torn: bytes of an unfinished record that were cut off the journal. row:
        how many runs in a row have failed, this start counted.
        """
        self._now = now
        self.record.load()
        conduct.recover(self, now)
        self.panel.leave()
        self.idle.touch(now)
        conduct.ask_again(self, now)
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
        """A key of `panel.KEYS` went down, or (`long`) has been down for 0.7 s."""
        before = -1
        try:
            is_ready = shortage.has_room()
            if is_ready:
                self.tick(now)  # what was due before the press comes before it
                is_ready = not self._is_behind
            before = self.record.last_seq
            if is_ready:
                self._press(key, long, now)
            else:
                self.refuse("memory", now=now)
        except MemoryError:
            shortage.tell(self, before >= 0 and self.record.last_seq != before, now)

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

    def tick(self, now: int) -> None:
        """Let time pass; call it every 10 ms or so. Allocates nothing unless a clock runs out."""
        self._now = now
        if self._is_behind:
            self._is_behind = not shortage.catch_up(self, now)
        flags = self.clocks.tick(now)
        beat = now >> 8
        if beat != self._beat or flags & SECOND:
            self._beat = beat
            self._revise()
            self.hall.carry_on(now)
        if self.view.is_dark_at(now) != self.view.dark:
            self._revise()
        if self.view.notice_on and self._diff(now, self._notice_until) >= 0:
            self.view.end_notice()
            self._revise()
        if self.panel.rest(self._diff, now) or self.idle.tick(self, now):
            self.touch()
        self.hall.tick(now)
        if flags & ~SECOND:
            self._clock_says(flags, now)

    def command(self, event: dict, now: int) -> "tuple[bool, str, str]":
        """An event asked for by the host: (taken, code, message); see commands.py."""
        self.tick(now)
        return commands.command(self, event, now)

    def set_host_time(self, ticks: int, host_ms: int, now: int) -> None:
        """The host says: when the ticks stood at `ticks`, its time was `host_ms` (UTC ms); see hall.py."""
        self.tick(now)
        self.hall.set_host_time(ticks, host_ms, now)

    def screen(self, now: int) -> "Screen":
        """What is to be seen at `now`: one Screen object, used again and again."""
        view = self.view
        if self._stale:
            screens.compose(view, self.state, self.clocks)
            self.panel.show(view, self.state)
            if self.is_decided:
                from . import desk

                desk.lay(view, self)
            if self.idle.is_resting:
                idle.lay(view, self)
            ruling = self.record.ruling
            view.ruling = "" if ruling is None else ruling.text
            view.laws = () if ruling is None else ruling.laws
            self._stale = False
        if self.battery is not None:
            view.battery = self.battery["percent"]
        view.advance(self.clocks, now)
        return view

    def status(self, now: int) -> dict:
        """What the link tells the host; see status.py."""
        return statuses.status(self, now)

    def take_sound(self) -> "str | None":
        """The name of the pattern to play now (sounds.PATTERNS), or None; its light goes with it."""
        name = self.sounds.take()
        if name in FLASHES:
            self.view.flash(FLASHES[name], self._now)
        return name

    def wink(self) -> None:
        """A press was taken and nothing on the digits has changed by it: they answer all the same."""
        self.view.flash(1, self._now)

    def set_link(self, state: str, age_s: int) -> None:
        """The link to the host: "", "down", "stale", "up" or "open"; seconds since it was heard, or -1."""
        if state != self.view.link or age_s != self.view.link_age_s:
            self.view.link, self.view.link_age_s = state, age_s
            self._revise()

    def set(self, name: str, value: int) -> None:
        """Change a setting, and tell whoever carries it out."""
        self.settings[name] = value
        if self.on_setting is not None:
            self.on_setting(name, value)

    @property
    def by_strokes(self) -> bool:
        """A board that begins is to be recorded stroke by stroke."""
        return bool(self.settings.get("strokes", 1)) and not sports.is_crokinole(self.state)

    def in_play(self) -> bool:
        """Whether a match is here that must not be replaced: begun, or decided and not confirmed."""
        if self.state.phase in ("idle", "confirmed"):
            return False
        return self.record.undoable is not None

    @property
    def is_decided(self) -> bool:
        """The organiser has decided this match, and the main screen asks its umpire to end it (desk.py)."""
        if self.record.decided is None or not self.panel.is_at_main or self.panel.is_busy:
            return False
        from . import desk

        return desk.stands(self)

    def new_match_id(self) -> str:
        """An id for a match set up at this table, never used again: table, journal, next event's number."""
        journal = self.settings.get("journal", "")
        return "t%d-%s%s%d" % (self.view.table, journal, "-" if journal else "", self.record.last_seq + 1)

    def enter(self, event: dict, now: int, by: str) -> None:
        """Apply and store an event; GameError or NotStored, then nothing was changed."""
        old = self.record.state
        stored = self.record.add(event, by)
        self._happened(stored, old, stored["kind"], now)

    def commit(self, event: dict, now: int) -> bool:
        """Enter an event from the panel, or refuse it with the reason on display; whether it was taken."""
        try:
            self.enter(event, now, "panel")
        except GameError as error:
            self.refuse("impossible", error.message, now)
            return False
        except NotStored as error:
            self.show_not_stored(error, now)
            return False
        return True

    def undo(self, now: int) -> bool:
        """UNDO: leave out the last event and show which; whether there was one."""
        return self._step("Undo.", self.record.undo, "at_start", now)

    def redo(self, now: int) -> bool:
        """Let the event hold again that was undone last; whether there was one."""
        return self._step("rEdo.", self.record.redo, "no_redo", now)

    def take_undo_back(self, now: int) -> bool:
        """The undo of this press never was: the event holds again, and the clock is as at `clocks.keep`."""
        if not self.redo(now):
            return False
        self.clocks.restore()
        self.view.end_notice()
        return True

    def refuse(self, reason: str, line: "str | None" = None, now: "int | None" = None) -> None:
        """Answer a key that means nothing now: sound, and the reason (`texts.REASONS`) on the display.

        line: other words than usual; with "impossible" the message of the rules.
        """
        message, usual = texts.REASONS[reason]
        if line and reason == "impossible":
            from . import refusals

            message, line = refusals.words_of(line)
        self.refuse_with(message, line or usual, now)

    def refuse_with(self, message: str, line: str, now: "int | None" = None) -> None:
        """As `refuse`, in words made for the moment: up to 8 digits, at most 40 characters."""
        self.sounds.ask("refuse")
        self.refusals = (self.refusals + 1) & _REVISION_MASK
        self.notice(message, line, now)

    def message(self, name: str, now: "int | None" = None) -> None:
        """Show a passing message of `texts.NOTICES`."""
        message, line = texts.NOTICES[name]
        self.notice(message, line, now)

    def notice(self, message: str, line: str, now: "int | None" = None) -> None:
        """Show a passing message for NOTICE_MS, from `now` or the moment of the last tick, the later one."""
        self.view.notice(message, line)
        if now is None or self._diff(now, self._now) < 0:
            now = self._now
        self._notice_until = self._add(now, NOTICE_MS)
        self.touch()

    def show_not_stored(self, error: "NotStored", now: "int | None" = None) -> None:
        """The journal failed: said on the display, with what to do, and by sound."""
        self.refuse("flash", texts.not_stored(error.code, error.message), now)

    def touch(self) -> None:
        """Something happened: screen and status are to be made anew."""
        self._stale = True
        self.status_revision = (self.status_revision + 1) & _REVISION_MASK
        self._revise()

    def _revise(self) -> None:
        self.revision = (self.revision + 1) & _REVISION_MASK

    def _step(self, word: str, step: "Callable[[str], dict]", refusal: str, now: int) -> bool:
        old = self.record.state
        try:
            stored = step("panel")
        except GameError:
            self.refuse(refusal, now=now)
            return False
        except NotStored as error:
            self.show_not_stored(error, now)
            return False
        self._happened(stored, old, "undo", now)
        kind = self.record.left_out
        what = texts.UNDONE[kind]
        if kind in ("board", "round"):
            number = self.state.board if word[0] == "U" else old.board
            what = "%s%2d" % (what, min(number, 99))
        line = "Undone: %s" if word[0] == "U" else "Holds again: %s"
        self.notice(word + what, line % kind, now)
        return True

    def _happened(self, stored: dict, old: "State", kind: str, now: int) -> None:
        """An event is stored and the state is new: whoever wants to know, clocks, sound."""
        if self.on_event is not None:
            self.on_event(stored)
        try:
            if self.record.is_behind:
                raise MemoryError
            self._follow(stored, old, kind, now)
        except MemoryError:
            self._is_behind = not shortage.catch_up(self, now)

    def _follow(self, stored: dict, old: "State", kind: str, now: int) -> None:
        self.idle.touch(now)
        self.panel.strokes.follow(stored)
        conduct.follow(self, old, kind, now)
        self.panel.follow()
        self._tell_ruling(kind, now)
        sound = sound_of(old, self.state, kind)
        if sound:
            self.sounds.ask(sound)
        self.touch()

    def _tell_ruling(self, kind: str, now: int) -> None:
        """After what happened in a board: what it comes to and its first Law, for a moment."""
        ruling = self.record.ruling
        if kind not in texts.RULED_ON or ruling is None:
            return
        from . import words

        message = words.of(ruling)
        if message:
            self.notice(message, ruling.text, now)

    def _clock_says(self, flags: int, now: int) -> None:
        if flags & ZERO:
            self._expired(now)
        if flags & HALL_ZERO:
            self.hall.ended(now)
        if flags & (WARN | HALL_WARN):
            self.sounds.ask("warn")
        if flags & HALL_OVER:
            self.touch()

    def _expired(self, now: int) -> None:
        """The main clock has come to zero: tone, record, and what it means - for the umpire to rule on."""
        name = self.clocks.main.name
        breach, law = conduct.breach(self, name)
        self.sounds.ask("zero")
        self.touch()
        event = {"kind": "expired", "clock": name, "law": law}
        if breach is not None:
            event["breach"] = breach
        try:
            self.enter(event, now, "table")
        except NotStored as error:
            self.show_not_stored(error, now)
