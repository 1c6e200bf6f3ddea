"""What lines of orders opened, and whether purchases of Pro agree with the days they gave."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Subquery, UUIDField

from apps.accounts.models import Entitlement
from apps.accounts.selectors import bought
from apps.accounts.states import Scope
from apps.core.sellables import Delivered
from apps.pro.models import Subscription

_AT_ONCE = 2000


def plans() -> Iterator[Delivered]:
    """All Pro that was bought, by rising line id."""
    rows = bought.of_scope(Scope.PRO).annotate(
        order_id=_of_purchase("order_id"),
        plan_id=_of_purchase("plan", UUIDField()),
        bought_at=_of_purchase("bought_at"),
    )
    for row in rows.iterator(_AT_ONCE):
        yield _delivered(row)


def differences() -> Iterator[str]:
    yield from bought.differences(Scope.PRO)
    purchase = Subscription.objects.filter(line_id=OuterRef("bought_by"))
    alone = bought.of_scope(Scope.PRO).filter(~Exists(purchase))
    for line_id in alone.values_list("bought_by", flat=True).iterator(_AT_ONCE):
        yield f"Line {line_id} gives Pro, and no purchase of Pro has it."
    for row in _purchases().iterator(_AT_ONCE):
        yield from _difference(row)


def _delivered(row: Any) -> Delivered:
    return Delivered(
        line_id=row.bought_by,
        person_id=row.person_id,
        stands=bought.opens(row),
        order_id=row.order_id,
        item_id=row.plan_id,
        delivered_at=row.bought_at,
        taken_back_at=row.revoked_at,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
    )


def _of_purchase(column: str, field: "UUIDField[Any, Any] | None" = None) -> Subquery:
    """`field` for a key, of which SQLite else gives its text."""
    own = Subscription.objects.filter(line_id=OuterRef("bought_by"))
    return Subquery(own.values(column), output_field=field)


def _purchases() -> Any:
    """Each with what the entitlement of its line says."""
    own = Entitlement.objects.filter(scope=Scope.PRO, bought_by=OuterRef("line_id"))
    return Subscription.objects.annotate(
        given_to=Subquery(own.values("person"), output_field=UUIDField()),
        given_from=Subquery(own.values("starts_at")),
        given_until=Subquery(own.values("ends_at")),
        given_back_at=Subquery(own.values("revoked_at")),
    ).order_by("pk")


def _difference(row: Any) -> Iterator[str]:
    if row.given_to is None:
        yield f"The purchase of Pro {row.pk} has no entitlement."
    elif row.given_to != row.person_id:
        yield f"The purchase of Pro {row.pk} is another person's than its entitlement."
    elif row.given_back_at != row.taken_back_at:
        yield f"The purchase of Pro {row.pk} was not taken back when its entitlement was."
    elif row.taken_back_at is None and row.given_until != row.given_from + timedelta(days=row.days):
        yield f"The purchase of Pro {row.pk} has {row.days} days, its entitlement has others."
