from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from apps.accounts.models import Entitlement, User
from apps.accounts.states import Scope


def courses(*, person: User, among: Collection[UUID], at: datetime) -> set[UUID]:
    """Which of these courses the person bought or booked and may open at the moment."""
    rows = Entitlement.objects.valid_at(at).filter(person=person, scope=Scope.COURSE, item_id__in=among)
    return {item_id for item_id in rows.values_list("item_id", flat=True) if item_id is not None}
