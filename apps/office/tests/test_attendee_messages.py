"""Writing to all attendees of an event: who gets it, once, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import Delivery, User
from apps.accounts.selectors import message_log
from apps.accounts.services import consents
from apps.accounts.states import ConsentChannel, ConsentKind
from apps.audit.models import AuditEntry
from apps.core.api.pagination import Slice
from apps.core.errors import DomainError
from apps.core.ids import new_id
from apps.core.testing.parallel import in_parallel
from apps.live.models import AttendeeMessage, Booking
from apps.live.selectors import attendees
from apps.live.services import attendee_messages
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.bookings import book
from apps.live.tests.factories import MentorshipFactory, WebinarFactory
from apps.outbox.models import Message
from apps.outbox.services import messages as outbox

pytestmark = pytest.mark.django_db(transaction=True)

PERMISSION = "live.message_attendees"
NOTE = {
    "about": "booking",
    "subject": "Bring your notes",
    "text": "Please open the chain of the week before we start, and bring your notes of Tuesday.",
}
NEWS = {**NOTE, "about": "other"}


def person(number: int, *, agrees: bool = False, email: str = "") -> User:
    who = User.objects.create_user(
        mobile=f"98{number:08d}", name=f"P{number}", email=email, confirmed_email=email
    )
    if agrees:
        with transaction.atomic():
            consent(who, consents.give)
    return who


def consent(who: User, change: Callable[..., None]) -> None:
    change(
        person=who,
        kind=ConsentKind.WHATSAPP,
        channel=ConsentChannel.SETTINGS,
        address=None,
        at=timezone.now(),
    )


@pytest.fixture
def webinar(db: None) -> Any:
    """Three with seats: without consent, with it, and with an email address too. Two have none."""
    webinar = WebinarFactory(title="Gap and range")
    book(person(1), webinar)
    book(person(2, agrees=True), webinar, BookedBy.FREE)
    book(person(3, agrees=True, email="p3@example.in"), webinar, BookedBy.GIFT)
    held = book(person(4), webinar)
    Booking.objects.filter(pk=held.pk).update(status=BookingStatus.HELD)
    book(person(5), WebinarFactory())
    return webinar


def url(item: Any, kind: str = "webinar") -> str:
    return reverse("office:attendees_message", args=[item.pk, kind])


def confirmed(data: dict[str, str], **more: str) -> dict[str, str]:
    return {**data, "key": str(new_id()), "confirmed": "Send", **more}


def sent_to() -> list[tuple[str, str]]:
    outbox.sweep(now=timezone.now())
    rows = Delivery.objects.order_by("person__name", "channel").values_list("person__name", "channel")
    return list(rows)


def test_the_preview_counts_and_shows_it(clerk: Callable[..., Client], webinar: Any) -> None:
    client = clerk(PERMISSION)
    assert client.get(url(webinar)).status_code == 200
    page = client.post(url(webinar), {**NOTE, "key": str(new_id())})
    reach = page.context["reach"]
    assert (reach.people, reach.phone, reach.mail, reach.without_consent) == (3, 3, 1, 0)
    assert [label for label, _, _ in page.context["previews"]] == ["SMS", "WhatsApp", "Email"]
    sms = page.context["previews"][0][2]
    assert sms.startswith("Rally, about 'Gap and range', ")
    assert sms.endswith(f": {NOTE['text']}")
    assert page.context["previews"][2][1] == "Bring your notes"
    page = client.post(url(webinar), {**NEWS, "key": str(new_id())})
    reach = page.context["reach"]
    assert (reach.people, reach.phone, reach.mail, reach.without_consent) == (2, 1, 1, 1)
    assert (AttendeeMessage.objects.count(), Message.objects.count()) == (0, 0)


def test_the_preview_warns_of_what_the_advertisement_code_restricts(
    clerk: Callable[..., Client], webinar: Any
) -> None:
    client = clerk(PERMISSION)
    claim = {**NOTE, "key": str(new_id()), "text": "I doubled my money with this, come on time."}
    page = client.post(url(webinar), claim).content.decode()
    assert "Promise of return in the text: “I doubled my money with this, come on time.”" in page
    honest = client.post(url(webinar), {**NOTE, "key": str(new_id())}).content.decode()
    assert "advertisement code" not in honest


def test_what_is_about_the_booking_goes_to_all_with_a_seat(
    clerk: Callable[..., Client], webinar: Any
) -> None:
    response = clerk(PERMISSION, "live.view_attendance").post(url(webinar), confirmed(NOTE), follow=True)
    assert "The message to 3 people is being sent." in response.content.decode()
    assert sent_to() == [("P1", "sms"), ("P2", "whatsapp"), ("P3", "mail"), ("P3", "whatsapp")]
    assert set(Delivery.objects.values_list("template", flat=True)) == {attendee_messages.NOTE}
    assert NOTE["text"] in Delivery.objects.get(channel="sms").text
    row = AttendeeMessage.objects.get()
    assert (row.people, row.is_about_booking, row.event_id) == (3, True, webinar.pk)
    log = LogEntry.objects.get()
    assert log.change_message == "Wrote to 3 people: Bring your notes"
    entry = AuditEntry.objects.get(kind="action")
    assert (entry.object_id, entry.note) == (str(webinar.pk), log.change_message)


def test_anything_else_goes_to_those_alone_who_agreed(clerk: Callable[..., Client], webinar: Any) -> None:
    clerk(PERMISSION).post(url(webinar), confirmed(NEWS))
    assert sent_to() == [("P2", "whatsapp"), ("P3", "mail")]
    assert AttendeeMessage.objects.get().people == 2


def test_a_consent_withdrawn_before_it_is_sent_counts(
    clerk: Callable[..., Client], webinar: Any, later: None
) -> None:
    clerk(PERMISSION).post(url(webinar), confirmed(NEWS))
    with transaction.atomic():
        consent(User.objects.get(name="P2"), consents.withdraw)
    assert sent_to() == [("P3", "mail")]


def test_a_seat_that_has_ended_and_an_erased_account_are_left_out(
    clerk: Callable[..., Client], webinar: Any, later: None
) -> None:
    clerk(PERMISSION).post(url(webinar), confirmed(NOTE))
    Booking.objects.filter(person__name="P1").update(status=BookingStatus.RETURNED)
    User.objects.filter(name="P2").update(erased_at=timezone.now())
    assert sent_to() == [("P3", "mail"), ("P3", "whatsapp")]


def test_a_form_that_is_sent_twice_writes_once(clerk: Callable[..., Client], webinar: Any) -> None:
    client, data = clerk(PERMISSION, "live.view_attendance"), confirmed(NOTE)
    client.post(url(webinar), data)
    again = client.post(url(webinar), data, follow=True)
    assert "This message has already been sent. Nobody gets it twice." in again.content.decode()
    assert len(sent_to()) == 4
    assert (AttendeeMessage.objects.count(), LogEntry.objects.count()) == (1, 1)


def test_a_handler_that_runs_twice_sends_once(webinar: Any, clerk: Callable[..., Client]) -> None:
    clerk(PERMISSION).post(url(webinar), confirmed(NOTE))
    payload = Message.objects.filter(kind=attendee_messages.KIND).first().payload
    before = sent_to()
    attendee_messages.handle(payload)
    assert sent_to() == before


@pytest.mark.postgresql
def test_four_confirmations_at_once_write_once(webinar: Any, later: None) -> None:
    key, by = new_id(), User.objects.get(name="P5")

    def act(_: int) -> str:
        event = attendees.find(kind="webinar", item_id=webinar.pk)
        assert event is not None
        try:
            with transaction.atomic():
                attendee_messages.send(
                    key=key,
                    event=event,
                    subject="Tonight",
                    text="Bring your notes",
                    is_about_booking=True,
                    by=by,
                    at=timezone.now(),
                )
        except DomainError as refusal:
            return refusal.code
        return ""

    assert sorted(map(str, in_parallel(act, times=4))) == ["", *["attendees_already_written_to"] * 3]
    assert Message.objects.filter(kind=attendee_messages.KIND).count() == 3


def test_a_meeting_is_written_to_all_of_its_mentorship(clerk: Callable[..., Client]) -> None:
    mentorship = MentorshipFactory(title="Desk")
    book(person(1), mentorship)
    clerk(PERMISSION).post(url(mentorship.meetings.get(), "meeting"), confirmed(NOTE))
    assert sent_to() == [("P1", "sms")]
    assert "Desk: Meeting 1" in Delivery.objects.get().text


def test_people_read_it_in_their_settings(clerk: Callable[..., Client], webinar: Any) -> None:
    clerk(PERMISSION).post(url(webinar), confirmed(NOTE))
    sent_to()
    rows, count = message_log.list_for(person=User.objects.get(name="P1"), page=Slice(0, 10))
    assert (count, rows[0]["template"], rows[0]["status"]) == (1, "attendee_note", "sent")


def test_nobody_to_write_to(clerk: Callable[..., Client]) -> None:
    client, empty = clerk(PERMISSION, "live.view_attendance"), WebinarFactory()
    assert 'name="confirmed"' not in client.post(url(empty), {**NOTE, "key": str(new_id())}).content.decode()
    page = client.post(url(empty), confirmed(NOTE), follow=True)
    assert "There is nobody to write to." in page.content.decode()
    assert AttendeeMessage.objects.count() == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"subject": ""},
        {"subject": "a" * 61},
        {"text": "a" * 141},
        {"text": "See https://example.in"},
        {"text": "WWW.example.in"},
        {"text": "a\x00b"},
        {"text": "\u202eabc"},
        {"text": " ".join(["a" * 16] * 8)},
        {"about": "nothing"},
        {"key": "not-a-uuid"},
        {"key": ""},
    ],
)
def test_what_cannot_be_sent_gets_a_message(
    clerk: Callable[..., Client], webinar: Any, wrong: dict[str, str]
) -> None:
    page = clerk(PERMISSION).post(url(webinar), {**confirmed(NOTE), **wrong})
    assert page.status_code == 200
    assert "Nothing has been sent yet." in page.content.decode()
    assert (AttendeeMessage.objects.count(), Message.objects.count()) == (0, 0)


def test_braces_are_no_variables(clerk: Callable[..., Client], webinar: Any) -> None:
    page = clerk(PERMISSION).post(url(webinar), {**NOTE, "text": "{link} & {part_a}", "key": str(new_id())})
    assert "{link} &amp; {part_a}" in page.content.decode()


def test_it_needs_a_permission_of_its_own(clerk: Callable[..., Client], webinar: Any) -> None:
    client = clerk("live.view_attendance", "live.change_webinar")
    assert client.get(url(webinar)).status_code == 403
    assert client.post(url(webinar), confirmed(NOTE)).status_code == 403
    assert (
        "Write to all attendees"
        not in client.get(reverse("office:attendees", args=[webinar.pk, "webinar"])).content.decode()
    )
    assert Message.objects.count() == 0


@pytest.mark.parametrize(("text", "count"), [("a", 1), ("a " * 70, 5), ("b" * 140, 5), ("c" * 151, None)])
def test_the_parts_of_an_sms(text: str, count: int | None) -> None:
    parts = attendee_messages.sms_parts(text)
    assert (parts and sum(bool(part) for part in parts.values())) == count
