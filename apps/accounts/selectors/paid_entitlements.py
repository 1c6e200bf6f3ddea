"""Entitlements that order lines paid for, for the reconciliation checks."""

from collections.abc import Iterator
from datetime import timedelta

from apps.accounts.models import Entitlement
from apps.accounts.models.entitlement import EntitlementQuerySet
from apps.accounts.states import Scope, Source

_SHORTEST = timedelta(microseconds=1)
"""Length of an entitlement that was revoked before it started."""


def with_scope(scope: Scope) -> EntitlementQuerySet:
    """Return the paid entitlements of a scope, ordered by line id."""
    return Entitlement.objects.filter(scope=scope, bought_by__isnull=False).order_by("bought_by")


def opens(row: Entitlement) -> bool:
    """Whether the entitlement was not revoked, or still lasts after it was revoked."""
    if row.revoked_at is None or row.ends_at is None:
        return True
    return row.ends_at > max(row.revoked_at, row.starts_at + _SHORTEST)


def differences(scope: Scope) -> Iterator[str]:
    """Report purchases that are not marked as paid: they would end together with Pro."""
    for line_id in with_scope(scope).exclude(source=Source.PAID).values_list("bought_by", flat=True):
        yield f"The entitlement of line {line_id} is not marked as paid."
