"""
The site for granian: it reads and sends in the event loop, and keeps its threads for Django.

A WSGI server gives a thread to each request before its body has come, and until its answer has gone. Eight
callers who stop in the middle then hold all eight threads. Here a request reaches a thread when its body is
complete, and an answer leaves piece by piece without one.
"""

import asyncio
import io
import logging
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from granian._granian import RSGIProtocolClosed as ProtocolClosed
from granian._granian import RSGIProtocolError as ProtocolError
from granian.rsgi import Scope

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

from django.conf import settings
from django.utils.encoding import iri_to_uri

from apps.core.server import BODY_TOO_SLOW, BUFFERED_BYTES, HEADERS_TOO_LARGE, NO_THREAD_WAITS, REFUSAL
from config.wsgi import application as django

logger = logging.getLogger("rally.server")

BODY_SECONDS = 15.0
"""How long a body may take that is read before Django sees the request."""
PIECE_SECONDS = 20.0
"""How long the next piece of a large body may take."""
STALLED_SECONDS = 60.0
"""How long a reader may pause. A player that pauses longer asks for the rest by range."""
DRAIN_SECONDS = 2.0
"""How long a refused body is read on, so that its sender reads the refusal."""
LONGEST_HEADER = 8 * 1024
PIECE_BYTES = 256 * 1024


class Body:
    """What the caller sends, read in the event loop."""

    def __init__(self, protocol: Any) -> None:
        self._chunks = aiter(protocol)
        self.held = bytearray()
        self.is_complete = False

    async def fill(self) -> None:
        while len(self.held) <= BUFFERED_BYTES and not self.is_complete:
            self.held += await self.next_chunk()

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
    """A body that is too large to be held: the thread that reads it waits, but not for ever."""

    def __init__(self, body: Body, loop: asyncio.AbstractEventLoop) -> None:
        self._body = body
        self._loop = loop

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        held = self._body.held
        if not held and not self._body.is_complete:
            waiting = asyncio.run_coroutine_threadsafe(self._body.next_chunk(), self._loop)
            try:
                held += waiting.result(PIECE_SECONDS)
            except TimeoutError:
                waiting.cancel()
                raise OSError("the body stopped coming") from None
        count = min(len(buffer), len(held))
        buffer[:count] = held[:count]
        del held[:count]
        return count


class Answer:
    """What Django answers a request with, made and read in a thread."""

    def __init__(self, environ: dict[str, Any]) -> None:
        self._environ = environ
        self.status = 500
        self.headers: list[tuple[str, str]] = []
        self.content: bytes | None = None
        """All of it, unless it is sent in pieces."""
        self._response: Any = None
        self._pieces: Iterator[bytes] = iter(())

    def make(self) -> None:
        self._response = django(self._environ, self._start)
        self._pieces = iter(self._response)
        if self._is_short():
            try:
                self.content = b"".join(self._pieces)
            finally:
                self.close()

    def _start(self, status: str, headers: list[tuple[str, str]], _error: Any = None) -> Callable[..., None]:
        self.status, self.headers = int(status[:3]), headers
        return lambda _data: None

    def _is_short(self) -> bool:
        if not getattr(self._response, "streaming", False):
            return True
        length = next((value for name, value in self.headers if name.lower() == "content-length"), "")
        return length.isdigit() and int(length) <= BUFFERED_BYTES

    def next_piece(self) -> bytes:
        found = bytearray()
        for part in self._pieces:
            found += part
            if len(found) >= PIECE_BYTES:
                break
        return bytes(found)

    def close(self) -> None:
        self._response.close()


class Application:
    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(settings.WEB_THREADS, thread_name_prefix="django")
        self._environment = dict(os.environ)

    def __rsgi_del__(self, _loop: asyncio.AbstractEventLoop) -> None:
        self._threads.shutdown(wait=False)

    async def __rsgi__(self, scope: Scope, protocol: Any) -> None:
        environ = self._environment | environ_of(scope)
        body = await self._received(environ, protocol)
        answer = Answer(environ)
        try:
            await self._in_thread(answer.make)
        except Exception:
            logger.exception("no answer")
            answer.content = b""
        if body is not None and not body.is_complete:
            await _within(DRAIN_SECONDS, body.drain())
            answer.headers.append(("Connection", "close"))
        if answer.content is not None:
            protocol.response_bytes(answer.status, answer.headers, answer.content)
        else:
            await self._send_in_pieces(answer, protocol)

    async def _received(self, environ: dict[str, Any], protocol: Any) -> Body | None:
        """Read the body, as far as it is held in memory, and say in the environment where the rest is."""
        length = environ.get("CONTENT_LENGTH", "")
        is_chunked = "HTTP_TRANSFER_ENCODING" in environ
        environ["wsgi.input"] = io.BytesIO()
        if not is_chunked and not length.strip("0"):
            return None
        body = Body(protocol)
        is_held = is_chunked or (length.isdigit() and len(length) < 12 and int(length) <= BUFFERED_BYTES)
        if is_held and not await _within(BODY_SECONDS, body.fill()):
            environ |= {REFUSAL: BODY_TOO_SLOW, "CONTENT_LENGTH": "0"}
            environ.pop("HTTP_TRANSFER_ENCODING", None)
            return body
        if body.is_complete:
            environ["wsgi.input"] = io.BytesIO(bytes(body.held))
            environ["CONTENT_LENGTH"] = str(len(body.held))
            environ.pop("HTTP_TRANSFER_ENCODING", None)
        else:
            environ["wsgi.input"] = io.BufferedReader(LargeBody(body, asyncio.get_running_loop()))
        return body

    async def _send_in_pieces(self, answer: Answer, protocol: Any) -> None:
        try:
            transport = protocol.response_stream(answer.status, answer.headers)
            while piece := await self._in_thread(answer.next_piece):
                await asyncio.wait_for(transport.send_bytes(piece), STALLED_SECONDS)
        except (ProtocolClosed, ProtocolError, TimeoutError):
            pass  # The reader is gone, or has paused for so long that it may come again.
        finally:
            await self._in_thread(answer.close)

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def environ_of(scope: Scope) -> dict[str, Any]:
    """The request as WSGI has it, without what could pass for something that the proxy wrote."""
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
        NO_THREAD_WAITS: True,
    }
    for name, value in scope.headers.items():
        # WSGI writes a hyphen as an underscore: `X_Forwarded_For` would pass for the proxy's header.
        if "_" in name:
            continue
        if len(value) > LONGEST_HEADER:
            environ[REFUSAL] = HEADERS_TOO_LARGE
            continue
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        between = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{between}{value}" if key in environ else value
    if scope.authority:
        environ.setdefault("HTTP_HOST", scope.authority)
    return environ


async def _within(seconds: float, work: Any) -> bool:
    try:
        await asyncio.wait_for(work, seconds)
    except TimeoutError:
        return False
    return True


application = Application()
