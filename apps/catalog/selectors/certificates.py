"""Certificates of completion: the owner's, and what everybody may read by its code."""

from datetime import datetime
from typing import Annotated, NamedTuple, TypedDict
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext_noop

from apps.accounts.models import User
from apps.catalog import certificate_codes, certificate_pdf
from apps.catalog.models import Certificate
from apps.catalog.selectors import outlines
from apps.core import indian_time
from apps.core.errors import NotFound
from apps.core.json_types import DateTime, Help
from apps.core.publishing import is_public


class UnknownCertificate(NotFound):
    code = "certificate_unknown"
    message = gettext_noop("There is no valid certificate here.")


class Revocation(TypedDict):
    at: DateTime
    reason: Annotated[str, Help("Why staff withdrew it, for the owner alone.")]


class OwnCertificate(TypedDict):
    code: Annotated[str, Help("Unguessable, such as `7K3M9-Q2XRT-4WHCN-8PYDZ`.")]
    issuedAt: DateTime
    pdf: Annotated[str | None, Help("The URL of the PDF, for the owner alone; null if staff withdrew it.")]
    page: Annotated[str, Help("The URL of the page on which everybody can check the certificate.")]
    revoked: Annotated[Revocation | None, Help("Set if staff withdrew it. They can undo it.")]


class PublicCertificate(TypedDict):
    code: str
    learnerName: Annotated[str | None, Help("The learner's name, as of issue; null if it was withdrawn.")]
    courseTitle: Annotated[str, Help("The course's title, as of issue.")]
    weburlname: Annotated[str | None, Help("The course's slug; null if it is not published any more.")]
    issuedAt: DateTime
    withdrawnAt: Annotated[DateTime | None, Help("When staff withdrew it. It is not valid then.")]


def own_certificate(*, person: User, course_key: str) -> OwnCertificate:
    """
    The person's certificate of the course with this id or slug.

    :raises UnknownCourse: if there is no such course
    :raises UnknownCertificate: if none was issued, or it is withdrawn
    """
    return to_json(_own_row(person=person, course_key=course_key))


def to_json(certificate: Certificate) -> OwnCertificate:
    code = str(certificate.code)
    pdf: str | None = f"/api/course/certificate/{certificate.course_id}/certificate.pdf"
    revoked: Revocation | None = None
    if certificate.revoked_at is not None:
        at = indian_time.iso_utc(certificate.revoked_at)
        pdf, revoked = None, {"at": at, "reason": certificate.revocation_reason}
    return {
        "code": code,
        "issuedAt": indian_time.iso_utc(certificate.issued_at),
        "pdf": pdf,
        "page": page_path(code),
        "revoked": revoked,
    }


def own_pdf(*, person: User, course_key: str) -> tuple[str, bytes]:
    """
    The code and the PDF of the person's certificate, access to the course or not.

    :raises UnknownCourse: if there is no such course
    :raises UnknownCertificate: if none was issued, or it is withdrawn, by its owner or by staff
    """
    row = _own_row(person=person, course_key=course_key)
    if row.revoked_at is not None:
        raise UnknownCertificate()
    code = str(row.code)
    document = certificate_pdf.Document(
        learner_name=row.learner_name,
        course_title=row.course_title,
        issued_on=indian_time.day_of(row.issued_at),
        code=code,
        page_url=settings.SITE_URL + page_path(code),
    )
    return code, certificate_pdf.render(document)


class CourseCertificate(NamedTuple):
    is_certified: bool
    """Valid, or revoked by staff."""
    is_revoked: bool


def by_course(*, person: User) -> dict[UUID, CourseCertificate]:
    """The person's certificates, one a course at most, of courses that still exist."""
    rows = Certificate.objects.filter(person=person, course__isnull=False)
    return {
        course_id: CourseCertificate(is_certified=code is not None, is_revoked=revoked_at is not None)
        for course_id, code, revoked_at in rows.values_list("course", "code", "revoked_at")
    }


def find_public(code: str, *, now: datetime) -> PublicCertificate:
    """
    What everybody with its code may read of a certificate. Of one that staff revoked, not whose it was.

    :raises UnknownCertificate: if no certificate has this code
    """
    parsed = certificate_codes.parse(code)
    row = parsed and Certificate.objects.select_related("course").filter(code=parsed).first()
    if not row:
        raise UnknownCertificate()
    return {
        "code": str(row.code),
        "learnerName": row.learner_name if row.revoked_at is None else None,
        "courseTitle": row.course_title,
        "weburlname": row.course.weburlname if row.course and is_public(row.course, at=now) else None,
        "issuedAt": indian_time.iso_utc(row.issued_at),
        "withdrawnAt": indian_time.iso_utc_or_none(row.revoked_at),
    }


def page_path(code: str) -> str:
    return f"/certificates/{code}"


def _own_row(*, person: User, course_key: str) -> Certificate:
    outline = outlines.get_outline(key=course_key)
    row = Certificate.objects.filter(
        person=person, course_id=UUID(outline.course_id), code__isnull=False
    ).first()
    if row is None:
        raise UnknownCertificate()
    return row
