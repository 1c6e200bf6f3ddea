"""
The complaints register.

The figures of a month are final from the 8th of the next one on. After that, no entry may be added, changed
or deleted if it would change them.
"""

from datetime import date

from apps.content.months import day_in_words
from apps.support import complaint_figures
from apps.support.models import Complaint

_IN_THE_FUTURE = "This date is in the future."


def validate(*, before: Complaint | None, after: Complaint, today: date) -> dict[str, str]:
    """Errors by field; `before` is the entry as it is stored, None for a new one."""
    first_open = complaint_figures.earliest_open_day(today=today)
    is_final = f"The figures before {day_in_words(first_open)} are final and cannot be changed."
    errors: dict[str, str] = {}
    if after.received_date > today:
        errors["received_date"] = _IN_THE_FUTURE
    if after.resolved_date and after.resolved_date > today:
        errors["resolved_date"] = _IN_THE_FUTURE
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
