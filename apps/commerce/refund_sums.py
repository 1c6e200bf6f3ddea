"""How returned money is allocated to refunds: pure sums over rows."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from apps.commerce.models import Payment, Refund, RefundAttempt
from apps.commerce.states import REFUND_OPEN, RefundCause, RefundStatus


@dataclass(frozen=True, slots=True)
class RefundSums:
    """The refunds of a payment, oldest first, its attempts, and the returned amount of each refund."""

    payment: Payment
    refunds: list[Refund]
    attempts: list[RefundAttempt]
    returned: Counter[UUID]
    surplus: int

    def attempts_of(self, refund: Refund) -> list[RefundAttempt]:
        return [attempt for attempt in self.attempts if attempt.refund_id == refund.pk]

    def outstanding(self, refund: Refund) -> int:
        return int(refund.amount_paise) - self.returned[refund.pk]

    def amount_to_attempt(self, refund: Refund) -> int:
        """
        The amount outstanding beyond pending attempts, limited to what is left of the payment.

        Attempts that are not sent yet do not count: this is the amount that they should have.
        """
        own = self.attempts_of(refund)
        used = total(self.attempts, RefundStatus.PROCESSED, *REFUND_OPEN)
        used -= total(own, RefundStatus.REQUESTED)
        left = self.outstanding(refund) - total(own, RefundStatus.PENDING)
        return min(left, int(self.payment.amount_paise) - used)


def total(attempts: Iterable[RefundAttempt], *statuses: RefundStatus) -> int:
    return sum(attempt.amount_paise for attempt in attempts if attempt.status in statuses)


def allocate_returned(
    refunds: Sequence[Refund], attempts: Iterable[RefundAttempt]
) -> tuple[Counter[UUID], int]:
    """
    The returned amount of each refund of a payment, oldest first, and the surplus.

    A refund's own attempts count first; other money pays refunds made at the provider, then the oldest.
    """
    returned: Counter[UUID] = Counter({refund.pk: 0 for refund in refunds})
    amounts = {refund.pk: refund.amount_paise for refund in refunds}
    free = 0
    for attempt in attempts:
        if attempt.status != RefundStatus.PROCESSED:
            continue
        own = 0
        if attempt.refund_id in amounts:
            own = min(attempt.amount_paise, amounts[attempt.refund_id] - returned[attempt.refund_id])
            returned[attempt.refund_id] += own
        free += attempt.amount_paise - own
    for refund in sorted(refunds, key=lambda refund: refund.cause != RefundCause.PROVIDER):
        part = min(free, refund.amount_paise - returned[refund.pk])
        returned[refund.pk] += part
        free -= part
    return returned, free


def status_of(refund: Refund, attempts: Iterable[RefundAttempt], *, returned_paise: int) -> RefundStatus:
    """The status of a refund with these attempts."""
    if returned_paise == refund.amount_paise:
        return RefundStatus.PROCESSED
    own = [RefundStatus(attempt.status) for attempt in attempts if attempt.refund_id == refund.pk]
    open_status = next((status for status in own if status in REFUND_OPEN), None)
    return open_status or (RefundStatus.FAILED if own else RefundStatus.REQUESTED)
