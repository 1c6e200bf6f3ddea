"""The frame of the admin's lists: their titles, their filters, and settings of one row."""

from __future__ import annotations

import pytest
from django.test import Client

from apps.accounts.models import LoginSettings
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import parse

pytestmark = pytest.mark.django_db


def test_a_list_is_named_once_and_its_filters_say_what_they_show(admin_client: Client) -> None:
    page = parse(admin_client.get("/admin/catalog/course/?is_published__exact=1").content.decode())

    assert page.one("h1").text == "Courses"
    assert page.one("div", class_="breadcrumbs").text == "Home › Courses"
    filters = page.one("nav", id="changelist-filter")
    assert filters.all("summary")[0].text == "Is published: Yes"
    assert ("?", "Clear all filters") in filters.links


def test_the_list_of_settings_is_their_page(admin_client: Client) -> None:
    url = "/admin/accounts/loginsettings/"
    assert admin_client.get(url).url == f"{url}add/"  # type: ignore[attr-defined]

    row = LoginSettings.objects.create()
    response = admin_client.get(url, follow=True)
    assert response.redirect_chain == [(f"{url}{row.pk}/change/", 302)]
    page = parse(response.content.decode())
    assert page.one("div", class_="breadcrumbs").text == f"Home › {row}"
    assert page.all("input", name="_addanother") == []


def test_settings_are_shown_to_nobody_without_the_permission(admin_client: Client, member: Person) -> None:
    member.user.is_staff = True
    member.user.save()
    client = Client()
    client.force_login(member.user, backend="apps.accounts.backends.ByPassword")
    assert client.get("/admin/accounts/loginsettings/").status_code == 403
