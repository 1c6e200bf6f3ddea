"""
Serializer fields without type coercion: a wrong type is a 400.

DRF's own turn `1` into "1" and "true" into True.
"""

import re
from datetime import UTC, datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core import indian_time, plain_text
from apps.core.money import Money

MAX_COUNT = 10**9

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DATETIME = re.compile(_DAY.pattern + r"T[0-9:]{8}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})")

_LINE_ENDS = "\r\n"


class TextField(serializers.CharField):
    """
    A string without NUL that can be encoded as UTF-8.

    Where text is required, invisible characters alone count as blank.
    """

    default_error_messages = {
        "not_text": "This must be text.",
        "not_unicode": "This contains characters that are not allowed.",
    }

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("not_text")
        try:
            data.encode()
        except UnicodeEncodeError:
            # Half of a surrogate pair: JSON allows it, no database does.
            self.fail("not_unicode")
        text = self.normalize(super().to_internal_value(data))
        # NUL is refused by a validator, which runs later.
        if not self.allow_blank and "\0" not in text and plain_text.is_blank(text):
            self.fail("blank")
        return text

    def normalize(self, text: str) -> str:
        """The text that is validated and returned; a field may remove what it does not keep."""
        return text


class OptionalTextField(TextField):
    """Text that may be left out or blank."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "allow_blank": True, **kwargs})


class VisibleTextField(OptionalTextField):
    """Text without control characters, text-direction marks or other invisible characters."""

    default_error_messages = {"invisible": plain_text.INVISIBLE}
    allowed_invisible = ""

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        invisible = set(filter(plain_text.is_invisible, text))
        if plain_text.is_blank(text) or not invisible.issubset(self.allowed_invisible):
            self.fail("invisible")
        return text


class PersonNameField(VisibleTextField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=80, validators=[plain_text.validate_person_name], **kwargs)


class MultilineField(VisibleTextField):
    allowed_invisible = _LINE_ENDS


class IdField(TextField):
    """An id as a string. A malformed one is valid here and becomes a 404 later."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"allow_blank": True, "trim_whitespace": False, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        # The database cannot query for such text; an empty string is malformed as well.
        return "" if isinstance(data, str) and not _can_be_queried(data) else super().to_internal_value(data)


def _can_be_queried(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


class FlagField(serializers.BooleanField):
    default_error_messages = {"not_flag": "This must be true or false."}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("not_flag")
        return data


class ChoiceField(serializers.ChoiceField):
    """One of a set of strings."""

    default_error_messages = {"invalid_choice": "This must be one of the listed values."}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", input=data)
        return data


class DayField(serializers.DateField):
    """A date as 2026-11-21, and in no other format."""

    def to_internal_value(self, value: Any) -> Any:
        if not (isinstance(value, str) and _DAY.fullmatch(value)):
            self.fail("invalid", format="YYYY-MM-DD")
        return super().to_internal_value(value)


@extend_schema_field(OpenApiTypes.DATETIME)
class DateTimeField(serializers.Field):
    """A datetime with its time zone, as 2026-11-21T09:30:00.250Z; cut to the millisecond. Input only."""

    default_error_messages = {"not_datetime": "Enter a date and time as 2026-11-21T09:30:00Z."}

    def to_internal_value(self, data: Any) -> datetime:
        if not (isinstance(data, str) and _DATETIME.fullmatch(data)):
            self.fail("not_datetime")
        try:
            at = datetime.fromisoformat(data).astimezone(UTC)
        except (ValueError, OverflowError):
            # No such day or hour, or outside of what Python's calendar has.
            self.fail("not_datetime")
        return at.replace(microsecond=at.microsecond // 1000 * 1000)


class CountField(serializers.IntegerField):
    """
    A whole number, 0 or more: a JSON number in a body, digits in a query string.

    More than MAX_COUNT is refused, unless the field has a limit to which it cuts.
    """

    default_error_messages = {"not_count": "This must be a whole number, 0 or more."}
    cut_at: int | None = None

    def to_internal_value(self, data: Any) -> int:
        number = _digits(data) if self.context.get("is_query") else _whole(data)
        if number is None:
            self.fail("not_count")
        if self.cut_at is not None:
            return min(number, self.cut_at)
        if number > MAX_COUNT:
            self.fail("not_count")
        return number


def _whole(data: Any) -> int | None:
    return data if type(data) is int and data >= 0 else None


def _digits(data: Any) -> int | None:
    if not (isinstance(data, str) and data.isascii() and data.isdigit()):
        return None
    # A long number is not parsed: it is too large anyway.
    return int(data) if len(data.lstrip("0")) < 12 else 10**12


@extend_schema_field({"type": "number", "multipleOf": 0.01})
class RupeesField(serializers.Field):
    """Whole paise from the database, as rupees in JSON; output only."""

    def to_representation(self, value: int) -> int | float:
        return Money(value).to_rupees()


@extend_schema_field(OpenApiTypes.DATETIME)
class UtcDateTimeField(serializers.Field):
    """A datetime in UTC; output only."""

    def to_representation(self, value: datetime) -> str:
        return indian_time.iso_utc(value)
