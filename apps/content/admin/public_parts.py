"""Forms of parts of what is public, whose new texts may need an approval (0081)."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError

from apps.content.admin.publishing import today
from apps.content.selectors import public_parts
from apps.core.advert_words import PublicText
from apps.core.publishing import FactsOf, field_texts


class PublicPartForm(forms.ModelForm):
    """The page of one part."""

    facts_of: FactsOf
    owner_path: ClassVar[str]
    public_fields: ClassVar[Sequence[str]]

    def changed_texts(self) -> list[PublicText]:
        return field_texts(self.instance, [name for name in self.public_fields if name in self.changed_data])

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        if self.errors:
            return
        owner = attrgetter(self.owner_path)(self.instance)
        texts = self.changed_texts()
        if problems := public_parts.refusals(owner, texts, facts_of=self.facts_of, day=today()):
            self.add_error(None, ValidationError(problems))


class PublicPartsFormSet(forms.BaseModelFormSet):
    """The rows of parts on the page of their owner. Comes before the formset's other bases."""

    instance: Any
    facts_of: FactsOf
    part_name: ClassVar[str]
    public_field: ClassVar[str]

    def clean(self) -> None:
        super().clean()
        if any(self.errors):
            return
        kept = (form for form in self.forms if form not in self.deleted_forms)
        changed = [form.instance for form in kept if self.public_field in form.changed_data]
        texts = [PublicText(self.part_name, getattr(row, self.public_field)) for row in changed]
        owner, facts_of = self.instance, self.facts_of
        if problems := public_parts.refusals(owner, texts, facts_of=facts_of, day=today()):
            raise ValidationError(problems)
