"""What lines of orders opened, for whoever compares the books."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef

from apps.accounts.models import Entitlement
from apps.accounts.selectors import bought
from apps.accounts.states import Scope
from apps.catalog.models import Course
from apps.core.sellables import Delivered

_AT_ONCE = 2000


def courses() -> Iterator[Delivered]:
    """Every course that was bought, by rising line id."""
    course = Course._base_manager.filter(pk=OuterRef("item_id"))
    for row in bought.of_scope(Scope.COURSE).annotate(is_there=Exists(course)).iterator(_AT_ONCE):
        yield _delivered(row, is_gone=not row.is_there)  # type: ignore[attr-defined]


def _delivered(row: Entitlement, *, is_gone: bool) -> Delivered:
    assert row.bought_by is not None, "only what was bought is read"
    return Delivered(
        line_id=row.bought_by,
        person_id=row.person_id,
        stands=bought.opens(row),
        is_gone=is_gone,
        offer_id=row.item_id,
        item_id=row.item_id,
        delivered_at=row.starts_at,
        taken_back_at=row.revoked_at,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
    )
