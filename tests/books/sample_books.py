"""Orders in every state, as the books that tests tamper with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils import timezone

from apps.accounts.models import User
from apps.catalog.tests.factories import CourseFactory
from apps.commerce.flows import confirming, enrolling
from apps.commerce.flows.confirming import Signed
from apps.commerce.models import Cart, Coupon, Order
from apps.commerce.services import carts, expiry, ledger, refunds, settlement
from apps.commerce.services.refunds import Part
from apps.commerce.services.settlement import Facts
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.fake_provider import FakeProvider
from apps.live.models import Booking, ProgramSession
from apps.live.services import bookings, changes
from apps.live.tests.factories import (
    LiveTradingFactory,
    MentorshipFactory,
    PlanFactory,
    SessionFactory,
    WebinarFactory,
)
from apps.pro.tests.factories import PlanFactory as ProPlanFactory
from tests.books import sample_records


@dataclass
class SampleBooks:
    """Creates orders, with a clock that advances at each step."""

    provider: FakeProvider
    clock: Any
    buyers: list[User] = field(default_factory=list)

    def build(self) -> None:
        self.buyers = [
            User.objects.create_user(mobile=f"98111111{number:02}", name=f"Buyer {number}", state=state)
            for number, state in enumerate(("Kerala", "Goa", "Karnataka"))
        ]
        self._coupons()
        self._courses()
        sample_records.move_the_company(self)
        self._live()
        self._pro()
        sample_records.give_access(self)
        sample_records.change_prices_and_terms(self)
        sample_records.refund_with_two_people(self)
        sample_records.erase_two_buyers(self)
        sample_records.dispute_and_pay_out(self)
        sample_records.receive_events(self)
        ledger.write_checkpoints(at=timezone.now() + timedelta(days=2))

    # --- orders ----------------------------------------------------------------------------------

    def _coupons(self) -> None:
        for code, terms in (
            ("HALF", {"percent": 50, "total_limit": 50, "person_limit": 5}),
            ("TENTH", {"percent": 10}),
            ("ALL", {"percent": 100, "person_limit": 5}),
        ):
            Coupon.objects.create(code=code, short_description=code, **terms)

    def _courses(self) -> None:
        meera, kabir, _ = self.buyers
        self.buy(meera, "course", self.course(), coupon="HALF")
        self.refund(self.buy(kabir, "course", self.course(), coupon="HALF"), release_coupon=True)
        self.refund(self.buy(kabir, "course", self.course()))
        self.place(kabir, "course", self.course(), coupon="ALL")
        self.place(meera, "course", self.course(), coupon="HALF")
        self._advance_clock(minutes=20)
        expiry.expire_overdue_orders(at=timezone.now())
        late = self.buy(meera, "course", self.course())
        # A second success of a paid order, and a failed one.
        self._settle(late, self.provider.capture(str(late.provider_order_id)))
        self._settle(late, self.provider.fail(str(late.provider_order_id)))
        self._refund_part_at_dashboard(self.buy(kabir, "course", self.course(999_00)))
        in_parts = self.buy(kabir, "course", self.course(999_00))
        self.refund(in_parts, part=Part(333_33, refunded_before=0))
        self.refund(in_parts, part=Part(1, refunded_before=333_33))
        self.refund(in_parts)
        self.refund(self.buy(kabir, "course", self.course(999_00)), part=Part(7_77, refunded_before=0))
        self.provider.refund_status = "pending"
        self.refund(self.buy(meera, "course", self.course()))
        self.provider.refund_status = "processed"
        self.fill(kabir, "course", self.course(), coupon="TENTH")
        self.place(kabir, "course", self.course(), coupon="TENTH")
        wrong = self.place(kabir, "course", self.course())
        self._settle(wrong, self.provider.capture(str(wrong.provider_order_id), amount_paise=5_00))

    def _live(self) -> None:
        meera, kabir, third = self.buyers
        webinar = WebinarFactory(price_paise=499_00, capacity=5)
        self.buy(meera, "webinar", {"id": str(webinar.pk)})
        self.place(kabir, "webinar", {"id": str(webinar.pk)})
        self.buy(kabir, "mentorship", {"id": str(MentorshipFactory(price_paise=4_999_00).pk)})
        free = WebinarFactory(price_paise=0)
        bookings.book_free_webinar(person=third, key=str(free.pk), at=timezone.now())
        _, program = LiveTradingFactory(), LiveTradingFactory()
        PlanFactory(program=program, num_of_sessions=2, discounted_price_paise=399_00)
        first = timezone.now() + timedelta(days=3)
        sessions = [
            SessionFactory(program=program, starts_at=first + timedelta(days=day), capacity=9)
            for day in range(9)
        ]
        bought = self.buy(meera, "liveTrading", _selection(sessions[:4]))
        self._change(bought, sessions)
        part = self.buy(kabir, "liveTrading", _selection(sessions[:3]), coupon="TENTH")
        self.refund(part, lines=1)

    def _change(self, order: Order, sessions: Sequence[ProgramSession]) -> None:
        """Swap the first booking, cancel the second, and cancel and reassign the third."""
        swapped, canceled, moved, _ = (
            Booking.objects.get(bought_by=line.pk) for line in order.lines.order_by("position")
        )
        person = order.person
        changes.swap(
            person=person, booking_id=swapped.pk, session_id=sessions[6].pk, at=self._advance_clock()
        )
        for booking in (canceled, moved):
            changes.cancel(person=person, booking_id=booking.pk, at=self._advance_clock())
        changes.assign(
            person=person, booking_id=moved.pk, session_id=sessions[7].pk, at=self._advance_clock()
        )

    def _pro(self) -> None:
        _, kabir, third = self.buyers
        plan = ProPlanFactory(validity_days=90, discounted_price_paise=2_999_00)
        pick = {"sectionId": str(plan.section_id), "planId": str(plan.pk)}
        self.refund(self.buy(third, "pro", pick))
        self.buy(third, "pro", pick)
        self.buy(kabir, "pro", pick, coupon="HALF")

    # --- steps of buyers and staff ---------------------------------------------------------------

    def course(self, paise: int = 1000_00) -> dict[str, str]:
        return {"id": str(CourseFactory(offer_price_paise=paise).pk)}

    def fill(self, person: User, kind: str, request: dict[str, Any], *, coupon: str = "") -> Cart:
        cart = carts.fill(
            person=person, kind=kind, request=request, billing_details={}, at=self._advance_clock()
        )
        if coupon:
            cart = carts.apply_coupon(person=person, cart_id=cart.pk, code=coupon, at=self._advance_clock())
        return cart

    def place(self, person: User, kind: str, request: dict[str, Any], *, coupon: str = "") -> Order:
        cart = self.fill(person, kind, request, coupon=coupon)
        return enrolling.enroll(person=person, kind=kind, cart_id=cart.pk, at=self._advance_clock())

    def buy(self, person: User, kind: str, request: dict[str, Any], *, coupon: str = "") -> Order:
        order = self.place(person, kind, request, coupon=coupon)
        number = str(order.provider_order_id)
        payment = self.provider.capture(number)
        signed = Signed(number, payment.id, self.provider.signature(number, payment.id))
        return confirming.confirm(person=person, kind=kind, signed=signed, at=self._advance_clock())

    def refund(
        self,
        order: Order,
        *,
        lines: int | None = None,
        release_coupon: bool = False,
        part: Part | None = None,
    ) -> None:
        rows = order.lines.order_by("position").values_list("pk", flat=True)
        refunds.refund_as_staff(
            order_id=order.pk,
            line_ids=None if lines is None else list(rows[:lines]),
            reason="Asked for",
            by=colleague(),
            release_coupon=release_coupon,
            at=self._advance_clock(),
            part=part,
        )

    def _refund_part_at_dashboard(self, order: Order) -> None:
        assert order.paid_by is not None
        name = order.paid_by.provider_payment_id
        made = self.provider._add_refund(name, 100_00, notes={}, status="processed")
        settlement.settle(order_id=order.pk, facts=Facts(refunds=[made]), at=self._advance_clock())

    def _settle(self, order: Order, payment: Any) -> None:
        settlement.settle(order_id=order.pk, facts=Facts(payments=[payment]), at=self._advance_clock())

    def _advance_clock(self, minutes: float = 0.1) -> Any:
        """Advance the clock, so that no two steps have the same time."""
        self.clock.shift(timedelta(minutes=minutes))
        return timezone.now()


def _selection(sessions: Sequence[ProgramSession]) -> dict[str, list[str]]:
    return {"sessionIds": [str(session.pk) for session in sessions]}
