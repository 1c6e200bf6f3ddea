"""Rate limits for what somebody could guess: a code, a coupon, the key of a link."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import transaction

from apps.accounts.services import throttles
from apps.core.errors import Throttled


@contextmanager
def limited(*, counted: throttles.Counted, wrong: type[Exception], now: datetime) -> Iterator[None]:
    """
    Count a lookup that raises `wrong` as a guess.

    :raises Throttled: if there were too many
    """
    refuse_too_many(counted=counted, now=now)
    try:
        yield
    except wrong:
        record_wrong(counted=counted, now=now)
        raise


def refuse_too_many(
    *, counted: throttles.Counted, now: datetime, refusal: type[Throttled] = Throttled
) -> None:
    """
    Refuse the next guess, before it is looked up.

    Only reads: a right guess waits for no lock and leaves no row.

    :raises Throttled: `refusal`, if there were too many
    """
    _refuse(throttles.peek_wait(counted=counted, now=now), refusal)


@transaction.atomic(durable=True)
def record_wrong(*, counted: throttles.Counted, now: datetime, refusal: type[Throttled] = Throttled) -> None:
    """
    Count a wrong guess, in a transaction of its own: what refuses it may roll back another.

    :raises Throttled: `refusal`, if concurrent guesses have reached the limit: this one reveals nothing
    """
    _refuse(throttles.longest_wait(counted=counted, now=now), refusal)
    throttles.record_all(counted=counted, now=now)


def _refuse(wait: timedelta | None, refusal: type[Throttled]) -> None:
    if wait is not None:
        raise refusal(retry_after=throttles.whole_seconds(wait))
