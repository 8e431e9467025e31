"""A tournament as the organiser's desk makes it: groups, then a knockout, results entered."""

from collections.abc import Iterable

from host_tools.store import Store
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.entering import ImportEntries
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import EnterResult
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.model import Competition, Fixture, Result, StagePlan
from host_tools.tournament.standings import results

PLAYERS = (
    ("Asha Patil", "Pune"), ("Łukasz Žižka", "Praha"), ("अरुण देशमुख", "Mumbai"), ("கார்த்திக்", "Chennai"),
    ("=cmd|' /C calc'!A0", "-"), ("Zoë O’Brien", "Dublin"), ("Søren Kjær", "Århus"), ("Nguyễn Văn An", "Huế"),
)  # fmt: skip
CLOCK_MS = 1_772_000_000_000


def desk_of(store: Store) -> Desk:
    """A desk whose clock stands still."""
    return Desk(store, clock=lambda: CLOCK_MS)


def won(winner: str, loser_points: int) -> Result:
    """One game of 25."""
    games = ((25, loser_points),) if winner == "a" else ((loser_points, 25),)
    net = (25 - loser_points) * (1 if winner == "a" else -1)
    return Result(winner, "entered", games, (1, 0) if winner == "a" else (0, 1), games[0], net)  # type: ignore[arg-type]


def by_hand(result: Result, reason: str) -> EnterResult:
    """The act that enters it."""
    return EnterResult(games=results.typed_games(result), reason=reason)


def with_groups(store: Store, players: Iterable[tuple[str, str]] = PLAYERS, play: bool = True) -> Competition:
    """Men's Singles of `vkk`: two groups of four, the first two of each to a knockout; played to its end.

    In every match the entry with the lower number wins.
    """
    plan = (
        StagePlan("groups", "", {"groups": 2, "advance": 2}),
        StagePlan("knockout", "", {"third": True}),
    )
    return with_stages(store, plan, players, play)


def with_stages(
    store: Store,
    plan: tuple[StagePlan, ...],
    players: Iterable[tuple[str, str]] = PLAYERS,
    play: bool = True,
) -> Competition:
    """A tournament with these stages, drawn; played unless `play` is False."""
    desk = desk_of(store)
    tournament = desk.do(
        NewTournament(
            key="open-2026", name="Open 2026", ruleset="vkk", place="Pune", days="12-14 March 2026"
        ),
        None,
    )
    event = desk.do(AddEvent(key="ms", name="Men's Singles", stages=plan), tournament).event
    rows = [f'"{name}","{club}"' for name, club in players]
    desk.do(ImportEntries(lines=("\n".join(["name,club", *rows])).split("\n")), event)
    desk.do(Draw(seed="seed-1"), event)
    if play:
        play_all(desk, event)
    return next(event for event in desk.competitions(tournament) if event.key == "ms")


def play_all(desk: Desk, event: Competition, up_to: int = 9) -> None:
    """Enter a result for each match as it becomes ready; of stages up to this one."""
    for _ in range(20):
        ready = [
            fixture for fixture in desk.fixtures(event) if fixture.state == "ready" and fixture.stage <= up_to
        ]
        if not ready:
            return
        for fixture in ready:
            desk.do(by_hand(won(_winner(fixture), fixture.number + 3), "written on paper"), fixture)
        desk.settle()


def _winner(fixture: Fixture) -> str:
    assert fixture.a is not None
    assert fixture.b is not None
    return "a" if fixture.a < fixture.b else "b"
