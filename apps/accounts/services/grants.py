"""
Access that staff give: a course, or days of Pro.

Each grant has the key of the form that it was made with, so a form that is sent twice grants once, and an
entry in the audit trail, by which `verify_books` knows it. Both functions join the caller's transaction and
lock the person's row.
"""

from datetime import datetime
from uuid import UUID

from apps.accounts.models import Entitlement, User
from apps.accounts.selectors import access
from apps.accounts.services import entitlements, people, pro_time
from apps.accounts.states import Source
from apps.audit import values
from apps.audit.services import trail
from apps.core.errors import Conflict


class AlreadyGranted(Conflict):
    code = "already_granted"
    message = "This was granted already. Nothing was changed."


class HasCourse(Conflict):
    code = "already_owned"
    message = "This person already has the course for as long as that, or longer."


def grant_course(
    *, key: UUID, person: User, course_id: UUID, label: str, at: datetime, ends_at: datetime | None, by: User
) -> Entitlement:
    """
    Open a course for a person. They keep what they already have of it.

    :raises AlreadyGranted: if the same form was sent before
    :raises HasCourse: if it would add nothing
    :raises ErasedAccount, StaffOnlyBySuperuser: if the person can be granted nothing, or not by `by`
    """
    _lock(person, key=key, by=by)
    if access.has_course_until(person_id=person.pk, course_id=course_id, ends_at=ends_at, at=at):
        raise HasCourse()
    granted = entitlements.grant_course(
        key=key,
        person=person,
        course_id=course_id,
        source=Source.STAFF,
        label=label,
        at=at,
        ends_at=ends_at,
    )
    _record(granted, by=by, at=at)
    return granted


def grant_pro(*, key: UUID, person: User, days: int, label: str, at: datetime, by: User) -> Entitlement:
    """
    Add days of Pro after those that the person has, as a purchase does.

    :raises AlreadyGranted: if the same form was sent before
    :raises EndlessPro: if the person has Pro without an end
    :raises ErasedAccount, StaffOnlyBySuperuser: as `grant_course`
    """
    _lock(person, key=key, by=by)
    period = Entitlement(id=key, person=person, source=Source.STAFF, label=label[:120])
    pro_time.append(period, days=days, at=at)
    _record(period, by=by, at=at)
    return period


def _lock(person: User, *, key: UUID, by: User) -> None:
    people.lock_for_staff(person=person, by=by)
    if Entitlement.objects.filter(pk=key).exists():
        raise AlreadyGranted()


def _record(granted: Entitlement, *, by: User, at: datetime) -> None:
    changes = values.changes(Entitlement, {}, values.snapshot(granted))
    trail.record_applied(person_id=by.pk, row=granted, changes=changes, note="Granted", at=at)
