"""Who comes to an event: the list of its attendees, and the same as a file."""

from typing import Any, cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import User
from apps.audit.services import trail
from apps.core.errors import DomainError
from apps.live.selectors import attendees
from apps.live.selectors.attendees import Chosen, Event
from apps.live.states import Seat
from apps.office import pages
from apps.office.selectors.files import attendees as attendees_file
from apps.office.services import exports
from apps.office.states import ExportFile, ExportFormat
from apps.office.views.figures import CONTENT_TYPES

PERMISSION = "live.view_attendance"
MAY_WRITE = "live.message_attendees"
PAGE_SIZE = 100
_YES, _NO = "yes", "no"


class ChosenForm(forms.Form):
    """The filters of the list, from the URL."""

    q = forms.CharField(label="Name or mobile number", max_length=80, required=False)
    seat = forms.ChoiceField(choices=[("", "All"), *Seat.choices], required=False)
    joined = forms.ChoiceField(
        choices=[("", "All"), (_YES, "Joined"), (_NO, "Not joined")], label="Attendance", required=False
    )

    @property
    def chosen(self) -> Chosen:
        """What a valid form has chosen."""
        values = self.cleaned_data
        return Chosen(
            seat=Seat(values["seat"]) if values["seat"] else None,
            has_joined=values["joined"] == _YES if values["joined"] else None,
            text=values["q"],
        )


@pages.requires(PERMISSION)
@require_safe
def page(request: HttpRequest, item_id: UUID, kind: str) -> HttpResponse:
    event = event_or_404(item_id, kind)
    trail.record_view(request, event.row, note="Attendees")
    form = ChosenForm(request.GET)
    rows = attendees.listed(event=event, chosen=form.chosen) if form.is_valid() else []
    shown = Paginator(cast(Any, rows), PAGE_SIZE).get_page(request.GET.get("page", ""))
    counts = attendees.counts(event=event)
    return pages.render(
        request,
        "attendees.html",
        title=f"Attendees: {event.title}",
        event=event,
        form=form,
        shown=shown,
        attendees=[attendees.attendee(row) for row in shown],
        counts=[(seat, counts[seat]) for seat in Seat],
        joined=attendees.count_joined(event=event),
        formats=ExportFormat if request.user.has_perm(ExportFile.ATTENDEES.permission) else (),
        can_open=request.user.has_perm("accounts.view_user"),
        can_write=request.user.has_perm(MAY_WRITE),
        filters=urlencode({name: form[name].value() or "" for name in form.fields}),
        change_url=change_url(request, event),
        is_nav_sidebar_enabled=False,
    )


@pages.requires(ExportFile.ATTENDEES.permission)
@require_POST
def export(request: HttpRequest, item_id: UUID, kind: str) -> HttpResponse | FileResponse:
    event = event_or_404(item_id, kind)
    form, wanted = ChosenForm(request.POST), request.POST.get("format", "")
    if not form.is_valid() or wanted not in ExportFormat.values:
        messages.error(request, "Choose a format.")
        return HttpResponseRedirect(attendees_url(event))
    format, chosen = ExportFormat(wanted), form.chosen
    try:
        content = exports.write_file(
            file=attendees_file.file_of(event=event, chosen=chosen),
            format=format,
            period=attendees_file.days_of(event=event),
            by=cast(User, request.user),
            at=timezone.now(),
        )
    except DomainError as error:
        messages.error(request, error.message)
        return HttpResponseRedirect(attendees_url(event))
    trail.record_export(request, what=f"Attendees, {format.label}{_filter_note(chosen)}", row=event.row)
    return FileResponse(
        content,
        as_attachment=True,
        filename=f"attendees-{event.row.pk}.{format.value}",
        content_type=CONTENT_TYPES[format],
    )


def event_or_404(item_id: UUID, kind: str) -> Event:
    event = attendees.find(kind=kind, item_id=item_id)
    if event is None:
        raise Http404
    return event


def attendees_url(event: Event) -> str:
    return reverse("office:attendees", args=[event.row.pk, event.kind.value])


def change_url(request: HttpRequest, event: Event) -> str:
    can_open = any(request.user.has_perm(f"live.{verb}_{event.kind.value}") for verb in ("view", "change"))
    return reverse(f"admin:live_{event.kind.value}_change", args=[event.row.pk]) if can_open else ""


def _filter_note(chosen: Chosen) -> str:
    """Not what was searched for, which may be a name or a number."""
    names = [chosen.seat.label] if chosen.seat else []
    if chosen.has_joined is not None:
        names.append("joined" if chosen.has_joined else "not joined")
    return "".join(f", {name}" for name in [*names, *(["searched"] if chosen.text else [])])
