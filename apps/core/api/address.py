"""Whence a request comes, as far as that can be believed."""

from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.http import HttpRequest

_UNKNOWN = "0.0.0.0"  # noqa: S104 - stands for nobody, nothing listens there


def client_address(request: HttpRequest) -> str:
    """
    The caller's address.

    Headers that anybody can write are not believed. Our own proxy appends the address it saw to the
    forwarding header, so behind it the last entry counts.
    """
    address = _parsed(request.META.get("REMOTE_ADDR", ""))
    if settings.BEHIND_PROXY:
        forwarded = request.headers.get("X-Forwarded-For", "")
        address = _parsed(forwarded.rpartition(",")[2].strip()) or address
    return address or _UNKNOWN


def is_api_host(request: HttpRequest) -> bool:
    """Whether it came to the host whose root answers the API's endpoints."""
    api_host = settings.API_HOST
    if not api_host:
        return False
    host = request.headers.get("Host", "").lower()
    return bool(host == api_host or host.partition(":")[0] == api_host)


def network_of(address: str) -> str:
    """What one household or phone commands: the address itself, of version 6 its /64."""
    return _prefix(address, 64) or address


def site_of(address: str) -> str | None:
    """What one customer of a provider may be given, of version 6 its /48; of version 4 nothing more."""
    return _prefix(address, 48)


def _prefix(address: str, bits: int) -> str | None:
    parsed = ip_address(address)
    if not isinstance(parsed, IPv6Address):
        return None
    return str(IPv6Address(int(parsed) >> (128 - bits) << (128 - bits)))


def _parsed(text: str) -> str | None:
    try:
        parsed = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = getattr(parsed, "ipv4_mapped", None)
    return str(mapped or parsed)
