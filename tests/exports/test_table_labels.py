"""Labels for the tables: which, with which address, and the code as it is drawn."""

import io
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pypdf
import pytest
import segno
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.exports import table_labels
from host_tools.exports.reasons import ExportError
from host_tools.store import Store

ADDRESS = "http://192.168.1.10:7500"
MOMENT = datetime(2026, 3, 12, tzinfo=UTC)


def test_eight_labels_are_on_a_page_and_the_same_bytes_come_again() -> None:
    tables = [(number, "Centre court" if number == 3 else f"Table {number}") for number in range(1, 10)]
    made, complaint = table_labels.render(tables, ADDRESS, MOMENT)
    assert complaint == ""
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made)).pages]
    assert len(pages) == 2
    assert f"{ADDRESS}/tables/8" in pages[0]
    assert "Centre court" in pages[0]
    assert "Table 2" not in pages[0], "a name that says the number only is not printed"
    assert f"{ADDRESS}/tables/9" in pages[1]
    assert table_labels.render(tables, ADDRESS, MOMENT)[0] == made


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="needs pdftoppm (poppler-utils)")
def test_the_code_is_drawn_as_it_was_made(tmp_path: Path) -> None:
    from PIL import Image

    (tmp_path / "labels.pdf").write_bytes(table_labels.render([(12, "")], ADDRESS, MOMENT)[0])
    command = ["pdftoppm", "-r", "254", "-gray", "-png", "-singlefile", "labels.pdf", "labels"]
    subprocess.run(command, cwd=tmp_path, check=True)
    picture = Image.open(tmp_path / "labels.png").convert("L")  # ten pixels a mm
    expected = [bytes(row) for row in segno.make_qr(f"{ADDRESS}/tables/12", error="m").matrix]
    left, top, module = 105 - 9 - 42, 9, 42 / (len(expected) + 8)

    def is_dark(x: int, y: int) -> bool:
        middle = round((left + (x + 4.5) * module) * 10), round((top + (y + 4.5) * module) * 10)
        return picture.getpixel(middle) < 128  # type: ignore[operator]

    drawn = [bytes(is_dark(x, y) for x in range(len(expected))) for y in range(len(expected))]
    assert drawn == expected


@pytest.mark.parametrize("text", ["", "0", "5-3", "x", "1-", "10000", "1-401", "²"])
def test_what_are_no_tables_is_refused(text: str) -> None:
    with pytest.raises(ExportError):
        table_labels.tables_of(text)


@pytest.mark.parametrize("text", ["", "laptop:7500", "ftp://laptop", "http://", "http://[", "http://a/?b"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ExportError):
        table_labels.address_of(text)


def test_the_command_writes_the_file_or_says_why_not(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'hall.sqlite3'}"
    Store.open(url).close()
    out = tmp_path / "labels.pdf"

    def labels(*words: str) -> tuple[int, str]:
        arguments = ["labels", str(out), "--address", f"{ADDRESS}/", "--db", url, *words]
        done = CliRunner().invoke(build("labels"), arguments)
        return done.exit_code, done.output

    status, output = labels()
    assert (status, out.exists()) == (2, False)
    assert "No table was heard yet" in output
    status, output = labels("--tables", "1-3,12")
    assert status == 0, output
    assert "labels for 4 tables" in output
    assert f"{ADDRESS}/tables/12" in pypdf.PdfReader(out).pages[0].extract_text()
