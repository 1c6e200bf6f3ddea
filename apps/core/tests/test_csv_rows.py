"""What of a CSV file is refused before its rows are read."""

import pytest

from apps.core import csv_rows
from apps.core.csv_rows import BadFile, Columns

COLUMNS = Columns(("code",))


def first_row(*lines: str, max_rows: int = 2) -> csv_rows.Row:
    return next(csv_rows.read("\n".join(lines).encode(), columns=COLUMNS, max_rows=max_rows))


def test_rows_are_counted_before_the_first_is_returned() -> None:
    assert first_row("code", "a", "b") == (2, {"code": "a"})
    with pytest.raises(BadFile, match="more than 2 rows"):
        first_row("code", "a", "b", "c")


def test_a_header_has_at_most_fifty_columns() -> None:
    with pytest.raises(BadFile, match="Columns that are there twice: code"):
        first_row(",".join(["code"] * 50))
    with pytest.raises(BadFile, match="more than 50 columns"):
        first_row(",".join(["code"] * 51))
