"""The changed fields of a rule file that its other rules leave without a use, and what they would be for."""

from collections.abc import Callable, Iterator

from host_tools.live_values import Rules
from host_tools.rules.files import OwnRules


def idle(own: OwnRules) -> dict[str, str]:
    """For each such field what it is for, as in "it is for ...", in the order of `_USES`."""
    rules = own.resolved()
    return {
        name: used_for
        for names, used_for, is_used in _USES
        for name in names
        if name in own.changes and name in rules and not is_used(rules)
    }


def _has(field: str, value: object) -> Callable[[Rules], bool]:
    return lambda rules: bool(rules.get(field) == value)


def _values(rules: Rules, field: str) -> Iterator[object]:
    """What a field holds at any stage; nothing where the sport has no such field."""
    held = rules.get(field, {})
    yield from held.values() if isinstance(held, dict) else (held,)


def _most_games(rules: Rules) -> int:
    return max(int(str(games)) for games in _values(rules, "games"))


OF_VAISHALI = ("foul_striker", "foul_with_piece", "foul_opponent", "foul_last", "foul_last_own")

_USES: tuple[tuple[tuple[str, ...], str, Callable[[Rules], bool]], ...] = (
    (OF_VAISHALI, 'strokes "vaishali"', _has("strokes", "vaishali")),
    (("twenties",), 'scoring "difference"', _has("scoring", "difference")),
    (("queen_until",), "a Queen that is worth points", lambda rules: bool(rules["queen"])),
    (
        ("change_at", "change_after_board"),
        "a game in which sides change",
        lambda rules: 0 < rules["change_in_game"] <= _most_games(rules),
    ),
    (
        ("early_end",),
        "games with a last board or round",
        lambda rules: any(_values(rules, "board_limit")) or any(_values(rules, "rounds")),
    ),
    (("decider",), "level games that are no draws", lambda rules: not all(_values(rules, "draws"))),
)
