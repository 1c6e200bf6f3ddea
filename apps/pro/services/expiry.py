"""
What happens when Pro ends: two reminders before, and webinar seats released afterwards.

Access to courses and rooms needs no job, as it is checked against the current time. Each reminder is sent
once (`outbox/services/reminders`); `expiry_messages` reads the current state when it sends.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from apps.accounts.models import Entitlement
from apps.accounts.models.entitlement import EntitlementQuerySet
from apps.core import retention
from apps.live.services import pro_seats
from apps.outbox.services import reminders
from apps.outbox.services.reminders import Window
from apps.pro import deadlines
from apps.pro.models import EndReminder
from apps.pro.states import Lead

KIND = "pro end"


@dataclass(frozen=True, slots=True)
class ExpiryCounts:
    """How many reminders were sent for each lead time, and how many seats were released."""

    week: int
    day: int
    seats: int


def window_of(lead: Lead, /) -> Window:
    """The first is not sent when the last one is near."""
    if lead == Lead.WEEK:
        return Window(since=deadlines.FIRST_END_REMINDER, until=2 * deadlines.LAST_END_REMINDER)
    return Window(since=deadlines.LAST_END_REMINDER, until=timedelta(0))


def send_reminders_and_release_seats(*, at: datetime, dry_run: bool = False) -> ExpiryCounts:
    """Send due reminders and release seats. Safe to run concurrently; a dry run only counts."""
    week, day = (_remind_all(lead, at=at, dry_run=dry_run) for lead in Lead)
    if not dry_run:
        EndReminder.objects.filter(ends_at__lt=at - retention.REMINDER_MARK_RETENTION).delete()
    return ExpiryCounts(week=week, day=day, seats=pro_seats.release_unused(at=at, dry_run=dry_run))


def final_entitlements(*, at: datetime) -> EntitlementQuerySet:
    """The last paid Pro entitlement of each person, where it ends after `at`."""
    paid = Entitlement.objects.paid_pro().filter(person__erased_at__isnull=True)
    later = Entitlement.objects.paid_pro().filter(person=OuterRef("person"))
    endless = later.filter(ends_at__isnull=True)
    return paid.filter(
        ~Exists(later.filter(ends_at__gt=OuterRef("ends_at"))), ~Exists(endless), ends_at__gt=at
    )


def _remind_all(lead: Lead, *, at: datetime, dry_run: bool) -> int:
    if dry_run:
        return _due(lead, at=at).count()
    return reminders.send(
        lambda: _due(lead, at=at), partial(_remind, lead=lead), name=lambda row: f"entitlement {row.pk}"
    )


def _due(lead: Lead, *, at: datetime) -> EntitlementQuerySet:
    window = window_of(lead)
    known = EndReminder.objects.filter(person=OuterRef("person"), ends_at=OuterRef("ends_at"), lead=lead)
    due = final_entitlements(at=at).filter(
        window.rows("ends_at", at=at),
        ~Exists(known),
        # No reminder for a period that is shorter than the lead time.
        starts_at__lte=F("ends_at") - window.since,
    )
    return due.order_by("ends_at", "pk")


@transaction.atomic(durable=True)
def _remind(due: Sequence[Entitlement], *, lead: Lead) -> int:
    """Returns how many of these no concurrent run has reminded."""
    rows = [
        EndReminder(person_id=row.person_id, ends_at=row.ends_at, lead=lead)
        for row in due
        if row.ends_at is not None
    ]
    return len(reminders.create(rows, kind=KIND))
