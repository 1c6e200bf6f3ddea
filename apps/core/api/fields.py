"""
Fields that take the contract's types and nothing that merely looks like them.

The framework's own turn `1` into "1" and "true" into True; here a wrong type is a 400.
"""

import re
from datetime import datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core import indian_time
from apps.core.money import Money

LARGEST_COUNT = 10**9

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class TextField(serializers.CharField):
    """Text that is text, holds no NUL and can be written as UTF-8."""

    default_error_messages = {
        "not_text": "This must be text.",
        "not_unicode": "This holds characters that we cannot store.",
    }

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("not_text")
        try:
            data.encode()
        except UnicodeEncodeError:
            # A lone half of a surrogate pair: JSON allows it, no database does.
            self.fail("not_unicode")
        return super().to_internal_value(data)


class IdField(TextField):
    """An id as text; whether it is one, and whose, is another question than whether it was given."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"allow_blank": True, "trim_whitespace": False, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        # Text that no database can look for is nobody's id, as any malformed one.
        return "" if isinstance(data, str) and not _can_be_sought(data) else super().to_internal_value(data)


def _can_be_sought(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


class FlagField(serializers.BooleanField):
    default_error_messages = {"not_flag": "This must be true or false."}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("not_flag")
        return data


class ChoiceField(serializers.ChoiceField):
    """One of a listed set, as text."""

    default_error_messages = {"invalid_choice": "This must be one of the listed values."}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", input=data)
        return data


class DayField(serializers.DateField):
    """A day as the contract writes it, 2026-11-21, and in no other of the ways that there are."""

    def to_internal_value(self, value: Any) -> Any:
        if not (isinstance(value, str) and _DAY.fullmatch(value)):
            self.fail("invalid", format="YYYY-MM-DD")
        return super().to_internal_value(value)


class CountField(serializers.IntegerField):
    """
    A whole number from zero up.

    In a query string it comes as digits; in a body it is a number. Signs, points and words are refused,
    and so is more than any column holds, unless the field cuts what is too much.
    """

    default_error_messages = {"not_count": "This must be a whole number from 0 up."}
    cut_at: int | None = None

    def to_internal_value(self, data: Any) -> int:
        number = _digits(data) if self.context.get("is_query") else _whole(data)
        if number is None:
            self.fail("not_count")
        if self.cut_at is not None:
            return min(number, self.cut_at)
        if number > LARGEST_COUNT:
            self.fail("not_count")
        return number


def _whole(data: Any) -> int | None:
    return data if type(data) is int and data >= 0 else None


def _digits(data: Any) -> int | None:
    if not (isinstance(data, str) and data.isascii() and data.isdigit()):
        return None
    # However long the number is, it is not read further than to where it is too much anyway.
    return int(data) if len(data.lstrip("0")) < 12 else 10**12


@extend_schema_field({"type": "number", "multipleOf": 0.01})
class RupeesField(serializers.Field):
    """Whole paise from the database, written as rupees; nothing is written for no amount."""

    def to_representation(self, value: int) -> int | float:
        return Money(value).on_wire()


@extend_schema_field(OpenApiTypes.DATETIME)
class MomentField(serializers.Field):
    """A moment, written in UTC."""

    def to_representation(self, value: datetime) -> str:
        return indian_time.on_wire(value)
