"""Result lists on paper, and the bracket as SVG (host_tools/exports/lists.py)."""

import io
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from carded import opened
from drawn import PLAYERS, desk_of, play_all, with_groups, with_stages
from pypdf import PdfReader
from typer.testing import CliRunner

from boardside.game import rulesets
from host_tools import cli
from host_tools.exports import ExportError, bracket, event_report, lists
from host_tools.exports.event_report import EventReport
from host_tools.exports.typesetting import typeset
from host_tools.i18n import language, speaking
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Correction, Fixture, Result, Source, StagePlan

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
ROBIN_THEN_FINAL = (StagePlan("round_robin", "", {"advance": 2}), StagePlan("knockout"))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = opened(tmp_path_factory.mktemp("lists"))
    with_groups(made)
    yield made
    made.close()


@pytest.fixture(scope="module")
def report(store: Store) -> EventReport:
    with reading(store.engine) as connection:
        [event] = event_report.read(connection)
    return event


@pytest.fixture(scope="module")
def content(report: EventReport) -> bytes:
    return lists.render([report], NOON)[0]


def pages(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


def test_standing_groups_matches_and_bracket(content: bytes) -> None:
    first, *_, last = pages(content)
    for word in ("Men's Singles", "Open 2026", "Final standing", "Asha Patil", "won the final", "Group A"):
        assert word in first
    assert "points 4 against 6 and 2" in first  # what decided the second place
    for word in ("Semi-finals", "Final", "Third place", "Asha Patil", "MS 15"):
        assert word in last


def test_any_rulebook_of_crokinole_has_its_20s_where_carrom_has_net_points(
    report: EventReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = rulesets.load
    monkeypatch.setattr(rulesets, "load", lambda name: load("wcc" if name == "club" else name))
    heads = {
        ruleset: pages(
            lists.render([replace(report, competition=replace(report.competition, ruleset=ruleset))], NOON)[0]
        )[0]
        for ruleset in ("icf", "wcc", "club")
    }
    assert [("20s" in head, "Net" in head) for head in heads.values()] == [
        (False, True),
        (True, False),
        (True, False),
    ]


def test_who_does_not_reach_the_last_stage_has_his_place_behind_it(tmp_path: Path) -> None:
    made = opened(tmp_path)
    with_stages(made, ROBIN_THEN_FINAL, PLAYERS[:4])
    with reading(made.engine) as connection:
        [report] = event_report.read(connection)
    made.close()
    (final, in_final), (robin, behind) = event_report.ranking(report)
    assert (final.kind, robin.kind) == ("knockout", "round_robin")
    assert [place.place for place in in_final + behind] == [1, 2, 3, 4]
    assert [report.name(place.entry) for place in in_final] == ["Asha Patil", "Łukasz Žižka"]
    assert len({place.entry for place in in_final + behind}) == 4
    [first, *_] = pages(lists.render([report], NOON)[0])
    assert "From place 3: Round robin" in first
    assert first.index("Final standing") < first.index("From place 3")


def test_an_event_in_play_ranks_nobody_behind_those_who_are_still_in(tmp_path: Path) -> None:
    made = opened(tmp_path)
    event = with_stages(made, ROBIN_THEN_FINAL, PLAYERS[:4], play=False)
    play_all(desk_of(made), event, up_to=1)
    with reading(made.engine) as connection:
        [report] = event_report.read(connection)
    made.close()
    [first, *_] = pages(lists.render([report], NOON)[0])
    assert "Standing: Knockout" in first
    assert "From place" not in first


def test_the_same_lists_and_moment_give_the_same_bytes(report: EventReport, content: bytes) -> None:
    assert content == lists.render([report], NOON)[0]


def test_entered_results_are_marked_and_explained(report: EventReport, content: bytes) -> None:
    text = "\n".join(pages(content))
    final = next(fixture for fixture in report.of_stage(report.stages[1]) if fixture.laws_stage == "final")
    assert f"{event_report.score(final, ('', ''))}*" in text
    assert "* entered by command line: written on paper: " in text
    assert report.number(final.id) == "MS 15"
    assert "MS 15" in text.partition("* entered by")[2]
    assert final.id not in text


def test_what_was_entered_before_a_result_was_cleared_has_no_line(report: EventReport) -> None:
    final = next(fixture for fixture in report.of_stage(report.stages[1]) if fixture.laws_stage == "final")
    slip = Correction(final.id, 1, "anna", "the other match", None, final.result)
    cleared = replace(slip, reason="it was the other", before=final.result, after=None)
    corrections = (slip, cleared, *report.corrections)
    text = "\n".join(pages(lists.render([replace(report, corrections=corrections)], NOON)[0]))
    assert "the other match" not in text
    assert "it was the other" not in text
    assert report.number(final.id) in text.partition("* entered by")[2]


def test_a_hundred_and_twenty_eight_go_over_pages(report: EventReport) -> None:
    fixtures = [Fixture(f"1-{n}", 1, 1, n, "round") for n in range(1, 65)]
    second = [
        Fixture(f"2-{n}", 1, 2, n, "round", source_a=Source("winner", f"1-{2 * n - 1}"),
                source_b=Source("winner", f"1-{2 * n}"))
        for n in range(1, 33)
    ]  # fmt: skip
    pictures = bracket.pictures(report, "Women's Doubles", [*fixtures, *second], most=32)
    parts = [{"kind": "bracket", "bracket": picture} for picture in pictures]
    assert [text.splitlines()[0] for text in pages(typeset("t", parts, NOON)[0])] == [
        f"Women's Doubles ({page} of 3)" for page in (1, 2, 3)
    ]


def test_a_bracket_is_on_its_page_in_a_language_from_right_to_left(report: EventReport) -> None:
    with speaking(language("ur")):
        pages = PdfReader(io.BytesIO(lists.render([report], NOON)[0])).pages
    drawn: list[float] = []
    pages[-1].extract_text(
        visitor_text=lambda text, cm, tm, _font, _size: drawn.append(cm[4] + tm[4]) if text.strip() else None
    )
    assert len(drawn) > 8
    assert all(0 < x < float(pages[-1].mediabox.width) for x in drawn)


def test_the_bracket_alone_is_an_svg(store: Store, tmp_path: Path) -> None:
    db = store.engine.url.render_as_string()
    target = tmp_path / "bracket.svg"
    done = CliRunner().invoke(cli.build("lists"), ["lists", str(target), "--db", db])
    assert done.exit_code == 0, done.output
    root = ElementTree.fromstring(target.read_text())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert not list(root.iter("{http://www.w3.org/2000/svg}script"))


@pytest.mark.parametrize(
    ("result", "says"),
    [
        (None, ""),
        (Result("b", "walk_over"), "Bela by walk-over"),
        (Result(None, "walk_over"), "w.o."),
        (Result("a", "played", ((25, 10), (12, 25), (25, 3)), (2, 1)), "25–10, 12–25, 25–3"),
        (Result("b", "conceded", ((4, 25),), (0, 1)), "4–25 conceded"),
        (Result("a", "entered", (), (2, 0)), "2–0"),
        (Result("a", "entered"), "won by A"),
        (Result(None, "entered"), "drawn"),
    ],
)
def test_results_in_words(result: Result | None, says: str) -> None:
    assert event_report.score(Fixture("F", 1, 1, 1, "final", result=result), ["Asha", "Bela"]) == says


def test_an_event_that_there_is_not(store: Store) -> None:
    with reading(store.engine) as connection:
        with pytest.raises(ExportError) as caught:
            event_report.read(connection, event="xd")
        assert str(caught.value) == "There is no event xd. There are: ms."
        with pytest.raises(ExportError) as caught:
            event_report.read(connection, tournament="other")
        assert str(caught.value).startswith("There is no tournament other:")


def test_the_fonts_have_the_marks_of_results_that_no_table_made() -> None:
    bracket_of_marks = {"title": "".join(wording.MARKS), "width": 9, "height": 9}
    part = {"kind": "bracket", "bracket": {**bracket_of_marks, "boxes": [], "lines": [], "heads": []}}
    assert typeset("t", [part], NOON)[1] == ""
