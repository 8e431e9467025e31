"""The pages of a crokinole table: each key in each phase, the entry, the buzzer, doubles, power cuts."""

from crokinole_umpire import Umpire, final, hall, sees
from rounds_desk import Rng, pair

from boardside.game import dicts, match

KEYS = "WBQSFDCPUO"


def test_the_toss_is_pressed_as_in_carrom():
    umpire = final(breaks=None)
    assert umpire.shows("  toSS")
    umpire.press("B")
    assert umpire.shows("rGHt 1St")
    assert umpire.line() == "Bo shoots first: OK enters"
    umpire.press("O")
    assert umpire.state.breaker == "b"
    assert umpire.state.phase == "ready"
    assert umpire.memory.events[-1]["kind"] == "toss"


def test_a_round_by_discs_is_one_event():
    umpire = final()
    umpire.press("C O W QSF B FD O O")
    event = umpire.memory.events[-1]
    assert event["kind"] == "round"
    assert event["by"] == "panel"
    assert event["total"] == {"a": 45, "b": 15}
    assert event["twenties"] == {"a": 1, "b": 0}
    assert umpire.sounds[-1] == "board"
    assert umpire.is_fold()


def test_d466_twelve_20s_of_a_shoot_out_are_entered():
    umpire = final(rules={"decider": "shoot_out"})
    for _ in range(4):
        umpire.table.commit({"kind": "round", "winner": "level"}, umpire.now)
    umpire.press("C O W" + "Q" * 12)
    assert umpire.sounds[-1] != "refuse"
    umpire.press("Q")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("B" + "Q" * 11 + "O O")
    assert umpire.memory.events[-1]["twenties"] == {"a": 12, "b": 11}
    assert pair(umpire.state.games) == (1, 0)


def test_the_display_follows_the_players():
    umpire = final()
    umpire.table.commit({"kind": "sides"}, umpire.now)
    umpire.press("O W Q B S O")
    assert sees(umpire, " 2 P2  0")
    assert sees(umpire, "LEFt P 2")
    umpire.press("O")
    assert pair(umpire.state.points) == (0, 2)
    assert pair(umpire.state.twenties) == (0, 1)
    assert sees(umpire, " 2_r2  0")  # b shoots first in round 2, on the left


def test_choosing_a_side_twice_counts_nothing():
    umpire = final()
    umpire.press("O W W W S")
    assert umpire.shows("15_on  0")


def test_a_key_held_takes_the_place_of_its_press():
    umpire = final()
    umpire.press("O W S S Q+")  # the press of QUEEN counted a 20; held it says level
    umpire.press("OO")
    event = umpire.memory.events[-1]
    assert event["winner"] == "level"
    assert event["twenties"] == {"a": 0, "b": 0}
    assert "total" not in event


def test_a_held_key_whose_press_was_refused_takes_nothing_back():
    umpire = final()
    umpire.press("O D+")
    assert umpire.shows(" 0 tY  0")
    umpire.press("U")
    assert umpire.shows("rESULt  ")
    umpire.press("W SSSSSSSS Q+ U")  # full: the press of QUEEN is refused, held it is taken
    assert umpire.shows("LEFt 120")


def test_discs_pressed_after_a_winner_was_entered_are_counted():
    umpire = final()
    umpire.press("O W+ S O")
    assert sees(umpire, " 2 P2  0")
    assert sees(umpire, "LEFt P 2")
    umpire.press("O")
    assert umpire.memory.events[-1]["total"] == {"a": 15, "b": 0}


def test_nothing_is_entered_by_ok_alone():
    umpire = final()
    umpire.press("O O")
    assert umpire.shows("Count   ")
    assert umpire.sounds[-1] == "refuse"
    umpire.press("U")
    assert umpire.memory.kinds().count("round") == 0


def test_the_entry_undoes_press_by_press_and_then_leaves():
    umpire = final()
    umpire.press("O W Q B S O U")
    assert umpire.shows("20 on_15")
    umpire.press("UUU")
    assert umpire.shows(" 0_on  0")
    umpire.press("UU")
    assert umpire.table.panel.is_at_main
    assert umpire.memory.kinds().count("undo") == 0


def test_a_counted_20_makes_a_smaller_total_impossible_and_says_so():
    umpire = final()
    umpire.press("C Q O W")
    for _ in range(8):
        umpire.press("S")
    assert umpire.shows("8 onLY  ")


