"""Forms of parts of what is public, whose new texts may need an approval (0081)."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError

from apps.content.selectors import public_parts
from apps.core import indian_time
from apps.core.advert_words import PublicText
from apps.core.advertised_texts import field_texts
from apps.core.publishing import TextsOf


class PublicPartForm(forms.ModelForm):
    """The page of one part."""

    texts_of: TextsOf
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
        if problems := public_parts.refusals(owner, texts, texts_of=self.texts_of, day=indian_time.today()):
            self.add_error(None, ValidationError(problems))


class PublicPartsFormSet(forms.BaseModelFormSet):
    """The rows of parts on the page of their owner. Comes before the formset's other bases."""

    instance: Any
    texts_of: TextsOf
    part_name: ClassVar[str]
    public_fields: ClassVar[Sequence[str]]

    def clean(self) -> None:
        super().clean()
        if any(self.errors):
            return
        texts = [
            PublicText(self.part_name, getattr(form.instance, name))
            for form in self.forms
            for name in self.public_fields
            if form not in self.deleted_forms and name in form.changed_data
        ]
        owner = self.instance
        if problems := public_parts.refusals(owner, texts, texts_of=self.texts_of, day=indian_time.today()):
            raise ValidationError(problems)
