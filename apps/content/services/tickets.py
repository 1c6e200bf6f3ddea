"""Grievances: taken in, looked into, answered; each step is noted with who took it."""

from datetime import date, datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from apps.accounts.models import User
from apps.accounts.services import messages
from apps.accounts.states import MessageChannel
from apps.content import complaint_figures
from apps.content.models import Complaint, Ticket, TicketNote
from apps.content.models.ticket import ANSWERED_WITHIN
from apps.content.selectors import site
from apps.content.services import submissions
from apps.content.services.submissions import Written
from apps.content.states import ComplaintSource, TicketState
from apps.core import indian_time
from apps.core.errors import Conflict
from apps.core.months import day_in_words

_FORM = "grievance"


class AlreadyRegistered(Conflict):
    code = "ticket_registered"
    message = "This ticket is in the register of complaints already."


class NothingToRegister(Conflict):
    code = "ticket_spam"
    message = "A ticket that is held as spam is no complaint."


@transaction.atomic(durable=True)
def raise_ticket(*, written: Written, person: User | None, address: str, now: datetime) -> Ticket:
    """
    Take a grievance in, tell its sender the number, and tell the office.

    The same words sent again within a day are the same ticket. What looks like spam is held for staff
    and answered by nothing; its sender gets a number all the same, and nothing is lost.

    :raises TooManyWritings: past what one sender or address may write
    """
    known = submissions.taken_in(Ticket, form=_FORM, written=written, address=address, now=now)
    if known is not None:
        return known
    ticket = Ticket.objects.create(
        **submissions.columns(written, person=person, now=now),
        number=submissions.new_number("GR", now=now),
        state=TicketState.SUSPECT if written.is_suspect else TicketState.NEW,
        due_date=indian_time.day_of(now) + ANSWERED_WITHIN,
    )
    if not written.is_suspect:
        _acknowledge(ticket)
    return ticket


@transaction.atomic(durable=True)
def move(*, ticket_id: UUID, to: TicketState, by: User, at: datetime) -> Ticket:
    """
    Take a ticket to another state; its line in the register follows, as far as that month is open.

    :raises NoSuchMove: if it cannot become that
    """
    ticket = Ticket.objects.select_for_update(of=("self",)).get(pk=ticket_id)
    was = TicketState(ticket.state)
    ticket.move(to=to, at=at)
    ticket.save(update_fields=["state", "closed_at"])
    TicketNote.objects.create(ticket=ticket, text=f"From '{was.label}' to '{to.label}'.", at=at, by=by)
    if was is TicketState.SUSPECT and to is TicketState.NEW:
        _acknowledge(ticket)
    if ticket.complaint is not None:
        _follow(ticket.complaint, ticket, at=at)
    return ticket


@transaction.atomic(durable=True)
def note(*, ticket_id: UUID, text: str, by: User, at: datetime) -> None:
    """Write down what was done about it."""
    TicketNote.objects.create(ticket_id=ticket_id, text=text, at=at, by=by)


@transaction.atomic(durable=True)
def register(*, ticket_id: UUID, by: User, at: datetime) -> Complaint:
    """
    Count a ticket into the register of complaints.

    If the month in which it came is published for good, it is counted in the first that is not.

    :raises AlreadyRegistered: if it is there
    :raises NothingToRegister: if it is held as spam
    """
    ticket = Ticket.objects.select_for_update(of=("self",)).get(pk=ticket_id)
    if ticket.complaint_id is not None:
        raise AlreadyRegistered()
    if ticket.state in (TicketState.SUSPECT, TicketState.SPAM):
        raise NothingToRegister()
    came = indian_time.day_of(ticket.received_at)
    counted = max(came, complaint_figures.earliest_open_day(today=indian_time.day_of(at)))
    ticket.complaint = Complaint.objects.create(
        source=ComplaintSource.DIRECT,
        reference=ticket.number,
        received_date=counted,
        resolved_date=_day_of_end(ticket, not_before=counted),
        note="" if counted == came else f"It came on {day_in_words(came)}, in a month that was final.",
    )
    ticket.save(update_fields=["complaint"])
    TicketNote.objects.create(ticket=ticket, text="Counted into the register of complaints.", at=at, by=by)
    return ticket.complaint


def _day_of_end(ticket: Ticket, *, not_before: date) -> date | None:
    return None if ticket.closed_at is None else max(indian_time.day_of(ticket.closed_at), not_before)


def _follow(complaint: Complaint, ticket: Ticket, *, at: datetime) -> None:
    first_open = complaint_figures.earliest_open_day(today=indian_time.day_of(at))
    if complaint.resolved_date is not None and complaint.resolved_date < first_open:
        return  # that month is published for good: it was resolved then, whatever came later
    complaint.resolved_date = _day_of_end(ticket, not_before=complaint.received_date)
    complaint.save(update_fields=["resolved_date"])


def _acknowledge(ticket: Ticket) -> None:
    params = {"number": ticket.number, "day": day_in_words(ticket.due_date)}
    channels, to = (
        ([MessageChannel.MAIL], ticket.email)
        if ticket.email
        else (
            [MessageChannel.SMS],
            ticket.mobile,
        )
    )
    messages.send(
        template="grievance_received", channels=channels, to=to, params=params, person=ticket.person
    )
    address = settings.SITE_URL + reverse("admin:content_ticket_change", args=[ticket.pk])
    messages.send(
        template="grievance_for_office",
        channels=[MessageChannel.MAIL],
        to=site.saved().grievance_officer_email,
        params=params | {"subject": submissions.for_office(ticket.subject), "link": address},
    )
