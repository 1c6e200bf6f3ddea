import re
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from rest_framework import serializers

from apps.accounts.api.login_serializers import MobileField
from apps.content.models.ticket import LONGEST_MESSAGE
from apps.content.services import submissions
from apps.core.api.fields import MomentField, TextField

_BLANK = re.compile(r"[\s\u200b-\u200f\u2060-\u2064\ufeff]*")


class SectionOut(serializers.Serializer[Any]):
    anchor = serializers.CharField()
    title = serializers.CharField()


class PageOut(serializers.Serializer[Any]):
    slug = serializers.CharField()
    title = serializers.CharField()
    lead = serializers.CharField()
    html = serializers.CharField()
    sections = SectionOut(many=True)
    version = serializers.IntegerField()
    validFrom = serializers.DateTimeField()
    lastReviewedOn = serializers.DateField(allow_null=True, help_text="Null until a person reviewed it.")
    reviewedBy = serializers.CharField(allow_null=True)


class SourceRowOut(serializers.Serializer[Any]):
    receivedFrom = serializers.CharField()
    pendingBefore = serializers.IntegerField(help_text="Pending at the end of last month.")
    received = serializers.IntegerField()
    resolved = serializers.IntegerField()
    pending = serializers.IntegerField()
    pendingOverThreeMonths = serializers.IntegerField()
    averageResolutionDays = serializers.FloatField(allow_null=True)


class TrendRowOut(serializers.Serializer[Any]):
    period = serializers.CharField(help_text="'Oct 2026', or '2026-27'.")
    carriedForward = serializers.IntegerField()
    received = serializers.IntegerField()
    resolved = serializers.IntegerField()
    pending = serializers.IntegerField()


class TrendOut(serializers.Serializer[Any]):
    rows = TrendRowOut(many=True)
    total = TrendRowOut()


class ComplaintsOut(serializers.Serializer[Any]):
    monthEnding = serializers.DateField()
    finalFrom = serializers.DateField(help_text="From this day on the figures change no more.")
    isFinal = serializers.BooleanField()
    sources = SourceRowOut(many=True)
    total = SourceRowOut()
    impersonation = serializers.IntegerField()
    monthly = TrendOut()
    annual = TrendOut()


class AuditRowOut(serializers.Serializer[Any]):
    financialYear = serializers.CharField()
    isConducted = serializers.BooleanField()
    status = serializers.CharField()
    auditor = serializers.CharField(allow_null=True)
    reportDate = serializers.DateField(allow_null=True)
    remarks = serializers.CharField(allow_blank=True)


class WordsField(TextField):
    """What people type: emoji, any script, any direction; never empty by what cannot be seen."""

    def __init__(self, *, is_one_line: bool = True, **kwargs: Any) -> None:
        self.is_one_line = is_one_line
        super().__init__(trim_whitespace=False, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        tidied = submissions.on_one_line(text) if self.is_one_line else submissions.tidied(text)
        if _BLANK.fullmatch(tidied) and not self.allow_blank:
            self.fail("blank")
        return tidied


class MailField(TextField):
    default_error_messages = {"not_mail": "Enter a mail address, such as name@example.in."}

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        try:
            if text:
                validate_email(text)
        except ValidationError:
            self.fail("not_mail")
        return text


class WritingIn(serializers.Serializer[Any]):
    name = WordsField(max_length=80)
    email = MailField(required=False, default="", allow_blank=True, max_length=254)
    subject = WordsField(max_length=120)
    message = WordsField(max_length=LONGEST_MESSAGE, is_one_line=False)
    website = TextField(
        required=False, default="", allow_blank=True, max_length=200, help_text="Left empty by people."
    )


class GrievanceIn(WritingIn):
    mobile = MobileField()


class ContactIn(WritingIn):
    email = MailField(max_length=254)


class TicketOut(serializers.Serializer[Any]):
    number = serializers.CharField()
    receivedAt = MomentField()
    dueDate = serializers.DateField(help_text="The answer comes by the end of this day in India.")
    acknowledgedBy = serializers.ChoiceField(choices=["mail", "sms"])


class ContactedOut(serializers.Serializer[Any]):
    number = serializers.CharField()
    receivedAt = MomentField()
