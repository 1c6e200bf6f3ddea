"""
The register of complaints.

The figures of a month are final from the 8th of the next one on: no line is written, changed or taken
away any more in a way that would change them.
"""

from datetime import date

from apps.content import complaint_figures
from apps.content.models import Complaint
from apps.core.months import day_in_words


def problems(*, before: Complaint | None, after: Complaint, today: date) -> dict[str, str]:
    """What is wrong with writing a line so, by field; `before` is the line as it was."""
    first_open = complaint_figures.earliest_open_day(today=today)
    told = f"The figures before {day_in_words(first_open)} are published for good."
    wrong: dict[str, str] = {}
    if after.received_date > today:
        wrong["received_date"] = "That day is still to come."
    if after.resolved_date and after.resolved_date > today:
        wrong["resolved_date"] = "That day is still to come."
    if before is None:
        if after.received_date < first_open:
            wrong["received_date"] = told
    elif before.received_date < first_open:
        for name in ("received_date", "source", "is_impersonation"):
            if getattr(before, name) != getattr(after, name):
                wrong[name] = told
    elif after.received_date < first_open:
        wrong["received_date"] = told
    if _moves_into_the_past(before, after, first_open=first_open):
        wrong["resolved_date"] = told
    return wrong


def may_be_deleted(complaint: Complaint, *, today: date) -> bool:
    return complaint.received_date >= complaint_figures.earliest_open_day(today=today)


def _moves_into_the_past(before: Complaint | None, after: Complaint, *, first_open: date) -> bool:
    was, is_now = (before.resolved_date if before else None), after.resolved_date
    if was == is_now:
        return False
    return any(day is not None and day < first_open for day in (was, is_now))
