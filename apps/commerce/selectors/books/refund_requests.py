"""Compares refunds by staff with the sum above which they need a second person, and with their requests."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from django.db.models import Exists, F, OuterRef, Q

from apps.audit.selectors import recorded_values
from apps.commerce.models import OrderLine, Refund, RefundRequest, RefundSettings
from apps.commerce.selectors.books.iteration import batches, group_by_key, merge_by_key
from apps.commerce.states import RefundCause, RefundRequestStatus
from apps.core.formatting import exact_price

_SUM = "second_person_above_paise"


def differences() -> Iterator[str]:
    yield from recorded_values.differences(RefundSettings, [_SUM, "sum_before_paise", "raised_by"])
    is_lower = Q(raised_by__isnull=False, sum_before_paise__isnull=False) & (
        Q(**{f"{_SUM}__isnull": True}) | Q(**{f"{_SUM}__gt": F("sum_before_paise")})
    )
    is_agreed = Q(raised_by__isnull=True, sum_before_paise__isnull=True)
    if RefundSettings.objects.exclude(is_lower | is_agreed).exists():
        yield "Refund settings: the sum for whoever raised it is not the lower one before."
    yield from recorded_values.differences(RefundRequest, ["decided_by", "decided_at"])
    yield from _made_alone()
    yield from _requests()


def _made_alone() -> Iterator[str]:
    """Refunds that nobody approved, above the highest sum that was in force about then."""
    known = recorded_values.histories(RefundSettings, [_SUM])
    now = RefundSettings.objects.values_list(_SUM, flat=True).first()
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
            sums = known.around(RefundSettings.ONLY_ID, _SUM, at=at, now=_text(now))
            is_above = all(text is not None and total > _paise(text) for text in sums)
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
    return (
        refund is not None
        and (request.order_id, request.amount_paise) == (refund.order_id, refund.amount_paise)
        and (request.reason, refund.cause) == (refund.reason, RefundCause.STAFF)
        and isinstance(request.line_ids, list)
        and {str(key) for key in request.line_ids} == {str(row.pk) for row in rows}
    )


def _text(paise: int | None) -> str | None:
    return None if paise is None else exact_price(paise)


def _paise(text: str) -> int:
    return int("".join(sign for sign in text if sign.isdigit()) or 0)