def test_clock_in_an_empty_entry_leaves_it_and_counts():
    umpire = final()
    umpire.press("C C O C")
    assert umpire.memory.kinds()[-1] == "shot"
    assert umpire.table.panel.is_at_main


def test_keys_that_mean_nothing_say_so():
    umpire = final()
    for keys, digits in (("F", "LAtEr   "), ("D", "LAtEr   "), ("P", "CLoC OFF"), ("C F", "LAtEr   ")):
        umpire.press(keys)
        assert umpire.shows(digits), keys
    umpire.press("OW+OO OW+OO OW+OO OW+OO OW+OO OW+OO")
    assert umpire.state.phase == "over"
    umpire.press("C")
    assert umpire.shows("FiniSH  ")
    umpire.press("O C")
    assert umpire.shows("SEALEd  ")


def test_shots_left_are_shown_and_the_mark_goes_with_the_turn():
    umpire = final(doubles=True, a=["Asha", "Ann"], b=["Bo", "Bea"])
    umpire.press("C C")
    assert umpire.line() == "Bo to shoot, 12 left"
    umpire.press("C")
    assert umpire.line() == "Ann to shoot, 11 left"
    umpire.press("C")
    assert umpire.line() == "Bea to shoot, 11 left"
    umpire.press("C")
    assert umpire.line() == "Asha to shoot, 10 left"


def test_doubles_count_to_twelve_and_show_it():
    umpire = final(doubles=True, a=["Asha", "Ann"], b=["Bo", "Bea"])
    umpire.press("O W" + "Q" * 12)
    assert umpire.shows("LEFt 240")
    umpire.press("BQ")
    umpire.now += -umpire.now % 8_192
    assert umpire.shows("rGHt  20")
    umpire.press("U")
    umpire.now += -umpire.now % 8_192 + 4_096  # the turn of the 20s
    assert umpire.shows("tY 12-0 ")
    umpire.press("OO")
    assert pair(umpire.state.twenties) == (12, 0)


def test_status_has_turn_and_seat():
    umpire = final()
    umpire.press("C C")
    status = umpire.table.status(umpire.now)
    assert status["turn"] == "b"
    assert status["points"] == [0, 0]


def test_tournament_play_the_buzzer_asks_for_the_last_shot_by_host_or_by_itself():
    for by_host in (True, False):
        umpire = final()
        hall(umpire, do="start", ms=20000)
        umpire.press("CCC")
        if by_host:
            hall(umpire, do="end")
            umpire.wait(10)
        else:
            umpire.wait(20000)
        assert umpire.sounds[-1] == "hall_end"
        assert umpire.shows("LASt  no")  # two shots: level
        umpire.press("O")
        assert umpire.state.situation.over
        assert umpire.is_fold()


def test_tournament_play_a_last_shot_that_was_made_already_is_one_press():
    umpire = final()
    hall(umpire, do="start", ms=20000)
    umpire.press("CC")
    hall(umpire, do="end")
    umpire.press("Q")  # it sank
    assert umpire.memory.kinds()[-2:] == ["last_shot", "shot"]
    assert pair(umpire.state.situation.twenties) == (0, 1)


def test_tournament_play_the_wrong_side_is_refused_when_shots_were_counted():
    umpire = final()
    hall(umpire, do="start", ms=20000)
    umpire.press("CC")
    hall(umpire, do="end")
    umpire.press("W")
    assert umpire.shows("LASt    ")
    umpire.press("B")
    assert umpire.state.situation.last == "b"


def test_tournament_play_the_buzzer_leaves_an_open_entry_alone():
    umpire = final()
    hall(umpire, do="start", ms=20000)
    umpire.press("C O W S")
    hall(umpire, do="end")
    assert umpire.shows("15_on  0")
    umpire.press("OO")
    assert umpire.shows("r2-r4  0")
    umpire.press("O")
    assert umpire.memory.kinds()[-1] == "time"
    assert pair(umpire.state.games) == (1, 0)


def test_the_buzzers_questions_stay_and_hold_up_no_host():
    umpire = final(stage="group")
    hall(umpire, do="start", ms=100000)
    umpire.press("CC")
    umpire.wait(200000, 500)
    assert umpire.shows("LAStrGHt")
    assert umpire.table.command({"kind": "time"}, umpire.now)[0]
    assert umpire.shows("LAStrGHt")
    umpire.press("O C O B S O O")
    assert umpire.state.game == 2
    umpire.press("O W+ O O")
    assert umpire.shows("r2-r4  0")
    assert umpire.table.command({"kind": "time"}, umpire.now)[0]
    assert umpire.state.game == 3
    assert umpire.table.panel.is_at_main


