"""A whole match of three games of eight boards, pressed into a simulated table."""

from host_tools.simulator.table import SimTable

GAMES = 3
BOARDS = 8
_SIDES = "ab"


async def full_match(table: SimTable) -> None:
    """Set up a match at the panel and play 24 boards of one point each; it ends decided, not confirmed."""
    await table.wait_for(lambda table: "tbL" in table.text)
    for key in (
        "OK",
        "OK",
        "OK",
        "OK",
        "QUEEN",
        "OK",
    ):  # menu, new match, stage, singles, the left side breaks
        await table.press(key)
    for game in range(GAMES):
        winner = _SIDES[game % 2]
        if game:
            await table.press("CLOCK")  # the players have changed sides
        for board in range(BOARDS):
            breaker = _SIDES[(game + board) % 2]
            if game == 2 and board == 4:
                await table.press("CLOCK")  # ... and in the middle of game three (60)
            await _board(table, "BLACK" if breaker == winner else "WHITE")
    await table.wait_for(lambda table: "Pr" in table.text or "ConF" in table.text)


async def _board(table: SimTable, losers_colour: str) -> None:
    """Play, and one c/m left; the loser has the Queen."""
    for key in ("CLOCK", "OK", losers_colour, "QUEEN", "QUEEN", "OK", "OK"):
        await table.press(key)
