"""The score cards as PDF: pages, bytes, scripts, how they look from afar."""

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from carded import filled
from pypdf import PdfReader
from typer.testing import CliRunner

from host_tools import cli
from host_tools.exports import card_sheet, scorecards
from host_tools.exports.card import Card, GameCard, Header, Line
from host_tools.exports.output import Choice
from host_tools.i18n import CODES, language, speaking
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
    pages = texts(card_sheet.render(cards, NOON)[0])
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
    assert card_sheet.render(cards, NOON)[0] == card_sheet.render(cards, NOON)[0]


def test_a_long_name_is_made_smaller_then_cut() -> None:
    long = "Maximiliane von und zu Hohenschwangau-Lichtenstein-Wittgenstein"
    card = Card("carrom", Header(), ((long, long), ("Asha",)), (GameCard(1, (Line("1", long),)),))
    [page] = texts(card_sheet.render([card], NOON)[0])
    assert long in page.replace("\n", " ")  # beside the table, in one line or two
    assert "…" in page  # over its columns


def test_a_game_without_limit_goes_on_on_the_next_page() -> None:
    lines = tuple(Line(str(number)) for number in range(1, 61))
    card = Card("carrom", Header(), (("Asha",), ("Zoë",)), (GameCard(1, lines, (25, 3)),))
    pages = texts(card_sheet.render([card], NOON)[0])
    assert len(pages) == 2
    assert "Page 1 of 2" in pages[0]
    assert "Signature: Asha" not in pages[0]
    assert "Signature: Asha" in pages[1]


def test_nobody_signs_a_page_without_a_game() -> None:
    lines = tuple(Line(str(number)) for number in range(1, 5))
    games = tuple(GameCard(number, lines) for number in range(1, 11))
    card = Card("crokinole", Header(), (("Asha",), ("Zoë",)), games)
    *before, last = texts(card_sheet.render([card], NOON)[0])
    assert before
    assert "Game No. 10" in last
    assert "Signature: Asha" in last


@pytest.mark.parametrize("code", CODES)
def test_a_card_speaks_the_languages_of_the_pages(store: Store, code: str) -> None:
    spoken = language(code)
    with speaking(spoken):
        [card] = scorecards.cards(store, Choice(match="M2"))
        [part] = card_sheet.parts([card])
    sheet = part["card"]
    assert sheet["words"]["title"] == spoken.text("Score card")
    assert spoken.text("conceded", "how") in sheet["result"]
    [english] = scorecards.cards(store, Choice(match="M2"))
    assert (card.remarks == english.remarks) == (code == "en")


def test_the_command_takes_a_language(store: Store, tmp_path: Path) -> None:
    def printed(code: str) -> tuple[int, str]:
        target = tmp_path / f"{code}.pdf"
        arguments = ["scorecards", "--match", "M1", str(target), "--db", str(store.engine.url)]
        done = CliRunner().invoke(cli.build("scorecards"), [*arguments, "--language", code])
        return done.exit_code, texts(target.read_bytes())[0] if target.exists() else ""

    status, page = printed("de")
    assert status == 0
    assert language("de").text("Score card").upper() in page
    assert printed("xx") == (2, "")


def test_the_command(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    app = cli.build("scorecards")
    target = tmp_path / "cards.pdf"
    arguments = ["scorecards", "--match", "M1", str(target), "--db", str(store.engine.url)]
    result = CliRunner().invoke(app, arguments)
    assert (result.exit_code, result.stdout.strip()) == (0, f"{target}: 1 score card.")
    before = target.read_bytes()
    CliRunner().invoke(app, arguments)
    assert target.read_bytes() == before
    nothing = CliRunner().invoke(app, ["scorecards", str(target)])
    assert nothing.exit_code == 2
    assert "Say which" in nothing.stderr
    nowhere = CliRunner().invoke(app, ["scorecards", "--blank", "1", str(tmp_path / "no" / "x.pdf")])
    assert nowhere.exit_code == 2
    assert "cannot be written" in nowhere.stderr
