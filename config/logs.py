"""
Logs as one JSON object a line, with the request's id and without anything secret.

Redaction happens here, last of all, so that no caller can forget it.
"""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="-")

_SECRET_NAMES = r"sessionid|csrftoken|x-csrftoken|authorization|cookie|set-cookie|password|otp|token|secret|signature"
_NAMED_SECRET = re.compile(
    rf"""(?ix) (['"]?\b(?:[\w-]*(?:{_SECRET_NAMES}))['"]?\s*[:=]\s*) (?:bearer\s+|basic\s+)? ['"]?[^\s'",;}}&]+['"]?"""
)
_LOGIN_CODE = re.compile(r"(?i)(\bcode\b\D{0,12})\d{6}(?!\d)")
_MOBILE = re.compile(r"(?<![\w-])(?:\+?91[\s-]?)?[6-9]\d{7}(\d{2})(?![\w-])")


def redacted(text: str) -> str:
    """The text without secrets; of a mobile number the last two digits stay, to tell people apart."""
    text = _NAMED_SECRET.sub(r"\1[hidden]", text)
    text = _LOGIN_CODE.sub(r"\1[hidden]", text)
    return _MOBILE.sub(r"********\1", text)


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request_id": request_id.get(),
            "message": redacted(record.getMessage()),
        }
        entry.update(getattr(record, "facts", {}))
        if record.exc_info:
            entry["error"] = redacted(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


def scrub_event(event: dict[str, Any], _hint: dict[str, Any]) -> dict[str, Any]:
    """An error report without cookies, bodies, local variables or anything that redaction hides."""
    event.pop("request", None)
    event.pop("user", None)
    for failure in event.get("exception", {}).get("values", []):
        for frame in failure.get("stacktrace", {}).get("frames", []):
            frame.pop("vars", None)
    return json.loads(redacted(json.dumps(event, default=str)))


def configuration(*, style: str, level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {"()": JsonLines},
            "plain": {"()": PlainLines, "format": "%(levelname)-7s %(name)s: %(message)s"},
        },
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "plain" if style == "plain" else "json"}
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Each request has one line of ours; Django's own repeats it for every 4xx.
            "django.request": {"level": "ERROR"},
            "django.server": {"level": "ERROR"},
            "celery": {"level": "WARNING"},
        },
    }
