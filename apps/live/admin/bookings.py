from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.core.read_only_admin import ReadOnlyAdmin
from apps.live.models import Booking


class DecisionFilter(admin.SimpleListFilter):
    """Paid seats of what we cancelled, whose owners have not chosen what they get instead."""

    title = "decision"
    parameter_name = "decision"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("open", "Not decided")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Booking]) -> QuerySet[Booking]:
        if self.value() != "open":
            return queryset
        return queryset.filter(pk__in=Booking.objects.without_decision().order_by().values("pk"))


@admin.register(Booking)
class BookingAdmin(ReadOnlyAdmin):
    shows_personal_data = True
    list_display = (
        "person",
        "item",
        "day",
        "status_label",
        "booked_by",
        "made_at",
        "credit_ends_at",
        "given_by",
    )
    list_filter = ("status", "booked_by", DecisionFilter)
    linked_lookups = (
        "session__id__exact",
        "webinar__id__exact",
        "mentorship__id__exact",
        "person__id__exact",
    )
    list_select_related = ("person", "given_by", "webinar", "mentorship", "session")
    search_fields = ("person__mobile", "person__name")
    ordering = ("-made_at", "-pk")
    fields = (*list_display, "plan", "given_reason", "canceled_at", "assigned_to", "changes")

    @admin.display(description="status", ordering="status")
    def status_label(self, booking: Booking) -> str:
        return booking.status_label

    @admin.display(description="starts at")
    def day(self, booking: Booking) -> datetime:
        """Sessions of one name are told apart by it."""
        return booking.item.starts_at
