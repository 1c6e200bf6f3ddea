from datetime import datetime
from typing import Any

from django import forms

from apps.commerce import deadlines
from apps.commerce.models import Order, OrderLine
from apps.core import indian_time
from apps.core.form_fields import LineField


class RefundForm(forms.Form):
    """The lines to refund and the reason. Some of them may have been refunded since the form was opened."""

    lines = forms.MultipleChoiceField(
        error_messages={"required": "Select what to refund.", "invalid_choice": "Select from these lines."}
    )
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
        rows = list(order.lines.all())
        self.left = [row for row in rows if row.refund_id is None]
        initial = {"lines": [str(row.pk) for row in self.left]}
        super().__init__(data, initial=initial)
        self.payment = order.paid_by
        self.fields["lines"].choices = [(str(row.pk), row.title) for row in rows]  # type: ignore[attr-defined]
        if order.coupon_id is None:
            del self.fields["release_coupon"]

    @property
    def rows(self) -> list[tuple[OrderLine, bool]]:
        """Refundable lines, and whether each is selected."""
        chosen = self["lines"].value() or []
        return [(row, str(row.pk) in chosen) for row in self.left]

    @property
    def chosen(self) -> list[OrderLine]:
        return [row for row in self.left if str(row.pk) in self.cleaned_data["lines"]]

    @property
    def is_done(self) -> bool:
        """Whether all selected lines are refunded already, as after a double click."""
        return not self.chosen

    @property
    def has_shrunk(self) -> bool:
        """Whether some of the selected lines have been refunded since."""
        return len(self.chosen) < len(self.cleaned_data["lines"])

    def summary(self, *, at: datetime) -> dict[str, Any]:
        rows = self.chosen
        amount = sum(row.total_paise for row in rows)
        if self.payment is not None:
            kept = self.payment.amount_paise - self.payment.refunded_paise
            if amount >= kept:
                # The refund will use up the payment, so all lines end.
                rows, amount = self.left, kept
        is_whole = len(rows) == len(self.left)
        return {
            "lines": rows,
            "taxable_paise": sum(row.taxable_paise for row in rows),
            "tax_paise": sum(row.tax_paise for row in rows),
            "lines_paise": sum(row.total_paise for row in rows),
            "total_paise": amount,
            "is_whole": is_whole,
            "release_coupon": is_whole and self.cleaned_data.get("release_coupon", False),
            "promised_date": indian_time.day_of(at + deadlines.REFUND_PROMISE),
        }
