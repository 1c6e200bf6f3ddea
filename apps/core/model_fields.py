"""Model fields that are edited in another form: paise as rupees, lists as lines, sanitised HTML."""

from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from apps.core.formatting import short_price
from apps.core.html import sanitise
from apps.core.money import Money


class RupeesInput(forms.NumberInput):
    # The admin lets such a widget render the value of a row that staff may not change.
    read_only = True

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        if attrs is None:
            return conditional_escape("-" if value is None else short_price(value))
        return super().render(name, value, attrs, renderer)


class RupeesFormField(forms.DecimalField):
    """Shows and takes rupees; the value is in paise."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 0, "max_digits": 12, "decimal_places": 2, **kwargs})

    def prepare_value(self, value: Any) -> Any:
        return Decimal(value) / 100 if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        rupees = super().clean(value)
        return None if rupees is None else Money.from_rupees(rupees).paise

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(super().has_changed(self.prepare_value(initial), data))


class PaiseField(models.BigIntegerField):  # type: ignore[type-arg]
    """An amount in whole paise."""

    @property
    def label(self) -> str:
        """'Offer price' of 'offer price paise': people read and write rupees."""
        name = self.verbose_name.removesuffix(" (paise)").removesuffix(" paise")
        return name[0].upper() + name[1:]

    def formfield(self, **kwargs: Any) -> Any:
        # The admin's own widget for this column would show a read-only amount in paise.
        widget = RupeesInput(attrs={"class": "vBigIntegerField"})
        kwargs = {**kwargs, "label": f"{self.label} (rupees)", "widget": widget}
        return models.Field.formfield(self, form_class=RupeesFormField, **kwargs)


def paise_value(paise: int) -> models.Value:
    """
    An amount to be added to or compared with `F(...)`.

    A plain int is sent to PostgreSQL as 32 bits, and a larger one wraps around without an error.
    """
    return models.Value(paise, output_field=PaiseField())


class LinesFormField(forms.CharField):
    widget = forms.Textarea

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return [line.strip() for line in (value or "").splitlines() if line.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.to_python(self.prepare_value(initial)) != self.to_python(data))


def validate_strings(value: Any) -> None:
    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        raise ValidationError("This must be a list of strings.")


class LinesField(models.JSONField):
    """A short list of strings, edited as one line each."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs = {"default": list, "blank": True, "validators": [validate_strings], **kwargs}
        super().__init__(*args, **kwargs)

    def formfield(self, **kwargs: Any) -> Any:
        kwargs = {"help_text": "One per line.", **kwargs}
        return models.Field.formfield(self, form_class=LinesFormField, **kwargs)


class HtmlField(models.TextField):  # type: ignore[type-arg]
    """HTML that staff write, sanitised however it is saved."""

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        cleaned = sanitise(super().pre_save(model_instance, add) or "")
        setattr(model_instance, self.attname, cleaned)
        return cleaned

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        # Queryset updates and bulk statements call this, and not `pre_save`.
        return super().get_db_prep_save(sanitise(value) if isinstance(value, str) else value, connection)
