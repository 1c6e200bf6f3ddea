"""Grievances and messages: taken in, acknowledged, held back, counted, worked on."""

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.content.models import Complaint, ContactMessage, SiteSettings, Ticket, TicketNote
from apps.content.models.ticket import NoSuchMove
from apps.content.services import submissions, tickets
from apps.content.services.tickets import AlreadyRegistered, NothingToRegister
from apps.content.states import TICKET_MOVES, TicketState
from apps.core.ids import new_id
from apps.core.testing.clients import ApiClient
from apps.core.testing.described import assert_described
from apps.core.testing.fixtures import Person
from apps.outbox.models import Message

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


@pytest.fixture
def desk(admin_client: Client) -> Client:
    return admin_client


def raised(api: ApiClient, **changes: Any) -> Any:
    return api.post("/api/grievance", {**GRIEVANCE, **changes})


def ticket(**changes: Any) -> Ticket:
    assert raised(ApiClient(), **changes).status_code == 200
    return Ticket.objects.latest("received_at", "pk")


def messages() -> list[tuple[str, str, Any]]:
    return [
        (row.payload["template"], row.payload["to"], row.payload["params"])
        for row in Message.objects.filter(kind="message").order_by("pk")
    ]


def test_a_grievance_gets_a_number_a_day_and_two_messages(api: ApiClient) -> None:
    answer = raised(api)
    assert answer.status_code == 200
    assert_described(answer.json(), path="grievance", method="post")
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
    assert to_sender == (
        "grievance_received",
        "asha@example.in",
        {"number": row.number, "day": "12 Dec 2026"},
    )
    assert to_office[:2] == ("grievance_for_office", "grievance@example.in")
    assert to_office[2]["subject"] == "Charged twice"


def test_who_gave_no_mail_address_is_told_by_text_message(api: ApiClient) -> None:
    assert raised(api, email="").json()["data"]["acknowledgedBy"] == "sms"
    assert messages()[0][1] == "9876543210"


def test_the_21_days_begin_with_indias_day(clock: Any, api: ApiClient) -> None:
    clock.move_to(datetime(2026, 11, 21, 18, 30, tzinfo=UTC))
    assert raised(api).json()["data"]["dueDate"] == "2026-12-13"


def test_a_members_grievance_is_theirs(member: Person) -> None:
    raised(member.api)
    assert Ticket.objects.get().person == member.user


def test_all_that_is_sent_is_really_sent(api: ApiClient, committed: Any) -> None:
    SiteSettings.objects.create(grievance_officer_email="officer@example.in")
    with committed():
        raised(api, subject="\u202eWWW.evil.example ://x 👩‍👩‍👧 \u200f")
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
def test_what_makes_no_sense_is_refused_by_field_and_kept_nowhere(
    api: ApiClient, changes: dict[str, Any]
) -> None:
    answer = raised(api, **changes)
    assert answer.status_code == 400
    assert set(answer.json()["errors"]) == set(changes)
    assert not Ticket.objects.exists()
    assert messages() == []


def test_half_a_character_is_refused(api: ApiClient) -> None:
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
        "<script>alert(1)</script>\n\n-- '; DROP TABLE content_ticket;",
    ],
)
def test_long_and_foreign_text_is_kept_as_it_was_typed(api: ApiClient, desk: Client, text: str) -> None:
    assert raised(api, message=text).status_code == 200
    row = Ticket.objects.get()
    assert row.message == text
    html = desk.get(reverse("admin:content_ticket_change", args=[row.pk])).content.decode()
    assert "<script>alert(1)" not in html
    assert 'class="written" dir="auto"' in html


def test_lines_end_in_one_way_and_controls_go(api: ApiClient) -> None:
    raised(api, message="one\r\ntwo\rthree\x07\x00", name=" Asha\n Verma ")
    row = Ticket.objects.get()
    assert (row.message, row.name) == ("one\ntwo\nthree", "Asha Verma")


