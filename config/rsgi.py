"""
The RSGI application for granian: reads and sends in the event loop, and runs only Django in threads.

A WSGI server occupies a thread from the first byte of a request to the last byte of its response, so eight
slow clients block eight threads. Here a request gets a thread when its body is complete, and a large
response is sent in chunks without one.

Threads can also wait for the database. So health checks and static files need none of these threads, people
who are logged in do not get all of them, and a request that gets none in time is refused.
"""

import asyncio
import gc
import io
import logging
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any, TypeVar

from granian._granian import RSGIProtocolClosed as ProtocolClosed
from granian._granian import RSGIProtocolError as ProtocolError
from granian.rsgi import Scope

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

from django.conf import settings
from django.db.migrations.loader import MigrationLoader
from django.urls import get_resolver
from django.utils.encoding import iri_to_uri

from apps.core.server import (
    BODY_TOO_SLOW,
    BUFFERED_BYTES,
    BUSY,
    HEADERS_TOO_LARGE,
    NOT_READY,
    REFUSAL,
)
from config.wsgi import application as django

logger = logging.getLogger("rally.server")

Result = TypeVar("Result")

QUEUE_SECONDS = 4.0
"""
How long a request waits for a thread. Shorter than the database's lock timeout of web processes: what waits
behind requests that wait for a lock is refused before it can join them.
"""
READY_SECONDS = 4.0
"""Timeout of /readyz."""
BODY_SECONDS = 15.0
"""Timeout of a body that is read before Django gets the request."""
CHUNK_SECONDS = 20.0
"""Timeout of each chunk of a large body."""
STALLED_SECONDS = 60.0
"""How long a client may stop reading. A video player that pauses longer sends a range request."""
DRAIN_SECONDS = 2.0
"""How long an unwanted body is still read, so that the client reads the response."""
LONGEST_HEADER = 8 * 1024
CHUNK_BYTES = 256 * 1024
COLLECT_AFTER = 10_000
"""Collect the youngest objects after so many. With Python's 700 that is more than once in a purchase."""


class Body:
    """The request body, read in the event loop."""

    def __init__(self, protocol: Any) -> None:
        self._chunks = aiter(protocol)
        self.buffer = bytearray()
        self.is_complete = False

    async def fill(self) -> None:
        while len(self.buffer) <= BUFFERED_BYTES and not self.is_complete:
            self.buffer += await self.next_chunk()

    async def next_chunk(self) -> bytes:
        try:
            return bytes(await anext(self._chunks))
        except (StopAsyncIteration, ProtocolClosed, ProtocolError):
            self.is_complete = True
            return b""

    async def drain(self) -> None:
        left = 8 * BUFFERED_BYTES
        while not self.is_complete and left > 0:
            left -= len(await self.next_chunk())


class LargeBody(io.RawIOBase):
    """A body too large for memory: the thread that reads it waits for chunks, with a timeout."""

    def __init__(self, body: Body, loop: asyncio.AbstractEventLoop) -> None:
        self._body = body
        self._loop = loop

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        buffered = self._body.buffer
        if not buffered and not self._body.is_complete:
            waiting = asyncio.run_coroutine_threadsafe(self._body.next_chunk(), self._loop)
            try:
                buffered += waiting.result(CHUNK_SECONDS)
            except TimeoutError:
                waiting.cancel()
                raise OSError("timed out reading the request body") from None
        count = min(len(buffer), len(buffered))
        buffer[:count] = buffered[:count]
        del buffered[:count]
        return count


class Response:
    """Django's response, created and iterated in a thread."""

    def __init__(self, environ: dict[str, Any]) -> None:
        self._environ = environ
        self.status = 500
        self.headers: list[tuple[str, str]] = []
        self.content: bytes | None = None
        """The whole body, unless it is streamed."""
        self._response: Any = None
        self._chunks: Iterator[bytes] = iter(())

    def run(self) -> "Response":
        self._response = django(self._environ, self._start_response)
        self._chunks = iter(self._response)
        if self._fits_in_memory():
            try:
                self.content = b"".join(self._chunks)
            finally:
                self.close()
        return self

    def _start_response(
        self, status: str, headers: list[tuple[str, str]], _error: Any = None
    ) -> Callable[..., None]:
        self.status, self.headers = int(status[:3]), headers
        return lambda _data: None

    def _fits_in_memory(self) -> bool:
        if not getattr(self._response, "streaming", False):
            return True
        length = next((value for name, value in self.headers if name.lower() == "content-length"), "")
        return length.isdigit() and int(length) <= BUFFERED_BYTES

    def next_chunk(self) -> bytes:
        chunk = bytearray()
        for part in self._chunks:
            chunk += part
            if len(chunk) >= CHUNK_BYTES:
                break
        return bytes(chunk)

    def close(self) -> None:
        self._response.close()


