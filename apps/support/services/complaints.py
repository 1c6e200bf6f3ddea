"""
The complaints register.

The figures of a month are final from the 8th of the next one on, and are frozen then. After that, no entry
may be added, changed or deleted if it would change them, except by a correction with a reason.
"""

from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction

from apps.accounts.models import User
from apps.content.months import Month, day_in_words
from apps.core import indian_time
from apps.support import complaint_figures
from apps.support.complaint_figures import MonthFigures
from apps.support.models import Complaint, ComplaintCorrection, FrozenMonth
from apps.support.selectors import complaints as register

_IN_THE_FUTURE = "This date is in the future."


@dataclass(frozen=True, slots=True)
class NewlyFrozen:
    month: Month
    figures: MonthFigures


@transaction.atomic(durable=True)
def freeze(*, now: datetime, dry_run: bool = False) -> list[NewlyFrozen]:
    """
    Store the figures of every month that is final and not frozen yet; a month is frozen once.

    Concurrent runs and later ones find it frozen and leave it as it is.
    """
    entries, frozen = register.register(), register.frozen_months()
    months = complaint_figures.final_months(entries, today=indian_time.day_of(now))
    due = [
        NewlyFrozen(month, complaint_figures.month_figures(entries, month=month))
        for month in months
        if month not in frozen
    ]
    return due if dry_run else [item for item in due if _freeze_month(item, now=now)]


def _freeze_month(item: NewlyFrozen, *, now: datetime) -> bool:
    """False if a concurrent run was faster."""
    _row, is_new = FrozenMonth.objects.get_or_create(
        first_day=item.month.first_day, defaults={"figures": item.figures, "frozen_at": now}
    )
    return is_new


def record_corrections(*, reason: str, by: User, at: datetime) -> list[ComplaintCorrection]:
    """
    Bring the frozen months in line with the register after an entry of one was corrected.

    Joins the caller's transaction, in which the entry was changed. Each month whose figures differ gets its
    new figures and a row that says what they were.
    """
    entries = register.register()
    corrections = []
    for row in FrozenMonth.objects.select_for_update().order_by("first_day"):
        figures = complaint_figures.month_figures(entries, month=Month.of(row.first_day))
        if figures == row.figures:
            continue
        corrections.append(
            ComplaintCorrection(month=row, before=row.figures, after=figures, reason=reason, by=by, at=at)
        )
        row.figures = figures
        row.save(update_fields=["figures"])
    return ComplaintCorrection.objects.bulk_create(corrections)


def validate(
    *, before: Complaint | None, after: Complaint, today: date, is_correction: bool = False
) -> dict[str, str]:
    """
    Errors by field; `before` is the entry as it is stored, None for a new one.

    A correction may change final figures: `record_corrections` keeps what they were.
    """
    first_open = complaint_figures.earliest_open_day(today=today)
    is_final = f"The figures before {day_in_words(first_open)} are final and cannot be changed."
    errors: dict[str, str] = {}
    if after.received_date > today:
        errors["received_date"] = _IN_THE_FUTURE
    if after.resolved_date and after.resolved_date > today:
        errors["resolved_date"] = _IN_THE_FUTURE
    if is_correction:
        return errors
    if before is None:
        if after.received_date < first_open:
            errors["received_date"] = is_final
    elif before.received_date < first_open:
        for name in ("received_date", "source", "is_impersonation"):
            if getattr(before, name) != getattr(after, name):
                errors[name] = is_final
    elif after.received_date < first_open:
        errors["received_date"] = is_final
    if _changes_final_month(before, after, first_open=first_open):
        errors["resolved_date"] = is_final
    return errors


def can_be_deleted(complaint: Complaint, *, today: date) -> bool:
    return complaint.received_date >= complaint_figures.earliest_open_day(today=today)


def _changes_final_month(before: Complaint | None, after: Complaint, *, first_open: date) -> bool:
    resolved_before, resolved_after = (before.resolved_date if before else None), after.resolved_date
    if resolved_before == resolved_after:
        return False
    return any(day is not None and day < first_open for day in (resolved_before, resolved_after))
