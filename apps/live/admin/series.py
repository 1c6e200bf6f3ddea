import calendar
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone

from apps.core.advert_words import PublicText
from apps.core.advertised_texts import field_texts
from apps.core.changed_fields import ChangedFieldsAdmin
from apps.core.errors import DomainError
from apps.core.formatting import time_span
from apps.live import deadlines
from apps.live.admin import confirmed_times
from apps.live.admin.program_parts import ProgramPartForm
from apps.live.models import SessionSeries
from apps.live.selectors.host_times import HostTime
from apps.live.services import series

_TIMES = {"program", "weekdays", "starts_time", "minutes", "first_date", "last_date", "holidays", "is_on"}
_OF_SESSIONS = {"name", "starts_time", "minutes", "capacity", "base_price_paise", "join_url"}
_WEEKDAYS = list(enumerate(calendar.day_name))


class SeriesForm(ProgramPartForm):
    public_fields = ("name",)
    price_field = "base_price_paise"
    weekdays = forms.TypedMultipleChoiceField(
        coerce=int,
        choices=_WEEKDAYS,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one weekday."},
    )

    class Meta:
        model = SessionSeries
        help_texts: ClassVar = {
            "holidays": "More days without a session, one date per line, such as 2026-12-24. "
            "Exchange holidays have none anyway."
        }
        fields: ClassVar = [
            "program",
            "name",
            "weekdays",
            "starts_time",
            "minutes",
            "first_date",
            "last_date",
            "holidays",
            "capacity",
            "base_price_paise",
            "price_confirmed",
            "join_url",
            "is_on",
        ]

    def sets_price(self) -> bool:
        return self.instance.is_on and not {"is_on", self.price_field}.isdisjoint(self.changed_data)

    def _post_clean(self) -> None:
        super()._post_clean()
        if self.errors or not self.instance.is_on or _TIMES.isdisjoint(self.changed_data):
            return
        try:
            self._require_confirmed_times(self.instance)
        except (DomainError, ValidationError) as error:
            self.add_error(None, error if isinstance(error, ValidationError) else str(error.message))

    def _require_confirmed_times(self, row: SessionSeries) -> None:
        planned = [
            HostTime(row.program.host_id, row.name, session.starts_at, session.ends_at)
            for session in series.missing_sessions(row, at=timezone.now()).values()
        ]
        confirmed_times.require_confirmed(planned, data=self.data)

    def changed_texts(self) -> list[PublicText]:
        """A series that is switched on makes sessions of its name."""
        if "is_on" in self.changed_data and self.instance.is_on:
            return field_texts(self.instance, self.public_fields)
        return super().changed_texts()


@admin.register(SessionSeries)
class SessionSeriesAdmin(ChangedFieldsAdmin):
    """Saving a series creates its missing sessions. Existing sessions do not change."""

    form = SeriesForm
    list_display = ("name", "program", "days", "starts_time", "minutes", "first_date", "last_date", "is_on")
    list_filter = ("is_on", "program")
    linked_lookups = ("last_date__gte", "last_date__lt")
    list_select_related = ("program",)
    search_fields = ("name", "program__title")
    autocomplete_fields: ClassVar = ["program"]
    actions = ("create_sessions",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Its sessions stay in the program in which they were made."""
        fields = super().get_readonly_fields(request, obj)
        return fields if obj is None else (*fields, "program")

    @admin.display(description="weekdays")
    def days(self, row: SessionSeries) -> str:
        return ", ".join(calendar.day_abbr[day] for day in sorted(row.weekdays))

    @admin.action(description="Create due sessions", permissions=["change"])
    def create_sessions(self, request: HttpRequest, rows: Any) -> None:
        created = sum(series.generate_in_transaction(series=row, at=timezone.now()) for row in rows)
        self.message_user(request, f"{_sessions(created)} created.", messages.SUCCESS)

    def save_model(self, request: HttpRequest, obj: SessionSeries, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        created = series.generate_in_transaction(series=obj, at=timezone.now())
        ahead = time_span(deadlines.SESSIONS_AHEAD)
        if change and not _OF_SESSIONS.isdisjoint(form.changed_data):
            upcoming = obj.days.filter(session__starts_at__gt=timezone.now()).count() - created
            text = f"{_sessions(upcoming)} that it created before keep their time, link and price."
            self.message_user(request, f"{text} Change them on their own pages.", messages.WARNING)
        note = f"Sessions are created up to {ahead} ahead; later ones follow automatically."
        self.message_user(request, f"{_sessions(created)} created. {note}", messages.INFO)


def _sessions(count: int) -> str:
    return "1 session" if count == 1 else f"{count} sessions"