class Application:
    def __init__(self) -> None:
        threads = settings.WEB_THREADS
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="django")
        self._free = asyncio.Semaphore(threads)
        # The pages of visitors are mostly cached, while those of members wait for the database.
        self._free_for_members = asyncio.Semaphore(settings.WAITING_THREADS)
        self._without_database = ThreadPoolExecutor(2, thread_name_prefix="files")
        self._readiness = ThreadPoolExecutor(1, thread_name_prefix="readiness")
        self._environment = dict(os.environ)

    def __rsgi_init__(self, _loop: asyncio.AbstractEventLoop) -> None:
        """In each worker, before its first request: no collection visits what it loaded to start."""
        # The views are otherwise loaded by the first request.
        _ = get_resolver().url_patterns
        # So are the migrations by the first /readyz.
        MigrationLoader(None)
        gc.collect()
        gc.freeze()
        gc.set_threshold(COLLECT_AFTER)

    def __rsgi_del__(self, _loop: asyncio.AbstractEventLoop) -> None:
        for threads in (self._threads, self._without_database, self._readiness):
            threads.shutdown(wait=False)

    async def __rsgi__(self, scope: Scope, protocol: Any) -> None:
        environ = self._environment | build_environ(scope)
        body = await self._read_body(environ, protocol)
        try:
            response = await self._respond(environ)
        except Exception:
            logger.exception("no response")
            response = Response(environ)
            response.content = b""
        if body is not None and not body.is_complete:
            await _finishes_within(DRAIN_SECONDS, body.drain())
            response.headers.append(("Connection", "close"))
        if response.content is not None:
            protocol.response_bytes(response.status, response.headers, response.content)
        else:
            await self._stream(response, protocol)

    async def _respond(self, environ: dict[str, Any]) -> Response:
        path = environ["PATH_INFO"]
        if path == "/healthz":
            # It reads nothing, so it may run in the event loop.
            return Response(environ).run()
        if path == "/readyz":
            return await self._check_readiness(environ)
        if REFUSAL in environ or path.startswith(settings.STATIC_URL):
            return await _run_in(self._without_database, Response(environ).run)
        return await self._respond_when_free(environ)

    async def _check_readiness(self, environ: dict[str, Any]) -> Response:
        try:
            return await asyncio.wait_for(_run_in(self._readiness, Response(environ).run), READY_SECONDS)
        except TimeoutError:
            return Response(environ | {NOT_READY: f"no answer within {READY_SECONDS:.0f} seconds"}).run()

    async def _respond_when_free(self, environ: dict[str, Any]) -> Response:
        is_member = f"{settings.SESSION_COOKIE_NAME}=" in environ.get("HTTP_COOKIE", "")
        try:
            async with (
                asyncio.timeout(QUEUE_SECONDS) as waiting,
                self._free_for_members if is_member else nullcontext(),
                self._free,
            ):
                waiting.reschedule(None)
                return await _run_in(self._threads, Response(environ).run)
        except TimeoutError:
            if not waiting.expired():
                raise
        return await _run_in(self._without_database, Response(environ | {REFUSAL: BUSY}).run)

    async def _read_body(self, environ: dict[str, Any], protocol: Any) -> Body | None:
        """Read a small body into memory; set `wsgi.input` and, on timeout, the reason to refuse."""
        length = environ.get("CONTENT_LENGTH", "")
        is_chunked = "HTTP_TRANSFER_ENCODING" in environ
        environ["wsgi.input"] = io.BytesIO()
        if not is_chunked and not length.strip("0"):
            return None
        body = Body(protocol)
        is_buffered = is_chunked or (length.isdigit() and len(length) < 12 and int(length) <= BUFFERED_BYTES)
        if is_buffered and not await _finishes_within(BODY_SECONDS, body.fill()):
            environ |= {REFUSAL: BODY_TOO_SLOW, "CONTENT_LENGTH": "0"}
            environ.pop("HTTP_TRANSFER_ENCODING", None)
            return body
        if body.is_complete:
            environ["wsgi.input"] = io.BytesIO(bytes(body.buffer))
            environ["CONTENT_LENGTH"] = str(len(body.buffer))
            environ.pop("HTTP_TRANSFER_ENCODING", None)
        else:
            environ["wsgi.input"] = io.BufferedReader(LargeBody(body, asyncio.get_running_loop()))
        return body

    async def _stream(self, response: Response, protocol: Any) -> None:
        try:
            transport = protocol.response_stream(response.status, response.headers)
            while chunk := await _run_in(self._threads, response.next_chunk):
                await asyncio.wait_for(transport.send_bytes(chunk), STALLED_SECONDS)
        except (ProtocolClosed, ProtocolError, TimeoutError):
            pass  # The client is gone, or too slow.
        finally:
            await _run_in(self._threads, response.close)


def build_environ(scope: Scope) -> dict[str, Any]:
    """The WSGI environ, without headers that could pass for the proxy's."""
    server, _, port = scope.server.rpartition(":")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        # Not every client percent-encodes what it sends.
        "QUERY_STRING": iri_to_uri(scope.query_string),
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "SERVER_NAME": server.strip("[]"),
        "SERVER_PORT": port,
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        # WSGI turns a hyphen into an underscore: `X_Forwarded_For` would pass for the proxy's header.
        if "_" in name:
            continue
        if len(value) > LONGEST_HEADER:
            environ[REFUSAL] = HEADERS_TOO_LARGE
            continue
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        separator = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{separator}{value}" if key in environ else value
    if scope.authority:
        environ.setdefault("HTTP_HOST", scope.authority)
    return environ


async def _run_in(threads: ThreadPoolExecutor, work: Callable[[], Result]) -> Result:
    return await asyncio.get_running_loop().run_in_executor(threads, work)


async def _finishes_within(seconds: float, work: Any) -> bool:
    try:
        await asyncio.wait_for(work, seconds)
    except TimeoutError:
        return False
    return True


application = Application()
