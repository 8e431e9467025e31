"""Scores as people and their programs type them."""

import pytest

from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.standings.results import typed_in

DASHES = "-:\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"


@pytest.mark.parametrize("dash", DASHES)
@pytest.mark.parametrize("space", ["", " ", "\u00a0", "\t "])
def test_any_dash_and_spaces_around_it_are_taken(dash: str, space: str) -> None:
    between = f"{space}{dash}{space}"
    typed = typed_in([f"12{between}8, 3{between}25 17{between}10{space}+"], f"9{between}4")
    assert typed.games == ((12, 8), (3, 25), (17, 10))
    assert typed.extra == {2}
    assert typed.twenties == (9, 4)


@pytest.mark.parametrize("text", ["12 8", "12--8", "-8", "12-", "12-8-3", "a-b", "1234-1"])
def test_what_is_no_score_is_refused(text: str) -> None:
    with pytest.raises(DeskError):
        typed_in([text])
