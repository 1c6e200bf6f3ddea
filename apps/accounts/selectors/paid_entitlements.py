"""Entitlements that order lines paid for, and what vouches for the others, for the reconciliation checks."""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q

from apps.accounts.models import Entitlement, TrialLead
from apps.accounts.models.entitlement import EntitlementQuerySet
from apps.accounts.states import Scope, Source
from apps.audit.selectors import recorded_values

_SHORTEST = timedelta(microseconds=1)
"""Length of an entitlement that was revoked before it started."""

_CHUNK = 2000

_OPENS_ALONE = {Scope.PRO: (Source.PAID, Source.TRIAL, Source.STAFF), Scope.COURSE: Source.values}
"""Where Pro can come from: one that came with Pro would open for ever."""


def with_scope(scope: Scope) -> EntitlementQuerySet:
    """Return the paid entitlements of a scope, ordered by line id."""
    return Entitlement.objects.filter(scope=scope, bought_by__isnull=False).order_by("bought_by")


def opens(row: Entitlement) -> bool:
    """Whether the entitlement was not revoked, or still lasts after it was revoked."""
    if row.revoked_at is None or row.ends_at is None:
        return True
    return row.ends_at > max(row.revoked_at, row.starts_at + _SHORTEST)


def differences(scope: Scope) -> Iterator[str]:
    """Report purchases that are not marked as paid: they would end with Pro. And access that nobody gave."""
    for line_id in with_scope(scope).exclude(source=Source.PAID).values_list("bought_by", flat=True):
        yield f"The entitlement of line {line_id} is not marked as paid."
    rows = Entitlement.objects.filter(scope=scope).order_by("pk")
    lead = TrialLead.objects.filter(person=OuterRef("person"), granted_at__isnull=False)
    unpaid = Q(source=Source.PAID, bought_by__isnull=True)
    unknown = ~Q(source__in=_OPENS_ALONE[scope]) | Q(~Exists(lead), source=Source.TRIAL)
    for pk, source in rows.filter(unpaid | unknown).values_list("pk", "source").iterator(_CHUNK):
        yield f"Entitlement {pk} is marked as {source}, and nothing is known that gave it."
    if scope == Scope.COURSE:
        # Pro that staff gave moves with the purchases before it.
        columns = ["item_id", "starts_at", "ends_at"]
        of_staff = Q(scope=scope, source=Source.STAFF)
        yield from recorded_values.differences(Entitlement, columns, only=of_staff)
    given = rows.filter(source=Source.STAFF, bought_by__isnull=True)
    written = recorded_values.written(Entitlement)
    for pk, person_id in given.values_list("pk", "person_id").iterator(_CHUNK):
        if written.get(str(pk)) != person_id:
            yield f"Entitlement {pk} was given by staff, and the audit trail does not know of it."
