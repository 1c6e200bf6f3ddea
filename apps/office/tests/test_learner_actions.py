"""What staff can do for a learner: form, confirmation, effect, log, and who may not."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Entitlement, LoginSession, User
from apps.accounts.selectors import access
from apps.accounts.services import erasure, logins
from apps.accounts.services.codes import AttemptResult, Verdict
from apps.accounts.states import Scope, Source
from apps.catalog.tests.factories import CourseFactory
from apps.commerce.models import Order
from apps.commerce.services import notices
from apps.commerce.tests.shop import Shop, course_at
from apps.core.formatting import date_and_time
from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Person
from apps.live.models import Booking
from apps.live.states import BookedBy
from apps.live.tests.factories import MentorshipFactory, SessionFactory, WebinarFactory
from apps.office.learner_actions import ACTIONS
from apps.outbox.models import Message
from apps.outbox.services import messages as outbox

pytestmark = pytest.mark.django_db

REASON = "Promised on the phone"
PERMISSIONS = {
    "grant-course": "grant_access",
    "grant-pro": "grant_access",
    "grant-seat": "grant_access",
    "resend-receipt": "resend_receipt",
    "correct-name": "change_user",
    "end-sessions": "end_session",
    "block": "block_user",
    "unblock": "block_user",
}


@pytest.fixture
def order(shop: Shop, member: Person) -> Order:
    return Order.objects.get(pk=shop.bought(member.api, course_at(1000_00, title="Options"))["orderId"])


def address(person: User, slug: str) -> str:
    return f"/admin/learner/{person.pk}/{slug}/"


def act(client: Client, person: User, slug: str, **data: Any) -> Any:
    """Fill in the form, then confirm."""
    url, body = address(person, slug), {"key": str(uuid4()), "reason": REASON, **data}
    page = client.post(url, body)
    assert page.status_code == 200, page
    assert 'name="confirmed"' in page.content.decode(), page.context["form"].errors
    return client.post(url, {**body, "confirmed": "1"}, follow=True)


def said(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def log(person: User) -> list[tuple[str, str]]:
    rows = LogEntry.objects.filter(object_id=str(person.pk)).order_by("action_time", "pk")
    return [(str(row.user), row.get_change_message()) for row in rows]


def soon() -> dict[str, Any]:
    starts_at = timezone.now() + timedelta(days=2)
    return {"starts_at": starts_at, "ends_at": starts_at + timedelta(hours=1)}


def test_a_course_is_granted_for_its_days_and_logged(admin_client: Client, member: Person) -> None:
    course = CourseFactory(title="Options", access_days=90)
    before = timezone.now()
    response = act(admin_client, member.user, "grant-course", course=str(course.pk))

    granted = Entitlement.objects.get(person=member.user)
    assert (granted.scope, granted.item_id, granted.source) == (Scope.COURSE, course.pk, Source.STAFF)
    assert granted.ends_at is not None
    assert timedelta(0) <= granted.ends_at - before - timedelta(days=90) < timedelta(minutes=5)
    assert access.owns_course(person_id=member.user.pk, course_id=course.pk, at=timezone.now())
    (line,) = said(response)
    assert line.startswith("Granted the course ‘Options’ until ")
    assert log(member.user) == [("Staff", f"{line} Reason: {REASON}")]


def test_pro_follows_the_pro_that_there_is(admin_client: Client, member: Person) -> None:
    for _ in range(2):
        act(admin_client, member.user, "grant-pro", days="30")

    first, second = Entitlement.objects.filter(person=member.user).order_by("starts_at")
    assert (first.scope, first.source, first.label) == (Scope.PRO, Source.STAFF, "30 days")
    assert second.starts_at == first.ends_at
    assert second.ends_at == second.starts_at + timedelta(days=30)


def test_pro_without_an_end_cannot_be_extended(admin_client: Client, member: Person) -> None:
    Entitlement.objects.create(
        person=member.user, scope=Scope.PRO, source=Source.STAFF, label="Ever", starts_at=timezone.now()
    )
    response = act(admin_client, member.user, "grant-pro", days="30")

    assert said(response) == ["This person's Pro does not expire, so no days can be added."]
    assert Entitlement.objects.count() == 1
    assert log(member.user) == []


@pytest.mark.parametrize(
    ("field", "factory"),
    [("webinar", WebinarFactory), ("mentorship", MentorshipFactory), ("session", SessionFactory)],
)
def test_a_seat_is_given(
    admin_client: Client, member: Person, staff: Person, field: str, factory: Any
) -> None:
    item = factory(**soon())
    response = act(admin_client, member.user, "grant-seat", **{field: str(item.pk)})

    booking = Booking.objects.get(person=member.user)
    assert (booking.item, booking.booked_by, booking.given_by, booking.given_reason) == (
        item,
        BookedBy.GIFT,
        staff.user,
        REASON,
    )
    assert said(response) == [f"Gave a seat in ‘{item}’."]
    assert log(member.user) == [("Staff", f"Gave a seat in ‘{item}’. Reason: {REASON}")]

    again = act(admin_client, member.user, "grant-seat", **{field: str(item.pk)})
    assert said(again) == ["This person already has a seat."]
    assert Booking.objects.count() == 1


def test_a_seat_is_in_exactly_one_thing(admin_client: Client, member: Person) -> None:
    both = {"webinar": str(WebinarFactory(**soon()).pk), "session": str(SessionFactory(**soon()).pk)}
    for data in ({}, both):
        body = {"key": str(uuid4()), "reason": REASON, "confirmed": "1", **data}
        page = admin_client.post(address(member.user, "grant-seat"), body)
        assert "Choose one webinar, one mentorship or one session." in page.content.decode()
    assert not Booking.objects.exists()


def test_a_receipt_is_sent_again_once_a_form(admin_client: Client, member: Person, order: Order) -> None:
    key = str(uuid4())
    for _ in range(2):
        response = act(admin_client, member.user, "resend-receipt", key=key, order=str(order.pk))

    sent = Message.objects.filter(kind=notices.KIND, payload__key=key)
    assert [row.payload["template"] for row in sent] == ["receipt", "receipt"]
    assert said(response) == [f"Sent the receipt of order {order} again."]


def test_only_the_persons_own_paid_orders_have_a_receipt(
    admin_client: Client, other_member: Person, order: Order
) -> None:
    body = {"key": str(uuid4()), "reason": REASON, "order": str(order.pk), "confirmed": "1"}
    before = Message.objects.count()
    page = admin_client.post(address(other_member.user, "resend-receipt"), body)

    assert "Select a valid choice" in page.content.decode()
    assert Message.objects.count() == before


def test_the_name_on_future_invoices_is_corrected_and_not_logged(
    admin_client: Client, member: Person
) -> None:
    act(admin_client, member.user, "correct-name", name="Meera R Nair", company="Nair & Co")
    again = act(admin_client, member.user, "correct-name", name="Meera R Nair", company="Nair & Co")

    member.user.refresh_from_db()
    assert (member.user.name, member.user.company) == ("Meera R Nair", "Nair & Co")
    assert said(again) == ["The profile already has these names."]
    assert log(member.user) == [("Staff", f"Corrected the name on future invoices. Reason: {REASON}")]


@pytest.mark.parametrize(
    ("names", "error"),
    [
        ({"name": "9820011223", "company": ""}, "Enter a name, not a number."),
        ({"name": "Meera\u202eRao", "company": ""}, "This contains invisible characters."),
        ({"name": "Meera Rao", "company": "Nair\u2028Co"}, "This contains invisible characters."),
    ],
)
def test_an_invoice_is_made_out_to_a_readable_name(
    admin_client: Client, member: Person, names: dict[str, str], error: str
) -> None:
    before = (member.user.name, member.user.company)
    body = {"key": str(uuid4()), "reason": REASON, "confirmed": "1", **names}
    page = admin_client.post(address(member.user, "correct-name"), body)

    assert error in page.content.decode()
    member.user.refresh_from_db()
    assert (member.user.name, member.user.company) == before


@pytest.mark.django_db(transaction=True)
def test_a_blocked_person_is_logged_out_and_cannot_log_in(
    admin_client: Client, member: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = AttemptResult(Verdict.RIGHT, can_whatsapp=False)
    monkeypatch.setattr(logins.codes, "attempt", lambda **_: right)
    attempt = {"mobile": member.user.mobile, "otp": "123456", "is_known": True, "address": "203.0.113.7"}
    assert member.api.get("/api/user").status_code == 200

    assert said(act(admin_client, member.user, "block")) == ["Blocked."]

    assert member.api.get("/api/user").status_code == 401
    assert not LoginSession.objects.filter(person=member.user).exists()
    with pytest.raises(logins.AccountClosed):
        logins.log_in(**attempt, now=timezone.now())
    assert said(act(admin_client, member.user, "block")) == ["This person is already blocked."]

    assert said(act(admin_client, member.user, "unblock")) == ["Unblocked."]
    assert member.api.get("/api/user").status_code == 401, "the old session stays ended"
    assert logins.log_in(**attempt, now=timezone.now()) == member.user
    assert said(act(admin_client, member.user, "unblock")) == ["This person is not blocked."]
    assert [text for _, text in log(member.user)] == [
        f"Blocked. Reason: {REASON}",
        f"Unblocked. Reason: {REASON}",
    ]


@pytest.mark.django_db(transaction=True)
def test_one_session_is_ended_or_all(admin_client: Client, member: Person, other_member: Person) -> None:
    second = logged_in(member.user)
    device = LoginSession.objects.filter(person=member.user).order_by("started_at", "pk").last()
    assert device is not None
    theirs = LoginSession.objects.get(person=other_member.user)

    foreign = act(admin_client, member.user, "end-sessions", device=str(theirs.device_id))
    assert said(foreign) == ["That device is no longer logged in."]
    one = act(admin_client, member.user, "end-sessions", device=str(device.device_id))
    assert said(one) == ["Logged out on one device."]
    assert sorted(api.get("/api/user").status_code for api in (member.api, second)) == [200, 401]

    assert said(act(admin_client, member.user, "end-sessions")) == ["Logged out on all devices."]
    assert member.api.get("/api/user").status_code == second.get("/api/user").status_code == 401
    assert other_member.api.get("/api/user").status_code == 200


def test_a_form_that_is_sent_twice_grants_once(admin_client: Client, member: Person) -> None:
    key = str(uuid4())
    for slug, data in (("grant-course", {"course": str(CourseFactory().pk)}), ("grant-pro", {"days": "30"})):
        Entitlement.objects.all().delete()
        act(admin_client, member.user, slug, key=key, **data)
        again = act(admin_client, member.user, slug, key=key, **data)
        assert said(again) == ["This was granted already. Nothing was changed."]
        assert Entitlement.objects.count() == 1


def test_the_person_hears_once_what_they_were_given(admin_client: Client, member: Person, sent: Any) -> None:
    course, key = CourseFactory(title="Options", weburlname="options", access_days=90), str(uuid4())
    for slug, data in (("grant-course", {"course": str(course.pk)}), ("grant-pro", {"days": "30"})):
        for _ in range(2):
            act(admin_client, member.user, slug, key=key if slug == "grant-pro" else str(course.pk), **data)
    for _ in range(2):
        outbox.sweep(now=timezone.now() + timedelta(minutes=1))

    lines = {line["template"]: line for line in sent()}
    assert len(sent()) == 2
    opened, pro = lines["course_granted"], lines["pro_granted"]
    ends = {row.scope: row.ends_at for row in Entitlement.objects.filter(person=member.user)}
    assert opened["body"].startswith(
        f"We have opened a course for you, until {date_and_time(ends[Scope.COURSE])} (Indian time). "
        "It costs you nothing.\n\nOptions\n\nStart here: "
    )
    assert opened["params"]["link"].endswith("/courses/options")
    assert pro["body"].startswith(
        f"We have given you Pro until {date_and_time(ends[Scope.PRO])} (Indian time)."
    )


def test_a_course_is_granted_again_only_for_longer(admin_client: Client, member: Person) -> None:
    course = str(CourseFactory().pk)
    for days, message in (("30", "Granted"), ("30", "Granted"), ("20", "This person already has")):
        (line,) = said(act(admin_client, member.user, "grant-course", course=course, days=days))
        assert line.startswith(message), days
    assert Entitlement.objects.count() == 2


def test_nothing_happens_before_the_confirmation(admin_client: Client, member: Person) -> None:
    body = {"key": str(uuid4()), "reason": REASON, "days": "30"}
    page = admin_client.post(address(member.user, "grant-pro"), body).content.decode()
    assert "30 days of Pro are added." in page
    edited = admin_client.post(address(member.user, "grant-pro"), {**body, "change": "Edit"})
    assert 'value="30"' in edited.content.decode()

    assert not Entitlement.objects.exists()
    assert log(member.user) == []


@pytest.mark.parametrize("slug", sorted(ACTIONS))
def test_each_action_needs_its_permission(clerk: Callable[..., Client], member: Person, slug: str) -> None:
    others = {"view_user", *PERMISSIONS.values()} - {PERMISSIONS[slug]}
    client, url = clerk(*others), address(member.user, slug)
    body = {"key": str(uuid4()), "reason": REASON, "days": "30", "name": "x", "confirmed": "1"}

    assert client.get(url).status_code == 403
    assert client.post(url, body).status_code == 403
    assert f'href="{url}"' not in client.get(f"/admin/learner/{member.user.pk}/").content.decode()
    assert (Entitlement.objects.count(), log(member.user)) == (0, [])
    member.user.refresh_from_db()
    assert (member.user.is_active, member.user.name) == (True, "Meera Nair")
    assert member.api.get("/api/user").status_code == 200


@pytest.mark.parametrize("slug", sorted(ACTIONS))
def test_the_permission_alone_does_not_open_the_page(
    clerk: Callable[..., Client], member: Person, slug: str
) -> None:
    permission = PERMISSIONS[slug]
    expected = 200 if permission == "change_user" else 403
    assert clerk(permission).get(address(member.user, slug)).status_code == expected


@pytest.mark.parametrize("slug", sorted(ACTIONS))
def test_staff_accounts_are_for_superusers_only(
    clerk: Callable[..., Client], staff: Person, slug: str
) -> None:
    client = clerk("view_user", PERMISSIONS[slug])
    body = {"key": str(uuid4()), "reason": REASON, "days": "30", "name": "x", "confirmed": "1"}

    assert client.post(address(staff.user, slug), body).status_code == 403
    staff.user.refresh_from_db()
    assert (staff.user.is_active, staff.user.name, log(staff.user)) == (True, "Staff", [])


def test_nobody_blocks_themselves(admin_client: Client, staff: Person) -> None:
    assert said(act(admin_client, staff.user, "block")) == ["You cannot block your own account."]


@pytest.mark.parametrize("slug", sorted(ACTIONS))
def test_nothing_is_done_for_an_erased_account(admin_client: Client, member: Person, slug: str) -> None:
    erasure.erase_on_request(mobile="9811111111", at=timezone.now())
    body = {"key": str(uuid4()), "reason": REASON, "days": "30", "name": "x", "confirmed": "1"}
    response = admin_client.post(address(member.user, slug), body, follow=True)

    assert said(response) == ["This account was erased. Nothing can be done for it."]
    assert (Entitlement.objects.count(), log(member.user)) == (0, [])


@pytest.mark.parametrize("slug", ["nothing", "grant", "x" * 300])
def test_an_unknown_action_is_not_found(admin_client: Client, member: Person, slug: str) -> None:
    assert admin_client.post(address(member.user, slug)).status_code == 404
    assert admin_client.post(f"/admin/learner/{uuid4()}/block/").status_code == 404


BAD = ["", "\x00", "a\x00b", "x", "-1", "0", "3651", "9" * 400, "NaN", "\u0967", "not-a-uuid", str(uuid4())]


@pytest.mark.parametrize("slug", sorted(ACTIONS))
def test_bad_input_is_a_message(admin_client: Client, member: Person, slug: str) -> None:
    fields = ("key", "reason", "course", "days", "webinar", "session", "order", "device")
    names = {"name": "n" * 81, "company": "c" * 121}
    for value in BAD:
        response = admin_client.post(address(member.user, slug), dict.fromkeys(fields, value) | names)
        assert response.status_code in (200, 400), value
        prefilled = urlencode({"device": value[:99], "order": value[:99]})
        assert admin_client.get(f"{address(member.user, slug)}?{prefilled}").status_code in (200, 400), value
    assert (Entitlement.objects.count(), log(member.user)) == (0, [])


def test_the_account_form_no_longer_blocks_learners(admin_client: Client, member: Person) -> None:
    page = admin_client.get(f"/admin/accounts/user/{member.user.pk}/change/").content.decode()

    assert 'name="is_active"' not in page
    assert f'href="/admin/learner/{member.user.pk}/"' in page
