"""Who is asking, by the session cookie alone."""

from django.contrib.auth.models import AbstractBaseUser
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request


class Session(BaseAuthentication):
    """
    Takes the person from Django's session.

    CSRF is checked by the frame for every unsafe call, visitors' ones too, and so not here.
    """

    def authenticate(self, request: Request) -> tuple[AbstractBaseUser, None] | None:
        user = getattr(request._request, "user", None)
        if user is None or not user.is_authenticated or not user.is_active:
            return None
        return user, None

    def authenticate_header(self, request: Request) -> str:
        # Its presence makes the framework answer 401 to strangers instead of 403.
        return "Session"
