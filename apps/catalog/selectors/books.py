"""What order lines delivered, for the reconciliation of the books."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef

from apps.accounts.models import Entitlement
from apps.accounts.selectors import paid_entitlements
from apps.accounts.states import Scope
from apps.catalog.models import Course
from apps.core.sellables import Delivered

_CHUNK_SIZE = 2000


def delivered_courses() -> Iterator[Delivered]:
    """Every course that was bought, ordered by line id."""
    course = Course._base_manager.filter(pk=OuterRef("item_id"))
    for row in (
        paid_entitlements.with_scope(Scope.COURSE).annotate(is_there=Exists(course)).iterator(_CHUNK_SIZE)
    ):
        yield _delivered(row, is_item_deleted=not row.is_there)  # type: ignore[attr-defined]


def _delivered(row: Entitlement, *, is_item_deleted: bool) -> Delivered:
    assert row.bought_by is not None, "the query selects purchases only"
    return Delivered(
        line_id=row.bought_by,
        person_id=row.person_id,
        is_active=paid_entitlements.opens(row),
        is_item_deleted=is_item_deleted,
        offer_id=row.item_id,
        item_id=row.item_id,
        delivered_at=row.starts_at,
        revoked_at=row.revoked_at,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
    )
