"""Rate limits for unknown coupon codes: per person and per network."""

from datetime import datetime

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.services import throttles
from apps.accounts.services.throttles import whole_seconds
from apps.core.errors import Throttled

PERSON_LIMITS: throttles.Limits = ((30, 3600),)
NETWORK_LIMITS: throttles.Limits = ((90, 3600),)


class TooManyGuesses(Throttled):
    code = "coupon_too_many"
    message = "Too many invalid coupon codes. Please try again later."


def check_limits(*, person: User, address: str, now: datetime) -> None:
    """
    Refuse any code after too many wrong ones, before a cart is locked.

    Only reads: a correct code waits for no lock and leaves no row.

    :raises TooManyGuesses: if the person or the network has reached its limit
    """
    wait = throttles.peek_wait(counted=_counters(person=person, address=address), now=now)
    if wait is not None:
        raise TooManyGuesses(retry_after=whole_seconds(wait))


@transaction.atomic(durable=True)
def record_wrong_code(*, person: User, address: str, now: datetime) -> None:
    """
    Count a code that does not exist, in a transaction of its own: the refusal rolls back the cart's.

    :raises TooManyGuesses: if concurrent guesses have reached the limit, so that this one reveals nothing
    """
    counted = _counters(person=person, address=address)
    wait = throttles.longest_wait(counted=counted, now=now)
    if wait is not None:
        raise TooManyGuesses(retry_after=whole_seconds(wait))
    throttles.record_all(counted=counted, now=now)


def _counters(*, person: User, address: str) -> throttles.Counted:
    return (
        (f"coupon-by:{person.pk}", PERSON_LIMITS),
        *throttles.by_network("coupon-from", address=address, limits=NETWORK_LIMITS),
    )
