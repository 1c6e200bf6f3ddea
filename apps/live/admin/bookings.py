from django.contrib import admin

from apps.accounts.admin.read_only import ReadOnlyAdmin
from apps.live.models import Booking


@admin.register(Booking)
class BookingAdmin(ReadOnlyAdmin):
    """What people have booked; it changes by their own doing and by what they paid."""

    list_display = ("person", "thing", "status", "booked_by", "made_at", "credit_ends_at")
    list_filter = ("status", "booked_by")
    list_select_related = ("person", "webinar", "mentorship", "session")
    search_fields = ("person__mobile", "person__name")
    ordering = ("-made_at", "-pk")
