from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from apps.core import indian_time
from apps.core.changed_fields import ChangedFieldsTabularInline
from apps.core.kept_rows import KeptRowsFormSet
from apps.core.money import Money
from apps.live.admin.appointments import AppointmentAdmin
from apps.live.admin.offers import (
    PICTURES,
    RECORDING,
    WHEN,
    WORDS,
    OfferAdmin,
    booked_by,
)
from apps.live.models import Booking, LiveTrading, ProgramSession, SessionPlan, SessionSeries


class SessionInline(ChangedFieldsTabularInline):
    """
    From today on: all the sessions of years would be more fields than a form may send.

    New ones are added here; one that is there is changed on its own page, where it can be moved.
    """

    model = ProgramSession
    verbose_name_plural = "sessions from today on"
    fields = ("name", "starts_at", "ends_at", "capacity", "base_price_paise", "join_url")
    ordering = ("starts_at",)
    extra = 0
    can_delete = False
    show_change_link = True

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[ProgramSession]:
        rows: QuerySet[ProgramSession] = super().get_queryset(request)
        today = indian_time.day_of(timezone.now())
        return rows.filter(ends_at__gte=indian_time.start_of_day(today))


class SeriesInline(ChangedFieldsTabularInline):
    """Where a program's series are found; they are made and changed on their own pages."""

    model = SessionSeries
    fields = ("name", "starts_time", "minutes", "first_date", "last_date", "is_on")
    readonly_fields = fields
    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class PlanFormSet(KeptRowsFormSet):
    def kept_because(self, row: SessionPlan) -> str | None:
        return "Sessions were sold by this plan, so it cannot be removed." if row.bookings.exists() else None


class PlanInline(ChangedFieldsTabularInline):
    model = SessionPlan
    formset = PlanFormSet
    fields = (
        "price_name",
        "num_of_sessions",
        "actual_price_paise",
        "discounted_price_paise",
        "validity_days",
    )
    extra = 0


@admin.register(LiveTrading)
class LiveTradingAdmin(OfferAdmin):
    list_display = ("title", "host", "is_published")
    list_filter = ("is_published",)
    inlines = (PlanInline, SeriesInline, SessionInline)
    fieldsets = (
        (None, {"fields": ("title", "weburlname", "host", "is_published")}),
        WORDS,
        PICTURES,
    )

    def kept_because(self, obj: LiveTrading) -> str | None:
        return booked_by(Booking.objects.filter(session__program=obj))


@admin.register(ProgramSession)
class ProgramSessionAdmin(AppointmentAdmin):
    list_display = (
        "name",
        "program",
        "starts_at",
        "ends_at",
        "capacity",
        "taken",
        "base_price",
        "called_off_at",
    )
    list_filter = ("program", "starts_at", ("called_off_at", admin.EmptyFieldListFilter))
    list_select_related = ("program",)
    search_fields = ("name", "program__title")
    date_hierarchy = "starts_at"
    autocomplete_fields: ClassVar = ["program"]
    fieldsets = (
        (None, {"fields": ("program", "name", "base_price_paise")}),
        WHEN,
        RECORDING,
    )

    def kept_because(self, obj: ProgramSession) -> str | None:
        who = booked_by(obj.bookings.all())
        return who and f"{who} If it will not take place, call it off instead."

    @admin.display(description="base price", ordering="base_price_paise")
    def base_price(self, session: ProgramSession) -> str:
        return f"₹{Money(session.base_price_paise).on_wire():,}"
