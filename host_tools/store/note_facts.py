"""The facts of a note on a match: the JSON object in the column `fixtures.note`. The code of the note is in
`fixtures.note_code`.
"""

import json
from collections.abc import Mapping
from typing import Any

from host_tools.live_values import Facts


def written(code: str | None, facts: Mapping[str, Any]) -> str:
    """The value of the column; "" without a note."""
    return "" if code is None else json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def read(text: str) -> Facts:
    """The facts in the column; none without a note."""
    facts: Facts = json.loads(text) if text else {}
    return facts
