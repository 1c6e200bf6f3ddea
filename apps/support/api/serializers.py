from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from rest_framework import serializers

from apps.accounts.api.login_serializers import MobileField
from apps.core.api.fields import TextField, UtcDateTimeField
from apps.support.models.ticket import LONGEST_MESSAGE
from apps.support.services import submissions


class FreeTextField(TextField):
    """Text in any script, with emoji. Invisible characters alone count as blank."""

    def __init__(self, *, is_one_line: bool = True, **kwargs: Any) -> None:
        self.is_one_line = is_one_line
        super().__init__(trim_whitespace=False, **kwargs)

    def normalize(self, text: str) -> str:
        return submissions.normalize_line(text) if self.is_one_line else submissions.normalize_text(text)


class EmailTextField(TextField):
    default_error_messages = {"invalid_email": "Enter an email address, such as name@example.in."}

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        try:
            if text:
                validate_email(text)
        except ValidationError:
            self.fail("invalid_email")
        return text


class SubmissionIn(serializers.Serializer[Any]):
    name = FreeTextField(max_length=80)
    email = EmailTextField(required=False, default="", allow_blank=True, max_length=254)
    subject = FreeTextField(max_length=120)
    message = FreeTextField(max_length=LONGEST_MESSAGE, is_one_line=False)
    website = TextField(
        required=False, default="", allow_blank=True, max_length=200, help_text="Honeypot: leave it empty."
    )


class GrievanceIn(SubmissionIn):
    mobile = MobileField()


class ContactIn(SubmissionIn):
    email = EmailTextField(max_length=254)


class TicketOut(serializers.Serializer[Any]):
    number = serializers.CharField()
    receivedAt = UtcDateTimeField()
    dueDate = serializers.DateField(help_text="We reply by the end of this day in India.")
    acknowledgedBy = serializers.ChoiceField(choices=["mail", "sms"])


class ContactReceiptOut(serializers.Serializer[Any]):
    number = serializers.CharField()
    receivedAt = UtcDateTimeField()
