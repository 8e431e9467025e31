"""Upkeep in idle moments, and never at any other moment."""

import sys
import time

if not hasattr(time, "ticks_ms"):  # CPython
    time.ticks_ms = time.ticks_diff = time.ticks_add = len  # for modules that upkeep loads; not called here
    import boardside.app.ticks  # noqa: F401

    del time.ticks_ms, time.ticks_diff, time.ticks_add

from boardside.app.forget import forget
from boardside.app.seldom import READY
from boardside.app.upkeep import HEAL_MS, LOOK_MS, PUT_OFF_STEPS, SNAPSHOT_FROM, SNAPSHOT_LATE, Upkeep
from boardside.journal import JournalError
from boardside.table.core.clocks import OFF, RUNNING


class Clock:
    state = OFF

    def left(self, now):
        return self.end - now


class Clocks:
    def __init__(self):
        self.main = Clock()
        self.hall = Clock()


class Garbage:
    """The heap of a table: notes when it is collected."""

    def __init__(self, world):
        self._world = world

    def want(self):
        self._world.log.append("want")

    def step(self, uptime_ms, is_timed, is_calm):
        if self._world.used >= (80 if not is_calm else 64 if is_timed else 32):
            self._world.used = 0
            self._world.log.append("collect")


class Behind:
    """A hash chain that has so much to take in."""

    def __init__(self, world):
        self._world = world

    def follow(self):
        """Does nothing: no event was stored."""

    def step(self):
        world = self._world
        if world.chain_steps > 0:
            world.chain_steps -= 1
            world.log.append("chain")
            return True
        if world.chain_steps < 0:
            raise JournalError("failed", "the flash failed")
        return False


class Hall:
    """The hall's clock of the table."""

    def __init__(self, clocks):
        self.clock = clocks.hall

    def is_near(self, now, ms):
        return self.clock.state == RUNNING and self.clock.left(now) < ms


class World:
    """Everything `Upkeep` touches, noting what it does."""

    def __init__(self):
        self.log = []
        self.is_calm_now = True
        self.is_held_now = self.is_urgent = self.is_fresh_now = self.is_pausing_now = False
        self.tidy_steps = self.chain_steps = 0
        self.free = 900
        self.last_seq = 50
        self.freed = 0
        self.acked_seq = 0
        self.saves = True
        self.clocks = Clocks()
        self.hall = Hall(self.clocks)
        self.letters = None
        self.now = 0
        self.used = 0
        self.rooms = 0
        self.upkeep = Upkeep(self, self, self, Behind(self), self, self, self.uptime, self.say)
        self.upkeep.garbage = Garbage(self)
        for name in READY:
            __import__("boardside." + name)  # else it is loaded in calm moments

    def uptime(self):
        return self.now

    def say(self, text):
        self.log.append("say " + text)

    # front
    def is_calm(self, now):
        return self.is_calm_now

    def is_fresh(self, now):
        return self.is_fresh_now

    def is_held(self, now):
        return self.is_held_now

    def is_pausing(self, now):
        return self.is_pausing_now

    # table
    def hold_room(self):
        self.rooms += 1

    def set_link(self, state, age_s):
        self.link = state, age_s

    def notice(self, message, line, now):
        self.log.append("notice " + message)
        self.line = line

    # journal
    def tidy(self):
        if not self.tidy_steps:
            return False
        self.tidy_steps -= 1
        self.log.append("tidy")
        return True

    def free_permille(self):
        return self.free

    def release(self, seq):
        self.log.append("release %d" % seq)
        self.free += self.freed

    # links
    def state(self, now, uptime_ms):
        return "up", 1

    def acked(self):
        return self.acked_seq

    # display
    def heal(self):
        self.log.append("heal")

    # config
    def save(self):
        if isinstance(self.saves, Exception):
            raise self.saves
        self.log.append("save")
        return self.saves

    def steps(self, count=10):
        for _ in range(count):
            self.now += 100
            self.upkeep.step(self.now)
        done, self.log = [line for line in self.log if line != "heal"], []
        return done