def test_the_same_words_again_are_the_same_ticket_for_a_day(api: ApiClient, clock: Any) -> None:
    first = raised(api).json()
    assert raised(api).json() == first
    assert Ticket.objects.count() == 1
    assert len(messages()) == 2
    clock.shift(timedelta(days=1))
    assert raised(api).json()["data"]["number"] != first["data"]["number"]


def test_one_sender_may_write_five_times_an_hour(api: ApiClient, clock: Any) -> None:
    for place in range(5):
        assert raised(api, message=f"Message {place}").status_code == 200
    answer = raised(api, message="One more")
    assert (answer.status_code, answer.json()["code"]) == (429, "writing_too_many")
    assert answer["Retry-After"] == "3600"
    assert raised(api, message="Message 1").status_code == 200
    assert raised(api, mobile="9876543211", message="Another").status_code == 200
    assert Ticket.objects.count() == 6
    clock.shift(timedelta(hours=1))
    assert raised(api, message="One more").status_code == 200


def test_one_address_may_write_twenty_times_an_hour(api: ApiClient) -> None:
    for place in range(20):
        assert raised(api, mobile=f"98765432{place:02}").status_code == 200
    assert raised(api, mobile="9876543999").status_code == 429
    other = ApiClient(REMOTE_ADDR="203.0.113.9")
    assert raised(other, mobile="9876543999").status_code == 200


@pytest.mark.parametrize("changes", [{"website": "x"}, {"message": "http://a " * 6}])
def test_what_looks_like_spam_is_held_and_answered_by_nothing(
    api: ApiClient, changes: dict[str, str]
) -> None:
    answer = raised(api, **changes)
    assert answer.status_code == 200
    assert answer.json()["data"]["number"].startswith("GR-")
    assert Ticket.objects.get().state == TicketState.SUSPECT
    assert messages() == []


def test_a_ticket_that_was_held_by_mistake_is_acknowledged_when_it_is_let_go(staff: Person) -> None:
    row = ticket(website="filled by a browser")
    tickets.move(ticket_id=row.pk, to=TicketState.NEW, by=staff.user, at=timezone.now())
    assert [name for name, _to, _params in messages()] == ["grievance_received", "grievance_for_office"]


@pytest.mark.parametrize("to", list(TicketState))
@pytest.mark.parametrize("begin", list(TicketState))
def test_a_ticket_moves_only_as_the_table_says(staff: Person, begin: TicketState, to: TicketState) -> None:
    row = ticket()
    ends = {TicketState.RESOLVED, TicketState.REJECTED, TicketState.SPAM}
    closed = timezone.now() if begin in ends else None
    Ticket.objects.update(state=begin, closed_at=closed)
    if to not in TICKET_MOVES[begin]:
        with pytest.raises(NoSuchMove):
            tickets.move(ticket_id=row.pk, to=to, by=staff.user, at=timezone.now())
        assert Ticket.objects.get().state == begin
        assert not TicketNote.objects.exists()
        return
    tickets.move(ticket_id=row.pk, to=to, by=staff.user, at=timezone.now())
    row.refresh_from_db()
    assert (row.state, row.closed_at is not None) == (to, to in ends)
    assert TicketNote.objects.get().by == staff.user


def test_a_ticket_is_a_complaint_only_when_staff_say_so(staff: Person, clock: Any) -> None:
    row = ticket()
    assert not Complaint.objects.exists()
    complaint = tickets.register(ticket_id=row.pk, by=staff.user, at=timezone.now())
    assert (complaint.source, complaint.reference) == ("direct", row.number)
    assert (complaint.received_date, complaint.resolved_date) == (date(2026, 11, 21), None)
    with pytest.raises(AlreadyRegistered):
        tickets.register(ticket_id=row.pk, by=staff.user, at=timezone.now())
    clock.move_to(datetime(2026, 11, 25, 20, 0, tzinfo=UTC))
    tickets.move(ticket_id=row.pk, to=TicketState.RESOLVED, by=staff.user, at=timezone.now())
    complaint.refresh_from_db()
    assert complaint.resolved_date == date(2026, 11, 26)
    tickets.move(ticket_id=row.pk, to=TicketState.WORKING, by=staff.user, at=timezone.now())
    complaint.refresh_from_db()
    assert complaint.resolved_date is None


