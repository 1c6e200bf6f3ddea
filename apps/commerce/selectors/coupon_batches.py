"""The codes of a batch, and how many of them are used."""

import csv
from collections.abc import Collection, Iterator, Mapping
from io import StringIO
from uuid import UUID

from django.db.models import Count, Prefetch, Q

from apps.commerce.models import Coupon, CouponBatch, CouponUse

_HEADER = ("code", "status", "order")
_ROWS_A_CHUNK = 2000


def used_by_batch(*, batch_ids: Collection[UUID]) -> Mapping[UUID, int]:
    """How many codes of each batch are held or redeemed, in one query."""
    rows = Coupon.objects.filter(batch__in=batch_ids).order_by().values_list("batch")
    return dict(rows.annotate(used=Count("pk", filter=Q(uses__gt=0))))


def csv_of_codes(*, batch: CouponBatch) -> Iterator[str]:
    """A line for each code, with the order that holds or redeemed it."""
    yield _lines([_HEADER])
    uses = CouponUse.objects.filter(released_at__isnull=True).select_related("order").order_by("pk")
    codes = Coupon.objects.filter(batch=batch).order_by("code")
    rows: list[tuple[str, ...]] = []
    with_orders = codes.prefetch_related(Prefetch("order_uses", uses, to_attr="live_uses"))
    for coupon in with_orders.iterator(chunk_size=_ROWS_A_CHUNK):
        rows.append(_row(coupon))
        if len(rows) == _ROWS_A_CHUNK:
            yield _lines(rows)
            rows = []
    yield _lines(rows)


def _row(coupon: Coupon) -> tuple[str, ...]:
    live: list[CouponUse] = coupon.live_uses  # type: ignore[attr-defined]
    if not live:
        return coupon.code, "unused", ""
    return coupon.code, "held" if live[0].redeemed_at is None else "redeemed", live[0].order.number


def _lines(rows: list[tuple[str, ...]]) -> str:
    text = StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()
