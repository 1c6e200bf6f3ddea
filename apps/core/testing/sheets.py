"""Reads exported files, with parsers that are not the ones that wrote them."""

import csv
import io
import re
import zipfile
from decimal import Decimal
from typing import Any
from xml.etree import ElementTree

_ESCAPED = re.compile("_x([0-9A-F]{4})_")
"""How a sheet writes characters that XML does not keep, such as a carriage return."""

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def csv_rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


def xlsx_rows(content: bytes) -> list[list[Any]]:
    """Texts as str, numbers as Decimal, empty cells as None; in Excel dates are numbers of days."""
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))  # noqa: S314 - our own file
    rows = []
    for row in sheet.iter(f"{_MAIN}row"):
        cells: dict[int, Any] = {}
        for cell in row.iter(f"{_MAIN}c"):
            assert cell.find(f"{_MAIN}f") is None, "a formula"
            cells[_column(cell.attrib["r"])] = _value(cell)
        rows.append([cells.get(column) for column in range(max(cells) + 1)])
    width = max(map(len, rows))
    return [row + [None] * (width - len(row)) for row in rows]


def _value(cell: Any) -> Any:
    if cell.attrib.get("t") == "inlineStr":
        return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), "".join(cell.itertext()))
    return Decimal(cell.find(f"{_MAIN}v").text)


def _column(reference: str) -> int:
    number = 0
    for letter in reference.rstrip("0123456789"):
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def total(rows: list[list[Any]], title: str) -> Decimal:
    column = rows[0].index(title)
    return sum((Decimal(row[column] or 0) for row in rows[1:]), Decimal(0))
