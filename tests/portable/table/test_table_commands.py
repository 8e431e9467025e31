"""What the host may ask of a table: taken, or refused with a code and a reason; the panel always wins."""

from table_kit import Umpire


def ask(umpire, **event):
    return umpire.table.command(event, umpire.now)


def playing():
    umpire = Umpire()
    umpire.assign("m1")
    umpire.press("C")
    return umpire


def test_a_match_is_assigned_to_an_idle_table():
    umpire = Umpire()
    assert umpire.assign("m1", title="Round 1, table 3") == (True, "ok", "done", "done", {"kind": "match"})
    event = umpire.memory.events[-1]
    assert (event["kind"], event["by"], event["match"]) == ("match", "host", "m1")
    assert umpire.table.screen(umpire.now).title == "Round 1, table 3"
    umpire.wait(10)
    assert umpire.sounds[-1] == "start"


def test_a_match_with_nothing_played_can_be_replaced_and_one_in_play_cannot():
    umpire = Umpire()
    umpire.assign("m1")
    refused = umpire.assign("m2")
    assert (refused[:2], refused[3:]) == ((False, "not_now"), ("match_waiting", {"match": "m1"}))
    assert umpire.assign("m2", replaces="m0")[3] == "match_waiting"
    assert umpire.state.setup.match == "m1"
    assert umpire.assign("m1", title="Final")[0], "its own match may be sent anew"
    assert umpire.assign("m2", replaces="m1")[0]
    umpire.press("C")
    assert umpire.assign("m3", replaces="m2")[3] == "match_in_play"
    ok, code, message = umpire.assign("m3")[:3]
    assert (ok, code) == (False, "not_now")
    assert "m2" in message
    umpire.press("UU")  # Play taken back (the clock's start with it): nothing has been played
    assert umpire.state.phase == "ready"
    assert umpire.assign("m3", replaces="m2")[0]


def test_a_match_set_up_here_and_waiting_for_its_toss_is_not_replaced():
    umpire = Umpire()
    umpire.press("OOC")
    assert umpire.state.phase == "toss"
    here = umpire.state.setup.match
    assert umpire.assign("m2")[3] == "match_waiting"
    assert umpire.state.setup.match == here


def test_asking_twice_for_the_same_match_does_no_harm():
    umpire = playing()
    events = len(umpire.memory.events)
    here = "in_play_here"
    assert umpire.assign("m1") == (True, "already", here, here, {"match": "m1"})
    assert len(umpire.memory.events) == events
    umpire.table.commit({"kind": "concede", "side": "b", "what": "match"}, umpire.now)
    assert umpire.assign("m2")[:2] == (False, "not_now")
    assert umpire.assign("m2")[3:] == ("result_not_confirmed", {"match": "m1"})
    umpire.press("O")
    assert umpire.assign("m1")[1:4] == ("already", "confirmed_here", "confirmed_here")
    assert umpire.state.phase == "confirmed"
    assert umpire.assign("m2")[0]
    assert umpire.state.setup.match == "m2"


def test_nothing_comes_in_between_while_the_umpire_is_entering():
    umpire = Umpire()
    umpire.assign("m1")
    umpire.press("OB")
    assert umpire.assign("m2")[:2] == (False, "busy")
    umpire.press("UU")
    assert umpire.assign("m2", replaces="m1")[0]
    umpire.result("a", 5, "a")
    umpire.press("OB")
    assert ask(umpire, kind="time")[:2] == (False, "busy")
    assert umpire.table.screen(umpire.now).page_now == "entry"
    umpire.press("UU")
    assert ask(umpire, kind="time")[0]
    assert umpire.state.games == {"a": 1, "b": 0}
    umpire.press("U")  # the umpire's UNDO reaches what the host did
    assert umpire.state.games == {"a": 0, "b": 0}


def test_names_are_corrected_at_any_time_but_not_those_of_another_match():
    umpire = Umpire()
    assert ask(umpire, kind="names", a=["Ada"])[:2] == (False, "not_now")
    umpire.assign("m1")
    umpire.press("COB")
    assert ask(umpire, kind="names", a=["Ada"])[0]
    assert umpire.state.names["a"] == ["Ada"]
    assert umpire.table.screen(umpire.now).page_now == "entry"
    answer = ask(umpire, kind="names", match="m9", a=["Eve"])
    assert answer[:2] == (False, "not_now")
    assert answer[3:] == ("other_match_here", {"match": "m9", "here": "m1"})
    umpire.press("UU")
    umpire.press("U")
    assert umpire.state.names["a"] == ["Ada"]  # UNDO is for what happened in play


