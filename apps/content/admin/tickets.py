from datetime import date
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from apps.accounts.admin.read_only import ReadOnlyAdmin
from apps.accounts.models import User
from apps.content.models import ContactMessage, Ticket
from apps.content.services import contacts, tickets
from apps.content.states import TICKET_MOVES, TicketState
from apps.core import indian_time
from apps.core.errors import DomainError
from apps.core.months import day_in_words

_WRITTEN = ("number", "received", "name", "mobile", "email", "person", "subject", "words")


class HowItStands(admin.SimpleListFilter):
    title = "how it stands"
    parameter_name = "stands"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("overdue", "Overdue"), ("open", "Open"), ("ended", "Ended"), ("suspect", "Held as spam")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() == "overdue":
            return queryset.filter(closed_at__isnull=True, due_date__lt=_today())
        if self.value() == "open":
            return queryset.filter(closed_at__isnull=True).exclude(state=TicketState.SUSPECT)
        if self.value() == "ended":
            return queryset.filter(closed_at__isnull=False)
        if self.value() == "suspect":
            return queryset.filter(state__in=(TicketState.SUSPECT, TicketState.SPAM))
        return queryset


class WritingAdmin(ReadOnlyAdmin):
    """What people wrote is read here as they typed it, in its own direction, and never as markup."""

    @admin.display(description="message")
    def words(self, row: Any) -> SafeString:
        return format_html('<div class="written" dir="auto">{}</div>', row.message)

    @admin.display(description="received", ordering="received_at")
    def received(self, row: Any) -> str:
        return f"{timezone.localtime(row.received_at, indian_time.INDIA):%d %b %Y, %H:%M}"

    class Media:
        css = {"all": ["brand/tickets.css"]}


@admin.register(Ticket)
class TicketAdmin(WritingAdmin):
    """Grievances, those that run out first on top; states and notes are changed by buttons of their own."""

    change_form_template = "admin/content/ticket.html"
    list_display = ("number", "clock", "state", "name", "subject", "received", "is_registered")
    list_filter = (HowItStands, "state")
    search_fields = ("number", "name", "mobile", "email", "subject")
    date_hierarchy = "received_at"
    fields = (*_WRITTEN, "state", "clock", "complaint", "notes")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("person", "complaint")

    @admin.display(description="21 days", ordering="due_date")
    def clock(self, ticket: Ticket) -> SafeString | str:
        if not ticket.is_open:
            return "Ended"
        left = (ticket.due_date - _today()).days
        if left < 0:
            return format_html('<strong class="overdue">Overdue by {} {}</strong>', -left, _days(-left))
        return f"{left} {_days(left)} left, until {day_in_words(ticket.due_date)}"

    @admin.display(boolean=True, description="in the register")
    def is_registered(self, ticket: Ticket) -> bool:
        return ticket.complaint_id is not None

    @admin.display(description="what was done", empty_value="Nothing yet")
    def notes(self, ticket: Ticket) -> SafeString | None:
        rows = [
            (f"{timezone.localtime(note.at, indian_time.INDIA):%d %b %Y, %H:%M}", note.by or "", note.text)
            for note in ticket.notes.select_related("by")
        ]
        if not rows:
            return None
        return format_html(
            '<ul class="notes">{}</ul>', format_html_join("", "<li><b>{}</b> {}<br>{}</li>", rows)
        )

    def get_urls(self) -> list[Any]:
        steps = (("move", self.move_view), ("note", self.note_view), ("register", self.register_view))
        own = [
            path(
                f"<uuid:ticket_id>/{name}/",
                self.admin_site.admin_view(require_POST(view)),
                name=f"content_ticket_{name}",
            )
            for name, view in steps
        ]
        return [*own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> Any:
        ticket = self.get_object(request, object_id)
        moves = TICKET_MOVES[TicketState(ticket.state)] if ticket else frozenset()
        extra = {
            "ticket": ticket,
            "moves": [(move.value, move.label) for move in TicketState if move in moves],
            "can_work": self._may_work(request),
            "can_register": ticket is not None
            and ticket.complaint_id is None
            and ticket.state not in (TicketState.SUSPECT, TicketState.SPAM),
        }
        return super().change_view(request, object_id, form_url, extra | (extra_context or {}))

    def move_view(self, request: HttpRequest, ticket_id: Any) -> HttpResponse:
        to = request.POST.get("to", "")

        def move() -> str:
            if to not in TicketState.values:
                return "Choose a state."
            ticket = tickets.move(
                ticket_id=ticket_id, to=TicketState(to), by=_staff(request), at=timezone.now()
            )
            return f"{ticket} is now: {TicketState(ticket.state).label}."

        return self._done(request, ticket_id, move)

    def note_view(self, request: HttpRequest, ticket_id: Any) -> HttpResponse:
        def note() -> str:
            told = NoteForm(request.POST)
            if not told.is_valid():
                return "Write a note of at most 4,000 characters."
            tickets.note(
                ticket_id=ticket_id, text=told.cleaned_data["text"], by=_staff(request), at=timezone.now()
            )
            return "The note is kept."

        return self._done(request, ticket_id, note)

    def register_view(self, request: HttpRequest, ticket_id: Any) -> HttpResponse:
        def register() -> str:
            tickets.register(ticket_id=ticket_id, by=_staff(request), at=timezone.now())
            return "It counts into the published tables now."

        return self._done(request, ticket_id, register)

    def _done(self, request: HttpRequest, ticket_id: Any, step: Any) -> HttpResponse:
        if not self._may_work(request):
            raise PermissionDenied
        if self.get_object(request, str(ticket_id)) is None:
            raise Http404
        try:
            messages.success(request, step())
        except DomainError as refused:
            messages.error(request, refused.message)
        return HttpResponseRedirect(reverse("admin:content_ticket_change", args=[ticket_id]))

    def _may_work(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("content.change_ticket"))


class NoteForm(forms.Form):
    text = forms.CharField(max_length=4000)


@admin.register(ContactMessage)
class ContactMessageAdmin(WritingAdmin):
    """Messages of the contact form, those not answered yet on top."""

    list_display = ("number", "name", "subject", "received", "answered_at", "is_suspect")
    list_filter = ("is_suspect", ("answered_at", admin.EmptyFieldListFilter))
    search_fields = ("number", "name", "mobile", "email", "subject")
    date_hierarchy = "received_at"
    actions = ("mark_answered",)
    fields = (*_WRITTEN, "is_suspect", "answered_at", "answered_by")
    readonly_fields = fields

    @admin.action(description="Note as answered", permissions=["answer"])
    def mark_answered(self, request: HttpRequest, queryset: Any) -> None:
        count = contacts.answered(
            message_ids=list(queryset.values_list("pk", flat=True)),
            by=_staff(request),
            at=timezone.now(),
        )
        self.message_user(request, f"{count} noted as answered.")

    def has_answer_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("content.change_contactmessage"))


def _staff(request: HttpRequest) -> User:
    return cast(User, request.user)  # the staff screens have let nobody else in


def _days(count: int) -> str:
    return "day" if count == 1 else "days"


def _today() -> date:
    return indian_time.day_of(timezone.now())
