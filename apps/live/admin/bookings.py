from django.contrib import admin

from apps.core.read_only_admin import ReadOnlyAdmin
from apps.live.models import Booking


@admin.register(Booking)
class BookingAdmin(ReadOnlyAdmin):
    list_display = ("person", "item", "status", "booked_by", "made_at", "credit_ends_at")
    list_filter = ("status", "booked_by")
    list_select_related = ("person", "webinar", "mentorship", "session")
    search_fields = ("person__mobile", "person__name")
    ordering = ("-made_at", "-pk")
