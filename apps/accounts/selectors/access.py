"""Who may open what at a moment: one question, one answer, for everybody who asks."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.accounts.models import Entitlement, User
from apps.accounts.selectors import cached_entitlements
from apps.accounts.states import Scope, Source


@dataclass(frozen=True, slots=True)
class Access:
    """Why something opens, and until when; None means for ever."""

    via: str
    ends_at: datetime | None


def courses(*, person: User, among: Collection[UUID], at: datetime) -> set[UUID]:
    """Which of these courses the person bought or booked and may open at the moment."""
    rows = cached_entitlements.by_person(person)
    has_pro = _pro(rows, at=at) is not None
    return {
        row.item_id
        for row in rows
        if row.item_id is not None
        and row.item_id in among
        and row.is_valid_at(at)
        and (has_pro or row.source != Source.PRO)
    }


def booked(*, person: User) -> dict[UUID, datetime]:
    """Every course the person ever bought or booked, whether it still opens or not, and since when."""
    rows = [
        row
        for row in cached_entitlements.by_person(person)
        if row.scope == Scope.COURSE and row.item_id and row.revoked_at is None
    ]
    return {row.item_id: row.starts_at for row in reversed(rows) if row.item_id}


def course(*, person: User, course_id: UUID, is_pro: bool, at: datetime) -> Access | None:
    """Why the course opens for the person: their own access that lasts longest, else Pro."""
    return _course(cached_entitlements.by_person(person), course_id=course_id, is_pro=is_pro, at=at)


def owns_course(*, person_id: UUID, course_id: UUID, at: datetime) -> bool:
    """Whether the course opens by a right of its own, not with Pro; read anew, for whoever sells it."""
    rows = Entitlement.objects.filter(person=person_id, scope=Scope.COURSE, item_id=course_id)
    return rows.valid_at(at).exclude(source=Source.PRO).exists()


def ended_course(*, person: User, course_id: UUID, at: datetime) -> Access | None:
    """The access of their own that a person had to the course and that ended last, if they had any."""
    return _ended(cached_entitlements.by_person(person), course_id=course_id, at=at)


def each_ended_course(*, person: User, among: Collection[UUID], at: datetime) -> dict[UUID, Access]:
    """The same of several courses; those that they never had of their own, or have for ever, are left out."""
    rows = cached_entitlements.by_person(person)
    found = ((course_id, _ended(rows, course_id=course_id, at=at)) for course_id in among)
    return {course_id: access for course_id, access in found if access is not None}


def each_course(*, person: User, among: Mapping[UUID, bool], at: datetime) -> dict[UUID, Access]:
    """The same of several courses, each with whether Pro includes it; those that do not open are left out."""
    rows = cached_entitlements.by_person(person)
    found = (
        (course_id, _course(rows, course_id=course_id, is_pro=among[course_id], at=at)) for course_id in among
    )
    return {course_id: access for course_id, access in found if access is not None}


def has_pro(*, person: User, at: datetime) -> bool:
    """Whether Pro, bought or on trial, is active; a trial opens courses and nothing live."""
    return _pro(cached_entitlements.by_person(person), at=at) is not None


def has_paid_pro(*, person_id: UUID, at: datetime) -> bool:
    """Whether a Pro that is no trial is active; read anew, for whoever sells or gives what it opens."""
    rows = Entitlement.objects.filter(person=person_id, scope=Scope.PRO).exclude(source=Source.TRIAL)
    return rows.valid_at(at).exists()


def _course(rows: list[Entitlement], *, course_id: UUID, is_pro: bool, at: datetime) -> Access | None:
    own = [
        row for row in rows if row.item_id == course_id and row.source != Source.PRO and row.is_valid_at(at)
    ]
    if own:
        return _access(_longest(own))
    pro = _pro(rows, at=at)
    return _access(pro) if is_pro and pro is not None else None


def _ended(rows: list[Entitlement], *, course_id: UUID, at: datetime) -> Access | None:
    ended = [
        row
        for row in rows
        if row.item_id == course_id
        and row.source != Source.PRO
        and row.ends_at is not None
        and row.ends_at <= at
    ]
    return _access(_longest(ended)) if ended else None


def _pro(rows: list[Entitlement], *, at: datetime) -> Entitlement | None:
    active = [row for row in rows if row.scope == Scope.PRO and row.is_valid_at(at)]
    return _longest(active) if active else None


def _longest(rows: list[Entitlement]) -> Entitlement:
    endless = [row for row in rows if row.ends_at is None]
    return endless[0] if endless else max(rows, key=lambda row: row.ends_at or row.starts_at)


def _access(row: Entitlement) -> Access:
    if row.scope == Scope.PRO:
        return Access(via="trial" if row.source == Source.TRIAL else "pro", ends_at=row.ends_at)
    return Access(via={"paid": "purchase"}.get(row.source, row.source), ends_at=row.ends_at)
