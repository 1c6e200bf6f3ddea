"""What the screens of webinars, mentorships and programs have in common."""

from typing import Any, ClassVar

from django.contrib import admin

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


class OfferAdmin(admin.ModelAdmin):
    search_fields = ("title", "weburlname", "host__name")
    list_select_related = ("host",)
    prepopulated_fields: ClassVar = {"weburlname": ("title",)}
    autocomplete_fields: ClassVar = ["host"]
