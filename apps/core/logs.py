"""
Logs as one JSON object a line, with the request's id and without anything secret.

Redaction happens here, last of all, so that no caller can forget it.
"""

import json
import logging
import re
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="-")

_TOUCHY = (
    r"(?:session_?(?:id|key)|csrf_?token|authorization|cookie|password|passwd|otp|token|secret|signature)"
)
# No pattern starts with a repetition, and repetitions that meet are possessive: whatever comes, each reads a
# text once. `tests/test_pattern_times.py` measures it.
_NAMED = re.compile(
    rf"""(?ix)
    ( {_TOUCHY} \\*+['"]? \s*+ [:=,] \s*+ )      # its name, as in text, a query, JSON or a header
    (?: b?\\*+'[^']*+'? | b?\\*+"[^"]*+"? | (?:bearer|basic)\s++\S++ | [^\s'",;}}&\])]++ )
    """
)
_TOLD = re.compile(
    rf"(?i)({_TOUCHY}(?:\s++(?:is|was|of|for)(?=\s))?\s++)['\"]?(?:[^\W\d]|[./+=~-])*+\d[\w./+=~-]*+"
)
_TOUCHY_NAME = re.compile(rf"(?i){_TOUCHY}$")
_CREDENTIALS = re.compile(r"(?i)\b(bearer|basic)\s++[\w.~+/=-]{6,}+")
_URL_PASSWORD = re.compile(r"(://[^\s:/@]*+:)[^\s/@]++@")
_CODE = re.compile(r"(?i)((?:code|otp)\D{0,20})(?<!\d)\d{6}(?!\d)|(?<!\d)\d{6}(?!\d)(?=\D{0,20}(?:code|otp))")
# Session keys, CSRF tokens and signatures, wherever they turn up without a name.
_KEY = re.compile(r"\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{32,}\b")
_UUID = r"\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b"
# The signed address of a film or document opens it, as long as it lives.
_SIGNED_ADDRESS = re.compile(r"(/media/learn/)[^/\s'\"]++")
# A blank or a hyphen, also as an address or a Python text writes it.
_GAP = r"(?:[\s-]|%20|\\{1,8}+(?:x|u00)a0)?"
_MOBILE = re.compile(
    rf"(?P<id>{_UUID})"
    rf"|(?<!\d)(?:(?:\+|%2B|00)?91{_GAP}|0{_GAP})?[6-9６-９६-९](?:{_GAP}\d){{9}}(?!\d)"
)

_HIDDEN = "[hidden]"

_LONGEST = 16_000
"""Characters of one text that are logged: a traceback fits, a request's path is shorter by far."""
_LONGEST_WORD = 512
_LEFT_OUT = " [cut] "


def redacted(text: str) -> str:
    """The text without secrets; of a mobile number the last two digits stay, to tell people apart."""
    text = _shortened(text)
    text = _SIGNED_ADDRESS.sub(rf"\1{_HIDDEN}", text)
    text = _URL_PASSWORD.sub(rf"\1{_HIDDEN}@", text)
    text = _NAMED.sub(rf"\1{_HIDDEN}", text)
    text = _CREDENTIALS.sub(rf"\1 {_HIDDEN}", text)
    text = _CODE.sub(lambda found: (found[1] or "") + _HIDDEN, text)
    text = _TOLD.sub(rf"\1{_HIDDEN}", text)
    return without_numbers(_KEY.sub(_HIDDEN, text))


def _shortened(text: str) -> str:
    """
    The head and the last lines of a text that is too long to be logged: a traceback says most there.

    The word at the cut is left out, since no pattern would know half of a secret. So is all that stands
    on one line with the cut: the name of a secret may be in front of it, its value behind.
    """
    if len(text) <= _LONGEST:
        return text
    head, tail = text[: _LONGEST // 2], text[-_LONGEST // 2 :]
    end = max(head.rfind(blank, len(head) - _LONGEST_WORD) for blank in " \n")
    _, _, last_lines = tail.partition("\n")
    return head[: end if end >= 0 else -_LONGEST_WORD] + _LEFT_OUT + last_lines


def without_numbers(text: str) -> str:
    """The text without mobile numbers; ids may look like one and are left alone."""
    return _MOBILE.sub(lambda found: found["id"] or "********" + found[0][-2:], text)


def scrubbed(value: Any, name: str = "") -> Any:
    """A value made of dicts, lists and texts without what redaction hides, by its name or by its look."""
    if _TOUCHY_NAME.search(name):
        return _HIDDEN
    if isinstance(value, Mapping):
        return {redacted(str(key)): scrubbed(inner, str(key)) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [scrubbed(inner) for inner in value]
    if value is None or isinstance(value, bool | float):
        return value
    text = redacted(str(value))
    return value if isinstance(value, int) and text == str(value) else text


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            # Proxies name requests in their own ways, which look like keys; a number is nobody's name.
            "request_id": without_numbers(request_id.get()),
            "message": redacted(record.getMessage()),
        }
        for name, value in scrubbed(getattr(record, "facts", {})).items():
            entry.setdefault(name, value)
        if record.exc_info:
            entry["error"] = redacted(self.formatException(record.exc_info))
        if record.stack_info:
            entry["stack"] = redacted(record.stack_info)
        return json.dumps(entry, ensure_ascii=False)


class PlainLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts = " ".join(f"{name}={value}" for name, value in getattr(record, "facts", {}).items())
        return redacted(f"{super().format(record)} {facts}".rstrip())


def scrub_event(event: Any, _hint: dict[str, Any]) -> Any:
    """An error report without cookies, bodies, local variables or anything that redaction hides."""
    event.pop("request", None)
    event.pop("user", None)
    for failure in event.get("exception", {}).get("values", []):
        for frame in failure.get("stacktrace", {}).get("frames", []):
            frame.pop("vars", None)
    return scrubbed(event)


def configuration(*, style: str, level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
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
            # Each request has one line of ours; Django's own repeats it for every 4xx.
            "django.request": {"level": "ERROR"},
            "django.server": {"level": "ERROR"},
            "celery": {"level": "WARNING"},
        },
    }
