"""Stages as the organiser types them, and plans that cannot be played."""

import pytest

from host_tools.tournament.model import planning
from host_tools.tournament.model.model import StagePlan
from tests.refusals import refused


def test_stages_as_they_are_typed() -> None:
    assert planning.parse("groups:size=4,advance=2") == StagePlan(
        "groups", settings={"size": 4, "advance": 2}
    )
    assert planning.parse(" knockout:third ") == StagePlan("knockout", settings={"third": True})


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([], "no_stage_planned"),
        (["league"], "unknown_stage"),
        (["groups:size=four"], "setting_no_number"),
        (["groups:size=3,advance", "knockout"], "bad_setting"),
        (["groups:size=3,advance=5", "knockout"], "too_many_advance"),
        (["groups:size=3,groups=2,advance=1", "knockout"], "groups_or_size"),
        (["groups:size=3", "knockout"], "advance_missing"),
        (["knockout", "round_robin"], "knockout_ends"),
        (["knockout:size=3"], "unknown_setting"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(lines: list[str], reason: str) -> None:
    with refused(reason):
        planning.check([planning.parse(line) for line in lines])
