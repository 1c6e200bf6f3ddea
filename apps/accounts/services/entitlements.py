"""Giving people what they may open, and taking it back."""

from datetime import datetime
from uuid import UUID

from apps.accounts.models import Entitlement, User
from apps.accounts.states import Scope, Source


def grant_course(
    *, person: User, course_id: UUID, source: Source, label: str, at: datetime, ends_at: datetime | None
) -> Entitlement:
    """Let a person open a course; joins the caller's transaction."""
    return Entitlement.objects.create(
        person=person,
        scope=Scope.COURSE,
        item_id=course_id,
        source=source,
        label=label[:120],
        starts_at=at,
        ends_at=ends_at,
    )
