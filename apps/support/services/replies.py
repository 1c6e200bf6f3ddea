"""Replies of staff, which are sent by email and announced by SMS, and replies of the person."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.urls import reverse

from apps.accounts.models import User
from apps.accounts.services import messages, templates, throttles
from apps.accounts.services.throttles import whole_seconds
from apps.accounts.states import MessageChannel
from apps.content.selectors import site
from apps.core.errors import Conflict
from apps.core.ids import new_id
from apps.support import links
from apps.support.models import ContactMessage, Reply, Ticket
from apps.support.selectors import staff
from apps.support.services import attachments, grievances, submissions, versions
from apps.support.services.submissions import TooManySubmissions
from apps.support.services.versions import Kind
from apps.support.states import CLOSED_STATES, ReplyOrigin, TicketState

_DUPLICATE_WINDOW = timedelta(days=1)
"""The same text sent again within this time is a retry, for example because the response was lost."""


class RepliesClosed(Conflict):
    code = "replies_closed"
    message = "This conversation is closed. Please write to us again."


@dataclass(frozen=True, slots=True)
class Draft:
    """What staff submit on the page of a ticket."""

    text: str
    files: Sequence["UploadedFile[Any]"] = ()
    then: TicketState | None = None
    """The state of a grievance after the reply; None leaves it."""


@transaction.atomic(durable=True)
def send(*, kind: Kind, pk: UUID, draft: Draft, by: User, at: datetime, seen: int | None = None) -> Reply:
    """
    Store a reply of staff, and send it by email; an SMS says that there is one.

    :raises RepliesClosed: if it is spam
    :raises AttachmentRefused: if a file cannot be attached
    :raises InvalidTransition: if the ticket cannot change to the state that was chosen
    :raises ChangedMeanwhile: if it is not the version that staff have seen
    """
    row = versions.lock(kind, pk=pk, seen=seen)
    if not row.takes_replies:
        raise RepliesClosed()
    attachments.check(draft.files)
    reply = versions.reply(
        row,
        origin=ReplyOrigin.STAFF,
        by=by,
        text=submissions.normalize_text(draft.text),
        at=at,
        email_key=new_id() if row.email else None,
        phone_key=new_id() if _phone_of(row) else None,
    )
    attachments.store(reply, draft.files)
    if isinstance(row, Ticket):
        _after_reply_to_ticket(row, draft.then, by=by, at=at)
    else:
        row.answered_at, row.answered_by = at, by
        # Staff do not answer spam. From now on what the person writes counts as unanswered.
        row.is_suspect = False
        row.save()
    _send_messages(row, reply, at=at)
    return reply


@transaction.atomic(durable=True)
def receive(
    *,
    kind: Kind,
    pk: UUID,
    text: str,
    origin: ReplyOrigin,
    by: User | None,
    address: str,
    now: datetime,
) -> Ticket | ContactMessage:
    """
    Store a reply of the person, and notify the staff who work on it. A closed grievance is open again.

    The same text sent again within a day is the same reply.

    :raises RepliesClosed: if it is spam
    :raises TooManySubmissions: if too many came for this ticket or from this network
    """
    row = versions.lock(kind, pk=pk, seen=None)
    if not row.takes_replies:
        raise RepliesClosed()
    if _is_repeated(row, text, now=now):
        return row
    _count(row, address=address, now=now)
    versions.reply(row, origin=origin, by=by, text=text, at=now)
    if isinstance(row, Ticket):
        _after_reply_of_person(row, at=now)
    else:
        if row.answered_at is not None:
            row.waiting_since = now
        row.answered_at = row.answered_by = None
        row.save()
    _notify_office(row)
    return row


@transaction.atomic(durable=True)
def revoke_links(*, kind: Kind, pk: UUID, by: User, at: datetime, seen: int | None = None) -> None:
    """
    End all links to it that our emails carry. The next reply carries one that works.

    :raises ChangedMeanwhile: if it is not the version that staff have seen
    """
    row = versions.lock(kind, pk=pk, seen=seen)
    row.link_version += 1
    row.save()
    versions.note(row, "The links in our emails were ended.", by=by, at=at)


def _after_reply_to_ticket(ticket: Ticket, then: TicketState | None, *, by: User, at: datetime) -> None:
    if ticket.state == TicketState.SUSPECT:
        # Staff do not answer spam, so it is a grievance, which counts as a complaint.
        grievances.apply_state(ticket, to=TicketState.NEW, by=by, at=at)
    if then is not None and then != ticket.state:
        grievances.apply_state(ticket, to=then, by=by, at=at)
    elif ticket.state == TicketState.NEW:
        grievances.apply_state(ticket, to=TicketState.WORKING, by=by, at=at)
    else:
        ticket.save()


def _after_reply_of_person(ticket: Ticket, *, at: datetime) -> None:
    if ticket.state == TicketState.WAITING or ticket.state in CLOSED_STATES:
        grievances.apply_state(ticket, to=TicketState.WORKING, by=None, at=at)
    else:
        ticket.save()


def _is_repeated(row: Ticket | ContactMessage, text: str, *, now: datetime) -> bool:
    latest = row.replies.exclude(origin=ReplyOrigin.STAFF).order_by("-at", "-pk").first()
    return latest is not None and latest.text == text and latest.at > now - _DUPLICATE_WINDOW


def _count(row: Ticket | ContactMessage, *, address: str, now: datetime) -> None:
    counted = (
        (f"support-reply:{row.number}", [settings.FORM_SENDER_LIMIT]),
        *throttles.by_network("support-reply-from", address=address, limits=[settings.FORM_ADDRESS_LIMIT]),
    )
    wait = throttles.longest_wait(counted=counted, now=now)
    if wait is not None:
        raise TooManySubmissions(retry_after=whole_seconds(wait))
    throttles.record_all(counted=counted, now=now)


def _phone_of(row: Ticket | ContactMessage) -> str:
    return row.mobile or (row.person.mobile if row.person else "")


def _send_messages(row: Ticket | ContactMessage, reply: Reply, *, at: datetime) -> None:
    """The email carries the text. The SMS says that there is a reply; without an email it has the link."""
    link = links.page_url(row, at=at)
    if row.email:
        messages.send(
            template="grievance_reply" if isinstance(row, Ticket) else "contact_reply",
            channels=[MessageChannel.MAIL],
            to=row.email,
            params={"number": row.number, "reply": templates.as_multiline(reply.text), "link": link},
            person=row.person,
            key=reply.email_key,
        )
    if phone := _phone_of(row):
        messages.send(
            template="reply_sent" if row.email else "reply_to_read",
            channels=[MessageChannel.SMS],
            to=phone,
            params={"number": row.number, "link": link},
            person=row.person,
            key=reply.phone_key,
        )


def _notify_office(row: Ticket | ContactMessage) -> None:
    is_ticket = isinstance(row, Ticket)
    saved = site.saved()
    name = "support_ticket_change" if is_ticket else "support_contactmessage_change"
    office = saved.grievance_officer_email if is_ticket else saved.contact_email
    assignee = row.assignee
    # Somebody who has left, or may not work on it any more, does not answer: the office is notified instead.
    if assignee is not None and not staff.who_may_work_on(type(row)).filter(pk=assignee.pk).exists():
        assignee = None
    messages.send(
        template="reply_for_office",
        channels=[MessageChannel.MAIL],
        to=(assignee.reachable_email if assignee else "") or office,
        params={"number": row.number, "link": settings.SITE_URL + reverse(f"admin:{name}", args=[row.pk])},
    )
