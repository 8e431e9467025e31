"""What tests ask of a refusal: its reason and facts, not its words."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from host_tools.reasons import Cause, CodedError, Refused
from host_tools.tournament.model.model import Fixture


def causes(why: Cause) -> Iterator[Cause]:
    """A reason, and all that stand among its facts."""
    yield why
    for value in why.facts.values():
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, dict) and {"reason", "facts"} <= inner.keys():
                yield from causes(Cause(inner["reason"], inner["facts"], why.table))


@contextmanager
def refused(
    reason: str, kind: type[CodedError] = Refused, /, **facts: Any
) -> Iterator[pytest.ExceptionInfo[CodedError]]:
    """What is done inside is refused for this reason, or for one that names it; with these facts at least."""
    with pytest.raises(kind) as caught:
        yield caught
    given = list(causes(caught.value.cause))
    assert any(why.reason == reason and facts.items() <= why.facts.items() for why in given), given


def noted(fixture: Fixture) -> tuple[str | None, dict[str, Any]]:
    """What should be known of a match: the code and its facts."""
    return fixture.note_code, fixture.note_facts
