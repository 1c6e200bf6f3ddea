"""Bookings and attendance in the download of personal data."""

from apps.accounts.models import User
from apps.core import indian_time
from apps.live.models import Attendance, Booking, RecordingProgress, WaitlistEntry
from apps.live.selectors import meeting_lookup


def bookings(person: User, /) -> object:
    rows = Booking.objects.filter(person=person).with_items().order_by("-made_at", "-pk")
    return [
        {
            "_id": str(booking.pk),
            "what": str(booking.item),
            "startsAt": indian_time.iso_utc(booking.item.starts_at),
            "status": booking.status,
            "bookedBy": booking.booked_by,
            "madeAt": indian_time.iso_utc(booking.made_at),
        }
        for booking in rows
    ]


def waiting_lists(person: User, /) -> object:
    rows = WaitlistEntry.objects.filter(person=person).select_related("webinar", "mentorship", "session")
    return [
        {
            "_id": str(entry.pk),
            "what": str(entry.item),
            "startsAt": indian_time.iso_utc(entry.item.starts_at),
            "status": entry.status,
            "joinedAt": indian_time.iso_utc(entry.joined_at),
        }
        for entry in rows
    ]


def attendance(person: User, /) -> object:
    joined = list(Attendance.objects.filter(person=person).order_by("first_joined_at", "pk"))
    watched = list(RecordingProgress.objects.filter(person=person).order_by("updated_at", "pk"))
    titles = meeting_lookup.titles(
        meeting_ids=[*(row.meeting_id for row in joined), *(row.meeting_id for row in watched)]
    )
    return {
        "joined": [
            {
                "meeting": titles.get(row.meeting_id),
                "firstJoinedAt": indian_time.iso_utc(row.first_joined_at),
                "lastJoinedAt": indian_time.iso_utc(row.last_joined_at),
                "count": row.count,
            }
            for row in joined
        ],
        "watched": [
            {
                "meeting": titles.get(row.meeting_id),
                "furthestSecond": row.furthest,
                "updatedAt": indian_time.iso_utc(row.updated_at),
            }
            for row in watched
        ],
    }
