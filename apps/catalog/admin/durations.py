"""Durations as staff enter them: minutes and seconds."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

_FORMAT_HINT = "Enter minutes and seconds, such as 12:05."
_DIGITS = re.compile(r"\d{1,4}", re.ASCII)
_SECONDS_PER_DAY = 24 * 3600


def format_duration(seconds: int) -> str:
    """'12:05', or '1:02:05' from one hour."""
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


class DurationField(forms.CharField):
    """A field of seconds, entered as '12:05', '1:02:05', or '12' for minutes."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, **kwargs})
        self.widget.attrs.update({"maxlength": "9", "size": "9"})

    def prepare_value(self, value: Any) -> Any:
        return (format_duration(value) if value else "") if isinstance(value, int) else value

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return 0
        parts = text.split(":")
        if not 1 <= len(parts) <= 3 or not all(_DIGITS.fullmatch(part) for part in parts):
            raise ValidationError(_FORMAT_HINT)
        hours, minutes, seconds = _hours_minutes_seconds([int(part) for part in parts])
        length = hours * 3600 + minutes * 60 + seconds
        if seconds > 59 or (hours and minutes > 59) or length >= _SECONDS_PER_DAY:
            raise ValidationError(_FORMAT_HINT)
        return length

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool(self.to_python(data) != (initial or 0))
        except ValidationError:
            return True


def _hours_minutes_seconds(numbers: list[int]) -> tuple[int, int, int]:
    match numbers:
        case [minutes]:
            return 0, minutes, 0
        case [minutes, seconds]:
            return 0, minutes, seconds
    return numbers[0], numbers[1], numbers[2]
