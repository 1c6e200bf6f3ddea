"""An API client that sends its CSRF token, as the site's own client does."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from rest_framework.test import APIClient

_BY_PASSWORD, _BY_CODE = settings.AUTHENTICATION_BACKENDS
_SAFE = ("GET", "HEAD", "OPTIONS")


class ApiClient(APIClient):
    """
    Sends requests with CSRF checks enabled.

    Unsafe requests carry a token, unless the test sets its own. It is not fetched by a request: there are
    thousands of clients.
    """

    def __init__(self, **defaults: Any) -> None:
        super().__init__(enforce_csrf_checks=True, **defaults)

    def request(self, **environ: Any) -> Any:
        if environ["REQUEST_METHOD"] not in _SAFE and "HTTP_X_CSRFTOKEN" not in environ:
            environ["HTTP_X_CSRFTOKEN"] = self.csrf_token()
        return super().request(**environ)

    def csrf_token(self) -> str:
        if "csrftoken" not in self.cookies:
            request = HttpRequest()
            get_token(request)
            self.cookies["csrftoken"] = request.META["CSRF_COOKIE"]
        return str(self.cookies["csrftoken"].value)


def logged_in(person: Any) -> ApiClient:
    """A client logged in with an OTP, or for staff with a password, which the admin requires."""
    client = ApiClient()
    client.force_login(person, backend=_BY_PASSWORD if person.is_staff else _BY_CODE)
    return client
