from datetime import date, datetime
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils import formats, timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from apps.accounts.models import User
from apps.content.months import day_in_words
from apps.core import indian_time
from apps.core.errors import DomainError
from apps.core.read_only_admin import ReadOnlyAdmin
from apps.support.models import ContactMessage, Ticket
from apps.support.services import contacts, grievances
from apps.support.states import TICKET_TRANSITIONS, TicketState

_SUBMISSION_FIELDS = ("number", "received", "name", "mobile", "email", "person", "subject", "message_text")


class StatusFilter(admin.SimpleListFilter):
    title = "group"
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("overdue", "Overdue"), ("open", "Open"), ("closed", "Closed"), ("spam", "Spam")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() == "overdue":
            return queryset.filter(closed_at__isnull=True, due_date__lt=_today())
        if self.value() == "open":
            return queryset.filter(closed_at__isnull=True).exclude(state=TicketState.SUSPECT)
        if self.value() == "closed":
            return queryset.filter(closed_at__isnull=False)
        if self.value() == "spam":
            return queryset.filter(state__in=(TicketState.SUSPECT, TicketState.SPAM))
        return queryset


class SubmissionAdmin(ReadOnlyAdmin):
    """Shows messages as plain text in their own writing direction, never as markup."""

    @admin.display(description="message")
    def message_text(self, row: Any) -> SafeString:
        return format_html('<div class="written" dir="auto">{}</div>', row.message)

    @admin.display(description="received", ordering="received_at")
    def received(self, row: Any) -> str:
        return _datetime(row.received_at)

    class Media:
        css = {"all": ["brand/tickets.css"]}


@admin.register(Ticket)
class TicketAdmin(SubmissionAdmin):
    """Grievances, the nearest deadline first. Status and notes are changed with buttons of their own."""

    change_form_template = "admin/support/ticket.html"
    list_display = ("number", "time_left", "state", "name", "subject", "received", "is_registered")
    list_filter = (StatusFilter, "state")
    search_fields = ("number", "name", "mobile", "email", "subject")
    date_hierarchy = "received_at"
    fields = (*_SUBMISSION_FIELDS, "state", "time_left", "complaint", "notes")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("person", "complaint")

    @admin.display(description="time to reply", ordering="due_date")
    def time_left(self, ticket: Ticket) -> SafeString | str:
        if not ticket.is_open:
            return "Closed"
        left = (ticket.due_date - _today()).days
        if left < 0:
            return format_html('<strong class="overdue">Overdue by {} {}</strong>', -left, _days(-left))
        return f"{left} {_days(left)} left, until {day_in_words(ticket.due_date)}"

    @admin.display(boolean=True, description="in complaints register")
    def is_registered(self, ticket: Ticket) -> bool:
        return ticket.complaint_id is not None

    @admin.display(description="notes", empty_value="No notes yet")
    def notes(self, ticket: Ticket) -> SafeString | None:
        rows = [(_datetime(note.at), note.by or "", note.text) for note in ticket.notes.select_related("by")]
        if not rows:
            return None
        return format_html(
            '<ul class="notes">{}</ul>', format_html_join("", "<li><b>{}</b> {}<br>{}</li>", rows)
        )

    def get_urls(self) -> list[Any]:
        views = (("state", self.state_view), ("note", self.note_view), ("register", self.register_view))
        own = [
            path(
                f"<uuid:ticket_id>/{name}/",
                self.admin_site.admin_view(require_POST(view)),
                name=f"support_ticket_{name}",
            )
            for name, view in views
        ]
        return [*own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> Any:
        ticket = self.get_object(request, object_id)
        allowed = TICKET_TRANSITIONS[TicketState(ticket.state)] if ticket else frozenset()
        extra = {
            "ticket": ticket,
            "next_states": [(state.value, state.label) for state in TicketState if state in allowed],
            "can_work": self._can_work(request),
            "can_register": ticket is not None
            and ticket.complaint_id is None
            and ticket.state not in (TicketState.SUSPECT, TicketState.SPAM),
        }
        return super().change_view(request, object_id, form_url, extra | (extra_context or {}))

    def state_view(self, request: HttpRequest, ticket_id: Any) -> HttpResponse:
        to = request.POST.get("to", "")

        def change_state() -> str:
            if to not in TicketState.values:
                return "Choose a status."
            ticket = grievances.change_state(
                ticket_id=ticket_id, to=TicketState(to), by=_staff(request), at=timezone.now()
            )
            return f"Status of {ticket} changed to '{TicketState(ticket.state).label}'."

        return self._run(request, ticket_id, change_state)

    def note_view(self, request: HttpRequest, ticket_id: Any) -> HttpResponse:
        def add_note() -> str:
            form = NoteForm(request.POST)
            if not form.is_valid():
                return "Write a note of at most 4,000 characters."
            grievances.add_note(
                ticket_id=ticket_id, text=form.cleaned_data["text"], by=_staff(request), at=timezone.now()
            )
            return "Note added."

        return self._run(request, ticket_id, add_note)

    def register_view(self, request: HttpRequest, ticket_id: Any) -> HttpResponse:
        def add_to_register() -> str:
            grievances.add_to_register(ticket_id=ticket_id, by=_staff(request), at=timezone.now())
            return "Added to the complaints register."

        return self._run(request, ticket_id, add_to_register)

    def _run(self, request: HttpRequest, ticket_id: Any, action: Any) -> HttpResponse:
        """Run an action and show the message that it returns, or the reason why it was refused."""
        if not self._can_work(request):
            raise PermissionDenied
        if self.get_object(request, str(ticket_id)) is None:
            raise Http404
        try:
            messages.success(request, action())
        except DomainError as error:
            messages.error(request, error.message)
        return HttpResponseRedirect(reverse("admin:support_ticket_change", args=[ticket_id]))

    def _can_work(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("support.change_ticket"))


class NoteForm(forms.Form):
    text = forms.CharField(max_length=4000)


@admin.register(ContactMessage)
class ContactMessageAdmin(SubmissionAdmin):
    """Messages of the contact form, unanswered ones first."""

    list_display = ("number", "name", "subject", "received", "answered_at", "is_suspect")
    list_filter = ("is_suspect", ("answered_at", admin.EmptyFieldListFilter))
    search_fields = ("number", "name", "mobile", "email", "subject")
    date_hierarchy = "received_at"
    actions = ("mark_answered",)
    fields = (*_SUBMISSION_FIELDS, "is_suspect", "answered_at", "answered_by")
    readonly_fields = fields

    @admin.action(description="Mark as answered", permissions=["answer"])
    def mark_answered(self, request: HttpRequest, queryset: Any) -> None:
        count = contacts.mark_answered(
            message_ids=list(queryset.values_list("pk", flat=True)),
            by=_staff(request),
            at=timezone.now(),
        )
        self.message_user(request, f"{count} marked as answered.")

    def has_answer_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("support.change_contactmessage"))


def _staff(request: HttpRequest) -> User:
    return cast(User, request.user)  # the admin lets nobody else in


def _datetime(at: datetime) -> str:
    return formats.date_format(timezone.localtime(at, indian_time.INDIA), "DATETIME_FORMAT")


def _days(count: int) -> str:
    return "day" if count == 1 else "days"


def _today() -> date:
    return indian_time.day_of(timezone.now())
