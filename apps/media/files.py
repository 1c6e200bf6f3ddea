"""Responses with a file of this machine: whole or a range of it, streamed in blocks."""

from collections.abc import Iterator
from pathlib import Path
from typing import IO
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.http import content_disposition_header

from apps.core import security_headers
from apps.core.errors import NotFound, Unavailable
from apps.media import mime_types, ranges
from apps.media.ranges import ByteRange

_BLOCK_BYTES = 64 * 1024

PROXY_PREFIX = "/x-accel/media/"
"""An internal location of nginx that only our responses lead to: `deploy/nginx.conf`."""


def file_response(request: HttpRequest, *, path: Path) -> HttpResponseBase:
    """
    The response to a GET or HEAD request: 200, 206 or 416.

    :raises NotFound: if there is no such file
    :raises Unavailable: if the folder that it is in is away, such as a network drive
    """
    if settings.SENDFILE_HEADER:
        return _sendfile_response(path)
    try:
        content = path.open("rb")
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        raise NotFound() from None
    except OSError:
        raise Unavailable() from None
    stat = path.stat()
    size, etag = stat.st_size, f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
    try:
        byte_range = _requested_range(request, size=size, etag=etag)
    except ranges.RangeNotSatisfiable:
        content.close()
        response: HttpResponseBase = HttpResponse(status=416)
        response["Content-Range"] = f"bytes */{size}"
    else:
        response = _stream(content, byte_range or ByteRange(0, size), has_body=request.method == "GET")
        if byte_range is not None:
            response.status_code = 206
            response["Content-Range"] = f"bytes {byte_range.start}-{byte_range.end - 1}/{size}"
        response["ETag"] = etag
    _set_headers(response, name=path.name)
    return response


def _sendfile_response(path: Path) -> HttpResponseBase:
    """The reverse proxy sends the file and handles ranges and conditional requests."""
    if not path.is_file():
        raise NotFound()
    response = HttpResponse()
    if settings.SENDFILE_HEADER == "X-Sendfile":
        response["X-Sendfile"] = str(path)
    else:
        relative = path.resolve().relative_to(Path(settings.MEDIA_ROOT).resolve())
        response["X-Accel-Redirect"] = f"{PROXY_PREFIX}{quote(str(relative))}"
    _set_headers(response, name=path.name)
    return response


def _requested_range(request: HttpRequest, *, size: int, etag: str) -> ByteRange | None:
    header = request.headers.get("Range")
    # Only GET has ranges, and with If-Range only if the client has a part of this very file.
    if header is None or request.method != "GET" or request.headers.get("If-Range", etag) != etag:
        return None
    return ranges.parse_range(header, size=size)


def _stream(content: IO[bytes], byte_range: ByteRange, *, has_body: bool) -> HttpResponseBase:
    response: HttpResponseBase
    if has_body:
        response = StreamingHttpResponse(_blocks(content, byte_range))
    else:
        content.close()
        response = HttpResponse()
    response["Content-Length"] = str(byte_range.length)
    return response


def _blocks(content: IO[bytes], byte_range: ByteRange) -> Iterator[bytes]:
    with content:
        content.seek(byte_range.start)
        left = byte_range.length
        while left and (block := content.read(min(_BLOCK_BYTES, left))):
            left -= len(block)
            yield block


def _set_headers(response: HttpResponseBase, *, name: str) -> None:
    mime = mime_types.mime_type(name)
    response["Content-Type"] = mime
    response["Accept-Ranges"] = "bytes"
    response["X-Content-Type-Options"] = "nosniff"
    is_download = mime == mime_types.DOWNLOAD_ONLY
    response["Content-Disposition"] = content_disposition_header(is_download, name) or "inline"
    if mime == "application/pdf":
        security_headers.allow_framing_by_site(response)
