"""Who works on a grievance or a contact message."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from apps.accounts.models import User
from apps.core.errors import Invalid
from apps.support.models import Ticket
from apps.support.selectors import staff
from apps.support.services import versions
from apps.support.services.versions import Kind


class NotAssignable(Invalid):
    code = "not_assignable"
    message = "Choose a member of staff who may work on this."


@transaction.atomic(durable=True)
def assign(
    *,
    kind: Kind,
    pks: Sequence[UUID],
    to: User | None,
    by: User,
    at: datetime,
    seen: int | None = None,
) -> int:
    """
    Give them to a member of staff, or to nobody. Returns how many were not theirs before.

    :raises NotAssignable: if that person may not work on them
    :raises ChangedMeanwhile: if one is not the version that staff have seen
    """
    if to is not None and not staff.who_may_work_on(kind).filter(pk=to.pk).exists():
        raise NotAssignable()
    count = 0
    # In one order, so that two members of staff who assign the same rows do not deadlock.
    for pk in sorted(pks):
        row = versions.lock(kind, pk=pk, seen=seen)
        if row.assignee_id == (None if to is None else to.pk):
            continue
        row.assignee = to
        row.save()
        if isinstance(row, Ticket) and row.complaint is not None:
            row.complaint.assignee = to
            row.complaint.save(update_fields=["assignee"])
        versions.note(row, "Assigned to nobody." if to is None else f"Assigned to {to}.", by=by, at=at)
        count += 1
    return count


@transaction.atomic(durable=True)
def add_note(*, kind: Kind, pk: UUID, text: str, by: User, at: datetime) -> None:
    """A note takes nothing back, so it needs no version."""
    row = versions.lock(kind, pk=pk, seen=None)
    row.save()
    versions.note(row, text, by=by, at=at)
