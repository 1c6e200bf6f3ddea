"""Prices that people pay, and the largest one: commerce knows it, and registers it in `ready`."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError

from apps.core.model_fields import PaiseField

_read: list[Callable[[int], str]] = []


def register(refusal: Callable[[int], str]) -> None:
    """`refusal` says why a price in paise, without GST, is too large; empty if it is not."""
    _read[:] = [refusal]


def refusal(price_paise: int) -> str:
    return _read[0](price_paise) if _read else ""


def validate_price(price_paise: int) -> None:
    if reason := refusal(price_paise):
        raise ValidationError(reason)


class PriceField(PaiseField):
    """A price without GST: no larger than the payment provider takes."""

    default_validators = [*PaiseField.default_validators, validate_price]

    def deconstruct(self) -> Any:
        # To the database it is any other amount.
        name, _, args, kwargs = super().deconstruct()
        return name, f"{PaiseField.__module__}.{PaiseField.__name__}", args, kwargs
