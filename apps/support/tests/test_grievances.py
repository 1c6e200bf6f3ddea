"""Grievances and contact messages: submitting, rate limits, spam, status changes and the register."""

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.content.models import SiteSettings
from apps.core.ids import new_id
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema
from apps.outbox.models import Message
from apps.support.models import Complaint, ContactMessage, Ticket, TicketNote
from apps.support.models.ticket import InvalidTransition
from apps.support.selectors import requests
from apps.support.services import grievances, submissions
from apps.support.services.grievances import (
    AlreadyRegistered,
    CountedInFinalMonth,
    EscalationNeedsReason,
    NothingToRegister,
    NotRegistered,
)
from apps.support.states import TICKET_TRANSITIONS, Escalation, TicketState

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
GRIEVANCE = {
    "name": "Asha Verma",
    "mobile": "9876543210",
    "email": "asha@example.in",
    "subject": "Charged twice",
    "message": "I was charged twice for one course.",
}
CONTACT = {name: value for name, value in GRIEVANCE.items() if name != "mobile"}


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def admin_user(staff: Person) -> Any:
    return staff.user


def submit(api: ApiClient, **changes: Any) -> Any:
    return api.post("/api/grievance", {**GRIEVANCE, **changes})


def create_ticket(**changes: Any) -> Ticket:
    assert submit(ApiClient(), **changes).status_code == 200
    return Ticket.objects.latest("received_at", "pk")


def messages() -> list[tuple[str, str, Any]]:
    return [
        (row.payload["template"], row.payload["to"], row.payload["params"])
        for row in Message.objects.filter(kind="message").order_by("pk")
    ]


def test_grievance_gets_number_due_date_and_two_messages(api: ApiClient) -> None:
    answer = submit(api)
    assert answer.status_code == 200
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
    assert submit(api, message=text).status_code == 200
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
        assert submit(api, message=f"Message {place}").status_code == 200
    answer = submit(api, message="One more")
    assert (answer.status_code, answer.json()["code"]) == (429, "writing_too_many")
    assert answer["Retry-After"] == "3600"
    assert submit(api, message="Message 1").status_code == 200
    assert submit(api, mobile="9876543211", message="Another").status_code == 200
    assert Ticket.objects.count() == 6
    clock.shift(timedelta(hours=1))
    assert submit(api, message="One more").status_code == 200


def test_ip_address_is_limited_to_twenty_an_hour(api: ApiClient) -> None:
    for place in range(20):
        assert submit(api, mobile=f"98765432{place:02}").status_code == 200
    assert submit(api, mobile="9876543999").status_code == 429
    other = ApiClient(REMOTE_ADDR="203.0.113.9")
    assert submit(other, mobile="9876543999").status_code == 200


@pytest.mark.parametrize("changes", [{"website": "x"}, {"message": "http://a " * 6}])
def test_suspected_spam_is_stored_and_nobody_is_notified(api: ApiClient, changes: dict[str, str]) -> None:
    answer = submit(api, **changes)
    assert answer.status_code == 200
    assert answer.json()["data"]["number"].startswith("GR-")
    assert Ticket.objects.get().state == TicketState.SUSPECT
    assert messages() == []


def test_ticket_released_from_spam_is_acknowledged(staff: Person) -> None:
    row = create_ticket(website="filled by a browser")
    grievances.change_state(ticket_id=row.pk, to=TicketState.NEW, by=staff.user, at=timezone.now())
    assert [name for name, _to, _params in messages()] == ["grievance_received", "grievance_for_office"]


@pytest.mark.parametrize("to", list(TicketState))
@pytest.mark.parametrize("begin", list(TicketState))
def test_only_listed_transitions_are_allowed(staff: Person, begin: TicketState, to: TicketState) -> None:
    row = create_ticket()
    ends = {TicketState.RESOLVED, TicketState.REJECTED, TicketState.SPAM}
    closed = timezone.now() if begin in ends else None
    Ticket.objects.update(state=begin, closed_at=closed)

    def change() -> None:
        by, at = staff.user, timezone.now()
        if to is TicketState.ESCALATED:
            grievances.escalate(ticket_id=row.pk, level=Escalation.ODR, reason="x", by=by, at=at)
        else:
            grievances.change_state(ticket_id=row.pk, to=to, by=by, at=at)

    if to not in TICKET_TRANSITIONS[begin]:
        with pytest.raises(InvalidTransition):
            change()
        assert Ticket.objects.get().state == begin
        assert not TicketNote.objects.exists()
        return
    change()
    row.refresh_from_db()
    assert (row.state, row.closed_at is not None) == (to, to in ends)
    assert {note.by for note in TicketNote.objects.all()} == {staff.user}


