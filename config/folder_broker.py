"""Celery's broker without Redis: kombu's filesystem transport, with atomic writes."""

import fcntl
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
        try:
            _write(path, payload)
        except OSError as failure:
            raise ChannelError(f"Cannot write a message to {self.data_folder_out}") from failure

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        """kombu empties the file before it locks it: a worker that starts in this moment ends."""
        entry = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        self.control_folder.mkdir(exist_ok=True)
        with (self.control_folder / "lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            table = self.get_table(exchange)
            if entry not in table:
                _write(self._exchange_file(exchange), [entry, *table])  # type: ignore[no-untyped-call]

    def get_table(self, exchange: str) -> list[Any]:
        try:
            return list(super().get_table(exchange))  # type: ignore[no-untyped-call]
        except ValueError:
            # Left by a process that was killed. Each worker adds its queue again when it starts.
            return []


def _write(path: Path, content: Any) -> None:
    partial = path.with_suffix(".part")
    partial.write_text(dumps(content))  # type: ignore[no-untyped-call]
    partial.replace(path)


class Transport(filesystem.Transport):
    Channel = Channel
