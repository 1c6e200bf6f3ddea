import calendar
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils import timezone

from apps.core.changed_fields import ChangedFieldsAdmin
from apps.live.models import SessionSeries
from apps.live.services import series

_WEEKDAYS = list(enumerate(calendar.day_name))


class SeriesForm(forms.ModelForm):
    weekdays = forms.TypedMultipleChoiceField(
        coerce=int,
        choices=_WEEKDAYS,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one weekday."},
    )

    class Meta:
        model = SessionSeries
        help_texts: ClassVar = {"skipped": "Days without a session, one a line: 2026-12-25."}
        fields: ClassVar = [
            "program",
            "name",
            "weekdays",
            "starts_time",
            "minutes",
            "first_date",
            "last_date",
            "skipped",
            "capacity",
            "base_price_paise",
            "join_url",
            "is_on",
        ]


@admin.register(SessionSeries)
class SessionSeriesAdmin(ChangedFieldsAdmin):
    """Saving makes the sessions that are missing; what is there already stays as it is."""

    form = SeriesForm
    list_display = ("name", "program", "on", "starts_time", "minutes", "first_date", "last_date", "is_on")
    list_filter = ("is_on", "program")
    list_select_related = ("program",)
    search_fields = ("name", "program__title")
    autocomplete_fields: ClassVar = ["program"]
    actions = ("make_sessions",)

    @admin.display(description="on")
    def on(self, row: SessionSeries) -> str:
        return ", ".join(calendar.day_abbr[day] for day in sorted(row.weekdays))

    @admin.action(description="Make the sessions that came in sight", permissions=["change"])
    def make_sessions(self, request: HttpRequest, rows: Any) -> None:
        made = sum(series.generate_step(series=row, at=timezone.now()) for row in rows)
        self.message_user(request, f"{made} sessions were made.", messages.SUCCESS)

    def save_model(self, request: HttpRequest, obj: SessionSeries, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        made = series.generate_step(series=obj, at=timezone.now())
        reach = f"as far as {series.AHEAD.days} days ahead; the rest follow by themselves"
        self.message_user(request, f"{made} sessions were made, {reach}.", messages.INFO)
