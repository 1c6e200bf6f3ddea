"""Old URLs of admin pages lead to the new ones, for one release."""

import pytest
from django.test import Client
from django.urls import resolve

pytestmark = pytest.mark.proof

PK = "01234567-89ab-7def-8123-456789abcdef"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("/admin/content/ticket/", "/admin/support/ticket/"),
        (f"/admin/content/ticket/{PK}/change/", f"/admin/support/ticket/{PK}/change/"),
        ("/admin/content/ticket/?q=GR-1&p=2", "/admin/support/ticket/?q=GR-1&p=2"),
        (f"/admin/content/contactmessage/{PK}/change/", f"/admin/support/contactmessage/{PK}/change/"),
        ("/admin/content/complaint/add/", "/admin/support/complaint/add/"),
        (f"/admin/content/asset/{PK}/delete/", f"/admin/media/asset/{PK}/delete/"),
    ],
)
def test_old_url_redirects_and_keeps_method_and_query(client: Client, before: str, after: str) -> None:
    for method in (client.get, client.post):
        answer = method(before)
        assert (answer.status_code, answer["Location"]) == (307, after)
    assert resolve(after.partition("?")[0]).namespace == "admin"


@pytest.mark.parametrize(
    "path", ["/admin/content/page/", "/admin/content/complianceaudit/", "/admin/content/"]
)
def test_pages_of_content_stay_where_they_are(path: str) -> None:
    assert resolve(path).namespace == "admin"
