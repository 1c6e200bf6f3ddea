"""
Grievances: submitted, worked on, escalated and closed; `replies.py` has what is written about them.

Each step is recorded as a note with its author. The complaints register follows: a grievance is counted when
it arrives and resolved when it is closed, as long as the figures of the month are not final.
"""

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
from apps.core.errors import Conflict, Invalid
from apps.core.ids import new_id
from apps.support import complaint_figures, deadlines, links
from apps.support.models import Complaint, Ticket
from apps.support.services import complaints, submissions, versions
from apps.support.services.submissions import SubmittedForm
from apps.support.states import (
    CLOSED_STATES,
    UNREGISTERED_STATES,
    ComplaintSource,
    Escalation,
    TicketState,
)


class AlreadyRegistered(Conflict):
    code = "ticket_registered"
    message = "This ticket is already in the complaints register."


class NothingToRegister(Conflict):
    code = "ticket_spam"
    message = "Spam cannot be added to the complaints register."


class NotRegistered(Conflict):
    code = "ticket_not_registered"
    message = "This ticket is not in the complaints register."


class CountedInFinalMonth(Conflict):
    code = "complaint_final"
    message = "The figures of its month are final. Correct the entry in the complaints register instead."


class EscalationNeedsReason(Invalid):
    code = "escalation_reason"
    message = "To escalate a grievance, say to whom and why."


class ClosedUnanswered(Conflict):
    code = "ticket_unproved_reply"
    message = (
        "The last reply came by the link in an email, without a login, so it withdraws nothing. Send a reply "
        "and choose the status there."
    )


