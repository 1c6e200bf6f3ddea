"""
Renders pages with React, in a Node process that belongs to this worker.

The process gets one request a line and answers with a line of the same id, one after the other. A page that
throws, takes too long or breaks the process is answered without its HTML: `shell.html` then has heading, lead
and data, and the browser renders the rest.
"""

import atexit
import json
import logging
import os
import select
import subprocess
import threading
import time
from pathlib import Path
from typing import IO, Any

from django.conf import settings

from apps.core import metrics

logger = logging.getLogger("rally.rendering")

RENDER_SECONDS = 1.5
"""The time limit of a page, after which the process is killed."""
WAIT_SECONDS = 2.0
"""How long a page waits for those before it."""
START_SECONDS = 10.0
RESTART_SECONDS = 1.0
"""A process that broke is started again after this at the earliest, so that not every request pays for it."""
_OPTIONS = ("--max-old-space-size=96", "--max-semi-space-size=2", "--single-threaded")
"""Memory limits in MB. One thread and a small young generation: 40 MB less, and not slower."""
_PIPE_BYTES = 65_536


class RenderingFailed(Exception):
    """The page has no HTML; the reason was logged."""


class Renderer:
    """One process, used by one thread at a time. At most so many threads use it or wait for it."""

    def __init__(self, *, script: Path, threads: int) -> None:
        self._script = script
        self._threads = threading.BoundedSemaphore(threads)
        self._lock = threading.Lock()
        self._process: _Process | None = None
        self._next_start = 0.0
        self._failures = 0

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def render(self, *, url: str, page: str) -> str:
        """
        The HTML of the page at this URL, whose data is JSON.

        :raises RenderingFailed: if there is none within the time limit
        """
        started, outcome = time.monotonic(), "failed"
        try:
            html = self._render(url=url, page=page)
            outcome = "rendered"
        finally:
            metrics.RENDER_SECONDS.labels(outcome).observe(time.monotonic() - started)
        return html

    def close(self) -> None:
        with self._lock:
            self._stop()

    def _render(self, *, url: str, page: str) -> str:
        if not self._threads.acquire(blocking=False):
            raise self._failure("busy", url, level=logging.WARNING)
        try:
            response = self._respond(url=url, page=page)
        finally:
            self._threads.release()
        # A page that renders nothing has failed as well.
        if not response.get("html"):
            raise self._failure(str(response.get("error", "empty")), url)
        return str(response["html"])

    def _respond(self, *, url: str, page: str) -> dict[str, Any]:
        if not self._lock.acquire(timeout=WAIT_SECONDS):
            raise self._failure("busy", url, level=logging.WARNING)
        try:
            return self._running().request(url=url, page=page, seconds=RENDER_SECONDS)
        except ProcessBroken as error:
            self._stop()
            raise self._failure(str(error), url) from None
        finally:
            self._lock.release()

    def _running(self) -> "_Process":
        if self._process is None or not self._process.is_current():
            self._stop()
            now = time.monotonic()
            if now < self._next_start:
                raise ProcessBroken("not started yet")
            self._next_start = now + RESTART_SECONDS
            self._process = _Process(self._script)
        return self._process

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None

    def _failure(self, reason: str, url: str, *, level: int = logging.ERROR) -> RenderingFailed:
        self._failures += 1
        # Without the query, which may be personal.
        facts = {"path": url.partition("?")[0][:200], "reason": reason[:2000], "failures": self._failures}
        logger.log(level, "page not rendered", extra={"facts": facts})
        return RenderingFailed(reason)


class ProcessBroken(Exception):
    """The process died, hangs, or wrote something else."""


class _Process:
    def __init__(self, script: Path) -> None:
        self._script = script
        self._built_at = _built_at(script)
        self._id = 0
        try:
            self._child = subprocess.Popen(  # noqa: S603 - our own script
                [settings.NODE, *_OPTIONS, str(script)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                env={"PATH": os.environ.get("PATH", ""), "NODE_ENV": "production"},
            )
        except OSError as error:
            raise ProcessBroken(f"not started: {error}") from None
        self._input, self._output = _not_blocking(self._child.stdin), _not_blocking(self._child.stdout)
        try:
            self._read(time.monotonic() + START_SECONDS)
        except ProcessBroken:
            self.kill()
            raise

    @property
    def pid(self) -> int:
        return self._child.pid

    def is_current(self) -> bool:
        """Whether it is alive, and runs what was built last."""
        return self._child.poll() is None and self._built_at == _built_at(self._script)

    def request(self, *, url: str, page: str, seconds: float) -> dict[str, Any]:
        deadline = time.monotonic() + seconds
        self._id += 1
        self._write(f'{{"id":{self._id},"url":{json.dumps(url)},"page":{page}}}\n'.encode(), deadline)
        return self._read(deadline)

    def kill(self) -> None:
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                pipe.close()

    def _write(self, line: bytes, deadline: float) -> None:
        unsent = memoryview(line)
        while unsent:
            _wait(self._input, select.POLLOUT, deadline)
            try:
                unsent = unsent[os.write(self._input, unsent[:_PIPE_BYTES]) :]
            except OSError as error:
                raise ProcessBroken(f"gone: {error}") from None

    def _read(self, deadline: float) -> dict[str, Any]:
        chunks: list[bytes] = []
        while not chunks or not chunks[-1].endswith(b"\n"):
            _wait(self._output, select.POLLIN, deadline)
            chunk = os.read(self._output, _PIPE_BYTES)
            if not chunk:
                raise ProcessBroken("ended")
            chunks.append(chunk)
        try:
            response = json.loads(b"".join(chunks))
        except ValueError:
            response = None
        # Any other line is not the answer to this request, and could be somebody else's page.
        if not isinstance(response, dict) or response.get("id") != self._id:
            raise ProcessBroken("wrote something else")
        return response


def _not_blocking(pipe: IO[bytes] | None) -> int:
    if pipe is None:
        raise ProcessBroken("has no pipes")
    os.set_blocking(pipe.fileno(), False)
    return pipe.fileno()


def _wait(file: int, event: int, deadline: float) -> None:
    poll = select.poll()
    poll.register(file, event)
    if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
        raise ProcessBroken("timed out")


def _built_at(script: Path) -> int:
    try:
        return script.stat().st_mtime_ns
    except OSError:
        raise ProcessBroken("not built") from None


renderer = Renderer(script=Path(settings.RENDER_SCRIPT), threads=settings.WAITING_THREADS)
atexit.register(renderer.close)