def test_the_display_is_healed_every_second_come_what_may():
    world = World()
    world.is_calm_now = False
    for _ in range(30):
        world.now += 100
        world.upkeep.step(world.now)
    assert world.log == ["heal"] * (3000 // HEAL_MS)


def test_right_after_a_press_everything_waits_but_not_for_ever():
    world = World()
    world.is_calm_now = False
    world.steps(HEAL_MS // 100 - 1)
    world.is_fresh_now = True
    world.tidy_steps = 1
    for _ in range(PUT_OFF_STEPS):
        world.now += 100
        world.upkeep.step(world.now)
    assert world.log == []
    world.now += 100
    world.upkeep.step(world.now)
    assert world.log == ["heal"]


def test_the_memory_for_the_next_press_is_held_a_moment_after_the_last_one():
    world = World()
    world.is_calm_now = False
    world.is_fresh_now = True
    world.steps(1)
    assert world.rooms == 0
    world.is_fresh_now = False
    world.steps(1)
    assert world.rooms == 1


def test_the_table_learns_how_its_link_is():
    world = World()
    world.steps(1)
    assert world.link == ("up", 1)


def test_it_looks_for_work_twice_a_second_and_then_works_at_every_step():
    world = World()
    world.steps(1)  # it looks, and there is nothing
    world.tidy_steps = 3
    assert world.steps(LOOK_MS // 100 - 1) == []
    assert world.steps(3) == ["tidy", "tidy", "tidy"]


def test_flash_is_only_prepared_in_calm_moments():
    world = World()
    world.is_calm_now = False
    world.tidy_steps = 3
    assert world.steps() == []
    world.is_calm_now = True
    assert world.steps() == ["tidy", "tidy", "tidy"]


def test_with_a_finger_on_a_key_only_what_is_urgent_is_done():
    world = World()
    world.is_calm_now = False
    world.is_held_now = True
    world.tidy_steps = 3
    world.upkeep.is_config_changed = True
    assert world.steps() == []
    world.is_urgent = True
    assert world.steps(1) == ["tidy"]


def test_what_can_wait_waits_while_a_clock_of_the_match_runs():
    world = World()
    world.clocks.main.state = RUNNING
    world.clocks.main.end = 600_000
    world.tidy_steps = 1
    world.chain_steps = 1
    world.used = 32
    assert world.steps() == ["chain"]
    world.is_urgent = True
    assert world.steps() == ["tidy"], "else a press would wait for the erase"
    world.is_urgent = False
    world.tidy_steps = 1
    world.clocks.main.state = OFF
    assert world.steps() == ["tidy", "collect"]


def test_the_halls_clock_which_runs_for_an_hour_holds_nothing_up():
    world = World()
    world.clocks.hall.state = RUNNING
    world.clocks.hall.end = 3_600_000
    world.tidy_steps = 1
    assert world.steps() == ["tidy"]


def test_an_erase_and_the_look_at_the_room_after_it_are_two_steps():
    world = World()
    world.free = 400
    world.acked_seq = 40
    world.tidy_steps = 1
    assert world.steps(1) == ["tidy"]
    assert world.steps(1) == ["release 40"]


def test_the_pages_of_the_menu_are_not_loaded_while_a_clock_runs():
    world = World()
    with Kept():
        forget("table.menu")
        world.clocks.main.state = RUNNING
        world.clocks.main.end = 600_000
        world.steps(50)
        assert "boardside.table.menu" not in sys.modules
        world.clocks.main.state = OFF
        world.steps(50)
        assert "boardside.table.menu.numbers" in sys.modules


def test_not_shortly_before_a_clock_comes_to_zero():
    for name in ("main", "hall"):
        world = World()
        clock = getattr(world.clocks, name)
        clock.state = RUNNING
        clock.end = 2_000
        world.tidy_steps = 100
        world.steps(15)
        assert world.steps(4) == [], name


def test_memory_is_collected_in_a_calm_moment_and_if_none_comes_in_a_pause():
    world = World()
    world.used = 80
    world.is_calm_now = False
    assert world.steps() == []
    world.is_pausing_now = True
    assert world.steps() == ["collect"]
    world.used = 32
    assert world.steps() == []
    world.is_calm_now = True
    assert world.steps() == ["collect"]


def test_memory_is_never_collected_with_a_finger_on_a_key():
    world = World()
    world.used = 1_000
    world.is_calm_now = False
    world.is_held_now = True
    assert world.steps(100) == []


def test_memory_is_not_collected_in_the_last_five_seconds_of_a_clock():
    for name in ("main", "hall"):
        world = World()
        clock = getattr(world.clocks, name)
        clock.state = RUNNING
        clock.end = 6_000
        world.now = 950
        for is_calm in (True, False):
            world.is_calm_now, world.is_pausing_now = is_calm, not is_calm
            world.used = 1_000
            assert world.steps(20) == [], name
        clock.state = OFF
        assert world.steps() == ["collect"], name


def test_a_changed_setting_is_saved_once_in_a_calm_moment():
    world = World()
    world.is_calm_now = False
    world.upkeep.is_config_changed = True
    assert world.steps() == []
    world.is_calm_now = True
    assert world.steps() == ["save"]


def test_drawn_names_are_kept_in_a_calm_moment_also_while_a_clock_runs():
    class Letters:
        def tidy(self):
            world.log.append("letters")
            return world.log.count("letters") == 1

    world = World()
    world.letters = Letters()
    world.clocks.main.state = RUNNING
    world.clocks.main.end = 600_000
    world.is_calm_now = False
    assert world.steps() == []
    world.is_calm_now = True
    assert "letters" in world.steps()


def test_a_config_that_is_kept_or_refused_is_reported():
    world = World()
    world.saves = False
    world.upkeep.is_config_changed = True
    assert world.steps()[-2:] == ["say config.json is not written: correct it", "notice FLASH"]
    world.saves = OSError(28, "no space")
    world.upkeep.is_config_changed = True
    assert world.steps()[-2:] == ["say config.json not written: flash error 28", "notice FLASH"]


def test_what_waits_for_the_settings_is_done_once_they_are_written():
    world = World()
    world.upkeep.after_save = lambda: world.log.append("restart")
    world.upkeep.is_config_changed = True
    assert world.steps() == ["save", "restart"]
    world.upkeep.is_config_changed = True
    assert world.steps() == ["save"]
    world.saves = OSError(28, "no space")
    world.upkeep.after_save = lambda: world.log.append("restart")
    world.upkeep.is_config_changed = True
    assert "restart" not in world.steps()


def test_matches_the_host_has_are_dropped_when_room_is_wanted():
    world = World()
    world.tidy_steps = 1
    world.acked_seq = 40
    assert world.steps() == ["tidy"]
    world.free = 400
    world.tidy_steps = 1
    assert world.steps() == ["tidy", "release 40"]
    world.acked_seq = 0  # the host is gone; what it has it keeps
    world.tidy_steps = 1
    assert world.steps() == ["tidy", "release 40"]


def test_nothing_is_dropped_that_no_host_has():
    world = World()
    world.free = 400
    world.tidy_steps = 1
    assert world.steps() == ["tidy"]


def test_little_room_is_announced_in_time_and_again_as_it_shrinks():
    world = World()
    world.free = 190
    world.tidy_steps = 3
    done = world.steps()
    assert done.count("notice FLASH 19") == 1
    world.free = 120
    world.tidy_steps = 1
    assert "notice FLASH 12" in world.steps()


def test_what_was_not_collected_is_told_with_the_room():
    world = World()
    world.free = 190
    world.acked_seq = 30
    world.tidy_steps = 1
    world.steps()
    assert "19% free" in world.line
    assert "20 events" in world.line


def test_what_the_host_collects_makes_room_though_nothing_is_stored():
    world = World()
    world.free = 20
    world.tidy_steps = 1
    world.steps()
    world.acked_seq = 45
    world.freed = 700
    assert world.steps() == ["release 45"]
    world.freed = 0
    world.free = 190
    world.tidy_steps = 1
    assert "notice FLASH 19" in world.steps()


def test_the_hash_chain_is_taken_up_in_idle_moments_only():
    world = World()
    world.chain_steps = 3
    world.is_calm_now = False
    assert world.steps() == []
    world.is_calm_now = True
    assert world.steps() == ["chain"] * 3


def test_flash_that_cannot_be_read_is_reported_and_nothing_stops():
    world = World()
    world.chain_steps = -1
    assert world.steps(1) == ["say the journal cannot be read: the flash failed"]


class Kept:
    """The modules as they were, whatever is forgotten meanwhile; a package may have a function of the name of
    one of its modules.
    """

    def __enter__(self):
        self._modules = {name: sys.modules[name] for name in sys.modules if name.startswith("boardside")}
        self._leaves = {}
        for name in self._modules:
            parent, _, leaf = name.rpartition(".")
            if parent and hasattr(sys.modules[parent], leaf):
                self._leaves[name] = getattr(sys.modules[parent], leaf)
        return self

    def __exit__(self, *_):
        for name in self._modules:
            sys.modules[name] = self._modules[name]
        for name in self._leaves:
            parent, _, leaf = name.rpartition(".")
            setattr(sys.modules[parent], leaf, self._leaves[name])


def test_the_pages_of_the_menu_are_loaded_before_one_is_wanted_and_stay():
    world = World()
    with Kept():
        forget("table.menu")
        world.is_calm_now = False
        world.steps(50)
        assert "boardside.table.menu" not in sys.modules
        world.is_calm_now = True
        world.steps(50)
        from boardside.table import menu

        for name in ("items", "by_hand", "device", "new_match", "numbers", "ruled", "selftest", "undo_list"):
            assert hasattr(menu, name), name
        world.steps(50)
        assert "boardside.table.menu.numbers" in sys.modules


def test_what_few_matches_have_is_loaded_before_it_is_wanted():
    world = World()
    with Kept():
        forget(*READY)
        assert "boardside.game.protests" not in sys.modules
        world.steps(len(READY) + 20)
        for name in READY:
            assert "boardside." + name in sys.modules, name
        for name in ("game.endings", "game.umpire", "game.protests", "game.strokes.vaishali", "app.updating"):
            assert name in READY, name


def test_only_where_crokinole_is_played_its_menu_is_loaded_before_it_is_wanted():
    world = World()
    with Kept():
        forget("table.crokinole")
        world.steps(len(READY) + 20)
        assert not [name for name in sys.modules if name.startswith("boardside.table.crokinole")]
        import boardside.table.crokinole.sport  # noqa: F401

        world.steps(20)
        assert "boardside.table.crokinole.items" in sys.modules


def test_a_module_that_was_forgotten_is_loaded_anew():
    with Kept():
        import boardside.table.pages.fouls as before

        forget("table.pages.fouls", "table.never_loaded", "nowhere.at_all")
        assert "boardside.table.pages.fouls" not in sys.modules
        assert not hasattr(sys.modules["boardside.table.pages"], "fouls")
        import boardside.table.pages.fouls as again

        assert again is not before
        assert again.Foul


class Keeping:
    """A snapshot that takes two idle moments."""

    def __init__(self, world):
        self._world = world
        self.steps = 2

    def step(self):
        self.steps -= 1
        if self.steps < 0:
            return False
        self._world.log.append("snapshot")
        return True


def test_a_snapshot_is_kept_in_calm_moments_when_the_chain_is_done():
    world = World()
    world.chain_steps = 1
    world.last_match_seq = 1
    world.upkeep.make_snapshots = lambda: Keeping(world)
    world.last_seq = SNAPSHOT_FROM
    world.is_calm_now = False
    idle(world, 4)
    assert done(world) == []
    world.is_calm_now = True
    idle(world, 4)
    assert done(world) == ["chain"]
    assert world.upkeep.snapshots is None
    world.last_seq += 1
    idle(world, 8)
    assert done(world) == ["chain", "snapshot", "snapshot"]


def test_a_snapshot_waits_for_a_clock_of_the_match_but_not_for_ever():
    world = World()
    world.upkeep.snapshots = Keeping(world)
    world.clocks.main.state = RUNNING
    world.clocks.main.end = 6_000_000
    begun = world.last_seq
    world.last_seq = begun + SNAPSHOT_LATE - 1
    idle(world, 4)
    assert done(world) == []
    world.clocks.main.state = OFF
    idle(world, 1)
    assert done(world) == ["snapshot"]
    world.clocks.main.state = RUNNING
    idle(world, 4)
    assert done(world) == ["snapshot"], "a part of one waits as well"
    world.last_seq += 1
    idle(world, 4)
    assert done(world) == ["snapshot"] * 2
    world.upkeep.snapshots.steps = 1
    world.last_seq += SNAPSHOT_LATE - 1
    idle(world, 4)
    assert done(world) == ["snapshot"] * 2, "the limit counts from the last one"


def idle(world, looks):
    for _ in range(looks):
        world.now += LOOK_MS
        world.upkeep.step(world.now)


def done(world):
    return [entry for entry in world.log if entry in ("chain", "snapshot")]
