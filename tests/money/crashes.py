"""Purchases during which the server is killed, and checks after the restart."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import requests

from tests.money.crash_points import CrashPoint
from tests.money.site_processes import Browser, SiteProcesses

CART, ENROLL, CONFIRM = (
    "/api/course/cartCourseV1",
    "/api/course/enrollCourseV1",
    "/api/course/confirm/courseV1",
)


@dataclass
class CrashTest:
    """Runs one purchase per crash point, each of another course."""

    site: SiteProcesses
    seeded: dict[str, Any]
    courses: Iterator[str] = field(init=False)

    def __post_init__(self) -> None:
        self.courses = iter(self.seeded["courses"])
        self.buyer = Browser(self.seeded["sessions"][0])
        self.staff = Browser(self.seeded["staff"])

    def crash_at(self, point: CrashPoint) -> None:
        """Buy until the crash point, restart, finish, and check the books."""
        getattr(self, f"_crash_in_{point.request}")(point)

    def _crash_in_enroll(self, point: CrashPoint) -> None:
        self._set_webhooks(enabled=False)
        cart = self._cart()
        self._activate(point)
        self._call(ENROLL, {"id": cart}, crashes=True)
        self._restart()
        paid = self._pay(self._enroll(cart))
        self._confirm(paid)
        self._check("paid", paid)

    def _crash_in_confirm(self, point: CrashPoint) -> None:
        self._set_webhooks(enabled=False)
        paid = self._pay(self._enroll(self._cart()))
        self._activate(point)
        status, acknowledged = self._call(CONFIRM, _signed(paid), crashes=True)
        self._restart()
        confirmed = self._confirm(paid)
        assert status != 200 or confirmed == acknowledged["data"]
        self._check("paid", paid)

    def _crash_in_webhook(self, point: CrashPoint) -> None:
        self._set_webhooks(enabled=True)
        enrolled = self._enroll(self._cart())
        self._activate(point)
        paid = self._pay(enrolled)
        self.site.wait_until_dead(self.site.ports[0])
        self._restart()
        self._check("paid", paid)

    def _crash_in_refund(self, point: CrashPoint) -> None:
        self._set_webhooks(enabled=False)
        paid = self._pay(self._enroll(self._cart()))
        confirmed = self._confirm(paid)
        self._activate(point)
        with suppress(requests.RequestException):
            self._refund(confirmed)
        self.site.wait_until_dead(self.site.ports[0])
        self._restart()
        # If the refund was not saved, staff see it on the page and click again.
        if self._order(paid)["status"] == "paid":
            self._refund(confirmed)
            self.site.recover()
        self._check("refunded", paid)

    # --- steps -----------------------------------------------------------------------------------

    def _set_webhooks(self, *, enabled: bool) -> None:
        self.site.clear_faults()
        if not enabled:
            self.site.control("faults", target="*", fault="drop")

    def _cart(self) -> str:
        status, response = self._call(CART, {"id": next(self.courses)})
        assert status == 200, response
        return str(response["data"]["_id"])

    def _enroll(self, cart: str) -> dict[str, Any]:
        status, response = self._call(ENROLL, {"id": cart})
        assert status == 200, response
        return dict(response["data"])

    def _pay(self, enrolled: dict[str, Any]) -> dict[str, Any]:
        data = {"order_id": enrolled["razorPayOrderId"], "outcome": "success"}
        response = requests.post(f"{self.site.provider}/pay", json=data, timeout=20)
        assert response.status_code == 200, response.text
        return {**enrolled, **response.json()}

    def _confirm(self, paid: dict[str, Any]) -> dict[str, Any]:
        status, response = self._call(CONFIRM, _signed(paid))
        assert status == 200, response
        return dict(response["data"])

    def _refund(self, confirmed: dict[str, Any]) -> None:
        lines = [line["_id"] for line in confirmed["receipt"]["lines"]]
        response = self.staff.post(
            f"{self.site.site()}/admin/commerce/order/{confirmed['orderId']}/refund/",
            data={"lines": lines, "reason": "Asked for", "confirmed": "1"},
            timeout=30,
            allow_redirects=False,
        )
        assert response.status_code == 302, response.text[:500]

    def _call(self, path: str, body: dict[str, Any], *, crashes: bool = False) -> tuple[int, Any]:
        response = self.buyer.call(self.site.site() + path, body)
        if crashes:
            self.site.wait_until_dead(self.site.ports[0])
        return response

    # --- crash and restart -----------------------------------------------------------------------

    def _activate(self, point: CrashPoint) -> None:
        self.site.crash_point_file.write_text(f"{point.when} {point.place}", encoding="ascii")

    def _restart(self) -> None:
        assert not self.site.crash_point_file.exists()
        self.site.restart(self.site.ports[0])
        self.site.recover()

    def _order(self, paid: dict[str, Any]) -> dict[str, Any]:
        response = self.buyer.get(f"{self.site.site()}/api/orders/{paid['orderId']}", timeout=20)
        return dict(response.json()["data"])

    def _check(self, status: str, paid: dict[str, Any]) -> None:
        """Check the order here and at the provider."""
        self.site.recover(rounds=1)
        order = self._order(paid)
        assert (order["status"], order["invoice"] is not None) == (status, True), order
        orders = [
            order_there for order_there in self.site.journal() if order_there["receipt"] == paid["orderId"]
        ]
        payments = list(itertools.chain.from_iterable(order_there["payments"] for order_there in orders))
        captured = sum(payment["captured_amount"] for payment in payments)
        returned = sum(payment["refunded_amount"] for payment in payments)
        bill = paid["amountToBePaid"]
        assert (captured, returned) == (bill, bill if status == "refunded" else 0), payments


def _signed(paid: dict[str, Any]) -> dict[str, str]:
    return {
        "razorPayOrderId": paid["razorpay_order_id"],
        "razorPayPaymentId": paid["razorpay_payment_id"],
        "razorPaySignature": paid["razorpay_signature"],
    }
