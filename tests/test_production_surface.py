"""Demo data, redirects after the staff login, and response headers."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client

PASSWORD = "a long pass phrase for tests"


def test_demo_data_is_refused_in_production(settings: Any) -> None:
    settings.SEEDS_DEMO_DATA = False
    with pytest.raises(CommandError, match="seed_demo does not run with these settings"):
        call_command("seed_demo")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("next_url", "redirected_to"),
    [
        ("/admin/accounts/user/", "/admin/accounts/user/"),
        ("https://evil.example/", "/admin/"),
        ("//evil.example/", "/admin/"),
        ("/courses", "/admin/"),
        ("/admin/../courses", "/admin/"),
        ("/nowhere", "/admin/"),
        ("/administrator", "/admin/"),
        ("", "/admin/"),
    ],
)
def test_the_staff_login_redirects_to_the_admin_only(
    client: Client, next_url: str, redirected_to: str
) -> None:
    get_user_model().objects.create_superuser(mobile="9833333334", password=PASSWORD)
    response = client.post(
        f"/admin/login/?next={next_url}", {"username": "9833333334", "password": PASSWORD, "next": next_url}
    )
    assert (response.status_code, response["Location"]) == (302, redirected_to)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/nowhere", "/api/user", "/api/none", "/admin/login/", "/static/none.js", "/healthz"]
)
def test_every_response_has_a_permissions_policy(client: Client, path: str) -> None:
    assert "camera=()" in client.get(path)["Permissions-Policy"]


@pytest.mark.django_db
def test_the_page_has_the_name_of_the_csrf_cookie(client: Client, settings: Any) -> None:
    settings.CSRF_COOKIE_NAME = "__Host-csrftoken"
    assert '<meta name="csrf-cookie" content="__Host-csrftoken">' in client.get("/pro").content.decode()
