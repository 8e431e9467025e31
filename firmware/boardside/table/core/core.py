"""The match at this table joins the record, the clocks, the sounds and the passing messages. This module uses
no page and no display.

Keys, host and time change the match only through `Core`, always in this order: the rules check the event, the
journal stores it, the new state replaces the old one, then clocks, panel and sound are updated.
"""

from ...game.errors import GameError
from .. import texts
from ..sounds import SoundBox, sound_of
from .clocks import EXPIRED, LENGTH_MAX_MS, Clocks
from .record import NotStored, Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator, Protocol

    from ...game.state import Clauses, Ruling, State
    from ...game.strokes import Situation

    class View(Protocol):
        """What the core uses of the display (show/screens.py): passing messages and flashes."""

        table: int
        notice_on: bool

        def notice(self, message: str, line: str) -> None: ...
        def end_notice(self) -> None: ...
        def flash(self, count: int, now: int) -> None: ...

    class Keys(Protocol):
        """What the core uses of the panel (pages/panel.py)."""

        @property
        def is_at_main(self) -> bool: ...
        @property
        def is_busy(self) -> bool: ...

        mode: Any
        """The page that is open."""

        pressed_at: int
        """When the last key was pressed."""

        def open(self, mode: Any) -> None: ...
        def follow(self) -> None: ...
        def leave(self) -> None: ...

    class Sport(Protocol):
        """What differs by sport at a table: sports.py for carrom, crokinole/sport.py. Pages are
        pages/panel.Page.
        """

        name: str
        has_strokes: bool
        """Boards can be recorded stroke by stroke."""
        ends_at_zero: bool
        """Whether a board's clock at zero ends the board; it can then no longer be set by hand."""
        who_begins: str
        """Asked for a match that is set up here."""
        main: Any
        """The main page."""

        @property
        def lay(self) -> "Callable[[Any, State, Clocks], None]":
            """Lays what only this sport shows over the screen of the match (show/views.py)."""

        def situation(self, state: State) -> "Situation | None": ...
        def goes_on_with_clock(self, state: State, clocks: Clocks) -> bool: ...
        def playing(self, state: State) -> Any: ...
        def clear(self) -> None: ...
        def follow(self, core: "Core", old: State, stored: dict, kind: str, now: int) -> None: ...
        def recover(self, core: "Core", now: int) -> None: ...
        def ask_again(self, core: "Core", now: int) -> None: ...
        def hall_ended(self, core: "Core", now: int) -> None: ...
        def quiet(self, core: "Core", now: int) -> None: ...
        def breach(self, core: "Core", name: str) -> "tuple[str | None, str]": ...
        def clock_key(self, core: "Core", now: int) -> None: ...
        def clock_wanted(self, state: State) -> "str | None": ...
        def entry(self, state: State) -> Any: ...
        def proposal(self, state: State) -> Any: ...
        def menu(self) -> Any: ...
        def categories(self) -> tuple: ...
        def points_problem(self, state: "State", a: int, b: int) -> str: ...


NOTICE_MS = 1500
"""How long a passing message stays: time to read it, and never in the way."""

RULING_MS = 900
"""A ruling stays so long, and its Law for the rest of NOTICE_MS: together they hide the count no longer than
another message."""

ROOM_BYTES = 4096
"""More than any press needs at once, its picture included: 3.4 KB on the unix port, whose objects are twice
as large as an ESP32's."""

MINUTE_MS = 60_000

_NOTHING = ("", "", 0)
_REVISION_MASK = 0x3FFFFFFF  # stays a small int, so that counting never allocates
_ENDED = ("idle", "over", "confirmed")


def has_room() -> bool:
    """Whether a press will find the memory it needs, once garbage is collected."""
    try:
        bytearray(ROOM_BYTES)
    except MemoryError:
        return False
    return True


class Room:
    """Keeps the memory for the next press free: a buffer that is held between presses. The search for
    it walks through the heap, so it follows a press and delays no display. Each buffer becomes garbage, so a
    heap that has grown (app/garbage.py) needs none.
    """

    def __init__(self) -> None:
        self._held: "bytearray | None" = None
        self.is_plenty = False
        """Whether there is memory for any press anyhow."""
        self.is_wanted = True
        """The next tick is to hold the buffer; set when a press is over."""

    def hold(self) -> None:
        """Hold the buffer, if memory allows; else the next press asks again."""
        self.is_wanted = False
        if self.is_plenty:
            return
        try:
            self._held = bytearray(ROOM_BYTES)
        except MemoryError:
            pass

    def give_up(self) -> bool:
        """A press begins, and may use the memory until it is over. Return whether there is enough."""
        self.is_wanted = False
        if self._held is None:
            return self.is_plenty or has_room()
        self._held = None
        return True


