"""Opening a request with the link from an email, with a limit for links that do not work."""

from datetime import datetime

from django.db import transaction

from apps.accounts.services import throttles
from apps.core.errors import Throttled
from apps.support.models import ContactMessage, Ticket
from apps.support.selectors import requests
from apps.support.selectors.requests import UnknownRequest

NETWORK_LIMITS: throttles.Limits = ((60, 3600),)


def open_link(*, key: str, address: str, now: datetime) -> Ticket | ContactMessage:
    """
    What the link leads to.

    :raises UnknownRequest: if we did not sign it, or it has expired or was ended
    :raises Throttled: if the network has tried too many links that do not work
    """
    counted = throttles.by_network("support-link-from", address=address, limits=NETWORK_LIMITS)
    wait = throttles.peek_wait(counted=counted, now=now)
    if wait is not None:
        raise Throttled(retry_after=throttles.whole_seconds(wait))
    try:
        return requests.get_linked(key=key, now=now)
    except UnknownRequest:
        _record_guess(counted, now=now)
        raise


@transaction.atomic(durable=True)
def _record_guess(counted: throttles.Counted, *, now: datetime) -> None:
    """:raises Throttled: if concurrent guesses have reached the limit, so that this one reveals nothing"""
    wait = throttles.longest_wait(counted=counted, now=now)
    if wait is not None:
        raise Throttled(retry_after=throttles.whole_seconds(wait))
    throttles.record_all(counted=counted, now=now)
