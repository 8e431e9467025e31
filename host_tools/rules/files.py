"""An organiser's own rules as a file: reading and checking it, and which of its changes its other rules leave
without a use.
"""

import difflib
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from boardside.game import rules, rulesets
from boardside.game.errors import GameError
from host_tools.live_values import Rules
from host_tools.outside import json_text
from host_tools.outside.files import read_input
from host_tools.outside.json_text import TwiceError, once
from host_tools.rules import trial
from host_tools.rules.reasons import RulesFileError

LONGEST_NAME = 80
LONGEST_SOURCE = 400


class OwnRules(NamedTuple):
    """base: id of the ruleset it starts from. name: what it is called. changes: the rules that differ.
    source: whose rules these are; "": not said.
    """

    base: str
    name: str
    changes: Rules
    source: str = ""

    def resolved(self) -> Rules:
        """All rules, the changes laid over the base."""
        all_rules: Rules = rules.resolve(self.base, self.changes)
        return all_rules


def read(path: Path) -> OwnRules:
    """The rules in the file at `path`, every field checked. Raises RulesFileError."""
    try:
        text = read_input(path).decode("utf-8-sig")
    except OSError as error:
        raise RulesFileError("not_readable", file=str(path), why=error.strerror) from error
    except UnicodeDecodeError as error:
        raise RulesFileError("not_utf8", file=str(path)) from error
    return parse(text, str(path))


def parse(text: str, where: str) -> OwnRules:
    """As `read`, of a text; `where` names it in messages."""
    try:
        fields = json_text.value(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        line, column = error.lineno, error.colno
        raise RulesFileError("no_json", file=where, line=line, column=column, why=error.msg) from error
    except TwiceError as error:
        raise RulesFileError("name_twice", file=where, name=str(error)) from error
    if not isinstance(fields, dict):
        raise RulesFileError("no_object", file=where)
    base = fields.pop("base", None)
    name = fields.pop("name", Path(where).stem)
    source = fields.pop("source", "")
    if base is None:
        raise RulesFileError("base_missing", file=where, allowed=list(rulesets.IDS))
    if base not in rulesets.IDS:
        raise RulesFileError("base_unknown", file=where, base=base, allowed=list(rulesets.IDS))
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise RulesFileError("bad_name", file=where, name=name, most=LONGEST_NAME)
    if not isinstance(source, str) or len(source) > LONGEST_SOURCE or not source.isprintable():
        raise RulesFileError("bad_source", file=where, most=LONGEST_SOURCE)
    try:
        rules.resolve(base, fields)
    except GameError as error:
        why = {"reason": error.reason, "facts": error.facts}
        nearest = _nearest(base, fields)
        raise RulesFileError("rule_refused", file=where, why=why, nearest=nearest) from error
    return OwnRules(base, name, fields, source)


def check(own: OwnRules, where: str) -> None:
    """Play some matches by these rules at every stage. Raises RulesFileError if one cannot be played."""
    failed = trial.failed(own.base, own.changes)
    if failed is None:
        return
    if failed.error is None:
        raise RulesFileError("never_ends", file=where, stages=failed.stages)
    why = {"reason": failed.error.reason, "facts": failed.error.facts}
    raise RulesFileError("cannot_be_played", file=where, stages=failed.stages, why=why)


def _nearest(base: str, fields: Iterable[str]) -> str | None:
    """The rule whose name is like the first unknown one."""
    known = list(rulesets.load(base))
    for name in fields:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            return near[0] if near else None
    return None


def named(which: str) -> OwnRules:
    """The ruleset with this id, or the file at this path. Raises RulesFileError."""
    if which in rulesets.IDS:
        return OwnRules(which, which, {})
    if not Path(which).exists():
        raise RulesFileError("no_such_ruleset", file=which, allowed=list(rulesets.IDS))
    return read(Path(which))


# Changes without a use


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
