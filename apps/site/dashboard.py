"""What a member sees first: where they go on, how much they learned, and what is coming."""

from collections.abc import Mapping
from datetime import datetime
from typing import TypedDict

from apps.accounts.models import User
from apps.catalog.selectors import booked, learned

CONTINUED = 3


class Dashboard(TypedDict):
    continueLearning: list[booked.OwnCourse]
    minutesPerWeek: list[learned.WeekRow]
    next: list[Mapping[str, object]]
    calendar: list[Mapping[str, object]]
    receipts: list[Mapping[str, object]]


def of_person(*, person: User, now: datetime) -> Dashboard:
    return {
        "continueLearning": booked.continued(person=person, limit=CONTINUED, now=now),
        "minutesPerWeek": learned.per_week(person=person, now=now),
        # Nothing live can be booked and nothing bought yet; whoever makes that possible fills these.
        "next": [],
        "calendar": [],
        "receipts": [],
    }
