from collections.abc import Mapping
from typing import Any

from django.core.validators import EmailValidator
from rest_framework import serializers

from apps.accounts import gstin
from apps.accounts.states import ConsentChannel, ConsentKind, DeliveryStatus, MessageChannel
from apps.core.api.fields import (
    FlagField,
    MultilineField,
    OptionalTextField,
    PersonNameField,
    RupeesField,
    TextField,
    UtcDateTimeField,
    VisibleTextField,
)


class GstinField(OptionalTextField):
    default_error_messages = {"not_gstin": "Enter a valid 15-character GSTIN, or leave this blank."}

    def to_internal_value(self, data: Any) -> str:
        number = gstin.parse(super().to_internal_value(data))
        if number is None:
            self.fail("not_gstin")
        return number


class DetailsIn(serializers.Serializer[Any]):
    """An omitted field is left unchanged, an empty one is cleared."""

    name = PersonNameField()
    email = VisibleTextField(max_length=254, validators=[EmailValidator("Enter a valid email address.")])
    state = VisibleTextField(max_length=60)
    company = VisibleTextField(max_length=120)
    gstNo = GstinField(help_text="A GSTIN with a valid check character.")
    address = MultilineField(max_length=400)
    canWhatsapp = FlagField(required=False, help_text="Gives or withdraws consent to WhatsApp messages.")
    engagementConsent = FlagField(
        required=False, help_text="Gives, withdraws or declines consent to the engagement SDK."
    )

    def validate(self, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        # Alone, either is saved: somebody who moves changes one after the other.
        if wrong := gstin.wrong_state(fields.get("gstNo", ""), state=fields.get("state", "")):
            raise serializers.ValidationError({"gstNo": [wrong]})
        return fields


class ConfirmEmailIn(serializers.Serializer[Any]):
    token = TextField(
        max_length=200, allow_blank=True, help_text="From the link that was sent; empty without one."
    )


class ConsentOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField(source="id")
    kind = serializers.ChoiceField(choices=ConsentKind.choices)
    subject = serializers.CharField(
        help_text="What it is to. Older entries of the kind 'terms' were to the privacy policy as well."
    )
    given = serializers.BooleanField(source="is_given", help_text="False if the consent was withdrawn.")
    text = serializers.CharField()
    textVersion = serializers.CharField(source="text_version")
    at = UtcDateTimeField()
    channel = serializers.ChoiceField(choices=ConsentChannel.choices)


class MessageOut(serializers.Serializer[Any]):
    _id = serializers.UUIDField(source="id")
    template = serializers.CharField(help_text="The kind of message, such as `booking_confirmed`.")
    channel = serializers.ChoiceField(choices=MessageChannel.choices)
    to = serializers.CharField(
        help_text="The number or email address; masked unless it is the caller's own at present."
    )
    subject = serializers.CharField(help_text="Of an email, else empty.")
    text = serializers.CharField(help_text="As it was sent; empty before, and of an OTP.")
    status = serializers.ChoiceField(choices=DeliveryStatus.choices)
    at = UtcDateTimeField(help_text="When it was sent or failed; before, when it was queued.")


class ClosingRefundOut(serializers.Serializer[Any]):
    number = serializers.CharField(help_text="The order's number.")
    title = serializers.CharField()
    amount = RupeesField(source="amount_paise")


class EraseIn(serializers.Serializer[Any]):
    mobile = TextField(help_text="The account's own 10-digit number, to confirm the deletion.")
