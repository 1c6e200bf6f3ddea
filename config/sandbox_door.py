"""
The way from the site's address to the stand-in payment provider, which is a process of its own.

Only the local settings open this door; production has no provider behind this address.
"""

from http.cookiejar import DefaultCookiePolicy

import requests
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csrf import csrf_exempt
from requests.adapters import HTTPAdapter

_CARRIED_IN = ("Authorization", "Content-Type", "Accept", "User-Agent", "X-Refund-Idempotency")
_CARRIED_OUT = ("Content-Type", "Content-Security-Policy", "Cache-Control", "WWW-Authenticate", "Allow")


def _pooled() -> requests.Session:
    """For all threads: its connections stay open, and it keeps nothing of what passes."""
    session = requests.Session()
    session.trust_env = False
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    session.mount("http://", HTTPAdapter(pool_maxsize=64))
    return session


_session = _pooled()


@csrf_exempt
@xframe_options_exempt
def forward(request: HttpRequest, rest: str | None) -> HttpResponse:
    """Hand the request on and its answer back, word for word."""
    try:
        answer = _session.request(
            str(request.method),
            f"http://127.0.0.1:{settings.SANDBOX_PORT}/sandbox/razorpay{rest or '/'}",
            params=request.META.get("QUERY_STRING", ""),
            data=request.body,
            headers={name: request.headers[name] for name in _CARRIED_IN if name in request.headers},
            timeout=15,
            allow_redirects=False,
        )
    except requests.RequestException:
        return HttpResponse("The stand-in payment provider is not running.", status=503)
    response = HttpResponse(answer.content, status=answer.status_code)
    for name in _CARRIED_OUT:
        if name in answer.headers:
            response[name] = answer.headers[name]
    # The stand-in states its own policy; the site's would be added to it otherwise.
    response._csp_exempt = True  # type: ignore[attr-defined]
    return response
