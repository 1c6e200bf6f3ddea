"""
Reads rows of CSV files that staff upload or commands get.

A file is refused as a whole if it cannot be read. What is wrong with single rows is for whoever imports them.
"""

import csv
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import islice

from apps.core.errors import Invalid
from apps.core.plain_text import is_invisible

MAX_BYTES = 10 * 1024 * 1024
_MAX_CELL = 200_000
_MAX_COLUMNS = 50
LARGEST_RUPEES = 999_999_999
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class BadFile(Invalid):
    """Nothing in the file can be read."""

    def __init__(self, message: str) -> None:
        super().__init__(message=message)


@dataclass(frozen=True, slots=True)
class Columns:
    required: Sequence[str]
    optional: Sequence[str] = ()


Row = tuple[int, dict[str, str]]
"""The number of the row, as a spreadsheet counts it, and its values without outer spaces."""


def read(content: bytes, *, columns: Columns, max_rows: int) -> Iterator[Row]:
    """
    The rows that are not empty, one by one.

    :raises BadFile: if it is too large or long, no CSV in UTF-8, or has other columns
    """
    yield from _rows(text_of(content), columns, max_rows)


def text_of(content: bytes) -> str:
    """:raises BadFile: if it is too large or no text in UTF-8"""
    if len(content) > MAX_BYTES:
        raise BadFile(f"The file is larger than {MAX_BYTES // 2**20} MiB. Split it.")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadFile("The file is in UTF-16. Save it as 'CSV UTF-8'.")
    if content.startswith(b"PK"):
        raise BadFile("This is a spreadsheet (XLSX or ODS). Save it as 'CSV UTF-8'.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BadFile(f"Line {line} is not in UTF-8. Save the file as 'CSV UTF-8'.") from None
    if "\0" in text:
        raise BadFile("The file contains NUL characters: it is no text.")
    return text


def bad_cells(values: Mapping[str, str], *, with_lines: Collection[str] = ()) -> Iterator[str]:
    """
    A problem for each cell that a spreadsheet would calculate, or that breaks its line or has invisible
    characters; the columns `with_lines` may have those.
    """
    for name, value in values.items():
        if value.startswith(_FORMULA_STARTS):
            yield f"{name}: starts with '{value[0]}', like a formula."
        if name not in with_lines and any(map(is_invisible, value)):
            yield f"{name}: has a line break or invisible characters."


def paise(rupees: str) -> int | None:
    """1999 or 1999.50, up to `LARGEST_RUPEES`; None if it is something else."""
    whole, dot, rest = rupees.partition(".")
    if not (whole.isascii() and whole.isdigit() and len(whole) <= len(str(LARGEST_RUPEES))):
        return None
    if dot and not (rest.isascii() and rest.isdigit() and len(rest) <= 2):
        return None
    return int(whole) * 100 + int(rest.ljust(2, "0") or 0)


def whole_number(text: str, *, largest: int) -> int | None:
    """A number from 0 to the largest; None if it is something else."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(largest))
    return int(text) if is_number and int(text) <= largest else None


def _rows(text: str, columns: Columns, max_rows: int) -> Iterator[Row]:
    previous_limit = csv.field_size_limit(_MAX_CELL)
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    try:
        header = [name.strip().lower() for name in next(reader, [])]
        _check_header(header, columns)
        # Counted first: whoever imports the rows may take long for each.
        if sum(1 for _ in islice(reader, max_rows + 1)) > max_rows:
            raise BadFile(f"The file has more than {max_rows} rows. Split it.")
        reader = csv.reader(StringIO(text, newline=""), strict=True)
        next(reader, None)
        is_empty = True
        for number, cells in enumerate(reader, start=2):
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(header):
                raise BadFile(f"Row {number} has {len(cells)} cells, the header has {len(header)}.")
            is_empty = False
            yield number, dict(zip(header, (cell.strip() for cell in cells), strict=True))
        if is_empty:
            raise BadFile("The file has no rows below its header.")
    except csv.Error as error:
        raise BadFile(f"Line {reader.line_num} is not valid CSV: {error}.") from None
    finally:
        csv.field_size_limit(previous_limit)


def _check_header(header: list[str], columns: Columns) -> None:
    if len(header) == 1 and ";" in header[0]:
        raise BadFile("The columns are separated by ';'. Save the file with commas.")
    if len(header) > _MAX_COLUMNS:
        raise BadFile(f"The file has more than {_MAX_COLUMNS} columns.")
    known = {*columns.required, *columns.optional}
    problems = []
    if missing := [name for name in columns.required if name not in header]:
        problems.append(f"Columns are missing: {', '.join(missing)}.")
    if unknown := [name or "(empty)" for name in header if name not in known]:
        problems.append(f"Unknown columns: {', '.join(unknown)[:200]}.")
    if twice := sorted(name for name, count in Counter(header).items() if count > 1):
        problems.append(f"Columns that are there twice: {', '.join(twice)[:200]}.")
    if problems:
        raise BadFile(" ".join(problems))
