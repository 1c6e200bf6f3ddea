"""What order lines delivered, and whether Pro purchases match their entitlements."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Subquery, UUIDField

from apps.accounts.models import Entitlement
from apps.accounts.selectors import paid_entitlements
from apps.accounts.states import Scope
from apps.audit.selectors import recorded_values
from apps.core.sellables import Delivered
from apps.pro.models import Plan, ProSection, Subscription

_CHUNK_SIZE = 2000


def delivered_plans() -> Iterator[Delivered]:
    """All Pro plans that were bought, ordered by line id."""
    rows = paid_entitlements.with_scope(Scope.PRO).annotate(
        order_id=_purchase_column("order_id"),
        plan_id=_purchase_column("plan", UUIDField()),
        bought_at=_purchase_column("bought_at"),
    )
    for row in rows.iterator(_CHUNK_SIZE):
        yield _delivered(row)


def differences() -> Iterator[str]:
    yield from paid_entitlements.differences(Scope.PRO)
    yield from recorded_values.differences(Plan, ["discounted_price_paise"], on_page_of=ProSection)
    purchase = Subscription.objects.filter(line_id=OuterRef("bought_by"))
    orphans = paid_entitlements.with_scope(Scope.PRO).filter(~Exists(purchase))
    for line_id in orphans.values_list("bought_by", flat=True).iterator(_CHUNK_SIZE):
        yield f"Line {line_id} grants Pro, but has no Pro purchase."
    for row in _purchases_with_entitlement().iterator(_CHUNK_SIZE):
        if row.granted_to is None:
            yield f"Pro purchase {row.pk} has no entitlement."
        elif row.granted_to != row.person_id:
            yield f"Pro purchase {row.pk} and its entitlement belong to different people."
        elif row.grant_revoked_at != row.revoked_at:
            yield f"Pro purchase {row.pk} was not revoked together with its entitlement."
        elif row.revoked_at is None and row.granted_until != row.granted_from + timedelta(days=row.days):
            yield f"Pro purchase {row.pk} has {row.days} days, but its entitlement does not."


def _delivered(row: Any) -> Delivered:
    return Delivered(
        line_id=row.bought_by,
        person_id=row.person_id,
        is_active=paid_entitlements.opens(row),
        order_id=row.order_id,
        item_id=row.plan_id,
        delivered_at=row.bought_at,
        revoked_at=row.revoked_at,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
    )


def _purchase_column(column: str, field: "UUIDField[Any, Any] | None" = None) -> Subquery:
    """`field` is needed for a foreign key, which SQLite otherwise returns as text."""
    own = Subscription.objects.filter(line_id=OuterRef("bought_by"))
    return Subquery(own.values(column), output_field=field)


def _purchases_with_entitlement() -> Any:
    """All purchases, with the entitlement of their line."""
    own = Entitlement.objects.filter(scope=Scope.PRO, bought_by=OuterRef("line_id"))
    return Subscription.objects.annotate(
        granted_to=Subquery(own.values("person"), output_field=UUIDField()),
        granted_from=Subquery(own.values("starts_at")),
        granted_until=Subquery(own.values("ends_at")),
        grant_revoked_at=Subquery(own.values("revoked_at")),
    ).order_by("pk")