def test_what_only_the_umpire_does_is_refused_with_the_reason():
    umpire = playing()
    events = len(umpire.memory.events)
    for event in (
        {"kind": "board", "winner": "a", "left": 5, "queen": "a"},
        {"kind": "override", "set": {"points_a": 20}},
        {"kind": "confirm"},
        {"kind": "undo"},
        {"kind": "play"},
        {"kind": "lost", "side": "a", "law": "143c"},
        {"kind": "boot", "cause": "power"},
    ):
        ok, code, _, reason, facts = umpire.table.command(event, umpire.now)
        assert (ok, code, reason) == (False, "panel_only", "panel_only"), event
        assert facts == {"kind": event["kind"]}
    assert len(umpire.memory.events) == events


def carried(kind, **fields):
    event = {"kind": kind, "match": "m1", "carried": {"journal": "dead", "seq": 7}}
    event.update(fields)
    return event


def test_a_match_begins_with_what_was_played_at_another_device():
    umpire = Umpire()
    umpire.assign("m1", breaks=None)
    board = carried("board", winner="a", left=5, queen="a")
    for event in (carried("toss", breaks="b"), board, board):
        assert umpire.table.command(event, umpire.now)[0], event
    assert umpire.state.points == {"a": 16, "b": 0}
    assert umpire.memory.events[-1]["by"] == "host"
    umpire.power_on()
    assert umpire.table.command(board, umpire.now)[0], "the rest comes after a power cut"
    assert umpire.state.points == {"a": 24, "b": 0}
    umpire.press("C")
    assert umpire.table.command(board, umpire.now)[3] == "match_in_play", "from here on it is the umpire's"
    assert umpire.state.points == {"a": 24, "b": 0}


def test_nothing_is_carried_into_another_match_or_an_entry_and_nothing_but_the_score():
    umpire = Umpire()
    umpire.assign("m1")
    elsewhere = carried("toss", breaks="b", match="m2")
    assert umpire.table.command(elsewhere, umpire.now)[3] == "other_match_here"
    for kind in ("confirm", "undo", "play", "boot"):
        assert umpire.table.command(carried(kind, cause="power"), umpire.now)[1] == "panel_only", kind
    umpire.press("OB")
    assert umpire.table.command(carried("toss", breaks="b"), umpire.now)[1] == "busy"


def test_151_the_committee_rules_on_a_protest_from_the_host():
    umpire = playing()
    assert ask(umpire, kind="ruled", upheld=False)[:2] == (False, "not_now")  # nobody has protested
    umpire.table.commit({"kind": "board", "winner": "a", "left": 5, "queen": "a"}, umpire.now)
    umpire.table.commit({"kind": "protest", "side": "b", "about": "last"}, umpire.now)
    assert ask(umpire, kind="ruled", upheld=False, match="m9")[:2] == (False, "not_now")
    assert ask(umpire, kind="ruled", upheld=True, match="m1", protest=1)[0]
    assert umpire.memory.events[-1]["by"] == "host"
    assert umpire.state.points == {"a": 0, "b": 0}
    assert umpire.state.board == 1


def test_malformed_and_unknown_commands_are_told_apart():
    umpire = Umpire()
    assert ask(umpire, kind="dance")[:2] == (False, "unknown")
    assert ask(umpire, kind="match", match="m1")[:2] == (False, "malformed")
    assert ask(umpire, kind="hall", do="start")[:2] == (False, "malformed")
    assert ask(umpire, kind="hall", do="pause")[:2] == (False, "not_now")
    assert umpire.assign("m1", stage="attic")[:2] == (False, "unknown")
    assert umpire.assign("m1", rules={"points": 0})[:2] == (False, "impossible")
    assert umpire.table.command([], umpire.now)[:2] == (False, "malformed")
    assert umpire.memory.kinds() == ["boot"]
    assert umpire.state.phase == "idle"


def test_a_name_with_a_line_end_or_a_control_character_is_refused():
    umpire = Umpire()
    _, code, _, reason = umpire.assign("m1", a=["Asha\nBen"])[:4]
    assert (code, reason) == ("malformed", "control_character")
    assert umpire.state.setup.match is None
    umpire.assign("m2")
    assert ask(umpire, kind="names", a=["\x1b[2J"])[3] == "control_character"


def test_envelope_fields_of_a_command_are_not_believed():
    umpire = Umpire()
    assert umpire.assign("m1", by="panel", seq=99, at=5)[0]
    event = umpire.memory.events[-1]
    assert (event["by"], event["seq"], event["at"]) == ("host", 2, 0)


def test_a_full_flash_refuses_the_host_and_says_so_at_the_table():
    umpire = Umpire()
    umpire.memory.refuses = True
    assert umpire.assign("m1") == (False, "storage", "not_stored", "not_stored", {"storage": "full"})
    assert umpire.state.phase == "idle"
    assert umpire.shows("FLASH")


