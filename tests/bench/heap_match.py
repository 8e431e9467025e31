"""Runs under MicroPython: a whole match at a table, key by key, boards by their results."""


def play(table, calm):
    """Three games of eight boards: Play, three strokes' clocks, the result; sides changed when owed.

    calm() is called when the menu is closed and the match can begin: for what upkeep does in such a moment.
    """
    now = 1000
    table.settings["struck"] = 1  # struck, complete
    for key in ("OK", "OK", "OK", "OK", "QUEEN", "OK"):
        now = press(table, key, now)
    calm()
    for game in range(3):
        winner = "ab"[game % 2]
        for board in range(8):
            if table.record.state.change_due:
                now = press(table, "CLOCK", now)
            breaker = "ab"[(game + board) % 2]
            colour = "BLACK" if breaker == winner else "WHITE"
            strokes = ("CLOCK",) * 7
            for key in strokes + ("OK", colour, "QUEEN", "QUEEN", "OK", "OK"):
                now = press(table, key, now)
    if table.record.state.phase != "over":
        raise SystemExit("the match did not end: " + table.record.state.phase)


def press(table, key, now):
    table.press(key, False, now)
    table.tick(now + 50)
    table.screen(now + 50)
    return now + 100
