"""Shared by the admin of webinars, mentorships and programs."""

from typing import Any, ClassVar

from apps.core.protected_rows import ProtectedRowsAdmin, people
from apps.live.models.booking import BookingQuerySet
from apps.live.states import BookingStatus

TEXTS: Any = ("Description", {"fields": ("long_description", "agenda")})
IMAGES: Any = ("Images", {"fields": ("hue", "banner", "small_banner")})
WHEN: Any = ("When and where", {"fields": (("starts_at", "ends_at"), "capacity", "join_url")})
RECORDING: Any = (
    "Recording",
    {
        "fields": ("recording", "recording_url", "market_data_date"),
        "description": "Attendees can watch the recording after the end, once its market data date is set. "
        "Recent prices may not be shown to anybody else.",
    },
)


def who_booked(bookings: BookingQuerySet) -> str | None:
    """'12 people booked this.' Expired holds keep their rows but are not counted."""
    if not bookings.exists():
        return None
    seats = bookings.exclude(status__in=(BookingStatus.HELD, BookingStatus.RELEASED))
    count = seats.order_by().values("person").distinct().count()
    return people(count, "booked") if count else "Somebody started to book this."


class ListedAdmin(ProtectedRowsAdmin):
    archive_field = "is_published"
    search_fields = ("title", "weburlname", "host__name")
    list_select_related = ("host",)
    prepopulated_fields: ClassVar = {"weburlname": ("title",)}
    autocomplete_fields: ClassVar = ["host"]
