"""Compares refunds by staff with the sums above which they need a second person, and with their requests."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby

from django.db.models import Exists, OuterRef, Q

from apps.audit.selectors import recorded_values
from apps.commerce.models import OrderLine, Refund, RefundRequest, RefundSettings
from apps.commerce.selectors.books.iteration import batches, group_by_key, merge_by_key
from apps.commerce.states import RefundCause, RefundRequestStatus
from apps.core import indian_time
from apps.core.formatting import exact_price

_SUM, _DAY_SUM = "second_person_above_paise", "person_day_paise"

_BEFORE = ((_SUM, "sum_before_paise"), (_DAY_SUM, "person_day_before_paise"))


def differences() -> Iterator[str]:
    columns = [name for names in _BEFORE for name in names]
    yield from recorded_values.differences(RefundSettings, [*columns, "raised_by", "highest_fee_percent"])
    raised = [_is_raised(row) for row in RefundSettings.objects.all()]
    if not all(raised):
        yield "Refund settings: the sum for whoever raised it is not the lower one before."
    yield from recorded_values.differences(RefundRequest, ["decided_by", "decided_at"])
    limits = _Limits()
    yield from _made_alone(limits)
    yield from _made_in_a_day(limits)
    yield from _requests()


def _is_raised(row: RefundSettings) -> bool:
    """Whether whoever raised a sum has lower ones before, and nobody else has any."""
    pairs = [(getattr(row, name), getattr(row, before)) for name, before in _BEFORE]
    kept = [(now, before) for now, before in pairs if before is not None]
    is_lower = any(now is None or now > before for now, before in kept)
    return is_lower == (row.raised_by_id is not None) and (is_lower or not kept)


class _Limits:
    """The sums that were in force at some time, from the audit trail."""

    def __init__(self) -> None:
        self._known = recorded_values.histories(RefundSettings, [_SUM, _DAY_SUM])
        self._now = RefundSettings.objects.values(_SUM, _DAY_SUM).first() or {}

    def are_below(self, total: int, *, name: str, at: datetime) -> bool:
        """Whether the total is above every sum of that name that was in force about then."""
        paise = self._now.get(name)
        now = None if paise is None else exact_price(paise)
        texts = self._known.around(RefundSettings.ONLY_ID, name, at=at, now=now)
        return all(text is not None and total > _paise(text) for text in texts)


def _made_in_a_day(limits: _Limits) -> Iterator[str]:
    """What each person refunded alone on a day in India, above the highest sum in force about then."""
    alone = Refund.objects.filter(made_by__isnull=False).order_by("made_by", "requested_at", "pk")
    rows = batches(alone.values_list("made_by", "requested_at", "pk", "amount_paise"))
    for _, of_day in groupby(rows, lambda row: (row[0], indian_time.day_of(row[1]))):
        total = 0
        for _, at, pk, amount in of_day:
            total += amount
            if limits.are_below(total, name=_DAY_SUM, at=at):
                yield f"Refund {pk} brought what one person refunded alone that day above the sum."


def _made_alone(limits: _Limits) -> Iterator[str]:
    """Refunds that nobody approved, above the highest sum that was in force about then."""
    approved = RefundRequest.objects.filter(refund=OuterRef("pk"), status=RefundRequestStatus.APPROVED)
    refunds = Refund.objects.filter(Q(cause=RefundCause.STAFF) | ~Q(requested_by=""))
    columns = ("order_id", "pk", "requested_at", "amount_paise", "cause", "requested_by", "is_approved")
    rows = refunds.annotate(is_approved=Exists(approved)).order_by("order_id", "requested_at", "pk")
    for _, of_order in groupby(batches(rows.values_list(*columns)), lambda row: row[0]):
        total = 0
        for _, pk, at, amount, cause, by, is_approved in of_order:
            if cause != RefundCause.STAFF:
                yield f"Refund {pk} was requested by somebody, and is not by staff."
                continue
            total += amount
            is_above = limits.are_below(total, name=_SUM, at=at)
            if not is_approved and (is_above or ", approved by " in by):
                yield f"Refund {pk} needed a second person, and no approved request is of it."


def _requests() -> Iterator[str]:
    requests = RefundRequest.objects.order_by("refund_id").select_related("refund")
    lines = OrderLine.objects.filter(refund__request__isnull=False).order_by("refund_id")
    refunded = requests.filter(refund__isnull=False)
    for _, (found, rows) in merge_by_key(
        group_by_key(batches(refunded), lambda request: request.refund_id),
        group_by_key(batches(lines.only("pk", "refund_id")), lambda line: line.refund_id),
    ):
        for request in found:
            if not _is_of_its_refund(request, rows):
                yield f"Refund request {request.pk} is not what refund {request.refund_id} refunded."
    decided = requests.filter(status=RefundRequestStatus.APPROVED)
    for pk in batches(decided.filter(refund__isnull=True).values_list("pk", flat=True)):
        yield f"Refund request {pk} is approved, and refunded nothing."


def _is_of_its_refund(request: RefundRequest, rows: Sequence[OrderLine]) -> bool:
    refund = request.refund
    selected = {str(request.part_of_id)} if request.part_of_id else {str(row.pk) for row in rows}
    return (
        refund is not None
        and (request.order_id, request.amount_paise) == (refund.order_id, refund.amount_paise)
        and request.part_of_id == refund.part_of_id
        and (request.reason, refund.cause) == (refund.reason, RefundCause.STAFF)
        and isinstance(request.line_ids, list)
        and {str(key) for key in request.line_ids} == selected
    )


def _paise(text: str) -> int:
    return int("".join(sign for sign in text if sign.isdigit()) or 0)
