"""Opening a request with the link from an email, with a limit for links that do not work."""

from datetime import datetime

from apps.accounts.services import guesses, throttles
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
    with guesses.limited(counted=counted, wrong=UnknownRequest, now=now):
        return requests.get_linked(key=key, now=now)
