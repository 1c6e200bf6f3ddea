"""Rescheduling and cancelling: two buttons on an item's page, each with a confirmation page."""

from datetime import datetime
from typing import Any, cast
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.admin.widgets import AdminSplitDateTime
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import formats, timezone
from django.utils.html import format_html

from apps.accounts.models import User
from apps.accounts.selectors import staff_access
from apps.audit.services import trail
from apps.core.errors import Conflict, DomainError
from apps.core.form_fields import LineField
from apps.core.protected_rows import ProtectedRowsAdmin
from apps.live.admin import confirmed_times
from apps.live.admin.attendance import PERMISSION as ATTENDANCE
from apps.live.admin.seats import GiftForm
from apps.live.models.base import TimedModel
from apps.live.selectors import affected_people, host_times
from apps.live.selectors.host_times import HostTime
from apps.live.services import cancellation, gifts, rescheduling, seat_offers
from apps.live.services.cancellation import Affected
from apps.live.services.seats import BookableItem

_TIMES = ("starts_at", "ends_at")
_MAX_IN_LINE = 200
_CANCELLATION = ("cancelled_at", "cancellation_reason")


class WarningsChanged(Conflict):
    code = "warnings_changed"
    message = "The host has something else at that time since you opened the page. Nothing was rescheduled."


class RescheduleForm(forms.Form):
    starts_at = forms.SplitDateTimeField(label="New start", widget=AdminSplitDateTime)
    ends_at = forms.SplitDateTimeField(label="New end", widget=AdminSplitDateTime)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        starts_at, ends_at = cleaned.get("starts_at"), cleaned.get("ends_at")
        if starts_at and starts_at <= timezone.now():
            self.add_error("starts_at", "The new start must be in the future.")
        if starts_at and ends_at and ends_at <= starts_at:
            self.add_error("ends_at", "The end must be after the start.")
        return cleaned


class CancelForm(forms.Form):
    reason = LineField(
        help_text="Shown to everybody who is affected.",
        error_messages={"required": "Enter a reason. It is shown to everybody who is affected."},
    )


class ScheduledForm(forms.ModelForm):
    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        capacity = cleaned.get("capacity")
        if capacity is not None and capacity < (taken := self.instance.seats_taken):
            seats = "1 seat is" if taken == 1 else f"{taken} seats are"
            self.add_error("capacity", f"{seats} already taken, so there cannot be fewer.")
        planned = None if self.errors else self.planned_time(cleaned)
        if planned is not None:
            confirmed_times.require_confirmed([planned], data=self.data, instead_of=[self.instance.pk])
        return cleaned

    def planned_time(self, cleaned: dict[str, Any]) -> HostTime | None:
        """When it would take place and with whom, if the form changes that."""
        return None


