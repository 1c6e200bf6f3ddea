"""
SMS and WhatsApp through MSG91.

It answers 200 also to what it refuses, so the body decides; what it accepts may still not arrive.
"""

import re
from collections.abc import Mapping
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import requests
from django.conf import settings

from apps.accounts.gateways.gateway import ChannelFailed, ChannelRefused, Rendered

SMS_PATH = "/api/v5/flow"
WHATSAPP_PATH = "/api/v5/whatsapp/whatsapp-outbound-message/bulk/"
TIMEOUT = (2, 5)
"""Seconds to connect and to wait for an answer: the next channel or try must come soon."""

LONGEST_PAUSE = timedelta(hours=1)
"""A provider that asks for more is not believed: the message would be as good as lost."""

_COUNTRY = "91"
_LANGUAGE = "en"
_PASSING = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS}
_ACCEPTED = "success"
_REFUSED = {"error", "fail", "failed"}
_DIGITS = re.compile(r"\d{4,}")
_LONGEST_REASON = 100


class Sms:
    def send(self, *, to: str, rendered: Rendered) -> None:
        _post(
            SMS_PATH,
            {
                "template_id": _registered(rendered),
                # Shortened links would not be the text that is registered.
                "short_url": "0",
                "recipients": [{**rendered.params, "mobiles": _COUNTRY + to}],
            },
        )


class WhatsApp:
    def send(self, *, to: str, rendered: Rendered) -> None:
        if not settings.SMS_WHATSAPP_NUMBER:
            raise ChannelRefused("no number of ours to send from")
        template: dict[str, Any] = {
            "name": _registered(rendered),
            "language": {"code": _LANGUAGE, "policy": "deterministic"},
            "to_and_components": [{"to": [_COUNTRY + to], "components": _components(rendered.params)}],
        }
        if settings.SMS_WHATSAPP_NAMESPACE:
            template["namespace"] = settings.SMS_WHATSAPP_NAMESPACE
        _post(
            WHATSAPP_PATH,
            {
                "integrated_number": settings.SMS_WHATSAPP_NUMBER,
                "content_type": "template",
                "payload": {"messaging_product": "whatsapp", "type": "template", "template": template},
            },
        )


def _registered(rendered: Rendered) -> str:
    if not rendered.registered_id:
        raise ChannelRefused("the text has no registered id")
    return rendered.registered_id


def _components(params: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The values by their place in the text, {{1}} first, as WhatsApp registers them."""
    found = {
        f"body_{place}": {"type": "text", "value": value} for place, value in enumerate(params.values(), 1)
    }
    if "otp" in params:
        # WhatsApp carries codes in its own kind of text only, whose button copies the code.
        found["button_1"] = {"subtype": "url", "type": "text", "value": params["otp"]}
    return found


def _post(path: str, body: Mapping[str, Any]) -> None:
    try:
        answer = requests.post(
            settings.SMS_BASE_URL + path,
            json=body,
            headers={"authkey": settings.SMS_AUTH_KEY, "Accept": "application/json"},
            timeout=TIMEOUT,
            # A redirected POST arrives without its body.
            allow_redirects=False,
        )
    except requests.RequestException as error:
        raise ChannelFailed(f"no answer: {type(error).__name__}") from error
    _judge(answer)


def _judge(answer: requests.Response) -> None:
    status = answer.status_code
    told = _told(answer)
    if status in _PASSING or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise ChannelFailed(_reason(status, told), retry_after=_pause(answer))
    if status >= HTTPStatus.BAD_REQUEST:
        raise ChannelRefused(_reason(status, told))
    verdicts = {told.get("type"), told.get("status")}
    if verdicts & _REFUSED or told.get("hasError") is True:
        raise ChannelRefused(_reason(status, told))
    if status >= HTTPStatus.MULTIPLE_CHOICES or _ACCEPTED not in verdicts:
        raise ChannelFailed(f"unknown answer, status {status}")


def _told(answer: requests.Response) -> dict[str, Any]:
    try:
        told = answer.json()
    except (ValueError, RecursionError):
        return {}
    return {name: value for name, value in told.items() if _is_plain(value)} if isinstance(told, dict) else {}


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | int | bool)


def _reason(status: int, told: Mapping[str, Any]) -> str:
    words = told.get("message") or told.get("errors") or ""
    # It may repeat the number or the code that it was given.
    return _DIGITS.sub("…", f"status {status} {words}")[:_LONGEST_REASON].strip()


def _pause(answer: requests.Response) -> timedelta | None:
    said = answer.headers.get("Retry-After", "").strip()
    if not (said.isascii() and said.isdigit() and len(said) <= 9):
        return None
    return min(timedelta(seconds=int(said)), LONGEST_PAUSE)
