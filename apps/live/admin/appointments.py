"""Moving and calling off: two buttons on the page of what takes place, each with a look before the leap."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.contrib.admin.widgets import AdminSplitDateTime
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone

from apps.core.errors import DomainError
from apps.core.kept_rows import KeptRowsAdmin
from apps.live.selectors import affected_people
from apps.live.services import calling_off, moving
from apps.live.services.seats import Thing

_FIXED = ("starts_at", "ends_at")
_TOLD = ("called_off_at", "called_off_reason")


class MoveForm(forms.Form):
    starts_at = forms.SplitDateTimeField(label="New start", widget=AdminSplitDateTime)
    ends_at = forms.SplitDateTimeField(label="New end", widget=AdminSplitDateTime)

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        starts_at, ends_at = told.get("starts_at"), told.get("ends_at")
        if starts_at and starts_at <= timezone.now():
            self.add_error("starts_at", "The new start must lie ahead.")
        if starts_at and ends_at and ends_at <= starts_at:
            self.add_error("ends_at", "The end must be after the start.")
        return told


class CallOffForm(forms.Form):
    reason = forms.CharField(
        max_length=200,
        widget=forms.TextInput(attrs={"class": "vTextField", "maxlength": "200"}),
        help_text="Everybody concerned reads it.",
        error_messages={"required": "Say why: everybody concerned reads it."},
    )


class AppointmentForm(forms.ModelForm):
    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        capacity, taken = given.get("capacity"), self.instance.taken
        if capacity is not None and capacity < taken:
            seats = "1 seat is" if taken == 1 else f"{taken} seats are"
            self.add_error("capacity", f"{seats} taken already, so there cannot be fewer.")
        return given


class AppointmentAdmin(KeptRowsAdmin):
    """Once it is there its time is changed by the button alone, so that nobody is left untold."""

    form = AppointmentForm
    change_form_template = "admin/live/appointment_form.html"

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        fixed = super().get_readonly_fields(request, obj)
        return fixed if obj is None else (*fixed, *_FIXED, *_TOLD)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        shown = super().get_fieldsets(request, obj)
        if obj is None or not obj.is_called_off:
            return shown
        return (("Called off", {"fields": _TOLD}), *shown)

    def get_urls(self) -> list[Any]:
        view, name = self.admin_site.admin_view, self.opts.model_name
        return [
            path("<path:object_id>/move/", view(self.move_view), name=f"live_{name}_move"),
            path("<path:object_id>/call-off/", view(self.call_off_view), name=f"live_{name}_call_off"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        thing: Any = self.get_object(request, unquote(object_id))
        now = timezone.now()
        is_on = thing is not None and not thing.is_called_off and self.has_change_permission(request, thing)
        shown = {
            **(extra_context or {}),
            "can_move": is_on and thing.starts_at > now,
            "can_call_off": is_on and thing.ends_at > now,
            "move_url": f"admin:live_{self.opts.model_name}_move",
            "call_off_url": f"admin:live_{self.opts.model_name}_call_off",
        }
        return super().change_view(request, object_id, form_url, shown)

    def move_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """When to; then who that concerns; then it moves."""
        thing = self._to_act_on(request, object_id)
        initial = {"starts_at": thing.starts_at, "ends_at": thing.ends_at}
        form = MoveForm(request.POST if request.method == "POST" else None, initial=initial)
        is_told = form.is_valid()
        if is_told and "confirmed" in request.POST:
            return self._move(request, thing, form.cleaned_data)
        people = affected_people.by(thing=thing)
        context = {"form": form, "name": "Move", "people": people}
        if is_told and "change" not in request.POST:
            clashes = affected_people.clashing(thing=thing, **form.cleaned_data)
            return self._page(request, thing, "move_confirm", {**context, "clashes": clashes})
        return self._page(request, thing, "move", context)

    def call_off_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Why; then who that concerns; then it is off."""
        thing = self._to_act_on(request, object_id)
        form = CallOffForm(request.POST if request.method == "POST" else None)
        is_told = form.is_valid()
        if is_told and "confirmed" in request.POST:
            return self._call_off(request, thing, form.cleaned_data["reason"])
        context = {"form": form, "name": "Call off", "people": affected_people.by(thing=thing)}
        page = "call_off_confirm" if is_told and "change" not in request.POST else "call_off"
        return self._page(request, thing, page, context)

    def _move(self, request: HttpRequest, thing: Thing, to: dict[str, Any]) -> HttpResponse:
        try:
            count = moving.move(of=type(thing), thing_id=thing.pk, at=timezone.now(), **to)
        except DomainError as error:
            return self._refused(request, thing, error)
        start = timezone.localtime(to["starts_at"])
        return self._done(request, thing, f"Moved to {start:%d %b %Y, %H:%M}. {_people(count)} told.")

    def _call_off(self, request: HttpRequest, thing: Thing, reason: str) -> HttpResponse:
        try:
            done = calling_off.call_off(of=type(thing), thing_id=thing.pk, reason=reason, at=timezone.now())
        except DomainError as error:
            return self._refused(request, thing, error)
        told = f"Called off. {_people(done.asked)} asked what to do; {done.ended} free seats ended."
        return self._done(request, thing, told)

    def _done(self, request: HttpRequest, thing: Thing, told: str) -> HttpResponse:
        self.log_change(request, thing, told)
        self.message_user(request, told, messages.SUCCESS)
        return HttpResponseRedirect(self._address(thing))

    def _refused(self, request: HttpRequest, thing: Thing, error: DomainError) -> HttpResponse:
        self.message_user(request, error.message, messages.ERROR)
        return HttpResponseRedirect(self._address(thing))

    def _to_act_on(self, request: HttpRequest, object_id: str) -> Any:
        thing = self.get_object(request, unquote(object_id))
        if thing is None:
            raise Http404
        if not self.has_change_permission(request, thing):
            raise PermissionDenied
        return thing

    def _address(self, thing: Thing) -> str:
        return reverse(f"admin:live_{self.opts.model_name}_change", args=[thing.pk])

    def _page(self, request: HttpRequest, thing: Thing, page: str, context: dict[str, Any]) -> HttpResponse:
        shown = {
            **self.admin_site.each_context(request),
            "title": f"{context['name']}: {thing}",
            "opts": self.opts,
            "thing": thing,
            "back": self._address(thing),
            "is_nav_sidebar_enabled": False,
            **context,
        }
        return TemplateResponse(request, f"admin/live/{page}.html", shown)


def _people(count: int) -> str:
    return "1 person is" if count == 1 else f"{count} people are"
