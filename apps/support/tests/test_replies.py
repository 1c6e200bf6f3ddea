"""Replies of staff and of the person, in the account and by the link from an email."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from apps.accounts import personal_data
from apps.accounts.models import Delivery, User
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema
from apps.media.storage import private_storage
from apps.outbox.models import Message
from apps.support import links
from apps.support.models import Attachment, ContactMessage, Reply, Ticket
from apps.support.selectors import threads
from apps.support.services import grievances, replies
from apps.support.services.attachments import AttachmentRefused
from apps.support.services.grievances import ClosedUnanswered
from apps.support.services.replies import Draft, RepliesClosed
from apps.support.services.versions import ChangedMeanwhile
from apps.support.states import CLOSED_STATES, TicketState

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
GRIEVANCE = {
    "name": "Asha Verma",
    "mobile": "9876543210",
    "email": "asha@example.in",
    "subject": "Charged twice",
    "message": "I was charged twice for one course.",
}
PDF = b"%PDF-1.7 refund"
LINKED = "/api/support/linked-request"


def grievance(api: ApiClient, **changes: Any) -> Ticket:
    assert api.post("/api/grievance", {**GRIEVANCE, **changes}).status_code == 201
    Message.objects.all().delete()
    return Ticket.objects.latest("received_at", "pk")


def contact(api: ApiClient) -> ContactMessage:
    fields = {name: value for name, value in GRIEVANCE.items() if name != "mobile"}
    assert api.post("/api/contact", fields).status_code == 201
    Message.objects.all().delete()
    return ContactMessage.objects.latest("received_at", "pk")


def send(row: Ticket | ContactMessage, *, by: Person, **changes: Any) -> Reply:
    seen = changes.pop("seen", None)
    draft = Draft(**{"text": "We have refunded you.", **changes})
    return replies.send(kind=type(row), pk=row.pk, draft=draft, by=by.user, at=datetime.now(UTC), seen=seen)


def pdf(name: str = "refund note.pdf", content: bytes = PDF) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def sent_messages() -> list[tuple[str, str]]:
    return [
        (row.payload["template"], row.payload["to"])
        for row in Message.objects.filter(kind="message").order_by("pk")
    ]


def key_of(row: Ticket | ContactMessage) -> str:
    return links.key_of(row, at=datetime.now(UTC))


class TestOfStaff:
    def test_reply_is_kept_sent_by_email_and_announced_by_sms(
        self, api: ApiClient, staff: Person, sent: Any, committed: Any
    ) -> None:
        row = grievance(api)
        with committed():
            reply = send(row, by=staff, text="Dear Asha,\n\nWe refunded {number}: https://bank.example/1")
        email, sms = sorted(sent(), key=lambda message: str(message["channel"]))
        assert email["to"], sms["to"] == (row.email, row.mobile)
        assert email["body"].startswith(
            "Dear Asha,\n\nWe refunded {number}: https://bank.example/1\n\nYour ticket"
        )
        assert f"/support/request?key={key_of(row)}" in email["body"]
        assert sms["body"] == f"Rally: we have replied to {row.number}. Please check your email."
        entry = threads.entries(row)[0]
        assert (entry.who, entry.kind, entry.at) == ("Staff", "staff", NOW)
        assert [(way.channel, way.status) for way in entry.sent] == [("Email", "Sent"), ("SMS", "Sent")]
        row.refresh_from_db()
        assert (row.state, reply.version, row.version) == ("working", 1, 1)

    def test_sender_without_email_gets_the_link_by_sms(self, api: ApiClient, staff: Person) -> None:
        send(grievance(api, email=""), by=staff)
        assert sent_messages() == [("reply_to_read", "9876543210")]

    def test_contact_message_is_answered_by_a_reply_and_open_again_after_one(
        self, member: Person, staff: Person
    ) -> None:
        row = contact(member.api)
        send(row, by=staff)
        row.refresh_from_db()
        assert (row.answered_at, row.answered_by) == (NOW, staff.user)
        assert sent_messages() == [("contact_reply", "asha@example.in"), ("reply_sent", member.user.mobile)]
        assert row.waiting_since == NOW
        # The clock starts again with the person's reply to our answer, and not with what they add before one.
        for hours, text in ((1, "Not yet."), (2, "And one thing more.")):
            with time_machine.travel(NOW + timedelta(hours=hours), tick=False):
                member.api.post(f"/api/support/requests/{row.number}/replies", {"text": text})
        row.refresh_from_db()
        assert (row.answered_at, row.answered_by) == (None, None)
        assert row.waiting_since == NOW + timedelta(hours=1)

    def test_status_can_change_with_the_reply(self, api: ApiClient, staff: Person) -> None:
        row = grievance(api)
        send(row, by=staff, then=TicketState.RESOLVED)
        row.refresh_from_db()
        assert (row.state, row.closed_at) == ("resolved", NOW)
        assert row.complaint is not None
        assert row.complaint.resolved_date == NOW.date()

    def test_second_member_of_staff_is_told_what_changed(self, api: ApiClient, staff: Person) -> None:
        row = grievance(api)
        send(row, by=staff, seen=0)
        with pytest.raises(ChangedMeanwhile) as refused:
            send(row, by=staff, seen=0)
        assert refused.value.changes == [
            "Sat 21 Nov 2026, 3:00 PM, Staff: Reply: We have refunded you.",
            "Sat 21 Nov 2026, 3:00 PM, Staff: Status changed from 'New' to 'In progress'.",
        ]
        assert (Reply.objects.count(), len(sent_messages())) == (1, 2)
        row.refresh_from_db()
        send(row, by=staff, seen=row.version)
        assert Reply.objects.count() == 2

    def test_spam_gets_no_reply(self, api: ApiClient, staff: Person) -> None:
        row = grievance(api)
        grievances.change_state(ticket_id=row.pk, to=TicketState.SPAM, by=staff.user, at=NOW)
        with pytest.raises(RepliesClosed):
            send(row, by=staff)
        assert api.get(f"{LINKED}?key={key_of(row)}").status_code == 404

    @pytest.mark.parametrize(
        ("files", "message"),
        [
            ([pdf("run.exe")], "run.exe: attach PDF, JPEG or PNG files."),
            ([pdf(content=b"<html>")], "refund note.pdf: the content does not match the file type."),
            ([pdf(content=PDF + b"x" * 5 * 2**20)], "refund note.pdf: a file may have at most 5 MB."),
            ([pdf(f"{number}.pdf") for number in range(6)], "Attach at most 5 files."),
        ],
    )
    def test_other_files_are_refused_and_nothing_is_sent(
        self, api: ApiClient, staff: Person, files: list[Any], message: str
    ) -> None:
        row = grievance(api)
        with pytest.raises(AttachmentRefused, match=message):
            send(row, by=staff, files=files)
        assert (Reply.objects.count(), Attachment.objects.count(), sent_messages()) == (0, 0, [])

    def test_invisible_characters_do_not_stop_the_email(
        self, api: ApiClient, staff: Person, sent: Any, committed: Any
    ) -> None:
        row = grievance(api)
        with committed():
            send(row, by=staff, text="Done\u200e, thank\u202e you.\tनमस्ते 👩‍💻")
        assert any(message["body"].startswith("Done, thank you. नमस्ते 👩‍💻") for message in sent())


class TestSuspectedSpam:
    """Whoever answers it takes it for no spam."""

    def test_answered_grievance_is_counted(self, api: ApiClient, staff: Person) -> None:
        row = grievance(api, website="https://bot.example")
        assert (row.state, row.complaint) == (TicketState.SUSPECT, None)
        send(row, by=staff)
        row.refresh_from_db()
        assert (row.state, row.complaint is None) == (TicketState.WORKING, False)
        assert ("grievance_received", row.email) in sent_messages()

    def test_reply_to_an_answered_message_waits_again(self, api: ApiClient, staff: Person) -> None:
        fields = {name: value for name, value in GRIEVANCE.items() if name != "mobile"}
        assert api.post("/api/contact", {**fields, "website": "https://bot.example"}).status_code == 201
        row = ContactMessage.objects.get()
        assert row.is_suspect
        send(row, by=staff)
        api.post(f"{LINKED}/replies", {"key": key_of(row), "text": "Thank you. One more question."})
        assert ContactMessage.objects.filter(answered_at__isnull=True, is_suspect=False).count() == 1


class TestAttachments:
    @pytest.fixture
    def row(self, member: Person, staff: Person) -> Ticket:
        row = grievance(member.api)
        send(row, by=staff, files=[pdf()])
        return row

    def url(self, answer: Any) -> str:
        (attachment,) = answer.json()["data"]["replies"][0]["attachments"]
        assert (attachment["name"], attachment["size"]) == ("refund note.pdf", len(PDF))
        return str(attachment["url"])

    def test_person_opens_it_and_nobody_else_with_their_url(
        self, row: Ticket, member: Person, other_member: Person, api: ApiClient, clock: Any
    ) -> None:
        url = self.url(member.api.get(f"/api/support/requests/{row.number}"))
        answer = member.api.get(url)
        assert b"".join(answer.streaming_content) == PDF
        assert (answer["Cache-Control"], answer["X-Content-Type-Options"]) == ("private, no-store", "nosniff")
        assert answer["Content-Disposition"] == 'inline; filename="refund note.pdf"'
        assert [client.get(url).status_code for client in (other_member.api, api)] == [403, 403]
        assert member.api.get(url.replace("refund", "other")).status_code == 404
        clock.shift(timedelta(minutes=11))
        assert member.api.get(url).status_code == 403

    def test_link_opens_it_for_ten_minutes(self, row: Ticket, api: ApiClient, clock: Any) -> None:
        url = self.url(api.get(f"{LINKED}?key={key_of(row)}"))
        assert api.get(url).status_code == 200
        clock.shift(timedelta(minutes=11))
        assert api.get(url).status_code == 403

    def test_its_path_is_not_the_name_that_it_came_with(self, row: Ticket) -> None:
        attachment = Attachment.objects.get()
        assert attachment.file.name == f"private/support/{attachment.pk}.pdf"

    def test_it_is_deleted_with_the_account(self, row: Ticket, member: Person, committed: Any) -> None:
        name, key = Attachment.objects.get().file.name, key_of(row)
        exported = member.api.get("/api/user/data").json()["grievances"][0]["replies"]
        assert exported == [
            {
                "fromUs": True,
                "byLink": False,
                "text": "We have refunded you.",
                "at": "2026-11-21T09:30:00Z",
                "attachments": ["refund note.pdf"],
            }
        ]
        with committed():
            assert member.api.post("/api/user/erase", {"mobile": member.user.mobile}).status_code == 200
        assert not private_storage().exists(name)
        assert Reply.objects.get().text == "Removed."
        assert ApiClient().get(f"{LINKED}?key={key}").status_code == 404


class TestOfThePerson:
    def test_account_lists_their_requests_and_shows_one(self, member: Person, staff: Person) -> None:
        row = grievance(member.api)
        send(row, by=staff, then=TicketState.WAITING)
        listed = member.api.get("/api/support/requests").json()
        assert_matches_schema(listed, path="support/requests")
        assert listed["data"] == [
            {
                "number": row.number,
                "kind": "grievance",
                "subject": "Charged twice",
                "status": "waiting",
                "receivedAt": "2026-11-21T09:30:00Z",
                "dueDate": "2026-12-12",
                "repliedAt": "2026-11-21T09:30:00Z",
            }
        ]
        answer = member.api.get(f"/api/support/requests/{row.number}")
        assert_matches_schema(answer.json(), path="support/requests/{number}")
        assert [(one["isFromStaff"], one["text"]) for one in answer.json()["data"]["replies"]] == [
            (True, "We have refunded you.")
        ]
        assert "Staff" not in answer.content.decode().replace("isFromStaff", "")

    def test_list_has_the_same_query_count_for_one_and_for_many(
        self, member: Person, staff: Person, django_assert_num_queries: Any
    ) -> None:
        for number in range(3):
            send(grievance(member.api, message=f"Message {number}"), by=staff)
            if number in (0, 2):
                with django_assert_num_queries(3):
                    member.api.get("/api/support/requests")

    def test_reply_goes_on_with_a_grievance_that_waits_for_it(self, member: Person, staff: Person) -> None:
        row = grievance(member.api)
        send(row, by=staff, then=TicketState.WAITING)
        Message.objects.all().delete()
        url = f"/api/support/requests/{row.number}/replies"
        answer = member.api.post(url, {"text": "Here it is.\r\nThanks"})
        assert_matches_schema(answer.json(), path="support/requests/{number}/replies", method="post")
        assert answer.json()["data"]["status"] == "working"
        reply = row.replies.latest("at", "version")
        assert (reply.text, reply.origin, reply.by) == ("Here it is.\nThanks", "account", member.user)
        assert sent_messages() == [("reply_for_office", "grievance@example.in")]

    def test_reply_to_a_closed_grievance_opens_it_again(self, member: Person, staff: Person) -> None:
        row = grievance(member.api)
        send(row, by=staff, then=TicketState.RESOLVED)
        url = f"/api/support/requests/{row.number}"
        assert member.api.get(url).json()["data"]["reopensByReply"] is True
        member.api.post(f"{url}/replies", {"text": "It is not."})
        row.refresh_from_db()
        assert (row.state, row.closed_at) == ("working", None)
        assert row.complaint is not None
        assert row.complaint.resolved_date is None

    def test_same_reply_twice_is_one(self, member: Person) -> None:
        url = f"/api/support/requests/{grievance(member.api).number}/replies"
        for _ in range(2):
            assert member.api.post(url, {"text": "Once."}).status_code == 201
        assert (Reply.objects.count(), len(sent_messages())) == (1, 1)

    def test_assignee_is_told_instead_of_the_office(self, member: Person) -> None:
        row = grievance(member.api)
        row.assignee = User.objects.create_user(
            mobile="9855555555", email="priya@example.in", is_staff=True, is_superuser=True
        )
        row.save()
        url = f"/api/support/requests/{row.number}/replies"
        member.api.post(url, {"text": "Any news?"})
        User.objects.filter(pk=row.assignee.pk).update(confirmed_email="priya@example.in")
        member.api.post(url, {"text": "Still none?"})
        assert sent_messages() == [
            ("reply_for_office", "grievance@example.in"),
            ("reply_for_office", "priya@example.in"),
        ]

    def test_office_is_told_once_the_assignee_has_left(self, member: Person) -> None:
        row = grievance(member.api)
        row.assignee = User.objects.create_user(mobile="9855555555", email="priya@example.in")
        row.save()
        member.api.post(f"/api/support/requests/{row.number}/replies", {"text": "Any news?"})
        assert sent_messages() == [("reply_for_office", "grievance@example.in")]

    @pytest.mark.parametrize("number", ["GR-261121-AAAAAA", "%00", "é", "x" * 500])
    def test_somebody_elses_and_unknown_numbers_are_not_found(
        self, member: Person, other_member: Person, number: str
    ) -> None:
        row = grievance(other_member.api)
        for own in (number, row.number):
            url = f"/api/support/requests/{own}"
            assert member.api.get(url).status_code == 404
            assert member.api.post(f"{url}/replies", {"text": "Hello"}).status_code == 404
        assert not Reply.objects.exists()

    @pytest.mark.parametrize("text", ["", " \u200b", "x" * 10_001, 7, None, ["a"], "\0"])
    def test_bad_text_is_refused(self, member: Person, text: Any) -> None:
        url = f"/api/support/requests/{grievance(member.api).number}/replies"
        assert member.api.post(url, {"text": text}).status_code == 400
        assert not Reply.objects.exists()

    def test_replies_to_one_request_are_limited(self, member: Person) -> None:
        url = f"/api/support/requests/{grievance(member.api).number}/replies"
        statuses = [member.api.post(url, {"text": f"Reply {number}"}).status_code for number in range(6)]
        assert statuses == [201] * 5 + [429]


class TestByLink:
    def test_link_shows_this_request_alone_and_takes_a_reply(self, member: Person, api: ApiClient) -> None:
        row, other = grievance(member.api), grievance(member.api, message="Another", subject="Other")
        answer = api.get(f"{LINKED}?key={key_of(row)}")
        assert_matches_schema(answer.json(), path="support/linked-request")
        assert answer["Cache-Control"] == "private, no-store"
        text = answer.content.decode()
        hidden = (row.name, row.email, row.mobile, member.user.mobile, other.number, "Other")
        assert [value for value in hidden if value in text] == []
        said = api.post(f"{LINKED}/replies", {"key": key_of(row), "text": "Still open."})
        assert_matches_schema(said.json(), path="support/linked-request/replies", method="post")
        reply = Reply.objects.get()
        assert (reply.ticket, reply.origin, reply.by) == (row, "link", None)

    def test_reply_is_marked_as_unproved_for_staff_and_for_the_person(
        self, member: Person, api: ApiClient, staff: Person
    ) -> None:
        row = grievance(member.api)
        for text in ("I withdraw my grievance.", "I do not."):
            api.post(f"{LINKED}/replies", {"key": key_of(row), "text": text})
        member.api.post(f"/api/support/requests/{row.number}/replies", {"text": "What was that?"})
        own = member.api.get(f"/api/support/requests/{row.number}").json()["data"]["replies"]
        assert [reply["byLink"] for reply in own] == [True, True, False]
        (exported,) = personal_data.export(person=member.user)["grievances"]  # type: ignore[misc]
        assert [reply["byLink"] for reply in exported["replies"]] == [True, True, False]
        page = staff.api.get(f"/admin/support/ticket/{row.pk}/change/").content.decode()
        assert page.count("By the link in an email, not logged in") == 2
        assert page.count("Not proved: ") == 2

    @pytest.mark.parametrize("state", [state for state in TicketState if state is not TicketState.SPAM])
    def test_reply_never_closes_a_grievance(self, member: Person, api: ApiClient, state: TicketState) -> None:
        row = grievance(member.api)
        closed_at = NOW if state in CLOSED_STATES else None
        Ticket.objects.filter(pk=row.pk).update(state=state, closed_at=closed_at)
        answer = api.post(f"{LINKED}/replies", {"key": key_of(row), "text": "I withdraw my grievance."})
        assert answer.status_code == 201
        row.refresh_from_db()
        assert (row.is_open, row.closed_at) == (True, None)

    @pytest.mark.parametrize("to", [TicketState.RESOLVED, TicketState.REJECTED])
    def test_staff_close_nothing_on_its_word_without_telling_the_person(
        self, member: Person, api: ApiClient, staff: Person, to: TicketState
    ) -> None:
        row = grievance(member.api)
        api.post(f"{LINKED}/replies", {"key": key_of(row), "text": "I withdraw my grievance."})

        def close() -> None:
            grievances.change_state(ticket_id=row.pk, to=to, by=staff.user, at=NOW)

        with pytest.raises(ClosedUnanswered):
            close()
        row.refresh_from_db()
        assert (row.state, row.closed_at) == (TicketState.NEW, None)
        member.api.post(f"/api/support/requests/{row.number}/replies", {"text": "I do withdraw it."})
        close()
        row.refresh_from_db()
        assert (row.state, row.closed_at) == (to, NOW)

    def test_what_we_sent_is_stored_without_the_key(
        self, member: Person, staff: Person, sent: Any, committed: Any
    ) -> None:
        row = grievance(member.api)
        with committed():
            send(row, by=staff)
        assert any(key_of(row) in message["body"] for message in sent())
        assert "key=" not in "".join(Delivery.objects.values_list("text", flat=True))
        assert "key=" not in str(list(Message.objects.values_list("payload", flat=True)))
        (text,) = [
            row["text"] for row in member.api.get("/api/user/messages").json()["data"] if row["subject"]
        ]
        assert f"{settings.SITE_URL}/support\n" in text

    def test_ended_and_expired_links_do_not_work(self, api: ApiClient, staff: Person, clock: Any) -> None:
        row = grievance(api)
        key = key_of(row)
        clock.shift(links.LIFETIME - timedelta(seconds=1))
        assert api.get(f"{LINKED}?key={key}").status_code == 200
        clock.shift(timedelta(seconds=1))
        assert api.get(f"{LINKED}?key={key}").status_code == 404
        replies.revoke_links(kind=Ticket, pk=row.pk, by=staff.user, at=NOW)
        row.refresh_from_db()
        assert api.get(f"{LINKED}?key={links.key_of(row, at=datetime.now(UTC))}").status_code == 200
        row.link_version = 0
        assert api.get(f"{LINKED}?key={links.key_of(row, at=datetime.now(UTC))}").status_code == 404

    @pytest.mark.parametrize("change", ["", "%00", "a" * 3000, "[]", "9"])
    def test_guessed_keys_are_not_found(self, api: ApiClient, change: str) -> None:
        key = key_of(grievance(api))
        guessed = {"key": key[:-1] + change if len(change) < 2 else change}
        assert api.post(f"{LINKED}/replies", {**guessed, "text": "Hello"}).status_code in (400, 404)
        assert not Reply.objects.exists()


def test_pages_carry_the_answers_of_their_endpoints(member: Person, api: ApiClient, staff: Person) -> None:
    row = grievance(member.api)
    client = Client()
    page = client.get(f"/support/request?key={key_of(row)}")
    assert (page.status_code, page["Cache-Control"]) == (200, "private, no-store")
    assert row.number in page.content.decode()
    assert client.get("/support/request?key=guess").status_code == 404
    assert client.get("/support/request").status_code == 404
    # Not cached: an ended link is closed at once.
    replies.revoke_links(kind=Ticket, pk=row.pk, by=staff.user, at=NOW)
    assert client.get(f"/support/request?key={key_of(row)}").status_code == 404
