"""What is said of a file that cannot be made."""

import pytest

from host_tools.exports import words
from host_tools.exports.reasons import ExportError


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ExportError("no_event", event="xd", keys=["md", "ms"]), "There is no event xd. There are: md, ms."),
        (ExportError("no_event", event="xd", keys=[]), "There is no event xd. No event was made yet."),
        (
            ExportError("unknown_sheet", sheet="players", sheets=["entries", "matches"]),
            "--what players: there is entries, matches.",
        ),
        (
            ExportError("format_missing", file="out", formats=["csv", "json"]),
            "out: say --format csv, json, or end the name with it.",
        ),
        (
            ExportError(
                "ruleset_refused",
                ruleset="chess",
                why={"reason": "unknown_ruleset", "facts": {"value": "chess", "allowed": ["icf", "wcc"]}},
            ),
            '--ruleset chess: ruleset: "chess" is not known; allowed: icf or wcc.',
        ),
        (
            ExportError("not_writable", file="{match}.pdf", why="No space left on device"),
            "{match}.pdf cannot be written: No space left on device.",
        ),
    ],
    ids=lambda value: getattr(value, "reason", ""),
)
def test_what_is_said(error: ExportError, said: str) -> None:
    assert words.say(error) == said
