from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.safestring import SafeString

from apps.core import indian_time
from apps.support.admin.threads import (
    SUBMISSION_FIELDS,
    AssigneeFilter,
    FormRefused,
    ThreadAdmin,
    WrittenField,
    datetime_text,
    days_left,
    seen_version,
    staff_of,
)
from apps.support.models import Ticket
from apps.support.selectors import threads
from apps.support.services import grievances
from apps.support.states import (
    TICKET_TRANSITIONS,
    UNREGISTERED_STATES,
    Escalation,
    TicketState,
)

_AFTER_REPLY = (TicketState.WAITING, TicketState.RESOLVED, TicketState.REJECTED)
"""In which a grievance can be put together with a reply."""


class StatusFilter(admin.SimpleListFilter):
    title = "group"
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("overdue", "Overdue"), ("open", "Open"), ("closed", "Closed"), ("spam", "Spam")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "overdue":
            return queryset.filter(closed_at__isnull=True, due_date__lt=indian_time.today())
        if self.value() == "open":
            return queryset.filter(closed_at__isnull=True).exclude(state=TicketState.SUSPECT)
        if self.value() == "closed":
            return queryset.filter(closed_at__isnull=False)
        if self.value() == "spam":
            return queryset.filter(state__in=(TicketState.SUSPECT, TicketState.SPAM))
        return queryset


class EscalationForm(forms.Form):
    level = forms.ChoiceField(label="Escalate to", choices=Escalation)
    reason = WrittenField(max_length=1000, widget=forms.Textarea(attrs={"rows": 3}))


class RemovalForm(forms.Form):
    reason = WrittenField(max_length=500)


@admin.register(Ticket)
class TicketAdmin(ThreadAdmin):
    """Grievances, the nearest deadline first."""

    change_form_template = "admin/support/ticket.html"
    list_display = (
        "number",
        "time_left",
        "state",
        "assignee",
        "name",
        "subject",
        "received",
        "is_registered",
    )
    list_filter = (StatusFilter, AssigneeFilter, "state")
    linked_lookups = ("due_date__gte", "due_date__lt")
    search_fields = ("number", "name", "mobile", "email", "subject")
    date_hierarchy = "received_at"
    steps = (*ThreadAdmin.steps, "state", "escalate", "register", "unregister")
    fields = (
        *SUBMISSION_FIELDS,
        "state",
        "time_left",
        "assignee",
        "acknowledgement",
        "escalation",
        "complaint",
    )
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("complaint")

    @admin.display(description="time to reply", ordering="due_date")
    def time_left(self, ticket: Ticket) -> SafeString | str:
        if not ticket.is_open:
            return "Closed"
        return days_left(ticket.due_date)

    @admin.display(boolean=True, description="in complaints register")
    def is_registered(self, ticket: Ticket) -> bool:
        return ticket.complaint_id is not None

    @admin.display(description="acknowledged")
    def acknowledgement(self, ticket: Ticket) -> str:
        if ticket.acknowledged_at is None:
            return "Not yet"
        sent = threads.deliveries([ticket.acknowledgement_key] if ticket.acknowledgement_key else [])
        ways = "".join(f", {way.channel}: {way.status}" for way in sent.values())
        return f"{datetime_text(ticket.acknowledged_at)}{ways}"

    @admin.display(description="escalated")
    def escalation(self, ticket: Ticket) -> str:
        if ticket.escalated_at is None:
            return "No"
        at, to = datetime_text(ticket.escalated_at), ticket.get_escalated_to_display()
        return f"{at}, {to}: {ticket.escalation_reason}"

    def page_context(self, request: HttpRequest, row: Ticket) -> dict[str, Any]:
        allowed = TICKET_TRANSITIONS[TicketState(row.state)]
        states = [state for state in TicketState if state in allowed and state != TicketState.ESCALATED]
        return super().page_context(request, row) | {
            "next_states": [(state.value, state.label) for state in states],
            "after_reply": [(state.value, state.label) for state in states if state in _AFTER_REPLY],
            "escalation_form": EscalationForm() if TicketState.ESCALATED in allowed else None,
            "is_registered": row.complaint_id is not None,
            "can_register": row.complaint_id is None and row.state not in UNREGISTERED_STATES,
        }

    def state_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        to = request.POST.get("to", "")

        def change_state() -> str:
            if to not in TicketState.values:
                raise FormRefused("Choose a status.")
            ticket = grievances.change_state(
                ticket_id=pk,
                to=TicketState(to),
                by=staff_of(request),
                at=timezone.now(),
                seen=seen_version(request),
            )
            return f"Status of {ticket} changed to '{TicketState(ticket.state).label}'."

        return self.run(request, pk, change_state)

    def escalate_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        def escalate() -> str:
            form = EscalationForm(request.POST)
            if not form.is_valid():
                raise FormRefused("Say to whom you escalate it, and why, in at most 1,000 characters.")
            level = Escalation(form.cleaned_data["level"])
            grievances.escalate(
                ticket_id=pk,
                level=level,
                reason=form.cleaned_data["reason"],
                by=staff_of(request),
                at=timezone.now(),
                seen=seen_version(request),
            )
            return f"Escalated to {level.label}."

        return self.run(request, pk, escalate)

    def register_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        def add_to_register() -> str:
            grievances.add_to_register(
                ticket_id=pk, by=staff_of(request), at=timezone.now(), seen=seen_version(request)
            )
            return "Added to the complaints register."

        return self.run(request, pk, add_to_register)

    def unregister_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        def remove_from_register() -> str:
            form = RemovalForm(request.POST)
            if not form.is_valid():
                raise FormRefused("Say why it is not a complaint, in at most 500 characters.")
            grievances.remove_from_register(
                ticket_id=pk,
                reason=form.cleaned_data["reason"],
                by=staff_of(request),
                at=timezone.now(),
                seen=seen_version(request),
            )
            return "Removed from the complaints register."

        return self.run(request, pk, remove_from_register)