def test_the_hall_clock_starts_pauses_resumes_and_ends():
    umpire = Umpire()
    assert ask(umpire, kind="hall", do="start", ms=60_000)[0]
    umpire.wait(20_000)
    shown = {"state": "running", "left": 40_000, "length": 60_000, "number": 0, "moment": 0}
    assert umpire.table.status(umpire.now)["hall"] == shown
    ask(umpire, kind="hall", do="pause")
    umpire.wait(5_000)
    assert umpire.table.status(umpire.now)["hall"]["left"] == 40_000
    ask(umpire, kind="hall", do="pause", ms=39_900)  # the host's word on what is left
    assert umpire.table.status(umpire.now)["hall"]["left"] == 39_900
    ask(umpire, kind="hall", do="resume")
    umpire.wait(24_900)
    assert umpire.sounds[-1] == "warn"
    umpire.wait(15_000)
    assert umpire.sounds[-1] == "hall_end"
    assert umpire.table.status(umpire.now)["hall"]["state"] == "expired"
    sounds = len(umpire.sounds)
    ask(umpire, kind="hall", do="end")
    umpire.wait(100)
    assert len(umpire.sounds) == sounds  # it has sounded already
    assert umpire.table.status(umpire.now)["hall"]["state"] == "off"
    ask(umpire, kind="hall", do="start", ms=60_000)
    ask(umpire, kind="hall", do="end")
    umpire.wait(10)
    assert umpire.sounds[-1] == "hall_end"


def test_a_table_that_missed_the_start_joins_the_halls_clock():
    umpire = Umpire()
    assert ask(umpire, kind="hall", do="resume", ms=33_000)[0]
    umpire.wait(3_000)
    assert umpire.table.status(umpire.now)["hall"]["left"] == 30_000


def test_the_halls_clock_does_not_touch_the_match():
    umpire = playing()
    umpire.wait(4_000)
    left = umpire.table.clocks.left(umpire.now)
    assert ask(umpire, kind="hall", do="start", ms=1_000)[0]
    assert umpire.table.clocks.left(umpire.now) == left
    assert umpire.state.phase == "board"
    umpire.press("U")
    assert umpire.state.phase == "ready"  # UNDO does not see it
    assert umpire.is_fold()


def test_the_link_hears_of_each_stored_event():
    umpire = Umpire()
    heard = []
    umpire.table.on_event = heard.append
    umpire.assign("m1")
    umpire.press("C")
    umpire.press("U")
    umpire.press("U")
    assert heard == umpire.memory.events[1:]


def test_status():
    umpire = playing()
    umpire.wait(2_000)
    umpire.press("C")
    umpire.result("a", 5, "a")
    status = umpire.table.status(umpire.now)
    assert status["phase"] == "ready"
    assert status["match"] == "m1"
    assert (status["game"], status["board"]) == (1, 2)
    assert (status["points"], status["games"]) == ([8, 0], [0, 0])
    assert status["seq"] == len(umpire.memory.events)
    assert status["clock"]["state"] == "off"
    assert 899_000 < status["protest_left"] <= 900_000
    assert (status["left_side"], status["breaker"], status["turn"]) == ("a", "b", None)
    clauses = (("board_won", 1, "a"), ("board_points", 8, 5, 3, 0))
    said = {"clauses": clauses, "laws": ["53a", "53b"]}
    assert status["ruling"] == dict(said, text="Board 1 to A: 5 + Queen 3 = 8")
    umpire.table.shows_lines = False  # eight digits: no words are made, and none are sent
    assert umpire.table.status(umpire.now)["ruling"] == said
    assert umpire.table.ruling_text() == ""
    umpire.table.shows_lines = True
    revision = umpire.table.status_revision
    umpire.wait(3_000)
    assert umpire.table.status_revision == revision
    umpire.press("C")
    assert umpire.table.status_revision != revision


def test_what_the_rules_refuse_is_answered_with_the_short_line_its_reason_and_facts():
    umpire = Umpire()
    answer = umpire.assign("m1", rules={"points": 0})
    facts = {"field": "rules.points", "value": 0, "low": 1, "high": 99}
    assert answer == (False, "impossible", "Not possible here: choose anew", "out_of_range", facts)
    answer = ask(umpire, kind="match", match="m1")
    assert answer[2:4] == ("missing field=ruleset kind=match", "missing")
    umpire.assign("m1")
    assert ask(umpire, kind="ruled", upheld=False)[2:] == (
        "No protest is open",
        "no_protest_open",
        {"protest": None},
    )
