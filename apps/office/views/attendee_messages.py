"""Writing to all attendees of an event: a text, a preview with counts, then it is sent."""

from typing import Any, cast
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from apps.accounts.models import User
from apps.accounts.states import MessageChannel
from apps.core import advert_words, ids
from apps.core.advert_words import PublicText
from apps.core.errors import DomainError, Invalid
from apps.live.models import AttendeeMessage
from apps.live.selectors import attendee_reach
from apps.live.selectors.attendees import Event
from apps.live.services import attendee_messages
from apps.office import pages
from apps.office.views.attendees import MAY_WRITE, attendees_url, change_url, event_or_404

_OUT_OF_DATE = "This page is out of date. Open it again from the list of attendees."
_BOOKING, _OTHER = "booking", "other"


class MessageForm(forms.Form):
    """The key is made with the form, so that a form that is sent twice writes once."""

    key = forms.UUIDField(
        widget=forms.HiddenInput,
        initial=ids.new_id,
        error_messages={"required": _OUT_OF_DATE, "invalid": _OUT_OF_DATE},
    )
    about = forms.ChoiceField(
        label="Is about",
        choices=[(_BOOKING, "Their booking"), (_OTHER, "Something else")],
        help_text="Their booking: everybody with a seat gets it, by phone and email. Something else, such as "
        "another course: only those who agreed to messages, by email or else WhatsApp.",
    )
    subject = forms.CharField(
        max_length=AttendeeMessage._meta.get_field("subject").max_length,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text="Of the email. An SMS has the text alone.",
    )
    text = forms.CharField(
        max_length=AttendeeMessage._meta.get_field("text").max_length,
        widget=forms.Textarea(attrs={"rows": 4, "class": "vLargeTextField"}),
        help_text="One short paragraph without links, as an SMS has it. Please name nobody in it.",
    )

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if "subject" in values and "text" in values:
            try:
                values["subject"], values["text"] = attendee_messages.clean(
                    subject=values["subject"], text=values["text"]
                )
            except Invalid as error:
                for name, problems in error.errors.items():
                    self.add_error(name, list(problems))
        return values

    @property
    def message(self) -> dict[str, Any]:
        """The message that a valid form has."""
        values = self.cleaned_data
        return {
            "subject": values["subject"],
            "text": values["text"],
            "is_about_booking": values["about"] == _BOOKING,
        }


@pages.requires(MAY_WRITE)
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, item_id: UUID, kind: str) -> HttpResponse:
    """Fill in the form, read how it arrives, then it is sent."""
    event = event_or_404(item_id, kind)
    form = MessageForm(request.POST if request.method == "POST" else None)
    is_valid = form.is_valid()
    if is_valid and "confirmed" in request.POST:
        return _send(request, event, form)
    is_confirmation = is_valid and "change" not in request.POST
    return pages.render(
        request,
        "attendee_message.html",
        title=f"Write to all attendees: {event.title}",
        event=event,
        form=form,
        is_confirmation=is_confirmation,
        before=[] if is_confirmation else attendee_reach.written_before(event=event),
        back=attendees_url(event),
        change_url=change_url(request, event),
        is_nav_sidebar_enabled=False,
        **(_preview(event, form) if is_confirmation else {}),
    )


def _preview(event: Event, form: MessageForm) -> dict[str, Any]:
    rendered = attendee_messages.preview(event=event, **form.message)
    is_about_booking = form.message["is_about_booking"]
    texts = [PublicText("the subject", form.message["subject"]), PublicText("the text", form.message["text"])]
    return {
        "restricted": advert_words.find(texts),
        "reach": attendee_reach.count(event=event, is_about_booking=is_about_booking),
        "previews": [(MessageChannel(one.channel).label, one.subject, one.body.strip()) for one in rendered],
    }


def _send(request: HttpRequest, event: Event, form: MessageForm) -> HttpResponse:
    try:
        with transaction.atomic(durable=True):
            message = attendee_messages.send(
                key=form.cleaned_data["key"],
                event=event,
                by=cast(User, request.user),
                at=timezone.now(),
                **form.message,
            )
            count = "1 person" if message.people == 1 else f"{message.people} people"
            event_admin = admin.site.get_model_admin(type(event.row))
            event_admin.log_change(request, event.row, f"Wrote to {count}: {message.subject}")
    except DomainError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, f"The message to {count} is being sent.")
    return HttpResponseRedirect(attendees_url(event))
