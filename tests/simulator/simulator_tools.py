"""What the simulator's tests share."""

from collections.abc import Callable

from host_tools.simulator.table import SimTable
from tests.waiting import press_until

#: The fixture `make_table` (conftest.py).
MakeTable = Callable[..., SimTable]
#: A main.py that says so, and ends.
READY = 'print("ready")\n'


def printed(text: str, times: int = 1) -> Callable[[SimTable], bool]:
    """A predicate for `wait_for`: the board has written `text` (so often)."""
    return lambda table: table.log.count(text.encode()) >= times


async def play_a_board(table: SimTable) -> None:
    """A new match in which the left side breaks and wins the first board with two c/m and the Queen: 5."""
    await table.wait_for(lambda t: t.text.strip())
    await table.press("OK", hold_ms=800)
    await table.press("OK")
    await press_until(table, "BLACK", lambda t: "br" in t.text)
    await press_until(table, "QUEEN", lambda t: "LEFt" in t.text)
    await table.press("OK")
    await table.press("CLOCK")  # "Play"
    await table.press("CLOCK")  # struck
    await table.press("CLOCK")  # complete
    for key in ("OK", "BLACK", "BLACK", "QUEEN", "OK", "OK"):
        await table.press(key)
    await table.wait_for(lambda t: t.text.startswith(" 5 ") and t.text.endswith("_ 0"))
