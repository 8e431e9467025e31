"""A round of SoL into an event of the tournament, its matches to the tables numbered like SoL's boards."""

from host_tools.sol.errors import SolError
from host_tools.sol.reading import SolMatch, SolPlayer, SolRound
from host_tools.tournament.desk import Desk, DeskError
from host_tools.tournament.entering import NewEntry
from host_tools.tournament.external import Pairing, Players, Taken
from host_tools.tournament.model import Competition, Kind, Result, Side, StagePlan, Tournament
from host_tools.tournament.people import Person

#: SoL's match: one game to 25 points or of eight boards, level games are drawn (D20).
RULES = {"games": 1, "draws": True}
WHO = "SoL"
#: SoL's have 32 hexadecimal digits.
GUID_MAX = 40


def event_for(desk: Desk, tournament: Tournament, key: str, found: SolRound) -> Competition:
    """The event with this key, made when it is not there yet. Raises SolError for a round that it cannot
    take, and DeskError; then nothing was made.
    """
    _require_playable(found)
    _require_its_own(desk, tournament, key, found)
    there = {one.key: one for one in desk.competitions(tournament)}
    if key in there:
        return there[key]
    doubles = any(len(people) == 2 for one in found.matches for people in (one.a, one.b) if people)
    kind: Kind = "doubles" if doubles else "singles"
    plan = [StagePlan("external", "Rounds (SoL)")]
    ruleset = "icf" if tournament.ruleset == "wcc" else tournament.ruleset
    name = found.title[:80] or "SoL"
    return desk.add_competition(tournament, key, name, kind, ruleset=ruleset, rules=RULES, plan=plan, who=WHO)


def take(desk: Desk, event: Competition, found: SolRound) -> Taken:
    """Add the round, and take the names that players have now. Raises DeskError, and nothing was taken."""
    players = Players(
        tuple(_person(one) for one in found.players),
        {old[:GUID_MAX]: one.guid[:GUID_MAX] for one in found.players for old in one.former},
    )
    pairings = [_pairing(found, one) for one in found.matches]
    return desk.take_round(event, found.turn, pairings, players, who=WHO)


def _require_playable(found: SolRound) -> None:
    """Raise SolError for a round that cannot be played on cards of one game."""
    if any(one.is_final for one in found.matches):
        raise SolError(
            "this round is SoL's final, of several games, of which a card of SoL's takes one: play it with "
            "`boardside assign` and type its result into SoL."
        )


def _require_its_own(desk: Desk, tournament: Tournament, key: str, found: SolRound) -> None:
    """One tourney, one event: boards of two in one event would go to each other's cards (D286)."""
    for one in desk.competitions(tournament):
        ids = [fixture.id for fixture in desk.fixtures(one) if fixture.id.startswith("sol-")]
        rounds = {name[: len(found.prefix)] for name in ids}
        if one.key == key and rounds - {found.prefix}:
            raise SolError(
                f"the event {key} has the rounds of another tourney of SoL's. Give {found.title} an event "
                "and tables of its own: --event KEY --first-table N."
            )
        if one.key != key and found.prefix in rounds:
            raise SolError(
                f"the rounds of {found.title} are in the event {one.key}: import them with --event {one.key}."
            )


def call(
    desk: Desk, event: Competition, found: SolRound, first_table: int = 1
) -> tuple[list[tuple[str, int]], list[str]]:
    """Call every match of the round that waits to its table: (match, table) of those that were called, and
    why others were not. Board 1 is at `first_table`, the others after it.
    """
    called, why = [], []
    for one in desk.fixtures(event, state="ready"):
        if one.round == found.turn:
            try:
                table = one.number + first_table - 1
                desk.call(one, table, who=WHO)
                called.append((one.id, table))
            except DeskError as error:
                why.append(f"{one.id}: {error}")
    return called, why


def _pairing(found: SolRound, one: SolMatch) -> Pairing:
    return Pairing(
        id=f"{found.prefix}-{found.turn}-{one.board}",
        number=one.board,
        a=_entry(one.a),
        b=None if one.b is None else _entry(one.b),
        result=None if one.score is None or one.b is None else _result(one.score),
    )


def _entry(people: tuple[SolPlayer, ...]) -> NewEntry:
    return NewEntry(tuple(map(_person, people)))


def _person(one: SolPlayer) -> Person:
    return Person(one.name, one.club, one.country, one.guid[:GUID_MAX])


def _result(score: tuple[int, int]) -> Result:
    """What SoL has already."""
    a, b = score
    winner: Side | None = None if a == b else ("a" if a > b else "b")
    won = (int(a > b), int(b > a))
    return Result(winner, "entered", (score,), won, score, a - b)
