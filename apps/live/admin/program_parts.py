"""The pages of sessions, series and plans: what a public program may not have."""

from typing import ClassVar

from django import forms

from apps.content.admin.public_parts import PublicPartForm
from apps.live.selectors import publishing_facts
from apps.live.services import prices


class ProgramPartForm(PublicPartForm):
    texts_of = staticmethod(publishing_facts.program_texts)
    owner_path = "program"
    price_field: ClassVar[str]

    price_confirmed = forms.BooleanField(
        required=False, help_text="Needed if its program is public and has nothing at this price yet."
    )

    def sets_price(self) -> bool:
        return self.price_field in self.changed_data

    def _post_clean(self) -> None:
        super()._post_clean()
        if self.errors or not self.sets_price():
            return
        program, price = self.instance.program, getattr(self.instance, self.price_field)
        is_confirmed = self.cleaned_data["price_confirmed"]
        if refusal := prices.free_refusal(program, price):
            self.add_error(self.price_field, refusal)
        elif refusal := "" if is_confirmed else prices.new_price_refusal(program, price):
            self.add_error("price_confirmed", refusal)

    def _save_m2m(self) -> None:
        super()._save_m2m()  # type: ignore[misc]
        if self.cleaned_data["price_confirmed"]:
            row = self.instance
            prices.confirm(program_id=row.program_id, paise=getattr(row, self.price_field))
