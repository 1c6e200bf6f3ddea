"""What a text of one line that people read may contain."""

import re
import unicodedata

from django import forms
from django.core.exceptions import ValidationError

JOINERS = "\u200c\u200d"
"""Zero-width (non-)joiners: invisible, and needed to write Devanagari."""

_DRAWN_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]")
"""Letters and marks by their category that fonts draw as nothing, such as the Hangul filler."""

_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})

INVISIBLE = "This contains invisible characters."
NUMBER = "Enter a name, not a number."
_NUMBER = re.compile(r"[\d\s+().-]+")


def is_invisible(character: str) -> bool:
    """Whether it breaks a line, or reverses or hides the text around it."""
    return unicodedata.category(character) in _INVISIBLE_CATEGORIES and character not in JOINERS


def is_blank(text: str) -> bool:
    """Whether it has nothing to read: invisible characters alone do not count."""
    return all(
        char.isspace() or char in JOINERS or is_invisible(char) or _DRAWN_BLANK.match(char) for char in text
    )


def validate_not_blank(value: object) -> None:
    """For any field of a form: of some the value is no text."""
    if isinstance(value, str) and is_blank(value):
        # A field says it in its own words for this code.
        raise ValidationError(forms.Field.default_error_messages["required"], code="required")


def validate_visible(text: str) -> None:
    if is_blank(text) or any(map(is_invisible, text)):
        raise ValidationError(INVISIBLE)


def validate_visible_lines(text: str) -> None:
    """Like `validate_visible`, for a text of several lines."""
    validate_visible(" ".join(text.splitlines()))


def validate_person_name(text: str) -> None:
    """Invoices are made out to it: a mobile number is no name."""
    if _NUMBER.fullmatch(text):
        raise ValidationError(NUMBER)
