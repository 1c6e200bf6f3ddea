import unicodedata
from typing import Any

from django.core.validators import EmailValidator
from rest_framework import serializers

from apps.accounts import gstin
from apps.accounts.states import ConsentChannel, ConsentKind
from apps.core.api.fields import FlagField, TextField, UtcDateTimeField

_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"
"""Invisible too, but Indian scripts need them for spelling."""
_LINE_ENDS = "\r\n"


class DetailField(TextField):
    """Profile text: an omitted field is left unchanged, an empty one is cleared."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "allow_blank": True, **kwargs})


class VisibleTextField(DetailField):
    """Text without control characters, text-direction marks or other invisible characters."""

    default_error_messages = {"invisible": "This contains invisible characters."}
    allowed_invisible = _JOINERS

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        invisible = {char for char in text if unicodedata.category(char) in _INVISIBLE_CATEGORIES}
        is_blank = all(char in invisible or char.isspace() for char in text)
        if is_blank or not invisible.issubset(self.allowed_invisible):
            self.fail("invisible")
        return text


class MultilineField(VisibleTextField):
    allowed_invisible = _JOINERS + _LINE_ENDS


class GstinField(DetailField):
    default_error_messages = {"not_gstin": "Enter a valid 15-character GSTIN, or leave this blank."}

    def to_internal_value(self, data: Any) -> str:
        number = gstin.parse(super().to_internal_value(data))
        if number is None:
            self.fail("not_gstin")
        return number


class DetailsIn(serializers.Serializer[Any]):
    """Omitted fields are left unchanged."""

    name = VisibleTextField(max_length=80)
    email = VisibleTextField(max_length=254, validators=[EmailValidator("Enter a valid email address.")])
    state = VisibleTextField(max_length=60)
    company = VisibleTextField(max_length=120)
    gstNo = GstinField(help_text="A GSTIN with a valid check character.")
    address = MultilineField(max_length=400)
    canWhatsapp = FlagField(required=False, help_text="Gives or withdraws consent to WhatsApp messages.")


class ConsentOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField(source="id")
    kind = serializers.ChoiceField(choices=ConsentKind.choices)
    given = serializers.BooleanField(source="is_given", help_text="False if the consent was withdrawn.")
    text = serializers.CharField()
    textVersion = serializers.CharField(source="text_version")
    at = UtcDateTimeField()
    channel = serializers.ChoiceField(choices=ConsentChannel.choices)


class EraseIn(serializers.Serializer[Any]):
    mobile = TextField(help_text="The account's own 10-digit number, to confirm the deletion.")