def test_tournament_play_the_buzzer_between_games_asks_nothing():
    umpire = final()
    hall(umpire, do="start", ms=20000)
    umpire.press("OW+OO OW+OO OW+OO")
    hall(umpire, do="end")
    assert umpire.table.panel.is_at_main


def test_d85_time_from_the_host_makes_the_round_the_last():
    umpire = final(stage="group")
    umpire.press("CC")
    assert umpire.table.command({"kind": "time"}, umpire.now)[0]
    assert umpire.shows("LAStrGHt")
    umpire.press("O C O B S O O")
    assert umpire.state.game == 2
    assert [game.points["b"] for game in umpire.state.history] == [2]


def test_d85_time_from_the_menu_asks_for_the_last_shot_too():
    umpire = final(stage="group")
    umpire.press("CC O+")
    for _ in range(30):
        if umpire.shows("StoP    "):
            break
        umpire.press("B")
    umpire.press("O Q O")
    assert umpire.memory.kinds()[-1] == "time"
    assert umpire.shows("LAStrGHt")


def test_d85_a_clubs_own_clock_for_each_round():
    umpire = final(rules={"clocks": {"round": 60000}})
    umpire.press("CC")
    umpire.press("P")
    umpire.wait(30000)
    assert umpire.state.paused[0] == "round"
    umpire.press("P")
    umpire.wait(61000)
    assert "warn" in umpire.sounds
    assert umpire.sounds[-1] == "zero"
    assert umpire.shows("LAStrGHt")
    umpire.press("O C O B S O O")
    assert umpire.state.board == 2
    assert umpire.table.clocks.main.state == 0
    assert umpire.is_fold()


def test_after_a_power_cut_the_round_is_as_before():
    umpire = final(rules={"clocks": {"round": 60000}})
    umpire.press("C Q C C")
    before = dicts.to_dict(umpire.state)
    umpire.power_on()
    assert dicts.to_dict(umpire.state) == before
    assert umpire.table.clocks.main.name == "round"
    assert umpire.table.clocks.main.state == 2
    umpire.press("C")
    assert umpire.table.clocks.main.state == 1
    umpire.press("UU")
    assert umpire.is_fold()


def test_20s_are_set_by_hand():
    umpire = final()
    umpire.press("O+")
    for _ in range(30):
        if umpire.shows("SEt tY  "):
            break
        umpire.press("B")
    umpire.press("O QQ B Q S")
    assert umpire.shows("tY  2_0 ")
    umpire.press("O")
    assert pair(umpire.state.twenties) == (2, 0)
    assert umpire.state.overridden


def test_d87_the_score_is_typed_in_and_the_round_follows():
    umpire = final()
    umpire.press("O+ O Q O")  # 1-0 cannot be
    assert umpire.shows("not odd ")
    assert umpire.line() == "A round is two points: the sum is even"
    umpire.press("Q BBBB QQ O")
    assert pair(umpire.state.points) == (2, 2)
    assert umpire.state.board == 3
    assert sees(umpire, " 2_r3  2")
    umpire.press("U")
    assert pair(umpire.state.points) == (0, 0)


def test_a_match_is_set_up_at_the_table():
    umpire = Umpire(ruleset="wcc")
    umpire.press("OO")
    while not umpire.shows("CAtEAdLt"):
        assert umpire.state.phase == "idle"
        umpire.press("O")
    umpire.press("S")
    assert umpire.shows("CAtE CUE")
    umpire.press("O Q O")
    assert umpire.state.setup.rules["discs"] == 6
    assert umpire.state.breaker == "a"
    assert umpire.state.phase == "ready"
    assert umpire.state.setup.tournament["ruleset"] == "wcc"


