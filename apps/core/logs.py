"""
Logs one JSON object per line, with the request's id and without secrets.

Redaction happens in the formatter, so that no caller can forget it.
"""

import json
import logging
import re
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="-")

_SENSITIVE = (
    r"(?:session_?(?:id|key)|csrf_?token|authorization|cookie|password|passwd|otp|token|secret|signature)"
)
# No pattern starts with a repetition, and adjacent repetitions are possessive, so that none backtracks.
# `tests/test_pattern_times.py` measures it.
_NAMED = re.compile(
    rf"""(?ix)
    ( {_SENSITIVE} \\*+['"]? \s*+ [:=,] \s*+ )      # its name, as in text, a query string, JSON or a header
    (?: b?\\*+'[^']*+'? | b?\\*+"[^"]*+"? | (?:bearer|basic)\s++\S++ | [^\s'",;}}&\])]++ )
    """
)
_NAMED_IN_PROSE = re.compile(
    rf"(?i)({_SENSITIVE}(?:\s++(?:is|was|of|for)(?=\s))?\s++)['\"]?(?:[^\W\d]|[./+=~-])*+\d[\w./+=~-]*+"
)
_SENSITIVE_KEY = re.compile(rf"(?i){_SENSITIVE}$")
_CREDENTIALS = re.compile(r"(?i)\b(bearer|basic)\s++[\w.~+/=-]{6,}+")
_URL_PASSWORD = re.compile(r"(://[^\s:/@]*+:)[^\s/@]++@")
_CODE = re.compile(r"(?i)((?:code|otp)\D{0,20})(?<!\d)\d{6}(?!\d)|(?<!\d)\d{6}(?!\d)(?=\D{0,20}(?:code|otp))")
# Session keys, CSRF tokens and signatures without a name beside them.
_KEY = re.compile(r"\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{32,}\b")
_UUID = r"\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b"
# A signed URL of a video, a document or an attachment gives access until it expires; the code of a
# certificate shows whose it is.
_SIGNED_URL = re.compile(
    r"(/media/++(?:learn|recordings|support)/++|(?<!/course)/certificates?/++)[^/\s'\"]++"
)
# A space or a hyphen, also URL-encoded or as a Python escape.
_GAP = r"(?:[\s-]|%20|\\{1,8}+(?:x|u00)a0)?"
_MOBILE = re.compile(
    rf"(?P<id>{_UUID})"
    rf"|(?<!\d)(?:(?:\+|%2B|00)?91{_GAP}|0{_GAP})?[6-9６-９६-९](?:{_GAP}\d){{9}}(?!\d)"
)

_HIDDEN = "[hidden]"

_MAX_LENGTH = 16_000
"""Enough for a traceback."""
_MAX_WORD_LENGTH = 512
_CUT_MARK = " [cut] "


def redact(text: str) -> str:
    """The text without secrets; of a mobile number the last two digits are kept, to tell people apart."""
    text = _shorten(text)
    text = _SIGNED_URL.sub(rf"\1{_HIDDEN}", text)
    text = _URL_PASSWORD.sub(rf"\1{_HIDDEN}@", text)
    text = _NAMED.sub(rf"\1{_HIDDEN}", text)
    text = _CREDENTIALS.sub(rf"\1 {_HIDDEN}", text)
    text = _CODE.sub(lambda found: (found[1] or "") + _HIDDEN, text)
    text = _NAMED_IN_PROSE.sub(rf"\1{_HIDDEN}", text)
    return mask_mobiles(_KEY.sub(_HIDDEN, text))


def _shorten(text: str) -> str:
    """
    The start and the last lines of a text that is too long, where a traceback says most.

    The word at the cut is left out, since no pattern would match half of a secret. So is the rest of the
    line after the cut: it may be the value of a secret that was named before.
    """
    if len(text) <= _MAX_LENGTH:
        return text
    head, tail = text[: _MAX_LENGTH // 2], text[-_MAX_LENGTH // 2 :]
    end = max(head.rfind(blank, len(head) - _MAX_WORD_LENGTH) for blank in " \n")
    _, _, last_lines = tail.partition("\n")
    return head[: end if end >= 0 else -_MAX_WORD_LENGTH] + _CUT_MARK + last_lines


def mask_mobiles(text: str) -> str:
    """Masks mobile numbers; UUIDs that look like one are left as they are."""
    return _MOBILE.sub(lambda found: found["id"] or "********" + found[0][-2:], text)


def scrub(value: Any, name: str = "") -> Any:
    """Redacts a value of dicts, lists and texts, by names and by patterns."""
    if _SENSITIVE_KEY.search(name):
        return _HIDDEN
    if isinstance(value, Mapping):
        return {redact(str(key)): scrub(inner, str(key)) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [scrub(inner) for inner in value]
    if value is None or isinstance(value, bool | float):
        return value
    text = redact(str(value))
    return value if isinstance(value, int) and text == str(value) else text


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            # Not redacted: a proxy's request ids look like keys.
            "request_id": mask_mobiles(request_id.get()),
            "message": redact(record.getMessage()),
        }
        for name, value in scrub(getattr(record, "facts", {})).items():
            entry.setdefault(name, value)
        if record.exc_info:
            entry["error"] = redact(self.formatException(record.exc_info))
        if record.stack_info:
            entry["stack"] = redact(record.stack_info)
        return json.dumps(entry, ensure_ascii=False)


_REFUSED_BY_DJANGO = ("DisallowedHost", "RequestDataTooBig", "TooManyFieldsSent", "TooManyFilesSent")
"""Its errors about requests that anybody can send."""


class Warned(logging.Filter):
    """Makes a warning of an error, without the traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        return True


class PlainLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts = " ".join(f"{name}={value}" for name, value in getattr(record, "facts", {}).items())
        return redact(f"{super().format(record)} {facts}".rstrip())


def scrub_event(event: Any, _hint: dict[str, Any]) -> Any:
    """Sentry's `before_send`: without cookies, bodies and local variables, and redacted."""
    event.pop("request", None)
    event.pop("user", None)
    for failure in event.get("exception", {}).get("values", []):
        for frame in failure.get("stacktrace", {}).get("frames", []):
            frame.pop("vars", None)
    return scrub(event)


def configuration(*, style: str, level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"warned": {"()": Warned}},
        "formatters": {
            "json": {"()": JsonLines},
            "plain": {"()": PlainLines, "format": "%(levelname)-7s %(name)s: %(message)s"},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "plain" if style == "plain" else "json",
            }
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # RequestLog writes a line for each request; Django would add one for every 4xx.
            "django.request": {"level": "ERROR"},
            "django.server": {"level": "ERROR"},
            "celery": {"level": "WARNING"},
            **{f"django.security.{kind}": {"filters": ["warned"]} for kind in _REFUSED_BY_DJANGO},
        },
    }
