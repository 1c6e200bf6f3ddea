"""The settings page as the server writes it."""

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Consent
from apps.accounts.services import mobile_changes
from apps.accounts.states import ConsentChannel, ConsentKind
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db


def page_of(client: Client) -> str:
    answer = client.get("/settings")
    assert answer.status_code == 200
    return answer.content.decode()


def picture(html: str) -> str:
    return html.split('id="page-data"')[0]


def answers(html: str) -> list[Any]:
    found = re.search(r'<script id="page-data"[^>]*>(.*?)</script>', html)
    assert found
    return list(json.loads(found[1])["answers"])


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


def test_a_visitor_is_shown_the_heading_and_nothing_of_anybody(client: Client) -> None:
    html = page_of(client)
    assert '<h1 class="PageHead__title">Settings</h1>' in html
    assert "<form" not in picture(html)
    assert answers(html) == []


def test_a_member_finds_their_details_as_text(member: Person, client: Client) -> None:
    hostile = '"><script>alert(1)</script>'
    member.user.name, member.user.address = hostile, "</textarea><b>"
    member.user.state = "Bombay"
    member.user.save()
    client.force_login(member.user)

    html = picture(page_of(client))

    assert "<script>alert" not in html
    assert "</textarea><b>" not in html
    assert 'value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"' in html
    assert "<option selected>Bombay</option>" in html
    assert f"+91 {member.user.mobile[:5]} {member.user.mobile[5:]}" in html


def test_the_state_of_the_person_is_chosen_in_the_list(member: Person, client: Client) -> None:
    member.user.state = "Goa"
    member.user.save()
    client.force_login(member.user)

    html = picture(page_of(client))

    assert re.findall(r"<option selected>(.*?)</option>", html) == ["Goa"]


def test_the_ledger_is_the_calls_answer_under_the_browsers_key(member: Person, client: Client) -> None:
    for number in range(11):
        agreed(member, number=number, given=number % 2 == 0)
    client.force_login(member.user)

    html = page_of(client)

    call = client.get("/api/user/consents?skip=0&limit=10").json()
    assert answers(html)[0] == [["consents", {"skip": 0, "limit": 10}], call]
    assert call["totalCount"] == 11
    assert picture(html).count("Sun, 1 Mar 2026, 12:05 PM") == 10
    assert "Show more" in picture(html)


def test_nobody_sees_the_ledger_of_another(member: Person, other_member: Person, client: Client) -> None:
    agreed(other_member, number=1)
    client.force_login(member.user)

    html = page_of(client)

    assert "No consents recorded yet." in picture(html)
    assert answers(html)[0] == [["consents", {"skip": 0, "limit": 10}], {"data": [], "totalCount": 0}]


def test_devices_are_in_the_page_as_the_endpoint_lists_them(member: Person, other_member: Person) -> None:
    phone = Client()
    phone.force_login(member.user)
    session = phone.session
    session["device"] = "Chrome on Android"
    session.save()

    html = page_of(phone)

    [key, listed] = answers(html)[1]
    asked = phone.get("/api/user/devices").json()
    assert key == ["devices"]
    assert [row["_id"] for row in listed["data"]] == [row["_id"] for row in asked["data"]]
    assert [row["name"] for row in listed["data"]] == ["Chrome on Android", "Unknown browser"]
    assert picture(html).count("This device") == picture(html).count("Last active") == 1
    assert 'aria-label="Log out Chrome on Android"' in picture(html)


def test_a_change_of_number_is_in_the_page_while_it_waits(
    member: Person, staff: Person, client: Client
) -> None:
    client.force_login(member.user)
    assert answers(page_of(client))[2] == [["mobile-change"], {"data": None}]
    with transaction.atomic():
        mobile_changes.request(
            person=member.user, new_mobile="9855555555", reason="x", by=staff.user, at=timezone.now()
        )
    cache.clear()
    client.force_login(member.user)

    html = page_of(client)

    assert answers(html)[2][1]["data"]["newNumberEnding"] == "55"
    assert "Your mobile number is about to change" in picture(html)
    assert "9855555555" not in html
