"""Entitlements that lines of orders paid for, for whoever compares the books."""

from collections.abc import Iterator
from datetime import timedelta

from apps.accounts.models import Entitlement
from apps.accounts.models.entitlement import EntitlementQuerySet
from apps.accounts.states import Scope, Source

_LEAST = timedelta(microseconds=1)
"""How long what is taken back before it began still lasts."""


def of_scope(scope: Scope) -> EntitlementQuerySet:
    """By rising line id."""
    return Entitlement.objects.filter(scope=scope, bought_by__isnull=False).order_by("bought_by")


def opens(row: Entitlement) -> bool:
    """Whether it was not taken back, or lasts beyond the moment at which it was."""
    if row.revoked_at is None or row.ends_at is None:
        return True
    return row.ends_at > max(row.revoked_at, row.starts_at + _LEAST)


def differences(scope: Scope) -> Iterator[str]:
    """What was bought is marked as paid for, and so survives the end of a Pro."""
    for line_id in of_scope(scope).exclude(source=Source.PAID).values_list("bought_by", flat=True):
        yield f"The entitlement of line {line_id} is not marked as paid."
