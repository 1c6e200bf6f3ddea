"""Rate limits for unknown coupon codes: per person and per network."""

from datetime import datetime

from apps.accounts.models import User
from apps.accounts.services import guesses, throttles
from apps.core.errors import Throttled

PERSON_LIMITS: throttles.Limits = ((30, 3600),)
NETWORK_LIMITS: throttles.Limits = ((90, 3600),)


class TooManyGuesses(Throttled):
    code = "coupon_too_many"
    message = "Too many invalid coupon codes. Please try again later."


def check_limits(*, person: User, address: str, now: datetime) -> None:
    """
    Refuse any code after too many wrong ones, before a cart is locked.

    :raises TooManyGuesses: if the person or the network has reached its limit
    """
    counted = _counters(person=person, address=address)
    guesses.refuse_too_many(counted=counted, now=now, refusal=TooManyGuesses)


def record_wrong_code(*, person: User, address: str, now: datetime) -> None:
    """
    Count a code that does not exist.

    :raises TooManyGuesses: if concurrent guesses have reached the limit, so that this one reveals nothing
    """
    counted = _counters(person=person, address=address)
    guesses.record_wrong(counted=counted, now=now, refusal=TooManyGuesses)


def _counters(*, person: User, address: str) -> throttles.Counted:
    return (
        (f"coupon-by:{person.pk}", PERSON_LIMITS),
        *throttles.by_network("coupon-from", address=address, limits=NETWORK_LIMITS),
    )
