"""What the tests of whole matches share: one that has begun, one that was played, the menu by its items."""

from table_kit import Umpire

from boardside.table.menu.items import ITEMS


def begun(**fields):
    umpire = Umpire()
    assert umpire.assign(**fields)[0]
    return umpire


def item(umpire, message):
    """Open the menu at the item whose line begins with `message`, and press OK."""
    umpire.press("O+")
    for _ in range(len(ITEMS)):
        if umpire.table.screen(umpire.now).menu_item.startswith(message):
            umpire.press("O")
            return
        umpire.press("B")
    raise AssertionError("no item %r" % message)


def three_games(umpire):
    """A match of three games by keys, confirmed."""
    for winner, lefts in (("a", (9, 9, 4)), ("b", (9, 9, 4)), ("a", (9, 9))):
        for left in lefts:
            umpire.press("C")
            if umpire.state.phase == "ready":
                umpire.press("C")
            high = umpire.state.points[winner] > 21
            umpire.result(winner, left, None if high else winner)
        if umpire.state.phase != "over":
            umpire.press("C")
    umpire.press("C")
    if umpire.state.phase == "ready":
        umpire.press("C")
    umpire.result("a", 4, None)
    umpire.press("O")
