"""Who sent a request to the API."""

from django.http import HttpRequest
from rest_framework.request import Request

from apps.accounts.models import User


def person_of(request: Request | HttpRequest) -> User | None:
    """None for a visitor."""
    return request.user if isinstance(request.user, User) else None