@transaction.atomic(durable=True)
def raise_ticket(*, submitted: SubmittedForm, person: User | None, address: str, now: datetime) -> Ticket:
    """
    Create a ticket, count it as a complaint, acknowledge it to its sender, and notify the office.

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
        _accept(ticket, at=now)
    return ticket


@transaction.atomic(durable=True)
def change_state(
    *, ticket_id: UUID, to: TicketState, by: User, at: datetime, seen: int | None = None
) -> Ticket:
    """
    Change a ticket's state, and its entry in the complaints register if that month is still open.

    :raises InvalidTransition: if the ticket cannot change to that state
    :raises EscalationNeedsReason: if it is to be escalated, which `escalate` does
    :raises ClosedUnanswered: if it would be closed on the word of somebody who has only the link
    :raises ChangedMeanwhile: if it is not the version that staff have seen
    """
    if to is TicketState.ESCALATED:
        raise EscalationNeedsReason()
    ticket = versions.lock(Ticket, pk=ticket_id, seen=seen)
    last_reply = ticket.replies.last()
    if to in (TicketState.RESOLVED, TicketState.REJECTED) and last_reply and last_reply.is_unproved:
        raise ClosedUnanswered()
    apply_state(ticket, to=to, by=by, at=at)
    return ticket


def apply_state(ticket: Ticket, *, to: TicketState, by: User | None, at: datetime) -> None:
    """
    Save a locked ticket in another state. Joins the caller's transaction.

    :raises InvalidTransition: if the ticket cannot change to that state
    """
    before = TicketState(ticket.state)
    ticket.change_state(to=to, at=at)
    if before in CLOSED_STATES and ticket.is_open:
        # A new clock: the old one may have run out while nothing was to be answered.
        ticket.due_date = max(ticket.due_date, indian_time.day_of(at) + deadlines.GRIEVANCE_REPLY)
    ticket.save()
    versions.note(ticket, f"Status changed from '{before.label}' to '{to.label}'.", by=by, at=at)
    if to is TicketState.NEW:
        _accept(ticket, at=at)
    if ticket.complaint is not None:
        _update_complaint(ticket.complaint, ticket, at=at)


@transaction.atomic(durable=True)
def escalate(
    *, ticket_id: UUID, level: Escalation, reason: str, by: User, at: datetime, seen: int | None = None
) -> Ticket:
    """
    Record who decides on a grievance that we could not resolve, and why.

    :raises InvalidTransition: if the ticket cannot be escalated from its state
    :raises ChangedMeanwhile: if it is not the version that staff have seen
    """
    ticket = versions.lock(Ticket, pk=ticket_id, seen=seen)
    ticket.escalated_to, ticket.escalated_at, ticket.escalation_reason = level, at, reason
    apply_state(ticket, to=TicketState.ESCALATED, by=by, at=at)
    versions.note(ticket, f"Escalated to {level.label}: {reason}", by=by, at=at)
    return ticket


@transaction.atomic(durable=True)
def add_to_register(*, ticket_id: UUID, by: User, at: datetime, seen: int | None = None) -> Complaint:
    """
    Add a ticket to the complaints register, from which it was removed or in which it never was.

    If the figures of the month in which it was received are final, it counts in the first open month.

    :raises AlreadyRegistered: if it is in the register already
    :raises NothingToRegister: if it is spam or suspected spam
    :raises ChangedMeanwhile: if it is not the version that staff have seen
    """
    ticket = versions.lock(Ticket, pk=ticket_id, seen=seen)
    if ticket.complaint_id is not None:
        raise AlreadyRegistered()
    if ticket.state in UNREGISTERED_STATES:
        raise NothingToRegister()
    complaint = _register(ticket, at=at)
    ticket.save()
    versions.note(ticket, "Added to the complaints register.", by=by, at=at)
    return complaint


@transaction.atomic(durable=True)
def remove_from_register(
    *, ticket_id: UUID, reason: str, by: User, at: datetime, seen: int | None = None
) -> None:
    """
    Take a ticket that is no complaint, such as a question, out of the register.

    :raises NotRegistered: if it is not in the register
    :raises CountedInFinalMonth: if the figures of its month are final
    :raises ChangedMeanwhile: if it is not the version that staff have seen
    """
    ticket = versions.lock(Ticket, pk=ticket_id, seen=seen)
    if ticket.complaint is None:
        raise NotRegistered()
    if not _unregister(ticket, at=at):
        raise CountedInFinalMonth()
    versions.note(ticket, f"Removed from the complaints register: {reason}", by=by, at=at)


def _register(ticket: Ticket, *, at: datetime) -> Complaint:
    """The caller saves the ticket."""
    received = indian_time.day_of(ticket.received_at)
    counted = max(received, complaint_figures.earliest_open_day(today=indian_time.day_of(at)))
    ticket.complaint = Complaint.objects.create(
        source=ComplaintSource.DIRECT,
        reference=ticket.number,
        received_date=counted,
        due_date=ticket.due_date,
        assignee=ticket.assignee,
        resolved_date=_closed_date(ticket, not_before=counted),
        note=""
        if counted == received
        else f"Received on {day_in_words(received)}; the figures of that month were final.",
    )
    return ticket.complaint


def _unregister(ticket: Ticket, *, at: datetime) -> bool:
    """False if the figures of its month are final."""
    complaint = ticket.complaint
    if complaint is None or not complaints.can_be_deleted(complaint, today=indian_time.day_of(at)):
        return False
    ticket.complaint = None
    ticket.save()
    complaint.delete()
    return True


def _closed_date(ticket: Ticket, *, not_before: date) -> date | None:
    return None if ticket.closed_at is None else max(indian_time.day_of(ticket.closed_at), not_before)


def _update_complaint(complaint: Complaint, ticket: Ticket, *, at: datetime) -> None:
    if ticket.state == TicketState.SPAM and _unregister(ticket, at=at):
        return
    first_open = complaint_figures.earliest_open_day(today=indian_time.day_of(at))
    if complaint.resolved_date is not None and complaint.resolved_date < first_open:
        return  # the figures of that month are final: it stays resolved there, even if it is reopened
    complaint.resolved_date = _closed_date(ticket, not_before=complaint.received_date)
    complaint.due_date = ticket.due_date
    complaint.save(update_fields=["resolved_date", "due_date"])


def _accept(ticket: Ticket, *, at: datetime) -> None:
    """Count a grievance that is no spam; once, tell its sender the number and notify the office."""
    if ticket.complaint_id is None:
        _register(ticket, at=at)
        ticket.save()
    if ticket.acknowledged_at is None:
        _acknowledge(ticket, at=at)


def _acknowledge(ticket: Ticket, *, at: datetime) -> None:
    ticket.acknowledged_at, ticket.acknowledgement_key = at, new_id()
    ticket.save()
    params = {"number": ticket.number, "day": day_in_words(ticket.due_date)}
    messages.send(
        template="grievance_received",
        channels=[MessageChannel.MAIL if ticket.email else MessageChannel.SMS],
        to=ticket.email or ticket.mobile,
        params=params | ({"link": links.page_url(ticket, at=at)} if ticket.email else {}),
        person=ticket.person,
        key=ticket.acknowledgement_key,
    )
    url = settings.SITE_URL + reverse("admin:support_ticket_change", args=[ticket.pk])
    messages.send(
        template="grievance_for_office",
        channels=[MessageChannel.MAIL],
        to=site.saved().grievance_officer_email,
        params=params | {"subject": submissions.subject_for_office(ticket.subject), "link": url},
    )
