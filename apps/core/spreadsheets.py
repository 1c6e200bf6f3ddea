"""
Tables as files for spreadsheets: CSV and XLSX.

Rows are written as they come, so memory does not grow with their number. No text becomes a formula. Amounts
are exact: they are written digit by digit, not as floats.
"""

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from typing import IO, Any
from xml.sax.saxutils import escape

from apps.core import xlsx_parts
from apps.core.formatting import clock_time
from apps.core.indian_time import INDIA

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Spreadsheets take a cell that starts with one of these for a formula, the last four in some languages."""

_BYTE_ORDER_MARK = "\ufeff"
"""Without it spreadsheet programs do not read a CSV file as UTF-8."""

_LONGEST_CELL = 32_767
"""Characters, by the format of XLSX."""

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
    return value.astimezone(INDIA) if isinstance(value, datetime) else value


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
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=4) as book:
        for name, content in xlsx_parts.FILES.items():
            book.writestr(name, content)
        with book.open(xlsx_parts.SHEET, "w", force_zip64=True) as sheet:
            return _write_sheet(sheet, headings, rows)


def _write_sheet(sheet: IO[bytes], headings: Sequence[Heading], rows: Iterable[Sequence[Any]]) -> int:
    widths = [max(12, len(heading.title) + 2) for heading in headings]
    sheet.write(xlsx_parts.sheet_start(widths).encode())
    letters = [xlsx_parts.column_letters(number) for number in range(len(headings))]
    titles = [
        f'<c r="{column}1" s="{xlsx_parts.BOLD}" t="inlineStr"><is><t>{escape(heading.title)}</t></is></c>'
        for column, heading in zip(letters, headings, strict=True)
    ]
    sheet.write(f'<row r="1">{"".join(titles)}</row>'.encode())
    columns = [
        (letter, *_XLSX_CELLS[heading.kind]) for letter, heading in zip(letters, headings, strict=True)
    ]
    count = 0
    for count, row in enumerate(rows, 1):
        cells = [
            f'<c r="{letter}{count + 1}"{attributes}>{cell(value)}</c>'
            for (letter, attributes, cell), value in zip(columns, row, strict=True)
            if value is not None and value != ""
        ]
        sheet.write(f'<row r="{count + 1}">{"".join(cells)}</row>'.encode())
    sheet.write(xlsx_parts.SHEET_END.encode())
    return count


def _text_cell(text: str) -> str:
    """As text whatever it starts with. What XML cannot contain is left out."""
    text = escape(_NOT_IN_XML.sub("", text[:_LONGEST_CELL]), {"\r": "&#13;"})
    return f'<is><t xml:space="preserve">{text}</t></is>'


def _time_cell(at: datetime) -> str:
    local = at.astimezone(INDIA)
    seconds = 3600 * local.hour + 60 * local.minute + local.second
    return f"<v>{_day_number(local) + seconds / 86_400:.9f}</v>"


def _day_number(day: date) -> int:
    """Days since the format's day 0."""
    return day.toordinal() - _DAY_0


_DAY_0 = date(1899, 12, 30).toordinal()

_XLSX_CELLS: Mapping[CellKind, tuple[str, Callable[[Any], str]]] = {
    CellKind.TEXT: (' t="inlineStr"', _text_cell),
    CellKind.NUMBER: ("", lambda number: f"<v>{number}</v>"),
    CellKind.RUPEES: (f' s="{xlsx_parts.AMOUNT}"', lambda paise: f"<v>{exact_rupees(paise)}</v>"),
    CellKind.DAY: (f' s="{xlsx_parts.DAY}"', lambda value: f"<v>{_day_number(_day_of(value))}</v>"),
    CellKind.TIME: (f' s="{xlsx_parts.TIME}"', _time_cell),
}
"""Attributes and content of a cell."""
