from typing import Any

from django.contrib import admin

from apps.core.formatting import short_price
from apps.live.admin.listed import IMAGES, RECORDING, TEXTS, WHEN, ListedAdmin, who_booked
from apps.live.admin.scheduled import ScheduledAdmin
from apps.live.models import Mentorship, Webinar

_GENERAL: Any = (None, {"fields": ("title", "weburlname", "host", "is_published")})
_PRICE: Any = ("Price", {"fields": (("price_paise", "markup_price_paise"),)})


class EventAdmin(ScheduledAdmin, ListedAdmin):
    list_display = (
        "title",
        "host",
        "starts_at",
        "ends_at",
        "price",
        "capacity",
        "seats_taken",
        "is_published",
        "cancelled_at",
    )
    list_filter = ("is_published", "starts_at", ("cancelled_at", admin.EmptyFieldListFilter))
    date_hierarchy = "starts_at"

    def protection_reason(self, obj: Webinar | Mentorship) -> str | None:
        return who_booked(obj.bookings.all())

    @admin.display(description="price", ordering="price_paise")
    def price(self, event: Webinar | Mentorship) -> str:
        return short_price(event.price_paise)


@admin.register(Webinar)
class WebinarAdmin(EventAdmin):
    fieldsets = (_GENERAL, WHEN, RECORDING, _PRICE, TEXTS, IMAGES)


@admin.register(Mentorship)
class MentorshipAdmin(EventAdmin):
    fieldsets = (
        _GENERAL,
        WHEN,
        RECORDING,
        _PRICE,
        ("Description", {"fields": ("long_description", "agenda", "schedule")}),
        IMAGES,
    )