def test_a_ticket_of_a_final_month_counts_in_the_first_open_one(staff: Person, clock: Any) -> None:
    row = ticket()
    clock.move_to(datetime(2026, 12, 8, 9, 0, tzinfo=UTC))
    complaint = tickets.register(ticket_id=row.pk, by=staff.user, at=timezone.now())
    assert complaint.received_date == date(2026, 12, 1)
    assert "21 Nov 2026" in complaint.note


def test_spam_is_no_complaint(staff: Person) -> None:
    row = ticket(website="x")
    with pytest.raises(NothingToRegister):
        tickets.register(ticket_id=row.pk, by=staff.user, at=timezone.now())
    assert not Complaint.objects.exists()


def test_staff_see_what_is_overdue_first_and_how_long(admin_user: Any, clock: Any) -> None:
    late = ticket(message="late")
    clock.shift(timedelta(days=20))
    soon = ticket(message="soon")
    ended = ticket(message="ended")
    Ticket.objects.filter(pk=ended.pk).update(state=TicketState.RESOLVED, closed_at=timezone.now())
    clock.shift(timedelta(days=2))
    desk = Client()
    desk.force_login(admin_user, backend="apps.accounts.backends.ByPassword")
    html = desk.get(reverse("admin:content_ticket_changelist")).content.decode()
    assert html.index(late.number) < html.index(soon.number) < html.index(ended.number)
    assert "Overdue by 1 day<" in html
    assert "19 days left, until 1 Jan 2027" in html
    overdue = desk.get(reverse("admin:content_ticket_changelist"), {"stands": "overdue"}).content.decode()
    assert late.number in overdue
    assert soon.number not in overdue


def test_the_list_costs_the_same_for_one_ticket_and_for_many(
    desk: Client, django_assert_num_queries: Any
) -> None:
    address = reverse("admin:content_ticket_changelist")
    ticket()
    desk.get(address)
    with django_assert_num_queries(8):
        desk.get(address)
    for place in range(4):
        ticket(message=f"Another {place}")
    for place in range(45):
        row = Ticket.objects.first()
        assert row is not None
        row.pk, row.number = None, f"GR-{place}"
        row.save(force_insert=True)
    with django_assert_num_queries(8):
        desk.get(address)


def test_staff_work_on_a_ticket_with_buttons(desk: Client) -> None:
    row = ticket()

    def press(step: str, **told: str) -> str:
        answer = desk.post(reverse(f"admin:content_ticket_{step}", args=[row.pk]), told, follow=True)
        return answer.content.decode()

    assert "is now: being looked into" in press("move", to="working")
    assert "cannot become that" in press("move", to="working")
    assert "Choose a state." in press("move", to="gone")
    assert "&lt;b&gt;Called&lt;/b&gt;" in press("note", text="<b>Called</b> her.")
    assert "Write a note" in press("note", text=" ")
    assert "counts into the published tables" in press("register")
    assert "in the register of complaints already" in press("register")
    assert Complaint.objects.count() == 1


@pytest.mark.parametrize("step", ["move", "note", "register"])
def test_a_ticket_that_is_not_there_is_sent_back_with_404(desk: Client, step: str) -> None:
    told = {"to": "working", "text": "A note."}
    assert desk.post(reverse(f"admin:content_ticket_{step}", args=[new_id()]), told).status_code == 404


