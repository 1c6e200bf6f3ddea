"""What staff do: they change things in forms that they opened long ago, refund, and ask the provider."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from apps.catalog.tests.factories import CourseFactory
from apps.commerce.models import Order, Refund
from apps.commerce.services import refunds
from apps.commerce.states import OrderStatus, RefundStatus
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.machine.base import ANY, PAUSES, Machine, chosen
from tests.staff.admin_pages import admin_url, load_form

EDITS = {
    "coupon": {
        "total_limit": ["", "1", "2", "3", "9"],
        "person_limit": ["", "1", "2"],
        "percent": ["50", "10", "100"],
        "is_active": ["", "on"],
        "short_description": ["Half of it"],
    },
    "course": {
        "offer_price_paise": ["999", "499", "1"],
        "is_published": ["", "on"],
        "access_days": ["30", "365"],
        "title": ["Another title"],
    },
}
"""What staff change in a form, one field at a time."""


class Staff(Machine):
    @precondition(lambda self: self.paid())
    @rule(order=ANY, only_first_line=st.booleans(), release_coupon=st.booleans())
    def refund(self, order, only_first_line, release_coupon):
        order = chosen(self.paid(), order)
        left = [row.pk for row in order.lines.all() if row.refund_id is None]
        self.attempt(
            lambda: refunds.refund_as_staff(
                order_id=order.pk,
                line_ids=left[:1] if only_first_line else None,
                reason="Asked for",
                by=colleague(),
                release_coupon=release_coupon,
                at=self.clock.now,
            )
        )

    @precondition(lambda self: self.paid())
    @rule(order=ANY, status=st.sampled_from(["processed", "pending"]), after_effect=st.booleans())
    def refund_without_an_answer(self, order, status, after_effect):
        self.provider.refund_status = status
        self.provider.lose_response("refund", after_effect=after_effect)
        self.refund(order=order, only_first_line=True, release_coupon=False)
        self.sweep()

    @precondition(lambda self: self.paid())
    @rule(order=ANY, part=st.sampled_from(["a paisa", "a third", "a seat"]), is_told=st.booleans())
    def refund_on_both_sides(self, order, part, is_told):
        """Ours is on its way and its answer lost; a part is returned at the dashboard, and is told first."""
        paid = chosen(self.paid(), order).paid_by
        self.refund_without_an_answer(order=order, status="pending", after_effect=True)
        left = [payment.id for payment in self.with_money()]
        if paid is None or paid.provider_payment_id not in left:
            return
        number = left.index(paid.provider_payment_id)
        self.refund_at_the_dashboard(payment=number, part=part, notes={}, status="processed")
        self.wait(pause=PAUSES[1])
        if is_told:
            self.the_provider_tells_of_refunds()
            self.receive(self.events[-1])

    @rule(paise=st.sampled_from([999_00, 499_00, 1_00]))
    def change_price(self, paise):
        type(self.course).objects.filter(pk=self.course.pk).update(offer_price_paise=paise)

    @rule(what=st.sampled_from(sorted(EDITS)), choice=ANY)
    def open_a_form(self, what, choice):
        page = admin_url(self.coupon if what == "coupon" else self.course)
        field = chosen(sorted(EDITS[what]), choice)
        self.forms.append((page, load_form(self.as_staff(), page), field, chosen(EDITS[what][field], choice)))

    @precondition(lambda self: self.forms)
    @rule(form=ANY)
    def send_a_form(self, form):
        page, fields, field, value = self.forms.pop(form % len(self.forms))
        changed = {**fields, field: [value]}
        if not value and field.startswith("is_"):
            del changed[field]
        self.post(page, changed)

    @precondition(lambda self: self.paid())
    @rule(order=ANY, only_first_line=st.booleans(), release_coupon=st.booleans())
    def open_a_refund_form(self, order, only_first_line, release_coupon):
        page = admin_url(chosen(self.paid(), order), "refund")
        fields = load_form(self.as_staff(), page)
        lines = fields["lines"][:1] if only_first_line else fields["lines"]
        more = {"release_coupon": ["on"]} if release_coupon else {}
        self.refund_forms.append(
            (page, {**fields, **more, "lines": lines, "reason": ["Asked for"], "confirmed": ["1"]})
        )

    @precondition(lambda self: self.refund_forms)
    @rule(form=ANY)
    def send_a_refund_form(self, form):
        self.post(*chosen(self.refund_forms, form))

    @precondition(lambda self: Refund.objects.exists())
    @rule(refund=ANY)
    def send_a_refund_again(self, refund):
        """Any refund may be sent again: the page that staff look at may be old."""
        rows = Refund.objects.order_by("requested_at", "pk")
        failed = list(rows.filter(status=RefundStatus.FAILED))
        self.retry_refund(chosen(failed or list(rows), refund))

    @precondition(lambda self: Order.objects.exists())
    @rule(order=ANY)
    def ask_the_provider(self, order):
        self.post(admin_url(chosen(list(Order.objects.order_by("placed_at", "pk")), order), "poll"), {})

    @rule(to=st.sampled_from(["archived", "restored", "restored", "restored"]))
    def archive_the_course(self, to):
        self.post(admin_url(self.course, "archive"), {"to": to})

    @precondition(lambda self: Order.objects.filter(kind="course", paid_at__isnull=False).exists())
    @rule()
    def delete_the_course(self):
        self.post(admin_url(self.course, "delete"), {"post": "yes"})
        if not type(self.course).objects.filter(pk=self.course.pk).exists():
            owned = Order.objects.filter(item_id=self.course.pk, status=OrderStatus.PAID)
            assert not owned.exists()
            self.course, self.forms = CourseFactory(offer_price_paise=999_00), []

    def send_failed_refunds_again(self):
        for refund in Refund.objects.filter(status=RefundStatus.FAILED):
            self.retry_refund(refund)

    def retry_refund(self, refund):
        self.post(admin_url(refund, "retry"), {})
