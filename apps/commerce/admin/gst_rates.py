from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone

from apps.commerce.models import GstRate
from apps.commerce.services import gst_rates
from apps.core.changed_fields import ChangedFieldsAdmin


class GstRateForm(forms.ModelForm):
    def clean_starts_on(self) -> Any:
        starts_on = self.cleaned_data["starts_on"]
        if not gst_rates.is_open(starts_on, at=timezone.now()):
            raise forms.ValidationError(gst_rates.TooLate().message)
        return starts_on


@admin.register(GstRate)
class GstRateAdmin(ChangedFieldsAdmin):
    """A rate can be changed or deleted before it begins. Afterwards orders have used it."""

    form = GstRateForm
    list_display = ("starts_on", "percent")
    fields = ("percent", "starts_on")
    ordering = ("-starts_on",)
    actions = None

    def has_change_permission(self, request: HttpRequest, obj: GstRate | None = None) -> bool:
        return super().has_change_permission(request, obj) and _is_open(obj)

    def has_delete_permission(self, request: HttpRequest, obj: GstRate | None = None) -> bool:
        return super().has_delete_permission(request, obj) and _is_open(obj)

    def save_model(self, request: HttpRequest, obj: GstRate, form: Any, change: bool) -> None:
        percent, starts_on, now = obj.percent, obj.starts_on, timezone.now()
        if change:
            gst_rates.change(rate_id=obj.pk, percent=percent, starts_on=starts_on, at=now)
        else:
            obj.pk = gst_rates.schedule(percent=percent, starts_on=starts_on, at=now).pk

    def delete_model(self, request: HttpRequest, obj: GstRate) -> None:
        gst_rates.withdraw(rate_id=obj.pk, at=timezone.now())


def _is_open(rate: GstRate | None) -> bool:
    return rate is None or gst_rates.is_open(rate.starts_on, at=timezone.now())
