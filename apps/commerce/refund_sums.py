"""What refunds have got of the money that was returned: pure sums over rows."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from apps.commerce.models import Payment, Refund, RefundAttempt
from apps.commerce.states import REFUND_OPEN, RefundCause, RefundStatus


@dataclass(frozen=True, slots=True)
class Sums:
    """The refunds of a payment, the oldest first, its attempts, and how much of each refund was returned."""

    payment: Payment
    decided: list[Refund]
    attempts: list[RefundAttempt]
    returned: Counter[UUID]
    surplus: int

    def own(self, refund: Refund) -> list[RefundAttempt]:
        return [attempt for attempt in self.attempts if attempt.refund_id == refund.pk]

    def left(self, refund: Refund) -> int:
        return int(refund.amount_paise) - self.returned[refund.pk]

    def to_try(self, refund: Refund) -> int:
        """
        What is left of a refund beside its pending attempts, as far as the payment has that much.

        Those that are still to be sent are not counted: this is the amount that they should have.
        """
        own = self.own(refund)
        gone = total(self.attempts, RefundStatus.PROCESSED, *REFUND_OPEN)
        gone -= total(own, RefundStatus.REQUESTED)
        left = self.left(refund) - total(own, RefundStatus.PENDING)
        return min(left, int(self.payment.amount_paise) - gone)


def total(attempts: Iterable[RefundAttempt], *statuses: RefundStatus) -> int:
    return sum(attempt.amount_paise for attempt in attempts if attempt.status in statuses)


def shares(decided: Sequence[Refund], attempts: Iterable[RefundAttempt]) -> tuple[Counter[UUID], int]:
    """
    What each refund of a payment, the oldest first, has got of what its attempts returned, and what is left.

    Its own attempts count first; what was returned past us pays what was decided past us, then the oldest.
    """
    returned: Counter[UUID] = Counter({refund.pk: 0 for refund in decided})
    amounts = {refund.pk: refund.amount_paise for refund in decided}
    free = 0
    for attempt in attempts:
        if attempt.status != RefundStatus.PROCESSED:
            continue
        own = 0
        if attempt.refund_id in amounts:
            own = min(attempt.amount_paise, amounts[attempt.refund_id] - returned[attempt.refund_id])
            returned[attempt.refund_id] += own
        free += attempt.amount_paise - own
    for refund in sorted(decided, key=lambda refund: refund.cause != RefundCause.PROVIDER):
        part = min(free, refund.amount_paise - returned[refund.pk])
        returned[refund.pk] += part
        free -= part
    return returned, free


def status_of(refund: Refund, attempts: Iterable[RefundAttempt], *, returned_paise: int) -> RefundStatus:
    """What a refund with these attempts of its own is."""
    if returned_paise == refund.amount_paise:
        return RefundStatus.PROCESSED
    own = [RefundStatus(attempt.status) for attempt in attempts if attempt.refund_id == refund.pk]
    under_way = next((status for status in own if status in REFUND_OPEN), None)
    return under_way or (RefundStatus.FAILED if own else RefundStatus.REQUESTED)
