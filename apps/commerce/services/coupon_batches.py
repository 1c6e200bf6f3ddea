"""Generating many codes for one use each, and changing what they share."""

import secrets
from collections.abc import Callable, Collection
from typing import Any

from django.db import transaction

from apps.commerce.models import Coupon, CouponBatch
from apps.commerce.models.coupon import TERMS
from apps.core.errors import Invalid

MAX_CODES = 100_000

_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_RANDOM_LENGTH = 10
"""50 bits: far more than the limits on wrong codes let anybody try."""
_CHUNK_SIZE = 1000


def _ignore(_done: int) -> None:
    pass


@transaction.atomic
def generate(*, batch: CouponBatch, on_progress: Callable[[int], None] = _ignore) -> None:
    """
    Save a new batch with all its codes, or nothing. `on_progress` gets the number of codes made so far.

    :raises Invalid: if the size is out of range
    """
    if not 1 <= batch.size <= MAX_CODES:
        raise Invalid(
            {"size": [f"Enter a number from 1 to {MAX_CODES}."]},
            message=f"A batch has 1 to {MAX_CODES} codes.",
        )
    batch.save(force_insert=True)
    shared = _shared(batch)
    for start in range(0, batch.size, _CHUNK_SIZE):
        count = min(_CHUNK_SIZE, batch.size - start)
        codes = {_new_code(batch.prefix) for _ in range(count)}
        while len(codes) < count:
            codes.add(_new_code(batch.prefix))
        Coupon.objects.bulk_create(
            [Coupon(code=code, batch=batch, total_limit=1, is_listed=False, **shared) for code in codes]
        )
        on_progress(start + count)


@transaction.atomic
def apply_terms(*, batch: CouponBatch, changed: Collection[str]) -> None:
    """
    Give the codes the changed terms of their batch. What was bought with them stays as it is.

    A code that staff ended by itself stays ended when other terms change.
    """
    values = {name: value for name, value in _shared(batch).items() if name in changed}
    if values:
        Coupon.objects.filter(batch=batch).update(**values)


def _shared(batch: CouponBatch) -> dict[str, Any]:
    return {name: getattr(batch, name) for name in (*TERMS, "is_active")}


def _new_code(prefix: str) -> str:
    return f"{prefix}-{''.join(secrets.choice(_ALPHABET) for _ in range(_RANDOM_LENGTH))}"
