"""Find anything: what an input finds, for whom, at which cost."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import Delivery, User
from apps.accounts.states import DeliveryStatus, MessageChannel
from apps.catalog.tests.factories import CourseFactory
from apps.commerce.models import Order
from apps.commerce.tests.shop import Shop, course_at
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person
from apps.live.models import Booking
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, WebinarFactory
from apps.support.models import ContactMessage, Ticket

pytestmark = pytest.mark.django_db

HOSTILE = [
    "",
    " ",
    "a",
    "\x00",
    "a\x00b",
    "%",
    "__",
    "'\";--",
    "9" * 5000,
    "\U0010ffff" * 3,
    "\u0967\u0968\u0969",
    "(((",
    "RA-",
    "@",
    "00000000-0000-0000-0000-000000000000",
    "+91",
    "²³",
    "\ud800".encode("utf-8", "surrogatepass"),
]


@pytest.fixture
def order(shop: Shop, member: Person) -> Order:
    return Order.objects.get(pk=shop.bought(member.api, course_at(1000_00, title="Options"))["orderId"])


def found(client: Client, text: str) -> dict[str, list[str]]:
    """The titles of the results by the name of their group."""
    response = client.get(f"/admin/find/suggestions/?{urlencode({'q': text})}")
    assert response.status_code == 200, response.content
    groups = response.json()["groups"]
    return {group["name"]: [result["title"] for result in group["results"]] for group in groups}


def submission(model: Any, number: str) -> None:
    due = {"due_date": timezone.now().date()} if model is Ticket else {}
    model.objects.create(
        number=number,
        name="Meera",
        mobile="9811111111",
        subject="Charged twice",
        message="Twice",
        digest="x",
        received_at=timezone.now(),
        **due,
    )


@pytest.mark.parametrize(
    "text",
    [
        "Meera",
        "meera n",
        "MEERA NAIR",
        "nair",
        "NAI",
        "9811111111",
        "+91 98111 11111",
        "098111",
        "meera@exam",
    ],
)
def test_a_person_is_found_by_the_beginning_of_name_number_and_email(
    admin_client: Client, member: Person, other_member: Person, text: str
) -> None:
    assert found(admin_client, text) == {"People": ["Meera Nair"]}


@pytest.mark.parametrize("text", ["air", "111111", "example.in", "Meera K"])
def test_nothing_is_found_by_the_middle_of_it(admin_client: Client, member: Person, text: str) -> None:
    assert found(admin_client, text) == {}


@pytest.mark.parametrize("text", ["अक्\u200dषय", "अक्\u200dषय\u200b रा", "रा\u202c"])
def test_a_name_with_joiners_is_found_as_it_is_written(
    admin_client: Client, member: Person, text: str
) -> None:
    member.user.name = "अक्\u200dषय राव"
    member.user.save()
    assert found(admin_client, text)["People"] == ["अक्\u200dषय राव"]


def test_a_person_leads_to_their_page(admin_client: Client, member: Person) -> None:
    response = admin_client.get("/admin/find/suggestions/?q=meera")

    (group,) = response.json()["groups"]
    assert group == {
        "name": "People",
        "url": "/admin/accounts/user/?q=meera",
        "has_more": False,
        "results": [
            {
                "title": "Meera Nair",
                "detail": "9811111111 · meera@example.in",
                "url": f"/admin/learner/{member.user.pk}/",
            }
        ],
    }
    assert "Meera Nair" in admin_client.get(group["url"]).content.decode()


def test_an_order_is_found_by_each_of_its_numbers(admin_client: Client, order: Order) -> None:
    assert order.paid_by is not None
    ids = (order.number, order.number.lower(), order.number.removeprefix("RA-"), order.provider_order_id)
    for text in (*ids, order.paid_by.provider_payment_id, order.invoice.number, str(order.pk)):
        assert found(admin_client, text) == {"Orders": [order.number], "Invoices": [order.invoice.number]}


def test_orders_of_a_number_come_after_its_person(admin_client: Client, order: Order) -> None:
    assert list(found(admin_client, "9811111111")) == ["People", "Orders", "Invoices"]


def test_an_exact_number_comes_first(admin_client: Client, order: Order) -> None:
    CourseFactory(title=f"About {order.number}")

    assert list(found(admin_client, order.number)) == ["Orders", "Invoices", "Courses"]


def test_things_are_found_by_any_part_of_their_title(admin_client: Client) -> None:
    CourseFactory(title="Reading candles")
    WebinarFactory(title="Why candles mislead")
    MentorshipFactory(title="Candles in practice")
    LiveTradingFactory(title="Trading candles live")

    assert found(admin_client, "CANDLES") == {
        "Courses": ["Reading candles"],
        "Webinars": ["Why candles mislead"],
        "Mentorships": ["Candles in practice"],
        "Programs": ["Trading candles live"],
    }


def test_bookings_are_found_by_their_person(admin_client: Client, member: Person) -> None:
    Booking.objects.create(
        person=member.user,
        webinar=WebinarFactory(title="Gap and range"),
        status=BookingStatus.BOOKED,
        booked_by=BookedBy.FREE,
        made_at=timezone.now(),
    )
    assert found(admin_client, "meera")["Bookings"] == ["Gap and range"]


@pytest.mark.parametrize(
    "text",
    [
        "GR-261122-7K3QXM",
        "gr-261122",
        "GR 26",
        " gr 261122 7k3 ",
        "GR261122 7K3QXM",
        "#GR\u2011261122\u20117K3QXM",
        "9811111111",
    ],
)
def test_tickets_are_found_by_number_and_mobile(admin_client: Client, text: str) -> None:
    submission(Ticket, "GR-261122-7K3QXM")
    submission(ContactMessage, "CM-261122-7K3QXM")

    both = {"Tickets": ["GR-261122-7K3QXM"], "Contact messages": ["CM-261122-7K3QXM"]}
    assert found(admin_client, text) == (both if text[0] == "9" else {"Tickets": both["Tickets"]})


@pytest.mark.parametrize(("to", "text"), [("meera@example.in", "Meera@Example.in"), ("9855555555",) * 2])
def test_messages_are_found_by_their_recipient(admin_client: Client, to: str, text: str) -> None:
    Delivery.objects.create(
        template="receipt",
        channel=MessageChannel.MAIL,
        to=to,
        status=DeliveryStatus.SENT,
        created_at=timezone.now(),
    )
    assert found(admin_client, text) == {"Messages": [f"Receipt to {to}"]}


def test_at_most_five_of_a_kind_are_shown(admin_client: Client) -> None:
    for number in range(7):
        User.objects.create_user(mobile=f"980000000{number}", name=f"Zoya {number}")

    assert found(admin_client, "zoya") == {"People": [f"Zoya {number}" for number in range(5)]}
    page = admin_client.get("/admin/find/?q=zoya").content.decode()
    assert 'href="/admin/accounts/user/?q=zoya"' in page
    assert page.count("Zoya ") == 5


@pytest.mark.parametrize(
    ("permission", "name"),
    [
        ("view_user", "People"),
        ("view_order", "Orders"),
        ("view_invoice", "Invoices"),
        ("view_course", None),
    ],
)
def test_only_kinds_that_may_be_viewed_are_searched(
    clerk: Callable[..., Client], order: Order, permission: str, name: str | None
) -> None:
    assert list(found(clerk(permission), "9811111111")) == ([name] if name else [])


def test_visitors_and_learners_cannot_search(member: Person) -> None:
    for client in (Client(), member.api):
        for page in ("find/?q=meera", "find/suggestions/?q=meera"):
            assert client.get(f"/admin/{page}")["Location"].startswith("/admin/login/")


@pytest.mark.parametrize("text", HOSTILE)
def test_no_input_is_an_error(admin_client: Client, member: Person, text: Any) -> None:
    admin_client.raise_request_exception = False
    for page in ("/admin/find/", "/admin/find/suggestions/", "/admin/accounts/user/"):
        assert admin_client.get(f"{page}?{urlencode({'q': text})}").status_code in (200, 302, 400, 414)


def test_other_methods_are_refused(admin_client: Client) -> None:
    assert admin_client.post("/admin/find/suggestions/", {"q": "meera"}).status_code == 405


@pytest.mark.parametrize(
    ("text", "queries"), [("9811111111", 11), ("Zoya", 11), ("zoya 1", 14), ("RA-2", 13)]
)
def test_fifty_results_cost_as_many_queries_as_one(
    clerk: Callable[..., Client], order: Order, text: str, queries: int
) -> None:
    kinds = ("user", "order", "invoice", "booking", "course", "webinar", "mentorship", "livetrading")
    client = clerk(*(f"view_{name}" for name in (*kinds, "ticket", "contactmessage", "delivery")))
    found(client, text)
    for number in range(50):
        person = User.objects.create_user(mobile=f"98000000{number:02}", name=f"Zoya {number}")
        order.pk, order.number, order.provider_order_id = new_id(), f"RA-2{number:08}", None
        order.status, order.paid_at, order.paid_by = "expired", None, None
        order.save(force_insert=True)
        webinar = WebinarFactory(title=f"Zoya {number}")
        Booking.objects.create(
            person=person,
            webinar=webinar,
            status=BookingStatus.BOOKED,
            booked_by=BookedBy.FREE,
            made_at=timezone.now(),
        )
        submission(Ticket, f"RA-2{number}")
    with CaptureQueriesContext(connection) as spent:
        found(client, text)

    assert len(spent) == queries


def test_the_box_is_on_every_page_of_the_admin(admin_client: Client) -> None:
    for page in ("/admin/", "/admin/accounts/user/", "/admin/find/"):
        assert '<form id="find" role="search"' in admin_client.get(page).content.decode()
    assert 'id="find"' not in Client().get("/admin/login/").content.decode()
