"""Authentication by the session cookie."""

from django.contrib.auth.models import AbstractBaseUser
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request


class SessionAuthentication(BaseAuthentication):
    """Without DRF's CSRF check: ApiView does one for every unsafe request, visitors' included."""

    def authenticate(self, request: Request) -> tuple[AbstractBaseUser, None] | None:
        user = getattr(request._request, "user", None)
        if user is None or not user.is_authenticated or not user.is_active:
            return None
        return user, None

    def authenticate_header(self, request: Request) -> str:
        # With this header DRF responds with 401 instead of 403 to visitors.
        return "Session"
