"""Whether and why a person has access to a course or to Pro."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.accounts.models import Entitlement, User
from apps.accounts.selectors import cached_entitlements
from apps.accounts.states import Scope, Source


@dataclass(frozen=True, slots=True)
class Access:
    """The reason for an access and its end; None means no end."""

    via: str
    ends_at: datetime | None


def courses(*, entitlements: Sequence[Entitlement], among: Collection[UUID], at: datetime) -> set[UUID]:
    """Return those of these courses that a person with these entitlements booked and can open now."""
    has_pro = _pro(entitlements, at=at) is not None
    return {
        row.item_id
        for row in entitlements
        if row.item_id is not None
        and row.item_id in among
        and row.is_valid_at(at)
        and (has_pro or row.source != Source.PRO)
    }


def booked(*, entitlements: Sequence[Entitlement]) -> dict[UUID, datetime]:
    """Return every course that the person ever bought or booked, expired ones included, with its start."""
    rows = [
        row for row in entitlements if row.scope == Scope.COURSE and row.item_id and row.revoked_at is None
    ]
    return {row.item_id: row.starts_at for row in reversed(rows) if row.item_id}


def course(*, person: User, course_id: UUID, is_pro: bool, at: datetime) -> Access | None:
    """Return the person's access to the course: their own entitlement that lasts longest, else Pro."""
    return _course(cached_entitlements.by_person(person), course_id=course_id, is_pro=is_pro, at=at)


def owns_course(*, person_id: UUID, course_id: UUID, at: datetime) -> bool:
    """Whether the person has the course independently of Pro. Not cached: used at checkout."""
    rows = Entitlement.objects.filter(person=person_id, scope=Scope.COURSE, item_id=course_id)
    entitlements = rows.only("source", "starts_at", "ends_at")
    return any(row.source != Source.PRO and row.is_valid_at(at) for row in entitlements)


def has_course_until(
    *, person_id: UUID, course_id: UUID, ends_at: datetime | None, at: datetime, besides: UUID | None = None
) -> bool:
    """
    Whether the person has the course now, independently of Pro, for as long as that or longer.

    What the order line `besides` has paid for does not count.
    """
    rows = Entitlement.objects.valid_at(at).filter(person=person_id, scope=Scope.COURSE, item_id=course_id)
    rows = rows.exclude(source=Source.PRO)
    if besides is not None:
        rows = rows.exclude(bought_by=besides)
    ends = rows.values_list("ends_at", flat=True)
    return any(end is None or (ends_at is not None and end >= ends_at) for end in ends)


def ended_courses_by_id(
    *, entitlements: Sequence[Entitlement], among: Collection[UUID], at: datetime
) -> dict[UUID, Access]:
    """Return the person's own access to each of these courses that expired last, if any."""
    found = ((course_id, _ended(entitlements, course_id=course_id, at=at)) for course_id in among)
    return {course_id: access for course_id, access in found if access is not None}


def had_course(*, entitlements: Sequence[Entitlement], course_id: UUID, is_pro: bool, at: datetime) -> bool:
    """
    Whether a person with these entitlements can open the course, or could until the access ended by itself.

    False if it was never open to them, and if the access that lasted longest was revoked, as by a refund.
    """
    began = [row for row in entitlements if row.starts_at <= at and not row.never_began]
    own = [row for row in began if row.item_id == course_id]
    opening = [row for row in own if row.source != Source.PRO]
    if is_pro or len(opening) < len(own):
        opening += [row for row in began if row.scope == Scope.PRO]
    return bool(opening) and _longest(opening).revoked_at is None


def courses_by_id(
    *, entitlements: Sequence[Entitlement], among: Mapping[UUID, bool], at: datetime
) -> dict[UUID, Access]:
    """Like `course` for several courses; `among` maps each to whether Pro includes it."""
    found = (
        (course_id, _course(entitlements, course_id=course_id, is_pro=is_pro, at=at))
        for course_id, is_pro in among.items()
    )
    return {course_id: access for course_id, access in found if access is not None}


def has_pro(*, person: User, at: datetime) -> bool:
    """Whether Pro is active, paid or on trial. A trial includes courses but nothing live."""
    return _pro(cached_entitlements.by_person(person), at=at) is not None


def shows_paid_pro(*, person: User, at: datetime) -> bool:
    """Like `has_paid_pro`, but cached: for what is offered. Booking decides again."""
    rows = cached_entitlements.by_person(person)
    return any(row.scope == Scope.PRO and row.source != Source.TRIAL and row.is_valid_at(at) for row in rows)


def has_paid_pro(*, person_id: UUID, at: datetime) -> bool:
    """Whether a paid or granted Pro is active. Not cached: used before selling or giving what it includes."""
    rows = Entitlement.objects.filter(person=person_id, scope=Scope.PRO).exclude(source=Source.TRIAL)
    return rows.valid_at(at).exists()


def _course(rows: Sequence[Entitlement], *, course_id: UUID, is_pro: bool, at: datetime) -> Access | None:
    own = [
        row for row in rows if row.item_id == course_id and row.source != Source.PRO and row.is_valid_at(at)
    ]
    if own:
        return _access(_longest(own))
    pro = _pro(rows, at=at)
    return _access(pro) if is_pro and pro is not None else None


def _ended(rows: Sequence[Entitlement], *, course_id: UUID, at: datetime) -> Access | None:
    ended = [
        row
        for row in rows
        if row.item_id == course_id
        and row.source != Source.PRO
        and row.ends_at is not None
        and row.ends_at <= at
    ]
    return _access(_longest(ended)) if ended else None


def _pro(rows: Sequence[Entitlement], *, at: datetime) -> Entitlement | None:
    active = [row for row in rows if row.scope == Scope.PRO and row.is_valid_at(at)]
    return _longest(active) if active else None


def _longest(rows: list[Entitlement]) -> Entitlement:
    endless = [row for row in rows if row.ends_at is None]
    return endless[0] if endless else max(rows, key=lambda row: row.ends_at or row.starts_at)


def _access(row: Entitlement) -> Access:
    if row.scope == Scope.PRO:
        return Access(via="trial" if row.source == Source.TRIAL else "pro", ends_at=row.ends_at)
    return Access(via={"paid": "purchase"}.get(row.source, row.source), ends_at=row.ends_at)
