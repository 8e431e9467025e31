"""Stages as the organiser types them, and plans that cannot be played."""

import pytest

from host_tools.tournament import planning
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import StagePlan


def test_stages_as_they_are_typed() -> None:
    assert planning.parse("groups:size=4,advance=2") == StagePlan(
        "groups", settings={"size": 4, "advance": 2}
    )
    assert planning.parse(" knockout:third ") == StagePlan("knockout", settings={"third": True})


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "at least one stage"),
        (["league"], "no kind of stage"),
        (["groups:size=four"], "whole number"),
        (["groups:size=3,advance=5", "knockout"], "not more can go on"),
        (["groups:size=3,groups=2,advance=1", "knockout"], "one of the two"),
        (["groups:size=3", "knockout"], "how many go on"),
        (["knockout", "round_robin"], "ends an event"),
        (["knockout:size=3"], "no setting"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(lines: list[str], message: str) -> None:
    with pytest.raises(DeskError, match=message):
        planning.check([planning.parse(line) for line in lines])