def test_what_was_written_is_neither_changed_nor_deleted_by_hand(desk: Client) -> None:
    row = ticket()
    for step in ("delete", "change"):
        assert (
            desk.post(reverse(f"admin:content_ticket_{step}", args=[row.pk]), {"post": "yes"}).status_code
            == 403
        )


def test_buttons_are_for_staff_alone(member: Person) -> None:
    row = ticket()
    address = reverse("admin:content_ticket_move", args=[row.pk])
    assert member.api.post(address, {"to": "spam"}).status_code == 302
    assert Ticket.objects.get().state == TicketState.NEW


def test_a_message_to_the_office_is_kept_and_told(api: ApiClient, desk: Client) -> None:
    SiteSettings.objects.create(contact_email="office@example.in")
    answer = api.post("/api/contact", CONTACT)
    assert answer.status_code == 200
    assert_described(answer.json(), path="contact", method="post")
    row = ContactMessage.objects.get()
    assert answer.json()["data"] == {"number": row.number, "receivedAt": "2026-11-21T09:30:00Z"}
    [(name, to, params)] = messages()
    assert (name, to, params["number"]) == ("contact_for_office", "office@example.in", row.number)
    address = reverse("admin:content_contactmessage_changelist")
    assert row.number in desk.get(address).content.decode()
    desk.post(address, {"action": "mark_answered", "_selected_action": [str(row.pk)]})
    row.refresh_from_db()
    assert row.answered_at == NOW


def test_messages_to_the_office_are_limited_and_never_twice(api: ApiClient) -> None:
    for place in range(5):
        assert api.post("/api/contact", {**CONTACT, "message": f"{place}"}).status_code == 200
    assert api.post("/api/contact", {**CONTACT, "message": "1"}).status_code == 200
    assert api.post("/api/contact", {**CONTACT, "message": "more"}).status_code == 429
    assert ContactMessage.objects.count() == 5
    assert api.post("/api/contact", {**CONTACT, "email": ""}).status_code == 400


def test_a_person_can_take_what_they_wrote_along_and_have_it_erased(member: Person) -> None:
    raised(member.api)
    raised(ApiClient(), mobile=member.user.mobile, message="Without logging in")
    member.api.post("/api/contact", CONTACT)
    raised(ApiClient(), message="Somebody else's")
    told = member.api.get("/api/user/data").json()
    assert [row["message"] for row in told["grievances"]] == [GRIEVANCE["message"]]
    assert [row["subject"] for row in told["contact messages"]] == ["Charged twice"]
    assert member.api.post("/api/user/erase", {"mobile": member.user.mobile}).status_code == 200
    kept = Ticket.objects.filter(mobile="")
    assert [(row.name, row.email, row.message, row.person) for row in kept] == [("", "", "", None)]
    assert not ContactMessage.objects.exists()
    others = Ticket.objects.exclude(mobile="").values_list("message", flat=True)
    assert sorted(others) == ["Somebody else's", "Without logging in"]


def test_a_number_that_was_only_typed_gives_nobody_elses_grievance_away(
    member: Person, other_member: Person
) -> None:
    raised(other_member.api, mobile=member.user.mobile)
    other_member.api.post("/api/contact", {**CONTACT, "email": member.user.email})

    told = member.api.get("/api/user/data").json()
    assert (told["grievances"], told["contact messages"]) == ([], [])
    assert member.api.post("/api/user/erase", {"mobile": member.user.mobile}).status_code == 200

    ticket = Ticket.objects.get()
    assert (ticket.person, ticket.message) == (other_member.user, GRIEVANCE["message"])
    assert ContactMessage.objects.get().person == other_member.user


def test_the_subject_for_the_office_is_short_and_links_nowhere() -> None:
    assert submissions.for_office("See https://x.example www.y.example now") == "See x.example y.example now"
    assert submissions.for_office("\u202e\u200f") == "No subject"
    assert len(submissions.for_office("x" * 120)) == 120
