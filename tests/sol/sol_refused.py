"""What tests ask of a SolError and of the sender's problems: reasons and facts, or the words for them."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from host_tools.integrations.sol.board_page import Answer
from host_tools.integrations.sol.reasons import SolError
from host_tools.reasons import Cause


@contextmanager
def sol_refused(reason: str, **facts: Any) -> Iterator[None]:
    """What is done inside raises SolError for this reason, with these facts at least."""
    with pytest.raises(SolError) as caught:
        yield
    assert caught.value.reason == reason
    assert facts.items() <= caught.value.facts.items()


def spoken(causes: Iterable[Cause]) -> list[str]:
    """The words of each."""
    return [str(why) for why in causes]


def text_of(answer: Answer) -> str:
    """The words for why SoL does not have a card; "" where it has."""
    return "" if answer.why is None else str(answer.why)


def whys(problems: Iterable[Cause]) -> list[str]:
    """The reasons of problems; of a problem of one match the reason within."""
    return [why.facts["why"]["reason"] if why.reason == "sol_of_match" else why.reason for why in problems]
