"""The exchange with one table during an update, with a model of a table that loses parts, restarts, refuses
and disconnects.
"""

import base64
from typing import Any

import pytest

from host_tools.device.bundle import Bundle
from host_tools.update.talk import AHEAD, DONE, FAILED, Talk

PACK = bytes(range(256)) * 100
RELEASE = Bundle("2.0.0", 1, 6, "d" * 64, PACK, "")


class Model:
    """A table as docs/maintainer/update.md describes it; `faults`: what it answers instead, by the count of
    events."""

    def __init__(self, faults: dict[int, tuple[bool, str, str]] | None = None) -> None:
        self.have = b""
        self.faults = faults or {}
        self.count = 0
        self.is_begun = False
        self.running = "old"
        self.state = "b good - " + "d" * 64 + " 2.0.0"

    def answer(self, event: dict[str, Any]) -> tuple[bool, str, str]:
        self.count += 1
        if self.count in self.faults:
            self.is_begun = False
            return self.faults[self.count]
        do = event["do"]
        if do == "begin":
            self.is_begun = True
        elif not self.is_begun and do != "state":
            return False, "unknown", "begin first"
        elif do == "data" and event["at"] == len(self.have):
            self.have += base64.b64decode(event["data"])
        elif do == "step":
            return True, "ok", "ready " + "d" * 64
        elif do == "switch":
            return True, "ok", "restarting"
        elif do == "state":
            return True, "ok", self.state
        return True, "ok", f"want {len(self.have)}" if len(self.have) < len(PACK) else "check 0"


def lead(talk: Talk, table: Model, limit: int = 2000) -> Talk:
    now = 0
    queue: list[dict[str, Any]] = []
    for _ in range(limit):
        now += 500
        queue += talk.events(now)
        assert len(queue) <= AHEAD
        if queue:
            talk.answered(*table.answer(queue.pop(0)), now)
        if talk.is_over:
            return talk
    raise AssertionError(talk.stage)


def test_a_table_that_does_as_it_should_is_updated() -> None:
    table = Model()
    assert lead(Talk(RELEASE), table).stage == DONE
    assert table.have == PACK


@pytest.mark.parametrize("at", range(1, 33))
def test_a_restart_at_any_moment_costs_a_new_beginning_only(at: int) -> None:
    table = Model({at: (False, "unknown", "begin first")} if at > 1 else {})
    talk = lead(Talk(RELEASE), table)
    assert (talk.stage, table.have == PACK) == (DONE, True)


@pytest.mark.parametrize("at", [1, 2, 20, 28])
def test_a_match_in_play_ends_it_or_is_waited_for(at: int) -> None:
    refusal = (False, "not_now", "match m1 is in play")
    failed = lead(Talk(RELEASE), Model({at: refusal}))
    assert (failed.stage, failed.why) == (FAILED, "match m1 is in play")
    table = Model({at: refusal})
    assert lead(Talk(RELEASE, waits=True), table).stage == DONE
    assert table.have == PACK


def test_a_firmware_that_knows_no_updates_is_told_so() -> None:
    talk = lead(Talk(RELEASE), Model({1: (False, "unknown", "no event 'update'")}))
    assert talk.stage == FAILED
    assert "boardside flash --keep" in talk.why


def test_one_that_went_back_failed() -> None:
    table = Model()
    table.state = "a good b " + "c" * 64 + " 1.0.0"
    talk = lead(Talk(RELEASE), table)
    assert talk.stage == FAILED
    assert "did not prove itself; 1.0.0 runs again, in slot a" in talk.why


def test_one_that_stays_on_trial_or_does_not_restart_is_given_up() -> None:
    for state in ("b trial - " + "d" * 64 + " 2.0.0", "a good - " + "c" * 64 + " 1.0.0"):
        table = Model()
        table.state = state
        assert lead(Talk(RELEASE), table).stage == FAILED


def test_flash_that_does_not_hold_it_is_given_up() -> None:
    class Bad(Model):
        def answer(self, event: dict[str, Any]) -> tuple[bool, str, str]:
            if event["do"] == "step":
                self.have = b""
                return True, "ok", "want 0"
            return super().answer(event)

    talk = lead(Talk(RELEASE), Bad())
    assert (talk.stage, talk.why) == (FAILED, "its flash does not hold what is sent")


def test_nonsense_ends_it() -> None:
    assert lead(Talk(RELEASE), Model({2: (True, "ok", "banana")})).stage == FAILED
