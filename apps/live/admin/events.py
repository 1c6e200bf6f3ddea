from typing import Any

from django.contrib import admin

from apps.core.money import Money
from apps.live.admin.appointments import AppointmentAdmin
from apps.live.admin.offers import PICTURES, RECORDING, WHEN, WORDS, OfferAdmin, booked_by
from apps.live.models import Mentorship, Webinar

_FIRST: Any = (None, {"fields": ("title", "weburlname", "host", "is_published")})
_PRICE: Any = ("Price", {"fields": (("price_paise", "markup_price_paise"),)})


class EventAdmin(AppointmentAdmin, OfferAdmin):
    list_display = (
        "title",
        "host",
        "starts_at",
        "ends_at",
        "price",
        "capacity",
        "taken",
        "is_published",
        "called_off_at",
    )
    list_filter = ("is_published", "starts_at", ("called_off_at", admin.EmptyFieldListFilter))
    date_hierarchy = "starts_at"

    def kept_because(self, obj: Webinar | Mentorship) -> str | None:
        return booked_by(obj.bookings.all())

    @admin.display(description="price", ordering="price_paise")
    def price(self, event: Webinar | Mentorship) -> str:
        return f"₹{Money(event.price_paise).on_wire():,}"


@admin.register(Webinar)
class WebinarAdmin(EventAdmin):
    fieldsets = (_FIRST, WHEN, RECORDING, _PRICE, WORDS, PICTURES)


@admin.register(Mentorship)
class MentorshipAdmin(EventAdmin):
    fieldsets = (
        _FIRST,
        WHEN,
        RECORDING,
        _PRICE,
        ("Words", {"fields": ("long_description", "agenda", "schedule")}),
        PICTURES,
    )
