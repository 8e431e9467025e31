"""The facts of a note on a match: the JSON object in the column `fixtures.note`. The code of the note is in
`fixtures.note_code`.

Before schema 4, the column had an English sentence. Such sentences are still read, and converted to a code
and its facts. Before D413, the fact `why` of a refusal was a sentence; it is read as the message
of an `answer`.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from host_tools.live_values import Facts

_OF_BEFORE = {
    "two_results": (
        r"Two matches with this id, at (?P<reports>.*): say with `boardside result` which one counts\."
    ),
    "broken_seal": r"The seal of this result \(table (?P<table>\d+), (?P<score>.*?)\).*",
    "other_result": r"The table reports another result: (?P<score>.*) \(table (?P<table>\d+)\)\.",
    "refused": r"Table (?P<table>\d+) refuses it: (?P<why>.*)\. Recall it, or call it to another table\.",
    "called_with": r"It was called with (?P<called>.*); by the results before it: (?P<instead>.*)\.",
    "withdrawn": r"withdrawn",
}
_REPORT = re.compile(r"table (\d+) \((.*?)\)(?: and |$)")


def written(code: str | None, facts: Mapping[str, Any]) -> str:
    """The value of the column; "" without a note."""
    return "" if code is None else json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def read(text: str) -> Facts:
    """The facts in the column, also when it has a sentence from before schema 4."""
    if text.startswith("{"):
        facts: Facts = json.loads(text)
        return _with_answer(facts)
    return of_before(text)[1]


def of_before(text: str) -> tuple[str | None, Facts]:
    """The code and facts of a sentence from before schema 4; (None, {}) for any other text."""
    for code, pattern in _OF_BEFORE.items():
        match = re.fullmatch(pattern, text, re.DOTALL)
        if match is not None:
            return code, _typed(match.groupdict())
    return None, {}


def _typed(texts: dict[str, str]) -> Facts:
    facts: Facts = dict(texts)
    if "table" in texts:
        facts["table"] = int(texts["table"])
    if texts.get("instead") == "nobody yet":
        facts["instead"] = None
    if texts.get("why") == "no reason given":
        facts["why"] = ""
    facts = _with_answer(facts)
    if "reports" in texts:
        reports = _REPORT.findall(texts["reports"])
        scores = [(int(table), "" if score == "begun" else score) for table, score in reports]
        facts["reports"] = [{"table": table, "score": score} for table, score in scores]
    return facts


def _with_answer(facts: Facts) -> Facts:
    """The facts with the table's answer in place of the sentence that was made of it."""
    if "why" not in facts:
        return facts
    answer = {"code": None, "message": facts["why"], "reason": None, "facts": {}}
    return {**{name: value for name, value in facts.items() if name != "why"}, "answer": answer}
