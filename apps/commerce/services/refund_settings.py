"""Who raised the sum above which refunds need a second person: for them the sum before still counts."""

from apps.accounts.models import User
from apps.commerce.models import RefundSettings


def record_change(*, before: int | None, now: int | None, by: User) -> None:
    """
    Note who raised the sum, in the transaction that saved it.

    Somebody else who saves the settings agrees to the sum, so it counts for everybody.
    """
    row = RefundSettings.objects.select_for_update(of=("self",), no_key=True).get()
    own = row.sum_before_paise if row.raised_by_id == by.pk else None
    bounds = [sum_ for sum_ in (own, before) if sum_ is not None]
    strictest = min(bounds, default=None)
    is_raised = strictest is not None and (now is None or now > strictest)
    row.raised_by, row.sum_before_paise = (by, strictest) if is_raised else (None, None)
    row.save(update_fields=["raised_by", "sum_before_paise"])
