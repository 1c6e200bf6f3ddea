"""What buyers do: they fill carts, click twice, pay late, twice or another amount, and close the tab."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from apps.commerce.flows import confirming, enrolling
from apps.commerce.flows.confirming import Signed
from apps.commerce.models import Cart, Order
from apps.commerce.selectors import carts as cart_facts
from apps.commerce.services import carts
from apps.commerce.tests.machine.base import ANY, Machine, chosen

WHAT = st.sampled_from(["course", "one seat", "two seats"])


class Buyers(Machine):
    @rule(buyer=ANY, what=WHAT)
    def fill(self, buyer, what):
        kind, request = ("course", {"id": str(self.course.pk)})
        if what != "course":
            kind, request = ("seat", {"id": str(self.show.pk), "seats": 1 + (what == "two seats")})
        cart = self.attempt(
            lambda: carts.fill(
                person=chosen(self.buyers, buyer),
                kind=kind,
                request=request,
                billing_details={},
                at=self.clock.now,
            )
        )
        if cart is not None:
            self.carts.append(cart)

    @rule(buyer=ANY, what=WHAT, ends=st.sampled_from(["told", "lost", "lost", "failed", "authorized"]))
    def buy(self, buyer, what, ends):
        """Buy as most do, to the end: the window's result reaches the server, or is lost with the tab."""
        self.fill(buyer=buyer, what=what)
        before = set(self.payable())
        if self.carts:
            self.enroll(cart=len(self.carts) - 1, clicks=1)
        if set(self.payable()) - before:
            outcome = ends if ends in ("failed", "authorized") else "captured"
            self.pay(order=len(self.payable()) - 1, outcome=outcome)
            if ends == "told":
                self.confirm(payment=len(self.provider.payments) - 1)

    @rule(buyer=ANY, what=WHAT)
    def pay_for_two_orders_of_a_cart(self, buyer, what):
        self.buy(buyer=buyer, what=what, ends="lost")
        if self.carts:
            self.apply_coupon(cart=len(self.carts) - 1, code="TWICE")
            self.buy(buyer=buyer, what=what, ends="told")

    @precondition(lambda self: self.carts)
    @rule(cart=ANY, code=st.sampled_from(["TWICE", "ALL"]))
    def apply_coupon(self, cart, code):
        cart = chosen(self.carts, cart)
        self.attempt(
            lambda: carts.apply_coupon(person=cart.person, cart_id=cart.pk, code=code, at=self.clock.now)
        )

    @precondition(lambda self: self.carts)
    @rule(cart=ANY)
    def remove_coupon(self, cart):
        cart = Cart.objects.select_related("coupon", "person").get(pk=chosen(self.carts, cart).pk)
        code = cart.coupon.code if cart.coupon else ""
        self.attempt(
            lambda: carts.remove_coupon(person=cart.person, cart_id=cart.pk, code=code, at=self.clock.now)
        )

    @precondition(lambda self: self.carts)
    @rule(cart=ANY, clicks=st.integers(min_value=1, max_value=2))
    def enroll(self, cart, clicks):
        for _ in range(clicks):
            self.click(chosen(self.carts, cart).pk)

    def click(self, cart_id):
        cart = Cart.objects.select_related("person").get(pk=cart_id)
        shown = cart_facts.totals(cart).bill_paise
        order = self.attempt(
            lambda: enrolling.enroll(person=cart.person, kind=cart.kind, cart_id=cart.pk, at=self.clock.now)
        )
        assert order is None or order.bill_paise == shown
        for made in Order.objects.filter(cart=cart).exclude(pk__in=self.agreed):
            self.agreed[made.pk] = shown

    @precondition(lambda self: self.payable())
    @rule(order=ANY, outcome=st.sampled_from(["captured", "captured", "captured", "failed", "authorized"]))
    def pay(self, order, outcome):
        number = chosen(self.payable(), order)
        if outcome == "captured":
            self.tell_captured(self.provider.capture(number))
        else:
            turn = self.provider.fail if outcome == "failed" else self.provider.authorize
            self.tell(f"payment.{outcome}", turn(number))

    @precondition(lambda self: self.payable())
    @rule(order=ANY, by=st.sampled_from([-100, 1]))
    def pay_another_amount(self, order, by):
        number = chosen(self.payable(), order)
        wanted = self.provider.orders[number].amount_paise
        if self.provider.orders[number].status != "paid":
            self.tell_captured(self.provider.capture(number, amount_paise=wanted + by))

    @precondition(lambda self: self.provider.payments)
    @rule(payment=ANY)
    def confirm(self, payment):
        payment = chosen(list(self.provider.payments.values()), payment)
        order = Order.objects.select_related("person").get(provider_order_id=payment.order_id)
        signature = self.provider.signature(payment.order_id, payment.id)
        self.attempt(
            lambda: confirming.confirm(
                person=order.person,
                kind=order.kind,
                signed=Signed(payment.order_id, payment.id, signature),
                at=self.clock.now,
            )
        )
