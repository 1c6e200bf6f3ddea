"""
Tables as files for spreadsheets: CSV and XLSX.

Rows are written as they come, so memory does not grow with their number. No text becomes a formula. Amounts
are exact: they are decimals, not floats.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import IO, Any

from xlsxwriter import Workbook

from apps.core.formatting import clock_time
from apps.core.indian_time import INDIA

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Spreadsheets take a cell that starts with one of these for a formula, the last four in some languages."""

_BYTE_ORDER_MARK = "\ufeff"
"""Without it spreadsheet programs do not read a CSV file as UTF-8."""

_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class CellKind(Enum):
    """What the values of a column are; None is an empty cell."""

    TEXT = "text"
    NUMBER = "number"
    RUPEES = "rupees"
    """Values are whole paise."""
    DAY = "day"
    """Values are days, or times of which only the day in India is shown."""
    TIME = "time"
    """Values are aware; they are shown in Indian time."""


@dataclass(frozen=True, slots=True)
class Heading:
    title: str
    kind: CellKind = CellKind.TEXT


Write = Callable[[IO[bytes], Sequence[Heading], Iterable[Sequence[Any]]], int]


def safe_text(text: str | None) -> str:
    """The text as a cell of a CSV file that no spreadsheet takes for a formula."""
    text = text or ""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def exact_rupees(paise: int) -> str:
    """123456 as '1234.56': for programs, without grouping."""
    rupees, rest = divmod(abs(paise), 100)
    return f"{'-' if paise < 0 else ''}{rupees}.{rest:02d}"


def indian_day(value: date) -> str:
    """'27 Nov 2026', of a time the day in India."""
    day = _day_of(value)
    return f"{day.day} {day:%b} {day.year}"


def _day_of(value: date) -> date:
    return value.astimezone(INDIA).date() if isinstance(value, datetime) else value


def _indian_datetime(at: datetime) -> str:
    return f"{indian_day(at)}, {clock_time(at.isoformat())}"


_CSV_CELLS: Mapping[CellKind, Callable[[Any], str]] = {
    CellKind.TEXT: safe_text,
    CellKind.NUMBER: str,
    CellKind.RUPEES: exact_rupees,
    CellKind.DAY: indian_day,
    CellKind.TIME: _indian_datetime,
}


def write_csv(file: IO[bytes], headings: Sequence[Heading], rows: Iterable[Sequence[Any]]) -> int:
    """Returns the number of rows, without the headings."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=False)
    text.write(_BYTE_ORDER_MARK)
    writer = csv.writer(text)
    writer.writerow([heading.title for heading in headings])
    cells = [_CSV_CELLS[heading.kind] for heading in headings]
    count = 0
    for row in rows:
        writer.writerow(
            ["" if value is None else cell(value) for cell, value in zip(cells, row, strict=True)]
        )
        count += 1
    text.flush()
    text.detach()
    return count


def write_xlsx(file: IO[bytes], headings: Sequence[Heading], rows: Iterable[Sequence[Any]]) -> int:
    """Like `write_csv`. Days, times and numbers are cells of their kind."""
    with Workbook(file, {"constant_memory": True}) as book:
        book.use_zip64()
        sheet = book.add_worksheet()
        sheet.freeze_panes(1, 0)
        bold = book.add_format({"bold": True})
        writers = {
            CellKind.TEXT: sheet.write_string,
            CellKind.DAY: sheet.write_datetime,
            CellKind.TIME: sheet.write_datetime,
        }
        columns = []
        for place, heading in enumerate(headings):
            sheet.set_column(place, place, max(12, len(heading.title) + 2))
            sheet.write_string(0, place, heading.title, bold)
            cell, number_format = _XLSX_CELLS[heading.kind]
            format = book.add_format({"num_format": number_format}) if number_format else None
            columns.append((writers.get(heading.kind, sheet.write_number), cell, format))
        count = 0
        for count, row in enumerate(rows, 1):
            for place, ((write, cell, format), value) in enumerate(zip(columns, row, strict=True)):
                if value is not None and value != "":
                    write(count, place, cell(value), format)
    return count


def _text_cell(text: str) -> str:
    """What XML cannot contain is left out."""
    text = _NOT_IN_XML.sub("", text)
    # XlsxWriter takes a text from `<r>` to `</r>` for markup of its own and does not escape it.
    return f" {text}" if text.startswith("<r>") else text


def _time_cell(at: datetime) -> datetime:
    return at.astimezone(INDIA).replace(microsecond=0, tzinfo=None)


_LAKHS = "[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;##,##0.00"

_XLSX_CELLS: Mapping[CellKind, tuple[Callable[[Any], Any], str]] = {
    CellKind.TEXT: (_text_cell, ""),
    CellKind.NUMBER: (Decimal, ""),
    CellKind.RUPEES: (lambda paise: Decimal(paise).scaleb(-2), _LAKHS),
    CellKind.DAY: (_day_of, "d mmm yyyy"),
    CellKind.TIME: (_time_cell, "d mmm yyyy, h:mm AM/PM"),
}
"""Value and format of a cell."""
