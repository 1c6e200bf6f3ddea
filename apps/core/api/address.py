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


def network_of(address: str) -> str:
    """What one household or phone commands: the address itself, of version 6 its /64."""
    parsed = ip_address(address)
    if not isinstance(parsed, IPv6Address):
        return address
    return str(IPv6Address(int(parsed) >> 64 << 64))


def _parsed(text: str) -> str | None:
    try:
        parsed = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = getattr(parsed, "ipv4_mapped", None)
    return str(mapped or parsed)
