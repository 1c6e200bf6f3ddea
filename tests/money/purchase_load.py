"""Thousands of purchases over HTTP: most of them ordinary, some with every kind of trouble."""

from __future__ import annotations

import itertools
import random
import threading
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import requests

from tests.money.crashes import CART, CONFIRM, ENROLL
from tests.money.site_processes import KEY, Browser, SiteProcesses

BUYERS = 100
CONCURRENT_BUYERS = 12
PAYMENTS_PER_CRASH = 100
"""After so many a server is killed and restarted, or the database's connections are cut."""

TRIES = 25
RETRY_SECONDS = 0.4

# target, fault, share of requests or events, other parameters of the rule
FAULTS: list[tuple[str, str, float, dict[str, Any]]] = [
    ("orders.create", "timeout", 0.01, {"when": "before", "seconds": 2}),
    ("orders.create", "timeout", 0.01, {"when": "after", "seconds": 2}),
    ("orders.create", "status", 0.01, {"when": "after", "status": 502}),
    ("orders.create", "cut_json", 0.01, {}),
    ("payments.fetch", "timeout", 0.01, {"seconds": 2}),
    ("payments.fetch", "html", 0.01, {}),
    ("refunds.create", "timeout", 0.1, {"when": "after", "seconds": 2}),
    ("refunds.create", "status", 0.1, {"when": "before", "status": 500}),
    ("orders.payments", "rate_limit", 0.05, {}),
    ("*", "drop", 0.1, {}),
    ("*", "duplicate", 0.1, {}),
    ("*", "reorder", 0.1, {"seconds": 3}),
    ("*", "tamper", 0.02, {}),
]

SCENARIOS = {
    "straight": 70,
    "lost handler": 10,
    "failure first": 5,
    "late authorisation": 5,
    "paid twice": 4,
    "two orders of a cart": 3,
    "double click": 3,
    "refunded in part": 2,
    "refunded in parts": 2,
    "refunded uncaptured": 2,
    "erased while paying": 5,
}


@dataclass
class PurchaseLoad:
    site: SiteProcesses
    seeded: Mapping[str, Any]
    payments: int
    seed: int = 2711
    outcomes: Counter[str] = field(default_factory=Counter)
    leavers: list[tuple[str, str]] = field(init=False)
    """Number and session of those who erase their account, each once."""
    _done: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.leavers = list(self.seeded["leavers"].items())

    def run(self) -> None:
        """Make all purchases, with faults at the provider and server crashes until the last one."""
        for number, (target, fault, share, parameters) in enumerate(FAULTS):
            rule = {"target": target, "fault": fault, "probability": share, "seed": number, **parameters}
            self.site.control("faults", **rule)
        crasher = threading.Thread(target=self._crash_servers)
        crasher.start()
        try:
            with ThreadPoolExecutor(CONCURRENT_BUYERS) as pool:
                list(pool.map(self._buy, range(self.payments)))
        finally:
            self._done.set()
            crasher.join()
            self.site.clear_faults()

    # --- one purchase ----------------------------------------------------------------------------

    def _buy(self, number: int) -> None:
        rng = random.Random(self.seed + number)
        (scenario,) = rng.choices(list(SCENARIOS), weights=list(SCENARIOS.values()))
        round_, buyer = divmod(number, len(self.seeded["sessions"]))
        purchase = Purchase(
            self, Browser(self.seeded["sessions"][buyer]), self.seeded["courses"][round_], rng
        )
        try:
            getattr(purchase, scenario.replace(" ", "_"))()
        except GaveUp as reason:
            scenario = f"gave up: {reason}"
        with self._lock:
            self.outcomes[scenario] += 1

    def pay(self, order_id: str, outcome: str) -> dict[str, Any]:
        """Pay in the checkout window. Fault rules do not apply to it."""
        needs_control = outcome in ("authorized", "auto_refunded")
        url = f"{self.site.provider}/{'control/' if needs_control else ''}pay"
        return self._post(url, {"order_id": order_id, "outcome": outcome})

    def capture(self, payment_id: str) -> None:
        self._post(f"{self.site.provider}/control/capture", {"payment_id": payment_id})

    def refund_at_dashboard(self, payment_id: str, **data: int) -> None:
        self._post(f"{self.site.provider}/control/dashboard_refund", {"payment_id": payment_id, **data})

    def _post(self, url: str, data: Mapping[str, Any]) -> dict[str, Any]:
        response = requests.post(url, json=data, auth=KEY, timeout=60)
        assert response.status_code == 200, response.text
        return dict(response.json())

    # --- crashes ---------------------------------------------------------------------------------

    def _crash_servers(self) -> None:
        rng = random.Random(self.seed)
        for number in itertools.count(1):
            while sum(self.outcomes.values()) < number * PAYMENTS_PER_CRASH:
                if self._done.wait(0.2):
                    return
            if number % 3:
                self.site.restart(rng.choice(self.site.ports))
            else:
                self.site.cut_database_connections()


