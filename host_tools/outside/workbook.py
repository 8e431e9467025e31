"""The first sheet of a workbook (XLSX) as CSV, within bounds: a workbook is a ZIP file of XML."""

import csv
import io
from datetime import date, datetime, time

from host_tools.outside import zip_file
from host_tools.outside.zip_file import ZipError

#: How its file begins: as every ZIP file.
SIGNATURE = b"PK\x03\x04"
#: All its parts unpacked.
BYTES_MOST = 64 * 2**20
ROWS_MOST = 100_000


def as_csv(data: bytes) -> str:
    """The cells of the first sheet, as they are shown: 3, not 3.0. Raises ZipError for what is no workbook,
    or beyond a bound.
    """
    import openpyxl  # a fifth of a second, which other files do without

    with zip_file.opened(io.BytesIO(data), BYTES_MOST):
        try:
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            sheet = book.worksheets[0]
            sheet.reset_dimensions()  # what the file says of them may be anything
            out = io.StringIO(newline="")
            writer = csv.writer(out)
            for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
                if number > ROWS_MOST:
                    raise ZipError(f"its first sheet has more than {ROWS_MOST} rows", is_too_large=True)
                writer.writerow([_text(cell) for cell in row])
        except ZipError:
            raise
        except Exception as error:  # of damaged workbooks openpyxl raises anything
            raise ZipError("it is no workbook, or damaged") from error
    return out.getvalue()


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime) and cell.time() == time():
        return cell.date().isoformat()
    return cell.isoformat() if isinstance(cell, date | time) else str(cell)
