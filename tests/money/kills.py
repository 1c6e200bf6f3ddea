"""A purchase whose server process is killed at one step, and what must be true after the restart."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import requests

from tests.money.steps import Step
from tests.money.world import Browser, World

CART, ENROLL, CONFIRM = (
    "/api/course/cartCourseV1",
    "/api/course/enrollCourseV1",
    "/api/course/confirm/courseV1",
)


@dataclass
class Deaths:
    """One after the other, each with a course of its own."""

    world: World
    seeded: dict[str, Any]
    courses: Iterator[str] = field(init=False)

    def __post_init__(self) -> None:
        self.courses = iter(self.seeded["courses"])
        self.buyer = Browser(self.seeded["sessions"][0])
        self.staff = Browser(self.seeded["staff"])

    def die_at(self, step: Step) -> None:
        """Go the way to the step, be killed there, come back, and find the books in agreement."""
        getattr(self, f"_die_in_{step.call}")(step)

    def _die_in_enroll(self, step: Step) -> None:
        self._hear(False)
        cart = self._cart()
        self._arm(step)
        self._call(ENROLL, {"id": cart}, dies=True)
        self._come_back()
        paid = self._paid(self._enrolled(cart))
        self._confirm(paid)
        self._must_be("paid", paid)

    def _die_in_confirm(self, step: Step) -> None:
        self._hear(False)
        paid = self._paid(self._enrolled(self._cart()))
        self._arm(step)
        status, acknowledged = self._call(CONFIRM, _signed(paid), dies=True)
        self._come_back()
        told = self._confirm(paid)
        assert status != 200 or told == acknowledged["data"]
        self._must_be("paid", paid)

    def _die_in_webhook(self, step: Step) -> None:
        self._hear(True)
        enrolled = self._enrolled(self._cart())
        self._arm(step)
        paid = self._paid(enrolled)
        self.world.wait_until_dead(self.world.ports[0])
        self._come_back()
        self._must_be("paid", paid)

    def _die_in_refund(self, step: Step) -> None:
        self._hear(False)
        paid = self._paid(self._enrolled(self._cart()))
        told = self._confirm(paid)
        self._arm(step)
        with suppress(requests.RequestException):
            self._refund(told)
        self.world.wait_until_dead(self.world.ports[0])
        self._come_back()
        # Whether the click was kept shows on the page; the person clicks again where it was not.
        if self._order(paid)["status"] == "paid":
            self._refund(told)
            self.world.recover()
        self._must_be("refunded", paid)

    # --- the way ----------------------------------------------------------------------------------

    def _hear(self, is_told: bool) -> None:
        """Whether the provider tells us of what happens."""
        self.world.clear_faults()
        if not is_told:
            self.world.control("faults", target="*", fault="drop")

    def _cart(self) -> str:
        status, answer = self._call(CART, {"id": next(self.courses)})
        assert status == 200, answer
        return str(answer["data"]["_id"])

    def _enrolled(self, cart: str) -> dict[str, Any]:
        status, answer = self._call(ENROLL, {"id": cart})
        assert status == 200, answer
        return dict(answer["data"])

    def _paid(self, enrolled: dict[str, Any]) -> dict[str, Any]:
        data = {"order_id": enrolled["razorPayOrderId"], "outcome": "success"}
        answer = requests.post(f"{self.world.provider}/pay", json=data, timeout=20)
        assert answer.status_code == 200, answer.text
        return {**enrolled, **answer.json()}

    def _confirm(self, paid: dict[str, Any]) -> dict[str, Any]:
        status, answer = self._call(CONFIRM, _signed(paid))
        assert status == 200, answer
        return dict(answer["data"])

    def _refund(self, told: dict[str, Any]) -> None:
        lines = [line["_id"] for line in told["receipt"]["lines"]]
        answer = self.staff.post(
            f"{self.world.site()}/admin/commerce/order/{told['orderId']}/refund/",
            data={"lines": lines, "reason": "Asked for", "confirmed": "1"},
            timeout=30,
            allow_redirects=False,
        )
        assert answer.status_code == 302, answer.text[:500]

    def _call(self, path: str, body: dict[str, Any], *, dies: bool = False) -> tuple[int, Any]:
        answer = self.buyer.call(self.world.site() + path, body)
        if dies:
            self.world.wait_until_dead(self.world.ports[0])
        return answer

    # --- death and after --------------------------------------------------------------------------

    def _arm(self, step: Step) -> None:
        self.world.trap.write_text(f"{step.when} {step.place}", encoding="ascii")

    def _come_back(self) -> None:
        assert not self.world.trap.exists()
        self.world.restart(self.world.ports[0])
        self.world.recover()

    def _order(self, paid: dict[str, Any]) -> dict[str, Any]:
        answer = self.buyer.get(f"{self.world.site()}/api/orders/{paid['orderId']}", timeout=20)
        return dict(answer.json()["data"])

    def _must_be(self, end: str, paid: dict[str, Any]) -> None:
        """Once with us, and once with the provider."""
        self.world.recover(rounds=1)
        order = self._order(paid)
        assert (order["status"], order["invoice"] is not None) == (end, True), order
        orders = [theirs for theirs in self.world.journal() if theirs["receipt"] == paid["orderId"]]
        payments = list(itertools.chain.from_iterable(theirs["payments"] for theirs in orders))
        captured = sum(payment["captured_amount"] for payment in payments)
        returned = sum(payment["refunded_amount"] for payment in payments)
        bill = paid["amountToBePaid"]
        assert (captured, returned) == (bill, bill if end == "refunded" else 0), payments


def _signed(paid: dict[str, Any]) -> dict[str, str]:
    return {
        "razorPayOrderId": paid["razorpay_order_id"],
        "razorPayPaymentId": paid["razorpay_payment_id"],
        "razorPaySignature": paid["razorpay_signature"],
    }
