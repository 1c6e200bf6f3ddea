from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse

from apps.core.changed_fields import ChangedFieldsAdmin
from apps.live.models import ExchangeHoliday
from apps.live.selectors import holidays as selectors
from apps.live.services import holidays

CHECK = "Check against the exchange's circular: days that follow the moon can still be moved by one."


class HolidayForm(forms.ModelForm):
    class Meta:
        model = ExchangeHoliday
        fields: ClassVar = ["date", "name"]
        help_texts: ClassVar = {"date": CHECK}


class ImportForm(forms.Form):
    text = forms.CharField(
        label="Holidays",
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 16, "cols": 60}),
        help_text=f"One a line, such as 2026-12-25, Christmas. Known days are renamed. {CHECK}",
    )

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        errors = holidays.preview(text=text).errors
        if errors:
            raise forms.ValidationError(errors)
        return text


@admin.register(ExchangeHoliday)
class ExchangeHolidayAdmin(ChangedFieldsAdmin):
    """Series create no sessions on these days; sessions that exist already are listed for staff."""

    form = HolidayForm
    list_display = ("date", "name")
    search_fields = ("name",)
    date_hierarchy = "date"
    change_list_template = "admin/live/holiday_list.html"

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.import_view)
        return [path("import/", view, name="live_exchangeholiday_import"), *super().get_urls()]

    def save_model(self, request: HttpRequest, obj: ExchangeHoliday, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        self._warn(request, [obj.date])

    def import_view(self, request: HttpRequest) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = ImportForm(request.POST if request.method == "POST" else None)
        preview = None
        if form.is_valid() and "change" not in request.POST:
            text = form.cleaned_data["text"]
            if "confirmed" in request.POST:
                done = holidays.import_list(text=text)
                message = f"{len(done.added)} added, {len(done.renamed)} renamed, {done.unchanged} unchanged."
                self.message_user(request, message, messages.SUCCESS)
                self._warn(request, list(done.added))
                return HttpResponseRedirect(reverse("admin:live_exchangeholiday_changelist"))
            preview = holidays.preview(text=text)
        context = {
            **self.admin_site.each_context(request),
            "title": "Import exchange holidays",
            "opts": self.opts,
            "form": form,
            "preview": preview,
            "sessions": selectors.sessions_on(days=list(preview.added)) if preview else [],
            "back": reverse("admin:live_exchangeholiday_changelist"),
            "item": "Exchange holidays",
            "name": "Import",
            "is_nav_sidebar_enabled": False,
        }
        return TemplateResponse(request, "admin/live/holiday_import.html", context)

    def _warn(self, request: HttpRequest, days: list[Any]) -> None:
        rows = selectors.sessions_on(days=days)
        if rows:
            names = "; ".join(
                f"{row.program.title}: {row.name}, {row.starts_at:%d %b %Y}" for row in rows[:20]
            )
            more = f" and {len(rows) - 20} more" if len(rows) > 20 else ""
            self.message_user(
                request,
                f"Still planned on a holiday: {names}{more}. Reschedule or cancel them.",
                messages.WARNING,
            )
