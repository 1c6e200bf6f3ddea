"""An API client that sends its CSRF token, as the site's own client does."""

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest
from django.middleware.csrf import get_token
from rest_framework.test import APIClient

_BY_PASSWORD, _BY_CODE = settings.AUTHENTICATION_BACKENDS
_SAFE = ("GET", "HEAD", "OPTIONS")
_SessionStore = import_module(settings.SESSION_ENGINE).SessionStore


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
    # `force_login` saves three sessions one after the other; most tests log somebody in.
    request = HttpRequest()
    request.session = _SessionStore()
    request.session[SESSION_KEY] = str(person.pk)
    request.session[BACKEND_SESSION_KEY] = _BY_PASSWORD if person.is_staff else _BY_CODE
    request.session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    user_logged_in.send(type(person), request=request, user=person)
    request.session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = str(request.session.session_key)
    return client
