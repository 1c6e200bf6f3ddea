"""What order lines delivered, and which courses were free, for the reconciliation of the books."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef

from apps.accounts.models import Entitlement
from apps.accounts.selectors import paid_entitlements
from apps.accounts.states import Scope, Source
from apps.audit.selectors import recorded_values
from apps.audit.values import NO, text_of
from apps.catalog.models import Course
from apps.core.formatting import exact_price
from apps.core.sellables import Delivered

_CHUNK_SIZE = 2000

_FREE = {"offer_price_paise": exact_price(0), "is_pro": NO}
"""What makes a course free, as the audit trail has it."""


def delivered_courses() -> Iterator[Delivered]:
    """Every course that was bought, ordered by line id."""
    course = Course._base_manager.filter(pk=OuterRef("item_id"))
    for row in (
        paid_entitlements.with_scope(Scope.COURSE).annotate(is_there=Exists(course)).iterator(_CHUNK_SIZE)
    ):
        assert row.bought_by is not None, "the query selects purchases only"
        yield Delivered(
            line_id=row.bought_by,
            person_id=row.person_id,
            is_active=paid_entitlements.opens(row),
            is_item_deleted=not row.is_there,  # type: ignore[attr-defined]
            offer_id=row.item_id,
            item_id=row.item_id,
            delivered_at=row.starts_at,
            revoked_at=row.revoked_at,
            starts_at=row.starts_at,
            ends_at=row.ends_at,
        )


def differences() -> Iterator[str]:
    yield from paid_entitlements.differences(Scope.COURSE)
    yield from recorded_values.differences(Course, ["offer_price_paise"])
    known = recorded_values.histories(Course, list(_FREE))
    columns = [Course._meta.get_field(name) for name in _FREE]
    now = {
        course.pk: {column.name: text_of(course, column) for column in columns}
        for course in Course._base_manager.only("pk", *_FREE)
    }
    # What staff changed of an entitlement afterwards is their word.
    changed = recorded_values.written(Entitlement)
    free = Entitlement.objects.filter(scope=Scope.COURSE, source=Source.FREE, bought_by__isnull=True)
    rows = free.order_by("pk").values_list("pk", "item_id", "starts_at")
    for pk, course_id, at in rows.iterator(_CHUNK_SIZE):
        if course_id in now and str(pk) not in changed:
            then = (
                (known.around(course_id, name, at=at, now=now[course_id][name]), text)
                for name, text in _FREE.items()
            )
            if any(text not in texts for texts, text in then):
                yield f"Entitlement {pk} is free, and its course was not."