class GaveUp(Exception):
    """The purchase was refused, or its retries are used up. Its payment must be handled all the same."""


@dataclass
class Purchase:
    load: PurchaseLoad
    browser: Browser
    course: str
    rng: random.Random

    def straight(self) -> None:
        self._confirm(self._pay(self._enroll_new()))

    def lost_handler(self) -> None:
        self._pay(self._enroll_new())

    def failure_first(self) -> None:
        enrolled = self._enroll_new()
        self.load.pay(enrolled["razorPayOrderId"], "failure")
        self._confirm(self._pay(enrolled))

    def late_authorisation(self) -> None:
        payment = self.load.pay(self._enroll_new()["razorPayOrderId"], "authorized")
        self.load.capture(payment["id"])

    def paid_twice(self) -> None:
        enrolled = self._enroll_new()
        first, second = self._pay(enrolled), self._pay(enrolled)
        for paid in self.rng.sample([first, second], k=2):
            self._confirm(paid)

    def two_orders_of_a_cart(self) -> None:
        cart = self._cart()
        first = self._enroll(cart)
        self._call(
            "/api/coupon/apply-coupon", {"couponcode": "LOAD", "cartId": cart}, expected=(200, 409, 410)
        )
        second = self._enroll(cart)
        for paid in [self._pay(enrolled) for enrolled in (first, second)]:
            self._confirm(paid, expected=(200, 202))

    def double_click(self) -> None:
        paid = self._pay(self._enroll_new())
        again = Purchase(self.load, self.browser, self.course, self.rng)
        other = threading.Thread(target=lambda: again._call(CONFIRM, _signed(paid), expected=(200, 202)))
        other.start()
        try:
            self._confirm(paid)
        finally:
            other.join()

    def refunded_in_part(self) -> None:
        """A refund of one rupee at the provider's dashboard."""
        paid = self._pay(self._enroll_new())
        self.load.refund_at_dashboard(paid["razorpay_payment_id"], amount=100)
        self._confirm(paid)

    def refunded_in_parts(self) -> None:
        """A refund of one rupee before the confirmation, and of the rest after it."""
        paid = self._pay(self._enroll_new())
        self.load.refund_at_dashboard(paid["razorpay_payment_id"], amount=100)
        self._confirm(paid)
        self.load.refund_at_dashboard(paid["razorpay_payment_id"])

    def refunded_uncaptured(self) -> None:
        self.load.pay(self._enroll_new()["razorPayOrderId"], "auto_refunded")

    def erased_while_paying(self) -> None:
        """The account is erased at the moment of the confirmation, a little before or a little after it."""
        try:
            mobile, session = self.load.leavers.pop()
        except IndexError:
            return self.straight()
        self.browser = Browser(session)
        paid = self._pay(self._enroll_new())
        leaving = Purchase(self.load, Browser(session), self.course, random.Random(mobile))
        other = threading.Thread(target=lambda: leaving._erase(mobile))
        other.start()
        time.sleep(0.1 * self.rng.random())
        try:
            self._confirm(paid, expected=(200, 202, 401, 403, 404))
        finally:
            other.join()

    # --- steps -----------------------------------------------------------------------------------

    def _erase(self, mobile: str) -> None:
        time.sleep(0.1 * self.rng.random())
        # Once it is erased, its session is over.
        self._call("/api/user/erase", {"mobile": mobile}, expected=(200, 401, 403))

    def _cart(self) -> str:
        return str(self._call(CART, {"id": self.course})["data"]["_id"])

    def _enroll_new(self) -> dict[str, Any]:
        return self._enroll(self._cart())

    def _enroll(self, cart: str) -> dict[str, Any]:
        data = dict(self._call(ENROLL, {"id": cart})["data"])
        if not data["razorPayOrderId"]:
            raise GaveUp("nothing to pay")
        return data

    def _pay(self, enrolled: Mapping[str, Any]) -> dict[str, Any]:
        return self.load.pay(enrolled["razorPayOrderId"], "success")

    def _confirm(self, paid: Mapping[str, Any], expected: tuple[int, ...] = (200, 202)) -> None:
        self._call(CONFIRM, _signed(paid), expected=expected)

    def _call(self, path: str, body: Mapping[str, Any], expected: tuple[int, ...] = (200,)) -> Any:
        """POST, and retry while a server is down."""
        for _ in range(TRIES):
            port = self.rng.randrange(len(self.load.site.ports))
            status, response = self.browser.call(self.load.site.site(port) + path, body)
            if status in expected:
                return response
            if status not in (0, 429, 500, 502, 503):
                raise GaveUp(f"{path}: {status} {response.get('code')}")
            time.sleep(RETRY_SECONDS * self.rng.random())
        raise GaveUp(f"{path}: no response")


def _signed(paid: Mapping[str, Any]) -> dict[str, str]:
    return {
        "razorPayOrderId": paid["razorpay_order_id"],
        "razorPayPaymentId": paid["razorpay_payment_id"],
        "razorPaySignature": paid["razorpay_signature"],
    }
