import unicodedata
from typing import Any

from django.core.validators import EmailValidator
from rest_framework import serializers

from apps.accounts import gstin
from apps.accounts.states import ConsentChannel, ConsentKind
from apps.core.api.fields import FlagField, MomentField, TextField

_UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"
"""Not seen either, but Indian scripts spell with them."""
_LINE_ENDS = "\r\n"


class DetailField(TextField):
    """Text of a profile: left away it stays as it is, empty it clears."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "allow_blank": True, **kwargs})


class SeenField(DetailField):
    """Text all of which is seen: nothing in it steers a terminal, turns a line around or hides."""

    default_error_messages = {"unseen": "This holds characters that cannot be seen."}
    also_allowed = _JOINERS

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        hidden = {character for character in text if unicodedata.category(character) in _UNSEEN}
        is_blank = all(character in hidden or character.isspace() for character in text)
        if is_blank or not hidden.issubset(self.also_allowed):
            self.fail("unseen")
        return text


class LinesField(SeenField):
    also_allowed = _JOINERS + _LINE_ENDS


class GstinField(DetailField):
    default_error_messages = {"not_gstin": "Enter the 15 characters of a valid GSTIN, or nothing."}

    def to_internal_value(self, data: Any) -> str:
        found = gstin.parsed(super().to_internal_value(data))
        if found is None:
            self.fail("not_gstin")
        return found


class DetailsIn(serializers.Serializer[Any]):
    """What is left away stays as it is."""

    name = SeenField(max_length=80)
    email = SeenField(max_length=254, validators=[EmailValidator("Enter a valid e-mail address.")])
    state = SeenField(max_length=60)
    company = SeenField(max_length=120)
    gstNo = GstinField(help_text="A GSTIN, its check character included.")
    address = LinesField(max_length=400)
    canWhatsapp = FlagField(required=False, help_text="Gives or takes back the consent to be written to.")


class ConsentOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField(source="id")
    kind = serializers.ChoiceField(choices=ConsentKind.choices)
    given = serializers.BooleanField(source="is_given", help_text="False: it was taken back.")
    text = serializers.CharField()
    textVersion = serializers.CharField(source="text_version")
    at = MomentField()
    channel = serializers.ChoiceField(choices=ConsentChannel.choices)


class EraseIn(serializers.Serializer[Any]):
    mobile = TextField(help_text="The ten digits of the account's own number, as a sign that it is meant.")
