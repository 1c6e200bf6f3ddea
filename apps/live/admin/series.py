import calendar
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone

from apps.core.advert_words import PublicText
from apps.core.advertised_texts import field_texts
from apps.core.changed_fields import ChangedFieldsAdmin
from apps.core.errors import DomainError
from apps.core.formatting import time_span
from apps.live import deadlines
from apps.live.admin import confirmed_times
from apps.live.admin.program_parts import ProgramPartForm
from apps.live.admin.scheduled import people
from apps.live.models import SessionSeries
from apps.live.selectors import host_times
from apps.live.selectors.host_times import HostTime
from apps.live.services import series, series_changes

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
    """Saving a series creates its missing sessions. Those there are change on a page with a preview."""

    form = SeriesForm
    change_form_template = "admin/live/series_form.html"
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

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.apply_view)
        return [path("<path:object_id>/apply/", view, name="live_sessionseries_apply"), *super().get_urls()]

    def apply_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        row = self.get_object(request, unquote(object_id))
        if row is None:
            raise Http404
        if not self.has_change_permission(request, row):
            raise PermissionDenied
        back = reverse("admin:live_sessionseries_change", args=[row.pk])
        if request.method == "POST":
            self._apply(request, row)
            return HttpResponseRedirect(back)
        found = series_changes.differences(row, at=timezone.now())
        moved = [
            HostTime(row.program.host_id, row.name, one.starts_at, one.ends_at) for one in found if one.moves
        ]
        context = {
            **self.admin_site.each_context(request),
            "title": f"Apply to upcoming sessions: {row}",
            "name": "Apply to upcoming sessions",
            "opts": self.opts,
            "item": row,
            "back": back,
            "found": found,
            "read": series_changes.shown(row),
            "warnings": host_times.warnings(moved, instead_of=[one.session.pk for one in found]),
            "is_nav_sidebar_enabled": False,
        }
        return TemplateResponse(request, "admin/live/series_apply.html", context)

    def _apply(self, request: HttpRequest, row: SessionSeries) -> None:
        chosen = set(request.POST.getlist("session"))
        read = request.POST.get("read", "")
        try:
            applied = series_changes.apply(series=row, read=read, session_ids=chosen, at=timezone.now())
        except DomainError as error:
            self.message_user(request, str(error.message), messages.ERROR)
            return
        for refusal in applied.refused:
            self.message_user(request, refusal, messages.ERROR)
        text = f"Applied to {_sessions(applied.sessions)}. {people(applied.notified)} notified."
        self.log_change(request, row, text)
        self.message_user(request, text, messages.SUCCESS)

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
            text = f"{_sessions(upcoming)} that it created before are as they were."
            hint = "'Apply to upcoming sessions' gives them its time and link."
            self.message_user(request, f"{text} {hint}", messages.WARNING)
        note = f"Sessions are created up to {ahead} ahead; later ones follow automatically."
        self.message_user(request, f"{_sessions(created)} created. {note}", messages.INFO)


def _sessions(count: int) -> str:
    return "1 session" if count == 1 else f"{count} sessions"
