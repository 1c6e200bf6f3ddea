from django.contrib import admin

from apps.core.read_only_admin import ReadOnlyAdmin
from apps.office.models import ExportRun


@admin.register(ExportRun)
class ExportRunAdmin(ReadOnlyAdmin):
    """Who exported which file, for which days, and how many rows."""

    list_display = ("started_at", "by", "file", "format", "first_day", "last_day", "rows", "finished_at")
    list_filter = ("file", "format", "started_at")
    list_select_related = ("by",)
    ordering = ("-started_at", "-id")
