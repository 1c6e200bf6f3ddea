"""
Requests of people who lost the number that they log in with, and what staff decide about them.

Nothing that a visitor is told depends on whether a number has an account. An approval schedules a change of
number (`mobile_changes.py`), which waits, notifies the old number and can be stopped.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from apps.accounts.models import LostNumber, User
from apps.accounts.services import erasure, messages, mobile_changes, security_log, throttles
from apps.accounts.services.throttles import whole_seconds
from apps.accounts.states import LostNumberStatus, MessageChannel
from apps.core import retention
from apps.core.errors import Conflict, Invalid, Throttled


class SameNumbers(Invalid):
    code = "invalid"

    def __init__(self) -> None:
        super().__init__({"newMobile": ["Enter the number that you want to use from now on."]})


class TooManyRequests(Throttled):
    code = "lost_number_too_many"
    message = "We have received several requests. Please try again later, or call us."


class AlreadyDecided(Conflict):
    code = "lost_number_decided"
    message = "This request has already been decided."


class UnknownNumber(Conflict):
    code = "lost_number_unknown"
    message = "No account has this number. Reject the request."


@dataclass(frozen=True, slots=True)
class LostNumberForm:
    name: str
    old_mobile: str
    new_mobile: str
    email: str
    proof: str


@transaction.atomic(durable=True)
def receive(*, form: LostNumberForm, address: str, now: datetime) -> None:
    """
    Store a request for staff. The same one again is the same request.

    :raises SameNumbers: if the new number is the old one
    :raises TooManyRequests: if the number or the IP address has reached its limit
    """
    if form.old_mobile == form.new_mobile:
        raise SameNumbers()
    counted = (
        (f"lost-number:{form.old_mobile}", [settings.FORM_SENDER_LIMIT]),
        *throttles.by_network("lost-number-from", address=address, limits=[settings.FORM_ADDRESS_LIMIT]),
    )
    wait = throttles.longest_wait(counted=counted, now=now)
    if wait is not None:
        raise TooManyRequests(retry_after=whole_seconds(wait))
    throttles.record_all(counted=counted, now=now)
    row = LostNumber(
        person=User.objects.filter(mobile=form.old_mobile, erased_at__isnull=True).first(),
        name=form.name,
        old_mobile=form.old_mobile,
        new_mobile=form.new_mobile,
        email=form.email.lower(),
        proof=form.proof,
        received_at=now,
    )
    LostNumber.objects.bulk_create([row], ignore_conflicts=True)
    security_log_line = partial(
        security_log.write, "lost number reported", mobile=form.old_mobile, address=address
    )
    transaction.on_commit(security_log_line, robust=True)


def approve(
    *, request_id: UUID, note: str, by: User, at: datetime, closes_unused: bool = False
) -> LostNumber:
    """
    Schedule the change of number, with the proof that staff have seen. Joins the caller's transaction.

    With `closes_unused`, an account that was made by a first login with the new number is erased.

    :raises AlreadyDecided: if somebody has decided before
    :raises UnknownNumber: if no account has the number
    :raises AccountInUse, StaffAccount: as `erasure.close_unused`
    :raises SameNumber, NumberTaken, AlreadyChanging, StaffNumber: as `mobile_changes.request`
    """
    row = _decide(request_id, to=LostNumberStatus.APPROVED, note=note, by=by, at=at)
    person = User.objects.filter(mobile=row.old_mobile).first()
    if person is None:
        raise UnknownNumber()
    if closes_unused:
        erasure.close_unused(mobile=row.new_mobile, beside=person, by=by, at=at)
    row.person = person
    row.change = mobile_changes.request(
        person=person,
        new_mobile=row.new_mobile,
        reason="Lost number, proof checked",
        by=by,
        at=at,
        is_number_lost=True,
    )
    row.save(update_fields=["person", "change"])
    params = {"moment": mobile_changes.format_datetime(row.change.due_at), "ending": row.new_mobile[-2:]}
    _tell_sender(row, template="lost_number_approved", params=params)
    return row


def reject(*, request_id: UUID, note: str, by: User, at: datetime) -> LostNumber:
    """
    Close the request. The sender reads the same, whatever the reason. Joins the caller's transaction.

    :raises AlreadyDecided: if somebody has decided before
    """
    row = _decide(request_id, to=LostNumberStatus.REJECTED, note=note, by=by, at=at)
    _tell_sender(row, template="lost_number_rejected", params={})
    return row


def delete_old(*, now: datetime) -> int:
    """Delete old requests for numbers that have no account, and those that were decided long ago."""
    is_unmatched = Q(person=None, received_at__lte=now - retention.LOST_NUMBER_RETENTION)
    is_decided = Q(decided_at__lte=now - retention.DECIDED_LOST_NUMBER_RETENTION)
    return LostNumber.objects.filter(is_unmatched | is_decided).delete()[0]


def _decide(request_id: UUID, *, to: LostNumberStatus, note: str, by: User, at: datetime) -> LostNumber:
    # The conditional update lets one of two concurrent decisions win.
    waiting = LostNumber.objects.waiting().filter(pk=request_id)
    if waiting.update(status=to, decision_note=note, decided_by=by, decided_at=at) != 1:
        raise AlreadyDecided()
    row = LostNumber.objects.get(pk=request_id)
    line = partial(
        security_log.write,
        f"lost number {to}",
        mobile=row.old_mobile,
        address=None,
        person_id=row.person_id,
        by=str(by.pk),
        request=str(row.pk),
    )
    transaction.on_commit(line, robust=True)
    return row


def _tell_sender(row: LostNumber, *, template: str, params: dict[str, str]) -> None:
    messages.send(
        template=template, channels=[MessageChannel.MAIL], to=row.email, params=params, person=row.person
    )
