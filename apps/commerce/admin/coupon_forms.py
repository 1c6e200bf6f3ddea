from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError

from apps.commerce.admin import kinds
from apps.commerce.models import Coupon
from apps.commerce.states import CouponKind
from apps.core import ids, sellables


class CouponForm(forms.ModelForm):
    kinds = forms.MultipleChoiceField(
        label="Fits",
        required=False,
        choices=kinds.choices,
        widget=forms.CheckboxSelectMultiple,
        help_text="Nothing ticked: everything that is sold.",
    )

    class Meta:
        model = Coupon
        fields = "__all__"
        labels: ClassVar = {"item_ids": "Only these things", "is_active": "Switched on"}
        widgets: ClassVar = {"item_ids": forms.Textarea(attrs={"rows": 4, "cols": 60})}
        help_texts: ClassVar = {
            "code": "3 to 30 letters, digits, - or _. People may type it in any case.",
            "short_description": "What buyers read beside the code.",
            "percent": "1 to 100, for a percentage.",
            "flat_paise": "For a fixed amount; never more than the price.",
            "cap_paise": "The most that a percentage takes off. Empty: no cap.",
            "minimum_paise": "The price before tax from which it works. 0: any.",
            "starts_at": "Indian time. Empty: at once.",
            "ends_at": "Indian time; from this moment on it is refused. Empty: never.",
            "total_limit": "Uses in all. Empty: no limit.",
            "person_limit": "Uses by one person, counted from when this is set. Empty: no limit.",
            "item_ids": "One a line: the last part of a page's address, or its id. Empty: all that it fits.",
            "is_listed": "Shown at checkout to whoever can use it. Others must know the code.",
            "is_active": "Untick it to end the coupon. Carts lose it before they are paid.",
        }

    def clean_code(self) -> str:
        return str(self.cleaned_data["code"]).upper()

    def clean_item_ids(self) -> list[str]:
        """As ids, whichever way they were given; one that the coupon has may have gone off sale since."""
        given: list[str] = self.cleaned_data["item_ids"]
        known = set(self.instance.item_ids)
        fitting = self.cleaned_data.get("kinds") or [kind for kind, _ in kinds.choices()]
        found = {name: name if name in known else _sought(name, fitting) for name in given}
        unknown = [name for name, item_id in found.items() if item_id is None]
        if unknown:
            raise ValidationError([f"Nothing that it fits is on sale as '{name}'." for name in unknown])
        return list(dict.fromkeys(str(item_id) for item_id in found.values()))

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        kind = told.get("kind")
        if kind == CouponKind.PERCENT and told.get("percent") is None and "percent" not in self.errors:
            self.add_error("percent", "Say how many percent.")
        if kind == CouponKind.FLAT and not told.get("flat_paise") and "flat_paise" not in self.errors:
            self.add_error("flat_paise", "Say how much, above zero.")
        begins, ends = told.get("starts_at"), told.get("ends_at")
        if begins and ends and ends <= begins:
            self.add_error("ends_at", "It must end after it starts.")
        limit, uses = told.get("total_limit"), self.instance.uses
        if limit is not None and limit < uses:
            self.add_error("total_limit", f"It was used {uses} times already.")
        return told


def _sought(name: str, fitting: list[str]) -> UUID | None:
    key = name.rstrip("/").rpartition("/")[2]
    for kind in fitting:
        found = sellables.of_kind(kind).find(key=str(ids.parsed(key) or key))
        if found is not None:
            return found.item_id
    return None
