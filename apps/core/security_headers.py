"""Content-Security-Policy and Permissions-Policy: what pages may load and use."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from csp.constants import NONCE, NONE, SELF

if TYPE_CHECKING:
    from django.http import HttpResponseBase

REPORTS_PATH = "/csp-reports"
REPORTING_ENDPOINTS = f'csp="{REPORTS_PATH}"'
"""The header that says where `report-to` sends. Browsers that do not know it use `report-uri`."""
_REPORTING = {"report-to": ["csp"], "report-uri": [REPORTS_PATH]}

_ADMIN_POLICY = {
    "default-src": [NONE],
    "script-src": [SELF],
    "style-src": [SELF],
    "img-src": [SELF, "data:"],
    "font-src": [SELF],
    "media-src": [SELF],
    "connect-src": [SELF],
    "form-action": [SELF],
    "base-uri": [NONE],
    "frame-ancestors": [NONE],
    **_REPORTING,
}


def admin_policy(*, media_origin: str) -> dict[str, list[Any]]:
    """The admin loads only media from another origin, and runs no inline scripts."""
    return _with_media(_ADMIN_POLICY, media_origin)


def _with_media(directives: dict[str, list[Any]], origin: str) -> dict[str, list[Any]]:
    """With the origin of the object storage, from which browsers fetch videos, posters and documents."""
    names = ("media-src", "img-src", "connect-src", "frame-src") if origin else ()
    return directives | {name: [*directives.get(name, []), origin] for name in names}


ERROR_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
"""For responses of middleware that runs before the one that sets the policy."""

_UNUSED_FEATURES = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "magnetometer",
    "microphone",
    "midi",
    "serial",
    "usb",
    "xr-spatial-tracking",
)


@dataclass(frozen=True, slots=True)
class PaymentOrigins:
    """The origins that a payment provider's window needs; `payment` may use the browser's payment API."""

    scripts: Sequence[str] = ()
    frames: Sequence[str] = ()
    connections: Sequence[str] = ()
    payment: Sequence[str] = ()


def permissions_policy(*, payment_origins: Sequence[PaymentOrigins]) -> str:
    """Browser features that are disabled, and payment, which the provider's checkout may use."""
    payment = ["self", *(f'"{origin}"' for origins in payment_origins for origin in origins.payment)]
    return ", ".join([*(f"{name}=()" for name in _UNUSED_FEATURES), f"payment=({' '.join(payment)})"])


def content_security_policy(
    *,
    payment_origins: Sequence[PaymentOrigins],
    engagement: bool,
    media_origin: str,
    development_port: int | None,
) -> dict[str, Any]:
    """The policy of the site's pages; third parties are allowed only if they are configured."""
    directives: dict[str, list[Any]] = {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF, "blob:"],
        "connect-src": [SELF],
        "frame-src": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
        **_REPORTING,
    }
    for origins in payment_origins:
        directives["script-src"] += origins.scripts
        directives["frame-src"] += origins.frames
        directives["connect-src"] += origins.connections
    if engagement:
        directives["script-src"] += ["https://cdn.moengage.com"]
        directives["connect-src"] += ["https://*.moengage.com"]
        directives["img-src"] += ["https://*.moengage.com"]
        directives["style-src"] += ["https://cdn.moengage.com"]
    if development_port:
        origin = f"127.0.0.1:{development_port}"
        for name in ("script-src", "style-src", "img-src", "font-src", "connect-src"):
            directives[name] += [f"http://{origin}"]
        directives["connect-src"] += [f"ws://{origin}"]
    return {"DIRECTIVES": _with_media(directives, media_origin)}


def allow_framing_by_site(response: "HttpResponseBase") -> None:
    """For PDFs, which pages show in a frame; the browser's viewer works with no other policy."""
    response["X-Frame-Options"] = "SAMEORIGIN"
    response._csp_config = {"frame-ancestors": [SELF]}  # type: ignore[attr-defined]
