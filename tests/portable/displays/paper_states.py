"""Tables in every state that an e-paper page shows, by name, for golden pictures on both interpreters."""

import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
sys.path.insert(0, __file__.rsplit("/", 2)[0] + "/table")

from table_kit import Umpire

SETTLE = 1_600  # ms after which a passing message has gone

SINGLES = {"a": ["Ananya Chatterjee"], "b": ["Bo Lindqvist"], "title": "Spring Cup, quarter-final 2"}
PAIRS = {"doubles": True, "a": ["Asha Rao", "Émile Möller"], "b": ["Björn Åkesson", "Chiara Nuñez"]}


def carrom(ruleset="icf", stage="round", strokes=0, **fields):
    """A match of carrom before its first board."""
    umpire = Umpire(strokes=strokes)
    event = dict(SINGLES)
    event.update({"ruleset": ruleset, "stage": stage, "breaks": "a"})
    event.update(fields)
    assert umpire.assign(**event)[0]
    umpire.table.set_link("up", 1)
    return umpire


def settled(umpire):
    umpire.wait(SETTLE)
    return umpire


def idle():
    umpire = Umpire()
    umpire.table.set_link("up", 1)
    return umpire


def idle_hall():
    umpire = idle()
    assert umpire.table.command({"kind": "hall", "do": "start", "ms": 27 * 60_000}, umpire.now)[0]
    return settled(umpire)


def toss():
    return settled(carrom(breaks=None))


def toss_chosen():
    umpire = toss()
    umpire.press("W")
    return umpire


def ready():
    return settled(carrom())


def awaited():
    umpire = settled(carrom())
    umpire.table.commit({"kind": "boot", "cause": "power_on"}, umpire.now)
    umpire.press("P")
    return settled(umpire)


def board():
    umpire = ready()
    umpire.press("C")
    return settled(umpire)


def later_board():
    umpire = ready()
    for winner, left, queen in (("a", 5, "a"), ("b", 7, "b"), ("a", 3, "b"), ("b", 4, "b")):
        umpire.press("C")
        umpire.result(winner, left, queen)
    umpire.press("C")
    return settled(umpire)


def entry():
    umpire = later_board()
    umpire.press("OBBB")
    return umpire


def entry_queen():
    umpire = entry()
    umpire.press("QS")
    return umpire


def proposal():
    umpire = entry()
    umpire.press("QO")
    return umpire


def umpires_points():
    umpire = proposal()
    umpire.press("WW")
    return umpire


def asked_result():
    umpire = later_board()
    umpire.press("O")
    return umpire


def won_game(umpire, winner):
    loser = "b" if winner == "a" else "a"
    umpire.press("C")
    umpire.result(loser, 4, loser)
    while not umpire.state.history or umpire.state.boards:
        if umpire.state.phase == "confirmed" or umpire.state.phase == "over":
            break
        before = len(umpire.state.history)
        umpire.press("C")
        if umpire.state.phase == "board":
            umpire.result(winner, 9, winner if umpire.state.points[winner] < 22 else None)
        if len(umpire.state.history) > before:
            break


def change():
    umpire = ready()
    won_game(umpire, "a")
    return settled(umpire)


def interval():
    umpire = change()
    for _ in range(4):
        if umpire.state.phase == "interval":
            break
        if umpire.state.phase == "change":
            umpire.press("C")
        won_game(umpire, "b")
    return settled(umpire)


def over():
    umpire = ready()
    for _ in range(3):
        if umpire.state.phase == "over":
            break
        won_game(umpire, "a")
        while umpire.state.phase in ("change", "interval"):
            umpire.press("C")
    return settled(umpire)


def protest():
    umpire = over()
    assert umpire.table.commit({"kind": "protest", "side": "b"}, umpire.now)
    return settled(umpire)


def confirmed():
    umpire = over()
    umpire.press("O")
    return settled(umpire)


def refused():
    umpire = board()
    umpire.press("F")
    return umpire


def not_stored():
    umpire = later_board()
    umpire.memory.refuses = True
    umpire.press("OBBBQOO")
    return umpire


def undone():
    umpire = later_board()
    umpire.press("U")
    return umpire


def menu():
    umpire = board()
    umpire.press("O+")
    return umpire


def menu_value():
    from boardside.table.menu import device as device_items

    umpire = board()
    umpire.press("O+")
    device_items.brightness(umpire.table.panel, umpire.table.panel.mode)
    umpire.table.touch()
    return umpire


def menu_word():
    from boardside.table.menu import device as device_items

    umpire = board()
    umpire.press("O+")
    device_items.way(umpire.table.panel, umpire.table.panel.mode)
    umpire.table.touch()
    return umpire


def edit():
    from boardside.table.menu.by_hand import Edit

    umpire = later_board()
    umpire.table.panel.open(Edit(umpire.state, None))
    umpire.table.touch()
    return umpire


