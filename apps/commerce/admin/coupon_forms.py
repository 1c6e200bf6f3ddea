from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError

from apps.commerce.admin import kinds
from apps.commerce.models import Coupon, CouponBatch
from apps.commerce.selectors import coupon_items
from apps.commerce.states import CouponKind

MAX_CODES = 10_000
"""In one request; `generate_coupons` makes more."""


class CouponTermsForm(forms.ModelForm):
    """What codes and batches of codes have in common."""

    kinds = forms.MultipleChoiceField(
        label="Valid for",
        required=False,
        choices=kinds.kind_choices,
        widget=forms.CheckboxSelectMultiple,
        help_text="Select none to make it valid for everything.",
    )

    class Meta:
        labels: ClassVar = {"item_ids": "Only these items", "is_active": "Active"}
        widgets: ClassVar = {"item_ids": forms.Textarea(attrs={"rows": 4, "cols": 60})}
        help_texts: ClassVar = {
            "short_description": "Shown to buyers next to the code.",
            "percent": "1 to 100, for a percentage discount.",
            "flat_paise": "For a fixed discount. Never more than the price.",
            "cap_paise": "Maximum amount of a percentage discount. Leave empty for no maximum.",
            "minimum_paise": "Minimum price before tax. 0 for none.",
            "starts_at": "Indian time. Leave empty to start immediately.",
            "ends_at": "Indian time. The coupon is refused from then on. Leave empty for no end.",
            "item_ids": "One slug (the last part of an item's URL) or id per line. Leave empty for all.",
            "is_active": "Clear this to end the coupon. It is removed from carts that are not paid yet.",
        }

    def clean_item_ids(self) -> list[str]:
        """Slugs become ids. Items that the coupon already has may be off sale by now."""
        given: list[str] = self.cleaned_data["item_ids"]
        known = set(self.instance.item_ids)
        fitting = self.cleaned_data.get("kinds") or coupon_items.kinds()
        found = {name: name if name in known else coupon_items.find(name, among=fitting) for name in given}
        unknown = [name for name, item_id in found.items() if item_id is None]
        if unknown:
            raise ValidationError(
                [f"No item on sale that this coupon is valid for matches '{name}'." for name in unknown]
            )
        return list(dict.fromkeys(str(item_id) for item_id in found.values()))

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        kind = values.get("kind")
        if kind == CouponKind.PERCENT and values.get("percent") is None and "percent" not in self.errors:
            self.add_error("percent", "Enter a percentage.")
        if kind == CouponKind.FLAT and not values.get("flat_paise") and "flat_paise" not in self.errors:
            self.add_error("flat_paise", "Enter an amount above zero.")
        starts, ends = values.get("starts_at"), values.get("ends_at")
        if starts and ends and ends <= starts:
            self.add_error("ends_at", "The end must be after the start.")
        return values


class CouponForm(CouponTermsForm):
    class Meta(CouponTermsForm.Meta):
        model = Coupon
        fields = "__all__"
        help_texts: ClassVar = {
            **CouponTermsForm.Meta.help_texts,
            "code": "3 to 30 letters, digits, hyphens or underscores. Not case-sensitive.",
            "total_limit": "Total uses. Leave empty for no limit.",
            "person_limit": "Uses per person. Leave empty for no limit.",
            "is_listed": "Shown at checkout to everyone who can use it. Others need to know the code.",
        }

    def clean_code(self) -> str:
        return str(self.cleaned_data["code"]).upper()

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        limit, uses = values.get("total_limit"), self.instance.uses
        if limit is not None and limit < uses:
            self.add_error("total_limit", f"It has already been used {uses} times.")
        return values


class CouponBatchForm(CouponTermsForm):
    class Meta(CouponTermsForm.Meta):
        model = CouponBatch
        fields = "__all__"
        help_texts: ClassVar = {
            **CouponTermsForm.Meta.help_texts,
            "prefix": "2 to 15 letters and digits, a letter first. Every code begins with it.",
            "size": f"1 to {MAX_CODES}. Each code can be used once.",
            "is_active": "Clear this to end all codes of the batch.",
        }

    def clean_prefix(self) -> str:
        return str(self.cleaned_data["prefix"]).upper()

    def clean_size(self) -> int:
        size = int(self.cleaned_data["size"])
        if not 1 <= size <= MAX_CODES:
            raise ValidationError(f"Enter a number from 1 to {MAX_CODES}.")
        return size
