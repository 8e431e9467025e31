"""A ruleset in words: in one line, and field by field."""

from collections.abc import Mapping

from boardside.game import rules
from boardside.game.terms import STAGES
from host_tools.live_values import Rules
from host_tools.rules import diff, meanings


def in_short(all_rules: Rules) -> str:
    """A ruleset in one line: "one game to 25, boards 6, Queen 3 up to 21"."""
    return _SUMMARIES[rules.sport_of(all_rules).name](all_rules)


def in_full(all_rules: Rules) -> list[tuple[str, str, str]]:
    """Each field of a ruleset: its name, its value for people, and what it means."""
    known = meanings.meanings(all_rules["sport"])
    return [
        (name, diff.shown(name, all_rules[name]), meaning)
        for name, meaning in known.items()
        if name in all_rules
    ]


def _of_crokinole(all_rules: Rules) -> str:
    rounds, games = _by_stage(all_rules["rounds"]), _by_stage(all_rules["games"])
    points = f", points {_by_stage(all_rules['to_points'])}" if any(all_rules["to_points"].values()) else ""
    return f"crokinole: rounds {rounds}{points}, games {games}"


def _of_carrom(all_rules: Rules) -> str:
    limits = _by_stage(all_rules["board_limit"])
    by_stage = all_rules["games"]
    if not isinstance(by_stage, Mapping):  # one for all stages
        by_stage = dict.fromkeys(STAGES, by_stage)
    words = {stage: "one game" if number == 1 else f"best of {number}" for stage, number in by_stage.items()}
    games = _by_stage(words)
    queen = f"Queen {all_rules['queen']} up to {all_rules['queen_until']}"
    return f"{games} to {all_rules['points']}, boards {limits}, {queen}"


_SUMMARIES = {"carrom": _of_carrom, "crokinole": _of_crokinole}


def _by_stage(values: Mapping[str, object]) -> str:
    """What a rule is from the first stage to the last, each value once: "8, then no limit"."""
    words: list[str] = []
    for stage in STAGES:
        word = "no limit" if values[stage] is None else str(values[stage])
        if word not in words[-1:]:
            words.append(word)
    return ", then ".join(words)
