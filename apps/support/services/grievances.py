"""Grievances: submitted, worked on and answered. Each step is recorded as a note with its author."""

from datetime import date, datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from apps.accounts.models import User
from apps.accounts.services import messages
from apps.accounts.states import MessageChannel
from apps.content.months import day_in_words
from apps.content.selectors import site
from apps.core import indian_time
from apps.core.errors import Conflict
from apps.support import complaint_figures, deadlines
from apps.support.models import Complaint, Ticket, TicketNote
from apps.support.services import submissions
from apps.support.services.submissions import SubmittedForm
from apps.support.states import ComplaintSource, TicketState


class AlreadyRegistered(Conflict):
    code = "ticket_registered"
    message = "This ticket is already in the complaints register."


class NothingToRegister(Conflict):
    code = "ticket_spam"
    message = "Spam cannot be added to the complaints register."


@transaction.atomic(durable=True)
def raise_ticket(*, submitted: SubmittedForm, person: User | None, address: str, now: datetime) -> Ticket:
    """
    Create a ticket, acknowledge it to its sender, and notify the office.

    The same text sent again within a day is the same ticket. Suspected spam gets a number like any other
    ticket, so that nothing is lost, but no messages are sent until staff release it.

    :raises TooManySubmissions: if the sender or the IP address has reached its limit
    """
    duplicate = submissions.find_duplicate_or_count(
        Ticket, form="grievance", submitted=submitted, address=address, now=now
    )
    if duplicate is not None:
        return duplicate
    ticket = Ticket.objects.create(
        **submissions.field_values(submitted, person=person, now=now),
        number=submissions.new_number("GR", now=now),
        state=TicketState.SUSPECT if submitted.is_suspect else TicketState.NEW,
        due_date=indian_time.day_of(now) + deadlines.GRIEVANCE_REPLY,
    )
    if not submitted.is_suspect:
        _acknowledge(ticket)
    return ticket


@transaction.atomic(durable=True)
def change_state(*, ticket_id: UUID, to: TicketState, by: User, at: datetime) -> Ticket:
    """
    Change a ticket's state, and its entry in the complaints register if that month is still open.

    :raises InvalidTransition: if the ticket cannot change to that state
    """
    ticket = Ticket.objects.select_for_update(of=("self",)).get(pk=ticket_id)
    before = TicketState(ticket.state)
    ticket.change_state(to=to, at=at)
    ticket.save(update_fields=["state", "closed_at"])
    TicketNote.objects.create(
        ticket=ticket, text=f"Status changed from '{before.label}' to '{to.label}'.", at=at, by=by
    )
    if before is TicketState.SUSPECT and to is TicketState.NEW:
        _acknowledge(ticket)
    if ticket.complaint is not None:
        _update_complaint(ticket.complaint, ticket, at=at)
    return ticket


@transaction.atomic(durable=True)
def add_note(*, ticket_id: UUID, text: str, by: User, at: datetime) -> None:
    TicketNote.objects.create(ticket_id=ticket_id, text=text, at=at, by=by)


@transaction.atomic(durable=True)
def add_to_register(*, ticket_id: UUID, by: User, at: datetime) -> Complaint:
    """
    Add a ticket to the complaints register.

    If the figures of the month in which it was received are final, it counts in the first open month.

    :raises AlreadyRegistered: if it is in the register already
    :raises NothingToRegister: if it is spam or suspected spam
    """
    ticket = Ticket.objects.select_for_update(of=("self",)).get(pk=ticket_id)
    if ticket.complaint_id is not None:
        raise AlreadyRegistered()
    if ticket.state in (TicketState.SUSPECT, TicketState.SPAM):
        raise NothingToRegister()
    received = indian_time.day_of(ticket.received_at)
    counted = max(received, complaint_figures.earliest_open_day(today=indian_time.day_of(at)))
    ticket.complaint = Complaint.objects.create(
        source=ComplaintSource.DIRECT,
        reference=ticket.number,
        received_date=counted,
        resolved_date=_closed_date(ticket, not_before=counted),
        note=""
        if counted == received
        else f"Received on {day_in_words(received)}; the figures of that month were final.",
    )
    ticket.save(update_fields=["complaint"])
    TicketNote.objects.create(ticket=ticket, text="Added to the complaints register.", at=at, by=by)
    return ticket.complaint


def _closed_date(ticket: Ticket, *, not_before: date) -> date | None:
    return None if ticket.closed_at is None else max(indian_time.day_of(ticket.closed_at), not_before)


def _update_complaint(complaint: Complaint, ticket: Ticket, *, at: datetime) -> None:
    first_open = complaint_figures.earliest_open_day(today=indian_time.day_of(at))
    if complaint.resolved_date is not None and complaint.resolved_date < first_open:
        return  # the figures of that month are final: it stays resolved there, even if it is reopened
    complaint.resolved_date = _closed_date(ticket, not_before=complaint.received_date)
    complaint.save(update_fields=["resolved_date"])


def _acknowledge(ticket: Ticket) -> None:
    params = {"number": ticket.number, "day": day_in_words(ticket.due_date)}
    messages.send(
        template="grievance_received",
        channels=[MessageChannel.MAIL if ticket.email else MessageChannel.SMS],
        to=ticket.email or ticket.mobile,
        params=params,
        person=ticket.person,
    )
    url = settings.SITE_URL + reverse("admin:support_ticket_change", args=[ticket.pk])
    messages.send(
        template="grievance_for_office",
        channels=[MessageChannel.MAIL],
        to=site.saved().grievance_officer_email,
        params=params | {"subject": submissions.subject_for_office(ticket.subject), "link": url},
    )
