"""Grievances and contact messages: submitting, rate limits, spam and personal data."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from apps.accounts.models import Delivery
from apps.content.models import SiteSettings
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema
from apps.outbox.models import Message
from apps.support.models import ContactMessage, Ticket
from apps.support.selectors import requests
from apps.support.services import submissions
from apps.support.states import TicketState
from apps.support.tests.grievance_helpers import (
    CONTACT,
    GRIEVANCE,
    NOW,
    messages,
    submit,
)

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]


def test_grievance_gets_number_due_date_and_two_messages(api: ApiClient) -> None:
    answer = submit(api)
    assert answer.status_code == 201
    assert_matches_schema(answer.json(), path="grievance", method="post")
    row = Ticket.objects.get()
    assert answer.json()["data"] == {
        "number": row.number,
        "receivedAt": "2026-11-21T09:30:00Z",
        "dueDate": "2026-12-12",
        "acknowledgedBy": "mail",
    }
    assert row.number.startswith("GR-261121-")
    assert (row.state, row.person, row.message) == ("new", None, GRIEVANCE["message"])
    to_sender, to_office = messages()
    link = to_sender[2].pop("link")
    assert to_sender == (
        "grievance_received",
        "asha@example.in",
        {"number": row.number, "day": "12 Dec 2026"},
    )
    assert requests.get_linked(key=link.partition("?key=")[2], now=NOW) == row
    assert to_office[:2] == ("grievance_for_office", "grievance@example.in")
    assert to_office[2]["subject"] == "Charged twice"


def test_sender_without_email_is_acknowledged_by_sms(api: ApiClient) -> None:
    assert submit(api, email="").json()["data"]["acknowledgedBy"] == "sms"
    assert messages()[0][1] == "9876543210"


def test_21_days_start_on_the_date_in_india(clock: Any, api: ApiClient) -> None:
    clock.move_to(datetime(2026, 11, 21, 18, 30, tzinfo=UTC))
    assert submit(api).json()["data"]["dueDate"] == "2026-12-13"


def test_grievance_of_logged_in_member_belongs_to_them(member: Person) -> None:
    submit(member.api)
    assert Ticket.objects.get().person == member.user


def test_messages_with_odd_subject_are_sent(api: ApiClient, committed: Any) -> None:
    SiteSettings.objects.create(grievance_officer_email="officer@example.in")
    with committed():
        submit(api, subject="\u202eWWW.evil.example ://x 👩‍👩‍👧 \u200f")
    assert {row.status for row in Message.objects.filter(kind="message")} == {"sent"}


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": None},
        {"name": 7},
        {"name": "x" * 81},
        {"name": "\u200b\u200f "},
        {"mobile": "12345"},
        {"mobile": 9876543210},
        {"mobile": ""},
        {"email": "not an address"},
        {"subject": " "},
        {"subject": "x" * 121},
        {"message": "\u2063\n\t"},
        {"message": "x" * 25_001},
        {"message": ["x"]},
    ],
)
def test_invalid_fields_are_rejected_and_nothing_is_stored(api: ApiClient, changes: dict[str, Any]) -> None:
    answer = submit(api, **changes)
    assert answer.status_code == 400
    assert set(answer.json()["errors"]) == set(changes)
    assert not Ticket.objects.exists()
    assert messages() == []


def test_lone_surrogate_is_rejected(api: ApiClient) -> None:
    body = json.dumps({**GRIEVANCE, "message": "\ud800"})
    answer = api.post("/api/grievance", body, content_type="application/json")
    assert (answer.status_code, set(answer.json()["errors"])) == (400, {"message"})


@pytest.mark.parametrize(
    "text",
    [
        "x" * 20_480,
        "एक ही कोर्स के लिए दो बार पैसे कटे।",
        "دفعت مرتين \u202bمقابل\u202c دورة واحدة",
        "👩🏽‍💻 😡 ₹4,999 🇮🇳",
        "<script>alert(1)</script>\n\n-- '; DROP TABLE support_ticket;",
    ],
)
def test_long_and_foreign_text_is_stored_as_typed(api: ApiClient, admin_client: Client, text: str) -> None:
    assert submit(api, message=text).status_code == 201
    row = Ticket.objects.get()
    assert row.message == text
    html = admin_client.get(reverse("admin:support_ticket_change", args=[row.pk])).content.decode()
    assert "<script>alert(1)" not in html
    assert 'class="written" dir="auto"' in html


def test_line_ends_are_unified_and_control_characters_removed(api: ApiClient) -> None:
    submit(api, message="one\r\ntwo\rthree\x07\x00", name=" Asha\n Verma ")
    row = Ticket.objects.get()
    assert (row.message, row.name) == ("one\ntwo\nthree", "Asha Verma")


def test_same_text_within_a_day_is_the_same_ticket(api: ApiClient, clock: Any) -> None:
    first = submit(api).json()
    assert submit(api).json() == first
    assert Ticket.objects.count() == 1
    assert len(messages()) == 2
    clock.shift(timedelta(days=1))
    assert submit(api).json()["data"]["number"] != first["data"]["number"]


def test_sender_is_limited_to_five_an_hour(api: ApiClient, clock: Any) -> None:
    for place in range(5):
        assert submit(api, message=f"Message {place}").status_code == 201
    answer = submit(api, message="One more")
    assert (answer.status_code, answer.json()["code"]) == (429, "writing_too_many")
    assert answer["Retry-After"] == "3600"
    assert submit(api, message="Message 1").status_code == 201
    assert submit(api, mobile="9876543211", message="Another").status_code == 201
    assert Ticket.objects.count() == 6
    clock.shift(timedelta(hours=1))
    assert submit(api, message="One more").status_code == 201


def test_ip_address_is_limited_to_twenty_an_hour(api: ApiClient) -> None:
    for place in range(20):
        assert submit(api, mobile=f"98765432{place:02}").status_code == 201
    assert submit(api, mobile="9876543999").status_code == 429
    other = ApiClient(REMOTE_ADDR="203.0.113.9")
    assert submit(other, mobile="9876543999").status_code == 201


@pytest.mark.parametrize("changes", [{"website": "x"}, {"message": "http://a " * 6}])
def test_suspected_spam_is_stored_and_nobody_is_notified(api: ApiClient, changes: dict[str, str]) -> None:
    answer = submit(api, **changes)
    assert answer.status_code == 201
    assert answer.json()["data"]["number"].startswith("GR-")
    assert Ticket.objects.get().state == TicketState.SUSPECT
    assert messages() == []


def test_contact_message_is_stored_and_office_notified(api: ApiClient, admin_client: Client) -> None:
    SiteSettings.objects.create(contact_email="office@example.in")
    answer = api.post("/api/contact", CONTACT)
    assert answer.status_code == 201
    assert_matches_schema(answer.json(), path="contact", method="post")
    row = ContactMessage.objects.get()
    assert answer.json()["data"] == {"number": row.number, "receivedAt": "2026-11-21T09:30:00Z"}
    [(name, to, params)] = messages()
    assert (name, to, params["number"]) == ("contact_for_office", "office@example.in", row.number)
    address = reverse("admin:support_contactmessage_changelist")
    assert row.number in admin_client.get(address).content.decode()
    admin_client.post(address, {"action": "mark_answered", "_selected_action": [str(row.pk)]})
    row.refresh_from_db()
    assert row.answered_at == NOW


def test_contact_messages_are_limited_and_never_duplicated(api: ApiClient) -> None:
    for place in range(5):
        assert api.post("/api/contact", {**CONTACT, "message": f"{place}"}).status_code == 201
    assert api.post("/api/contact", {**CONTACT, "message": "1"}).status_code == 201
    assert api.post("/api/contact", {**CONTACT, "message": "more"}).status_code == 429
    assert ContactMessage.objects.count() == 5
    assert api.post("/api/contact", {**CONTACT, "email": ""}).status_code == 400


def test_personal_data_export_and_erasure(member: Person) -> None:
    submit(member.api)
    submit(ApiClient(), mobile=member.user.mobile, message="Without logging in")
    member.api.post("/api/contact", CONTACT)
    submit(ApiClient(), message="Somebody else's")
    told = member.api.get("/api/user/data").json()
    assert [row["message"] for row in told["grievances"]] == [GRIEVANCE["message"]]
    assert [row["subject"] for row in told["contact messages"]] == ["Charged twice"]
    assert member.api.post("/api/user/erase", {"mobile": member.user.mobile}).status_code == 200
    kept = Ticket.objects.filter(mobile="")
    assert [(row.name, row.email, row.message, row.person) for row in kept] == [("", "", "", None)]
    assert not ContactMessage.objects.exists()
    others = Ticket.objects.exclude(mobile="").values_list("message", flat=True)
    assert sorted(others) == ["Somebody else's", "Without logging in"]


def test_an_erasure_empties_the_emails_about_what_was_written(member: Person, committed: Any) -> None:
    with committed():
        submit(member.api)
        member.api.post("/api/contact", CONTACT)
    about_it = Delivery.objects.filter(text__contains="Charged twice")
    assert about_it.count() == 2
    with committed():
        assert member.api.post("/api/user/erase", {"mobile": member.user.mobile}).status_code == 200
    assert not about_it.exists()


def test_typed_mobile_number_does_not_expose_grievances_of_others(
    member: Person, other_member: Person
) -> None:
    submit(other_member.api, mobile=member.user.mobile)
    other_member.api.post("/api/contact", {**CONTACT, "email": member.user.email})

    told = member.api.get("/api/user/data").json()
    assert (told["grievances"], told["contact messages"]) == ([], [])
    assert member.api.post("/api/user/erase", {"mobile": member.user.mobile}).status_code == 200

    ticket = Ticket.objects.get()
    assert (ticket.person, ticket.message) == (other_member.user, GRIEVANCE["message"])
    assert ContactMessage.objects.get().person == other_member.user


def test_subject_for_office_is_short_and_has_no_links() -> None:
    assert (
        submissions.subject_for_office("See https://x.example www.y.example now")
        == "See x.example y.example now"
    )
    assert submissions.subject_for_office("\u202e\u200f") == "No subject"
    assert len(submissions.subject_for_office("x" * 120)) == 120
