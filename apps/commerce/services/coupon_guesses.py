"""Rate limits for unknown coupon codes: per person and per network. A right code passes the network's."""

from datetime import datetime, timedelta

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.services import throttles
from apps.core.errors import Throttled

PERSON_LIMITS: throttles.Limits = ((30, 3600),)
NETWORK_LIMITS: throttles.Limits = ((90, 3600),)


class TooManyGuesses(Throttled):
    code = "coupon_too_many"
    message = "Too many invalid coupon codes. Please try again later."


def check_limit(*, person: User, now: datetime) -> None:
    """
    Refuse any code after too many wrong ones of this person, before a cart is locked.

    Only reads: a right code waits for no lock and leaves no row.

    :raises TooManyGuesses: if the person has reached the limit
    """
    _refuse(throttles.peek_wait(counted=_by_person(person), now=now))


def record_wrong_code(*, person: User, address: str, now: datetime) -> None:
    """
    Count a code that does not exist.

    :raises TooManyGuesses: if the person or the network has reached its limit, so that this one reveals
        nothing
    """
    # Raised after the commit, or the guess is not counted.
    _refuse(_record(person=person, address=address, now=now))


@transaction.atomic(durable=True)
def _record(*, person: User, address: str, now: datetime) -> timedelta | None:
    by_person = _by_person(person)
    wait = throttles.longest_wait(counted=by_person, now=now)
    if wait is not None:
        return wait
    # Also where the network is locked: a right code passes there, so whoever guesses on learns it.
    throttles.record_all(counted=by_person, now=now)
    by_network = throttles.by_network("coupon-from", address=address, limits=NETWORK_LIMITS)
    wait = throttles.longest_wait(counted=by_network, now=now)
    if wait is None:
        throttles.record_all(counted=by_network, now=now)
    return wait


def _by_person(person: User) -> throttles.Counted:
    return ((f"coupon-by:{person.pk}", PERSON_LIMITS),)


def _refuse(wait: timedelta | None) -> None:
    if wait is not None:
        raise TooManyGuesses(retry_after=throttles.whole_seconds(wait))
