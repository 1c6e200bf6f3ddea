"""What staff and the provider add to the sample books: grants, prices, limits, disputes, payouts, events."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import models, transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.services import erasure, grants, trials
from apps.audit import values
from apps.audit.services import trail
from apps.catalog.services import bookings as course_bookings
from apps.catalog.tests.factories import CourseFactory
from apps.commerce.flows import dispute_polling, settlement_polling, webhooks
from apps.commerce.gateways.outcomes import Done
from apps.commerce.models import Coupon, CouponBatch, Order, RefundRequest, RefundSettings
from apps.commerce.services import coupon_batches, refund_requests
from apps.commerce.tests.colleagues import colleague
from apps.content.models import SiteSettings
from apps.core import indian_time
from apps.core.ids import new_id
from apps.live.models import ProgramSession, SessionPlan, Webinar
from apps.live.services import bookings, changes, gifts
from apps.live.tests.factories import LiveTradingFactory, SessionFactory, WebinarFactory
from apps.pro.models import Plan

if TYPE_CHECKING:
    from tests.books.sample_books import SampleBooks

GSTIN = "29AAGCB7383J1Z4"
LIMIT = 5_000_00


def edit(row: models.Model, **columns: Any) -> None:
    """As a form of the admin does it: with its entry in the audit trail."""
    before = values.snapshot(row)
    type(row)._default_manager.filter(pk=row.pk).update(**columns)
    row.refresh_from_db()
    changes_ = values.changes(type(row), before, values.snapshot(row))
    trail.record_applied(
        person_id=colleague().pk, row=row, changes=changes_, note="Edited", at=timezone.now()
    )


def move_the_company(books: SampleBooks) -> None:
    """Between two invoices: the earlier ones keep what was true then."""
    books.clock.shift(timedelta(hours=1))
    row, _ = SiteSettings.objects.get_or_create(pk=SiteSettings.ONLY_ID)
    edit(row, registered_name="Rally Advisers Private Limited", company_pan="AAACR0000A")
    books.clock.shift(timedelta(hours=1))


def give_access(books: SampleBooks) -> None:
    """Everything that opens without a payment."""
    meera, _, third = books.buyers
    free = CourseFactory(offer_price_paise=0)
    course_bookings.book(person=meera, key=str(free.pk), at=books._advance_clock())
    books.clock.shift(timedelta(hours=1))
    edit(free, offer_price_paise=499_00)
    with transaction.atomic():
        grants.grant_course(
            key=new_id(),
            person=meera,
            course_id=CourseFactory(offer_price_paise=499_00).pk,
            label="30 days",
            at=books._advance_clock(),
            ends_at=timezone.now() + timedelta(days=30),
            by=colleague(),
        )
        grants.grant_pro(
            key=new_id(), person=meera, days=3, label="3 days", at=books._advance_clock(), by=colleague()
        )
    trier = User.objects.create_user(mobile="9811112222", name="Trier")
    trials.register(mobile=trier.mobile, address="10.0.0.1", person=trier, now=books._advance_clock())
    webinar = WebinarFactory(price_paise=499_00, capacity=5)
    bookings.book_free_webinar(person=third, key=str(webinar.pk), at=books._advance_clock())
    program = LiveTradingFactory()
    first = timezone.now() + timedelta(days=3)
    sessions = [SessionFactory(program=program, starts_at=first + timedelta(days=day)) for day in range(2)]
    _give_seat(books, Webinar, webinar, person=meera)
    gift = _give_seat(books, ProgramSession, sessions[0], person=meera)
    changes.cancel(person=meera, booking_id=gift.pk, at=books._advance_clock())
    changes.assign(person=meera, booking_id=gift.pk, session_id=sessions[1].pk, at=books._advance_clock())


def _give_seat(books: SampleBooks, of: Any, item: Any, *, person: User) -> Any:
    return gifts.give_seat(
        of=of,
        item_id=item.pk,
        person=person,
        given_by=colleague(),
        reason="A gift",
        extra_seat=False,
        at=books._advance_clock(),
    )


def change_prices_and_terms(books: SampleBooks) -> None:
    books.clock.shift(timedelta(hours=1))
    edit(Webinar.objects.filter(price_paise__gt=0).latest("pk"), price_paise=599_00)
    session = ProgramSession.objects.latest("pk")
    edit(session, base_price_paise=session.base_price_paise + 100_00)
    for plan in (SessionPlan.objects.latest("pk"), Plan.objects.latest("pk")):
        edit(plan, discounted_price_paise=plan.discounted_price_paise - 100)
    coupon = Coupon.objects.get(code="TENTH")
    edit(coupon, minimum_paise=10_00, cap_paise=900_00, total_limit=900, person_limit=90)
    batch = CouponBatch(prefix="BATCH", size=1, short_description="Batch", percent=20)
    coupon_batches.generate(batch=batch)


def refund_with_two_people(books: SampleBooks) -> None:
    meera, kabir, _ = books.buyers
    row, _ = RefundSettings.objects.get_or_create(pk=RefundSettings.ONLY_ID)
    books.clock.shift(timedelta(hours=1))
    edit(row, second_person_above_paise=LIMIT, person_day_paise=4 * LIMIT, highest_fee_percent=4)
    books.clock.shift(timedelta(hours=1))
    expensive = books.buy(meera, "course", books.course(9_000_00))
    asked = _request(books, expensive)
    refund_requests.approve(request_id=asked.pk, by=_second_person(), at=books._advance_clock())
    declined = _request(books, books.buy(kabir, "course", books.course(9_000_00)))
    refund_requests.decline(request_id=declined.pk, by=_second_person(), note="No", at=books._advance_clock())
    _request(books, books.buy(kabir, "course", books.course(9_000_00)))


def _second_person() -> User:
    person, _ = User.objects.get_or_create(mobile="9777777778", defaults={"name": "Second", "is_staff": True})
    return person


def _request(books: SampleBooks, order: Order) -> RefundRequest:
    rows = order.lines.values_list("pk", flat=True)
    return refund_requests.request(
        order_id=order.pk,
        line_ids=list(rows),
        reason="Asked for",
        release_coupon=False,
        by=colleague(),
        at=books._advance_clock(),
    )


def dispute_and_pay_out(books: SampleBooks) -> None:
    """Dated some days ago: what is new is compared the next time."""
    provider, now = books.provider, timezone.now
    provider.clock = lambda: now() - timedelta(days=3)
    paid = list(Order.objects.filter(paid_by__isnull=False).order_by("pk")[:2])
    for order, status, deducted in zip(paid, ("open", "lost"), (0, 500_00), strict=True):
        assert order.paid_by is not None
        provider.dispute(
            order.paid_by.provider_payment_id, amount_paise=500_00, deducted_paise=deducted, status=status
        )
    dispute_polling.poll_disputes(at=books._advance_clock())
    provider.pay_out()
    provider.clock = now
    today = indian_time.day_of(timezone.now())
    settlement_polling.poll_settlements(first_day=today - timedelta(days=4), at=books._advance_clock())


def receive_events(books: SampleBooks) -> None:
    meera, _, _ = books.buyers
    order = books.buy(meera, "course", books.course())
    assert order.paid_by is not None
    payment = order.paid_by.provider_payment_id
    _receive(books, "payment.captured", payment_id=payment)
    made = books.provider.refund_at_dashboard(payment, 50_00)
    _receive(books, "refund.processed", payment_id=payment, refund_id=made.id)
    disputed = next(iter(books.provider.disputes))
    books.provider.dispute(disputed, amount_paise=500_00, status="under_review")
    _receive(books, "payment.dispute.under_review", payment_id=disputed)
    # A dispute of another site, longer ago than orders are compared.
    now = timezone.now
    books.provider.clock = lambda: now() - timedelta(days=30)
    made_elsewhere = books.provider.create_order(receipt="elsewhere", amount_paise=100_00, notes={})
    assert isinstance(made_elsewhere, Done)
    theirs = books.provider.capture(made_elsewhere.value.id)
    books.provider.clock = now
    _receive(books, "payment.captured", payment_id=theirs.id)


def _receive(books: SampleBooks, event: str, **ids: Any) -> None:
    body, headers = books.provider.webhook(event, **ids)
    webhooks.receive(provider="razorpay", body=body, headers=headers, at=books._advance_clock())


def erase_two_buyers(books: SampleBooks) -> None:
    """A person and a business: the books name only the business."""
    for mobile, details in (
        ("9811113333", {"name": "Erna", "address": "1 Street", "email": "erna@example.in"}),
        ("9811114444", {"name": "Egon", "company": "Egon Ltd", "gst_no": GSTIN, "state": "Karnataka"}),
    ):
        person = User.objects.create_user(mobile=mobile, **details)
        order = books.buy(person, "course", books.course())
        books.refund(order)
        erasure.erase_on_request(mobile=mobile, at=books._advance_clock())