def test_grievance_is_counted_when_it_arrives_and_when_it_is_closed(staff: Person, clock: Any) -> None:
    row = create_ticket()
    complaint = Complaint.objects.get()
    assert row.complaint == complaint
    assert (complaint.source, complaint.reference) == ("direct", row.number)
    assert (complaint.received_date, complaint.resolved_date) == (date(2026, 11, 21), None)
    with pytest.raises(AlreadyRegistered):
        grievances.add_to_register(ticket_id=row.pk, by=staff.user, at=timezone.now())
    clock.move_to(datetime(2026, 11, 25, 20, 0, tzinfo=UTC))
    grievances.change_state(ticket_id=row.pk, to=TicketState.RESOLVED, by=staff.user, at=timezone.now())
    complaint.refresh_from_db()
    assert complaint.resolved_date == date(2026, 11, 26)
    grievances.change_state(ticket_id=row.pk, to=TicketState.WORKING, by=staff.user, at=timezone.now())
    complaint.refresh_from_db()
    assert complaint.resolved_date is None


def test_ticket_of_a_final_month_counts_in_the_first_open_month(staff: Person, clock: Any) -> None:
    row = create_ticket()
    remove_from_register(row, by=staff)
    clock.move_to(datetime(2026, 12, 8, 9, 0, tzinfo=UTC))
    complaint = grievances.add_to_register(ticket_id=row.pk, by=staff.user, at=timezone.now())
    assert complaint.received_date == date(2026, 12, 1)
    assert "21 Nov 2026" in complaint.note


def remove_from_register(row: Ticket, *, by: Person) -> None:
    grievances.remove_from_register(ticket_id=row.pk, reason="A question", by=by.user, at=timezone.now())


def test_what_is_no_complaint_is_removed_while_its_month_is_open(staff: Person, clock: Any) -> None:
    row, counted = create_ticket(), create_ticket(message="Another")
    remove_from_register(row, by=staff)
    assert [entry.reference for entry in Complaint.objects.all()] == [counted.number]
    assert row.notes.get().text == "Removed from the complaints register: A question"
    with pytest.raises(NotRegistered):
        remove_from_register(row, by=staff)
    clock.move_to(datetime(2026, 12, 8, 9, 0, tzinfo=UTC))
    with pytest.raises(CountedInFinalMonth):
        remove_from_register(counted, by=staff)
    assert Complaint.objects.get().reference == counted.number


def test_grievance_marked_as_spam_leaves_the_register_and_returns_when_released(staff: Person) -> None:
    row = create_ticket()
    for to, count in ((TicketState.SPAM, 0), (TicketState.NEW, 1)):
        grievances.change_state(ticket_id=row.pk, to=to, by=staff.user, at=timezone.now())
        assert Complaint.objects.count() == count
    assert [template for template, _to, _params in messages()].count("grievance_received") == 1


def test_escalation_has_a_reason_and_keeps_the_deadline(staff: Person) -> None:
    row = create_ticket()
    with pytest.raises(EscalationNeedsReason):
        grievances.change_state(ticket_id=row.pk, to=TicketState.ESCALATED, by=staff.user, at=timezone.now())
    grievances.escalate(
        ticket_id=row.pk, level=Escalation.SCORES, reason="They wrote to SEBI", by=staff.user, at=NOW
    )
    row.refresh_from_db()
    assert (row.state, row.escalated_to, row.escalated_at) == ("escalated", "scores", NOW)
    assert (row.closed_at, row.due_date) == (None, date(2026, 12, 12))
    assert "Escalated to SEBI (SCORES): They wrote to SEBI" in [note.text for note in row.notes.all()]


def test_reopened_grievance_has_a_new_deadline(staff: Person, clock: Any) -> None:
    row = create_ticket()
    grievances.change_state(ticket_id=row.pk, to=TicketState.RESOLVED, by=staff.user, at=timezone.now())
    clock.move_to(datetime(2026, 12, 5, 9, 0, tzinfo=UTC))
    grievances.change_state(ticket_id=row.pk, to=TicketState.WORKING, by=staff.user, at=timezone.now())
    row.refresh_from_db()
    assert row.due_date == date(2026, 12, 26)


