"""Records who raised a sum above which refunds need a second person: they are bound by the sum before."""

from collections.abc import Mapping

from apps.accounts.models import User
from apps.commerce.models import RefundSettings

_BEFORE = {
    "second_person_above_paise": "sum_before_paise",
    "person_day_paise": "person_day_before_paise",
}
"""The sums, and where the ones before are kept."""

SUMS = tuple(_BEFORE)


def lock() -> RefundSettings | None:
    """Whoever refunds as staff or changes these settings waits until the transaction ends."""
    return RefundSettings.objects.select_for_update(of=("self",), no_key=True).first()


def record_change(*, before: Mapping[str, int | None], by: User) -> None:
    """
    Record who raised a sum, in the transaction that saved it.

    Somebody else who saves the settings agrees to the sums, so they count for everybody.
    """
    row = lock()
    assert row is not None, "the caller has saved it"
    is_raised = False
    for name, before_name in _BEFORE.items():
        now = getattr(row, name)
        own = getattr(row, before_name) if row.raised_by_id == by.pk else None
        strictest = min((sum_ for sum_ in (own, before.get(name), now) if sum_ is not None), default=None)
        is_raised = is_raised or strictest != now
        setattr(row, before_name, strictest)
    if not is_raised:
        row.sum_before_paise = row.person_day_before_paise = None
    row.raised_by = by if is_raised else None
    row.save(update_fields=["raised_by", *_BEFORE.values()])
