"""
SMS and WhatsApp through MSG91.

MSG91 responds with 200 even to requests it refuses, so the body decides. A message that it
accepts may still not be delivered. It documents no key by which it would recognise a repeated request.
"""

import re
from collections.abc import Mapping
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import requests
from django.conf import settings
from urllib3.exceptions import NewConnectionError

from apps.accounts.gateways.gateway import (
    ChannelFailed,
    ChannelRefused,
    Gateway,
    OutcomeUnknown,
    Rendered,
)

SMS_PATH = "/api/v5/flow"
WHATSAPP_PATH = "/api/v5/whatsapp/whatsapp-outbound-message/bulk/"
TIMEOUT = (2, 5)
"""Seconds to connect and to read: short, because another channel or a retry follows."""

MAX_RETRY_AFTER = timedelta(hours=1)
"""A longer Retry-After is cut to this: the message would be too late to be of use."""

_COUNTRY_CODE = "91"
_LANGUAGE = "en"
_TEMPORARY_STATUSES = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS}
_ACCEPTED = "success"
_REFUSED = {"error", "fail", "failed"}
_DIGITS = re.compile(r"\d{4,}")
_MAX_REASON_LENGTH = 100
_UNREGISTERED = "the template has no registered id"


class Sms:
    deduplicates = False

    def why_unable(self, registered_id: str, /) -> str:
        return "" if registered_id else _UNREGISTERED

    def send(self, *, to: str, rendered: Rendered, key: str = "") -> str:
        _refuse_if_unable(self, rendered)
        return _post(
            SMS_PATH,
            {
                "template_id": rendered.registered_id,
                # With shortened links the text would no longer match the registered one.
                "short_url": "0",
                "recipients": [{**rendered.params, "mobiles": _COUNTRY_CODE + to}],
            },
        )


class WhatsApp:
    deduplicates = False

    def why_unable(self, registered_id: str, /) -> str:
        if not settings.SMS_WHATSAPP_NUMBER:
            return "no WhatsApp sender number is configured"
        return "" if registered_id else _UNREGISTERED

    def send(self, *, to: str, rendered: Rendered, key: str = "") -> str:
        _refuse_if_unable(self, rendered)
        # The values by position, as WhatsApp templates number them: {{1}} is `body_1`.
        components = {
            f"body_{position}": {"type": "text", "value": value}
            for position, value in enumerate(rendered.params.values(), 1)
        }
        if "otp" in rendered.params:
            # OTPs need an authentication template, which has a button that copies the code.
            components["button_1"] = {"subtype": "url", "type": "text", "value": rendered.params["otp"]}
        template: dict[str, Any] = {
            "name": rendered.registered_id,
            "language": {"code": _LANGUAGE, "policy": "deterministic"},
            "to_and_components": [{"to": [_COUNTRY_CODE + to], "components": components}],
        }
        if settings.SMS_WHATSAPP_NAMESPACE:
            template["namespace"] = settings.SMS_WHATSAPP_NAMESPACE
        return _post(
            WHATSAPP_PATH,
            {
                "integrated_number": settings.SMS_WHATSAPP_NUMBER,
                "content_type": "template",
                "payload": {"messaging_product": "whatsapp", "type": "template", "template": template},
            },
        )


def _refuse_if_unable(gateway: Gateway, rendered: Rendered) -> None:
    if reason := gateway.why_unable(rendered.registered_id):
        raise ChannelRefused(reason)


def _post(path: str, body: Mapping[str, Any]) -> str:
    try:
        response = requests.post(
            settings.SMS_BASE_URL + path,
            json=body,
            headers={"authkey": settings.SMS_AUTH_KEY, "Accept": "application/json"},
            timeout=TIMEOUT,
            # A redirected POST loses its body.
            allow_redirects=False,
        )
    except requests.ConnectTimeout as error:
        raise ChannelFailed(f"no response: {type(error).__name__}") from error
    except requests.RequestException as error:
        reason = getattr(error.args[0], "reason", None) if error.args else None
        kind = ChannelFailed if isinstance(reason, NewConnectionError) else OutcomeUnknown
        raise kind(f"no response: {type(error).__name__}") from error
    fields = _scalar_fields(response)
    _raise_for_result(response, fields)
    request_id = fields.get("request_id") or fields.get("message") or ""
    return str(request_id)[:_MAX_REASON_LENGTH]


def _raise_for_result(response: requests.Response, fields: Mapping[str, Any]) -> None:
    status = response.status_code
    if status in _TEMPORARY_STATUSES or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise ChannelFailed(_reason(status, fields), retry_after=_retry_after(response))
    if status >= HTTPStatus.BAD_REQUEST:
        raise ChannelRefused(_reason(status, fields))
    results = {fields.get("type"), fields.get("status")}
    if results & _REFUSED or fields.get("hasError") is True:
        raise ChannelRefused(_reason(status, fields))
    if status >= HTTPStatus.MULTIPLE_CHOICES or _ACCEPTED not in results:
        raise ChannelFailed(f"unexpected response, status {status}")


def _scalar_fields(response: requests.Response) -> dict[str, Any]:
    """The fields of the JSON body, without nested values; empty if the body is not a JSON object."""
    try:
        body = response.json()
    except (ValueError, RecursionError):
        return {}
    return (
        {name: value for name, value in body.items() if _is_scalar(value)} if isinstance(body, dict) else {}
    )


def _is_scalar(value: object) -> bool:
    return value is None or isinstance(value, str | int | bool)


def _reason(status: int, fields: Mapping[str, Any]) -> str:
    message = fields.get("message") or fields.get("errors") or ""
    # The message may repeat the number or the OTP of the request.
    return _DIGITS.sub("…", f"status {status} {message}")[:_MAX_REASON_LENGTH].strip()


def _retry_after(response: requests.Response) -> timedelta | None:
    seconds = response.headers.get("Retry-After", "").strip()
    if not (seconds.isascii() and seconds.isdigit() and len(seconds) <= 9):
        return None
    return min(timedelta(seconds=int(seconds)), MAX_RETRY_AFTER)
