"""The score cards as PDF: pages, bytes, scripts, how they look from afar."""

import io
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from carded import ARUN, filled
from pypdf import PdfReader
from typer.testing import CliRunner

from host_tools import cli
from host_tools.exports import card_sheet, scorecards
from host_tools.exports.card import Card, GameCard, Header, Line
from host_tools.exports.output import Choice
from host_tools.exports.paper import Paper
from host_tools.store import Store

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = filled(tmp_path_factory.mktemp("printed"))
    yield opened
    opened.close()


def texts(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


def test_one_match_a_page_with_all_it_has_to_say(store: Store) -> None:
    cards = scorecards.cards(store, Choice())
    pages = texts(card_sheet.render(cards, NOON))
    assert len(pages) == 4
    for word in (
        "SCORE CARD",
        "Championship / Tournament",
        "C/B No.",
        "Choice of toss winner",
        "Remarks of Umpire",
    ):
        assert word in pages[0]
    for word in ("Loser's signature: Zoë", "Signature: Asha", "Umpire's signature", "Chief Referee"):
        assert word in pages[0]
    assert "sealed by the table's key" in pages[0]
    assert scorecards.cards(store, Choice(match="M1"))[0].proof.head in pages[0]  # type: ignore[union-attr]
    assert "Black slam" in pages[1]
    assert "ID No., initials A" in pages[3]


@pytest.mark.slow
def test_the_same_cards_and_moment_give_the_same_bytes(store: Store) -> None:
    cards = scorecards.cards(store, Choice(match="M2"))
    assert card_sheet.render(cards, NOON) == card_sheet.render(cards, NOON)


def test_what_follows_another_script_is_in_its_own_font() -> None:
    paper = Paper("t", NOON)
    paper.add_page()
    paper.text_in(10, 10, 100, 8, ARUN, 12, bold=True)
    paper.text_in(10, 20, 100, 8, "Priya", 12, bold=True)
    [page] = texts(paper.done())
    assert "Priya" in page


def test_a_long_name_is_made_smaller_then_cut() -> None:
    paper = Paper("t", NOON)
    paper.add_page()
    paper.text_in(10, 10, 40, 8, "Maximiliane von und zu Hohenschwangau-Lichtenstein", 12)
    [page] = texts(paper.done())
    assert page.startswith("Maximiliane")
    assert page.endswith("…")


def test_a_game_without_limit_goes_on_on_the_next_page() -> None:
    lines = tuple(Line(str(number)) for number in range(1, 61))
    card = Card("carrom", Header(), (("Asha",), ("Zoë",)), (GameCard(1, lines, (25, 3)),))
    pages = texts(card_sheet.render([card], NOON))
    assert len(pages) == 2
    assert "Page 1 of 2" in pages[0]
    assert "Signature: Asha" not in pages[0]
    assert "Signature: Asha" in pages[1]


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="needs pdftoppm (poppler-utils)")
def test_it_looks_like_a_card_from_afar(store: Store, tmp_path: Path) -> None:
    """Ink where the form has its parts: title, names, tables, signatures; none in the margins."""
    from PIL import Image

    content = card_sheet.render(scorecards.cards(store, Choice(match="M2")), NOON)
    (tmp_path / "card.pdf").write_bytes(content)
    subprocess.run(
        ["pdftoppm", "-r", "30", "-gray", "-png", "-singlefile", "card.pdf", "card"], cwd=tmp_path, check=True
    )
    picture = Image.open(tmp_path / "card.png")
    width, height = picture.size

    def ink(left: float, top: float, right: float, bottom: float) -> int:
        box = tuple(int(value / 210 * width) for value in (left, top, right, bottom))
        part = picture.crop(box)  # type: ignore[arg-type]
        return sum(count for level, count in enumerate(part.histogram()) if level < 200)

    assert (width, height) == (249, 351)
    assert ink(0, 0, 9, 290) == ink(201, 0, 210, 290) == 0
    for part in (
        (11, 9, 60, 19),
        (11, 44, 102, 60),
        (108, 44, 199, 60),
        (11, 64, 199, 120),
        (11, 262, 199, 292),
    ):
        assert ink(*part) > 20, part


def test_the_command(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    app = cli.build("scorecards")
    target = tmp_path / "cards.pdf"
    arguments = ["scorecards", "--match", "M1", "-o", str(target), "--db", str(store.engine.url)]
    result = CliRunner().invoke(app, arguments)
    assert (result.exit_code, result.stdout.strip()) == (0, f"{target}: 1 score card.")
    before = target.read_bytes()
    CliRunner().invoke(app, arguments)
    assert target.read_bytes() == before
    nothing = CliRunner().invoke(app, ["scorecards", "-o", str(target)])
    assert nothing.exit_code == 2
    assert "Say which" in nothing.stderr
    nowhere = CliRunner().invoke(app, ["scorecards", "--blank", "1", "-o", str(tmp_path / "no" / "x.pdf")])
    assert nowhere.exit_code == 2
    assert "cannot be written" in nowhere.stderr
