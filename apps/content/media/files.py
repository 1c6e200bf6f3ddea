"""A file of this machine as an HTTP answer: whole or in part, in blocks, never read into memory."""

from collections.abc import Iterator
from pathlib import Path
from typing import IO
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.http import content_disposition_header

from apps.content.media import mimes, ranges
from apps.content.media.ranges import Span
from apps.core import policy
from apps.core.errors import NotFound

_BLOCK_BYTES = 64 * 1024

PROXY_PREFIX = "/x-accel/media/"
"""Where nginx keeps the media folder for answers of ours alone: `deploy/nginx.conf`."""


def answer(request: HttpRequest, *, path: Path) -> HttpResponseBase:
    """
    What a GET or HEAD of the file is answered with: 200, 206 or 416.

    :raises NotFound: if there is no such file
    """
    if settings.FILES_BY_PROXY:
        return _left_to_the_proxy(path)
    try:
        content = path.open("rb")
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        raise NotFound() from None
    facts = path.stat()
    size, etag = facts.st_size, f'"{facts.st_mtime_ns:x}-{facts.st_size:x}"'
    try:
        span = _asked_span(request, size=size, etag=etag)
    except ranges.Unsatisfiable:
        content.close()
        response: HttpResponseBase = HttpResponse(status=416)
        response["Content-Range"] = f"bytes */{size}"
    else:
        response = _part(content, span or Span(0, size), is_wanted=request.method == "GET")
        if span is not None:
            response.status_code = 206
            response["Content-Range"] = f"bytes {span.start}-{span.end - 1}/{size}"
        response["ETag"] = etag
    _describe(response, name=path.name)
    return response


def _left_to_the_proxy(path: Path) -> HttpResponseBase:
    """The proxy reads the file, and answers ranges and conditions; its file does not come through here."""
    if not path.is_file():
        raise NotFound()
    response = HttpResponse()
    if settings.FILES_BY_PROXY == "X-Sendfile":
        response["X-Sendfile"] = str(path)
    else:
        below = path.resolve().relative_to(Path(settings.MEDIA_ROOT).resolve())
        response["X-Accel-Redirect"] = f"{PROXY_PREFIX}{quote(str(below))}"
    _describe(response, name=path.name)
    return response


def _asked_span(request: HttpRequest, *, size: int, etag: str) -> Span | None:
    asked = request.headers.get("Range")
    # A range is a matter of GET alone, and of the very file that the reader has a part of already.
    if asked is None or request.method != "GET" or request.headers.get("If-Range", etag) != etag:
        return None
    return ranges.asked(asked, size=size)


def _part(content: IO[bytes], span: Span, *, is_wanted: bool) -> HttpResponseBase:
    response: HttpResponseBase
    if is_wanted:
        response = StreamingHttpResponse(_blocks(content, span))
    else:
        content.close()
        response = HttpResponse()
    response["Content-Length"] = str(span.length)
    return response


def _blocks(content: IO[bytes], span: Span) -> Iterator[bytes]:
    with content:
        content.seek(span.start)
        left = span.length
        while left and (block := content.read(min(_BLOCK_BYTES, left))):
            left -= len(block)
            yield block


def _describe(response: HttpResponseBase, *, name: str) -> None:
    mime = mimes.of(name)
    response["Content-Type"] = mime
    response["Accept-Ranges"] = "bytes"
    response["X-Content-Type-Options"] = "nosniff"
    is_saved = mime == mimes.SAVED_ONLY
    response["Content-Disposition"] = content_disposition_header(is_saved, name) or "inline"
    if mime == "application/pdf":
        policy.let_the_site_frame(response)