def link_down():
    umpire = later_board()
    umpire.table.set_link("stale", 48)
    return umpire


def battery_low():
    umpire = later_board()
    umpire.table.battery = {"mv": 3600, "percent": 30, "hours": 6}
    return umpire


def paused():
    umpire = strokes_begun()
    umpire.press("P")
    return settled(umpire)


def strokes_begun(**fields):
    umpire = settled(carrom(strokes=1, **fields))
    umpire.press("C")
    return settled(umpire)


def stroke(umpire, keys=""):
    umpire.press("C" + keys + "C")
    return settled(umpire)


def strokes_turn():
    umpire = stroke(strokes_begun(), "WWB")
    return stroke(umpire, "")


def strokes_pressed():
    umpire = strokes_turn()
    umpire.press("CBQS")
    return umpire


def queen_to_cover():
    umpire = strokes_turn()
    return stroke(umpire, "Q")


def queen_covered():
    return stroke(queen_to_cover(), "B")


def dues():
    umpire = strokes_turn()
    stroke(umpire, "S")
    return umpire


def owes():
    umpire = strokes_begun()
    return stroke(umpire, "S")


def placing():
    umpire = stroke(strokes_begun(), "WW")
    return stroke(umpire, "S")


def time_is_up():
    umpire = strokes_turn()
    umpire.wait(16_000)
    return settled(umpire)


def hall_over(umpire):
    """The hall's clock came to its end here a while ago."""
    for event in ({"do": "start", "ms": 1_000}, {"do": "end"}):
        event["kind"] = "hall"
        assert umpire.table.command(event, umpire.now)[0]
    umpire.wait(21_000, 100)
    return umpire


def hall_over_idle():
    return hall_over(idle())


def hall_over_ready():
    umpire = ready()
    umpire.table.clocks.stop()
    return hall_over(umpire)


def hall_over_vaishali():
    return hall_over(vaishali())


def hall_over_crokinole():
    umpire = crokinole_round()
    umpire.press("OW+OO")
    umpire = hall_over(umpire)
    umpire.press("U")  # the other rounds are not shot? They are
    return settled(umpire)


def decided():
    """The desk gives the match away while a board is in play."""
    umpire = strokes_turn()
    assert umpire.table.command({"kind": "decided", "winner": "b"}, umpire.now)[0]
    return umpire


def ruling():
    umpire = strokes_turn()
    umpire.press("CSC")
    return umpire


def doubles():
    return strokes_begun(**PAIRS)


def doubles_second():
    umpire = doubles()
    for _ in range(2):
        stroke(umpire, "D")
        stroke(umpire, "")
    stroke(umpire, "")
    return umpire


def doubles_change():
    umpire = ready_doubles()
    won_game(umpire, "b")
    return settled(umpire)


def ready_doubles():
    return settled(carrom(**PAIRS))


def vaishali():
    return stroke(strokes_begun(ruleset="vaishali"), "WQ")


def spandan():
    return settled(carrom("spandan"))


def vkk():
    return settled(carrom("vkk", "final"))


def crokinole(**fields):
    event = {"ruleset": "wcc", "stage": "final", "title": None}
    event.update(fields)
    return settled(carrom(**event))


def crokinole_toss():
    return crokinole(breaks=None)


def crokinole_round():
    umpire = crokinole()
    umpire.press("OW+OO OB+OO C")
    return settled(umpire)


def crokinole_shots():
    umpire = crokinole_round()
    umpire.press("CQCC")
    return settled(umpire)


def crokinole_entry():
    umpire = crokinole_shots()
    umpire.press("OWSSFBQS")
    return umpire


def crokinole_offer():
    umpire = crokinole_entry()
    umpire.press("O")
    return umpire


def crokinole_over():
    umpire = crokinole()
    for _ in range(20):
        if umpire.state.phase == "over":
            break
        umpire.press("OW+OO")
    return settled(umpire)


def crokinole_doubles():
    umpire = crokinole(**PAIRS)
    umpire.press("CC")
    return settled(umpire)


STATES = (
    idle, idle_hall, toss, toss_chosen, ready, awaited, board, later_board, entry, entry_queen, proposal,
    umpires_points, asked_result, change, interval, over, protest, confirmed, refused, not_stored, undone,
    menu, menu_value, menu_word, edit, link_down, battery_low, paused, strokes_begun, strokes_turn,
    strokes_pressed, queen_to_cover, queen_covered, dues, owes, placing, time_is_up, ruling, doubles,
    doubles_second, doubles_change, ready_doubles, vaishali, spandan, vkk, crokinole, crokinole_toss,
    crokinole_round, crokinole_shots, crokinole_entry, crokinole_offer, crokinole_over, crokinole_doubles,
    hall_over_idle, hall_over_ready, hall_over_vaishali, hall_over_crokinole, decided,
)  # fmt: skip


def screen_of(state):
    """The screen of one of STATES."""
    umpire = state()
    return umpire.table.screen(umpire.now)
