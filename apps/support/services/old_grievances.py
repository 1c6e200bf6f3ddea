"""
Grievances after their account, and after their time.

They outlive an erasure in a copy that only Compliance reads. Five years after they were closed
(`core/retention.py`), copy and personal fields are deleted; dates and states stay for the published counts.
"""

from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet

from apps.core import indian_time, retention
from apps.core.row_processing import process_rows
from apps.media.storage import private_storage
from apps.support.models import Attachment, LockedGrievance, Reply, Ticket, TicketNote
from apps.support.models.ticket import TicketQuerySet
from apps.support.selectors import exported
from apps.support.states import UNREGISTERED_STATES

_EMPTY = {"person": None, "name": "", "mobile": "", "email": "", "subject": "", "message": "", "digest": ""}
_REMOVED = "Removed."


def lock_away(tickets: TicketQuerySet, *, at: datetime) -> None:
    """Copy what was no spam. Joins the caller's transaction, which then empties the tickets."""
    rows = tickets.exclude(state__in=UNREGISTERED_STATES).prefetch_related("replies__attachments", "notes")
    LockedGrievance.objects.bulk_create(
        LockedGrievance(
            ticket=row,
            content={
                **exported.ticket(row),
                "escalation": row.escalation_reason,
                "notes": [
                    {"text": note.text, "at": indian_time.iso_utc(note.at)} for note in row.notes.all()
                ],
            },
            locked_at=at,
        )
        for row in rows
    )


def empty(tickets: TicketQuerySet) -> None:
    """Take everything personal out of them. Joins the caller's transaction."""
    TicketNote.objects.filter(ticket__in=tickets).update(text=_REMOVED)
    delete_attachments(Attachment.objects.filter(reply__ticket__in=tickets))
    Reply.objects.filter(ticket__in=tickets).update(text=_REMOVED)
    # Last: the query of the tickets may be by what this removes.
    tickets.update(**_EMPTY, escalation_reason="", link_version=F("link_version") + 1)


def delete_attachments(attachments: QuerySet[Attachment]) -> None:
    """The files go once the rows are gone for good."""
    names = list(attachments.values_list("file", flat=True))
    attachments.delete()
    transaction.on_commit(partial(_delete_files, names), robust=True)


def delete_old(*, now: datetime) -> int:
    """Returns how many grievances were emptied or lost their locked copy. Runs may overlap."""
    before = retention.grievances_closed_before(now)
    is_whole = Q(locked__isnull=False) | ~Q(digest="")
    old = Ticket.objects.filter(is_whole, closed_at__lt=before).order_by("closed_at", "pk")
    ids = list(old.values_list("pk", flat=True))
    return process_rows(ids, partial(_delete_one, before=before), name="grievance")


@transaction.atomic(durable=True)
def _delete_one(pk: UUID, /, *, before: datetime) -> int:
    # It may have been opened again since it was found.
    found = Ticket.objects.select_for_update(of=("self",)).filter(pk=pk, closed_at__lt=before).first()
    if found is None:
        return 0
    LockedGrievance.objects.filter(ticket=found).delete()
    empty(Ticket.objects.filter(pk=pk))
    return 1


def _delete_files(names: list[str]) -> None:
    for name in names:
        private_storage().delete(name)
