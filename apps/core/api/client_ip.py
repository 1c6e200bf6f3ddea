"""The client's IP address and the host of a request, without trusting headers that clients can set."""

from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.http import HttpRequest

_UNKNOWN = "0.0.0.0"  # noqa: S104 - a placeholder, nothing listens there


def client_ip(request: HttpRequest) -> str:
    """
    The client's IP address.

    Our reverse proxy appends the address that it saw to X-Forwarded-For, so behind it the last entry
    counts; anything before that could be forged.
    """
    address = _parsed(request.META.get("REMOTE_ADDR", ""))
    if settings.BEHIND_PROXY:
        forwarded = request.headers.get("X-Forwarded-For", "")
        address = _parsed(forwarded.rpartition(",")[2].strip()) or address
    return address or _UNKNOWN


def is_api_host(request: HttpRequest) -> bool:
    """Whether the request is for API_HOST, which serves the API at its root."""
    api_host = settings.API_HOST
    if not api_host:
        return False
    host = request.headers.get("Host", "").lower()
    return bool(host == api_host or host.partition(":")[0] == api_host)


def network_of(address: str) -> str:
    """The address block of one household or phone: the IPv4 address itself, the /64 of an IPv6 address."""
    return _prefix(address, 64) or address


def site_of(address: str) -> str | None:
    """The block that a provider may give one customer: the /48 of an IPv6 address, None for IPv4."""
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
