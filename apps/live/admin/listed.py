"""Shared by the admin of webinars, mentorships and programs."""

from typing import Any, ClassVar

from apps.content.admin import bulk_pages
from apps.content.admin.publishable import PublishingAdmin
from apps.core.protected_rows import people
from apps.live.models.base import SeatedModel
from apps.live.models.booking import BookingQuerySet
from apps.live.selectors import publishing_facts
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


def who_pays(row: SeatedModel, *, old_paise: int, new_paise: int) -> list[str]:
    """For a webinar, a mentorship or a session."""
    count = row.seats_taken
    seats = f"{'1 person' if count == 1 else f'{count} people'} with a seat or at the payment: no change."
    return [
        bulk_pages.new_buyers(new_paise),
        *([seats] if count else []),
        bulk_pages.open_orders(old_paise),
    ]


class ListedAdmin(PublishingAdmin):
    public_text_fields = publishing_facts.TEXT_FIELDS
    search_fields = ("title", "weburlname", "host__name")
    list_select_related = ("host",)
    prepopulated_fields: ClassVar = {"weburlname": ("title",)}
    autocomplete_fields: ClassVar = ["host", "category"]
