from datetime import datetime
from typing import Any

from django import forms

from apps.commerce.models import Order, OrderLine
from apps.commerce.services.refunds import PROMISED
from apps.core import indian_time


class RefundForm(forms.Form):
    """Which lines of an order go back, and why; it may name some that went back meanwhile."""

    lines = forms.MultipleChoiceField(
        error_messages={"required": "Choose what goes back.", "invalid_choice": "Choose from these lines."}
    )
    reason = forms.CharField(
        max_length=200,
        widget=forms.TextInput(attrs={"class": "vTextField", "maxlength": "200"}),
        help_text="The buyer reads it, also on the credit note.",
        error_messages={"required": "Say why: the buyer reads it."},
    )
    gives_coupon_back = forms.BooleanField(
        required=False,
        label="Give the coupon use back",
        help_text="Else it stays used. Only when nothing of the order is kept.",
    )

    def __init__(self, *, order: Order, data: Any = None) -> None:
        rows = list(order.lines.all())
        self.left = [row for row in rows if row.refund_id is None]
        initial = {"lines": [str(row.pk) for row in self.left]}
        super().__init__(data, initial=initial)
        self.payment = order.paid_by
        self.fields["lines"].choices = [(str(row.pk), row.title) for row in rows]  # type: ignore[attr-defined]
        if order.coupon_id is None:
            del self.fields["gives_coupon_back"]

    @property
    def rows(self) -> list[tuple[OrderLine, bool]]:
        """What is left, and whether it is chosen."""
        chosen = self["lines"].value() or []
        return [(row, str(row.pk) in chosen) for row in self.left]

    @property
    def chosen(self) -> list[OrderLine]:
        return [row for row in self.left if str(row.pk) in self.cleaned_data["lines"]]

    @property
    def is_done(self) -> bool:
        """Whether all that was chosen went back before: a second click."""
        return not self.chosen

    @property
    def has_shrunk(self) -> bool:
        """Whether a part of what was chosen went back meanwhile."""
        return len(self.chosen) < len(self.cleaned_data["lines"])

    def summary(self, *, at: datetime) -> dict[str, Any]:
        rows = self.chosen
        amount = sum(row.total_paise for row in rows)
        if self.payment is not None:
            kept = self.payment.amount_paise - self.payment.refunded_paise
            if amount >= kept:
                # As the refund will be: it leaves nothing of the payment, so all lines end.
                rows, amount = self.left, kept
        is_whole = len(rows) == len(self.left)
        return {
            "lines": rows,
            "taxable_paise": sum(row.taxable_paise for row in rows),
            "tax_paise": sum(row.tax_paise for row in rows),
            "lines_paise": sum(row.total_paise for row in rows),
            "total_paise": amount,
            "is_whole": is_whole,
            "gives_coupon_back": is_whole and self.cleaned_data.get("gives_coupon_back", False),
            "promised_date": indian_time.day_of(at + PROMISED),
        }
