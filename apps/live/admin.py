from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from apps.core import indian_time
from apps.core.money import Money
from apps.live.models import LiveTrading, Mentorship, ProgramSession, Webinar

_WORDS: Any = ("Words", {"fields": ("long_description", "agenda")})
_PICTURES: Any = ("Pictures", {"fields": ("hue", "banner", "small_banner")})
_WHEN: Any = (
    "When and where",
    {"fields": (("starts_at", "ends_at"), "capacity", "join_url", "recording_url")},
)
_PRICE: Any = ("Price", {"fields": (("price_paise", "markup_price_paise"),)})


class OfferAdmin(admin.ModelAdmin):
    search_fields = ("title", "weburlname", "host__name")
    list_select_related = ("host",)
    prepopulated_fields: ClassVar = {"weburlname": ("title",)}
    autocomplete_fields: ClassVar = ["host"]


class EventAdmin(OfferAdmin):
    list_display = ("title", "host", "starts_at", "ends_at", "price", "capacity", "is_published")
    list_filter = ("is_published", "starts_at")
    date_hierarchy = "starts_at"

    @admin.display(description="price", ordering="price_paise")
    def price(self, event: Webinar | Mentorship) -> str:
        return f"₹{Money(event.price_paise).on_wire():,}"


@admin.register(Webinar)
class WebinarAdmin(EventAdmin):
    fieldsets = (
        (None, {"fields": ("title", "weburlname", "host", "is_published")}),
        _WHEN,
        _PRICE,
        _WORDS,
        _PICTURES,
    )


@admin.register(Mentorship)
class MentorshipAdmin(EventAdmin):
    fieldsets = (
        (None, {"fields": ("title", "weburlname", "host", "is_published")}),
        _WHEN,
        _PRICE,
        ("Words", {"fields": ("long_description", "agenda", "schedule")}),
        _PICTURES,
    )


class SessionInline(admin.TabularInline):
    """From today on: all the sessions of years would be more fields than a form may send."""

    model = ProgramSession
    verbose_name_plural = "sessions from today on"
    fields = ("name", "starts_at", "ends_at", "capacity", "base_price_paise", "join_url", "recording_url")
    ordering = ("starts_at",)
    extra = 0
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[ProgramSession]:
        rows: QuerySet[ProgramSession] = super().get_queryset(request)
        today = indian_time.day_of(timezone.now())
        return rows.filter(ends_at__gte=indian_time.start_of_day(today))


@admin.register(LiveTrading)
class LiveTradingAdmin(OfferAdmin):
    list_display = ("title", "host", "is_published")
    list_filter = ("is_published",)
    inlines = (SessionInline,)
    fieldsets = (
        (None, {"fields": ("title", "weburlname", "host", "is_published")}),
        _WORDS,
        _PICTURES,
    )


@admin.register(ProgramSession)
class ProgramSessionAdmin(admin.ModelAdmin):
    list_display = ("name", "program", "starts_at", "ends_at", "capacity", "base_price")
    list_filter = ("program", "starts_at")
    list_select_related = ("program",)
    search_fields = ("name", "program__title")
    date_hierarchy = "starts_at"
    autocomplete_fields: ClassVar = ["program"]

    @admin.display(description="base price", ordering="base_price_paise")
    def base_price(self, session: ProgramSession) -> str:
        return f"₹{Money(session.base_price_paise).on_wire():,}"
