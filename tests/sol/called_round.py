"""Two tables to which the first round of one of SoL's tourneys has been called."""

from desk_hall import Hall, desk_of
from sol_exports import export, match

from host_tools.integrations.sol import importing, reading
from host_tools.store import Store
from host_tools.tournament.acts.tournament import NewTournament


def called_round(store: Store) -> Hall:
    """A hall of two tables that have taken their matches; nobody has begun to play."""
    made = Hall(store, tables=2)
    desk = desk_of(made)
    sol_round = reading.parse(export(1, [match(1, 1, 2), match(2, 3, 4)]))
    event = importing.event_for(desk, desk.do(NewTournament(key="open", name="Open"), None), "sol", sol_round)
    importing.take(desk, event, sol_round)
    importing.call(desk, event, sol_round)
    made.take()
    return made
