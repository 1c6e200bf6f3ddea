"""The time and the link of a series, applied to sessions that it created before."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db.models import Count, Q

from apps.core import indian_time
from apps.core.errors import Conflict, DomainError
from apps.core.indian_time import INDIA
from apps.live.models import ProgramSession, SeriesDay, SessionSeries
from apps.live.services import rescheduling
from apps.live.states import BookingStatus


class SeriesChanged(Conflict):
    code = "series_changed"
    message = "The series was changed since you opened the page, so nothing was applied. Read it again."


@dataclass(frozen=True, slots=True)
class Difference:
    """An upcoming session that is not as its series says."""

    session: ProgramSession
    starts_at: datetime
    ends_at: datetime
    booked: int

    @property
    def moves(self) -> bool:
        return (self.starts_at, self.ends_at) != (self.session.starts_at, self.session.ends_at)


@dataclass(frozen=True, slots=True)
class Applied:
    sessions: int
    notified: int
    refused: list[str]


def differences(series: SessionSeries, *, at: datetime) -> list[Difference]:
    """By day; without sessions that were moved to another day, which was decided one by one."""
    is_booked = Q(session__bookings__status=BookingStatus.BOOKED)
    days = SeriesDay.objects.filter(
        series=series, session__starts_at__gt=at, session__cancelled_at__isnull=True
    ).select_related("session__program")
    found = []
    for day in days.annotate(booked=Count("session__bookings", filter=is_booked)).order_by("date"):
        session = day.session
        if session is None or indian_time.day_of(session.starts_at) != day.date:
            continue
        starts_at = datetime.combine(day.date, series.starts_time, tzinfo=INDIA)
        one = Difference(session, starts_at, starts_at + timedelta(minutes=series.minutes), day.booked)
        if one.starts_at > at and (one.moves or session.join_url != series.join_url):
            found.append(one)
    return found


def shown(series: SessionSeries) -> str:
    """What the preview said that its sessions get."""
    return f"{series.starts_time} {series.minutes} {series.join_url}"


def apply(*, series: SessionSeries, read: str, session_ids: Collection[str], at: datetime) -> Applied:
    """
    Each session in a transaction of its own, so that one that cannot be moved stops no other.

    :raises SeriesChanged: if the preview, `read`, showed another time or link
    """
    if read != shown(series):
        raise SeriesChanged()
    notified, refused = 0, []
    chosen = [one for one in differences(series, at=at) if str(one.session.pk) in session_ids]
    for one in chosen:
        try:
            notified += rescheduling.reschedule(
                of=ProgramSession,
                item_id=one.session.pk,
                starts_at=one.starts_at,
                ends_at=one.ends_at,
                at=at,
                refuse_unread=partial(_require_unmoved, one.session),
            )
        except DomainError as error:
            refused.append(f"{one.session.name}, {one.starts_at.astimezone(INDIA):%-d %b}: {error.message}")
        else:
            ProgramSession.objects.filter(pk=one.session.pk).update(join_url=series.join_url)
    return Applied(len(chosen) - len(refused), notified, refused)


def _require_unmoved(session: ProgramSession) -> None:
    """Under its lock: another member of staff may have moved it since it was compared."""
    if not ProgramSession.objects.filter(pk=session.pk, starts_at=session.starts_at).exists():
        raise SeriesChanged()
