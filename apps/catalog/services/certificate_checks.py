"""Looking a certificate up by its code, with a limit for codes that do not exist."""

from datetime import datetime

from apps.accounts.services import guesses, throttles
from apps.catalog import certificate_codes
from apps.catalog.selectors import certificates
from apps.catalog.selectors.certificates import PublicCertificate, UnknownCertificate

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
    with guesses.limited(counted=counted, wrong=UnknownCertificate, now=now):
        return certificates.find_public(code)
