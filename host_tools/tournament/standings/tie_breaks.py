"""The tie-breaks as each rulebook has them (RULES.md section 6), and how they separate entries that are
level.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from host_tools.tournament.model.model import Decision, StageKind
from host_tools.tournament.standings.tally import Tally

#: What a step compares: an entry's tally, and the entries that are level with it (itself included).
Value = Callable[[Tally, frozenset[int]], int]


@dataclass(frozen=True, slots=True)
class Step:
    """One step. name: as in Place.step. counted: what it counts. again_at: the step of the same order at
    which entries go on that are still level after this one has separated some (None: the next one).
    """

    name: str
    counted: str
    value: Value
    again_at: int | None = None


@dataclass(frozen=True, slots=True)
class Separated:
    """The place of an entry, and the last step that separated it from others.

    place: from 1, shared while level. step: "level" when nothing separated it from those it is level with.
    figure, better, worse: its figure of this step, the next better and the next worse ones among those it was
    level with until then (None: there is none). level_with: how many others share the place.
    """

    entry: int
    place: int
    step: str
    counted: str | None
    figure: int
    better: int | None
    worse: int | None
    level_with: int = 0


def _head_to_head(tally: Tally, level: frozenset[int]) -> int:
    return sum(points for opponent, points, _ in tally.against if opponent in level)


def _twenties_tied(tally: Tally, level: frozenset[int]) -> int:
    return sum(twenties for opponent, _, twenties in tally.against if opponent in level)


POINTS = Step("points", "points", lambda tally, _: tally.points)
WINS = Step("wins", "wins", lambda tally, _: tally.won)
NET = Step("net", "net", lambda tally, _: tally.net)
TWENTIES = Step("twenties_all", "twenties", lambda tally, _: tally.twenties)

BUCHHOLZ = Step("buchholz", "buchholz", lambda tally, _: tally.buchholz)

#: vkk: "points tie … higher wins … higher net points … one board shootout".
CARROM = (POINTS, WINS, NET)
#: As carrom's European opens rank a Swiss (SoL).
SWISS = (POINTS, BUCHHOLZ, NET)
#: SoL 5.26 (`Tourney.computeRanking`); then by seed or rate, which its export does not have.
SOL = (*SWISS, Step("scored", "scored", lambda tally, _: tally.scored))
#: wcc, preliminary rounds: "the higher number of 20's … a Shoot-Out".
PRELIMINARY = (POINTS, TWENTIES)
#: wcc, round-robin play-off: steps 1 to 3; ties that remain return to step 1.
ROUND_ROBIN = (
    POINTS,
    Step("head_to_head", "points_tied", _head_to_head, again_at=1),
    Step("twenties_tied", "twenties_tied", _twenties_tied, again_at=1),
    Step("twenties_all", "twenties_all", lambda tally, _: tally.twenties, again_at=1),
)


def of_carrom(stage_kind: StageKind) -> tuple[Step, ...]:
    """The steps for groups, a round robin, a preliminary or a Swiss, before any shoot-out.

    `icf`, `spandan` and `vaishali` name none for a group; `vkk`'s hold there.
    """
    own: dict[StageKind, tuple[Step, ...]] = {"swiss": SWISS, "external": SOL}
    return own.get(stage_kind, CARROM)


def of_crokinole(stage_kind: StageKind) -> tuple[Step, ...]:
    """The same in crokinole."""
    if stage_kind == "swiss":
        return (POINTS, BUCHHOLZ, TWENTIES)
    return PRELIMINARY if stage_kind == "preliminary" else ROUND_ROBIN


def separate(
    tallies: Mapping[int, Tally], steps: Sequence[Step], decisions: Sequence[Decision]
) -> list[Separated]:
    """All entries of `tallies`, the best first; those level at the end share a place, in the order of ids.

    decisions: in the order they were made; a decision counts for entries that are level after all steps if it
    names all of them; a later one counts for those that it leaves level.
    """
    placed: list[Separated] = []
    for block, note in _split(sorted(tallies), 0, None, tallies, steps, decisions):
        place = len(placed) + 1
        for entry in block:
            if len(block) > 1 or note is None:
                placed.append(Separated(entry, place, "level", None, 0, None, None, len(block) - 1))
            else:
                placed.append(Separated(entry, place, *note))
    return placed


_Note = tuple[str, str, int, int | None, int | None]
_Block = tuple[list[int], _Note | None]


def _split(
    level: list[int],
    at: int,
    note: _Note | None,
    tallies: Mapping[int, Tally],
    steps: Sequence[Step],
    decisions: Sequence[Decision],
) -> list[_Block]:
    if len(level) == 1:
        return [(level, note)]
    among = frozenset(level)
    for index in range(at, len(steps)):
        step = steps[index]
        figures = {entry: step.value(tallies[entry], among) for entry in level}
        if len(set(figures.values())) == 1:
            continue
        again = index + 1 if step.again_at is None else step.again_at
        return [
            part
            for block, why in _by_figure(figures, step.name, step.counted)
            for part in _split(block, again, why, tallies, steps, decisions)
        ]
    return _decided(level, note, decisions)


def _decided(level: list[int], note: _Note | None, decisions: Sequence[Decision]) -> list[_Block]:
    """Separate entries that are level after all steps by the decisions (shoot-outs and the like)."""
    if len(level) == 1:
        return [(level, note)]
    for number, decision in enumerate(decisions):
        scores = dict(decision.order)
        if not scores.keys() >= set(level):
            continue
        figures = {entry: scores[entry] for entry in level}
        if len(set(figures.values())) == 1:
            continue
        rest = decisions[number + 1 :]
        return [
            part
            for block, why in _by_figure(figures, decision.kind, decision.kind)
            for part in _decided(block, why, rest)
        ]
    return [(level, note)]


def _by_figure(figures: Mapping[int, int], name: str, counted: str) -> list[_Block]:
    """The entries in blocks of the same figure, the highest first, each with its note."""
    values = sorted(set(figures.values()), reverse=True)
    blocks: list[_Block] = []
    for index, value in enumerate(values):
        better = values[index - 1] if index else None
        worse = values[index + 1] if index + 1 < len(values) else None
        block = sorted(entry for entry, figure in figures.items() if figure == value)
        blocks.append((block, (name, counted, value, better, worse)))
    return blocks
