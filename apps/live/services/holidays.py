"""Importing a list of exchange holidays: all of it, or nothing."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from apps.core import csv_rows
from apps.core.errors import Invalid
from apps.live.models import ExchangeHoliday

MAX_LINES = 200
_MAX_NAME = 80
_LONGEST_LINE = 1000


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import would do; it does nothing while there are errors."""

    added: Mapping[date, str]
    renamed: Mapping[date, str]
    unchanged: int
    errors: list[str]

    @property
    def rows(self) -> dict[date, str]:
        return {**self.added, **self.renamed}


def preview(*, text: str) -> Preview:
    """Lines such as '2026-12-25, Christmas'. A first line 'date,name' is skipped."""
    rows, errors = _parse(text)
    known = dict(ExchangeHoliday.objects.filter(date__in=rows).values_list("date", "name"))
    added = {day: name for day, name in rows.items() if day not in known}
    renamed = {day: name for day, name in rows.items() if day in known and known[day] != name}
    return Preview(added, renamed, len(rows) - len(added) - len(renamed), errors)


@transaction.atomic(durable=True)
def import_list(*, text: str) -> Preview:
    """
    Add and rename the holidays of this list. Others stay. Idempotent.

    :raises Invalid: if a line has an error; then nothing is imported
    """
    found = preview(text=text)
    if found.errors:
        raise Invalid({"text": found.errors})
    for day, name in found.rows.items():
        ExchangeHoliday.objects.update_or_create(date=day, defaults={"name": name})
    return found


def _parse(text: str) -> tuple[dict[date, str], list[str]]:
    rows: dict[date, str] = {}
    errors: list[str] = []
    # A pasted file may begin with a byte order mark.
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MAX_LINES:
        return {}, [f"At most {MAX_LINES} lines at a time."]
    for number, line in enumerate(lines, start=1):
        if len(line) > _LONGEST_LINE:
            # Longer cells are an error of the reader.
            errors.append(f"Line {number}: a line can have {_LONGEST_LINE} characters at most.")
            continue
        cells = [cell.strip() for cell in next(csv.reader([line]), [])]
        if not any(cells) or (number == 1 and cells[0].lower() == "date"):
            continue
        error = _error(cells, rows)
        if error:
            errors.append(f"Line {number}: {error}")
        else:
            rows[date.fromisoformat(cells[0])] = cells[1]
    if not rows and not errors:
        errors.append("The list is empty.")
    return rows, errors


def _error(cells: list[str], rows: Mapping[date, str]) -> str | None:
    try:
        day = date.fromisoformat(cells[0])
    except ValueError:
        return "the date must be like 2026-12-25."
    if not 2000 <= day.year < 2100:
        return "the year must be between 2000 and 2099."
    if len(cells) != 2 or not cells[1]:
        return "a comma and the name must follow the date."
    if len(cells[1]) > _MAX_NAME:
        return f"the name can have {_MAX_NAME} characters at most."
    if problem := next(csv_rows.bad_cells({"the name": cells[1]}), None):
        return problem
    return "this date is in the list twice." if day in rows else None
