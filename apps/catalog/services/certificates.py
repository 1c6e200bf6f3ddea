"""
Certificates of completion: issued once, withdrawn, and issued again under a new code.

What was certified stays true, so a certificate outlives access to the course, a refund of it, a restart, and
topics that are added later. It ends when its owner withdraws it or erases the account, and when staff revoke
it, which they can undo. On screen both are called 'withdrawn'.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext, gettext_noop

from apps.accounts.models import User
from apps.accounts.services import erasure
from apps.catalog import certificate_codes
from apps.catalog.models import Certificate, Course
from apps.catalog.selectors import certificate_waits, outlines, progress
from apps.catalog.selectors.certificates import UnknownCertificate
from apps.catalog.selectors.courses import UnknownCourse
from apps.catalog.selectors.outlines import CourseOutline
from apps.core import indian_time
from apps.core.errors import Conflict, NotLoggedIn
from apps.core.formatting import date_and_time

_WAITS = gettext_noop(
    "Your certificate is issued from %(moment)s, when half the length of the course's videos has passed "
    "since you started it."
)


class NotCompleted(Conflict):
    code = "not_completed"
    message = "You get the certificate once you have completed all topics of the course."

    def __init__(self, available_at: datetime | None = None) -> None:
        if available_at is None:
            super().__init__()
            return
        moment = date_and_time(certificate_waits.whole_minute(available_at))
        super().__init__(gettext(_WAITS) % {"moment": moment})
        self.data = {"availableAt": indian_time.iso_utc(available_at + timedelta(microseconds=999_999))}


class NameNeeded(Conflict):
    code = "name_needed"
    message = "Enter your name first: it is printed on the certificate."


class Withdrawn(Conflict):
    code = "withdrawn"
    message = "You withdrew this certificate. You can have a new one issued."


class Revoked(Conflict):
    code = "revoked"
    message = "We withdrew this certificate. Its page gives the reason."


class NotRevocable(Conflict):
    code = "not_revocable"
    message = "This certificate is not valid any more, so it cannot be withdrawn."


class NotRevoked(Conflict):
    code = "not_revoked"
    message = "Staff have not withdrawn this certificate, or it was undone already."


def get_or_issue(*, person: User, course_key: str, at: datetime) -> Certificate:
    """
    The person's certificate of the course with this id or slug, issued when it is first requested. One that
    staff revoked is returned as it is.

    :raises UnknownCourse: if there is no such course
    :raises Withdrawn: if they withdrew it; only `issue` makes a new one
    :raises NotCompleted, NameNeeded: if it cannot be issued, checked in this order
    """
    outline = outlines.get_outline(key=course_key)
    row = _rows(person=person, outline=outline).first()
    if row is None:
        return _issue(person=person, outline=outline, at=at)
    if row.code is None:
        raise Withdrawn()
    return row


def issue(*, person: User, course_key: str, at: datetime) -> Certificate:
    """
    Issue the certificate, again if it was withdrawn. A valid one stays as it is.

    :raises UnknownCourse: if there is no such course
    :raises Revoked: if staff revoked it
    :raises NotCompleted, NameNeeded: if it cannot be issued, checked in this order
    """
    return _issue(person=person, outline=outlines.get_outline(key=course_key), at=at)


def withdraw(*, person: User, course_key: str, at: datetime) -> None:
    """
    Withdraw the person's certificate: its code and the name on it are deleted. Idempotent.

    :raises UnknownCourse: if there is no such course
    :raises UnknownCertificate: if none was ever issued
    :raises Revoked: if staff revoked it: otherwise it could be issued again
    """
    rows = _rows(person=person, outline=outlines.get_outline(key=course_key))
    valid = rows.filter(code__isnull=False, revoked_at__isnull=True)
    if valid.update(code=None, learner_name="", course_title="", withdrawn_at=at):
        return
    row = rows.first()
    if row is None:
        raise UnknownCertificate()
    if row.revoked_at is not None:
        raise Revoked()


def revoke(*, certificate_id: UUID, reason: str, at: datetime) -> None:
    """
    Withdraw a valid certificate as staff. Its owner sees the reason, everybody with its code the date.

    :raises NotRevocable: if it is not valid
    """
    valid = Certificate.objects.filter(pk=certificate_id, code__isnull=False, revoked_at__isnull=True)
    if not valid.update(revoked_at=at, revocation_reason=reason):
        raise NotRevocable()


def undo_revocation(*, certificate_id: UUID) -> None:
    """
    Make a certificate that staff revoked valid again, under its code.

    :raises NotRevoked: if it is not revoked
    """
    revoked = Certificate.objects.filter(pk=certificate_id, revoked_at__isnull=False)
    if not revoked.update(revoked_at=None, revocation_reason=""):
        raise NotRevoked()


def erase_certificates(person: User, _at: datetime, /) -> None:
    """Delete an erased person's certificates. Runs in the caller's transaction."""
    rows = Certificate.objects.filter(person=person)
    # Staff give a reason for withdrawing one.
    erasure.clear_admin_log(Certificate, object_id__in=[str(pk) for pk in rows.values_list("pk", flat=True)])
    rows.delete()


@transaction.atomic(durable=True)
def _issue(*, person: User, outline: CourseOutline, at: datetime) -> Certificate:
    # Concurrent requests wait here, and then find the row of the first. An erasure locks the person as well.
    owner = User.objects.locked().filter(pk=person.pk, erased_at__isnull=True).first()
    if owner is None:
        raise NotLoggedIn()
    row = _rows(person=owner, outline=outline).first()
    if row is not None and row.revoked_at is not None:
        raise Revoked()
    if row is not None and row.code is not None:
        return row
    if row is None:
        _require_completion(person=owner, outline=outline, at=at)
        row = Certificate(person=owner, course_id=UUID(outline.course_id))
    if not owner.name.strip():
        raise NameNeeded()
    row.code = certificate_codes.new_code()
    row.learner_name = owner.name.strip()
    title = Course.objects.filter(pk=UUID(outline.course_id)).values_list("title", flat=True).first()
    if title is None:
        # Staff have just deleted it.
        raise UnknownCourse()
    row.course_title = title
    row.issued_at, row.withdrawn_at = at, None
    row.save()
    return row


def _require_completion(*, person: User, outline: CourseOutline, at: datetime) -> None:
    course_id = UUID(outline.course_id)
    states = progress.topic_states_by_course(person_id=person.pk, course_ids=[course_id]).get(course_id, {})
    if not states and not outline.is_public:
        raise UnknownCourse()
    if progress.percentage(outline=outline, states=states) < 100:
        raise NotCompleted()
    awaited = certificate_waits.awaited(person_id=person.pk, courses=[(outline, states)], at=at)
    if awaited:
        raise NotCompleted(awaited[course_id])


def _rows(*, person: User, outline: CourseOutline) -> QuerySet[Certificate]:
    return Certificate.objects.filter(person=person, course_id=UUID(outline.course_id))
