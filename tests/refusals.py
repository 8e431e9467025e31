"""What tests ask of a refusal: its reason and facts, not its words."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

from host_tools.backup import words as care_words
from host_tools.backup.reasons import CareError
from host_tools.collector import words as collector_words
from host_tools.collector.reasons import CannotPull, CannotStart
from host_tools.reasons import Cause, Coded, Reason, Refused
from host_tools.store import StoreError
from host_tools.tournament.model.model import Fixture
from host_tools.verify import words as verify_words
from host_tools.verify.reasons import CannotVerify
from host_tools.words import databases

ErrorT = TypeVar("ErrorT", bound=Exception)


def causes(why: Cause) -> Iterator[Cause]:
    """A reason, and all that stand among its facts."""
    yield why
    for value in why.facts.values():
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, dict) and {"reason", "facts"} <= inner.keys():
                yield from causes(Coded(inner["reason"], inner["facts"]))


@contextmanager
def refused(reason: Reason, **facts: Any) -> Iterator[pytest.ExceptionInfo[Refused]]:
    """What is done inside is refused for this reason, or for one that names it; with these facts at least."""
    with pytest.raises(Refused) as caught:
        yield caught
    there = list(causes(caught.value.cause))
    assert any(cause.reason == reason and facts.items() <= cause.facts.items() for cause in there), there


def words_of(error: Exception) -> str:
    """What people are told of an error of the database or of a command."""
    if isinstance(error, StoreError):
        return databases.say(error)
    if isinstance(error, CareError):
        return care_words.say(error)
    if isinstance(error, CannotVerify):
        return verify_words.say(error)
    assert isinstance(error, CannotStart | CannotPull)
    return collector_words.say(error)


@contextmanager
def fails(kind: type[ErrorT], match: str) -> Iterator[pytest.ExceptionInfo[ErrorT]]:
    """What is done inside fails with this error, whose words match the regular expression."""
    with pytest.raises(kind) as caught:
        yield caught
    assert re.search(match, words_of(caught.value)), words_of(caught.value)


def noted(fixture: Fixture) -> tuple[str | None, dict[str, Any]]:
    """What should be known of a match: the code and its facts."""
    return fixture.note_code, fixture.note_facts
