"""Staff with some permissions, logged in to the admin."""

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client


def client_with(*permissions: str, mobile: str = "9844444444") -> Client:
    """Permissions by 'app.codename', or by a codename that one app alone has."""
    person: Any = get_user_model().objects.create_user(mobile=mobile, name="Clerk", is_staff=True)
    for permission in permissions:
        app, _, codename = permission.rpartition(".")
        of_app = {"content_type__app_label": app} if app else {}
        person.user_permissions.add(Permission.objects.get(codename=codename, **of_app))
    client = Client()
    client.force_login(person, backend="apps.accounts.backends.ByPassword")
    return client
