"""One learner on one page: what it shows, to whom, at which cost."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import LoginSession, MobileChange, User
from apps.accounts.services import delivery, erasure
from apps.accounts.states import MessageChannel, MobileChangeStatus
from apps.commerce.models import Order
from apps.commerce.tests.shop import Shop, course_at
from apps.core.testing.fixtures import Person
from apps.live.models import Booking
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import WebinarFactory
from apps.office.tests.rows import KINDS, add_rows

pytestmark = pytest.mark.django_db

EVERYTHING = (
    "view_user",
    "view_entitlement",
    "view_order",
    "view_booking",
    "view_course",
    "view_delivery",
    "view_ticket",
    "view_contactmessage",
    "view_consent",
    "view_mobilechange",
    "end_session",
)
SECTIONS = ("sessions", "access", "orders", "bookings", "progress", "requests", "messages", "consents")


@pytest.fixture
def order(shop: Shop, member: Person) -> Order:
    return Order.objects.get(pk=shop.bought(member.api, course_at(1000_00, title="Options"))["orderId"])


def url(person: User) -> str:
    return f"/admin/learner/{person.pk}/"


def shown(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def sections(content: str) -> set[str]:
    return {name for name in SECTIONS if f'<h2 id="{name}">' in content}


def test_the_page_has_all_that_is_known_of_a_learner(
    admin_client: Client, member: Person, staff: Person, order: Order
) -> None:
    number = order.number
    add_rows(member.user, order, by=staff.user, count=1, at=timezone.now())

    content = shown(admin_client, url(member.user))

    assert sections(content) == set(SECTIONS)
    for text in (
        "9811111111",
        "meera@example.in",
        "Options",
        number,
        "₹1,180.00",
        "1 of 1 topic completed",
        "Thank you for your order.",
        "Charged twice",
        "WhatsApp and alerts",
        "Firefox on Linux",
        "<dd>1 course</dd>",
        f"Order {number} paid",
        "Topic completed: ",
        "Blocked.",
    ):
        assert text in content, text


def test_many_rows_cost_as_many_queries_as_one(
    clerk: Callable[..., Client], member: Person, staff: Person, order: Order
) -> None:
    client = clerk(*EVERYTHING)
    add_rows(member.user, order, by=staff.user, count=1, at=timezone.now())
    shown(client, url(member.user))
    with CaptureQueriesContext(connection) as one:
        shown(client, url(member.user))
    add_rows(member.user, order, by=staff.user, count=49, at=timezone.now())
    with CaptureQueriesContext(connection) as fifty:
        content = shown(client, url(member.user))

    assert len(one) == len(fifty) == 15
    assert content.count("Only the newest are shown") == len(SECTIONS)


def test_the_timeline_is_paged_from_the_newest(
    admin_client: Client, member: Person, staff: Person, order: Order
) -> None:
    LoginSession.objects.all().delete()
    before = 3  # the order, its payment and its access
    add_rows(member.user, order, by=staff.user, count=3, at=timezone.now() - timedelta(days=1))
    total, seen = before + 3 * KINDS, []
    for page in (1, 2, 3):
        response = admin_client.get(f"{url(member.user)}?page={page}")
        timeline = response.context["timeline"]
        seen += timeline.events
        assert timeline.has_older == (page < 2)

    assert len(seen) == total
    times = [event.at for event in seen]
    assert times == sorted(times, reverse=True)


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999", "9" * 400, "%00", "²"])
def test_an_impossible_page_of_the_timeline_is_not_an_error(
    admin_client: Client, member: Person, page: str
) -> None:
    assert admin_client.get(f"{url(member.user)}?page={page}").status_code in (200, 400)


@pytest.mark.parametrize("permission", ["view_order", "view_booking", "view_delivery", "view_consent"])
def test_a_section_needs_the_permission_of_its_kind(
    clerk: Callable[..., Client], member: Person, staff: Person, order: Order, permission: str
) -> None:
    number = order.number
    add_rows(member.user, order, by=staff.user, count=1, at=timezone.now())
    content = shown(clerk("view_user", permission), url(member.user))

    expected = {"view_order": "orders", "view_booking": "bookings", "view_delivery": "messages"}
    assert sections(content) == {expected.get(permission, "consents")}
    assert (f"Order {number} paid" in content) == (permission == "view_order")


def test_the_page_needs_the_permission_to_view_people(
    clerk: Callable[..., Client], member: Person, visitor: Any
) -> None:
    assert clerk("view_order").get(url(member.user)).status_code == 403
    for client in (Client(), member.api):
        response = client.get(url(member.user))
        assert (response.status_code, response["Location"]) == (
            302,
            f"/admin/login/?next={url(member.user)}",
        )


@pytest.mark.parametrize("key", ["0" * 32, "x", "1", "00000000-0000-0000-0000-00000000000g", "%00"])
def test_an_unknown_id_is_not_found(admin_client: Client, key: str) -> None:
    assert admin_client.get(f"/admin/learner/{key}/").status_code in (404, 400)


def test_a_login_code_is_never_shown(admin_client: Client, member: Person) -> None:
    params = {"otp": "583914", "site": "rally.example"}
    delivery.deliver(template="otp", channels=[MessageChannel.SMS], to=member.user.mobile, params=params)
    content = shown(admin_client, url(member.user))

    assert ">OTP</a>" in content
    assert "583914" not in content


def test_a_seat_that_was_only_held_is_no_event(admin_client: Client, member: Person) -> None:
    for status in (BookingStatus.HELD, BookingStatus.BOOKED):
        Booking.objects.create(
            person=member.user,
            webinar=WebinarFactory(title=f"Webinar {status}"),
            status=status,
            booked_by=BookedBy.FREE,
            made_at=timezone.now(),
        )
    content = shown(admin_client, url(member.user))

    assert "Booked: Webinar booked" in content
    assert "Booked: Webinar held" not in content


def test_an_erased_account_shows_what_is_kept_and_offers_nothing(
    admin_client: Client, member: Person, staff: Person, order: Order
) -> None:
    number = order.number
    add_rows(member.user, order, by=staff.user, count=1, at=timezone.now())
    erasure.erase_on_request(mobile="9811111111", at=timezone.now())
    content = shown(admin_client, url(member.user))

    assert "This account was erased" in content
    learner = admin_client.get(url(member.user)).context["learner"]
    for section in (learner.orders, learner.bookings, learner.consents, learner.access, learner.messages):
        listed = admin_client.get(section.url).context["cl"].result_count
        assert listed == len(section.rows)
    assert (len(learner.orders.rows), len(learner.bookings.rows), len(learner.consents.rows)) == (2, 1, 2)
    assert number in content
    assert "9811111111" not in content
    assert "Meera" not in content
    assert "Grant a course" not in content


def test_a_pending_number_is_announced_and_cannot_be_requested_again(
    admin_client: Client, member: Person, staff: Person
) -> None:
    add = f"/admin/accounts/mobilechange/add/?person={member.user.pk}"
    assert add in shown(admin_client, url(member.user))
    MobileChange.objects.create(
        person=member.user,
        old_mobile=member.user.mobile,
        new_mobile="9855555555",
        reason="Lost",
        status=MobileChangeStatus.PENDING,
        requested_at=timezone.now(),
        due_at=timezone.now() + timedelta(days=1),
    )
    content = shown(admin_client, url(member.user))

    assert "The number changes on" in content
    assert add not in content


def test_the_list_of_people_links_to_the_page(admin_client: Client, member: Person) -> None:
    assert f'href="{url(member.user)}"' in shown(admin_client, "/admin/accounts/user/")
