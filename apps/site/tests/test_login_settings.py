"""Staff decide whether the WhatsApp box is a condition of login, and what it says."""

from typing import Any

import pytest
from django.test import Client

from apps.accounts.selectors import login_form
from apps.core.testing.pages import get_page

pytestmark = pytest.mark.django_db

SPECIFIED = "Get alerts, market tips & course updates on WhatsApp"


def test_without_a_decision_it_is_as_specified(client: Client) -> None:
    assert login_form.facts() == {"consentRequired": True, "consentLabel": SPECIFIED}
    assert get_page(client, "/").data["site"]["login"] == login_form.facts()


def test_a_cached_page_is_right_once_staff_have_saved(
    client: Client, admin_client: Client, committed: Any
) -> None:
    for path in ("/", "/login"):
        assert get_page(client, path).data["site"]["login"]["consentRequired"] is True

    with committed():
        answer = admin_client.post(
            "/admin/accounts/loginsettings/add/", {"consent_label": "Course news on WhatsApp"}
        )

    assert answer.status_code == 302
    facts = {"consentRequired": False, "consentLabel": "Course news on WhatsApp"}
    for path in ("/", "/login"):
        assert get_page(client, path).data["site"]["login"] == facts
    assert "Course news on WhatsApp" in get_page(client, "/login").main.text
    assert client.get("/api/site").json()["data"]["login"] == facts
    assert admin_client.get("/admin/accounts/loginsettings/add/").status_code == 403, "there is one row"
