"""Why an entry has its place: every reason and every figure has words, and no words are of none."""

from pathlib import Path

from host_tools.tournament.model import remarks
from host_tools.tournament.model.model import Place
from host_tools.tournament.standings import standings

FACTS = {"count": 3, "counted": "net", "stage": "final", "round": 4}


def said(reason: str, **facts: object) -> str:
    given = {**FACTS, **facts}
    return remarks.why(Place(1, 1, 0, 0, 0, 0, 0, 0, 0, "x", reason, given, figure=7, against=(8, 9)))


def test_every_reason_and_every_figure_has_words() -> None:
    sources = "".join(path.read_text("utf-8") for path in Path(standings.__file__).parent.glob("*.py"))
    of_a_decision = {"shoot_out", "toss", "organiser"}
    names = {*remarks.PLACES, *remarks.COUNTED} - of_a_decision
    assert [name for name in names if f'"{name}"' not in sources] == []
    texts = [said(reason) for reason in remarks.PLACES]
    assert len(set(texts)) == len(texts)
    assert not any(mark in text for text in texts for mark in "{}_")


def test_figures_are_said() -> None:
    assert all(figure in said("by_step") for figure in ("7", "8", "9"))
    assert "4" in said("lost", stage="round")
