import io
from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from apps.core.spreadsheets import CellKind, Heading, exact_rupees, safe_text, write_csv, write_xlsx
from apps.core.testing.sheets import csv_rows, xlsx_rows

HEADINGS = [Heading(kind.value, kind) for kind in CellKind]
ROWS: list[tuple[Any, ...]] = [
    ("=1+1", 3, 7, date(2026, 11, 27), datetime(2026, 11, 26, 18, 30, tzinfo=UTC)),
    ('आशा, "Asha"\nRao', Decimal("2.50"), -1_23_45_678_90, None, None),
    ("", None, 0, datetime(2026, 11, 26, 18, 30, tzinfo=UTC), None),
]


def test_csv_cells() -> None:
    content = io.BytesIO()
    assert write_csv(content, HEADINGS, iter(ROWS)) == 3
    assert csv_rows(content.getvalue()) == [
        ["text", "number", "rupees", "day", "time"],
        ["'=1+1", "3", "0.07", "27 Nov 2026", "27 Nov 2026, 12:00 AM"],
        ['आशा, "Asha"\nRao', "2.50", "-12345678.90", "", ""],
        ["", "", "0.00", "27 Nov 2026", ""],
    ]
    assert content.getvalue().startswith(b"\xef\xbb\xbftext,")


def test_xlsx_cells() -> None:
    content = io.BytesIO()
    assert write_xlsx(content, HEADINGS, iter(ROWS)) == 3
    day = Decimal((date(2026, 11, 27) - date(1899, 12, 30)).days)
    assert xlsx_rows(content.getvalue()) == [
        ["text", "number", "rupees", "day", "time"],
        ["=1+1", Decimal(3), Decimal("0.07"), day, day],
        ['आशा, "Asha"\nRao', Decimal("2.50"), Decimal("-12345678.90"), None, None],
        [None, None, Decimal(0), day, None],
    ]


def test_a_table_without_rows_has_its_headings() -> None:
    for write, read in ((write_csv, csv_rows), (write_xlsx, xlsx_rows)):
        content = io.BytesIO()
        assert write(content, HEADINGS, iter(())) == 0
        assert read(content.getvalue()) == [["text", "number", "rupees", "day", "time"]]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_text_that_spreadsheets_could_calculate(start: str) -> None:
    assert safe_text(f"{start}cmd") == f"'{start}cmd"


def test_other_text_stays_as_it_is() -> None:
    assert [safe_text(text) for text in ("a=b", "'", "1", "", None)] == ["a=b", "'", "1", "", ""]


@pytest.mark.parametrize(
    ("paise", "text"),
    [
        (0, "0.00"),
        (5, "0.05"),
        (-5, "-0.05"),
        (100, "1.00"),
        (-12_345, "-123.45"),
        (10**17 + 1, f"{10**15}.01"),
    ],
)
def test_rupees_are_exact(paise: int, text: str) -> None:
    assert exact_rupees(paise) == text


@pytest.mark.parametrize("paise", [7, 29, 115, 10**13 + 1, 4_503_599_627_370_497])
def test_rupees_of_a_sheet_are_exact(paise: int) -> None:
    content = io.BytesIO()
    write_xlsx(content, [Heading("Bill", CellKind.RUPEES)], [(paise,)])
    assert xlsx_rows(content.getvalue())[1] == [Decimal(exact_rupees(paise))]


def test_characters_that_xml_has_no_place_for() -> None:
    content = io.BytesIO()
    write_xlsx(content, [Heading("Name")], [(' <a> & "b"\r\n\x00\x0b\ud800\uffff ',), ("x" * 40_000,)])
    assert xlsx_rows(content.getvalue())[1:] == [[' <a> & "b"\r\n '], ["x" * 32_767]]


def test_text_is_never_markup() -> None:
    content = io.BytesIO()
    hostile = ("<r><t>x</t></r>", "<r>&</r>", "<r>" + "x" * 32_760 + "</r>" + "y" * 9, "_x0041_", "=_x003D_1")
    write_xlsx(content, [Heading("Name")], [(text,) for text in hostile])
    read = [text for [text] in xlsx_rows(content.getvalue())[1:]]
    assert read == [" <r><t>x</t></r>", " <r>&</r>", f" <r>{'x' * 32_760}</r", "_x0041_", "=_x003D_1"]


def test_a_long_text_is_cut_as_spreadsheets_count_it() -> None:
    content = io.BytesIO()
    write_xlsx(content, [Heading("Name")], [("\U0001f642" * 20_000,)])
    assert xlsx_rows(content.getvalue())[1:] == [["\U0001f642" * 16_383]]


def test_rows_that_fail_leave_no_file_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def rows() -> Iterator[tuple[str]]:
        yield ("Asha Rao",)
        raise ConnectionError

    with pytest.raises(ConnectionError):
        write_xlsx(io.BytesIO(), [Heading("Name")], rows())
    assert list(tmp_path.iterdir()) == []
