"""The cookies that only the endpoints of the login get: what they have in common."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

_LOGIN_PATH = "/login/"


def attributes(request: HttpRequest) -> dict[str, Any]:
    """For `set_cookie`, in a response of such an endpoint."""
    return {
        # The path as the browser sees it: on the API's own host it has no prefix.
        "path": f"{request.path.partition(_LOGIN_PATH)[0]}{_LOGIN_PATH}",
        "domain": settings.SESSION_COOKIE_DOMAIN,
        "secure": settings.SESSION_COOKIE_SECURE,
        "httponly": True,
        "samesite": "Lax",
    }