class ScheduledAdmin(ProtectedRowsAdmin):
    """After an item is added, only the button changes its times, so that attendees are always notified."""

    form = ScheduledForm
    can_be_rescheduled = True
    change_form_template = "admin/live/scheduled_form.html"

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        fields = super().get_readonly_fields(request, obj)
        return fields if obj is None else (*fields, *_TIMES, *_CANCELLATION)

    def get_list_display(self, request: HttpRequest) -> Any:
        columns = super().get_list_display(request)
        return (*columns, "attendees") if _can_see_attendees(request) else columns

    @admin.display(description="attendees")
    def attendees(self, item: Any) -> str:
        return format_html('<a href="{}">Who comes</a>', _attendees_url(item))

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or not obj.is_cancelled:
            return fieldsets
        return (("Cancelled", {"fields": _CANCELLATION}), *fieldsets)

    def get_urls(self) -> list[Any]:
        view, name = self.admin_site.admin_view, self.opts.model_name
        reschedule = path(
            "<path:object_id>/reschedule/", view(self.reschedule_view), name=f"live_{name}_reschedule"
        )
        return [
            *([reschedule] if self.can_be_rescheduled else ()),
            path("<path:object_id>/seats/", view(self.seats_view), name=f"live_{name}_seats"),
            path("<path:object_id>/cancel/", view(self.cancel_view), name=f"live_{name}_cancel"),
            *super().get_urls(),
        ]

    def booked_item(self, item: Any) -> BookableItem:
        """What people book to attend it."""
        return item  # type: ignore[no-any-return]

    def host_of(self, item: Any) -> UUID:
        return item.host_id  # type: ignore[no-any-return]

    def reschedule_item(self, item: Any, **values: Any) -> int:
        return rescheduling.reschedule(of=type(item), item_id=item.pk, **values)

    def cancel_item(self, item: Any, *, reason: str, at: datetime) -> Affected:
        return cancellation.cancel_for_everyone(of=type(item), item_id=item.pk, reason=reason, at=at)

    def cancelled_message(self, affected: Affected) -> str:
        seats = "1 free seat" if affected.free == 1 else f"{affected.free} free seats"
        line = (
            f"; {people(affected.in_line)} notified that the waiting list ended" if affected.in_line else ""
        )
        return f"Cancelled. {people(affected.paid)} asked what they want instead; {seats} ended{line}."

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and "capacity" in form.changed_data:
            offered = seat_offers.offer_free_seats(of=type(obj), ids=[obj.pk], at=timezone.now())
            if offered:
                self.message_user(request, f"{people(offered)} offered a seat from the waiting list.")

    def seats_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        item = self.booked_item(self._item_or_404(request, object_id))
        can_give = request.user.has_perm(staff_access.GRANT_ACCESS)
        if request.method == "POST" and not can_give:
            raise PermissionDenied
        form = GiftForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            try:
                booking = gifts.give_seat(
                    of=type(item),
                    item_id=item.pk,
                    given_by=cast(User, request.user),
                    at=timezone.now(),
                    **form.cleaned_data,
                )
            except DomainError as error:
                return self._refused(request, item, error)
            # The log names nobody: it would outlive the person's account.
            text = f"{booking.person} has a seat and was notified."
            return self._done(request, item, text, logged="Gave a seat.")
        trail.record_view(request, item, note="Waiting list")
        line = item.waitlist.in_line().select_related("person").order_by("number")[:_MAX_IN_LINE]
        return self._page(
            request, item, "seats", {"form": form, "name": "Seats", "line": line, "can_give": can_give}
        )

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        item: Any = self.get_object(request, unquote(object_id))
        now = timezone.now()
        can_change = item is not None and not item.is_cancelled and self.has_change_permission(request, item)
        context = {
            **(extra_context or {}),
            "attendees_url": item is not None and _can_see_attendees(request) and _attendees_url(item),
            "seats_url": f"admin:live_{self.opts.model_name}_seats",
            "can_give": can_change and isinstance(item, BookableItem) and item.ends_at > now,
            "can_reschedule": can_change and self.can_be_rescheduled and item.starts_at > now,
            "can_cancel": can_change and item.ends_at > now,
            "reschedule_url": f"admin:live_{self.opts.model_name}_reschedule",
            "cancel_url": f"admin:live_{self.opts.model_name}_cancel",
        }
        return super().change_view(request, object_id, form_url, context)

    def reschedule_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        item = self._item_or_404(request, object_id)
        initial = {"starts_at": item.starts_at, "ends_at": item.ends_at}
        form = RescheduleForm(request.POST if request.method == "POST" else None, initial=initial)
        is_valid = form.is_valid()
        warnings = self._warnings_of(item, **form.cleaned_data) if is_valid else []
        is_read = confirmed_times.are_read(warnings, data=request.POST)
        if is_valid and is_read and "confirmed" in request.POST:
            return self._reschedule(request, item, form.cleaned_data)
        affected = affected_people.affected_by(item=self.booked_item(item))
        context = {
            "form": form,
            "name": "Reschedule",
            "people": affected,
            **confirmed_times.box(warnings),
        }
        if is_valid and "change" not in request.POST:
            clashes = affected_people.count_clashes(item=self.booked_item(item), **form.cleaned_data)
            return self._page(request, item, "reschedule_confirm", {**context, "clashes": clashes})
        return self._page(request, item, "reschedule", context)

    def _warnings_of(self, item: Any, *, starts_at: datetime, ends_at: datetime) -> list[str]:
        moved = HostTime(self.host_of(item), str(item), starts_at, ends_at)
        return host_times.warnings([moved], instead_of=[item.pk])

    def cancel_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        item = self._item_or_404(request, object_id)
        form = CancelForm(request.POST if request.method == "POST" else None)
        is_valid = form.is_valid()
        if is_valid and "confirmed" in request.POST:
            return self._cancel(request, item, form.cleaned_data["reason"])
        context = {
            "form": form,
            "name": "Cancel",
            "people": affected_people.affected_by(item=self.booked_item(item)),
        }
        page = "cancel_confirm" if is_valid and "change" not in request.POST else "cancel"
        return self._page(request, item, page, context)

    def _reschedule(self, request: HttpRequest, item: TimedModel, times: dict[str, Any]) -> HttpResponse:
        def refuse_unread() -> None:
            if not confirmed_times.are_read(self._warnings_of(item, **times), data=request.POST):
                raise WarningsChanged()

        try:
            count = self.reschedule_item(item, at=timezone.now(), refuse_unread=refuse_unread, **times)
        except DomainError as error:
            return self._refused(request, item, error)
        start = formats.date_format(timezone.localtime(times["starts_at"]), "DATETIME_FORMAT")
        message = f"Rescheduled to {start}. {people(count)} notified."
        return self._done(request, item, message)

    def _cancel(self, request: HttpRequest, item: TimedModel, reason: str) -> HttpResponse:
        try:
            affected = self.cancel_item(item, reason=reason, at=timezone.now())
        except DomainError as error:
            return self._refused(request, item, error)
        return self._done(request, item, self.cancelled_message(affected))

    def _done(
        self, request: HttpRequest, item: TimedModel, message: str, *, logged: str | None = None
    ) -> HttpResponse:
        self.log_change(request, item, logged or message)
        self.message_user(request, message, messages.SUCCESS)
        return HttpResponseRedirect(self._change_url(item))

    def _refused(self, request: HttpRequest, item: TimedModel, error: DomainError) -> HttpResponse:
        self.message_user(request, error.message, messages.ERROR)
        return HttpResponseRedirect(self._change_url(item))

    def _item_or_404(self, request: HttpRequest, object_id: str) -> Any:
        item = self.get_object(request, unquote(object_id))
        if item is None:
            raise Http404
        if not self.has_change_permission(request, item):
            raise PermissionDenied
        return item

    def _change_url(self, item: TimedModel) -> str:
        return reverse(f"admin:live_{self.opts.model_name}_change", args=[item.pk])

    def _page(
        self, request: HttpRequest, item: TimedModel, page: str, context: dict[str, Any]
    ) -> HttpResponse:
        full_context = {
            **self.admin_site.each_context(request),
            "title": f"{context['name']}: {item}",
            "opts": self.opts,
            "item": item,
            "back": self._change_url(item),
            "is_nav_sidebar_enabled": False,
            **context,
        }
        return TemplateResponse(request, f"admin/live/{page}.html", full_context)


def _can_see_attendees(request: HttpRequest) -> bool:
    return request.user.has_perm(ATTENDANCE)


def _attendees_url(item: Any) -> str:
    return reverse("office:attendees", args=[item.pk, item._meta.model_name])


def people(count: int) -> str:
    return "1 person was" if count == 1 else f"{count} people were"
