"""
Reverse proxy from /sandbox/razorpay to the payment sandbox, which is a separate process.

config/urls.py adds it where SANDBOX_PORT is set, never in production.
"""

from http.cookiejar import DefaultCookiePolicy

import requests
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import re_path
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csrf import csrf_exempt
from requests.adapters import HTTPAdapter

_REQUEST_HEADERS = ("Authorization", "Content-Type", "Accept", "User-Agent", "X-Refund-Idempotency")
_RESPONSE_HEADERS = ("Content-Type", "Content-Security-Policy", "Cache-Control", "WWW-Authenticate", "Allow")


def _create_session() -> requests.Session:
    """A session with keep-alive and without cookies, shared by all threads."""
    session = requests.Session()
    session.trust_env = False
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    session.mount("http://", HTTPAdapter(pool_maxsize=64))
    return session


_session = _create_session()


@csrf_exempt
@xframe_options_exempt
def proxy(request: HttpRequest, path: str | None) -> HttpResponse:
    """Forward the request to the sandbox and return its response."""
    try:
        upstream = _session.request(
            str(request.method),
            f"http://127.0.0.1:{settings.SANDBOX_PORT}/sandbox/razorpay{path or '/'}",
            params=request.META.get("QUERY_STRING", ""),
            data=request.body,
            headers={name: request.headers[name] for name in _REQUEST_HEADERS if name in request.headers},
            timeout=15,
            allow_redirects=False,
        )
    except requests.RequestException:
        return HttpResponse("The payment sandbox is not running.", status=503)
    response = HttpResponse(upstream.content, status=upstream.status_code)
    for name in _RESPONSE_HEADERS:
        if name in upstream.headers:
            response[name] = upstream.headers[name]
    # The sandbox sends its own Content-Security-Policy; do not add the site's.
    response._csp_exempt = True  # type: ignore[attr-defined]
    return response


urlpattern = re_path(r"^sandbox/razorpay(?P<path>/.*)?$", proxy)
