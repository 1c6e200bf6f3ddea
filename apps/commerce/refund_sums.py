"""How returned money is allocated to refunds: pure sums over rows."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from apps.commerce.models import OrderLine, Payment, Refund, RefundAttempt
from apps.commerce.pricing import round_half_up
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


def part_of_line(line: OrderLine, *, after: int, paise: int) -> OrderLine:
    """
    A part of a line's total, after this much of it was refunded in other parts.

    The taxable value is rounded over all parts so far: together they come to exactly that of the line.
    """

    def taxable(parts: int) -> int:
        return round_half_up(line.taxable_paise * parts, line.total_paise)

    value = taxable(after + paise) - taxable(after)
    return OrderLine(
        title=f"Part of {line.title}"[:200],
        sac=line.sac,
        price_paise=value,
        discount_paise=0,
        tax_paise=paise - value,
    )


def rest_of_line(line: OrderLine, *, after: int) -> OrderLine:
    return part_of_line(line, after=after, paise=line.total_paise - after) if after else line


def part_key(line_id: UUID, *, refunded_before: int) -> str:
    """The cause of a partial refund: the same line, when this much of the payment had been refunded."""
    return f"part:{line_id}:{refunded_before}"


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
