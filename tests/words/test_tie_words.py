"""What does not fit in a tie of teams: each reason that the rules give has its words."""

import ast
import inspect

from boardside.game import ties as rules
from host_tools.replay import reasons


def given() -> set[str]:
    """The reasons in boardside/game/ties.py."""
    tree = ast.parse(inspect.getsource(rules))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    added = [call.args[0] for call in calls if ast.unparse(call.func) == "problems.append"]
    tuples = [node for clause in added for node in ast.walk(clause) if isinstance(node, ast.Tuple)]
    return {str(ast.literal_eval(node.elts[0])) for node in tuples}


def test_every_reason_has_words_and_no_words_are_of_none() -> None:
    assert given() == set(reasons.TIES)
    for reason, (names, _) in reasons.TIES.items():
        text = reasons.of_tie(reasons.named((reason, *range(len(names)))))
        assert not any(mark in text for mark in "{}_")
