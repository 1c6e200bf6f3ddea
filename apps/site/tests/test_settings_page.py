"""The settings page as the server renders it."""

from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Consent
from apps.accounts.services import mobile_changes
from apps.accounts.states import ConsentChannel, ConsentKind
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import Page, get_page

pytestmark = pytest.mark.django_db


def get_settings(client: Client) -> Page:
    return get_page(client, "/settings")


def agreed(person: Person, *, number: int, given: bool = True) -> Consent:
    return Consent.objects.create(
        person=person.user,
        kind=ConsentKind.WHATSAPP,
        is_given=given,
        text="Words",
        text_version="1",
        channel=ConsentChannel.LOGIN,
        at=datetime(2026, 3, 1, 6, 35, number, tzinfo=UTC),
    )


def test_a_visitor_sees_the_heading_and_gets_no_data(client: Client) -> None:
    page = get_settings(client)
    assert page.heading == "Settings"
    assert page.main.all("form") == []
    assert page.answers == []


def test_a_member_finds_their_details_as_text(member: Person, client: Client) -> None:
    hostile = '"><script>alert(1)</script>'
    member.user.name, member.user.address = hostile, "</textarea><b>"
    member.user.state = "Bombay"
    member.user.save()
    client.force_login(member.user)

    page = get_settings(client)

    assert "<script>alert" not in page.html
    assert "</textarea><b>" not in page.html
    assert hostile in [field.attributes.get("value") for field in page.main.all("input")]
    assert "".join(page.main.one("textarea").children).strip() == "</textarea><b>"
    assert selected(page) == ["Bombay"]
    assert f"+91 {member.user.mobile[:5]} {member.user.mobile[5:]}" in page.main.text


def test_the_members_state_is_selected_in_the_list(member: Person, client: Client) -> None:
    member.user.state = "Goa"
    member.user.save()
    client.force_login(member.user)

    assert selected(get_settings(client)) == ["Goa"]


def selected(page: Page) -> list[str]:
    return [option.text for option in page.main.all("option") if "selected" in option.attributes]


def test_the_consents_are_the_endpoints_response(member: Person, client: Client) -> None:
    for number in range(11):
        agreed(member, number=number, given=number % 2 == 0)
    client.force_login(member.user)

    page = get_settings(client)

    response = client.get("/api/user/consents?skip=0&limit=10").json()
    assert page.answers[0] == [["consents", {"skip": 0, "limit": 10}], response]
    assert response["totalCount"] == 11
    assert page.main.text.count("Sun, 1 Mar 2026, 12:05 PM") == 10
    assert "Show more" in page.main.text


def test_nobody_sees_the_consents_of_another(member: Person, other_member: Person, client: Client) -> None:
    agreed(other_member, number=1)
    client.force_login(member.user)

    page = get_settings(client)

    assert "No consents recorded yet." in page.main.text
    assert page.answers[0] == [["consents", {"skip": 0, "limit": 10}], {"data": [], "totalCount": 0}]


def test_devices_are_in_the_page_as_the_endpoint_lists_them(member: Person, other_member: Person) -> None:
    phone = Client()
    phone.force_login(member.user)
    session = phone.session
    session["device"] = "Chrome on Android"
    session.save()

    page = get_settings(phone)

    listed = page.answer("devices")["data"]
    response = phone.get("/api/user/devices").json()
    assert [row["_id"] for row in listed] == [row["_id"] for row in response["data"]]
    assert [row["name"] for row in listed] == ["Chrome on Android", "Unknown browser"]
    assert page.main.text.count("This device") == page.main.text.count("Last active") == 1
    assert len(page.main.all("button", aria_label="Log out Chrome on Android")) == 1


def test_a_pending_change_of_number_is_in_the_page(member: Person, staff: Person, client: Client) -> None:
    client.force_login(member.user)
    assert get_settings(client).answer("mobile-change") == {"data": None}
    with transaction.atomic():
        mobile_changes.request(
            person=member.user, new_mobile="9855555555", reason="x", by=staff.user, at=timezone.now()
        )
    cache.clear()
    client.force_login(member.user)

    page = get_settings(client)

    assert page.answer("mobile-change")["data"]["newNumberEnding"] == "55"
    assert "Your mobile number is about to change" in page.main.text
    assert "9855555555" not in page.html
