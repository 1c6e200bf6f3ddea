"""Plans the meetings of a mentorship by weekdays, without the days on which the exchange is closed."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import islice

from apps.core.errors import Invalid
from apps.core.indian_time import INDIA
from apps.live.models.series import MAX_LENGTH
from apps.live.selectors import holidays
from apps.live.selectors.holidays import Holiday
from apps.live.services.meetings import NewMeeting


@dataclass(frozen=True, slots=True)
class WeeklyPlan:
    subject: str
    weekdays: Collection[int]
    """Monday is 0."""
    first_date: date
    starts_time: time
    minutes: int
    count: int
    join_url: str = ""


@dataclass(frozen=True, slots=True)
class PlannedMeetings:
    meetings: list[NewMeeting]
    skipped: list[Holiday]
    """Exchange holidays in between."""


def planned(*, plan: WeeklyPlan, first_number: int = 1) -> PlannedMeetings:
    """
    The meetings of the plan, soonest first; each has its number behind the subject.

    :raises Invalid: if there are not so many days within two years
    """
    open_days = holidays.open_days(
        weekdays=plan.weekdays, since=plan.first_date, until=plan.first_date + MAX_LENGTH
    )
    days = list(islice(open_days, plan.count))
    if len(days) < plan.count:
        raise Invalid(message=f"Only {len(days)} of these days are within two years.")
    new = [_meeting(plan, day, number=number) for number, day in enumerate(days, first_number)]
    return PlannedMeetings(
        new, holidays.on_weekdays(weekdays=plan.weekdays, since=plan.first_date, until=days[-1])
    )


def _meeting(plan: WeeklyPlan, day: date, *, number: int) -> NewMeeting:
    starts_at = datetime.combine(day, plan.starts_time, tzinfo=INDIA)
    ends_at = starts_at + timedelta(minutes=plan.minutes)
    return NewMeeting(f"{plan.subject} {number}", starts_at, ends_at, plan.join_url)
