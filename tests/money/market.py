"""Thousands of purchases over HTTP, most of them as they should be, and some as bad as they get."""

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

from tests.money.kills import CART, CONFIRM, ENROLL
from tests.money.world import KEY, Browser, World

BUYERS = 100
AT_ONCE = 12
KILLS = 8
"""How often a server dies and comes back in the course of a run."""

TRIES = 25
PATIENCE_SECONDS = 0.4

# target, fault, of how many calls or events, and what else the rule takes
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

WAYS = {
    "straight": 70,
    "lost handler": 10,
    "failure first": 5,
    "late authorisation": 5,
    "paid twice": 4,
    "two orders of a cart": 3,
    "double click": 3,
    "returned in part": 2,
    "returned in parts": 2,
    "returned uncaptured": 2,
}


@dataclass
class Market:
    world: World
    seeded: Mapping[str, Any]
    payments: int
    seed: int = 2711
    went: Counter[str] = field(default_factory=Counter)
    _over: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def trade(self) -> None:
        """All purchases, with faults on both sides; after them the faults are over, and so are the deaths."""
        for number, (target, fault, share, more) in enumerate(FAULTS):
            told = {"target": target, "fault": fault, "probability": share, "seed": number, **more}
            self.world.control("faults", **told)
        reaper = threading.Thread(target=self._kill_now_and_then)
        reaper.start()
        try:
            with ThreadPoolExecutor(AT_ONCE) as pool:
                list(pool.map(self._buy, range(self.payments)))
        finally:
            self._over.set()
            reaper.join()
            self.world.clear_faults()

    # --- one purchase -----------------------------------------------------------------------------

    def _buy(self, number: int) -> None:
        dice = random.Random(self.seed + number)
        (way,) = dice.choices(list(WAYS), weights=list(WAYS.values()))
        round_, buyer = divmod(number, len(self.seeded["sessions"]))
        visit = Visit(self, Browser(self.seeded["sessions"][buyer]), self.seeded["courses"][round_], dice)
        try:
            getattr(visit, way.replace(" ", "_"))()
        except GaveUp as reason:
            way = f"gave up: {reason}"
        with self._lock:
            self.went[way] += 1

    def pay(self, order_id: str, outcome: str) -> dict[str, Any]:
        """What the buyer does in the provider's window, which never fails here: the money is what counts."""
        is_rare = outcome in ("authorized", "auto_refunded")
        address = f"{self.world.provider}/{'control/' if is_rare else ''}pay"
        return self._provider(address, {"order_id": order_id, "outcome": outcome})

    def capture(self, payment_id: str) -> None:
        self._provider(f"{self.world.provider}/control/capture", {"payment_id": payment_id})

    def refund_at_dashboard(self, payment_id: str, **told: int) -> None:
        self._provider(f"{self.world.provider}/control/dashboard_refund", {"payment_id": payment_id, **told})

    def _provider(self, address: str, data: Mapping[str, Any]) -> dict[str, Any]:
        answer = requests.post(address, json=data, auth=KEY, timeout=60)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    # --- death ------------------------------------------------------------------------------------

    def _kill_now_and_then(self) -> None:
        dice = random.Random(self.seed)
        for kill in itertools.count(1):
            while sum(self.went.values()) < kill * self.payments // (KILLS + 1):
                if self._over.wait(0.2):
                    return
            self.world.restart(dice.choice(self.world.ports))


class GaveUp(Exception):
    """A buyer who was refused, or whose patience is over; what they paid is looked after all the same."""


@dataclass
class Visit:
    market: Market
    browser: Browser
    course: str
    dice: random.Random

    def straight(self) -> None:
        self._confirm(self._paid(self._enrolled()))

    def lost_handler(self) -> None:
        self._paid(self._enrolled())

    def failure_first(self) -> None:
        enrolled = self._enrolled()
        self.market.pay(enrolled["razorPayOrderId"], "failure")
        self._confirm(self._paid(enrolled))

    def late_authorisation(self) -> None:
        payment = self.market.pay(self._enrolled()["razorPayOrderId"], "authorized")
        self.market.capture(payment["id"])

    def paid_twice(self) -> None:
        enrolled = self._enrolled()
        first, second = self._paid(enrolled), self._paid(enrolled)
        for paid in self.dice.sample([first, second], k=2):
            self._confirm(paid)

    def two_orders_of_a_cart(self) -> None:
        cart = self._cart()
        first = self._enroll(cart)
        self._call("/api/coupon/apply-coupon", {"couponcode": "MARKET", "cartId": cart}, fine=(200, 409, 410))
        second = self._enroll(cart)
        for paid in [self._paid(enrolled) for enrolled in (first, second)]:
            self._confirm(paid, fine=(200, 202))

    def double_click(self) -> None:
        paid = self._paid(self._enrolled())
        again = Visit(self.market, self.browser, self.course, self.dice)
        other = threading.Thread(target=lambda: again._call(CONFIRM, _signed(paid), fine=(200, 202)))
        other.start()
        try:
            self._confirm(paid)
        finally:
            other.join()

    def returned_in_part(self) -> None:
        """Somebody at the provider's dashboard returns a rupee: what it was for only they know."""
        paid = self._paid(self._enrolled())
        self.market.refund_at_dashboard(paid["razorpay_payment_id"], amount=100)
        self._confirm(paid)

    def returned_in_parts(self) -> None:
        """A rupee before it is confirmed, and all the rest after."""
        paid = self._paid(self._enrolled())
        self.market.refund_at_dashboard(paid["razorpay_payment_id"], amount=100)
        self._confirm(paid)
        self.market.refund_at_dashboard(paid["razorpay_payment_id"])

    def returned_uncaptured(self) -> None:
        self.market.pay(self._enrolled()["razorPayOrderId"], "auto_refunded")

    # --- its parts --------------------------------------------------------------------------------

    def _cart(self) -> str:
        return str(self._call(CART, {"id": self.course})["data"]["_id"])

    def _enrolled(self) -> dict[str, Any]:
        return self._enroll(self._cart())

    def _enroll(self, cart: str) -> dict[str, Any]:
        data = dict(self._call(ENROLL, {"id": cart})["data"])
        if not data["razorPayOrderId"]:
            raise GaveUp("nothing to pay")
        return data

    def _paid(self, enrolled: Mapping[str, Any]) -> dict[str, Any]:
        return self.market.pay(enrolled["razorPayOrderId"], "success")

    def _confirm(self, paid: Mapping[str, Any], fine: tuple[int, ...] = (200, 202)) -> None:
        self._call(CONFIRM, _signed(paid), fine=fine)

    def _call(self, path: str, body: Mapping[str, Any], fine: tuple[int, ...] = (200,)) -> Any:
        """Ask until there is an answer: a server that died comes back, and the other one lives."""
        for _ in range(TRIES):
            port = self.dice.randrange(len(self.market.world.ports))
            status, answer = self.browser.call(self.market.world.site(port) + path, body)
            if status in fine:
                return answer
            if status not in (0, 429, 500, 502, 503):
                raise GaveUp(f"{path}: {status} {answer.get('code')}")
            time.sleep(PATIENCE_SECONDS * self.dice.random())
        raise GaveUp(f"{path}: no answer")


def _signed(paid: Mapping[str, Any]) -> dict[str, str]:
    return {
        "razorPayOrderId": paid["razorpay_order_id"],
        "razorPayPaymentId": paid["razorpay_payment_id"],
        "razorPaySignature": paid["razorpay_signature"],
    }
