"""Sends requests to the WSGI application as a server does, to an endpoint or to a bare view at its URL."""

import io
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.wsgi import get_wsgi_application

from apps.catalog.api import urls

Answer = TypeVar("Answer")

_TOKEN = "t" * 32
_application = get_wsgi_application()


def call_application(path: str, body: bytes, *, method: str = "POST", session: str = "") -> bytes:
    """The content of the response, which must have status 200."""
    environ = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_HOST": "127.0.0.1:8000",
        "HTTP_X_CSRFTOKEN": _TOKEN,
        "HTTP_COOKIE": f"csrftoken={_TOKEN}" + (f"; sessionid={session}" if session else ""),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.url_scheme": "http",
    }
    statuses: list[str] = []
    response: Any = _application(environ, lambda status, _headers: statuses.append(status))
    content = b"".join(response)
    response.close()
    assert statuses == ["200 OK"], (statuses, content[:300])
    return content


def with_view(path: str, view: Callable[..., Any], request: Callable[[], Answer]) -> Callable[[], Answer]:
    """The same request, answered by another view at the same URL."""
    (pattern,) = (pattern for pattern in urls.urlpatterns if path == f"/api/{pattern.pattern}")
    ours = pattern.callback

    def send_to_view() -> Answer:
        pattern.callback = view
        try:
            return request()
        finally:
            pattern.callback = ours

    return send_to_view
