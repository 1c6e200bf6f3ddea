"""How many unknown coupon codes somebody may try: by person, and by network address."""

from datetime import datetime

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.services import throttles
from apps.accounts.services.codes import whole_seconds
from apps.core.errors import Throttled

OF_PERSON: throttles.Limits = ((30, 3600),)
FROM_ADDRESS: throttles.Limits = ((90, 3600),)


class TooManyGuesses(Throttled):
    code = "coupon_too_many"
    message = "Too many coupon codes that do not exist. Please try again later."


def require_room(*, person: User, address: str, now: datetime) -> None:
    """
    Refuse any code of somebody who got too many wrong, before a cart is locked for it.

    Only reads, so that people who know their code wait for nobody and leave no row.

    :raises TooManyGuesses: past what one person or one network address may get wrong
    """
    wait = throttles.wait_seen(counted=_counted(person=person, address=address), now=now)
    if wait is not None:
        raise TooManyGuesses(retry_after=whole_seconds(wait))


@transaction.atomic(durable=True)
def note_wrong(*, person: User, address: str, now: datetime) -> None:
    """
    Count a code that does not exist; in a transaction of its own, since the refusal undoes the cart's.

    :raises TooManyGuesses: if concurrent guesses have used up the room, so that this one learns nothing
    """
    counted = _counted(person=person, address=address)
    wait = throttles.longest_wait(counted=counted, now=now)
    if wait is not None:
        raise TooManyGuesses(retry_after=whole_seconds(wait))
    throttles.note_all(counted=counted, now=now)


def _counted(*, person: User, address: str) -> throttles.Counted:
    return (
        (f"coupon-by:{person.pk}", OF_PERSON),
        *throttles.by_network("coupon-from", address=address, limits=FROM_ADDRESS),
    )
