from datetime import datetime
from decimal import Decimal
from typing import Any

from django import forms

from apps.commerce import deadlines, refund_sums
from apps.commerce.models import Order, OrderLine, Refund
from apps.commerce.selectors import refundable
from apps.commerce.selectors.refundable import NotRefundable, RefundPlan
from apps.commerce.services.refunds import Part
from apps.core import indian_time
from apps.core.form_fields import LineField
from apps.core.model_fields import RupeesFormField


class RefundForm(forms.Form):
    """The lines to refund, or a part of one. Some may have been refunded since the form was opened."""

    plan: RefundPlan

    lines = forms.MultipleChoiceField(
        error_messages={"required": "Select what to refund.", "invalid_choice": "Select from these lines."}
    )
    amount = RupeesFormField(
        required=False,
        min_value=Decimal("0.01"),
        label="Part of the line (rupees)",
        help_text="Incl. GST, of one selected line: the buyer keeps access to it. Leave empty to refund all "
        "that is left of the selected lines.",
    )
    refunded_before = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    reason = LineField(
        help_text="Shown to the buyer and printed on the credit note.",
        error_messages={"required": "Enter a reason. The buyer will see it."},
    )
    release_coupon = forms.BooleanField(
        required=False,
        label="Release the coupon use",
        help_text="The coupon can then be used again. Applies only if the whole order is refunded.",
    )

    def __init__(self, *, order: Order, data: Any = None) -> None:
        self.order = order
        self.left = refundable.unrefunded(order)
        initial = {"lines": [str(row.pk) for row in self.left]}
        super().__init__(data, initial=initial)
        payment = order.paid_by
        self.refunded_paise = 0 if payment is None else payment.refunded_paise
        self.fields["lines"].choices = [(str(row.pk), row.title) for row in order.lines.all()]  # type: ignore[attr-defined]
        if order.coupon_id is None:
            del self.fields["release_coupon"]

    @property
    def rows(self) -> list[tuple[OrderLine, int, bool]]:
        """Refundable lines, what is left of each, and whether it is selected."""
        chosen = self["lines"].value() or []
        lefts = refundable.rests(self.order, self.left)
        return [
            (row, left.total_paise, str(row.pk) in chosen) for row, left in zip(self.left, lefts, strict=True)
        ]

    @property
    def chosen(self) -> list[OrderLine]:
        return [row for row in self.left if str(row.pk) in self.cleaned_data["lines"]]

    @property
    def part(self) -> Part | None:
        """The part of a line that was reviewed, if it is one."""
        paise, before = self.cleaned_data["amount"], self.cleaned_data["refunded_before"]
        return None if paise is None or before is None else Part(paise, refunded_before=before)

    @property
    def is_done(self) -> bool:
        """Whether all of it is refunded already, as after a double click."""
        if not self.chosen:
            return True
        if self.part is None:
            return False
        keys = [
            refund_sums.part_key(row.pk, refunded_before=self.part.refunded_before) for row in self.chosen
        ]
        return Refund.objects.filter(cause_key__in=keys, amount_paise=self.part.paise).exists()

    @property
    def has_shrunk(self) -> bool:
        """Whether something of it has been refunded since."""
        if self.part is not None and self.part.refunded_before != self.refunded_paise:
            return True
        return len(self.chosen) < len(self.cleaned_data["lines"])

    @property
    def is_reviewed(self) -> bool:
        """Whether a button of the review was pressed, which says what was refunded before a part."""
        is_sent = "confirmed" in self.data or "requested" in self.data
        return is_sent and (self.part is not None) == (self.cleaned_data["amount"] is not None)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors or self.is_done:
            return cleaned
        ids, paise = [row.pk for row in self.chosen], cleaned["amount"]
        try:
            self.plan = refundable.plan(order=self.order, line_ids=ids, part_paise=paise)
        except NotRefundable as error:
            self.add_error("amount", error.message)
        return cleaned

    def summary(self, *, at: datetime) -> dict[str, Any]:
        plan = self.plan
        is_whole = len(plan.rows) == len(self.left)
        return {
            "selected": plan.selected,
            "lines": plan.credited,
            "keeps_access": plan.part_of is not None,
            "taxable_paise": sum(row.taxable_paise for row in plan.credited),
            "tax_paise": sum(row.tax_paise for row in plan.credited),
            "lines_paise": sum(row.total_paise for row in plan.credited),
            "total_paise": plan.amount_paise,
            "refunded_before": self.refunded_paise,
            "is_whole": is_whole,
            "release_coupon": is_whole and self.cleaned_data.get("release_coupon", False),
            "promised_date": indian_time.day_of(at + deadlines.REFUND_PROMISE),
        }
