"""
Stands in for every provider on a machine without accounts: a line in a file, and the text on the console.

Codes are readable in both, so production has no such file.
"""

import contextlib
import json
import os
import sys
from datetime import UTC
from pathlib import Path

from django.utils import timezone

from apps.accounts.gateways.gateway import ChannelFailed, Rendered


class File:
    def __init__(self, path: Path) -> None:
        self._path = path

    def send(self, *, to: str, rendered: Rendered) -> None:
        try:
            _append(self._path, _line(to=to, rendered=rendered))
        except OSError as error:
            raise ChannelFailed(f"outbox file: {type(error).__name__}") from error
        _tell(f"[{rendered.channel} to {to}] {rendered.body}\n")


def _line(*, to: str, rendered: Rendered) -> bytes:
    at = timezone.now().astimezone(UTC).isoformat(timespec="milliseconds")
    entry = {
        "at": at.replace("+00:00", "Z"),
        "channel": str(rendered.channel),
        "to": to,
        "template": rendered.key,
        "params": dict(rendered.params),
        "body": rendered.body,
    }
    # Escaped to ASCII: some readers end a line at characters that JSON allows inside of one.
    return json.dumps(entry).encode("ascii") + b"\n"


def _append(path: Path, line: bytes) -> None:
    """In one write, so that lines of processes that send at the same moment never mix."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        if os.write(handle, line) != len(line):
            raise OSError("the disk is full")
    finally:
        os.close(handle)


def _tell(text: str) -> None:
    # Not `sys.stdout`, which Celery's worker turns into its log. A closed console is no reason to send twice.
    console = sys.__stdout__
    if console is not None:
        with contextlib.suppress(OSError, ValueError):
            console.write(text)
            console.flush()
