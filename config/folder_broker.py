"""Celery's broker without Redis: kombu's filesystem transport, with atomic writes."""

from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: Any, **_options: Any) -> None:  # type: ignore[override]
        """Write and rename: kombu fills the file in place, and a worker that reads it half written ends."""
        path = Path(self.data_folder_out) / f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg"
        partial = path.with_suffix(".part")
        try:
            partial.write_text(dumps(payload))  # type: ignore[no-untyped-call]
            partial.replace(path)
        except OSError as failure:
            raise ChannelError(f"Cannot write a message to {self.data_folder_out}") from failure


class Transport(filesystem.Transport):
    Channel = Channel