def test_spam_cannot_be_added_to_the_register(staff: Person) -> None:
    row = create_ticket(website="x")
    with pytest.raises(NothingToRegister):
        grievances.add_to_register(ticket_id=row.pk, by=staff.user, at=timezone.now())
    assert not Complaint.objects.exists()


def test_overdue_tickets_are_listed_first_with_their_delay(admin_user: Any, clock: Any) -> None:
    late = create_ticket(message="late")
    clock.shift(timedelta(days=20))
    soon = create_ticket(message="soon")
    ended = create_ticket(message="ended")
    Ticket.objects.filter(pk=ended.pk).update(state=TicketState.RESOLVED, closed_at=timezone.now())
    clock.shift(timedelta(days=2))
    admin_client = Client()
    admin_client.force_login(admin_user, backend="apps.accounts.backends.ByPassword")
    html = admin_client.get(reverse("admin:support_ticket_changelist")).content.decode()
    assert html.index(late.number) < html.index(soon.number) < html.index(ended.number)
    assert "Overdue by 1 day<" in html
    assert "19 days left, until 1 Jan 2027" in html
    overdue = admin_client.get(
        reverse("admin:support_ticket_changelist"), {"status": "overdue"}
    ).content.decode()
    assert late.number in overdue
    assert soon.number not in overdue


def test_list_has_same_query_count_for_one_ticket_and_for_many(
    admin_client: Client, django_assert_num_queries: Any
) -> None:
    address = reverse("admin:support_ticket_changelist")
    create_ticket()
    admin_client.get(address)
    with django_assert_num_queries(9):
        admin_client.get(address)
    for place in range(4):
        create_ticket(message=f"Another {place}")
    for place in range(45):
        row = Ticket.objects.first()
        assert row is not None
        row.pk, row.number, row.complaint = None, f"GR-{place}", None
        row.save(force_insert=True)
    with django_assert_num_queries(9):
        admin_client.get(address)


def test_buttons_change_status_add_note_and_register(admin_client: Client) -> None:
    row = create_ticket()

    def press(step: str, **told: str) -> str:
        answer = admin_client.post(reverse(f"admin:support_ticket_{step}", args=[row.pk]), told, follow=True)
        return answer.content.decode()

    assert "changed to &#x27;In progress&#x27;" in press("state", to="working")
    assert "cannot change to that status" in press("state", to="working")
    assert "Choose a status." in press("state", to="gone")
    assert "&lt;b&gt;Called&lt;/b&gt;" in press("note", text="<b>Called</b> her.")
    assert "Write a note" in press("note", text=" ")
    assert "Say why it is not a complaint" in press("unregister", reason="")
    assert "Removed from the complaints register." in press("unregister", reason="A question")
    assert "Added to the complaints register." in press("register")
    assert "already in the complaints register" in press("register")
    assert Complaint.objects.count() == 1


@pytest.mark.parametrize(
    "step", ["state", "note", "register", "unregister", "reply", "assign", "escalate", "revoke"]
)
def test_unknown_ticket_is_404(admin_client: Client, step: str) -> None:
    told = {"to": "working", "text": "A note."}
    assert (
        admin_client.post(reverse(f"admin:support_ticket_{step}", args=[new_id()]), told).status_code == 404
    )


def test_ticket_cannot_be_edited_or_deleted(admin_client: Client) -> None:
    row = create_ticket()
    for step in ("delete", "change"):
        assert (
            admin_client.post(
                reverse(f"admin:support_ticket_{step}", args=[row.pk]), {"post": "yes"}
            ).status_code
            == 403
        )


def test_only_staff_can_change_status(member: Person) -> None:
    row = create_ticket()
    address = reverse("admin:support_ticket_state", args=[row.pk])
    assert member.api.post(address, {"to": "spam"}).status_code == 302
    assert Ticket.objects.get().state == TicketState.NEW


def test_contact_message_is_stored_and_office_notified(api: ApiClient, admin_client: Client) -> None:
    SiteSettings.objects.create(contact_email="office@example.in")
    answer = api.post("/api/contact", CONTACT)
    assert answer.status_code == 200
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
        assert api.post("/api/contact", {**CONTACT, "message": f"{place}"}).status_code == 200
    assert api.post("/api/contact", {**CONTACT, "message": "1"}).status_code == 200
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
