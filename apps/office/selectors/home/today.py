"""The sessions, webinars and meetings of today."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from apps.accounts.models import User
from apps.core import indian_time
from apps.live.states import SEATED
from apps.office.selectors import schedule
from apps.office.selectors.home.links import changelist
from apps.office.selectors.schedule import KINDS, Entry


@dataclass(frozen=True, slots=True)
class Event:
    kind: str
    title: str
    group: str
    """The program or the mentorship."""
    host: str
    starts_at: datetime
    ends_at: datetime
    seats_booked: int
    """With those that are held for a payment."""
    seats_offered: int
    """To people on the waiting list."""
    capacity: int | None
    room: str
    needs_room: bool
    url: str
    bookings_url: str
    attendees_url: str


def events(*, person: User, now: datetime) -> list[Event]:
    """Those that the person may view, by their start: one query."""
    day = indian_time.day_of(now)
    found = schedule.entries(
        person=person, since=indian_time.start_of_day(day), until=indian_time.end_of_day(day)
    )
    can_view_bookings = person.has_perm("live.view_booking")
    can_view_attendees = person.has_perm("live.view_attendance")
    return [
        _event(entry, now=now, can_view_bookings=can_view_bookings, can_view_attendees=can_view_attendees)
        for entry in found
    ]


def _event(entry: Entry, *, now: datetime, can_view_bookings: bool, can_view_attendees: bool) -> Event:
    lookups = {f"{entry.booked_column}__id__exact": entry.booked_id, "status__in": ",".join(SEATED)}
    return Event(
        kind=KINDS[entry.model],
        title=entry.title,
        group=entry.group,
        host=entry.host,
        starts_at=entry.starts_at,
        ends_at=entry.ends_at,
        seats_booked=entry.seats_taken - entry.seats_offered,
        seats_offered=entry.seats_offered,
        capacity=entry.capacity,
        room=_room(entry, now=now),
        needs_room=not entry.join_url and entry.cancelled_at is None and entry.ends_at > now,
        url=reverse(f"admin:live_{entry.model}_change", args=[entry.pk]),
        bookings_url=changelist("live.booking", **lookups) if can_view_bookings else "",
        attendees_url=reverse("office:attendees", args=[entry.pk, entry.model]) if can_view_attendees else "",
    )


def _room(entry: Entry, *, now: datetime) -> str:
    if entry.cancelled_at is not None:
        return "Cancelled"
    if entry.ends_at <= now:
        return "Over"
    if not entry.join_url:
        return "No join link"
    return "Live now" if entry.starts_at <= now else "Ready"