class Idle:
    """Puts an idle table to rest, `minutes` (0: never) after the last key or event without a match in play.
    The next key ends the rest and also has its usual effect. Callers read `is_resting`.
    """

    def __init__(self, minutes: int, now: int) -> None:
        self._after_ms = minutes * MINUTE_MS
        self._touched_at = now
        self.is_resting = False

    def touch(self, now: int) -> None:
        """Something happened."""
        self._touched_at = now
        self.is_resting = False

    def tick(self, core: "Core", now: int) -> bool:
        """Return whether the table begins to rest now. Allocates nothing. Call it at least every few days."""
        if self.wait(core, now) > 0:
            return False
        self.is_resting = True
        return True

    def wait(self, core: "Core", now: int) -> int:
        """Milliseconds until the table begins to rest if nothing happens; 0 or less: now."""
        if self.is_resting or not self._after_ms:
            return LENGTH_MAX_MS
        if core.record.state.phase not in ("idle", "confirmed") or not core.panel.is_at_main:
            self._touched_at = now
            return LENGTH_MAX_MS
        return self._after_ms - core.diff(now, self._touched_at)


def _no_lines(_state: "State", _clauses: "Clauses") -> tuple:
    return ()


def _no_law(_laws: tuple) -> str:
    return ""


class Core:
    """What pages, clocks and host may do to the match. `Table` adds panel, screen and time; its arguments are
    described there. sport_named(name) gives the Sport of that name.

    `sport`: the one that is played here. `view`, `panel`: set by the table. on_event(event) and
    on_setting(name, value) are called, when set, after an event was stored or a setting changed. `revision`
    changes whenever the screen may have, `status_revision` when the status has (but for the running of a
    clock), `refusals` with each refused key. All `now` are ticks in ms.
    """

    view: "View"
    panel: "Keys"

    def __init__(
        self,
        store: "Callable[[dict], dict]",
        read: "Callable[..., Iterator[dict]]",
        settings: "dict[str, Any]",
        diff: "Callable[[int, int], int]",
        add: "Callable[[int, int], int]",
        failure: "type[Exception] | tuple",
        sport_named: "Callable[[str], Sport]",
    ) -> None:
        self.settings = settings
        self.record = Record(store, read, failure)
        self.clocks = Clocks(diff, add)
        self.diff = diff
        self._add = add
        self.sport_named = sport_named
        self.sport = sport_named("carrom")
        self.sounds = SoundBox()
        self.warns = True  # the warnings before zero sound; else they are only seen
        self.on_event: "Callable[[dict], object] | None" = None
        self.on_setting: "Callable[[str, int], object] | None" = None
        self.shows_lines = True  # a display can show a line of text; without one no words are loaded
        self._said_of: "Ruling | None" = None
        self._said = ""
        self.lines_of: "Callable[[State, Clauses], tuple]" = _no_lines  # show/called.py
        self._shown_of: "Ruling | None" = None
        self._shown: "tuple[tuple[str, ...], ...]" = ()
        self._shown_left = ""
        # Loaded at the first ruling, and kept: to import what is loaded takes as long as a stroke's ruling.
        self._digits_of: "Callable[[Ruling, str], str] | None" = None
        self._law_of: "Callable[[tuple], str]" = _no_law
        self.device: "Any" = None
        self.battery: "dict[str, Any] | None" = None
        self.letters: Any = None  # drawn names (app/letters.py), where there is an e-paper
        self.problem: "str | None" = None
        self.revision = 0
        self.status_revision = 0
        self.has_refused = False  # the present press; the panel sets it back before each
        self.plays_on: "tuple | None" = None  # match, game, board in which the umpire went on (D296)
        # Match and game in which the hall's clock ended, and the board that was in play then, or 0.
        self.time_in: "tuple | None" = None
        self.idle = Idle(settings.get("idle", 0), 0)
        self.keeps_clock = False  # a key of the clock was pressed: UNDO as the next key takes it back
        self.kept_phase = ""
        self.is_behind = False  # an event is stored, but memory ran out before the table was updated
        self._notice_until = 0
        # Digits, line, ms of what follows a message: the key that goes on, a ruling's Law.
        self._then: "tuple[str, str, int]" = _NOTHING
        self._stale = True
        self._now = 0

    # No properties in here: for a class with one, MicroPython searches the class and those above it at every
    # store of a field, and a press stores dozens.

    def by_strokes(self) -> bool:
        """Whether the next board will be recorded stroke by stroke."""
        return bool(self.settings.get("strokes", 1)) and self.sport.has_strokes

    def in_play(self) -> bool:
        """Whether a match is here that must not be replaced: begun, or decided and not confirmed."""
        if self.record.state.phase in ("idle", "confirmed"):
            return False
        return self.record.undoable is not None

    def is_decided(self) -> bool:
        """The organiser has decided this match, and the main page asks its umpire to end it (D296). After
        "play on" it does not ask again before the next board.
        """
        if self.record.decided is None or not self.panel.is_at_main or self.panel.is_busy:
            return False
        state = self.record.state
        return state.phase not in _ENDED and self.plays_on != (state.setup.match, state.game, state.board)

    def is_time_called(self) -> bool:
        """Whether the hall's clock has called time in this game, and the main page asks its umpire to end it:
        at once where the board in play does not count, else behind it. After "play on" it does not
                ask again before the next board.
        """
        if self.clocks.hall.state != EXPIRED or self.time_in is None or not self.panel.is_at_main:
            return False  # nearly always
        state = self.record.state
        here = (state.setup.match, state.game, state.board)
        if state.extra or self.time_in[:2] != here[:2] or self.plays_on == here or self.panel.is_busy:
            return False
        if state.phase == "board":
            return state.setup.rules["at_time"] == "void" and self.time_in == here
        return state.phase in ("ready", "change") and len(state.boards) > 0

    def new_match_id(self) -> str:
        """An id for a match set up at this table, never used again: table, journal, next event's number."""
        journal = self.settings.get("journal", "")
        return "t%d-%s%s%d" % (self.view.table, journal, "-" if journal else "", self.record.last_seq + 1)

    def set(self, name: str, value: int) -> None:
        """Change a setting, and call `on_setting`."""
        self.settings[name] = value
        if self.on_setting is not None:
            self.on_setting(name, value)

    # Events

    def load(self, now: int) -> None:
        """Read the journal, as after power-on, and set state, sport and clocks from it."""
        self.record.load()
        self._choose_sport()
        self.sport.recover(self, now)

    def enter(self, event: dict, now: int, by: str) -> None:
        """Apply and store an event. After GameError or NotStored nothing has changed."""
        old = self.record.state
        stored = self.record.add(event, by)
        self._happened(stored, old, stored["kind"], now)

    def commit(self, event: dict, now: int) -> bool:
        """Enter an event from the panel, or show why it is refused. Return whether it was taken."""
        try:
            self.enter(event, now, "panel")
        except GameError as error:
            self.refuse("impossible", error.reason, now)
            return False
        except NotStored as error:
            self.show_not_stored(error, now)
            return False
        return True

    def undo(self, now: int) -> bool:
        """UNDO: leave out the last event and show which one. Return whether there was one."""
        return self._step("Undo.", self.record.undo, "at_start", now)

    def redo(self, now: int) -> bool:
        """Restore the event that was undone last. Return whether there was one."""
        return self._step("rEdo.", self.record.redo, "no_redo", now)

    def take_undo_back(self, now: int) -> bool:
        """Reverse the undo of this press: restore the event, and set the clock as at `clocks.keep`."""
        if not self.redo(now):
            return False
        self.clocks.restore()
        self.view.end_notice()
        return True

    def keep_clock(self) -> None:
        """Call before a clock key changes the clock, so that UNDO as the next key can reverse it."""
        self.clocks.keep()
        self.keeps_clock = True
        self.kept_phase = self.record.state.phase

    def clock_expired(self, now: int) -> None:
        """The main clock is at zero: sound the tone, store the event, show what the umpire may rule."""
        name = self.clocks.main.name
        breach, law = self.sport.breach(self, name)
        self.sounds.ask("zero")
        self.touch()
        event = {"kind": "expired", "clock": name, "law": law}
        if breach is not None:
            event["breach"] = breach
        try:
            self.enter(event, now, "table")
        except NotStored as error:
            self.show_not_stored(error, now)

    def catch_up(self, now: int) -> None:
        """An event is stored, but record, clocks or panel were not updated: set them as after power-on. If
        memory runs out, `is_behind` is set, and the caller must call this again.
        """
        try:
            self.record.catch_up()
            self._choose_sport()
            self.sport.recover(self, now)
            self.sport.clear()
            self.panel.leave()
            self.message("short", now)
            self.is_behind = False
        except MemoryError:
            self.is_behind = True

    def _choose_sport(self) -> None:
        name = self.record.state.setup.sport.name
        if name != self.sport.name:
            self.sport = self.sport_named(name)

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
        digits = texts.UNDONE[kind]
        if kind in ("board", "round"):
            number = self.record.state.board if word[0] == "U" else old.board
            digits = "%s%2d" % (digits, min(number, 99))
        line = "Undone: %s" if word[0] == "U" else "Holds again: %s"
        self.notice(word + digits, line % kind.replace("_", " "), now)
        return True

    def _happened(self, stored: dict, old: "State", kind: str, now: int) -> None:
        """After an event is stored and the state replaced: call `on_event`, then update clocks and sound."""
        if self.on_event is not None:
            self.on_event(stored)
        try:
            if self.record.is_behind:
                raise MemoryError
            self._follow(stored, old, kind, now)
        except MemoryError:
            self.catch_up(now)

    def _follow(self, stored: dict, old: "State", kind: str, now: int) -> None:
        self.idle.touch(now)
        if kind == "match":
            self._choose_sport()
        self.sport.follow(self, old, stored, kind, now)
        self.panel.follow()
        self._tell_ruling(kind, now)
        self._tell_act(stored, kind, now)
        sound = sound_of(old, self.record.state, kind)
        if sound:
            self.sounds.ask(sound)
        self.touch()

    # Messages

    def _tell_ruling(self, kind: str, now: int) -> None:
        """Show the ruling on what happened in a board, and its first Law, as a passing message."""
        ruling = self.record.ruling
        if kind not in texts.RULED_ON or ruling is None:
            return
        if self._digits_of is None:
            from ..ruling_digits import digits_of, law_digits

            self._digits_of, self._law_of = digits_of, law_digits
        state = self.record.state
        turn = state.situation.turn if state.situation is not None else ""
        message = self._digits_of(ruling, "LEFt" if turn == state.left_side else "rGHt")
        if message:
            self.notice(message, "", now)
            self._then = self._law_of(ruling.laws), "", NOTICE_MS - RULING_MS
            self._notice_until = self._add(self._notice_until, RULING_MS - NOTICE_MS)

    def _tell_act(self, stored: dict, kind: str, now: int) -> None:
        """Show a trial board, a protest, the decision on one as a passing message."""
        state = self.record.state
        if kind == "trial":
            self.notice("%s%3d" % (texts.TRIAL, state.trials), "", now)
        elif kind == "protest":
            self.notice(texts.PROTESTS[stored["side"] == state.left_side], "", now)
        elif kind == "ruled":
            self.notice(texts.DECISIONS[stored["upheld"]], "", now)

    def ruling_text(self) -> str:
        """The last ruling in words as the host gets it, made once; "" before the first, or if no display can
        show a line.
        """
        ruling = self.record.ruling
        if ruling is None or not self.shows_lines:
            return ""
        if ruling is not self._said_of:
            from ..ruling_words import text_of

            self._said = text_of(ruling.clauses)
            self._said_of = ruling
        return self._said

    def shown_ruling(self) -> "tuple[tuple[str, ...], ...]":
        """The last ruling for the displays, as ruling_words.two_lines; () for none."""
        ruling = self.record.ruling
        if ruling is None or not self.shows_lines or not ruling.clauses:
            return ()
        state = self.record.state
        left = state.left_side
        if ruling is not self._shown_of or left != self._shown_left:
            self._shown = self.lines_of(state, ruling.clauses)
            self._shown_of, self._shown_left = ruling, left
        return self._shown

    def refuse(self, reason: str, line: "str | None" = None, now: "int | None" = None) -> None:
        """Refuse a key that has no meaning now: sound, and the reason (`texts.REASONS`) on the display.

        line: words to use instead of the usual ones; with "impossible", the reason given by the rules.
        """
        message, usual = texts.REASONS[reason]
        if line and reason == "impossible":
            from .. import refusals

            message, line = refusals.words_of(line)
        self.refuse_with(message, line or usual, now)

    def refuse_with(self, message: str, line: str, now: "int | None" = None) -> None:
        """As `refuse`, with the given words: up to 8 digits, and a line of at most 40 characters."""
        self.sounds.ask("refuse")
        self.has_refused = True
        self.notice(message, line, now)
        if not self.shows_lines:
            self._then = texts.key_in(line), "", NOTICE_MS

    def message(self, name: str, now: "int | None" = None) -> None:
        """Show a passing message of `texts.NOTICES`."""
        message, line = texts.NOTICES[name]
        self.notice(message, line, now)

    def notice(self, message: str, line: str, now: "int | None" = None) -> None:
        """Show a passing message for NOTICE_MS, from `now` or the last tick, the later one."""
        self.view.notice(message, line)
        self._then = _NOTHING
        if now is None or self.diff(now, self._now) < 0:
            now = self._now
        self._notice_until = self._add(now, NOTICE_MS)
        self.touch()

    def show_not_stored(self, error: "NotStored", now: "int | None" = None) -> None:
        """The journal failed: show what to do, and sound the refusal."""
        self.refuse("flash", texts.not_stored(error.code, error.message), now)

    def touch(self) -> None:
        """Something happened: screen and status must be updated."""
        self._stale = True
        self.status_revision = (self.status_revision + 1) & _REVISION_MASK
        self._revise()

    def _revise(self) -> None:
        self.revision = (self.revision + 1) & _REVISION_MASK
