"""What the screens of webinars, mentorships and programs have in common."""

from typing import Any, ClassVar

from apps.core.kept_rows import KeptRowsAdmin, people
from apps.live.models.booking import BookingQuerySet
from apps.live.states import BookingStatus

WORDS: Any = ("Words", {"fields": ("long_description", "agenda")})
PICTURES: Any = ("Pictures", {"fields": ("hue", "banner", "small_banner")})
WHEN: Any = ("When and where", {"fields": (("starts_at", "ends_at"), "capacity", "join_url")})
RECORDING: Any = (
    "Recording",
    {
        "fields": ("recording_url", "market_data_date"),
        "description": "Those who booked see it after the end, once its date is given. Prices younger than "
        "30 days are for nobody else.",
    },
)


def booked_by(bookings: BookingQuerySet) -> str | None:
    """'12 people booked this.'; a hold that lapsed keeps a row as well, and is no booking."""
    if not bookings.exists():
        return None
    seats = bookings.exclude(status__in=(BookingStatus.HELD, BookingStatus.RELEASED))
    count = seats.order_by().values("person").distinct().count()
    return people(count, "booked") if count else "Somebody began to book this."


class OfferAdmin(KeptRowsAdmin):
    archive_field = "is_published"
    search_fields = ("title", "weburlname", "host__name")
    list_select_related = ("host",)
    prepopulated_fields: ClassVar = {"weburlname": ("title",)}
    autocomplete_fields: ClassVar = ["host"]
