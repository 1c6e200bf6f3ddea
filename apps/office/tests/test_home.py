"""The admin's first page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.files.base import ContentFile
from django.test import Client
from django.utils import timezone

from apps.accounts.models import LostNumber
from apps.accounts.states import LostNumberStatus
from apps.catalog.models import Review, TopicQuestion
from apps.catalog.states import ReviewStatus
from apps.catalog.tests.factories import CourseFactory, TopicFactory
from apps.commerce.flows import enrolling
from apps.commerce.models import Dispute, Order, Payment, ProviderJob, Refund, RefundRequest, SettlementLine
from apps.commerce.services import carts, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.states import (
    DisputeStatus,
    Job,
    OrderStatus,
    RefundCause,
    RefundRequestStatus,
    RefundStatus,
)
from apps.commerce.tests.shop import Shop, course_at
from apps.content.models import AdvertFinding, ProposedChange
from apps.content.states import ChangeKind, ChangeStatus
from apps.core import indian_time
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person
from apps.live.models import Booking, ProgramSession, SessionSeries, WaitlistEntry
from apps.live.services import changes
from apps.live.states import BookedBy, BookingStatus, WaitStatus
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, SessionFactory, WebinarFactory
from apps.media.models import Asset, VideoImport
from apps.media.states import AssetKind, ImportStatus
from apps.office.roles import ROLES
from apps.office.selectors.home import counts
from apps.office.selectors.home.swaps import Swaps
from apps.office.tests.staff import client_with
from apps.outbox.models import Heartbeat, Message
from apps.outbox.states import Status
from apps.pro.tests.factories import ProSectionFactory
from apps.support.models import Complaint, ContactMessage, Ticket
from apps.support.states import ComplaintSource

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 25, 6, 30, tzinfo=UTC)
"""Noon in India."""

QUERIES = 9
"""Two of them for the session and the authenticator. The person is cached."""


@pytest.fixture(autouse=True)
def _noon() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def desk(staff: Person) -> Client:
    client = Client()
    client.force_login(staff.user, backend="apps.accounts.backends.ByPassword")
    return client


def _seed(shop: Shop, member: Person, other: Person) -> None:
    """Two of everything that is counted, and one of each that is not."""
    today = indian_time.day_of(NOW)
    for number, days in enumerate((-2, -1, 0, 3, 4, 7, 8, 20)):
        _ticket(f"GR-{number}", due=days)
    _ticket("GR-spam", due=-1, state="suspect")
    for number in range(3):
        ContactMessage.objects.create(
            number=f"CM-{number}",
            name="Asha",
            digest="",
            received_at=NOW - timedelta(days=9),
            waiting_since=NOW - timedelta(days=3, seconds=number),
            is_suspect=number == 2,
        )
    _requests(member)
    for person, status in ((member, ReviewStatus.PENDING), (other, ReviewStatus.PENDING)):
        Review.objects.create(course=CourseFactory(), person=person.user, rating=5, status=status)
    Review.objects.create(course=CourseFactory(), person=member.user, rating=5, status=ReviewStatus.PUBLISHED)
    _seats(member, other)
    _money(shop, member)
    for minutes in (1, 60, 61):
        due_at = NOW - timedelta(minutes=minutes)
        Message.objects.create(kind="login_code", status=Status.FAILED, due_at=due_at)
    for status in (Status.FAILED, Status.FAILED, Status.WAITING, Status.WAITING):
        Message.objects.create(kind="receipt", status=status, due_at=NOW - timedelta(minutes=6))
    Message.objects.create(kind="receipt", due_at=NOW - timedelta(minutes=4))
    for status in (ImportStatus.FAILED, ImportStatus.FAILED, ImportStatus.RUNNING):
        VideoImport.objects.create(asset=_video(), status=status)
    for days in (-1, 0, 13, 14):
        _series(today + timedelta(days=days))
    failed = (ChangeStatus.FAILED, timedelta(days=1)), (ChangeStatus.FAILED, timedelta(days=7))
    old = (ChangeStatus.FAILED, timedelta(days=8))
    waiting = [(ChangeStatus.WAITING, None)] * 2
    for status, ago in (*waiting, *failed, old, (ChangeStatus.WITHDRAWN, None)):
        is_open = status == ChangeStatus.WAITING
        ProposedChange.objects.create(
            kind=ChangeKind.PRICE,
            object_type="catalog.course",
            object_id=new_id(),
            old={"paise": 1},
            new={"paise": 2},
            status=status,
            proposed_by=member.user,
            proposed_at=NOW,
            applies_at=None if ago is None else NOW - ago,
            decided_by=None if is_open else other.user,
            decided_at=None if is_open else NOW,
        )
    for make in (CourseFactory, WebinarFactory, MentorshipFactory, LiveTradingFactory):
        for days in (-1, -40, 0):
            make(approval_number="A-1", approval_last_day=today + timedelta(days=days))
        make(approval_number="A-1", approval_last_day=today - timedelta(days=1), is_published=False)
    for number in range(3):
        AdvertFinding.objects.create(
            object_type="content.faqarticle",
            object_id=str(number),
            object_text="Is it safe?",
            found=["Promise of return"],
            found_at=NOW,
            accepted_at=NOW if number == 2 else None,
        )
    # One section is published at a time.
    ProSectionFactory(approval_number="A-1", approval_last_day=today - timedelta(days=1))


def _requests(member: Person) -> None:
    """Two complaints, lost numbers and questions each wait or are late, and others do not."""
    today = indian_time.day_of(NOW)
    for received, resolved in ((36, None), (139, None), (21, None), (139, 100)):
        Complaint.objects.create(
            source=ComplaintSource.SCORES,
            received_date=today - timedelta(days=received),
            resolved_date=None if resolved is None else today - timedelta(days=resolved),
        )
    for number, status in enumerate((LostNumberStatus.NEW, LostNumberStatus.NEW, LostNumberStatus.REJECTED)):
        LostNumber.objects.create(
            name="Asha",
            old_mobile=f"981234560{number}",
            new_mobile="9812345619",
            email="asha@example.in",
            status=status,
            received_at=NOW,
            decided_at=None if status == LostNumberStatus.NEW else NOW,
        )
    topic = TopicFactory()
    for answer, is_hidden in (("", False), ("", False), ("Yes.", False), ("", True)):
        TopicQuestion.objects.create(
            topic=topic,
            person=member.user,
            question_id=new_id(),
            display_name="Asha",
            text="Why?",
            asked_at=NOW,
            answer=answer,
            answered_at=NOW if answer else None,
            is_hidden=is_hidden,
        )


def _ticket(number: str, *, due: int, state: str = "new") -> None:
    Ticket.objects.create(
        number=number,
        name="Asha",
        digest="",
        state=state,
        received_at=NOW,
        due_date=indian_time.day_of(NOW) + timedelta(days=due),
    )


def _seats(member: Person, other: Person) -> None:
    cancelled: Any = {"cancelled_at": NOW, "starts_at": NOW + timedelta(days=9)}
    items = (
        {"session": SessionFactory(ends_at=NOW + timedelta(days=10), **cancelled)},
        {"webinar": WebinarFactory(**cancelled)},
        {"webinar": WebinarFactory()},
    )
    for item in items:
        Booking.objects.create(
            person=member.user, status=BookingStatus.BOOKED, booked_by=BookedBy.PAYMENT, made_at=NOW, **item
        )
    Booking.objects.create(
        person=other.user,
        status=BookingStatus.CANCELLED_BY_US,
        booked_by=BookedBy.FREE,
        made_at=NOW,
        webinar=items[1]["webinar"],
    )


def _money(shop: Shop, member: Person) -> None:
    for number in range(2):
        shop.bought(member.api, course_at(1000_00))
        shop.enrolled(member.api, course_at(500_00))
        order = Order.objects.filter(paid_at__isnull=False).latest("pk")
        for status in (RefundStatus.REQUESTED, RefundStatus.FAILED):
            Refund.objects.create(
                order=order,
                payment=order.paid_by,
                amount_paise=100_00,
                cause=RefundCause.STAFF,
                cause_key=f"{number} {status}",
                reason="Asked for",
                status=status,
                requested_at=NOW,
                promised_date=indian_time.day_of(NOW),
            )
        decided = {"decided_by": member.user, "decided_at": NOW}
        for request in ({}, {**decided, "status": RefundRequestStatus.WITHDRAWN}):
            RefundRequest.objects.create(
                order=order,
                line_ids=[],
                amount_paise=10_00,
                reason="Asked for",
                requested_by=member.user,
                requested_at=NOW,
                **request,
            )
        for status in (DisputeStatus.OPEN, DisputeStatus.WON):
            Dispute.objects.create(
                order=order,
                provider_dispute_id=f"disp_{number}{status}",
                provider_payment_id="pay_1",
                amount_paise=1,
                currency="INR",
                status=status,
                opened_at=NOW,
                status_at=NOW,
            )
    Payment.objects.update(captured_at=NOW - timedelta(days=11))
    for number in range(2):
        SettlementLine.objects.create(
            provider="razorpay",
            kind="payment",
            provider_line_id=f"pay_{number}{SettlementLine.objects.count()}",
            settlement_id="setl_1",
            amount_paise=1,
            fee_paise=0,
            tax_paise=0,
            net_paise=1,
            currency="INR",
            settled_at=NOW,
            difference="We do not know of this payment.",
        )
    unpaid = Order.objects.filter(paid_at__isnull=True)
    unpaid.update(status=OrderStatus.CHECKING, placed_at=NOW - timedelta(minutes=61))


def _video() -> Asset:
    return Asset.objects.create(
        title="Waves", kind=AssetKind.VIDEO, file=ContentFile(b"no video", name="waves.mp4")
    )


def _series(last_day: Any) -> None:
    SessionSeries.objects.create(
        program=LiveTradingFactory(),
        name="Evenings",
        weekdays=[0],
        starts_time=datetime(2026, 1, 1, 19, 30, tzinfo=UTC).time(),
        minutes=90,
        first_date=last_day - timedelta(days=30),
        last_date=last_day,
        base_price_paise=499_00,
    )


EXPECTED = {
    "Refunds waiting": (2, 200_00),
    "Refunds to approve": (2, 20_00),
    "Payments being checked": (2, 1180_00),
    "Grievances overdue": (2, None),
    "Grievances with 0 to 3 days left": (2, None),
    "Grievances with 4 to 7 days left": (2, None),
    "Grievances with 8 days or more left": (2, None),
    "Reviews to moderate": (2, None),
    "Contact messages": (2, None),
    "Contact messages that wait for over 3 days": (1, None),
    "Overdue in the complaints register": (2, None),
    "Questions of learners": (2, None),
    "Lost numbers to decide": (2, None),
    "Seats without decision": (2, None),
    "Changes to approve": (2, None),
    "Disputes to answer": (2, None),
    "Payments stuck for over an hour": (2, 1180_00),
    "Refunds failed": (2, 200_00),
    "Payments not paid out by the provider": (2, 2360_00),
    "Settlement lines that differ from our books": (2, None),
    "Login codes not sent in the last hour": (2, None),
    "Messages failed": (5, None),
    "Messages late by over 5 minutes": (2, None),
    "Video imports failed": (2, None),
    "Approved changes that were not applied": (2, None),
    "Series that end within two weeks": (2, None),
    "Advertisement findings": (2, None),
    "Courses whose approval ended": (2, None),
    "Webinars whose approval ended": (2, None),
    "Mentorships whose approval ended": (2, None),
    "Programs whose approval ended": (2, None),
    "Pro whose approval ended": (1, None),
}


def test_each_count_is_that_of_the_list_it_links_to(
    shop: Shop, member: Person, other_member: Person, staff: Person, desk: Client
) -> None:
    _seed(shop, member, other_member)
    Message.objects.exclude(due_at__lt=NOW).delete()
    groups = counts.counted(person=staff.user, now=NOW)
    found = [check for group in groups.values() for check in group]
    assert {check.name: (check.count, check.paise) for check in found} == EXPECTED
    for check in found:
        assert desk.get(check.url).context["cl"].result_count == check.count, check.name
    page = desk.get("/admin/").content.decode()
    for check in found:
        assert f"<b>{check.count}</b> <span>{check.name}</span>" in page


def test_nobody_is_asked_to_approve_what_they_proposed(
    shop: Shop, member: Person, other_member: Person, staff: Person, desk: Client
) -> None:
    _seed(shop, member, other_member)
    proposed = ProposedChange.objects.filter(status=ChangeStatus.WAITING)
    proposed.filter(pk=proposed[0].pk).update(proposed_by=staff.user)
    found = [check for group in counts.counted(person=staff.user, now=NOW).values() for check in group]
    [check] = [check for check in found if check.name == "Changes to approve"]
    assert check.count == 1
    assert desk.get(check.url).context["cl"].result_count == 1


def test_the_number_of_queries_does_not_grow(
    shop: Shop,
    member: Person,
    other_member: Person,
    desk: Client,
    django_assert_num_queries: Any,
) -> None:
    desk.get("/admin/")
    with django_assert_num_queries(QUERIES):
        desk.get("/admin/")
    _seed(shop, member, other_member)
    for _ in range(3):
        WebinarFactory(starts_at=NOW)
        SessionFactory(starts_at=NOW)
        MentorshipFactory(starts_at=NOW)
    with django_assert_num_queries(QUERIES):
        desk.get("/admin/")


@pytest.mark.parametrize(
    ("paise", "before", "change"),
    [
        (1_120_00, 1_000_00, "12% more than"),
        (880_00, 1_000_00, "12% less than"),
        (1_000_00, 1_000_00, "the same as"),
        (999_99, 1_000_00, "under 1% less than"),
        (1_004_00, 1_000_00, "under 1% more than"),
        (1, 1_000_00, "over 99% less than"),
        (0, 1_000_00, "100% less than"),
        (2_25_000_00, 1_00, "2,24,99,900% more than"),
        (1_000_00, 0, ""),
    ],
)
def test_the_change_since_the_month_before_says_no_more_than_is_true(
    shop: Shop, member: Person, desk: Client, paise: int, before: int, change: str
) -> None:
    for bill, at in ((paise, NOW), (before, NOW - timedelta(days=31))):
        shop.bought(member.api, course_at(1000_00))
        order = Order.objects.latest("pk")
        amounts = {"price_paise": bill, "bill_paise": bill, "igst_paise": 0, "cgst_paise": 0}
        Order.objects.filter(pk=order.pk).update(paid_at=at, **amounts)
    page = desk.get("/admin/")
    sales = page.context["sales"]
    assert sales.change == change
    shown = f"This month so far: {change} on {sales.headings[-1]}."
    assert (shown in page.content.decode()) == bool(change)


def test_sales_by_kind_and_day(shop: Shop, member: Person, desk: Client) -> None:
    """A midnight in India lies between two orders that are a second apart."""
    midnight = indian_time.start_of_day(indian_time.day_of(NOW))
    paid_at = (
        midnight,
        midnight - timedelta(seconds=1),
        midnight - timedelta(days=7),
        datetime(2026, 10, 31, 18, 30, tzinfo=UTC),
        datetime(2026, 10, 31, 18, 29, 59, tzinfo=UTC),
        datetime(2026, 10, 25, 18, 29, 59, tzinfo=UTC),
        datetime(2026, 9, 30, 18, 30, tzinfo=UTC),
        datetime(2026, 9, 30, 18, 29, 59, tzinfo=UTC),
    )
    for number, at in enumerate(paid_at):
        shop.bought(member.api, course_at(1000_00))
        order = Order.objects.latest("pk")
        Order.objects.filter(pk=order.pk).update(paid_at=at, kind="course" if number % 2 else "webinar")
    sales = desk.get("/admin/").context["sales"]
    assert sales.headings == ["Today", "7 days", "November so far", "1 to 25 October"]
    assert [row.name for row in sales.kinds] == ["Course", "Webinar"]
    bill = 1180_00
    assert [one.paise for one in sales.total.amounts] == [bill, 2 * bill, 4 * bill, 2 * bill]
    assert [one.orders for one in sales.kinds[1].amounts] == [1, 1, 2, 1]
    assert sales.change == "100% more than"
    for row in (*sales.kinds, sales.total):
        for amount in row.amounts:
            assert desk.get(amount.url).context["cl"].result_count == amount.orders
    assert len(sales.days) == 30
    assert {str(day.day): day.amount.orders for day in sales.days if day.amount.orders} == {
        "2026-10-31": 1,
        "2026-11-01": 1,
        "2026-11-18": 1,
        "2026-11-24": 1,
        "2026-11-25": 1,
    }
    lines = desk.get("/admin/sales-by-day.csv").content.decode("utf-8-sig").splitlines()
    assert (len(lines), lines[0], lines[-1]) == (31, "Day,Orders,Sales with GST", "25 Nov 2026,1,1180.00")


def test_seats_moved_to_a_more_expensive_session(shop: Shop, member: Person, desk: Client) -> None:
    """By a swap or by a credit; not a swap to a cheaper one, and not a session of another month."""
    program, person = LiveTradingFactory(), member.user

    def at(day: float, rupees: int) -> ProgramSession:
        starts_at = NOW + timedelta(days=day)
        session: ProgramSession = SessionFactory(
            program=program, starts_at=starts_at, base_price_paise=rupees * 100
        )
        return session

    bought = [at(1, 100), at(2, 100), at(3, 900), at(4, 100)]
    cart = carts.fill(
        person=person,
        kind="liveTrading",
        request={"sessionIds": [str(session.pk) for session in bought]},
        billing_details={},
        at=NOW,
    )
    order = enrolling.enroll(person=person, kind="liveTrading", cart_id=cart.pk, at=NOW)
    payment = shop.provider.capture(str(order.provider_order_id))
    settlement.settle(order_id=order.pk, facts=Facts(payments=[payment]), at=NOW)
    swapped, credit, cheaper, later = (Booking.objects.get(session=session).pk for session in bought)
    assert desk.get("/admin/").context["swaps"] == Swaps("November", 0, 0)

    for booking, target in ((swapped, at(4.5, 5_000)), (cheaper, at(5, 300)), (later, at(9, 5_000))):
        changes.swap(person=person, booking_id=booking, session_id=target.pk, at=NOW)
    changes.cancel(person=person, booking_id=credit, at=NOW)
    changes.assign(person=person, booking_id=credit, session_id=at(5.2, 300).pk, at=NOW)
    page = desk.get("/admin/")
    assert page.context["swaps"] == Swaps("November", 2, 5_100_00)
    assert "2 seats moved to a more expensive session at no charge, ₹5,100.00" in page.content.decode()


def test_events_of_today(desk: Client) -> None:
    midnight = indian_time.start_of_day(indian_time.day_of(NOW))
    WebinarFactory(title="Yesterday", starts_at=midnight - timedelta(seconds=1))
    WebinarFactory(title="First", starts_at=midnight, ends_at=midnight + timedelta(hours=1), capacity=9)
    SessionFactory(
        name="Now",
        program__title="Evenings",
        starts_at=NOW - timedelta(minutes=5),
        ends_at=NOW + timedelta(minutes=5),
    )
    MentorshipFactory(title="Group", starts_at=NOW + timedelta(hours=1), join_url="")
    WebinarFactory(title="Off", starts_at=NOW + timedelta(hours=2), cancelled_at=NOW)
    WebinarFactory(title="Tomorrow", starts_at=midnight + timedelta(days=1))
    events = desk.get("/admin/").context["events"]
    assert [(event.kind, event.title, event.group, event.room) for event in events] == [
        ("Webinar", "First", "", "Over"),
        ("Session", "Now", "Evenings", "Live now"),
        ("Mentorship meeting", "Meeting 1", "Group", "No join link"),
        ("Webinar", "Off", "", "Cancelled"),
    ]
    assert [event.needs_room for event in events] == [False, False, True, False]
    assert (events[0].seats_booked, events[0].seats_offered, events[0].capacity) == (0, 0, 9)
    for event in events:
        assert desk.get(event.url).status_code == 200
        assert desk.get(event.bookings_url).context["cl"].result_count == 0


def test_an_offered_seat_is_no_booking_of_today(desk: Client, member: Person, other_member: Person) -> None:
    seats: Any = {"capacity": 2, "seats_taken": 2}
    mentorship = MentorshipFactory(starts_at=NOW + timedelta(hours=3), **seats)
    items = (
        {"webinar": WebinarFactory(starts_at=NOW + timedelta(hours=1), **seats)},
        {"session": SessionFactory(starts_at=NOW + timedelta(hours=2), **seats)},
        {"mentorship": mentorship},
    )
    for item in items:
        Booking.objects.create(
            person=member.user, status=BookingStatus.BOOKED, booked_by=BookedBy.PAYMENT, made_at=NOW, **item
        )
        for status, until in ((WaitStatus.OFFERED, NOW + timedelta(minutes=5)), (WaitStatus.WAITING, None)):
            WaitlistEntry.objects.create(
                person=other_member.user if until else member.user,
                number=1 if until else 2,
                status=status,
                joined_at=NOW,
                offered_until=until,
                **item,
            )
    page = desk.get("/admin/")
    events = page.context["events"]
    assert [(event.seats_booked, event.seats_offered) for event in events] == [(1, 1)] * 3
    for event in events:
        assert desk.get(event.bookings_url).context["cl"].result_count == 1
    assert page.content.decode().count('<span class="quiet">1 offered</span>') == 3


@pytest.mark.parametrize(
    ("permissions", "headings"),
    [
        ((), []),
        (("live.view_webinar",), ["Problems", "Today"]),
        (("commerce.view_order",), ["Problems", "Money", "Sales by day, last 30 days"]),
        (("support.view_ticket",), ["Waiting for us"]),
        (("commerce.view_refund",), ["Problems", "Money"]),
        (("outbox.view_message",), ["Problems"]),
    ],
)
def test_parts_are_for_staff_who_may_view_their_rows(
    permissions: tuple[str, ...], headings: list[str]
) -> None:
    WebinarFactory(starts_at=NOW)
    SessionFactory(starts_at=NOW)
    client = client_with(*permissions)
    response = client.get("/admin/")
    page = response.content.decode()
    shown = [
        title
        for title in ("Problems", "Waiting for us", "Today", "Money", "Sales by day, last 30 days")
        if f">{title}</h2>" in page
    ]
    assert (response.status_code, shown) == (200, headings)
    assert len(response.context["events"]) == ("live.view_webinar" in permissions)
    assert client.get("/admin/sales-by-day.csv").status_code == 403


@pytest.mark.parametrize(
    ("permissions", "is_allowed"),
    [
        (("commerce.view_order",), False),
        (("accounts.export_data",), False),
        (("commerce.view_order", "accounts.export_data"), True),
    ],
)
def test_the_sales_by_day_are_a_file_for_staff_who_may_download_data(
    permissions: tuple[str, ...], is_allowed: bool
) -> None:
    client = client_with(*permissions)
    assert client.get("/admin/sales-by-day.csv").status_code == (200 if is_allowed else 403)
    assert ("/admin/sales-by-day.csv" in client.get("/admin/").content.decode()) is is_allowed


def test_a_visitor_and_a_learner_are_sent_to_the_login(client: Client, member: Person) -> None:
    for one in (client, member.api):
        for url in ("/admin/", "/admin/sales-by-day.csv", "/admin/figures/"):
            response = one.get(url)
            assert (response.status_code, response["Location"]) == (302, f"/admin/login/?next={url}")


def test_books_and_workers(desk: Client) -> None:
    def texts() -> dict[str, tuple[str, bool]]:
        findings = desk.get("/admin/").context["findings"]
        return {finding.name: (finding.text, finding.is_alarm) for finding in findings}

    asks, sends, films = "Payment worker", "Message worker", "Video worker"
    never = ("Has not run yet", True)
    assert texts() == {"Books": ("Not verified yet", True), asks: never, sends: never, films: never}
    awake = NOW - timedelta(minutes=5)
    ProviderJob.objects.create(
        job=Job.VERIFY_BOOKS, finished_at=NOW - timedelta(days=1), result="0 differences"
    )
    ProviderJob.objects.create(job=Job.RECONCILE, finished_at=awake)
    for worker in ("rally", "video"):
        Heartbeat.objects.create(worker=worker, at=awake)
    runs = ("Running", False)
    assert texts() == {"Books": ("0 differences", False), asks: runs, sends: runs, films: runs}
    ProviderJob.objects.filter(job=Job.VERIFY_BOOKS).update(failures=1, result="3 differences")
    ProviderJob.objects.filter(job=Job.RECONCILE).update(finished_at=awake - timedelta(seconds=1), failures=3)
    Heartbeat.objects.update(at=awake - timedelta(seconds=1))
    asleep = ("Not running: the worker or the scheduler has stopped", True)
    assert texts() == {
        "Books": ("3 differences", True),
        "Job 'Poll open orders'": ("Failed 3 times in a row", True),
        asks: asleep,
        sends: asleep,
        films: asleep,
    }
    ProviderJob.objects.filter(job=Job.VERIFY_BOOKS).update(
        failures=0, result="0 differences", finished_at=NOW - timedelta(days=3)
    )
    assert texts()["Books"] == ("0 differences; not verified since", True)


def test_every_list_of_the_admin_is_in_one_group(desk: Client) -> None:
    response = desk.get("/admin/")
    page = response.content.decode().partition("All lists")[2]
    for app in response.context["available_apps"]:
        for model in app["models"]:
            assert page.count(f'<li><a href="{model["admin_url"]}">') == 1
    groups = [line for line in page.splitlines() if "<h3>" in line]
    names = ("Learners", "Courses", "Live", "Money", "Support", "Site", "Settings")
    assert [line.strip() for line in groups] == [f"<h3>{name}</h3>" for name in names]


def test_malformed_queries_are_ignored(desk: Client) -> None:
    assert desk.get("/admin/", {"q": "\x00", "first": "9" * 1000}).status_code == 200
    assert desk.post("/admin/").status_code == 405
    assert timezone.now() == NOW


@pytest.mark.parametrize(
    ("role", "names"),
    [
        ("support", {"Questions of learners": (2, False), "Lost numbers to decide": (2, False)}),
        ("compliance", {"Overdue in the complaints register": (2, True)}),
    ],
)
def test_what_waits_is_on_the_page_of_the_role_that_answers_it(
    member: Person, role: str, names: dict[str, Any]
) -> None:
    _requests(member)
    waiting = client_with(*ROLES[role].codenames()).get("/admin/").context["waiting"]
    shown = {check.name: (check.count, check.is_alarm) for check in waiting}
    assert {name: shown.get(name) for name in names} == names
