"""Looking a certificate up by its code, with a limit for codes that do not exist."""

from datetime import datetime

from django.db import transaction

from apps.accounts.services import throttles
from apps.catalog import certificate_codes
from apps.catalog.selectors import certificates
from apps.catalog.selectors.certificates import PublicCertificate, UnknownCertificate
from apps.core.errors import Throttled

NETWORK_LIMITS: throttles.Limits = ((60, 3600),)


def check(*, code: str, address: str, now: datetime) -> PublicCertificate:
    """
    What everybody may read of the certificate with this code.

    :raises UnknownCertificate: if no valid certificate has it
    :raises Throttled: if the network has tried too many codes that do not exist
    """
    if certificate_codes.parse(code) is None:
        raise UnknownCertificate()
    counted = throttles.by_network("certificate-from", address=address, limits=NETWORK_LIMITS)
    wait = throttles.peek_wait(counted=counted, now=now)
    if wait is not None:
        raise Throttled(retry_after=throttles.whole_seconds(wait))
    try:
        return certificates.find_public(code)
    except UnknownCertificate:
        _record_guess(counted, now=now)
        raise


@transaction.atomic(durable=True)
def _record_guess(counted: throttles.Counted, *, now: datetime) -> None:
    """:raises Throttled: if concurrent guesses have reached the limit, so that this one reveals nothing"""
    wait = throttles.longest_wait(counted=counted, now=now)
    if wait is not None:
        raise Throttled(retry_after=throttles.whole_seconds(wait))
    throttles.record_all(counted=counted, now=now)