def test_random_keys_are_answered_and_the_state_stays_the_fold():
    for seed in range(12):
        rng = Rng(seed)
        umpire = final(doubles=seed % 2 == 1, stage=("final", "group")[seed // 2 % 2])
        hall(umpire, do="start", ms=5000)
        for _ in range(120):
            seq, shown = umpire.table.record.last_seq, umpire.table.revision
            umpire.press(KEYS[rng.below(len(KEYS))] + ("+" if rng.below(6) == 0 else ""))
            assert umpire.table.revision != shown or umpire.table.record.last_seq != seq
            umpire.show()
            if rng.below(10) == 0:
                umpire.wait(rng.below(1500))
        assert umpire.is_fold()


def named(umpire):
    """The keys that the digits name by turns, after eight seconds without one."""
    umpire.table.shows_lines = False
    umpire.wait(8_000)
    said = set()
    for _ in range(16):
        umpire.wait(512, 256)
        said |= {key for key in ("PUSH.CLoC", "EntEr") if umpire.shows(key)}
    return sorted(said)


def test_digits_name_clock_while_shots_are_counted_and_ok_when_all_are_shot():
    umpire = final()
    umpire.press("C")
    assert named(umpire) == ["EntEr"]  # nobody counts: the result is next
    umpire.press("C")
    assert named(umpire) == ["PUSH.CLoC"]  # OK would end a round in which discs are left
    umpire.press("C" * 15)
    assert named(umpire) == ["EntEr"]


def test_digits_name_clock_while_the_last_shot_is_awaited():
    umpire = final()
    hall(umpire, do="start", ms=30000)
    umpire.press("C C")
    umpire.wait(31_000)
    umpire.press("O")
    assert named(umpire) == ["PUSH.CLoC"]


def test_the_key_stands_before_a_name_that_may_be_cut():
    umpire = final()
    assert umpire.line() == "CLOCK: round 1, Asha first"


def test_d464_the_difference_to_100_at_the_table():
    rules = {"rounds": None, "to_points": 100, "scoring": "difference", "games": 1, "discs_singles": 12}
    umpire = final(rules=rules)
    umpire.press("O W+ O")
    assert umpire.shows("Count   ")  # who won is not enough
    umpire.press("U U O W QQS B F O")
    assert sees(umpire, "45P45  0")
    umpire.press("O O B DD W SS F O")
    assert sees(umpire, "75P30  0")
    umpire.press("U U O")
    assert sees(umpire, "65P20  0")
    umpire.press("O O B SS O")
    assert sees(umpire, "65P30 30")
    umpire.press("O O W QQQ B D O")
    assert umpire.shows("120Pt 30")
    umpire.press("O")
    assert (umpire.state.phase, umpire.state.winner) == ("over", "a")
    assert umpire.table.screen(umpire.now).message == "120Pt 30"
    umpire.press("O")
    assert umpire.table.screen(umpire.now).message == "120Pt 30"
    assert umpire.line().endswith(" 120-30")
    assert umpire.is_fold()


def test_d464_a_difference_of_a_hundred_and_time_between_rounds():
    umpire = final(rules={"rounds": None, "to_points": 100, "scoring": "difference", "games": 1})
    umpire.press("O W QQQQQ O")
    assert umpire.shows("100Pt  0")
    umpire.press("U U S O")
    assert sees(umpire, "95P95  0")
    umpire.press("U" * 9)
    hall(umpire, do="start", ms=1000)
    umpire.press("O W QQ O O")
    umpire.wait(2000)
    assert umpire.shows("r2     0")
    umpire.press("O")
    assert (umpire.state.phase, umpire.state.winner) == ("over", "a")
    assert match.official(umpire.state)["games"] == [[40, 0]]


def test_d465_the_loser_shoots_first_and_the_page_says_so():
    umpire = final(rules={"first_shot": "loser"})
    umpire.press("O B+ OO")
    assert sees(umpire, " 0_r2  2")
    assert umpire.line() == "CLOCK: round 2, Asha first"
    umpire.press("O W+ OO")
    assert sees(umpire, " 2 r3_ 2")
    umpire.press("O Q+ OO")
    assert sees(umpire, " 3 r4_ 3")


def test_d466_a_shoot_out_at_the_table():
    umpire = final(rules={"decider": "shoot_out", "games": 1})
    umpire.press("O W+ OO O W+ OO O B+ OO O B+ OO")
    assert sees(umpire, " 4_    4")
    assert umpire.line() == "CLOCK: shoot-out, Asha first"
    umpire.press("C O W QQ B QS O")
    assert umpire.shows("Count   ")  # a 15 does not count
    umpire.press("U U O")
    assert sees(umpire, " 6 P2  4")
    assert sees(umpire, "LEFt P 2")
    umpire.press("O")
    assert (umpire.state.phase, umpire.state.winner) == ("over", "a")
    assert umpire.is_fold()
