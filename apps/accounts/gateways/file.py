"""
Local gateway for all channels, used where no provider is configured: appends each message to a file and
prints it on the console.

Both contain OTPs in plain text, so production does not use it.
"""

import contextlib
import json
import os
import sys
from datetime import UTC
from pathlib import Path

from django.utils import timezone

from apps.accounts.gateways.gateway import ChannelFailed, Rendered

_REMEMBERED_BYTES = 256 * 1024


class OutboxFile:
    def __init__(self, path: Path) -> None:
        self._path = path

    deduplicates = True

    def why_unable(self, _registered_id: str, /) -> str:
        return ""

    def send(self, *, to: str, rendered: Rendered, key: str = "") -> str:
        try:
            if key and _has_recent(self._path, key):
                return key
            _append(self._path, _json_line(to=to, rendered=rendered, key=key))
        except OSError as error:
            raise ChannelFailed(f"outbox file: {type(error).__name__}") from error
        _print(f"[{rendered.channel} to {to}] {rendered.body}\n")
        return key


def _json_line(*, to: str, rendered: Rendered, key: str) -> bytes:
    at = timezone.now().astimezone(UTC).isoformat(timespec="milliseconds")
    entry = {
        "at": at.replace("+00:00", "Z"),
        "channel": str(rendered.channel),
        "to": to,
        "template": rendered.key,
        "params": dict(rendered.params),
        "body": rendered.body,
    }
    if key:
        entry["key"] = key
    # ASCII only: JSON allows U+2028 in a string, but some readers treat it as the end of a line.
    return json.dumps(entry).encode("ascii") + b"\n"


def _has_recent(path: Path, key: str) -> bool:
    """Whether a message with this key is in the last part of the file: providers, too, forget old keys."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - _REMEMBERED_BYTES))
            return b'"key": "%s"' % key.encode("ascii") in file.read()
    except FileNotFoundError:
        return False


def _append(path: Path, line: bytes) -> None:
    """Append in a single write, so that lines of concurrent processes never interleave."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        if os.write(descriptor, line) != len(line):
            raise OSError("the disk is full")
    finally:
        os.close(descriptor)


def _print(text: str) -> None:
    # Not `sys.stdout`, which Celery redirects to its log. A closed console must not cause a retry.
    console = sys.__stdout__
    if console is not None:
        with contextlib.suppress(OSError, ValueError):
            console.write(text)
            console.flush()
